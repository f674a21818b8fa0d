import FileFormats
import LocalFiles
import NoteArchives
import NoteModel
import OutputChecks
import Platform
import SitePages

/// The options of a bag.
package struct BagOptions: Sendable {
    /// The path of the folder or the ZIP file to make. A missing `.zip` is appended to that of a
    /// file.
    package var output: String
    /// True if the bag is written as a single ZIP file.
    package var isZip = false
    /// True if an existing bag may be replaced.
    package var isReplacing = false
    /// True if files of the notes folder and of the notebook's cache may be hard-linked into the
    /// bag.
    package var isLinking = false
    /// The metadata of the bag. Without a date it gets that in `SOURCE_DATE_EPOCH`, if that
    /// variable is set; its description and version are those of the run.
    package var info = BagInfo()

    package init(output: String) {
        self.output = output
    }
}

extension BuildPipeline {
    /// The result of making a bag.
    package struct BagOutcome: Sendable {
        package let report: Report
        /// The path of the folder or the ZIP file.
        package let path: String
        package let files: Int
        package let bytes: Int
    }

    /// Makes a bag with the files of the notes folder, the trees of all formats, and a `README.txt`
    /// that describes them.
    ///
    /// - Throws: ``UserFacingError``; an existing bag is unchanged in that case.
    package static func bag(
        _ options: BuildOptions, bag: BagOptions, progress: BuildProgress = .none
    ) async throws -> BagOutcome {
        var options = options
        options.formats = Set(BuildOptions.Format.allCases)
        let output = path(of: bag)
        let preparation = try ExportPreparation(options)
        if bag.isZip {
            try requireOutside(output, notes: preparation.notes)
        } else if !preparation.notes.isSingleFile {
            // A single archive may be anywhere, even next to the bag.
            try requireApart(notes: preparation.notes.path, output: output)
        }
        let place = try ExportTarget(
            output, kind: bag.isZip ? .file : .bag, isReplacing: bag.isReplacing)
        var report = Report()
        let prepared = try await preparation.run(
            scratch: place.scratch + "/cache", into: &report, progress)
        defer { withExtendedLifetime(prepared) {} }
        let (input, validator) = (prepared.input, prepared.validator)
        report.diagnostics += input.folder.leftOut.filter(\.hasUnusableName).map {
            Diagnostic(
                .unreadableSource, origin: .init(source: $0.name),
                summary: "\($0.name) is not in the bag, because its name is not text.",
                suggestion: "Rename it, and make the bag again.")
        }

        let writer = BagWriter(place.scratch + "/bag")
        // The archives in it contain excluded notes as well.
        try LocalFiles.makePrivateFolder(writer.folder)
        let packing = BagPacking(
            writer, input: input,
            // The folder for a ZIP file is deleted when the file is complete, so links do no harm.
            isLinking: bag.isLinking || bag.isZip, width: options.width)
        var originals = try input.folder.originalFiles()
        if !options.selection.isAll { originals = Self.files(of: input.notebook, among: originals) }
        let renamed = try packing.add(originals: originals)
        for plan in prepared.plans {
            try packing.add(plan, validator: validator, progress: progress)
        }
        try validator.requireNoLeaks()
        report.diagnostics += validator.diagnostics + renamed
        report.locations.containing = [LocalFiles.name(of: output)]
        try writer.add(
            "README.txt",
            bytes: BagReadme(
                notebook: input.notebook, report: report,
                hasOddNames: originals.contains { BagPath.encoded($0.name) != $0.name }
            ).bytes)
        let info = try info(bag, options: options, report: report)
        try writer.add(
            ResearchObject.fileName,
            bytes: ResearchObject(notebook: input.notebook, info: info, author: options.site.author)
                .bytes)
        let payload = try writer.finish(info)
        try publish(writer.folder, to: place, isZip: bag.isZip)
        return BagOutcome(report: report, path: output, files: payload.files, bytes: payload.bytes)
    }

    /// Returns the files that notes were read from, and those of their media.
    private static func files(
        of notebook: Notebook, among files: [NotesFolder.SourceFile]
    ) -> [NotesFolder.SourceFile] {
        let sources = Set(notebook.notes.map(\.id.source))
        var paths: Set<String> = []
        // A transcript is beside its recording, and differs in its extension.
        var stems: Set<Substring> = []
        func stem(_ path: String) -> Substring {
            path.utf8.lastIndex(of: UInt8(ascii: ".")).map { path[..<$0] } ?? path[...]
        }
        for note in notebook.notes {
            for medium in note.media.all {
                guard let file = medium.stored?.file else { continue }
                paths.insert(file)
                if medium.kind == .recording { stems.insert(stem(file)) }
            }
        }
        return files.filter { file in
            sources.contains(file.name) || paths.contains(file.path)
                || stems.contains(stem(file.path))
                // The companion files of a database.
                || ["-wal", "-shm", "-journal"].contains { ending in
                    file.name.hasSuffix(ending)
                        && sources.contains(String(file.name.dropLast(ending.count)))
                }
        }
    }

    private static func path(of bag: BagOptions) -> String {
        var path = bag.output
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        if bag.isZip, !path.lowercased().hasSuffix(".zip") { path += ".zip" }
        return path
    }

    private static func info(
        _ bag: BagOptions, options: BuildOptions, report: Report
    ) throws -> BagInfo {
        var info = bag.info
        info.date = try info.date ?? SourceDate.current().map { CivilTime($0).dateText }
        info.description =
            "\(options.title): \(report.notes - report.unselected) notes as their apps archived them, and \(report.leftOut.isEmpty ? "" : "\(report.chosen) of them ")as a website, Markdown and JSON"
        info.version = ProgramVersion.text
        return info
    }

    private static func publish(_ folder: String, to place: ExportTarget, isZip: Bool) throws {
        guard isZip else {
            try OpenFile(folder).synchronizeFileSystem()
            return try place.publish(folder)
        }
        let file = place.scratch + "/bag.zip"
        try zip(folder, to: file, as: place.path)
        try place.publish(file)
    }

    /// Writes the files of a folder into a ZIP file, ordered by path, below a folder with the name
    /// of the ZIP file.
    private static func zip(_ folder: String, to file: String, as path: String) throws {
        var name = String(LocalFiles.name(of: path).dropLast(4))
        if name.isEmpty || BagPath.leavesBag(name) { name = "bag" }
        var zip = try ZipWriter(file, isPrivate: true)
        for path in try LocalFiles.files(below: folder) {
            try zip.add("\(name)/\(path)", fileAt: "\(folder)/\(path)")
        }
        try zip.finish()
    }
}
