import LocalFiles
import NoteArchives
import NoteModel
import OutputChecks
import OutputPlan

extension BuildPipeline {
    /// Writes a notebook in a format as one file, or as several numbered ones.
    ///
    /// - Parameters:
    ///   - output: The path of the file. That of the second of several is `notes-2.enex` for
    ///     `notes.enex`.
    ///   - isReplacing: True if existing files may be replaced.
    /// - Returns: The report of the notes and media that were read.
    /// - Throws: ``UserFacingError``; existing files are unchanged in that case.
    package static func export(
        _ options: BuildOptions, as format: some OutputFormat, to output: String,
        isReplacing: Bool = false, progress: BuildProgress = .none
    ) async throws -> Report {
        let preparation = try ExportPreparation(options)
        try requireOutside(output, notes: preparation.notes)
        func target(_ path: String) throws -> ExportTarget {
            try ExportTarget(path, kind: .file, isReplacing: isReplacing)
        }
        // A single file is claimed before the notes are read. The number of several is known only
        // afterwards.
        let claimed = format.form == .numberedFiles ? nil : try target(output)
        // The text to encrypt must not be beside the file, not even for a moment. Nor should that
        // which another program prints.
        let isSealed =
            switch format.form {
            case .sealed, .printed: true
            default: false
            }
        let hidden =
            isSealed
            ? ScratchFolder(in: .cache) : claimed == nil ? ScratchFolder() : nil
        defer { withExtendedLifetime(hidden) {} }
        let scratch = try hidden?.path() ?? claimed?.scratch ?? ""
        var report = Report()
        let prepared = try await preparation.run(
            as: [format], scratch: scratch + "/cache", into: &report, progress)
        defer { withExtendedLifetime(prepared) {} }
        let files = prepared.plans[0].files
        // All files are claimed before the first is written.
        let targets =
            try claimed.map { [$0] }
            ?? files.indices.map { try target(numbered(output, number: $0 + 1)) }
        let (findings, new) = try ExportSink(
            prepared.validator.validator(of: ""), derivatives: prepared.input.derivatives,
            scratch: scratch
        ).write(files, as: format.form, to: targets)
        try prepared.validator.requireNoLeaks()
        let sizes = try new.map { try LocalFiles.status($0.made)?.size ?? 0 }
        for target in new { try target.publish(target.made) }
        if format.photos == .original {
            report.photos.carryingPosition = findings.locatedPhotos.count
        }
        report.locations = Report.Locations([
            (claimed == nil ? "the files" : LocalFiles.name(of: output), format.photos)
        ])
        report.diagnostics += findings.diagnostics + prepared.validator.diagnostics
        if let limit = format.usualLimit, let size = sizes.first(where: { $0 > limit }) {
            report.diagnostics.add(
                .largeBook,
                summary:
                    "\(output) has \(size / 1_000_000) MB; many e-book readers refuse more than \(limit / 1_000_000).",
                suggestion: "Choose some of the notes, for example with --since or --tag.")
        }
        return report
    }

    /// Refuses an output file inside the notes folder, where it would be read as a note.
    static func requireOutside(_ output: String, notes: NotesFolder) throws {
        let folder = LocalFiles.folder(of: LocalFiles.absolute(output))
        guard let resolved = LocalFiles.resolved(folder) else {
            throw UserError.missingFolder(folder)
        }
        guard !notes.isSingleFile,
            resolved == notes.path || LocalFiles.isBelow(resolved, notes.path)
        else { return }
        throw UserError(
            "\(output) is in the notes folder, where it would be read as a note.",
            "Choose a file elsewhere.")
    }

    private static func numbered(_ path: String, number: Int) -> String {
        let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}

extension UserError {
    static func missingFolder(_ path: String) -> UserError {
        UserError("The folder \(path) does not exist.", "Create it, or name another one.")
    }

    /// Returns the error for a book page with a picture that no note has.
    static func unknownPicture(_ address: String) -> UserError {
        UserError(
            "The book would show \(address), which no note has; nothing was written.",
            "If a template of yours refers to it, correct it there; otherwise please report it.")
    }
}
