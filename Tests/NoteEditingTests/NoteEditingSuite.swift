import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// The parts that suites which change notes share.
protocol NoteEditingSuite {
    var folder: TemporaryFolder { get }
}

extension NoteEditingSuite {
    var picture: [UInt8] { PNGPicture.quarters(width: 4, height: 2) }
    var later: Date { Date(timeIntervalSinceReferenceDate: 500) }
    var strokes: [Stroke] {
        [
            Stroke(
                points: [Point(x: 1, y: 2), Point(x: 3.5, y: 4)], width: 2.5, colour: "#0b57d0"),
            Stroke(points: [Point(x: 3, y: 3)], width: 8, colour: "#000000ff", isEraser: true),
        ]
    }

    /// Returns all notes of the folder as a run reads them now, decks without cards among them.
    func notes(in path: String? = nil) throws -> [Note] {
        let notes = try NotesFolder(path ?? folder.path)
        let reader = SourceReader(folder: notes)
        return EmptyDecks.found(in: notes.sources.map { reader.read($0) }, of: notes)
            .flatMap(\.notes).sorted { $0.id < $1.id }
    }

    func editor(of path: String? = nil) throws -> NotesEditor {
        try NotesEditor(
            path ?? folder.path, notebook: Notebook(title: "", notes: try notes(in: path)),
            isComplete: true, reading: ReadingOptions())
    }

    func id(_ title: String, in path: String? = nil) throws -> NoteID {
        try #require(try notes(in: path).first { $0.title == title }).id
    }

    /// Changes a note, from opening to saving it.
    ///
    /// - Parameters:
    ///   - photos: The photos that it is to have; nil to leave them as they are.
    ///   - name: The name of the earlier version in the trash.
    func save(
        _ title: String = "T", photos: [EditedMedium]? = nil, named name: String = "t",
        change: (inout NoteDraft) throws -> Void = { _ in }
    ) throws {
        let editor = try editor()
        var draft = try editor.draft(of: id(title))
        try change(&draft)
        if let photos {
            try editor.save(draft, media: EditedMedia(photos: photos), named: name)
        } else {
            try editor.save(draft, named: name)
        }
    }

    /// Restores an entry of the trash, the first one without a name, and returns its file.
    @discardableResult
    func restore(_ name: String? = nil, in path: String? = nil) throws -> String? {
        let editor = try editor(of: path)
        return try editor.restore(
            try #require(try editor.trash.entries().first { name == nil || $0.name == name }))
    }

    func contents(_ photo: Medium) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try photo.stored?.forEachChunk { bytes += Array($0) }
        return bytes
    }
}

// MARK: - Archives of apps

extension NoteEditingSuite {
    /// Returns an archive of some app: three notes in a list, with keys and fields of its own.
    func list(_ titles: [String] = ["One", "Two", "Three"]) -> [UInt8] {
        var writer = ArchiveEditor()
        let notes = titles.map { title in
            writer.object(
                "Shop.Memo", superclasses: ["Base", "NSObject"],
                fields: [
                    ("noteTitle", writer.string(title)),
                    ("content", writer.string("Text of \(title)")),
                    ("updatedAt", writer.date(10)), ("isPinned", .bool(true)),
                    ("images", writer.array([writer.data(picture)])),
                ])
        }
        return writer.archive(rootArray: notes)
    }

    /// Returns an archive of one object with texts and data.
    func object(
        _ texts: KeyValuePairs<String, String>, data: KeyValuePairs<String, [UInt8]> = [:]
    ) -> [UInt8] {
        var writer = ArchiveEditor()
        let fields =
            texts.map { ($0.key, writer.string($0.value)) }
            + data.map { ($0.key, writer.data($0.value)) }
        return writer.archive(root: "Note", superclasses: [], fields: fields)
    }

    /// Writes cards of an app's class, with keys of its own and an additional field.
    func writeDeck(
        _ name: String = "Deck.archive", questions: [String] = ["One", "Two", "Three"]
    ) throws {
        var writer = ArchiveEditor()
        let cards = questions.map { question in
            writer.object(
                "Shop.FlashCard", superclasses: ["Base", "NSObject"],
                fields: [
                    ("Question", writer.string(question)),
                    ("Answer", writer.string("A \(question)")), ("RightCount", .integer(1)),
                    ("WrongCount", writer.number(2)), ("isStarred", .bool(true)),
                ])
        }
        try folder.write(writer.archive(rootArray: cards), to: name)
    }

    /// Writes a property list without an object table.
    func write(
        _ list: Any, as format: PropertyListSerialization.PropertyListFormat, to name: String
    ) throws {
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: list, format: format, options: 0)
        try folder.write(Array(bytes), to: name)
    }

    /// Returns the dictionaries of a property list, which has to be XML.
    func dictionaries(inXML name: String) throws -> [[String: String]]? {
        var format = PropertyListSerialization.PropertyListFormat.binary
        let list = try PropertyListSerialization.propertyList(
            from: Data(folder.bytes(name)), format: &format)
        #expect(format == .xml)
        return list as? [[String: String]]
    }

    func archive(_ name: String) throws -> KeyedArchive {
        try KeyedArchive(ArchiveBytes(folder.bytes(name)))
    }

    /// Returns the deck of the folder.
    var deck: Note { get throws { try #require(try notes().first { $0.deck != nil }) } }
}

/// Returns a file of marks as a page of a deck saves it, with a key that is not known.
func marksFile(
    _ cards: String = "", id: String = "f", format: String = "notebinder-study", version: Int = 1
) -> String {
    """
    {"format":"\(format)","version":\(version),"id":"\(id)","deck":{"id":"d","title":"T"},\
    "cards":[\(cards)],"more":1}
    """
}

extension EditedMedium {
    static func new(_ name: String, bytes: [UInt8], caption: String? = nil) -> EditedMedium {
        EditedMedium(NewMedium(name: name, bytes: bytes), caption: caption)
    }
}

extension KeyedArchive {
    /// The objects in the list that is the root, or the root alone.
    var instances: [ArchivedInstance] {
        get throws {
            let root = try #require(root)
            return try (array(root) ?? [root]).map { value in
                guard case .instance(let instance) = try object(value) else {
                    throw ArchiveError(.badObject("\(value) is no object"))
                }
                return instance
            }
        }
    }
}
