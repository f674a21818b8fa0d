import LocalFiles
package import NoteArchives
import NoteModel
package import Platform

/// The hidden folder of a notes folder for deleted and replaced notes. An entry is a folder with
/// the archive of a note or a card, files of photos, and a record of their original locations.
package struct NotesTrash: Sendable {
    /// The name of the trash in a notes folder.
    static let folderName = ".trash"

    /// The absolute path of the trash.
    let path: String

    package init(of folder: NotesFolder) {
        path = folder.path + "/" + Self.folderName
    }

    /// An item that can be restored.
    package struct Entry: Sendable {
        /// The name of the entry's folder.
        package let name: String
        /// True if the entry contains a note or a card, and not just photos.
        package let hasNote: Bool
        fileprivate let record: Record

        package var title: String { record.title }
        /// The path of the original file below the notes folder; nil if the note is restored to a
        /// new file.
        package var sourceName: String? { record.source }
        /// The original position in that file; nil for a whole file.
        var position: ListPosition? {
            guard record.index != nil || record.key != nil else { return nil }
            return ListPosition(list: record.list ?? .root, index: record.index, key: record.key)
        }
        /// The references to other objects of that file.
        var links: [OutwardReference] { record.links ?? [] }
        /// True if the entry contains a card of a deck.
        package var isCard: Bool { record.isCard ?? false }
        /// The change that replaced this version of a note or a card; nil for a deleted one.
        var replacement: Replacement? { record.replacement }
        /// The file that hides this note of a database or a document, which itself is never written;
        /// nil for any other entry.
        var hiding: Hiding? { record.hiding }
        /// The time of the entry; nil if it was made by an earlier version of the program.
        package var date: Date? { record.date }

        /// True for a version that was replaced, and false for a deleted note or card.
        package var isEarlierVersion: Bool { replacement != nil }
        /// The title of the note, or the question of the card, that replaced this version; nil for
        /// a deleted one.
        package var replacementTitle: String? { replacement?.texts.first }
    }

    /// The file that hides a note of a source that is never written.
    struct Hiding: Sendable, Codable {
        /// The name of the file.
        var file: String
        /// The position of the note among those of its source that were shown.
        var rank: Int?
    }

    /// The note or card that replaced an earlier version, with what is needed to find it again.
    struct Replacement: Sendable, Codable {
        /// The position of the note in its file, or of the card in its deck, from 0.
        var index: Int
        /// The title of the note, or question and answer of the card, after the change.
        var texts: [String]
        /// An identifier that all versions of one note or card share; nil in entries of earlier
        /// versions of the program.
        var lineage: String?
        /// The lines of the record of merged marks in which this version of a deck differs; nil for
        /// any other change.
        var marks: [String]?
        /// True if this version of a deck contains these marks, and the present one does not.
        var hasMarks: Bool?
    }

    /// The record of an entry, as stored in its folder.
    fileprivate struct Record: Codable, Sendable {
        var title: String
        var source: String?
        var list: ArchivePath?
        var index: Int?
        var key: String?
        var links: [OutwardReference]?
        var isCard: Bool?
        var replacement: Replacement?
        var hiding: Hiding?
        var date: Date?
    }

    static let archiveName = "note.data"
    private static let recordName = "entry.json"
    private static let photosName = "Photos"

    /// Returns the entries of the trash, sorted by name.
    ///
    /// - Throws: ``FileError`` if the trash cannot be listed.
    package func entries() throws -> [Entry] {
        let names =
            try LocalFiles.status(path) == nil
            ? []
            : try LocalFiles.entries(of: path).filter {
                $0.kind == .folder && !LocalFiles.isTemporaryName($0.name)
            }.map(\.name)
        return names.map { name in
            let record = (try? LocalFiles.read("\(path)/\(name)/\(Self.recordName)"))
                .flatMap { try? Self.decoder.decode(Record.self, from: Data($0)) }
            // An entry without a record can still be restored, to a file of its own.
            let hasNote = [Self.archiveName, StoredDifference.fileName].contains {
                (try? LocalFiles.status("\(path)/\(name)/\($0)")) != .some(nil)
            }
            return Entry(name: name, hasNote: hasNote, record: record ?? Record(title: name))
        }
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }

    /// Encodes records so that people can read them.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Returns the lineage of a note or a card that is about to be replaced: the one shared with
    /// its earlier versions, or a new one.
    ///
    /// - Parameters:
    ///   - texts: The present title of the note, or question and answer of the card.
    ///   - index: The present position of the note in its file, or of the card in its deck, from 0.
    func lineage(
        of texts: [String], at index: Int, in source: String, isCard: Bool
    ) throws -> String {
        let known = try entries().filter {
            $0.sourceName == source && $0.isCard == isCard && $0.replacement?.texts == texts
        }
        let nearest = known.filter { $0.replacement?.index == index }
        return Self.newest(nearest.isEmpty ? known : nearest)?.replacement?.lineage
            ?? UUID().uuidString
    }

    /// Returns the most recent replacement of a lineage.
    func lastReplacement(of replacement: Replacement) throws -> Replacement {
        guard let lineage = replacement.lineage else { return replacement }
        let versions = try entries().filter { $0.replacement?.lineage == lineage }
        return Self.newest(versions)?.replacement ?? replacement
    }

    private static func newest(_ entries: [Entry]) -> Entry? {
        entries.max { ($0.date ?? .distantPast) < ($1.date ?? .distantPast) }
    }

    /// Returns the position that a note had before other notes of its list went to the trash.
    func original(_ position: ListPosition?, in source: String) throws -> ListPosition? {
        guard var position, var index = position.index else { return position }
        for gone in try indices(in: source, position.list).sorted() where gone <= index {
            index += 1
        }
        position.index = index
        return position
    }

    /// Returns the position at which the note of an entry belongs while other notes of its list are
    /// in the trash.
    func current(_ entry: Entry) throws -> ListPosition? {
        guard let source = entry.sourceName, var position = entry.position,
            let index = position.index
        else { return entry.position }
        position.index = index - (try indices(in: source, position.list).count { $0 < index })
        return position
    }

    private func indices(in source: String, _ list: ArchivePath) throws -> [Int] {
        // An earlier version leaves no gap in the list.
        try entries()
            .filter {
                $0.sourceName == source && $0.position?.list == list && !$0.isEarlierVersion
            }
            .compactMap { $0.position?.index }
    }

    /// Adds an entry, completely or not at all.
    ///
    /// - Parameters:
    ///   - archive: The archive of the note or card.
    ///   - files: Photos that are files of the notes folder.
    ///   - replacement: The change that replaced the note or card; nil if it is deleted.
    ///   - hiding: What is about to hide the note; nil for any other.
    func add(
        named name: String, title: String, source: String?, position: ListPosition?,
        links: [OutwardReference] = [], isCard: Bool = false, archive: [UInt8],
        files: [String] = [], replacement: Replacement? = nil, hiding: Hiding? = nil
    ) throws -> Entry {
        let record = Record(
            title: title, source: source, list: position?.list, index: position?.index,
            key: position?.key, links: links.isEmpty ? nil : links, isCard: isCard ? true : nil,
            replacement: replacement, hiding: hiding, date: Date())
        guard let json = try? Self.encoder.encode(record) else {
            throw UserError("The trash cannot be written: its record is not JSON.")
        }
        let entry = Entry(name: try freeEntryName(name), hasNote: true, record: record)
        let folder = path + "/" + entry.name
        let staging = LocalFiles.hiddenPath(beside: folder)
        do {
            try LocalFiles.remove(staging)
            try LocalFiles.makePrivateFolder(staging)
            try LocalFiles.replaceDurably(staging + "/" + Self.recordName, bytes: Array(json))
            for file in files { try keepCopy(ofFile: file, in: staging) }
            try write(archive, to: staging, base: base(of: entry, archive: archive))
            try LocalFiles.rename(staging, to: folder)
            try OpenFile(path).synchronize()
        } catch {
            try? LocalFiles.remove(staging)
            throw error
        }
        return entry
    }

    /// Creates the trash if it does not exist, and returns a name that no entry has.
    private func freeEntryName(_ name: String) throws -> String {
        try makeOwnFolder(path)
        return try freeName(name, fileExtension: "", in: path)
    }

    /// Copies the file of a photo into an entry, under its path below the notes folder.
    private func keepCopy(ofFile file: String, in folder: String) throws {
        let notes = LocalFiles.folder(of: path)
        let name = String(decoding: file.utf8.dropFirst(notes.utf8.count + 1), as: UTF8.self)
        let kept = "\(folder)/\(Self.photosName)/\(name)"
        try LocalFiles.makeFolder(LocalFiles.folder(of: kept))
        try LocalFiles.copy(file, to: kept)
        try OpenFile(kept).synchronize()
        try OpenFile(LocalFiles.folder(of: kept)).synchronize()
    }

    /// Returns the photos of an entry: their original paths below the notes folder, and the
    /// absolute paths of the copies.
    func photos(of entry: Entry) throws -> [(name: String, path: String)] {
        let root = "\(path)/\(entry.name)/\(Self.photosName)"
        guard try LocalFiles.status(root) != nil else { return [] }
        var photos: [(name: String, path: String)] = []
        var folders = [""]
        while let prefix = folders.popLast() {
            for item in try LocalFiles.entries(of: root + "/" + prefix) {
                if item.kind == .folder {
                    folders.append(prefix + item.name + "/")
                } else if item.kind == .file {
                    photos.append((prefix + item.name, root + "/" + prefix + item.name))
                }
            }
        }
        return photos
    }

    func remove(_ entry: Entry) throws {
        try remove(entry, versions: try versionsByBase()[entry.name] ?? [])
    }

    /// Deletes entries for good.
    ///
    /// A note or card that is deleted for good no longer leaves a gap in its file, so the positions
    /// of the file's other entries are corrected first.
    ///
    /// - Throws: ``FileError`` if the trash cannot be read or changed.
    package func purge(_ gone: [Entry]) throws {
        struct List: Hashable {
            let source: String
            let path: ArchivePath
        }
        func place(_ entry: Entry) -> (list: List, index: Int)? {
            guard let source = entry.sourceName, let position = entry.position,
                let index = position.index
            else { return nil }
            return (List(source: source, path: position.list), index)
        }
        var gaps: [List: [Int]] = [:]
        for entry in gone where !entry.isEarlierVersion {
            if let place = place(entry) { gaps[place.list, default: []].append(place.index) }
        }
        let names = Set(gone.map(\.name))
        if !gaps.isEmpty {
            for entry in try entries() where !names.contains(entry.name) {
                guard let place = place(entry), let gaps = gaps[place.list] else { continue }
                let before = gaps.count { $0 < place.index }
                if before > 0 { try move(entry, to: place.index - before) }
            }
        }
        let versions = try versionsByBase().mapValues { $0.filter { !names.contains($0.name) } }
        for entry in gone { try remove(entry, versions: versions[entry.name] ?? []) }
    }

    /// Records another position of an entry in its file.
    private func move(_ entry: Entry, to index: Int) throws {
        var record = entry.record
        record.index = index
        guard let json = try? Self.encoder.encode(record) else { return }
        try LocalFiles.replaceDurably(
            "\(path)/\(entry.name)/\(Self.recordName)", bytes: Array(json))
    }
}
