import Hashing
import LocalFiles
import NoteEditing
import NoteImports
import NoteModel
import OutputTree
import Platform

extension BuildPipeline {
    /// Reads an export, or a folder of Markdown files, and archives its notes.
    ///
    /// - Parameters:
    ///   - path: The path of a JSON tree, a Markdown tree, a notebook, a bag, a folder of Markdown
    ///     files, or one of their files.
    ///   - options: The options, with the notes folder to write to and the time zone of dates.
    ///   - usesFileDates: True if a Markdown file without dates has those of its file.
    /// - Throws: ``UserFacingError`` if no note can be imported.
    package static func importNotes(
        from path: String, into options: BuildOptions, usesFileDates: Bool = false,
        progress: BuildProgress = .none
    ) throws -> ImportReport {
        let place = try ExportSource(path)
        defer { withExtendedLifetime(place) {} }
        let notes = LocalFiles.absolute(options.notes)
        try requireFolder(notes, named: options.notes)
        var export = try place.read(
            zone: options.timeZone, usesFileDates: usesFileDates, width: options.width)
        try compareMedia(of: &export, width: options.width, progress: progress)
        guard !export.notes.isEmpty else {
            throw UserError("\(path) holds no note that could be imported.", export.problems.first)
        }
        var importer = try NotesImporter(notes, reading: options.reading)
        try importer.write(
            export.notes.map { $0.note.withoutTagsOfTexts },
            plainName: { Catalog.fileName(of: $0.title) })
        let report = ImportReport(export, outcome: importer.outcome)
        guard report.counts.addsUp else {
            throw UserError("The report does not add up: \(report.counts).", "Please report this.")
        }
        return report
    }

    private static func requireFolder(_ path: String, named name: String) throws {
        guard let status = try LocalFiles.status(path) else { return }
        guard status.isFolder else {
            throw UserError("\(name) is a single archive.", "Name a folder with --notes.")
        }
        guard !BuildPipeline.isNotebook(path) else {
            throw UserError("\(name) is a published notebook.", "Name a notes folder with --notes.")
        }
    }

    /// Compares photos, recordings and attachments with the digests of the export. Files that
    /// differ are reported and count as missing.
    private static func compareMedia(
        of export: inout ReadExport, width: Int, progress: BuildProgress
    ) throws {
        let digests = export.notes.reduce(into: [StoredBytes: String]()) { all, note in
            all.merge(note.digests) { first, _ in first }
        }
        let counter = progress.counter("Checking", of: digests.count)
        let wrong = try Array(digests).concurrentMap(width: width) {
            stored, digest -> StoredBytes? in
            defer { counter.advance() }
            var hasher = ContentHasher()
            // A file that cannot be read counts as changed.
            let isRead = (try? stored.forEachChunk { hasher.update($0) }) != nil
            return isRead && hasher.digest().text == digest.lowercased() ? nil : stored
        }
        let changed = Set(wrong.compactMap(\.self))
        guard !changed.isEmpty else { return }
        for index in export.notes.indices {
            let note = export.notes[index].note
            for stored in note.media.all.map(\.stored) {
                guard let stored, changed.contains(stored) else { continue }
                export.problems.append(
                    "\(LocalFiles.name(of: stored.file)) of “\(note.title)” differs from its checksum in the export; it counts as missing."
                )
            }
            export.notes[index].note.media.forEach { medium in
                if let stored = medium.stored, changed.contains(stored) {
                    medium.content = .missing
                }
            }
        }
    }
}
