import LocalFiles
import NoteModel
import Platform

/// Reads the notes of ENEX files, the exchange format of Evernote.
package enum ENEXImport {
    /// True for a file with the extension of the format.
    package static func isENEX(_ path: String) -> Bool { path.lowercased().hasSuffix(".enex") }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - folders: The folders that the notes go into: none for a single file. In a folder of files
    ///     they are named after the file, since Evernote exports each notebook to its own.
    ///   - scratch: The path of a folder for the files of the notes.
    /// - Throws: ``UserError`` for a file that cannot be read.
    package static func read(
        _ path: String, folders: [String] = [], scratch: String
    ) throws -> ReadExport {
        var export = ReadExport()
        var unknown = UnknownParts()
        let records = try UserError.reading(path) {
            try self.records(in: path, scratch: scratch, unknown: &unknown, into: &export)
        }
        export.noteCount = records.count
        var names = SourceNames()
        var targets = ENEXLinkTargets()
        let sources = records.map { record in
            let source = names.source(record.title, folders: folders)
            targets.add(record.title.trimmed, source: source)
            return source
        }
        for (record, source) in zip(records, sources) {
            guard !record.isTooLarge else {
                let error = UserError.tooLarge("“\(record.title.trimmed.prefix(100))”")
                export.problems.append(error.message)
                continue
            }
            var note = ENEXNoteReader(record, targets: targets, scratch: scratch)
            export.notes.append(ReadNote(note.note(source), file: LocalFiles.resolved(path)))
            export.problems += note.problems
            unknown.add(record.unknown)
            unknown.add(note.lost)
        }
        export.problems += unknown.problems(in: LocalFiles.name(of: path))
        return export
    }

    /// Returns the notes of a file. After damage, reading goes on with the next note.
    private static func records(
        in path: String, scratch: String, unknown: inout UnknownParts,
        into export: inout ReadExport
    ) throws -> [ENEXRecord] {
        let name = LocalFiles.name(of: path)
        let path = try inUTF8(path, scratch: scratch)
        var reader = ENEXReader(folder: scratch)
        try reader.read(path)
        var records = reader.records
        unknown = reader.unknown
        guard reader.isDamaged else { return records }
        let starts = try starts(of: "<note>", in: path)
        if reader.damaged == nil {
            export.problems.append(
                starts.isEmpty
                    ? "\(name) is not an ENEX file, or is damaged; it was not imported."
                    : "\(name) is damaged after note \(records.count); the notes that could be found were imported. Export it again."
            )
        }
        // The other notes are read one by one, so that each of them may be damaged as well.
        let end = try LocalFiles.status(path)?.size ?? 0
        let tail = try LocalFiles.read(OpenFile(path), count: 1_000, at: max(0, end - 1_000))
        if !starts.isEmpty, !String(decoding: tail, as: UTF8.self).contains("</en-export>") {
            export.problems.append(
                "\(name) ends early; if notes follow in the original, they are missing. Copy it again."
            )
        }
        for index in starts.indices.dropFirst(records.count) {
            let isLast = index + 1 == starts.count
            let range = starts[index]..<(isLast ? end : starts[index + 1])
            let (record, isWhole) = try self.record(
                in: StoredBytes(file: path, range: range), scratch: scratch)
            records.append(record)
            guard !isWhole else { continue }
            let title = record.title.trimmed
            let note = title.isEmpty ? "Note \(records.count)" : "“\(title)”"
            export.problems.append(
                "\(note) in \(name) is damaged; what could be read of it was imported. Compare it with the original."
            )
        }
        return records
    }

    /// Returns a note that is read on its own, and whether it is intact.
    private static func record(
        in stored: StoredBytes, scratch: String
    ) throws -> (ENEXRecord, isWhole: Bool) {
        let copy = scratch + "/note.enex"
        try LocalFiles.remove(copy)
        let isRepaired = try ENEXRepair.copy(stored, to: copy)
        var reader = ENEXReader(folder: scratch)
        try reader.read(copy)
        if let record = reader.records.first { return (record, !isRepaired) }
        var record = reader.damaged ?? ENEXRecord()
        try ENEXRepair.complete(&record, from: copy)
        return (record, false)
    }

    /// Returns the path of a file, or that of a copy in UTF-8 if it is in another encoding. A file
    /// in an encoding that is not known is read as UTF-8.
    private static func inUTF8(_ path: String, scratch: String) throws -> String {
        let beginning = try LocalFiles.read(OpenFile(path), count: 200)
        let encoding: String.Encoding
        if [[0xFE, 0xFF], [0xFF, 0xFE]].contains(Array(beginning.prefix(2))) {
            encoding = .utf16
        } else if beginning.starts(with: [0x00, 0x3C]) {
            encoding = .utf16BigEndian
        } else if beginning.starts(with: [0x3C, 0x00]) {
            encoding = .utf16LittleEndian
        } else {
            let declared = String(decoding: beginning, as: UTF8.self)
                .firstMatch(of: /^<\?xml[^>]*encoding\s*=\s*["']([^"']*)/)
            guard let known = encodings[declared?.1.lowercased() ?? ""] else { return path }
            encoding = known
        }
        let bytes = Data(try LocalFiles.read(path))
        guard let text = String(data: bytes, encoding: encoding) else { return path }
        let copy = scratch + "/utf-8.enex"
        try LocalFiles.remove(copy)
        try LocalFiles.create(copy, bytes: Array(text.utf8))
        return copy
    }

    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .isoLatin1, "windows-1252": .windowsCP1252,
    ]

    /// Returns the positions of some words in a file.
    private static func starts(of words: String, in path: String) throws -> [Int] {
        let wanted = Array(words.utf8)
        var starts: [Int] = []
        var (position, matched) = (0, 0)
        try LocalFiles.forEachChunk(ofFileAt: path) { chunk in
            for byte in chunk {
                position += 1
                matched = byte == wanted[matched] ? matched + 1 : byte == wanted[0] ? 1 : 0
                if matched == wanted.count {
                    starts.append(position - wanted.count)
                    matched = 0
                }
            }
        }
        return starts
    }
}
