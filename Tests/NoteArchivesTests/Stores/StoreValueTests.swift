import FileFormats
import KeyedArchives
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Pictures and texts in columns of Core Data stores, whatever their form and name.
@Suite(.tags(.fast))
struct StoreValueTests {
    private let folder: TemporaryFolder
    private static let pictures = [
        PNGPicture.quarters(width: 8, height: 4), PNGPicture.quarters(width: 4, height: 8),
    ]

    init() throws { folder = try TemporaryFolder(isInMemory: true) }

    /// Returns what is read, with the folder, which keeps the pictures as long as it exists.
    private func read(
        _ column: String, _ value: SQLiteValue
    ) throws -> (SourceOutcome, NotesFolder) {
        try MadeStore.write(
            to: folder.path + "/Store", entities: [("Note", 0)],
            statements: [
                SQLiteStatement(
                    "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR, \(column) BLOB)"
                ),
                SQLiteStatement("INSERT INTO ZNOTE VALUES (1, 1, 'A', ?)", values: [value]),
            ])
        let notes = try NotesFolder(folder.path)
        return (SourceReader(folder: notes).read(try #require(notes.sources.first)), notes)
    }

    @Test(arguments: ["data", "image", "list", "images"])
    func findsPicturesInEachForm(form: String) throws {
        var writer = ArchiveEditor()
        func image(_ picture: [UInt8]) -> ArchiveEditor.Value {
            let data = writer.data(picture)
            return writer.object(
                "UIImage", superclasses: ["NSObject"], fields: [("UIImageData", data)])
        }
        var expected = Self.pictures
        let value: [UInt8]
        switch form {
        case "data":
            expected.removeLast()
            value = expected[0]
        case "image":
            expected.removeLast()
            let root = image(expected[0])
            value = writer.archive(top: [("root", root)])
        case "list":
            let members = expected.map { writer.data($0) }
            value = writer.archive(rootArray: members)
        default:
            let members = expected.map { image($0) }
            value = writer.archive(rootArray: members)
        }
        let (outcome, notes) = try read("ZPHOTOS", .data(value))
        let note = try #require(outcome.notes.first)
        let found = withExtendedLifetime(notes) {
            note.photos.map { $0.stored?.prefix(10_000) }
        }
        #expect(found == expected)
        #expect(outcome.diagnostics == [])
    }

    @Test func takesTheTextFromAColumnThatIsNotKnown() throws {
        let (outcome, _) = try read("ZSCRIBBLE", .data(Array("Walnut".utf8)))
        #expect(outcome.notes.map(\.body) == ["Walnut"])
        #expect(outcome.diagnostics.map(\.identifier) == [.takenForNote])
        #expect(outcome.diagnostics.first?.suggestion.contains("SCRIBBLE: body") == true)
    }

    @Test func keepsDataThatIsNoTextAmongTheOtherFields() throws {
        let (outcome, _) = try read("ZSCRIBBLE", .data([0, 1, 2]))
        #expect(outcome.notes.first?.otherFields.map(\.key) == ["ZSCRIBBLE"])
        #expect(outcome.notes.first?.body == "" && outcome.diagnostics == [])
    }
}
