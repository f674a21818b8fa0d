import Foundation
import KeyedArchives
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Archives of apps other than the one with NoteObj: class names, keys and containers.
@Suite(.tags(.fast))
struct AppArchiveTests: ReadingSuite {
    let folder = TemporaryFolder()

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
        let note = MadeValue.object(className, [(title, "A title"), (body, "A\ntext")])
        let outcome = try read(archived: [note])
        #expect(outcome.notes.map(\.title) == ["A title"])
        #expect(outcome.notes.map(\.body) == ["A\ntext"])
        #expect(outcome.notes.first?.otherFields == [])
    }

    @Test(arguments: ["Note", "HWNote", "Thing"])
    func usesTheFirstLineAsTitle(name: String) throws {
        let outcome = try read(archived: [.object(name, [("content", "First line\nand more")])])
        #expect(outcome.notes.map(\.title) == ["First line"])
        #expect(outcome.notes.first?.hasOwnTitle == false)
        #expect(outcome.diagnostics.map(\.identifier) == (name == "Thing" ? [.takenForNote] : []))
    }

    @Test func usesAMultilineTitleAsBody() throws {
        let notes = try read(
            archived: [.object("Note", [("title", "All of it\nstands here")])]
        ).notes
        #expect(notes.map(\.title) == ["All of it"])
        #expect(notes.map(\.body) == ["All of it\nstands here"])
    }

    @Test func keepsRemainingValuesAsOtherFields() throws {
        let red: [(String, MadeValue)] = [
            ("UIRed", .inline(.float(1))), ("UIGreen", .inline(.float(0))),
            ("UIBlue", .inline(.float(0))),
        ]
        let note = MadeValue.object(
            "Note",
            [
                ("title", "T"), ("text", "long text"), ("note", "short"), ("tags", ["a", "b"]),
                ("color", .object("UIColor", red)), ("isPrivate", true), ("latitude", 1.5),
                ("nothing", .null), ("noteId", "id-7"), ("blob", .inline(.data([1, 2, 3]))),
            ])
        let read = try #require(try read(archived: [note]).notes.first)
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

    /// Archives of three notes in the containers that apps use.
    private static let containers: [String: [UInt8]] = {
        let notes = (1...3).map {
            MadeValue.object("Note", [("title", "Note \($0)"), ("text", "text")])
        }
        let list = MadeValue.list(notes)
        let numbered = notes.enumerated().map { ("NS.object.\($0)", $1) }
        let nested = MadeValue.data(list.archive)
        let roots: [String: MadeValue] = [
            "array": list, "set": .object("NSSet", [("NS.objects", .members(notes))]),
            "numbered array": .object("NSMutableArray", numbered, superclasses: ["NSArray"]),
            "numbered set": .object("NSOrderedSet", numbered, superclasses: []),
            "dictionary": ["key 2": notes[1], "key 10": notes[2], "key 1": notes[0]],
            "wrapper": .object("NoteCollection", [("version", 3), ("collection", list)]),
            "wrapper in a dictionary": .object("AppData", [("state", ["notes": list])]),
            "nested": [nested],
            "nested in a wrapper": .object("Defaults", [("goatNoteArray", nested)]),
        ]
        let tops: [String: [(String, MadeValue)]] = [
            "other": [("Note", list)],
            "several": [("$2", notes[2]), ("$0", notes[0]), ("$1", notes[1])],
        ]
        return roots.mapValues(\.archive).merging(tops.mapValues(MadeValue.archive(top:))) { $1 }
    }()

    @Test(arguments: Self.containers.keys.sorted()) func findsNotes(container: String) throws {
        let outcome = try read(try #require(Self.containers[container]))
        #expect(outcome.notes.map(\.title) == ["Note 1", "Note 2", "Note 3"])
        #expect(outcome.diagnostics.isEmpty)
        #expect(Set(outcome.notes.map(\.id)).count == 3)
    }

    @Test func readsTopLevelValuesAsANote() throws {
        let outcome = try read(
            MadeValue.archive(top: [
                ("title", "At the top"), ("text", "Body"), ("date", 86_400.0), ("isDone", false),
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
        let outcome =
            form == "json"
            ? try read(Array(JSONSerialization.data(withJSONObject: ["notes": notes])))
            : try read(list: notes, format: form == "xml" ? .xml : .binary)
        #expect(outcome.notes.map(\.title) == ["One", "Two"])
        #expect(outcome.notes.first?.created != nil)
        #expect(outcome.diagnostics.isEmpty)
        #expect(outcome.notes.first?.photos.first?.bytes == picture)
    }

    private func readPackage() throws -> [SourceOutcome] {
        let notes = try NotesFolder(folder.path)
        let reader = SourceReader(folder: notes)
        return DocumentPackages.joined(notes.sources.map { reader.read($0) })
    }

    @Test func joinsTheFilesOfADocumentPackage() throws {
        try folder.write(
            MadeValue.object("TextData", [("Title", "A package"), ("Note", "Its text")]).archive,
            to: "A.ptk/text.data")
        try folder.write(
            MadeValue.object("PhotoData", [("Photo", .data(picture))]).archive,
            to: "A.ptk/photo.data")
        let outcomes = try readPackage()
        #expect(outcomes.flatMap(\.notes).map(\.title) == ["A package"])
        #expect(outcomes.flatMap(\.notes).first?.photos.count == 1)
        #expect(outcomes.flatMap(\.diagnostics).isEmpty)
        #expect(outcomes.flatMap(\.unread).isEmpty)
    }

    @Test func reportsMissingPhotosOfADocumentPackage() throws {
        let photos: MadeValue = [.data(picture), .object("UIImage", [("UIImageName", "Paper")])]
        try folder.write(
            MadeValue.object("TextData", [("Note", "A package")]).archive, to: "A.ptk/text.data")
        try folder.write(
            MadeValue.object("PhotoData", [("Photos", photos)]).archive, to: "A.ptk/photo.data")
        let outcomes = try readPackage()
        #expect(outcomes.flatMap(\.notes).first?.photos.count == 1)
        #expect(outcomes.flatMap(\.diagnostics).map(\.origin.source) == ["A.ptk/photo.data"])
    }

    @Test func readsANoteInsideAWrapperObject() throws {
        let inner = MadeValue.object("NapkinData", [("title", "Napkin"), ("engText", "text")])
        let outcome = try read(
            archived: [.object("NapkinDoc", [("data", inner), ("fullImage", .data(picture))])])
        #expect(outcome.notes.map(\.title) == ["Napkin"])
        #expect(outcome.notes.first?.photos.count == 1)
    }

    private func folder(_ name: String, notes: [MadeValue]) -> MadeValue {
        .object("Folder", [("name", .text(name)), ("notes", .list(notes))])
    }

    @Test func recognizesEmptyNoteFolders() throws {
        let note = MadeValue.object("Note", [("title", "T"), ("text", "x")])
        let outcome = try read(
            archived: [folder("F", notes: []), folder("F", notes: [note])])
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.notes.first?.otherFields == [.init("folder", value: .string("F"))])
        #expect(outcome.diagnostics.isEmpty)
        let empty = try read(archived: .object("Store", [("notes", [])]))
        #expect(empty.notes.isEmpty && empty.diagnostics.isEmpty)
    }

    @Test func keepsTheNamesOfFoldersWithinFolders() throws {
        let plain = MadeValue.object("Note", [("title", "A"), ("text", "x")])
        let own = MadeValue.object("Note", [("title", "B"), ("text", "y"), ("folder", "mine")])
        let outcome = try read(
            archived: [folder("Home", notes: [plain, folder("Kitchen", notes: [own])])])
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

    @Test func keepsObjectsThatAreNotNotes() throws {
        let note = MadeValue.object("Note", [("title", "T"), ("text", "t")])
        let setting = MadeValue.object("Setting", [("font", "Courier")])
        let mixed = try read(archived: [note, setting])
        #expect(mixed.notes.count == 1)
        #expect(mixed.diagnostics.map(\.identifier) == [.unknownClass])
        #expect(mixed.unread.map(\.place) == ["root[1]"])
        let outcome = try read(archived: [setting])
        #expect(outcome.notes.isEmpty)
        #expect(outcome.diagnostics.map(\.identifier) == [.noNoteInArchive])
        let text = String(
            decoding: try #require(outcome.unread.first).description.indented, as: UTF8.self)
        #expect(text.contains("\"$class\": \"Setting\"") && text.contains("\"font\": \"Courier\""))
    }

    @Test func followsTheConfiguredVocabulary() throws {
        let vocabulary = ArchiveVocabulary(
            classes: ["Zettel": .note, "Setting": .ignored],
            keys: ["kopf": .title, "inhalt": .body])
        let outcome = try read(
            archived: [
                .object("Zettel", [("Kopf", "Title"), ("Inhalt", "Text")]),
                .object("Setting", [("title", "x"), ("text", "y")]),
            ], reading: ReadingOptions(vocabulary: vocabulary))
        #expect(outcome.notes.map(\.title) == ["Title"])
        #expect(outcome.notes.map(\.body) == ["Text"])
        #expect(outcome.diagnostics.isEmpty)
    }

    @Test func findsTheTextUnderUnknownKeys() throws {
        let note = MadeValue.object(
            "Note", [("noteTitulo", "T"), ("texto", "The longest text"), ("lugar", "Roma")])
        let outcome = try read(archived: [note])
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.notes.map(\.body) == ["The longest text"])
        #expect(outcome.notes.first?.otherFields == [.init("lugar", value: .string("Roma"))])
        #expect(outcome.diagnostics.map(\.identifier) == [.takenForNote])
    }

    @Test func toleratesUnexpectedValuesOfKnownKeys() throws {
        let note = MadeValue.object(
            "Note",
            [
                ("title", "T"), ("text", "x"), ("item", 5), ("details", true), ("notes", []),
                ("images", 3),
            ])
        let outcome = try read(archived: note)
        #expect(outcome.notes.map(\.body) == ["x"])
        #expect(outcome.diagnostics.isEmpty)
        #expect(outcome.notes.first?.photos.isEmpty == true)
    }

    @Test func omitsIgnoredKeysAndClasses() throws {
        let notes: MadeValue = [
            .object("Note", [("title", "T"), ("text", "x"), ("diary", "private")])
        ]
        let outcome = try read(
            archived: notes,
            reading: ReadingOptions(vocabulary: ArchiveVocabulary(keys: ["diary": .ignored])))
        #expect(outcome.notes.first?.otherFields == [])
        let ignored = try read(
            archived: notes,
            reading: ReadingOptions(vocabulary: ArchiveVocabulary(classes: ["Note": .ignored])))
        #expect(ignored.notes.isEmpty && ignored.diagnostics.isEmpty && ignored.unread.isEmpty)
    }
}
