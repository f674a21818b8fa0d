import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Archives of apps other than the one with NoteObj: class names, keys and containers.
@Suite(.tags(.fast))
struct AppArchiveTests: AppArchiveSuite {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    // The models of known apps, by the names of their classes and keys.
    @Test(arguments: [
        ("NoteObj", "title", "note"), ("Note", "title", "contents"),
        ("Note", "noteTitle", "noteBody"),
        ("notiaryNote", "noteTitle", "noteBody"), ("NoteData", "title", "text"),
        ("MLNoteModel", "noteTitleKey", "noteBodyKey"), ("MEMDataItem", "title", "text"),
        ("TextData", "Title", "Note"), ("Note", "name", "text"), ("Image", "title", "note"),
        ("Record", "name", "text"), ("note", "titleKey", "contentKey"),
        ("Diary", "diaryTitle", "diaryContent"), ("memo", "titleKey", "contetntKey"),
        ("Note", "noteName", "noteContents"), ("Note", "note_name", "noteText"),
        ("NoteModel", "kNoteTitle", "kRenderedNote"), ("Note", "title", "descriptions"),
        ("Note", "m_title", "m_text"), ("Note", "_title", "_body"),
        ("App.Note", "TITLE", "BODY_KEY"),
        ("_TtC5MyApp5Entry", "title", "bodyText"), ("Entry", "title", "descript"),
        ("SomethingElse", "title", "entry"),
    ])
    func findsTitleAndText(className: String, title: String, body: String) throws {
        var writer = ArchiveEditor()
        let note = object(
            className, texts: [(title, "A title"), (body, "A\ntext")], writer: &writer)
        let outcome = try read(writer.archive(rootArray: [note]))
        #expect(outcome.notes.map(\.title) == ["A title"])
        #expect(outcome.notes.map(\.body) == ["A\ntext"])
        #expect(outcome.notes.first?.otherFields == [])
    }

    @Test(arguments: ["Note", "HWNote", "Thing"]) func takesTheFirstLineForATitle(name: String)
        throws
    {
        var writer = ArchiveEditor()
        let note = object(name, texts: [("content", "First line\nand more")], writer: &writer)
        let outcome = try read(writer.archive(rootArray: [note]))
        #expect(outcome.notes.map(\.title) == ["First line"])
        #expect(outcome.notes.first?.hasOwnTitle == false)
        #expect(outcome.diagnostics.map(\.identifier) == (name == "Thing" ? [.takenForNote] : []))
    }

    @Test func takesALongTextUnderTheTitleForTheText() throws {
        var writer = ArchiveEditor()
        let note = object("Note", texts: [("title", "All of it\nstands here")], writer: &writer)
        let read = try #require(try read(writer.archive(rootArray: [note])).notes.first)
        #expect(read.title == "All of it")
        #expect(read.body == "All of it\nstands here")
    }

    @Test func keepsWhatIsNotOfTheNoteBesideIt() throws {
        var writer = ArchiveEditor()
        let tags = writer.array([writer.string("a"), writer.string("b")])
        let color = writer.object(
            "UIColor", superclasses: ["NSObject"],
            fields: [("UIRed", .float(1)), ("UIGreen", .float(0)), ("UIBlue", .float(0))])
        let texts = ["T", "long text", "short", "id-7"].map { writer.string($0) }
        let note = writer.object(
            "Note", superclasses: ["NSObject"],
            fields: [
                ("title", texts[0]), ("text", texts[1]),
                ("note", texts[2]), ("tags", tags), ("color", color),
                ("isPrivate", .bool(true)), ("latitude", .real(1.5)), ("nothing", .null),
                ("noteId", texts[3]), ("blob", .data([1, 2, 3])),
            ])
        let read = try #require(try read(writer.archive(rootArray: [note])).notes.first)
        #expect(read.body == "long text")
        #expect(read.identifier == "id-7")
        #expect(
            read.otherFields == [
                .init("note", value: .string("short")),
                .init("tags", value: .array([.string("a"), .string("b")])),
                .init("color", value: .string("#ff0000")), .init("isPrivate", value: .bool(true)),
                .init("latitude", value: .real(1.5)),
                .init(
                    "blob", value: .object([("$data", .integer(3)), ("base64", .string("AQID"))])),
            ])
    }

    // MARK: Containers

    private enum Container: String, CaseIterable, CustomTestStringConvertible {
        case array, set, numberedArray, numberedSet, dictionary, wrapper, wrapperInDictionary
        case otherTop, nested, nestedInWrapper, several
        var testDescription: String { rawValue }
    }

    @Test(arguments: Container.allCases) private func findsNotes(in container: Container) throws {
        var writer = ArchiveEditor()
        let notes = (1...3).map { number in
            object("Note", texts: [("title", "Note \(number)"), ("text", "text")], writer: &writer)
        }
        func numbered(_ members: [ArchiveEditor.Value])
            -> [(String, ArchiveEditor.Value)]
        {
            members.enumerated().map { ("NS.object.\($0)", $1) }
        }
        let bytes: [UInt8]
        switch container {
        case .array: bytes = writer.archive(rootArray: notes)
        case .set:
            bytes = writer.archive(
                root: "NSSet", superclasses: ["NSObject"], fields: [("NS.objects", .list(notes))]
            )
        case .numberedArray:
            bytes = writer.archive(
                root: "NSMutableArray", superclasses: ["NSArray"], fields: numbered(notes))
        case .numberedSet:
            bytes = writer.archive(root: "NSOrderedSet", superclasses: [], fields: numbered(notes))
        case .dictionary:
            let keys = [2, 10, 1].map { writer.string("key \($0)") }
            let inOrder = [notes[1], notes[2], notes[0]]
            bytes = writer.archive(
                root: "NSMutableDictionary", superclasses: ["NSDictionary"],
                fields: [("NS.keys", .list(keys)), ("NS.objects", .list(inOrder))])
        case .wrapper:
            let list = writer.array(notes)
            bytes = writer.archive(
                root: "NoteCollection", superclasses: ["NSObject"],
                fields: [("version", .integer(3)), ("collection", list)])
        case .wrapperInDictionary:
            let list = writer.array(notes)
            let pairs = [(key: writer.string("notes"), value: list)]
            let dictionary = writer.dictionary(pairs)
            bytes = writer.archive(
                root: "AppData", superclasses: [], fields: [("state", dictionary)])
        case .otherTop:
            let list = writer.array(notes)
            bytes = writer.archive(top: [("Note", list)])
        case .several:
            bytes = writer.archive(
                top: [
                    ("$2", notes[2]), ("$0", notes[0]), ("$1", notes[1]),
                ])
        case .nested, .nestedInWrapper:
            let inner = writer.archive(rootArray: notes)
            var outer = ArchiveEditor()
            let data = outer.data(inner)
            bytes =
                container == .nested
                ? outer.archive(rootArray: [data])
                : outer.archive(
                    root: "Defaults", superclasses: [], fields: [("goatNoteArray", data)])
        }
        try expectThreeNotes(bytes)
    }

    private func expectThreeNotes(_ bytes: [UInt8]) throws {
        let outcome = try read(bytes)
        #expect(outcome.notes.map(\.title) == ["Note 1", "Note 2", "Note 3"])
        #expect(outcome.diagnostics.isEmpty)
        #expect(Set(outcome.notes.map(\.id)).count == 3)
    }

    @Test func takesTheTopItselfForANote() throws {
        var writer = ArchiveEditor()
        let title = writer.string("At the top")
        let text = writer.string("Body")
        let outcome = try read(
            writer.archive(
                top: [
                    ("title", title), ("text", text), ("date", .real(86_400)),
                    ("isDone", .bool(false)),
                ]))
        #expect(outcome.notes.map(\.title) == ["At the top"])
        #expect(outcome.notes.first?.created == Date(timeIntervalSinceReferenceDate: 86_400))
    }

    @Test(arguments: ["binary", "xml", "json"]) func readsPlainLists(form: String) throws {
        let base64 = Data(picture).base64EncodedString()
        let notes: [[String: Any]] = [
            ["title": "One", "text": "a", "timestamp": "2014-07-09T14:05:00Z", "image": base64],
            ["title": "Two", "text": "b", "tags": ["x"]],
        ]
        let data =
            form == "json"
            ? try JSONSerialization.data(withJSONObject: ["notes": notes])
            : try PropertyListSerialization.data(
                fromPropertyList: notes, format: form == "xml" ? .xml : .binary, options: 0)
        let outcome = try read(Array(data), as: "notes.plist")
        #expect(outcome.notes.map(\.title) == ["One", "Two"])
        #expect(outcome.notes.first?.created != nil)
        #expect(outcome.diagnostics.isEmpty)
        let stored = try #require(outcome.notes.first?.photos.first?.stored)
        var bytes: [UInt8] = []
        try stored.forEachChunk { bytes += Array($0) }
        #expect(bytes == picture)
    }

    @Test func joinsTheFilesOfADocumentPackage() throws {
        var text = ArchiveEditor()
        let texts = [("Title", "A package"), ("Note", "Its text")].map {
            ($0.0, text.string($0.1))
        }
        var photo = ArchiveEditor()
        let data = photo.data(picture)
        try folder.write(
            text.archive(root: "TextData", superclasses: [], fields: texts), to: "A.ptk/text.data")
        try folder.write(
            photo.archive(root: "PhotoData", superclasses: [], fields: [("Photo", data)]),
            to: "A.ptk/photo.data")
        let notes = try NotesFolder(folder.path)
        let reader = SourceReader(folder: notes)
        let outcomes = DocumentPackages.joined(notes.sources.map { reader.read($0) })
        #expect(outcomes.flatMap(\.notes).map(\.title) == ["A package"])
        #expect(outcomes.flatMap(\.notes).first?.photos.count == 1)
        #expect(outcomes.flatMap(\.diagnostics).isEmpty)
        #expect(outcomes.flatMap(\.unread).isEmpty)
    }

    @Test func tellsWhatIsMissingOfADocumentPackage() throws {
        var text = ArchiveEditor()
        let title = text.string("A package")
        var photo = ArchiveEditor()
        let name = photo.string("Paper")
        let image = photo.object(
            "UIImage", superclasses: ["NSObject"], fields: [("UIImageName", name)])
        let photos = photo.array([photo.data(picture), image])
        try folder.write(
            text.archive(root: "TextData", superclasses: [], fields: [("Note", title)]),
            to: "A.ptk/text.data")
        try folder.write(
            photo.archive(root: "PhotoData", superclasses: [], fields: [("Photos", photos)]),
            to: "A.ptk/photo.data")
        let notes = try NotesFolder(folder.path)
        let reader = SourceReader(folder: notes)
        let alone = notes.sources.map { reader.read($0) }
        let joined = DocumentPackages.joined(alone)
        #expect(joined.flatMap(\.notes).first?.photos.count == 1)
        #expect(joined.flatMap(\.diagnostics).map(\.origin.source) == ["A.ptk/photo.data"])
    }

    @Test func readsANoteWithinAnObjectOfItsOwn() throws {
        var writer = ArchiveEditor()
        let inner = object(
            "NapkinData", texts: [("title", "Napkin"), ("engText", "text")], writer: &writer)
        let image = writer.data(picture)
        let outer = writer.object(
            "NapkinDoc", superclasses: ["NSObject"],
            fields: [("data", inner), ("fullImage", image)])
        let outcome = try read(writer.archive(rootArray: [outer]))
        #expect(outcome.notes.map(\.title) == ["Napkin"])
        #expect(outcome.notes.first?.photos.count == 1)
    }

    @Test func takesAnEmptyFolderOfNotesForOne() throws {
        var writer = ArchiveEditor()
        let note = object("Note", texts: [("title", "T"), ("text", "x")], writer: &writer)
        let folders = [[], [note]].map { notes in
            writer.object(
                "Folder", superclasses: ["NSObject"],
                fields: [
                    ("name", writer.string("F")),
                    ("notes", writer.array(notes)),
                ])
        }
        let outcome = try read(writer.archive(rootArray: folders))
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.notes.first?.otherFields == [.init("folder", value: .string("F"))])
        #expect(outcome.diagnostics.isEmpty)
        var alone = ArchiveEditor()
        let list = alone.array([])
        let empty = try read(
            alone.archive(root: "Store", superclasses: [], fields: [("notes", list)]))
        #expect(empty.notes.isEmpty && empty.diagnostics.isEmpty)
    }

    @Test func keepsTheNamesOfFoldersWithinFolders() throws {
        var writer = ArchiveEditor()
        func folder(_ name: String, _ members: [ArchiveEditor.Value]) -> ArchiveEditor.Value {
            writer.object(
                "Folder", superclasses: ["NSObject"],
                fields: [
                    ("name", writer.string(name)),
                    ("notes", writer.array(members)),
                ])
        }
        let plain = object("Note", texts: [("title", "A"), ("text", "x")], writer: &writer)
        let own = object(
            "Note", texts: [("title", "B"), ("text", "y"), ("folder", "mine")], writer: &writer)
        let outer = folder("Home", [plain, folder("Kitchen", [own])])
        let outcome = try read(writer.archive(rootArray: [outer]))
        #expect(
            outcome.notes.map(\.otherFields) == [
                [.init("folder", value: .string("Home"))],
                [
                    .init("folder", value: .string("mine")),
                    .init("folder_", value: .string("Home/Kitchen")),
                ],
            ])
        #expect(outcome.diagnostics.isEmpty)
    }

    @Test func keepsWhatIsNoNote() throws {
        var writer = ArchiveEditor()
        let note = object("Note", texts: [("title", "T"), ("text", "t")], writer: &writer)
        let other = object("Setting", texts: [("font", "Courier")], writer: &writer)
        let mixed = try read(writer.archive(rootArray: [note, other]), as: "mixed")
        #expect(mixed.notes.count == 1)
        #expect(mixed.diagnostics.map(\.identifier) == [.unknownClass])
        #expect(mixed.unread.map(\.place) == ["root[1]"])
        var alone = ArchiveEditor()
        let setting = object("Setting", texts: [("font", "Courier")], writer: &alone)
        let outcome = try read(alone.archive(rootArray: [setting]), as: "alone")
        #expect(outcome.notes.isEmpty)
        #expect(outcome.diagnostics.map(\.identifier) == [.noNoteInArchive])
        let text = String(
            decoding: try #require(outcome.unread.first).description.indented, as: UTF8.self)
        #expect(text.contains("\"$class\": \"Setting\"") && text.contains("\"font\": \"Courier\""))
    }

    @Test func doesAsItsOwnerSays() throws {
        var writer = ArchiveEditor()
        let strange = object(
            "Zettel", texts: [("Kopf", "Title"), ("Inhalt", "Text")], writer: &writer)
        let ignored = object("Setting", texts: [("title", "x"), ("text", "y")], writer: &writer)
        let bytes = writer.archive(rootArray: [strange, ignored])
        let vocabulary = ArchiveVocabulary(
            classes: ["Zettel": .note, "Setting": .ignored],
            keys: ["kopf": .title, "inhalt": .body])
        let outcome = try read(bytes, reading: ReadingOptions(vocabulary: vocabulary))
        #expect(outcome.notes.map(\.title) == ["Title"])
        #expect(outcome.notes.map(\.body) == ["Text"])
        #expect(outcome.diagnostics.isEmpty)
    }

    @Test func findsTheTextUnderKeysThatNobodyKnows() throws {
        var writer = ArchiveEditor()
        let note = object(
            "Note", texts: [("noteTitulo", "T"), ("texto", "The longest text"), ("lugar", "Roma")],
            writer: &writer
        )
        let outcome = try read(writer.archive(rootArray: [note]))
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.notes.map(\.body) == ["The longest text"])
        #expect(outcome.notes.first?.otherFields == [.init("lugar", value: .string("Roma"))])
        #expect(outcome.diagnostics.map(\.identifier) == [.takenForNote])
    }

    @Test func takesNoOtherValueForDamageWhereThereIsAText() throws {
        var writer = ArchiveEditor()
        let fields = [("title", "T"), ("text", "x")].map {
            ($0.0, writer.string($0.1))
        }
        let list = writer.array([])
        let outcome = try read(
            writer.archive(
                root: "Note", superclasses: [],
                fields: fields + [
                    ("item", .integer(5)), ("details", .bool(true)), ("notes", list),
                    ("images", .integer(3)),
                ]))
        #expect(outcome.notes.map(\.body) == ["x"])
        #expect(outcome.diagnostics.isEmpty)
        #expect(outcome.notes.first?.photos.isEmpty == true)
    }

    @Test func publishesNothingOfWhatItsOwnerIgnores() throws {
        var writer = ArchiveEditor()
        let note = object(
            "Note", texts: [("title", "T"), ("text", "x"), ("diary", "private")], writer: &writer)
        let outcome = try read(
            writer.archive(rootArray: [note]),
            reading: ReadingOptions(vocabulary: ArchiveVocabulary(keys: ["diary": .ignored])))
        #expect(outcome.notes.first?.otherFields == [])
        let ignored = try read(
            writer.archive(rootArray: [note]),
            reading: ReadingOptions(vocabulary: ArchiveVocabulary(classes: ["Note": .ignored])))
        #expect(ignored.notes.isEmpty && ignored.diagnostics.isEmpty && ignored.unread.isEmpty)
    }
}
