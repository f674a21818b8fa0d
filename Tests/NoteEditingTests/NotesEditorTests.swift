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
    let folder = TemporaryFolder()

    @Test func writesANoteInAFileOfItsOwn() throws {
        let editor = try editor()
        let note = ArchivedNote(title: "T", body: "B", created: later)
        let photos = [NewMedium(name: "a.png", bytes: picture)]
        #expect(try editor.create(note, named: "t", photos: photos, beside: false) == "t.data")
        #expect(try editor.create(note, named: "T", photos: photos, beside: true) == "T-2.data")
        let read = try notes()
        #expect(read.map(\.title) == ["T", "T"])
        #expect(try read.map { try $0.photos.map(contents) } == [[picture], [picture]])
        #expect(try folder.bytes("Photos/a.png") == picture)
        #expect(try FolderContents(folder.path).names == ["Photos/a.png", "T-2.data", "t.data"])
    }

    @Test func keepsClassAndFieldsOfEditedNotes() throws {
        try folder.write(list(), to: "memos")
        try save("Two") { draft in
            try draft.setTitle("Second")
            try draft.setBody("New\ntext")
            draft.setModified(later)
        }
        let read = try notes()
        #expect(read.map(\.title) == ["One", "Second", "Three"])
        #expect(read.map(\.body) == ["Text of One", "New\ntext", "Text of Three"])
        #expect(read[1].modified == later)
        #expect(read[1].otherFields == [.init("isPinned", value: .bool(true))])
        #expect(try read.map { try $0.photos.map(contents) } == [[picture], [picture], [picture]])
        let second = try archive("memos").instances[1]
        #expect(second.classNames == ["Memo", "Base", "NSObject"])
        #expect(
            second.fields.map(\.key).sorted() == [
                "content", "images", "isPinned", "noteTitle", "updatedAt",
            ])
    }

    @Test func keepsBothVersionsAfterConcurrentChanges() throws {
        try folder.write(note: ArchivedNote(title: "T", body: "old"), to: "n")
        let theirs = NoteArchiveWriter.archive(ArchivedNote(title: "T", body: "theirs"))
        #expect {
            try save { draft in
                try draft.setBody("mine")
                try folder.write(theirs, to: "n")
            }
        } throws: { ($0 as? UserError)?.message.contains("notebinder restore t") == true }
        #expect(try folder.bytes("n") == theirs)
        try restore()
        #expect(try Set(notes().map(\.body)) == ["mine", "theirs"])
    }

    @Test func refusesLossyEdits() throws {
        try folder.write("{\"title\": \"J\", \"text\": \"x\"}", to: "note.json")
        var outer = ArchiveEditor()
        let nested = outer.data(object(["text": "N"]))
        try folder.write(outer.archive(rootArray: [nested]), to: "nested")
        for title in ["J", "N"] {
            #expect(throws: UserError.self, "\(title)") { try editor().draft(of: id(title)) }
        }
        // An app with one photo per note cannot take a second one.
        try folder.write(object(["text": "S"], data: ["image": picture]), to: "single")
        #expect(throws: UserError.self) {
            try save("S", photos: [.init(kept: 0), .new("x.png", bytes: picture)])
        }
        try save("S", photos: [])
        #expect(try notes().first { $0.title == "S" }?.photos.isEmpty == true)
    }

    @Test func refusesAChangeThatMakesAnotherFieldTheText() throws {
        let bytes = object(["title": "T", "text": "A long text", "note": "a remark"])
        try folder.write(bytes, to: "n")
        #expect {
            try save { try $0.setBody("short") }
        } throws: { ($0 as? UserError)?.message.contains("keys: { text: body }") == true }
        #expect(try folder.bytes("n") == bytes)
        try save { try $0.setBody("A longer text than before") }
        #expect(try notes().map(\.body) == ["A longer text than before"])
    }

    @Test func refusesToOverwriteTextStoredAsTitle() throws {
        try folder.write(object(["title": "First line\nand all the rest"]), to: "n")
        try save("First line") { draft in
            #expect(throws: UserError.self) { try draft.setTitle("Short") }
            try draft.setBody("Other\ntext")
        }
        #expect(try notes().map(\.body) == ["Other\ntext"])
    }

    @Test(arguments: ["one\r\ntwo\r\n", "one\rtwo\r", "one\ntwo\n"])
    func writesAnyLineBreaksIntoRichText(text: String) throws {
        var archive = ArchiveEditor()
        let rich = archive.object(
            "NSAttributedString", superclasses: ["NSObject"],
            fields: [("NSString", archive.string("old"))])
        try folder.write(
            archive.archive(
                root: "Note", superclasses: ["NSObject"],
                fields: [("title", archive.string("T")), ("text", rich)]), to: "n")
        try save("T") { try $0.setBody(text) }
        #expect(try notes().map(\.body) == ["one\ntwo\n"])
    }

    @Test func refusesToReplaceRichTextWithPlainText() throws {
        var inner = ArchiveEditor()
        let nested = inner.archive(
            root: "NSAttributedString", superclasses: ["NSObject"],
            fields: [("NSString", inner.string("In an archive"))])
        for (name, bytes) in [("nested", nested), ("rtf", Array("{\\rtf1 x}".utf8))] {
            try folder.write(object(["title": name], data: ["text": bytes]), to: name)
            let draft = try editor().draft(of: id(name))
            #expect(throws: UserError.self, "\(name)") { try draft.requireEditableBody() }
        }
    }

    /// `NSKeyedArchiver` writes XML on request, with references as dictionaries.
    @Test func keepsArchivesInXML() throws {
        var archive = try ArchiveEditor(KeyedArchive(ArchiveBytes(list())))
        archive.prefersXML = true
        try folder.write(archive.bytes(), to: "memos.plist")
        let before = try notes()
        #expect(before.map(\.title) == ["One", "Two", "Three"])
        try save("Two") { try $0.setBody("Other <words> & 😀") }
        #expect(try folder.text("memos.plist").hasPrefix("<?xml"))
        let after = try notes()
        #expect(after.map(\.body) == ["Text of One", "Other <words> & 😀", "Text of Three"])
        #expect(after.map(\.otherFields) == before.map(\.otherFields))
        #expect(try contents(after[1].photos[0]) == picture)
        // Foundation reads references in this form alone.
        #expect(try folder.text("memos.plist").contains("<key>CF$UID</key>"))
        let list = try PropertyListSerialization.propertyList(
            from: Data(try folder.bytes("memos.plist")), format: nil)
        let top = try #require((list as? [String: Any])?["$top"] as? [String: Any])
        #expect("\(top["root"] ?? "")".contains("UID"))
    }

    /// A control character cannot be written in XML 1.0, and no text is given up for the form.
    @Test func writesBinaryWhereXMLCannotExpressAText() throws {
        try write([["title": "P", "text": "x"]], as: .xml, to: "n.plist")
        try save("P") { try $0.setBody("bell \u{7} & return \r.") }
        #expect(try folder.bytes("n.plist").starts(with: "bplist00".utf8))
        #expect(try notes().map(\.body) == ["bell \u{7} & return \r."])
    }

    @Test func keepsPlainListsInXML() throws {
        try write(
            [["title": "P", "text": "x", "photo": Data(picture)]], as: .xml, to: "n.plist")
        try save("P", photos: [])
        #expect(try dictionaries(inXML: "n.plist") == [["title": "P", "text": "x"]])
    }

    @Test func keepsFilePermissions() throws {
        let path = try folder.write(note: ArchivedNote(title: "T", body: ""), to: "n")
        #expect(chmod(path, 0o600) == 0)
        try save { try $0.setBody("x") }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func ordersTheNotesOfSeveralFiles() throws {
        try folder.write(list(), to: "n")
        try folder.write(note: ArchivedNote(title: "Other", body: ""), to: "o")
        try editor().move(try id("Three"), to: try id("One"))
        #expect(try notes().map(\.title) == ["Three", "One", "Two", "Other"])
        try editor().move(try id("Three"), to: try id("Two"))
        #expect(try notes().map(\.title) == ["One", "Two", "Three", "Other"])
        #expect(try notes()[2].body == "Text of Three")
        // Between files, the order is in a file of its own, and the files stay as they are.
        let before = try LocalFiles.read(folder.path + "/n")
        try editor().move(try id("Other"), to: try id("Two"))
        #expect(try order() == ["One", "Other", "Two", "Three"])
        #expect(try LocalFiles.read(folder.path + "/n") == before)
        // A note that passes its neighbours moves in their file as well.
        try editor().move(try id("Three"), to: try id("One"))
        #expect(try order() == ["Three", "One", "Other", "Two"])
        #expect(try notes().map(\.title) == ["Three", "One", "Two", "Other"])
        // Others keep their places when a note is deleted and restored.
        let entry = try editor().delete(try id("Three"), named: "three")
        #expect(try order() == ["One", "Other", "Two"])
        _ = try editor().restore(entry)
        #expect(try order() == ["Three", "One", "Other", "Two"])
        // What is new comes last, and the usual order needs no file.
        try folder.write(note: ArchivedNote(title: "Again", body: ""), to: "a")
        #expect(try order() == ["Three", "One", "Other", "Two", "Again"])
        try editor().move(try id("Again"), to: try id("Three"))
        try editor().move(try id("Other"), to: try id("Two"))
        #expect(try order() == ["Again", "Three", "One", "Two", "Other"])
        #expect(try LocalFiles.status(folder.path + "/.order.json") == nil)
    }

    /// The titles of the notes in the owner's order.
    private func order() throws -> [String] {
        let notes = try notes()
        return NotesOrder(of: try NotesFolder(folder.path)).positions(of: notes.map(\.id))
            .map { notes[$0].title }
    }
}
