import Foundation
import LocalFiles
import NoteModel

/// Reads the notes of ENEX files, the exchange format of Evernote, which Apple Notes and many other
/// programs write as well.
package enum ENEXImport {
    /// True for a file with the extension of the format.
    package static func isENEX(_ path: String) -> Bool { path.lowercased().hasSuffix(".enex") }

    /// Reads files. The notes of several come into a folder for each, since Evernote exports each
    /// notebook to a file.
    ///
    /// - Parameter scratch: The path of a folder for the files of the notes.
    /// - Throws: ``ImportError`` for a file that cannot be read.
    package static func read(
        _ paths: [String], scratch: String
    ) throws(ImportError) -> ReadExport {
        var export = ReadExport()
        var names = SourceNames()
        for path in paths {
            let name = LocalFiles.name(of: path)
            let records: [ENEXRecord]
            do throws(FileError) {
                records = try self.records(in: path, scratch: scratch, into: &export)
            } catch {
                throw ImportError.unreadable(path: path, reason: error.reason)
            }
            export.noteCount += records.count
            let folders = paths.count > 1 ? [String(name.dropLast(".enex".count))] : []
            let titles = Set(records.map { NameKey($0.title.trimmed) })
            for record in records {
                var note = ENEXNoteReader(record, titles: titles)
                let source = names.source(record.title, folders: folders)
                export.notes.append(ReadNote(note.note(source)))
                export.problems += note.problems
            }
        }
        return export
    }

    /// Returns the notes of a file. After one that is damaged, reading goes on with the next one.
    private static func records(
        in path: String, scratch: String, into export: inout ReadExport
    ) throws(FileError) -> [ENEXRecord] {
        var records: [ENEXRecord] = []
        var rest = path
        while true {
            let reader = ENEXReader(folder: scratch)
            try reader.read(rest)
            records += reader.records
            guard let damaged = reader.damaged else { return records }
            records.append(damaged)
            export.problems.append(
                "“\(damaged.title)” in \(LocalFiles.name(of: path)) is damaged; what could be read of it was imported. Export it again."
            )
            let starts = try starts(of: "<note>", in: path)
            guard records.count < starts.count else { return records }
            rest = scratch + "/rest.enex"
            try LocalFiles.remove(rest)
            try copy(from: starts[records.count], of: path, to: rest)
        }
    }

    private static func copy(
        from start: Int, of path: String, to copy: String
    ) throws(FileError) {
        let output = try OpenFile(copy, access: .create)
        try output.writeAll(Array("<en-export>".utf8), synchronizing: false)
        let size = try LocalFiles.status(path)?.size ?? start
        try StoredBytes(file: path, range: start..<size).forEachChunk { chunk throws(FileError) in
            try output.writeAll(Array(chunk), synchronizing: false)
        }
    }

    /// Returns the positions of some words in a file.
    private static func starts(of words: String, in path: String) throws(FileError) -> [Int] {
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

/// Creates a note from its description in an ENEX file.
struct ENEXNoteReader {
    private let record: ENEXRecord
    /// The titles of the notes of the file, to which texts may link.
    private let titles: Set<NameKey>
    private(set) var problems: [String] = []

    init(_ record: ENEXRecord, titles: Set<NameKey>) {
        (self.record, self.titles) = (record, titles)
    }

    mutating func note(_ source: String) -> Note {
        var files = ImportedFiles()
        var names: [String: String] = [:]
        for (index, resource) in record.resources.enumerated() {
            let fallback = "file-\(index + 1).\(Self.fileExtension(of: resource.mediaType))"
            let name = files.add(resource.stored, named: resource.name, fallback: fallback)
            if resource.stored == nil {
                problems.append(
                    "\(name) of “\(record.title)” has no content; it counts as missing.")
            }
            names[resource.md5] = names[resource.md5] ?? name
        }
        let titles = titles
        var converter = HTMLMarkdown(tags: tags) { element in
            guard let hash = element.attributes["hash"]?.lowercased(), let name = names[hash] else {
                return nil
            }
            let words = element.attributes["alt"] ?? ""
            return HTMLMarkdown.reference(to: name, words: words, isImage: files.isPhoto(name))
        } note: { address, words in
            // The identifiers in these addresses are not part of the export.
            let isNote = address.hasPrefix("evernote:") || address.contains("evernote.com/shard/")
            return isNote && titles.contains(NameKey(words)) ? words : nil
        }
        var placed: Set<String> = []
        let tasks = Dictionary(grouping: record.tasks, by: \.group)
        converter.block = { element in
            guard element.hasStyle("en-task-group", "true") else { return nil }
            let group = element.style("en-id") ?? ""
            placed.insert(group)
            return Self.markdown(of: tasks[group] ?? [])
        }
        var body = converter.markdown(record.content)
        if converter.isEncrypted {
            problems.append(
                "“\(record.title)” has encrypted text, which only Evernote can read; it was left out."
            )
        }
        // Tasks whose place is not in the text follow it.
        let others = record.tasks.filter { !placed.contains($0.group) }
        if !others.isEmpty {
            body += (body.isEmpty ? "" : "\n\n") + Self.markdown(of: others)
        }
        let created = ENEXRecord.date(record.created)
        let modified = ENEXRecord.date(record.updated)
        var note = Note(
            id: NoteID(source: source, index: 0), title: record.title, body: body,
            created: created, modified: modified == created ? nil : modified,
            photos: files.photos, recordings: files.recordings,
            otherFields: record.attributes.map { .init($0.name, value: .string($0.value)) })
        note.attachments = files.attachments
        note.tags = tags
        return note
    }

    private static func markdown(of tasks: [ENEXRecord.Task]) -> String {
        tasks.map { "- [\($0.isDone ? "x" : " ")] \(MarkdownEscaping().inline($0.title))" }
            .joined(separator: "\n")
    }

    private var tags: [Tag] {
        var isNew = Set<Tag>()
        return record.tags.map(\.trimmed).filter { !$0.isEmpty }.map { Tag($0) }
            .filter { isNew.insert($0).inserted }
    }

    private static func fileExtension(of mediaType: String) -> String {
        switch mediaType {
        case "image/jpeg": "jpg"
        case "image/svg+xml": "svg"
        case "audio/mpeg": "mp3"
        case "audio/x-m4a", "audio/mp4", "audio/aac": "m4a"
        case "audio/x-wav", "audio/wav": "wav"
        case "video/quicktime": "mov"
        case "text/plain": "txt"
        default:
            // The names of most types are those of the extension.
            mediaType.split(separator: "/").last.map { String($0) }
                .flatMap { name in name.allSatisfy { $0.isLetter || $0.isNumber } ? name : nil }
                ?? "bin"
        }
    }
}
