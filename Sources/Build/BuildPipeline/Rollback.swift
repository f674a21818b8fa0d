import LocalFiles
import NoteExports
import NoteModel
import OutputTree
package import Platform
package import SiteUploads

extension BuildPipeline {
    /// Returns the earlier publications that can be restored, the latest first: the number of each,
    /// the time at which it was published, and the names of its trees that the next publication
    /// changed. Higher numbers are later.
    ///
    /// - Throws: ``UserFacingError`` if the folder is not a notebook, or another run holds the
    ///   lock.
    package static func keptPublications(
        _ options: BuildOptions
    ) throws -> [(number: Int, published: Date, trees: [String])] {
        try outputFolder(options).keptGenerations
    }

    /// Restores the trees that the last publication replaced, or those of an earlier generation.
    /// They stay published until the notes, the templates or the configuration change.
    ///
    /// - Parameter generation: The number of the generation; nil for the latest.
    /// - Returns: The names of the restored trees; empty if no earlier generation is kept.
    /// - Throws: ``UserFacingError`` if the folder is not a notebook, a file of an older tree is
    ///   damaged, or another run holds the lock.
    package static func rollBack(
        _ options: BuildOptions, to generation: Int? = nil
    ) throws -> [String] {
        let folder = try outputFolder(options)
        try options.requireBuiltRules(in: folder)
        if let generation,
            try !folder.keptGenerations.contains(where: { $0.number == generation })
        {
            throw UserError(
                "\(options.output) keeps no publication \(generation).",
                "`notebinder rollback --list` shows those that it keeps.")
        }
        try options.requirePassword(of: folder, to: generation)
        let last = BuildRecord(in: folder.records)
        let trees = try folder.rollBack(to: generation)
        if !trees.isEmpty, var held = last,
            let snapshot = FolderSnapshot(options, in: folder)
        {
            held.heldInputs = held.heldInputs ?? held.builtInputs
            held.inputs = nil
            held.outputs = snapshot.outputs
            held.owesHook = true
            try held.write(in: folder.records)
        }
        return trees
    }

    /// Uploads the published site.
    ///
    /// - Parameters:
    ///   - destination: The place to upload to; nil for that of the configuration.
    ///   - takesOver: True to go on from what another host has uploaded.
    ///   - isDry: True only to say what would be uploaded.
    /// - Throws: ``UserFacingError`` if there is no destination, no site, or the upload fails.
    package static func upload(
        _ options: BuildOptions, to destination: Destination?, takesOver: Bool, isDry: Bool,
        progress: BuildProgress
    ) throws -> SiteUpload.Outcome {
        guard let destination = destination ?? options.destination else {
            throw UserError(
                "No destination is named.",
                "Name one, or write it as “publish” into the configuration.", exitStatus: 64)
        }
        let folder = try outputFolder(options)
        try options.requireBuiltRules(in: folder)
        return try SiteUpload(
            of: folder, to: destination, takesOver: takesOver,
            progress: { progress.update("Uploading", done: $0, of: $1) }
        ).run(isDry: isDry)
    }

    private static func outputFolder(_ options: BuildOptions) throws -> OutputFolder {
        guard
            let folder = try OutputFolder.existing(at: options.place, waiting: options.waits)
        else {
            let isThere = try LocalFiles.status(options.output) != nil
            throw UserError(
                isThere
                    ? "\(options.output) was not written by Notebinder."
                    : "Nothing has been published in \(options.output) yet.",
                isThere ? "Name the output folder with --output." : "Run `notebinder build` first.")
        }
        return folder
    }
}

extension BuildOptions {
    /// Requires that the page of an encrypted edition that a rollback restores has the present
    /// password.
    ///
    /// - Throws: ``UserError`` if it has another one; ``FileError`` if it cannot be read.
    fileprivate func requirePassword(of folder: OutputFolder, to generation: Int?) throws {
        guard let file = passwordFile,
            let page = try folder.restoredPath(
                SealStage.page, of: Format.html.tree, to: generation),
            try LocalFiles.status(page) != nil,
            !SealedFile.opens(
                try LocalFiles.read(page), with: try PasswordFile.bookPassword(in: file))
        else { return }
        throw UserError(
            "The earlier publication of \(output) has another password than \(file) has now; nothing was changed.",
            "Change the notes back, and run `notebinder build`.")
    }
}
