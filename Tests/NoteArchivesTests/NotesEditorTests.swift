import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Notes written, changed, deleted and restored in a notes folder.
struct NotesEditorTests {
    let folder: TemporaryFolder
    private let picture = PNGPicture.quarters(width: 4, height: 2)
    private let later = Date(timeIntervalSinceReferenceDate: 500)

    init() throws {
        folder = try TemporaryFolder()
    }

    /// All notes of the folder, by what the reader makes of it now.
    private func notes(in path: String? = nil) throws -> [Note] {
        let notes = try NotesFolder(path ?? folder.path)
        let reader = SourceReader(folder: notes)
        return notes.sources.flatMap { reader.read($0).notes }.sorted { $0.id < $1.id }
    }

    private func editor(of path: String? = nil) throws -> NotesEditor {
        try NotesEditor(
            path ?? folder.path, notebook: Notebook(title: "", notes: try notes(in: path)),
            isComplete: true, reading: ReadingOptions())
    }

    private func id(_ title: String, in path: String? = nil) throws -> NoteID {
        try #require(try notes(in: path).first { $0.title == title }).id
    }

    private func contents(_ photo: Photo) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try photo.stored?.forEachChunk { bytes += Array($0) }
        return bytes
    }

    /// An archive of some app: three notes in a list, with keys and fields of its own.
    private func list(_ titles: [String] = ["One", "Two", "Three"]) -> [UInt8] {
        var writer = KeyedArchiveWriter()
        let notes = titles.map { title in
            writer.object(
                "Shop.Memo", ["Base", "NSObject"],
                [
                    ("noteTitle", .object(writer.string(title))),
                    ("content", .object(writer.string("Text of \(title)"))),
                    ("updatedAt", .object(writer.date(10))), ("isPinned", .bool(true)),
                    ("images", .object(writer.array([writer.data(picture)]))),
                ])
        }
        return writer.archive(rootArray: notes)
    }

    @Test func writesANoteInAFileOfItsOwn() throws {
        let editor = try editor()
        let note = ArchivedNote(title: "T", body: "B", created: later)
        let photos = [NewPhoto(name: "a.png", bytes: picture)]
        #expect(try editor.create(note, named: "t", photos: photos, beside: false) == "t.data")
        #expect(try editor.create(note, named: "T", photos: photos, beside: true) == "T-2.data")
        let read = try notes()
        #expect(read.map(\.title) == ["T", "T"])
        #expect(try read.map { try $0.photos.map(contents) } == [[picture], [picture]])
        #expect(try LocalFiles.read(folder.path + "/Photos/a.png") == picture)
        #expect(try FolderContents(folder.path).names == ["Photos/a.png", "T-2.data", "t.data"])
    }

    @Test func changesANoteOfAnAppAndKeepsItsClassAndFields() throws {
        try folder.write(list(), to: "memos")
        let editor = try editor()
        var draft = try editor.draft(of: try id("Two"))
        try draft.setTitle("Second")
        try draft.setBody("New\ntext")
        draft.setModified(later)
        try editor.save(draft, named: "x")
        let read = try notes()
        #expect(read.map(\.title) == ["One", "Second", "Three"])
        #expect(read.map(\.body) == ["Text of One", "New\ntext", "Text of Three"])
        #expect(read[1].modified == later)
        #expect(read[1].otherFields == [.init("isPinned", .bool(true))])
        #expect(try read.map { try $0.photos.map(contents) } == [[picture], [picture], [picture]])
        let archive = try KeyedArchive(
            ArchiveBytes(try LocalFiles.read(folder.path + "/memos")))
        let root = try #require(archive.root)
        let members = try #require(try archive.array(root))
        guard case .instance(let second) = try archive.object(members[1]) else {
            Issue.record("no object")
            return
        }
        #expect(second.classNames == ["Memo", "Base", "NSObject"])
        #expect(
            second.fields.map(\.key).sorted() == [
                "content", "images", "isPinned", "noteTitle", "updatedAt",
            ])
    }

    @Test(arguments: [0, 1, 2]) func deletesAndRestoresANoteOfAList(index: Int) throws {
        try folder.write(list(), to: "sub/memos")
        let before = try notes()
        let title = before[index].title
        try editor().delete(before[index].id, named: "gone")
        #expect(try notes().map(\.title) == before.map(\.title).filter { $0 != title })
        #expect(
            !String(decoding: try LocalFiles.read(folder.path + "/sub/memos"), as: UTF8.self)
                .contains("Text of \(title)"))
        let editor = try editor()
        let entries = try editor.trash.entries()
        #expect(entries.map(\.title) == [title])
        #expect(try editor.restore(entries[0]) == "sub/memos")
        #expect(try notes().map(\.title) == before.map(\.title))
        #expect(try notes().map(\.body) == before.map(\.body))
        #expect(try notes().map(\.otherFields) == before.map(\.otherFields))
        #expect(try self.editor().trash.entries().isEmpty)
    }

    @Test func keepsAnEmptyListForItsApp() throws {
        let path = try folder.write(list(["Only"]), to: "MyNotes")
        try editor(of: path).delete(try id("Only", in: path), named: "only")
        #expect(try notes(in: path).isEmpty)
        let archive = try KeyedArchive(ArchiveBytes(try LocalFiles.read(path)))
        #expect(try archive.array(try #require(archive.root)) == [])
        let editor = try editor(of: path)
        #expect(try editor.restore(try #require(try editor.trash.entries().first)) == "MyNotes")
        #expect(try notes(in: path).map(\.title) == ["Only"])
    }

    @Test func takesPhotosAlongThatNoOtherNoteShows() throws {
        for name in ["own.png", "shared.png"] { try folder.write(picture, to: "Photos/\(name)") }
        let first = ArchivedNote(
            title: "First", body: "", photos: .array([.name("own.png"), .name("SHARED.png")]))
        let second = ArchivedNote(title: "Second", body: "", photos: .array([.name("shared.png")]))
        let original = NoteArchiveWriter.archive(first)
        try folder.write(original, to: "1.data")
        try folder.write(NoteArchiveWriter.archive(second), to: "2.data")
        try editor().delete(try id("First"), named: "first")
        #expect(
            try FolderContents(folder.path).names == [
                ".trash/first/Photos/Photos/own.png", ".trash/first/entry.json",
                ".trash/first/note.data", "2.data", "Photos/shared.png",
            ])
        let editor = try editor()
        #expect(try editor.restore(try #require(try editor.trash.entries().first)) == "1.data")
        #expect(try LocalFiles.read(folder.path + "/1.data") == original)
        #expect(try LocalFiles.read(folder.path + "/Photos/own.png") == picture)
        #expect(try notes().first?.photos.allSatisfy { $0.stored != nil } == true)
    }

    @Test func bringsBackAPhotoThatWentWithAnotherNote() throws {
        try folder.write(picture, to: "Photos/shared.png")
        for title in ["A", "B"] {
            let note = ArchivedNote(title: title, body: "", photos: .array([.name("shared.png")]))
            try folder.write(NoteArchiveWriter.archive(note), to: title)
        }
        try editor().delete(try id("A"), named: "a")
        try editor().delete(try id("B"), named: "b")
        #expect(try LocalFiles.status(folder.path + "/Photos/shared.png") == nil)
        let editor = try editor()
        #expect(try editor.restore(try #require(try editor.trash.entries().first)) == "A")
        #expect(try notes().first?.photos.map(contents) == [picture])
    }

    @Test func restoresBesideAFileThatTookItsPlace() throws {
        try folder.write(NoteArchiveWriter.archive(ArchivedNote(title: "Old", body: "")), to: "n")
        try editor().delete(try id("Old"), named: "old")
        try folder.write(NoteArchiveWriter.archive(ArchivedNote(title: "New", body: "")), to: "n")
        let editor = try editor()
        #expect(try editor.restore(try #require(try editor.trash.entries().first)) == "old.data")
        #expect(try notes().map(\.title).sorted() == ["New", "Old"])
    }

    @Test func keepsBothVersionsOfANoteThatChangedMeanwhile() throws {
        try folder.write(NoteArchiveWriter.archive(ArchivedNote(title: "T", body: "old")), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try draft.setBody("mine")
        let theirs = NoteArchiveWriter.archive(ArchivedNote(title: "T", body: "theirs"))
        try folder.write(theirs, to: "n")
        #expect {
            try editor.save(draft, named: "t")
        } throws: { ($0 as? EditingFailure)?.message.contains("notebinder restore t") == true }
        #expect(try LocalFiles.read(folder.path + "/n") == theirs)
        _ = try editor.restore(try #require(try editor.trash.entries().first))
        #expect(try Set(notes().map(\.body)) == ["mine", "theirs"])
    }

    @Test func addsRemovesAndOrdersPhotos() throws {
        let others = (1...2).map { PNGPicture.quarters(width: 4 + $0, height: 2) }
        try folder.write(
            NoteArchiveWriter.archive(
                ArchivedNote(title: "T", body: "", photos: .array([.data(picture)]))), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try editor.add(others.map { NewPhoto(name: "x.png", bytes: $0) }, to: &draft)
        try editor.save(draft, named: "t")
        draft = try editor.draft(of: try id("T"))
        try draft.orderPhotos([2, 0, 1])
        try editor.save(draft, named: "t")
        #expect(try notes()[0].photos.map(contents) == [others[1], picture, others[0]])
        draft = try editor.draft(of: try id("T"))
        try editor.remove(photosAt: [1], from: &draft, named: "t")
        #expect(try notes()[0].photos.map(contents) == [others[1], others[0]])
        // Nothing is lost.
        #expect(try LocalFiles.read(folder.path + "/.trash/t/Photos/Photos/t.png") == picture)
        #expect(try editor.trash.entries().map(\.hasNote) == [false])
    }

    @Test func addsPhotosInTheFormThatANoteHas() throws {
        try folder.write(picture, to: "Photos/a.png")
        let forms: [(String, ArchivedNote.Photos)] = [
            ("names", .array([.name("a.png")])),
            ("images", .array([.image(png: picture, orientation: 3)])),
            ("named", .dictionary([("first", .data(picture))])),
        ]
        for (name, photos) in forms {
            try folder.write(
                NoteArchiveWriter.archive(ArchivedNote(title: name, body: "", photos: photos)),
                to: name)
        }
        let added = PNGPicture.quarters(width: 8, height: 8)
        for (name, _) in forms {
            let editor = try editor()
            var draft = try editor.draft(of: try id(name))
            try editor.add([NewPhoto(name: "A.png", bytes: added)], to: &draft)
            try editor.save(draft, named: "x")
        }
        let read = try notes()
        #expect(read.map { $0.photos.count } == [2, 2, 2])
        #expect(
            try read.map { try contents($0.photos[$0.title == "named" ? 0 : 1]) } == [
                added, added, added,
            ])
        #expect(read.first { $0.title == "names" }?.photos[1].name == "A-2.png")
        #expect(read.first { $0.title == "named" }?.photos.map(\.caption) == ["A.png", "first"])
        #expect(read.first { $0.title == "images" }?.photos[0].orientation == .right)
    }

    @Test func refusesWhatWouldLoseSomething() throws {
        try folder.write("{\"title\": \"J\", \"text\": \"x\"}", to: "note.json")
        var inner = KeyedArchiveWriter()
        let text = inner.string("N")
        let nested = inner.archive(root: "Note", [], [("text", .object(text))])
        var outer = KeyedArchiveWriter()
        try folder.write(outer.archive(rootArray: [outer.data(nested)]), to: "nested")
        let editor = try editor()
        for title in ["J", "N"] {
            #expect(throws: EditingFailure.self, "\(title)") { try editor.draft(of: try id(title)) }
        }
        // An app with one photo a note takes no second one.
        var writer = KeyedArchiveWriter()
        let fields = [("text", writer.string("S")), ("image", writer.data(picture))]
        try folder.write(
            writer.archive(root: "Note", [], fields.map { ($0.0, .object($0.1)) }), to: "single")
        let second = try self.editor()
        var draft = try second.draft(of: try id("S"))
        #expect(throws: EditingFailure.self) {
            try second.add([NewPhoto(name: "x.png", bytes: picture)], to: &draft)
        }
        try second.remove(photosAt: [0], from: &draft, named: "s")
        #expect(try notes().first { $0.title == "S" }?.photos.isEmpty == true)
    }

    @Test func changesNoListThatAnotherNoteShares() throws {
        var writer = KeyedArchiveWriter()
        let shared = writer.array([writer.data(picture)])
        let notes = ["A", "B"].map { title in
            writer.object(
                "NoteObj", ["NSObject"],
                [("title", .object(writer.string(title))), ("photos", .object(shared))])
        }
        try folder.write(writer.archive(rootArray: notes), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("A"))
        try editor.add([NewPhoto(name: "x.png", bytes: picture + [0])], to: &draft)
        try editor.save(draft, named: "a")
        #expect(try self.notes().map { $0.photos.count } == [2, 1])
        draft = try editor.draft(of: try id("B"))
        try editor.remove(photosAt: [0], from: &draft, named: "b")
        #expect(try self.notes().map { $0.photos.count } == [2, 0])
    }

    @Test func keepsThumbnailsInStep() throws {
        let pictures = (1...3).map { PNGPicture.quarters(width: 4 + $0, height: 2) }
        let small = (1...3).map { PNGPicture.quarters(width: 1 + $0, height: 1) }
        var writer = KeyedArchiveWriter()
        let lists = [pictures, small].map { list in writer.array(list.map { writer.data($0) }) }
        let title = writer.string("T")
        try folder.write(
            writer.archive(
                root: "NoteObj", [],
                [
                    ("title", .object(title)), ("photos", .object(lists[0])),
                    ("thumbnails", .object(lists[1])),
                ]), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try draft.orderPhotos([2, 1, 0])
        try editor.save(draft, named: "t")
        draft = try editor.draft(of: try id("T"))
        try editor.remove(photosAt: [1], from: &draft, named: "t")
        let bytes = try LocalFiles.read(folder.path + "/n")
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        let root = try #require(archive.root)
        guard case .instance(let note) = try archive.object(root) else {
            Issue.record("no object")
            return
        }
        let thumbnails = try #require(try note["thumbnails"].flatMap(archive.array))
        let kept = try thumbnails.map { try archive.data($0).flatMap(archive.contents) }
        #expect(kept == [small[2], small[0]])
    }

    /// A note that others refer to, and that refers back: none of it stays, and no other goes.
    @Test func deletesEveryReferenceToANote() throws {
        let text = { (name: String) in "Text of \(name), secret \(name)" }
        let uid = { (number: Int) in
            "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
        }
        func note(_ title: Int, _ body: Int, _ next: Int) -> String {
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
            \(note(6, 7, 5))\(note(8, 12, 4))
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
        let bytes = String(decoding: try LocalFiles.read(folder.path + "/store"), as: UTF8.self)
        #expect(bytes.contains("secret A") && !bytes.contains("secret B"))
        #expect(try notes().map(\.title) == ["A"])
        let kept = try LocalFiles.read(folder.path + "/.trash/b/note.data")
        #expect(!String(decoding: kept, as: UTF8.self).contains("secret A"))
        let editor = try editor()
        #expect(try editor.restore(try #require(try editor.trash.entries().first)) == "store")
        #expect(try notes().map(\.title) == ["A", "B"])
        // It refers again to what holds it, and to the other note.
        let archive = try KeyedArchive(
            ArchiveBytes(try LocalFiles.read(folder.path + "/store")))
        let root = try #require(archive.root)
        guard case .instance(let store) = try archive.object(root),
            let list = try store["notes"].flatMap(archive.array), list.count == 2,
            case .instance(let restored) = try archive.object(list[1])
        else {
            Issue.record("no list of two")
            return
        }
        #expect(restored["folder"] == root)
        #expect(restored["next"] == list[0])
    }

    @Test(arguments: [
        [2, 3, 2, 3], [1, 2, 3, 1, 2, 3], [0, 4, 0, 4], [3, 2, 3, 2], [4, 0, 2, 0, 2, 4],
    ])
    func restoresEachToItsPlace(steps: [Int]) throws {
        let titles = (0..<5).map { "S\($0)" }
        try folder.write(list(titles), to: "memos")
        for number in steps.prefix(steps.count / 2) {
            try editor().delete(try id("S\(number)"), named: "s\(number)")
        }
        for number in steps.suffix(steps.count / 2) {
            let editor = try editor()
            let entry = try #require(try editor.trash.entries().first { $0.title == "S\(number)" })
            _ = try editor.restore(entry)
        }
        #expect(try notes().map(\.title) == titles)
    }

    @Test func refusesAChangeThatMakesAnotherFieldTheText() throws {
        var writer = KeyedArchiveWriter()
        let fields = [("title", "T"), ("text", "A long text"), ("note", "a remark")].map {
            ($0.0, KeyedArchiveWriter.Field.object(writer.string($0.1)))
        }
        let bytes = writer.archive(root: "Note", [], fields)
        try folder.write(bytes, to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try draft.setBody("short")
        #expect {
            try editor.save(draft, named: "t")
        } throws: { ($0 as? EditingFailure)?.message.contains("keys: { text: body }") == true }
        #expect(try LocalFiles.read(folder.path + "/n") == bytes)
        try draft.setBody("A longer text than before")
        try editor.save(draft, named: "t")
        #expect(try notes().map(\.body) == ["A longer text than before"])
    }

    @Test func leavesNothingOutOfADamagedArchive() throws {
        let uid = { (number: Int) in
            "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
        }
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
        let editor = try editor()
        var draft = try editor.draft(of: try id("Kept"))
        try draft.setBody("Changed")
        try editor.save(draft, named: "k")
        #expect(try notes().map(\.body) == ["Changed"])
        let bytes = String(decoding: try LocalFiles.read(folder.path + "/n"), as: UTF8.self)
        #expect(bytes.contains("Cut off by damage"))
    }

    @Test func refusesToLoseATextByItsTitle() throws {
        var writer = KeyedArchiveWriter()
        let text = writer.string("First line\nand all the rest")
        try folder.write(writer.archive(root: "Note", [], [("title", .object(text))]), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("First line"))
        #expect(throws: EditingFailure.self) { try draft.setTitle("Short") }
        try draft.setBody("Other\ntext")
        try editor.save(draft, named: "n")
        #expect(try notes().map(\.body) == ["Other\ntext"])
    }

    @Test func refusesTextsThatPlainOnesCannotStandFor() throws {
        var inner = KeyedArchiveWriter()
        let nested = inner.archive(
            root: "NSAttributedString", ["NSObject"],
            [("NSString", .object(inner.string("In an archive")))])
        for (name, bytes) in [("nested", nested), ("rtf", Array("{\\rtf1 x}".utf8))] {
            var writer = KeyedArchiveWriter()
            let body = writer.data(bytes)
            let title = writer.string(name)
            try folder.write(
                writer.archive(
                    root: "Note", [], [("title", .object(title)), ("text", .object(body))]),
                to: name)
        }
        let editor = try editor()
        for name in ["nested", "rtf"] {
            let draft = try editor.draft(of: try id(name))
            #expect(throws: EditingFailure.self, "\(name)") { try draft.requireEditableBody() }
        }
    }

    @Test func leavesFilesThatNotesCameFromWhereTheyAre() throws {
        try folder.write(list(), to: "memos")
        try folder.write(
            NoteArchiveWriter.archive(
                ArchivedNote(title: "T", body: "", photos: .array([.name("memos"), .name("n")]))),
            to: "n")
        try editor().delete(try id("T"), named: "t")
        #expect(try notes().map(\.title) == ["One", "Two", "Three"])
    }

    @Test func restoresNowhereOutsideOfTheFolder() throws {
        try folder.write(NoteArchiveWriter.archive(ArchivedNote(title: "T", body: "")), to: "in/n")
        let path = folder.path + "/in"
        try editor(of: path).delete(try id("T", in: path), named: "t")
        try folder.write(
            "{\"title\": \"T\", \"source\": \"../../out.data\"}", to: "in/.trash/t/entry.json")
        try folder.write(picture, to: "secret.png")
        try LocalFiles.makeFolder(path + "/.trash/t/Photos")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/.trash/t/Photos/linked.png",
            withDestinationPath: folder.path + "/secret.png")
        let editor = try editor(of: path)
        #expect(try editor.restore(try #require(try editor.trash.entries().first)) == "t.data")
        #expect(try FolderContents(folder.path).names == ["in/t.data", "secret.png"])
    }

    @Test func keepsPlainListsPlainAndXML() throws {
        let xml = try PropertyListSerialization.data(
            fromPropertyList: [["title": "P", "text": "x", "photo": Data(picture)]], format: .xml,
            options: 0)
        try folder.write(Array(xml), to: "n.plist")
        let editor = try editor()
        var draft = try editor.draft(of: try id("P"))
        try editor.remove(photosAt: [0], from: &draft, named: "p")
        let read = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/n.plist"))
        #expect(String(decoding: read, as: UTF8.self).hasPrefix("<?xml"))
        let list =
            try PropertyListSerialization.propertyList(from: read, format: nil)
            as? [[String: String]]
        #expect(list == [["title": "P", "text": "x"]])
    }

    @Test func keepsWhoMayReadAFile() throws {
        let path = try folder.write(
            NoteArchiveWriter.archive(ArchivedNote(title: "T", body: "")), to: "n")
        #expect(chmod(path, 0o600) == 0)
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try draft.setBody("x")
        try editor.save(draft, named: "t")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
