import Diagnostics
import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Archives as other apps than the one with NoteObj wrote them: class names, keys and containers.
struct AppArchiveTests {
    let folder: TemporaryFolder
    private let picture = PNGPicture.quarters(width: 4, height: 2)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(
        _ bytes: [UInt8], as name: String = "notes", reading: ReadingOptions = ReadingOptions()
    ) throws -> SourceOutcome {
        try folder.write(bytes, to: name)
        let notes = try NotesFolder(folder.path)
        let source = try #require(notes.sources.first { $0.name == name })
        return SourceReader(folder: notes, reading: reading).read(source)
    }

    /// One object of a class with texts under keys.
    private func object(
        _ className: String, _ texts: [(String, String)], _ writer: inout KeyedArchiveWriter
    ) -> KeyedArchiveWriter.Reference {
        let fields = texts.map { ($0.0, KeyedArchiveWriter.Field.object(writer.string($0.1))) }
        return writer.object(className, ["NSObject"], fields)
    }

    // The models of section 6 of the evidence by the names of their classes and keys.
    @Test(arguments: [
        ("NoteObj", "title", "note"), ("Note", "title", "contents"),
        ("Note", "noteTitle", "noteBody"),
        ("notiaryNote", "noteTitle", "noteBody"), ("NoteData", "title", "text"),
        ("MLNoteModel", "noteTitleKey", "noteBodyKey"), ("MEMDataItem", "title", "text"),
        ("TextData", "Title", "Note"), ("Note", "name", "text"), ("Image", "title", "note"),
        ("Record", "name", "text"), ("note", "titleKey", "contentKey"),
        ("Diary", "diaryTitle", "diaryContent"), ("memo", "titleKey", "contetntKey"),
        ("Note", "noteName", "noteContents"), ("Note", "note_name", "noteText"),
        ("NoteModel", "kNoteTitle", "kNoteBody"), ("Note", "title", "descriptions"),
        ("Note", "m_title", "m_text"), ("Note", "_title", "_body"),
        ("App.Note", "TITLE", "BODY_KEY"),
        ("_TtC5MyApp5Entry", "title", "bodyText"), ("Entry", "title", "descript"),
        ("SomethingElse", "title", "entry"),
    ])
    func findsTitleAndText(className: String, title: String, body: String) throws {
        var writer = KeyedArchiveWriter()
        let note = object(className, [(title, "A title"), (body, "A\ntext")], &writer)
        let outcome = try read(writer.archive(rootArray: [note]))
        #expect(outcome.notes.map(\.title) == ["A title"])
        #expect(outcome.notes.map(\.body) == ["A\ntext"])
        #expect(outcome.notes.first?.otherFields == [])
    }

    @Test(arguments: ["Note", "HWNote", "Thing"]) func takesTheFirstLineForATitle(name: String)
        throws
    {
        var writer = KeyedArchiveWriter()
        let note = object(name, [("content", "First line\nand more")], &writer)
        let outcome = try read(writer.archive(rootArray: [note]))
        #expect(outcome.notes.map(\.title) == ["First line"])
        #expect(outcome.notes.first?.hasOwnTitle == false)
        #expect(
            outcome.diagnostics.map(\.identifier) == (name == "Thing" ? [.takenForNote] : []))
    }

    @Test func takesALongTextUnderTheTitleForTheText() throws {
        var writer = KeyedArchiveWriter()
        let note = object("Note", [("title", "All of it\nstands here")], &writer)
        let read = try #require(try read(writer.archive(rootArray: [note])).notes.first)
        #expect(read.title == "All of it")
        #expect(read.body == "All of it\nstands here")
    }

    @Test func keepsWhatIsNotOfTheNoteBesideIt() throws {
        var writer = KeyedArchiveWriter()
        let tags = writer.array([writer.string("a"), writer.string("b")])
        let color = writer.object(
            "UIColor", ["NSObject"],
            [("UIRed", .float(1)), ("UIGreen", .float(0)), ("UIBlue", .float(0))])
        let texts = ["T", "long text", "short", "id-7"].map { writer.string($0) }
        let note = writer.object(
            "Note", ["NSObject"],
            [
                ("title", .object(texts[0])), ("text", .object(texts[1])),
                ("note", .object(texts[2])), ("tags", .object(tags)), ("color", .object(color)),
                ("isPrivate", .bool(true)), ("latitude", .real(1.5)), ("nothing", .object(.null)),
                ("noteId", .object(texts[3])), ("blob", .data([1, 2, 3])),
            ])
        let read = try #require(try read(writer.archive(rootArray: [note])).notes.first)
        #expect(read.body == "long text")
        #expect(read.identifier == "id-7")
        #expect(
            read.otherFields == [
                .init("note", .string("short")),
                .init("tags", .array([.string("a"), .string("b")])),
                .init("color", .string("#ff0000")), .init("isPrivate", .bool(true)),
                .init("latitude", .real(1.5)),
                .init("blob", .object([("$data", .integer(3))])),
            ])
    }

    // MARK: Containers

    private enum Container: String, CaseIterable, CustomTestStringConvertible {
        case array, set, numberedArray, numberedSet, dictionary, wrapper, wrapperInDictionary
        case otherTop, nested, nestedInWrapper, several
        var testDescription: String { rawValue }
    }

    @Test(arguments: Container.allCases) private func findsNotes(in container: Container) throws {
        var writer = KeyedArchiveWriter()
        let notes = (1...3).map { number in
            object("Note", [("title", "Note \(number)"), ("text", "text")], &writer)
        }
        func numbered(_ members: [KeyedArchiveWriter.Reference])
            -> [(String, KeyedArchiveWriter.Field)]
        {
            members.enumerated().map { ("NS.object.\($0)", .object($1)) }
        }
        let bytes: [UInt8]
        switch container {
        case .array: bytes = writer.archive(rootArray: notes)
        case .set:
            bytes = writer.archive(root: "NSSet", ["NSObject"], [("NS.objects", .objects(notes))])
        case .numberedArray:
            bytes = writer.archive(root: "NSMutableArray", ["NSArray"], numbered(notes))
        case .numberedSet: bytes = writer.archive(root: "NSOrderedSet", [], numbered(notes))
        case .dictionary:
            let keys = [2, 10, 1].map { writer.string("key \($0)") }
            let inOrder = [notes[1], notes[2], notes[0]]
            bytes = writer.archive(
                root: "NSMutableDictionary", ["NSDictionary"],
                [("NS.keys", .objects(keys)), ("NS.objects", .objects(inOrder))])
        case .wrapper:
            let list = writer.array(notes)
            bytes = writer.archive(
                root: "NoteCollection", ["NSObject"],
                [("version", .integer(3)), ("collection", .object(list))])
        case .wrapperInDictionary:
            let list = writer.array(notes)
            let pairs = [(key: writer.string("notes"), value: list)]
            let dictionary = writer.dictionary(pairs)
            bytes = writer.archive(root: "AppData", [], [("state", .object(dictionary))])
        case .otherTop:
            let list = writer.array(notes)
            bytes = writer.archive(top: [("Note", .object(list))])
        case .several:
            bytes = writer.archive(
                top: [
                    ("$2", .object(notes[2])), ("$0", .object(notes[0])), ("$1", .object(notes[1])),
                ])
        case .nested, .nestedInWrapper:
            let inner = writer.archive(rootArray: notes)
            var outer = KeyedArchiveWriter()
            let data = outer.data(inner)
            bytes =
                container == .nested
                ? outer.archive(rootArray: [data])
                : outer.archive(root: "Defaults", [], [("goatNoteArray", .object(data))])
        }
        let outcome = try read(bytes)
        #expect(outcome.notes.map(\.title) == ["Note 1", "Note 2", "Note 3"])
        #expect(outcome.diagnostics.isEmpty)
        #expect(Set(outcome.notes.map(\.id)).count == 3)
    }

    @Test func takesTheTopItselfForANote() throws {
        var writer = KeyedArchiveWriter()
        let title = writer.string("At the top")
        let text = writer.string("Body")
        let outcome = try read(
            writer.archive(
                top: [
                    ("title", .object(title)), ("text", .object(text)), ("date", .real(86_400)),
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
        var text = KeyedArchiveWriter()
        let texts = [("Title", "A package"), ("Note", "Its text")].map {
            ($0.0, KeyedArchiveWriter.Field.object(text.string($0.1)))
        }
        var photo = KeyedArchiveWriter()
        let data = photo.data(picture)
        try folder.write(text.archive(root: "TextData", [], texts), to: "A.ptk/text.data")
        try folder.write(
            photo.archive(root: "PhotoData", [], [("Photo", .object(data))]),
            to: "A.ptk/photo.data")
        let notes = try NotesFolder(folder.path)
        let reader = SourceReader(folder: notes)
        let outcomes = DocumentPackages.joined(notes.sources.map { reader.read($0) })
        #expect(outcomes.flatMap(\.notes).map(\.title) == ["A package"])
        #expect(outcomes.flatMap(\.notes).first?.photos.count == 1)
        #expect(outcomes.flatMap(\.diagnostics).isEmpty)
        #expect(outcomes.flatMap(\.unread).isEmpty)
    }

    @Test func readsANoteWithinAnObjectOfItsOwn() throws {
        var writer = KeyedArchiveWriter()
        let inner = object("NapkinData", [("title", "Napkin"), ("engText", "text")], &writer)
        let image = writer.data(picture)
        let outer = writer.object(
            "NapkinDoc", ["NSObject"], [("data", .object(inner)), ("fullImage", .object(image))])
        let outcome = try read(writer.archive(rootArray: [outer]))
        #expect(outcome.notes.map(\.title) == ["Napkin"])
        #expect(outcome.notes.first?.photos.count == 1)
    }

    @Test func takesAnEmptyFolderOfNotesForOne() throws {
        var writer = KeyedArchiveWriter()
        let note = object("Note", [("title", "T"), ("text", "x")], &writer)
        let folders = [[], [note]].map { notes in
            writer.object(
                "Folder", ["NSObject"],
                [
                    ("name", .object(writer.string("F"))),
                    ("notes", .object(writer.array(notes))),
                ])
        }
        let outcome = try read(writer.archive(rootArray: folders))
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.diagnostics.isEmpty)
        var alone = KeyedArchiveWriter()
        let list = alone.array([])
        let empty = try read(alone.archive(root: "Store", [], [("notes", .object(list))]))
        #expect(empty.notes.isEmpty && empty.diagnostics.isEmpty)
    }

    @Test func keepsWhatIsNoNote() throws {
        var writer = KeyedArchiveWriter()
        let note = object("Note", [("title", "T"), ("text", "t")], &writer)
        let other = object("Setting", [("font", "Courier")], &writer)
        let mixed = try read(writer.archive(rootArray: [note, other]), as: "mixed")
        #expect(mixed.notes.count == 1)
        #expect(mixed.diagnostics.map(\.identifier) == [.unknownClass])
        #expect(mixed.unread.map(\.place) == ["root[1]"])
        var alone = KeyedArchiveWriter()
        let setting = object("Setting", [("font", "Courier")], &alone)
        let outcome = try read(alone.archive(rootArray: [setting]), as: "alone")
        #expect(outcome.notes.isEmpty)
        #expect(outcome.diagnostics.map(\.identifier) == [.noNoteInArchive])
        let text = String(
            decoding: try #require(outcome.unread.first).description.indented, as: UTF8.self)
        #expect(text.contains("\"$class\": \"Setting\"") && text.contains("\"font\": \"Courier\""))
    }

    @Test func doesAsItsOwnerSays() throws {
        var writer = KeyedArchiveWriter()
        let strange = object("Zettel", [("Kopf", "Title"), ("Inhalt", "Text")], &writer)
        let ignored = object("Setting", [("title", "x"), ("text", "y")], &writer)
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
        var writer = KeyedArchiveWriter()
        let note = object(
            "Note", [("noteTitulo", "T"), ("texto", "The longest text"), ("lugar", "Roma")], &writer
        )
        let outcome = try read(writer.archive(rootArray: [note]))
        #expect(outcome.notes.map(\.title) == ["T"])
        #expect(outcome.notes.map(\.body) == ["The longest text"])
        #expect(outcome.notes.first?.otherFields == [.init("lugar", .string("Roma"))])
        #expect(outcome.diagnostics.map(\.identifier) == [.takenForNote])
    }

    @Test func takesNoOtherValueForDamageWhereThereIsAText() throws {
        var writer = KeyedArchiveWriter()
        let fields = [("title", "T"), ("text", "x")].map {
            ($0.0, KeyedArchiveWriter.Field.object(writer.string($0.1)))
        }
        let list = writer.array([])
        let outcome = try read(
            writer.archive(
                root: "Note", [],
                fields + [
                    ("item", .integer(5)), ("details", .bool(true)), ("notes", .object(list)),
                    ("images", .integer(3)),
                ]))
        #expect(outcome.notes.map(\.body) == ["x"])
        #expect(outcome.diagnostics.isEmpty)
        #expect(outcome.notes.first?.photos.isEmpty == true)
    }

    @Test func publishesNothingOfWhatItsOwnerIgnores() throws {
        var writer = KeyedArchiveWriter()
        let note = object("Note", [("title", "T"), ("text", "x"), ("diary", "private")], &writer)
        let outcome = try read(
            writer.archive(rootArray: [note]),
            reading: ReadingOptions(vocabulary: ArchiveVocabulary(keys: ["diary": .ignored])))
        #expect(outcome.notes.first?.otherFields == [])
        let ignored = try read(
            writer.archive(rootArray: [note]),
            reading: ReadingOptions(vocabulary: ArchiveVocabulary(classes: ["Note": .ignored])))
        #expect(ignored.notes.isEmpty && ignored.diagnostics.isEmpty && ignored.unread.isEmpty)
    }

    // MARK: Dates and photos

    @Test func readsDatesOfEveryType() throws {
        func created(_ field: (inout KeyedArchiveWriter) -> [(String, KeyedArchiveWriter.Field)])
            throws -> Note
        {
            var writer = KeyedArchiveWriter()
            let text = writer.string("x")
            let fields = field(&writer)
            return try #require(
                try read(writer.archive(root: "Note", [], [("text", .object(text))] + fields))
                    .notes.first)
        }
        let instant = Date(timeIntervalSince1970: 1_404_914_700)
        let seconds = instant.timeIntervalSinceReferenceDate
        #expect(try created { [("date", .object($0.date(seconds)))] }.created == instant)
        #expect(try created { _ in [("time", .real(seconds))] }.created == instant)
        #expect(try created { _ in [("timestamp", .integer(1_404_914_700))] }.created == instant)
        #expect(
            try created { _ in [("timestamp", .integer(1_404_914_700_000))] }.created == instant)
        #expect(
            try created { [("date", .object($0.string("2014-07-09 14:05:00 +0000")))] }.created
                == instant)
        let free = try created { [("date", .object($0.string("last summer")))] }
        #expect(free.created == nil && free.dateTexts.created == "last summer")
        let parts = try created { _ in
            [("yearKey", .integer(2014)), ("monthKey", .integer(7)), ("dayKey", .integer(9))]
        }
        #expect(parts.created == Date(timeIntervalSince1970: 1_404_864_000))
        #expect(try created { _ in [("noteid", .integer(140_491_470_042))] }.created == instant)
        let both = try created { writer in
            [
                ("date", .object(writer.string("no date"))),
                ("createdAt", .object(writer.date(seconds))),
                ("updatedAt", .object(writer.date(seconds + 60))),
            ]
        }
        #expect(both.created == instant)
        #expect(both.modified == instant.addingTimeInterval(60))
    }

    @Test func prefersPhotosToThumbnailsAndLeavesDecorations() throws {
        var writer = KeyedArchiveWriter()
        let text = writer.string("x")
        let photo = writer.data(picture)
        let small = writer.data(PNGPicture.quarters(width: 2, height: 2))
        let note = {
            (fields: [(String, KeyedArchiveWriter.Field)]) -> KeyedArchiveWriter.Reference in
            writer.object("Note", [], [("text", .object(text))] + fields)
        }
        let outcome = try read(
            writer.archive(rootArray: [
                note([("photos", .object(photo)), ("thumbnails", .object(small))]),
                note([("thumbnails", .object(small)), ("weather", .object(photo))]),
                note([("weatherKey", .object(photo))]),
                note([("somethingOfItsOwn", .object(photo))]),
                note([("image", .object(.null)), ("photoKey", .object(writer.string("")))]),
            ]))
        #expect(
            outcome.notes.map { $0.photos.map { $0.stored?.count ?? 0 } } == [
                [picture.count], [PNGPicture.quarters(width: 2, height: 2).count], [],
                [picture.count], [],
            ])
    }

    @Test func readsPicturesOfMacsAndNestedLists() throws {
        var writer = KeyedArchiveWriter()
        let text = writer.string("x")
        let representation = writer.object(
            "NSBitmapImageRep", ["NSImageRep"],
            [("NSTIFFRepresentation", .object(writer.data([0x49, 0x49, 0x2A, 0] + picture)))])
        let representations = writer.array([writer.array([.null, representation])])
        let macImage = writer.object(
            "NSImage", ["NSObject"], [("NSReps", .object(representations))])
        var inner = KeyedArchiveWriter()
        let list = [inner.data(picture), inner.data([0xFF, 0xD8, 0xFF] + picture)]
        let nested = writer.data(inner.archive(rootArray: list))
        let ofTheApp = writer.object(
            "UIImage", ["NSObject"], [("UIImageName", .object(writer.string("Note-Icon.png")))])
        let outcome = try read(
            writer.archive(
                root: "Note", [],
                [
                    ("text", .object(text)), ("image", .object(macImage)),
                    ("photoData", .object(nested)), ("photo", .object(ofTheApp)),
                ]))
        let note = try #require(outcome.notes.first)
        #expect(
            note.photos.map { $0.stored?.count } == [
                picture.count + 4, picture.count, picture.count + 3,
            ])
        #expect(outcome.diagnostics.map(\.identifier) == [.pictureOfTheApp])
    }

    @Test func writesRichTextAsMarkdown() throws {
        var writer = KeyedArchiveWriter()
        let font = { (name: String) in
            writer.object("UIFont", ["NSObject"], [("UIFontName", .object(writer.string(name)))])
        }
        let attributes = [
            writer.dictionary([]),
            writer.dictionary([(writer.string("NSFont"), font("Helvetica-Bold"))]),
            writer.dictionary([(writer.string("NSFont"), font("Helvetica-Oblique"))]),
            writer.dictionary([(writer.string("NSLink"), writer.url("https://example.org/a b"))]),
            writer.dictionary([
                (
                    writer.string("NSAttachment"),
                    writer.object(
                        "NSTextAttachment", ["NSObject"],
                        [("contents", .object(writer.data(picture)))])
                )
            ]),
            writer.dictionary([
                (writer.string("NSAttachment"), writer.object("NSTextAttachment", [], []))
            ]),
        ]
        let text = "Plain bold and slanted*\nlink \u{FFFC} \u{FFFC}"
        let runs: [UInt8] = [6, 0, 4, 1, 5, 0, 9, 2, 4, 3, 1, 0, 1, 4, 1, 0, 1, 5]
        let body = writer.object(
            "NSMutableAttributedString", ["NSAttributedString", "NSObject"],
            [
                ("NSString", .object(writer.string(text))),
                ("NSAttributes", .object(writer.array(attributes))),
                ("NSAttributeInfo", .object(writer.data(runs, isMutable: true))),
            ])
        let outcome = try read(writer.archive(root: "Memo", [], [("content", .object(body))]))
        let note = try #require(outcome.notes.first)
        #expect(
            note.body
                == "Plain **bold** and *slanted\\**\n[link](<https://example.org/a b>) ![](1) (attachment)"
        )
        #expect(note.photos.count == 1)
        #expect(outcome.diagnostics.map(\.identifier) == [.unreadAttachment])
    }

    @Test func readsTextKeptAsData() throws {
        var inner = KeyedArchiveWriter()
        let nested = inner.archive(
            root: "NSAttributedString", ["NSObject"],
            [("NSString", .object(inner.string("In an archive")))])
        var writer = KeyedArchiveWriter()
        let notes = [Array("As bytes ü".utf8), nested, [0, 0xFF, 1]].map { bytes in
            writer.object("Note", [], [("text", .object(writer.data(bytes)))])
        }
        let outcome = try read(writer.archive(rootArray: notes))
        #expect(outcome.notes.map(\.body) == ["As bytes ü", "In an archive"])
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject, .damagedObject])
    }
}
