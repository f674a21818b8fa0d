import Foundation
import LocalFiles
import NoteModel

/// Reads the notes of ENEX files, the exchange format of Evernote.
package enum ENEXImport {
    /// A file with the folders that its notes come into: none for a file alone. In a folder of files
    /// they are named after it, since Evernote exports each notebook to a file.
    package struct File: Sendable {
        package let path: String
        package let folders: [String]

        package init(_ path: String, folders: [String] = []) {
            (self.path, self.folders) = (path, folders)
        }
    }

    /// True for a file with the extension of the format.
    package static func isENEX(_ path: String) -> Bool { path.lowercased().hasSuffix(".enex") }

    /// Reads files.
    ///
    /// - Parameter scratch: The path of a folder for the files of the notes.
    /// - Throws: ``ImportError`` for a file that cannot be read.
    package static func read(
        _ files: [File], scratch: String
    ) throws(ImportError) -> ReadExport {
        var export = ReadExport()
        var names = SourceNames()
        for file in files {
            let records: [ENEXRecord]
            do throws(FileError) {
                records = try self.records(in: file.path, scratch: scratch, into: &export)
            } catch {
                throw ImportError.unreadable(path: file.path, reason: error.reason)
            }
            export.noteCount += records.count
            let titles = Set(records.map { NameKey($0.title.trimmed) })
            for record in records {
                var note = ENEXNoteReader(record, titles: titles)
                let source = names.source(record.title, folders: file.folders)
                export.notes.append(
                    ReadNote(note.note(source), file: LocalFiles.resolved(file.path)))
                export.problems += note.problems
            }
        }
        return export
    }

    /// Returns the notes of a file. After damage, reading goes on with the next note.
    private static func records(
        in path: String, scratch: String, into export: inout ReadExport
    ) throws(FileError) -> [ENEXRecord] {
        let name = LocalFiles.name(of: path)
        var records: [ENEXRecord] = []
        var rest = path
        while true {
            let reader = ENEXReader(folder: scratch)
            try reader.read(rest)
            records += reader.records
            guard reader.isDamaged else { return records }
            if let damaged = reader.damaged {
                records.append(damaged)
                let title = damaged.title.trimmed
                let note = title.isEmpty ? "Note \(records.count)" : "“\(title)”"
                export.problems.append(
                    "\(note) in \(name) is damaged; what could be read of it was imported. Export it again."
                )
            }
            let starts = try starts(of: "<note>", in: path)
            if reader.damaged == nil {
                export.problems.append(
                    starts.isEmpty
                        ? "\(name) is not an ENEX file, or is damaged; it was not imported."
                        : "\(name) is damaged after note \(records.count); the notes that could be found were imported. Export it again."
                )
            }
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
        // The declaration names the encoding.
        let beginning = try LocalFiles.read(OpenFile(path), count: min(200, start))
        if beginning.starts(with: "<?xml".utf8),
            let end = beginning.firstIndex(of: UInt8(ascii: ">"))
        {
            try output.writeAll(Array(beginning[...end]), synchronizing: false)
        }
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
