import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Notes written and changed in a notes folder.
@Suite(.tags(.fast))
struct NotesEditorTests: NoteEditingSuite {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func writesANoteInAFileOfItsOwn() throws {
        let editor = try editor()
        let note = ArchivedNote(title: "T", body: "B", created: later)
        let photos = [NewMedium(name: "a.png", bytes: picture)]
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
        #expect(read[1].otherFields == [.init("isPinned", value: .bool(true))])
        #expect(try read.map { try $0.photos.map(contents) } == [[picture], [picture], [picture]])
        let archive = try KeyedArchive(ArchiveBytes(try LocalFiles.read(folder.path + "/memos")))
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

    @Test func keepsBothVersionsOfANoteThatChangedMeanwhile() throws {
        try folder.write(note: ArchivedNote(title: "T", body: "old"), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try draft.setBody("mine")
        let theirs = NoteArchiveWriter.archive(ArchivedNote(title: "T", body: "theirs"))
        try folder.write(theirs, to: "n")
        #expect {
            try editor.save(draft, named: "t")
        } throws: { ($0 as? UserError)?.message.contains("notebinder restore t") == true }
        #expect(try LocalFiles.read(folder.path + "/n") == theirs)
        _ = try editor.restore(try #require(try editor.trash.entries().first))
        #expect(try Set(notes().map(\.body)) == ["mine", "theirs"])
    }

    @Test func refusesWhatWouldLoseSomething() throws {
        try folder.write("{\"title\": \"J\", \"text\": \"x\"}", to: "note.json")
        var inner = ArchiveEditor()
        let text = inner.string("N")
        let nested = inner.archive(root: "Note", superclasses: [], fields: [("text", text)])
        var outer = ArchiveEditor()
        try folder.write(outer.archive(rootArray: [outer.data(nested)]), to: "nested")
        let editor = try editor()
        for title in ["J", "N"] {
            #expect(throws: UserError.self, "\(title)") { try editor.draft(of: try id(title)) }
        }
        // An app with one photo per note cannot take a second one.
        var writer = ArchiveEditor()
        let fields = [("text", writer.string("S")), ("image", writer.data(picture))]
        try folder.write(
            writer.archive(root: "Note", superclasses: [], fields: fields.map { ($0.0, $0.1) }),
            to: "single")
        let second = try self.editor()
        let draft = try second.draft(of: try id("S"))
        let new = EditedMedium(NewMedium(name: "x.png", bytes: picture))
        #expect(throws: UserError.self) {
            try second.save(
                draft, media: EditedMedia(photos: [EditedMedium(kept: 0), new]), named: "s")
        }
        try second.save(draft, media: EditedMedia(photos: []), named: "s")
        #expect(try notes().first { $0.title == "S" }?.photos.isEmpty == true)
    }

    @Test func refusesAChangeThatMakesAnotherFieldTheText() throws {
        var writer = ArchiveEditor()
        let fields = [("title", "T"), ("text", "A long text"), ("note", "a remark")].map {
            ($0.0, writer.string($0.1))
        }
        let bytes = writer.archive(root: "Note", superclasses: [], fields: fields)
        try folder.write(bytes, to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try draft.setBody("short")
        #expect {
            try editor.save(draft, named: "t")
        } throws: { ($0 as? UserError)?.message.contains("keys: { text: body }") == true }
        #expect(try LocalFiles.read(folder.path + "/n") == bytes)
        try draft.setBody("A longer text than before")
        try editor.save(draft, named: "t")
        #expect(try notes().map(\.body) == ["A longer text than before"])
    }

    @Test func refusesToLoseATextByItsTitle() throws {
        var writer = ArchiveEditor()
        let text = writer.string("First line\nand all the rest")
        try folder.write(
            writer.archive(root: "Note", superclasses: [], fields: [("title", text)]),
            to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("First line"))
        #expect(throws: UserError.self) { try draft.setTitle("Short") }
        try draft.setBody("Other\ntext")
        try editor.save(draft, named: "n")
        #expect(try notes().map(\.body) == ["Other\ntext"])
    }

    @Test func refusesTextsThatPlainOnesCannotStandFor() throws {
        var inner = ArchiveEditor()
        let nested = inner.archive(
            root: "NSAttributedString", superclasses: ["NSObject"],
            fields: [("NSString", inner.string("In an archive"))])
        for (name, bytes) in [("nested", nested), ("rtf", Array("{\\rtf1 x}".utf8))] {
            var writer = ArchiveEditor()
            let body = writer.data(bytes)
            let title = writer.string(name)
            try folder.write(
                writer.archive(
                    root: "Note", superclasses: [],
                    fields: [("title", title), ("text", body)]),
                to: name)
        }
        let editor = try editor()
        for name in ["nested", "rtf"] {
            let draft = try editor.draft(of: try id(name))
            #expect(throws: UserError.self, "\(name)") { try draft.requireEditableBody() }
        }
    }

    @Test func keepsPlainListsPlainAndXML() throws {
        let xml = try PropertyListSerialization.data(
            fromPropertyList: [["title": "P", "text": "x", "photo": Data(picture)]], format: .xml,
            options: 0)
        try folder.write(Array(xml), to: "n.plist")
        let editor = try editor()
        let draft = try editor.draft(of: try id("P"))
        try editor.save(draft, media: EditedMedia(photos: []), named: "p")
        let read = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/n.plist"))
        #expect(String(decoding: read, as: UTF8.self).hasPrefix("<?xml"))
        let list =
            try PropertyListSerialization.propertyList(from: read, format: nil)
            as? [[String: String]]
        #expect(list == [["title": "P", "text": "x"]])
    }

    @Test func keepsWhoMayReadAFile() throws {
        let path = try folder.write(note: ArchivedNote(title: "T", body: ""), to: "n")
        #expect(chmod(path, 0o600) == 0)
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try draft.setBody("x")
        try editor.save(draft, named: "t")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func ordersTheNotesOfAFile() throws {
        try folder.write(list(["One", "Two", "Three"]), to: "n")
        try folder.write(note: ArchivedNote(title: "Other", body: ""), to: "o")
        try editor().move(try id("Three"), to: try id("One"))
        #expect(try notes().map(\.title) == ["Three", "One", "Two", "Other"])
        try editor().move(try id("Three"), to: try id("Two"))
        #expect(try notes().map(\.title) == ["One", "Two", "Three", "Other"])
        #expect(try notes()[2].body == "Text of Three")
        #expect(throws: UserError.self) { try editor().move(try id("One"), to: try id("Other")) }
    }
}
