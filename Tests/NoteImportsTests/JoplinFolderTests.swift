import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteImports

/// Reading RAW exports of Joplin.
@Suite(.tags(.fast))
struct JoplinFolderTests {
    private let folder = TemporaryFolder()
    private static let times = """
        created_time: 2020-09-15T11:13:40.365Z
        updated_time: 2020-09-15T13:25:05.856Z
        """

    /// Returns an identifier that ends with a digit.
    private static func id(_ digit: Int) -> String {
        String(repeating: "a", count: 31) + String(digit, radix: 16)
    }

    private func write(
        _ number: Int, type: Int, title: String? = nil, body: String = "", properties: String = ""
    ) throws {
        let head = [title, body.isEmpty ? nil : body].compactMap(\.self)
        let tail = "id: \(Self.id(number))\n\(properties)\n\(Self.times)\ntype_: \(type)"
        let lines = tail.split(separator: "\n").joined(separator: "\n")
        try folder.write(
            (head + [lines]).joined(separator: "\n\n"), to: "raw/\(Self.id(number)).md")
    }

    private func read() throws -> ReadExport {
        try JoplinFolder.read(folder.path + "/raw", scratch: folder.path)
    }

    @Test func readsNotesWithTheirNotebooksTagsAndFiles() throws {
        try write(1, type: 2, title: "Recipes", properties: "parent_id: ")
        try write(2, type: 2, title: "Cakes: sweet", properties: "parent_id: \(Self.id(1))")
        try write(
            3, type: 1, title: "Lemon tart",
            body:
                "First\n\n![a](:/\(Self.id(4))) and [the list](:/\(Self.id(7)))\n\n`![](:/\(Self.id(4)))`\n<img src=\":/\(Self.id(4))\" width=\"300\"/>\n```\n<img src=\":/\(Self.id(4))\"/>\n```\n",
            properties: "parent_id: \(Self.id(2))\nauthor: Mia\nlatitude: 0.00000000")
        try write(
            4, type: 4, title: "tart.png",
            properties: "mime: image/png\nfilename: \nfile_extension: png")
        try folder.write(
            PNGPicture.quarters(width: 4, height: 4), to: "raw/resources/\(Self.id(4)).png")
        try write(5, type: 5, title: "kitchen")
        try write(6, type: 6, properties: "note_id: \(Self.id(3))\ntag_id: \(Self.id(5))")
        try write(7, type: 1, title: "List", body: "a", properties: "parent_id: \(Self.id(1))")
        #expect(JoplinFolder.isJoplin(folder.path + "/raw"))
        let export = try read()
        #expect(export.problems == [])
        #expect(export.noteCount == 2)
        let note = try #require(export.notes.first?.note)
        #expect(note.title == "Lemon tart")
        #expect(note.id.source == "Recipes/Cakes sweet/Lemon tart.data")
        #expect(note.identifier == Self.id(3))
        #expect(note.tags.map(\.name) == ["kitchen"])
        #expect(note.created == CivilTime.instant("2020-09-15T11:13:40.365Z"))
        #expect(note.modified == CivilTime.instant("2020-09-15T13:25:05.856Z"))
        #expect(note.photos.map(\.name) == ["tart.png"])
        #expect(note.otherFields.map(\.key) == ["author"])
        #expect(
            note.body
                == "First\n\n![a](tart.png) and [the list](Recipes/List.md)\n\n`![](:/\(Self.id(4)))`\n![|300](tart.png)\n```\n<img src=\":/\(Self.id(4))\"/>\n```\n"
        )
    }

    /// Links to files keep their pages, and elements of HTML that refer to files become Markdown.
    @Test func findsTheFilesOfEveryElement() throws {
        try write(
            3, type: 1, title: "A",
            body:
                "<a href=\":/\(Self.id(4))\">the pdf</a> [page 5](:/\(Self.id(4))#page=5)\n<video><source src=\":/\(Self.id(8))\"></video> `<a href=\":/\(Self.id(4))\">`",
            properties: "parent_id: ")
        for (number, name) in [(4, "spec.pdf"), (8, "clip.mp3")] {
            try write(number, type: 4, title: name, properties: "mime: x\nfile_extension: ")
            try folder.write("ID3 %PDF", to: "raw/resources/\(Self.id(number))")
        }
        let export = try read()
        #expect(export.problems == [])
        #expect(
            export.notes.map(\.note.body) == [
                "[the pdf](spec.pdf) [page 5](spec.pdf#page=5)\n[clip.mp3](clip.mp3) `<a href=\":/\(Self.id(4))\">`"
            ])
    }

    @Test func keepsDataURLPicturesAndReportsMissingOnes() throws {
        let picture = PNGPicture.quarters(width: 4, height: 4)
        try write(
            3, type: 1, title: "A",
            body:
                "<p><img src=\"data:image/png;base64,\(Data(picture).base64EncodedString())\"/><img src=\"cid:1\" alt=\"b\"/></p>",
            properties: "parent_id: \nmarkup_language: 2")
        let export = try read()
        let note = try #require(export.notes.first?.note)
        #expect(note.body == "![](picture.png)b")
        #expect(note.photos.map { $0.stored?.prefix(1_000) } == [picture])
        #expect(export.problems == ["“A” refers to cid:1, which the export does not have."])
    }

    @Test func keepsUnknownProperties() throws {
        try write(
            3, type: 1, title: "A", body: "x",
            properties: "parent_id: \nmood: good\nsource: joplin-desktop\nblank: ")
        let note = try #require(try read().notes.first?.note)
        #expect(note.otherFields.map(\.key) == ["mood"])
    }

    @Test func reportsEncryptedNotebooks() throws {
        try write(1, type: 2, title: "", properties: "encryption_applied: 1")
        try write(2, type: 1, title: "A", body: "x", properties: "parent_id: \(Self.id(1))")
        let export = try read()
        #expect(export.notes.map(\.note.body) == ["x"])
        #expect(export.problems.count == 1 && export.problems[0].contains("is encrypted"))
    }

    @Test func convertsNotesInHTML() throws {
        try write(
            1, type: 1, title: "A", body: "<p><b>b</b> <img src=\":/\(Self.id(2))\" alt=\"c\"></p>",
            properties: "markup_language: 2")
        try write(2, type: 4, title: "d.png", properties: "file_extension: png")
        let export = try read()
        #expect(export.notes.first?.note.body == "**b** ![c](d.png)")
        #expect(export.problems == ["d.png of “A” is not in the export; it counts as missing."])
    }

    @Test func reportsItemsThatAreNotImported() throws {
        try write(1, type: 1, title: "", properties: "encryption_applied: 1")
        try write(2, type: 1, title: "Old", body: "a", properties: "deleted_time: 1700000000000")
        try write(3, type: 4, title: "b.pdf", properties: "file_extension: pdf")
        try folder.write("Just text", to: "raw/\(Self.id(0)).md")
        try folder.write("Just text", to: "raw/readme.txt")
        try folder.write("orphan", to: "raw/resources/\(Self.id(8)).bin")
        try write(5, type: 1, title: "New", body: "a [b](:/\(Self.id(9)))")
        let export = try read()
        #expect(export.notes.map(\.note.title) == ["New"])
        #expect(export.noteCount == 4)
        #expect(
            Set(export.problems) == [
                "The note \(Self.id(1)) is encrypted; decrypt it in Joplin and export it again.",
                "“Old” is in Joplin's trash; it was not imported.",
                "b.pdf was not imported: no note refers to it.",
                "\(Self.id(0)).md does not end with the properties of an item; it was not imported.",
                "readme.txt was not imported: it is not an item of Joplin.",
                "\(Self.id(8)).bin was not imported: no note refers to it.",
                "“New” refers to \(Self.id(9)), which the export does not have.",
            ])
    }

    @Test func marksConflictsAsConflicts() throws {
        try write(1, type: 1, title: "Mine", body: "a", properties: "is_conflict: 0")
        try write(
            2, type: 1, title: "Other", body: "a",
            properties: "is_conflict: 1\nconflict_original_id: \(Self.id(1))")
        let export = try read()
        #expect(export.problems == [])
        #expect(export.notes.map(\.note.state) == [.published, .conflict])
    }

    @Test func rejectsFoldersOfOtherPrograms() throws {
        try folder.write("---\ntitle: A\n---\n", to: "vault/\(Self.id(1)).md")
        try folder.write("A", to: "vault/a.md")
        #expect(!JoplinFolder.isJoplin(folder.path + "/vault"))
        #expect(!JoplinFolder.isJoplin(folder.path + "/nothing"))
    }
}
