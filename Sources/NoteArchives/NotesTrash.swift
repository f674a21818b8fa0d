import Foundation
import LocalFiles
import NoteModel

/// What was deleted from a notes folder, in a hidden folder of it: an entry is a folder with the
/// note's archive, its photos, and a record of where they were.
package struct NotesTrash: Sendable {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Something that can be brought back.
    package struct Entry: Sendable {
        /// Of the entry's folder.
        package let name: String
        package let title: String
        /// Where the note was, below the notes folder; nil for one that gets a file of its own.
        let source: String?
        /// Where it was in that file; nil for a whole file.
        let position: ListPosition?
    }

    /// The record of an entry, as it is written beside what it is about.
    private struct Record: Codable {
        var title: String
        var source: String?
        var list: [String]?
        var index: Int?
        var key: String?
    }

    private static let archiveName = "note.data"
    private static let recordName = "entry.json"
    private static let photosName = "Photos"

    /// What is in the trash, by name. An entry that cannot be read is left out.
    package func entries() throws(EditingFailure) -> [Entry] {
        let names = try editing { () throws(FileError) in
            try LocalFiles.status(path) == nil
                ? [] : try LocalFiles.entries(of: path).filter { $0.kind == .folder }.map(\.name)
        }
        return names.compactMap { name in
            guard let bytes = try? LocalFiles.read("\(path)/\(name)/\(Self.recordName)"),
                let record = try? JSONDecoder().decode(Record.self, from: Data(bytes))
            else { return nil }
            let steps = (record.list ?? []).map { step in
                Int(step).map { ArchivePath.Step.index($0) }
                    ?? .key(step.hasPrefix(".") ? String(step.dropFirst()) : step)
            }
            var list = ArchivePath.root
            for step in steps { list = list.appending(step) }
            let isListed = record.index != nil || record.key != nil
            return Entry(
                name: name, title: record.title, source: record.source,
                position: isListed
                    ? ListPosition(list: list, index: record.index, key: record.key) : nil)
        }
    }

    /// Makes an entry.
    ///
    /// - Parameter archive: Of the note; nil for photos alone.
    func add(
        named name: String, title: String, source: String?, position: ListPosition?,
        archive: [UInt8]?
    ) throws(EditingFailure) -> Entry {
        var record = Record(title: title, source: source)
        record.index = position?.index
        record.key = position?.key
        record.list = position?.list.steps.map { step in
            switch step {
            case .index(let index): String(index)
            case .key(let key): "." + key
            case .nested: ""
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(record) else {
            throw EditingFailure("The trash cannot be written: its record is no JSON.")
        }
        return try editing { () throws(FileError) in
            try LocalFiles.makeFolder(path)
            let free = try freeName(name, "", in: path)
            let folder = path + "/" + free
            try LocalFiles.makeFolder(folder)
            if let archive {
                try LocalFiles.replaceDurably(folder + "/" + Self.archiveName, archive)
            }
            try LocalFiles.replaceDurably(folder + "/" + Self.recordName, Array(json))
            return Entry(name: free, title: title, source: source, position: position)
        }
    }

    /// Keeps a photo's file, under the name that it has.
    func keepCopy(ofFile file: String, in entry: Entry) throws(EditingFailure) {
        try editing { () throws(FileError) in
            let notes = LocalFiles.folder(of: path)
            let name = String(decoding: file.utf8.dropFirst(notes.utf8.count + 1), as: UTF8.self)
            let kept = "\(path)/\(entry.name)/\(Self.photosName)/\(name)"
            try LocalFiles.makeFolder(LocalFiles.folder(of: kept))
            try LocalFiles.copy(file, to: kept)
            try OpenFile(kept).synchronize()
        }
    }

    /// Keeps a photo that lies within an archive.
    func keepCopy(
        of stored: StoredBytes, named name: String?, in entry: Entry
    ) throws(EditingFailure) {
        try editing { () throws(FileError) in
            let folder = "\(path)/\(entry.name)/\(Self.photosName)/Photos"
            try LocalFiles.makeFolder(folder)
            var prefix: [UInt8] = []
            try stored.forEachChunk { chunk throws(FileError) in
                if prefix.isEmpty { prefix = Array(chunk.prefix(32)) }
            }
            let kind = PhotoKind(prefix: prefix)?.fileExtension ?? "bin"
            let free = try freeName(
                name.map { $0 } ?? entry.name, name == nil ? kind : "", in: folder)
            try stored.copy(to: folder + "/" + free)
            try OpenFile(folder + "/" + free).synchronize()
        }
    }

    /// The archive of an entry; nil for photos alone.
    func archive(of entry: Entry) throws(EditingFailure) -> [UInt8]? {
        try editing { () throws(FileError) in
            let file = "\(path)/\(entry.name)/\(Self.archiveName)"
            return try LocalFiles.status(file) == nil ? nil : try LocalFiles.read(file)
        }
    }

    /// The photos of an entry: where each was below the notes folder, and where it is kept.
    func photos(of entry: Entry) throws(EditingFailure) -> [(name: String, path: String)] {
        try editing { () throws(FileError) in
            let root = "\(path)/\(entry.name)/\(Self.photosName)"
            guard try LocalFiles.status(root) != nil else { return [] }
            var photos: [(name: String, path: String)] = []
            var folders = [""]
            while let prefix = folders.popLast() {
                for item in try LocalFiles.entries(of: root + "/" + prefix) {
                    if item.kind == .folder {
                        folders.append(prefix + item.name + "/")
                    } else {
                        photos.append((prefix + item.name, root + "/" + prefix + item.name))
                    }
                }
            }
            return photos
        }
    }

    func remove(_ entry: Entry) throws(EditingFailure) {
        try editing { () throws(FileError) in try LocalFiles.remove(path + "/" + entry.name) }
    }
}
