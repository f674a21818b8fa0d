import LocalFiles
import NoteArchives
import Platform

/// The form of the cards of a deck that has lost its last one.
struct RememberedDeck: Codable {
    /// The class of the cards; nil for dictionaries.
    let className: String?
    let keys: CardKeys

    /// The form in which this program archives cards of its own.
    static let standard = RememberedDeck(className: "FlashCard", keys: .standard)
}

/// The forms of cards of decks without any, by source. An empty list shows neither that it is a
/// deck nor how its cards are archived.
struct RememberedDecks {
    private(set) var decks: [String: RememberedDeck]
    private let folder: NotesFolder

    /// An entry of the record; `deck` is nil if it is invalid, and it is skipped.
    private struct Entry: Decodable {
        let deck: RememberedDeck?

        init(from decoder: any Decoder) {
            deck = try? RememberedDeck(from: decoder)
        }
    }

    init(_ folder: NotesFolder) {
        self.folder = folder
        let bytes = try? folder.studyRecord(named: Self.name)
        let known = bytes.flatMap {
            try? JSONDecoder().decode([String: Entry].self, from: Data($0))
        }
        decks = (known ?? [:]).compactMapValues(\.deck)
    }

    private static let name = "decks.json"

    /// Records how the cards of a deck are archived, for a time when it has none.
    ///
    /// - Parameter source: Path of the deck's file below the notes folder.
    func remember(_ deck: RememberedDeck, as source: String) throws {
        var decks = decks
        decks[source] = deck
        guard let json = try? NotesTrash.encoder.encode(decks) else { return }
        try folder.writeStudyRecord(named: Self.name, Array(json))
    }
}

/// Access to the hidden folder for records of studying.
extension NotesFolder {
    /// The maximum size of a record in bytes; far more than any number of decks needs.
    private static let maximumRecordLength = 4 << 20

    /// The name of the folder of the records of studying in a notes folder.
    static let studyFolderName = ".study"

    private var studyRecords: String { path + "/" + Self.studyFolderName }

    /// Returns the bytes of a record; nil if it does not exist.
    ///
    /// - Throws: ``FileError`` if it cannot be read, is too large, or is a symbolic link.
    func studyRecord(named name: String) throws -> [UInt8]? {
        let file = studyRecords + "/" + name
        guard let status = try LocalFiles.status(file) else { return nil }
        // A symbolic link would lead elsewhere.
        guard status.isFile, status.size <= Self.maximumRecordLength,
            LocalFiles.resolved(file) == file
        else { throw FileError(action: "use", path: file, code: FileError.notAllowed) }
        return try LocalFiles.read(file)
    }

    func writeStudyRecord(named name: String, _ bytes: [UInt8]) throws {
        try makeOwnFolder(studyRecords)
        try LocalFiles.replaceDurably(studyRecords + "/" + name, bytes: bytes)
    }
}
