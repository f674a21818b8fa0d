import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Notes in the containers of an archive, and the positions that identify them.
@Suite(.tags(.fast))
struct NoteCollectorTests {
    private func collect(
        _ bytes: [UInt8], vocabulary: ArchiveVocabulary = .standard
    ) throws -> NoteCollector {
        let folder = TemporaryFolder(isInMemory: true)
        let opened = try OpenedArchive.made(bytes)
        var collector = NoteCollector(
            of: opened.source, folder: try NotesFolder(folder.path),
            reading: ReadingOptions(vocabulary: vocabulary))
        try collector.collect(opened)
        return collector
    }

    private func note(_ title: String, className: String = "NoteObj") -> MadeValue {
        .object(className, [("title", .text(title)), ("note", "Body")])
    }

    @Test func keepsPositionsAfterADamagedNote() throws {
        let found = try collect(
            xmlArchive(
                """
                <dict><key>NS.objects</key><array>@2@99@3</array><key>$class</key>@6</dict>
                <dict><key>note</key>@4<key>$class</key>@5</dict>
                <dict><key>note</key>@7<key>$class</key>@5</dict>
                <string>First</string>
                <dict><key>$classname</key><string>NoteObj</string></dict>
                <dict><key>$classname</key><string>NSArray</string></dict>
                <string>Last</string>
                """))
        #expect(found.notes.map(\.id.index) == [0, 2])
        #expect(found.archived.map(\.path.description) == ["root[0]", "root[2]"])
        #expect(found.hasDamage)
        #expect(found.diagnostics.map(\.origin.place) == ["root[1]"])
    }

    @Test func findsNotesInCollectionsOfEveryKind() throws {
        let set = MadeValue.object("NSSet", [("NS.objects", .members([note("c")]))])
        let library = MadeValue.object(
            "Library", [("shelf", set), ("entries", [note("a"), note("b")])])
        let found = try collect(MadeValue.list([library]).archive)
        // The key that is known to hold notes comes first.
        #expect(found.notes.map(\.title) == ["a", "b", "c"])
        #expect(
            found.archived.map(\.path.description) == [
                "root[0].entries[0]", "root[0].entries[1]", "root[0].shelf[0]",
            ])
        #expect(Set(found.notes.map(\.id.index)).count == 3)
    }

    private static let two: MadeValue = [
        .object("Note", [("title", "a"), ("text", "A")]),
        .dictionary([("title", "b"), ("text", "B")]),
    ]

    /// An object that would be a note without the others in it.
    private static let holders: [(MadeValue, String)] = [
        (.object("Trip", [("title", "t"), ("description", "d"), ("notes", two)]), "t a b"),
        (.object("Trip", [("text", "d"), ("entries", two)]), "d a b"),
        (.object("NoteObj", [("title", "t"), ("note", "d"), ("items", two)]), "t a b"),
        (.object("NoteObj", [("title", "t"), ("items", two)]), "a b"),
        (.dictionary([("text", "d"), ("notes", .data(two.archive))]), "d a b"),
        (.object("Trip", [("text", "d"), ("notes", .dictionary([(.text("x"), entry)]))]), "d a"),
        (.object("Trip", [("text", "d"), ("note", entry)]), "d a"),
        (.object("Deck", [("title", "t"), ("text", "d"), ("cards", .list([card]))]), "t t"),
        // Parts of a note.
        (.object("Note", [("title", "t"), ("content", font)]), "t"),
        (.object("Note", [("text", "d"), ("notes", .dictionary([(.text("x"), two)]))]), "d"),
        (.object("Note", [("text", "d"), ("items", .list([task]))]), "d"),
        (.object("Note", [("text", "d"), ("log", two)]), "d"),
        (.object("Note", [("title", "t"), ("notes", "text")]), "t"),
    ]
    private static let font = MadeValue.dictionary([("text", "d"), ("name", "Times")])
    private static let entry = MadeValue.object("Note", [("text", "a")])
    private static let card = MadeValue.dictionary([("front", "q"), ("back", "a")])
    private static let task = MadeValue.dictionary([("text", "milk"), ("done", true)])

    @Test(arguments: holders.indices)
    func findsNotesInAnObjectWithATextOfItsOwn(index: Int) throws {
        let (value, titles) = Self.holders[index]
        let found = try collect(value.archive)
        #expect(found.notes.map(\.title).joined(separator: " ") == titles)
        #expect(Set(found.notes.map(\.id)).count == found.notes.count)
        let fields = found.notes.map { "\($0.otherFields)" }.joined()
        #expect(found.notes.count == 1 || !fields.contains("\"A\""))
    }

    @Test(arguments: [(8, 9, 0), (30, 19, 1)])
    func readsFoldersWithinEachOther(depth: Int, count: Int, problems: Int) throws {
        var folder = MadeValue.null
        for level in 0...depth {
            folder = .object(
                "Folder", [("notes", .list([note("\(level)")])), ("folders", [folder])])
        }
        let found = try collect(folder.archive)
        #expect(found.notes.count == count)
        #expect(found.diagnostics.count { $0.summary.contains("within each other") } == problems)
    }

    @Test func givesAnObjectAroundANoteItsPictures() throws {
        let picture = MadeValue.data(PNGPicture.quarters(width: 4, height: 2))
        let inner = MadeValue.object("Note", [("title", "a"), ("text", "b")])
        let found = try collect(
            MadeValue.object("Sheet", [("title", "t"), ("image", picture), ("note", inner)]).archive
        )
        #expect(found.notes.map(\.title) == ["a"])
        #expect(found.notes.first?.photos.count == 1)
    }

    @Test func collectsEachNoteOnce() throws {
        let shared = MadeValue.shared("note", note("a"))
        let list = MadeValue.shared("list", [shared, shared])
        let found = try collect(MadeValue.list([list, shared, list]).archive)
        #expect(found.notes.map(\.title) == ["a"])
    }

    @Test func readsNotesFromNestedArchives() throws {
        let nested = MadeValue.data(MadeValue.list([note("inside")]).archive)
        let found = try collect(MadeValue.list([nested, note("outside")]).archive)
        #expect(found.notes.map(\.title) == ["inside", "outside"])
        #expect(found.archived.map(\.path.description) == ["root[0].root[0]", "root[1]"])
    }

    @Test func keepsOtherObjectsInAListOfNotesAsJSON() throws {
        let odd = MadeValue.object("Settings", [("size", 3)])
        let found = try collect(MadeValue.list([note("a"), odd, .number(7), .null]).archive)
        #expect(found.unread.map(\.place) == ["root[1]", "root[2]"])
        #expect(
            found.unread.first?.description
                == .object([
                    ("$class", .string("Settings")), ("$id", .integer(1)),
                    ("size", .integer(3)),
                ]))
        #expect(found.diagnostics.map(\.identifier) == [.unknownClass, .unknownClass])
    }

    @Test func reportsAnArchiveWithoutNotes() throws {
        let found = try collect(MadeValue.list([.number(1)]).archive)
        #expect(found.notes.isEmpty && found.unread.map(\.place) == ["root"])
        #expect(found.diagnostics.map(\.identifier) == [.noNoteInArchive])
        #expect(!found.isEmptyList && !found.hasDamage)
    }

    @Test func treatsAnEmptyListAsAnEmptyNotebook() throws {
        let empty = try collect(MadeValue.list([]).archive)
        #expect(empty.isEmptyList && empty.diagnostics.isEmpty && empty.unread.isEmpty)
        let library = try collect(MadeValue.object("Library", [("notes", [])]).archive)
        #expect(!library.isEmptyList && library.diagnostics.isEmpty && library.unread.isEmpty)
    }

    @Test func followsConfiguredClasses() throws {
        let bytes = MadeValue.list([
            note("a", className: "Memory"), note("b", className: "Draft"),
        ]).archive
        #expect(try collect(bytes).diagnostics.map(\.identifier) == [.takenForNote, .takenForNote])
        let own = ArchiveVocabulary(classes: ["Memory": .note, "Draft": .ignored])
        let found = try collect(bytes, vocabulary: own)
        #expect(found.notes.map(\.title) == ["a"] && found.diagnostics.isEmpty)
    }

    @Test func joinsCardsOfAListIntoOneDeck() throws {
        let verbs = ["one", "two"].map {
            MadeValue.object("FlashCard", [("question", .text($0)), ("answer", "!")])
        }
        let box = MadeValue.object("Box", [("Verbs", .list(verbs)), ("name", "My box")])
        let found = try collect(box.archive)
        #expect(found.notes.map(\.title) == ["My box"])
        #expect(found.notes.first?.deck?.cards.map(\.question) == ["one", "two"])
        #expect(found.notes.map(\.id.index) == [0])
        #expect(
            found.archived.first?.cards.map(\.path.description) == [
                "root.Verbs[0]", "root.Verbs[1]",
            ])
    }

    @Test func terminatesOnCyclicLists() throws {
        let found = try collect(
            xmlArchive(
                """
                <dict><key>NS.objects</key><array>@2@4</array><key>$class</key>@3</dict>
                <dict><key>NS.objects</key><array>@1@2</array><key>$class</key>@3</dict>
                <dict><key>$classname</key><string>NSArray</string></dict>
                <dict><key>note</key>@6<key>$class</key>@5</dict>
                <dict><key>$classname</key><string>NoteObj</string></dict>
                <string>Found</string>
                """))
        #expect(found.notes.map(\.title) == ["Found"])
    }
}
