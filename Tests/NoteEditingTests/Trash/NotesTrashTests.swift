import Foundation
import KeyedArchives
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// Notes that are deleted, and brought back.
@Suite(.tags(.fast))
struct NotesTrashTests: NoteEditingSuite {
    let folder = TemporaryFolder()

    @Test(arguments: [0, 1, 2]) func deletesAndRestoresANoteOfAList(index: Int) throws {
        try folder.write(list(), to: "sub/memos")
        let before = try notes()
        let title = before[index].title
        try editor().delete(before[index].id, named: "gone")
        #expect(try notes().map(\.title) == before.map(\.title).filter { $0 != title })
        #expect(try !folder.text("sub/memos").contains("Text of \(title)"))
        #expect(try editor().trash.entries().map(\.title) == [title])
        #expect(try restore() == "sub/memos")
        let after = try notes()
        #expect(after.map(\.title) == before.map(\.title))
        #expect(after.map(\.body) == before.map(\.body))
        #expect(after.map(\.otherFields) == before.map(\.otherFields))
        #expect(try editor().trash.entries().isEmpty)
    }

    @Test func leavesNoGapAfterPurgingANote() throws {
        try folder.write(list(["A", "B", "C", "D"]), to: "memos")
        for title in ["A", "C"] { try editor().delete(try id(title), named: title) }
        let trash = try editor().trash
        try trash.purge(try trash.entries().filter { $0.title == "A" })
        #expect(try trash.entries().map(\.title) == ["C"])
        #expect(try restore() == "memos")
        #expect(try notes().map(\.title) == ["B", "C", "D"])
    }

    @Test func keepsAnEmptyListForItsApp() throws {
        let path = try folder.write(list(["Only"]), to: "MyNotes")
        try editor(of: path).delete(try id("Only", in: path), named: "only")
        #expect(try notes(in: path).isEmpty)
        let archive = try archive("MyNotes")
        #expect(try archive.array(try #require(archive.root)) == [])
        #expect(try restore(in: path) == "MyNotes")
        #expect(try notes(in: path).map(\.title) == ["Only"])
    }

    @Test func trashesUnsharedPhotosWithTheNote() throws {
        for name in ["own.png", "shared.png"] { try folder.write(picture, to: "Photos/\(name)") }
        let first = ArchivedNote(
            title: "First", body: "", photos: .array([.name("own.png"), .name("SHARED.png")]))
        let second = ArchivedNote(title: "Second", body: "", photos: .array([.name("shared.png")]))
        let original = NoteArchiveWriter.archive(first)
        try folder.write(original, to: "1.data")
        try folder.write(note: second, to: "2.data")
        try editor().delete(try id("First"), named: "first")
        #expect(
            try FolderContents(folder.path).names == [
                ".trash/first/Photos/Photos/own.png", ".trash/first/entry.json",
                ".trash/first/note.data", "2.data", "Photos/shared.png",
            ])
        #expect(try restore() == "1.data")
        #expect(try folder.bytes("1.data") == original)
        #expect(try folder.bytes("Photos/own.png") == picture)
        #expect(try notes().first?.photos.allSatisfy { $0.stored != nil } == true)
    }

    @Test func restoresPhotosTrashedWithAnotherNote() throws {
        try folder.write(picture, to: "Photos/shared.png")
        for title in ["A", "B"] {
            let note = ArchivedNote(title: title, body: "", photos: .array([.name("shared.png")]))
            try folder.write(note: note, to: title)
        }
        for title in ["A", "B"] { try editor().delete(try id(title), named: title) }
        #expect(try LocalFiles.status(folder.path + "/Photos/shared.png") == nil)
        #expect(try restore() == "A")
        #expect(try notes().first?.photos.map(contents) == [picture])
    }

    @Test func restoresUnderANewNameIfTaken() throws {
        try folder.write(note: ArchivedNote(title: "Old", body: ""), to: "n")
        try editor().delete(try id("Old"), named: "old")
        try folder.write(note: ArchivedNote(title: "New", body: ""), to: "n")
        #expect(try restore() == "old.data")
        #expect(try notes().map(\.title).sorted() == ["New", "Old"])
    }

    /// Hides a note, as if it were in a database.
    private func hide() throws -> NotesTrash.Entry {
        for title in ["A", "B"] {
            try folder.write(note: ArchivedNote(title: title, body: "x"), to: title + ".data")
        }
        let note = try #require(try notes().first { $0.title == "A" })
        return try editor().hide(note, named: "hiding")
    }

    private var titles: [String] { get throws { try notes().map(\.title) } }

    @Test func showsAHiddenNoteAgainWhateverTheNameOfTheFileThatHidesIt() throws {
        _ = try hide()
        #expect(ReplacedNotes.positions(in: try notes()).count == 2)
        try LocalFiles.rename(folder.path + "/hiding.data", to: folder.path + "/other.data")
        #expect(try restore("hiding") == "A.data")
        #expect(try titles == ["A", "B"])
        #expect(ReplacedNotes.positions(in: try notes()).isEmpty)
    }

    @Test func removesNoOtherFileIfTheEntryOfAHiddenNoteIsDamaged() throws {
        let entry = try hide()
        let plain = NoteArchiveWriter.archive(ArchivedNote(title: "C", body: "x"))
        for damaged in [[UInt8]("x".utf8), plain] {
            try folder.write(damaged, to: ".trash/\(entry.name)/note.data")
            #expect(throws: UserError.self) { try restore("hiding") }
            #expect(try titles.sorted() == ["A", "A", "B"])
            #expect(try editor().trash.entries().count == 1)
        }
    }

    /// Returns a reference of an archive in XML.
    private func uid(_ number: Int) -> String {
        "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    }

    /// A note with references from others and back to them: all of it goes, and no other note does.
    @Test func deletesEveryReferenceToANote() throws {
        let text = { (name: String) in "Text of \(name), secret \(name)" }
        func note(_ title: Int, body: Int, next: Int) -> String {
            "<dict><key>title</key>\(uid(title))<key>text</key>\(uid(body))<key>next</key>"
                + "\(uid(next))<key>folder</key>\(uid(1))<key>$class</key>\(uid(9))</dict>"
        }
        let objects = """
            <string>$null</string>
            <dict><key>notes</key>\(uid(2))<key>favourites</key>\(uid(3))<key>last</key>\(uid(5))\
            <key>$class</key>\(uid(10))</dict>
            <dict><key>NS.objects</key><array>\(uid(4))\(uid(5))\(uid(5))</array>\
            <key>$class</key>\(uid(11))</dict>
            <dict><key>NS.objects</key><array>\(uid(5))</array><key>$class</key>\(uid(11))</dict>
            \(note(6, body: 7, next: 5))\(note(8, body: 12, next: 4))
            <string>A</string><string>\(text("A"))</string><string>B</string>
            <dict><key>$classname</key><string>Note</string></dict>
            <dict><key>$classname</key><string>Store</string></dict>
            <dict><key>$classname</key><string>NSArray</string></dict>
            <string>\(text("B"))</string>
            """
        try folder.write(
            "<plist><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$objects</key>"
                + "<array>\(objects)</array><key>$top</key><dict><key>root</key>\(uid(1))</dict>"
                + "</dict></plist>", to: "store")
        #expect(try notes().map(\.title) == ["A", "B"])
        try editor().delete(try id("B"), named: "b")
        let bytes = try folder.text("store")
        #expect(bytes.contains("secret A") && !bytes.contains("secret B"))
        #expect(try notes().map(\.title) == ["A"])
        #expect(try !folder.text(".trash/b/note.data").contains("secret A"))
        #expect(try restore() == "store")
        #expect(try notes().map(\.title) == ["A", "B"])
        // The restored note refers to its container and to the other note again.
        let archive = try archive("store")
        let list = try #require(try archive.instances[0]["notes"].flatMap(archive.array))
        #expect(list.count == 2)
        guard case .instance(let restored) = try archive.object(try #require(list.last)) else {
            Issue.record("no object")
            return
        }
        #expect(restored["folder"] == archive.root)
        #expect(restored["next"] == list[0])
    }

    @Test(arguments: [
        [2, 3, 2, 3], [1, 2, 3, 1, 2, 3], [0, 4, 0, 4], [3, 2, 3, 2], [4, 0, 2, 0, 2, 4],
    ])
    func restoresNotesToTheirPositions(steps: [Int]) throws {
        let titles = (0..<5).map { "S\($0)" }
        try folder.write(list(titles), to: "memos")
        for number in steps.prefix(steps.count / 2) {
            try editor().delete(try id("S\(number)"), named: "s\(number)")
        }
        for number in steps.suffix(steps.count / 2) {
            try restore("s\(number)")
        }
        #expect(try notes().map(\.title) == titles)
    }

    @Test func restoresIntoXMLLists() throws {
        let values = [["title": "P", "text": "x"], ["title": "Q", "text": "y"]]
        try write(values, as: .xml, to: "n.plist")
        try editor().delete(try id("P"), named: "p")
        try restore()
        #expect(try dictionaries(inXML: "n.plist") == values)
    }

    @Test func keepsUnreferencedObjectsOfDamagedArchives() throws {
        try folder.write(
            """
            <plist><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$objects</key><array>
            <string>$null</string>
            <dict><key>NS.objects</key><array>\(uid(2))\(uid(99))</array><key>$class</key>\(uid(5))</dict>
            <dict><key>text</key>\(uid(3))<key>$class</key>\(uid(4))</dict><string>Kept</string>
            <dict><key>$classname</key><string>Note</string></dict>
            <dict><key>$classname</key><string>NSArray</string></dict>
            <dict><key>text</key>\(uid(7))<key>$class</key>\(uid(4))</dict><string>Cut off by damage</string>
            </array><key>$top</key><dict><key>root</key>\(uid(1))</dict></dict></plist>
            """, to: "n")
        try save("Kept") { try $0.setBody("Changed") }
        #expect(try notes().map(\.body) == ["Changed"])
        #expect(try folder.text("n").contains("Cut off by damage"))
    }

    @Test func neverTrashesSourceFilesAsPhotos() throws {
        try folder.write(list(), to: "memos")
        try folder.write(
            note: ArchivedNote(title: "T", body: "", photos: .array([.name("memos"), .name("n")])),
            to: "n")
        try editor().delete(try id("T"), named: "t")
        #expect(try notes().map(\.title) == ["One", "Two", "Three"])
    }

    @Test func neverRestoresOutsideTheFolder() throws {
        try folder.write(note: ArchivedNote(title: "T", body: ""), to: "in/n")
        let path = folder.path + "/in"
        try editor(of: path).delete(try id("T", in: path), named: "t")
        try folder.write(
            "{\"title\": \"T\", \"source\": \"../../out.data\"}", to: "in/.trash/t/entry.json")
        try folder.write(picture, to: "secret.png")
        try LocalFiles.makeFolder(path + "/.trash/t/Photos")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/.trash/t/Photos/linked.png",
            withDestinationPath: folder.path + "/secret.png")
        #expect(try restore(in: path) == "t.data")
        #expect(try FolderContents(folder.path).names == ["in/t.data", "secret.png"])
    }
}
