import KeyedArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Notes in the containers of an archive, and the positions that identify them.
@Suite(.tags(.fast))
struct NoteCollectorTests {
    private typealias Writer = ArchiveEditor

    private func collect(
        _ bytes: [UInt8], vocabulary: ArchiveVocabulary = .standard
    ) throws -> NoteCollector {
        let folder = try TemporaryFolder(isInMemory: true)
        var collector = NoteCollector(
            folder: try NotesFolder(folder.path),
            reading: ReadingOptions(vocabulary: vocabulary))
        try collector.collect(try OpenedArchive.made(bytes))
        return collector
    }

    private func note(
        _ title: String, className: String = "NoteObj", writer: inout Writer
    ) -> ArchiveEditor.Value {
        let fields = [("title", title), ("note", "Body")].map {
            ($0.0, writer.string($0.1))
        }
        return writer.object(className, superclasses: ["NSObject"], fields: fields)
    }

    @Test func keepsThePositionsBehindADamagedNote() throws {
        let objects = """
            <string>$null</string>
            <dict><key>NS.objects</key><array>\(uid(2))\(uid(99))\(uid(3))</array><key>$class</key>\(uid(6))</dict>
            <dict><key>note</key>\(uid(4))<key>$class</key>\(uid(5))</dict>
            <dict><key>note</key>\(uid(7))<key>$class</key>\(uid(5))</dict>
            <string>First</string>
            <dict><key>$classname</key><string>NoteObj</string></dict>
            <dict><key>$classname</key><string>NSArray</string></dict>
            <string>Last</string>
            """
        let text = """
            <plist><dict><key>$objects</key><array>\(objects)</array><key>$top</key>\
            <dict><key>root</key>\(uid(1))</dict></dict></plist>
            """
        let found = try collect(Array(text.utf8))
        #expect(found.notes.map(\.id.index) == [0, 2])
        #expect(found.archived.map(\.path.description) == ["root[0]", "root[2]"])
        #expect(found.hasDamage)
        #expect(found.diagnostics.map(\.origin.place) == ["root[1]"])
    }

    private func uid(_ number: Int) -> String {
        "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    }

    @Test func findsNotesInCollectionsOfEveryKind() throws {
        var writer = Writer()
        let inList = writer.array([note("a", writer: &writer), note("b", writer: &writer)])
        let set = writer.object(
            "NSSet", superclasses: ["NSObject"],
            fields: [("NS.objects", .list([note("c", writer: &writer)]))])
        let root = writer.object(
            "Library", superclasses: ["NSObject"],
            fields: [("shelf", set), ("entries", inList)])
        let found = try collect(writer.archive(rootArray: [root]))
        // The key that is known to hold notes comes first.
        #expect(found.notes.map(\.title) == ["a", "b", "c"])
        #expect(
            found.archived.map(\.path.description) == [
                "root[0].entries[0]", "root[0].entries[1]", "root[0].shelf[0]",
            ])
        #expect(Set(found.notes.map(\.id.index)).count == 3)
    }

    @Test func countsANoteOnceThatIsReachedTwice() throws {
        var writer = Writer()
        let shared = note("a", writer: &writer)
        let list = writer.array([shared, shared])
        let found = try collect(writer.archive(rootArray: [list, shared, list]))
        #expect(found.notes.map(\.title) == ["a"])
    }

    @Test func readsNotesOfAnArchiveWithinTheArchive() throws {
        var inner = Writer()
        let nested = inner.archive(rootArray: [note("inside", writer: &inner)])
        var writer = Writer()
        let bytes = writer.archive(rootArray: [
            writer.data(nested), note("outside", writer: &writer),
        ])
        let found = try collect(bytes)
        #expect(found.notes.map(\.title) == ["inside", "outside"])
        #expect(found.archived.map(\.path.description) == ["root[0].root[0]", "root[1]"])
    }

    @Test func keepsOtherObjectsInAListOfNotesAsJSON() throws {
        var writer = Writer()
        let odd = writer.object(
            "Settings", superclasses: ["NSObject"], fields: [("size", .integer(3))])
        let found = try collect(
            writer.archive(rootArray: [note("a", writer: &writer), odd, writer.number(7), .null]))
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
        var writer = Writer()
        let found = try collect(writer.archive(rootArray: [writer.number(1)]))
        #expect(found.notes.isEmpty && found.unread.map(\.place) == ["root"])
        #expect(found.diagnostics.map(\.identifier) == [.noNoteInArchive])
        #expect(!found.isEmptyList && !found.hasDamage)
    }

    @Test func takesAnEmptyListForAnEmptyNotebook() throws {
        var writer = Writer()
        let empty = try collect(writer.archive(rootArray: []))
        #expect(empty.isEmptyList && empty.diagnostics.isEmpty && empty.unread.isEmpty)
        var other = Writer()
        let list = other.array([])
        let bytes = other.archive(
            root: "Library", superclasses: ["NSObject"], fields: [("notes", list)])
        let library = try collect(bytes)
        #expect(!library.isEmptyList && library.diagnostics.isEmpty && library.unread.isEmpty)
    }

    @Test func obeysTheOwnerAboutClasses() throws {
        var writer = Writer()
        let bytes = writer.archive(rootArray: [
            note("a", className: "Memory", writer: &writer),
            note("b", className: "Draft", writer: &writer),
        ])
        #expect(try collect(bytes).diagnostics.map(\.identifier) == [.takenForNote, .takenForNote])
        let own = ArchiveVocabulary(classes: ["Memory": .note, "Draft": .ignored])
        let found = try collect(bytes, vocabulary: own)
        #expect(found.notes.map(\.title) == ["a"] && found.diagnostics.isEmpty)
    }

    @Test func joinsCardsOfAListAndCountsThemAsOne() throws {
        var writer = Writer()
        func card(_ question: String, writer: inout Writer) -> ArchiveEditor.Value {
            let sides = [("question", question), ("answer", "!")].map {
                ($0.0, writer.string($0.1))
            }
            return writer.object("FlashCard", superclasses: ["NSObject"], fields: sides)
        }
        let verbs = writer.array([card("one", writer: &writer), card("two", writer: &writer)])
        let bytes = writer.archive(
            root: "Box", superclasses: ["NSObject"],
            fields: [("Verbs", verbs), ("name", writer.string("My box"))])
        let found = try collect(bytes)
        #expect(found.notes.map(\.title) == ["My box"])
        #expect(found.notes.first?.deck?.cards.map(\.question) == ["one", "two"])
        #expect(found.notes.map(\.id.index) == [0])
        #expect(
            found.archived.first?.cards.map(\.path.description) == [
                "root.Verbs[0]", "root.Verbs[1]",
            ])
    }

    @Test func endsInListsThatHoldEachOther() throws {
        let objects = """
            <string>$null</string>
            <dict><key>NS.objects</key><array>\(uid(2))\(uid(4))</array><key>$class</key>\(uid(3))</dict>
            <dict><key>NS.objects</key><array>\(uid(1))\(uid(2))</array><key>$class</key>\(uid(3))</dict>
            <dict><key>$classname</key><string>NSArray</string></dict>
            <dict><key>note</key>\(uid(6))<key>$class</key>\(uid(5))</dict>
            <dict><key>$classname</key><string>NoteObj</string></dict>
            <string>Found</string>
            """
        let text = """
            <plist><dict><key>$objects</key><array>\(objects)</array><key>$top</key>\
            <dict><key>root</key>\(uid(1))</dict></dict></plist>
            """
        #expect(try collect(Array(text.utf8)).notes.map(\.title) == ["Found"])
    }
}
