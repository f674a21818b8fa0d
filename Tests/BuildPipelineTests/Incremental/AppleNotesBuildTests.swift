import BuildPipeline
import BuildTestSupport
import FileFormats
import Foundation
import LocalFiles
import NoteModel
import SitePages
import TestSupport
import Testing

/// Builds of a store of Apple Notes whose notes change.
@Suite(.tags(.acceptance))
struct AppleNotesBuildTests {
    private let build = NotebookBuild()

    /// Writes a store with three notes, of which the second links the first.
    private func write(
        title: String = "First", text: String = "one", folder: String = "Plans",
        folderOfThird: Int64 = 4, hasFolders: Bool = true
    ) throws {
        func document(_ lines: String) -> [UInt8] {
            func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
                [number << 3 | 2, UInt8(bytes.count)] + bytes
            }
            return field(2, field(3, field(2, Array(lines.utf8))))
        }
        let path = build.folder.path + "/MyNotes/NoteStore.sqlite"
        try LocalFiles.makeFolder(build.folder.path + "/MyNotes")
        try LocalFiles.remove(path)
        let link = "see [note](note/FFB9C7EE-4790-4059-A0D9-955CD3A1DF08)"
        try SQLiteFile.make(
            at: path,
            [
                "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME, Z_SUPER)",
                "CREATE TABLE ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, Z_ENT, ZIDENTIFIER, ZTITLE2, ZPARENT, ZFOLDER, ZCREATIONDATE1)",
                "CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, ZNOTE, ZDATA)",
                "INSERT INTO Z_PRIMARYKEY VALUES (1, 'ICCloudSyncingObject', 0), (2, 'ICNote', 1), (3, 'ICFolder', 1), (4, 'ICInlineAttachment', 1)",
                "INSERT INTO ZICCLOUDSYNCINGOBJECT VALUES (1, 2, 'FFB9C7EE-4790-4059-A0D9-955CD3A1DF08', NULL, NULL, 4, 9e8), (2, 2, 'ABC-2', NULL, NULL, 5, 9e8), (3, 2, 'ABC-3', NULL, NULL, \(folderOfThird), 9e8), (4, 3, 'F1', 'Work', NULL, NULL, NULL), (5, 3, 'F2', '\(folder)', 4, NULL, NULL)",
            ].map { SQLiteStatement($0) }
                + [title + "\n" + text, "Second\n" + link, "Third\nthree"].enumerated().map {
                    SQLiteStatement(
                        "INSERT INTO ZICNOTEDATA VALUES (NULL, ?, ?)",
                        values: [.integer(Int64($0 + 1)), .data(document($1))])
                }
                + (hasFolders
                    ? [] : [SQLiteStatement("UPDATE ZICCLOUDSYNCINGOBJECT SET ZFOLDER = NULL")]))
    }

    @Test func keepsTheAddressOfARenamedNote() throws {
        try write()
        try build.run()
        #expect(try build.text("site/notes/first.html").contains("one"))
        try write(title: "Renamed")
        build.settle()
        try build.run()
        #expect(try build.text("site/notes/renamed.html").contains("one"))
        #expect(try build.text("site/notes/first.html").contains("renamed.html"))
        try build.expectSameAsFromNothing("renamed") { _ in }
    }

    @Test func writesOnlyThePageOfAChangedNote() throws {
        try write()
        try build.run()
        let before = try build.tree("site").bytes
        try write(text: "changed")
        build.settle()
        try build.run()
        let after = try build.tree("site").bytes
        let changed = Set(after.keys.filter { after[$0] != before[$0] })
        #expect(changed.contains("notes/first.html"))
        #expect(!changed.contains("notes/third.html") && !changed.contains("notes/second.html"))
    }

    @Test func listsNotesByFolder() throws {
        try write()
        try build.run()
        let page = try build.text("site/by-folder.html")
        let headings = page.matches(of: /<h2 id="folder-\d">([^<]*)/).map { String($0.1) }
        #expect(headings == ["Work", "Work › Plans"])
        #expect(try build.text("site/notes/first.html").contains("by-folder.html"))
        try build.run { $0.rules.exclude.folders = ["Work/Plans"] }
        #expect(try build.tree("site").bytes["notes/second.html"] == nil)
        // One folder is no choice.
        #expect(try build.tree("site").bytes["by-folder.html"] == nil)
    }

    @Test func followsNotesAndNamesOfFolders() throws {
        try write()
        try build.run()
        try write(folder: "Ideas")
        build.settle()
        try build.run()
        #expect(try build.text("site/by-folder.html").contains("Work › Ideas"))
        try build.expectSameAsFromNothing("renamed folder") { _ in }
        try write(folder: "Ideas", folderOfThird: 5)
        build.settle()
        try build.run()
        #expect(try build.text("site/notes/third.html").contains("Work › Ideas"))
        try build.expectSameAsFromNothing("moved note") { _ in }
        try build.run { $0.setFolders(areTags: true) }
        #expect(try build.tree("site").bytes["by-folder.html"] == nil)
        try build.expectSameAsFromNothing("tags") { $0.setFolders(areTags: true) }
    }

    @Test(arguments: [true, false]) func sortsByFolderWithoutAny(areTags: Bool) throws {
        try write()
        try build.run {
            $0.setFolders(areTags: areTags)
            $0.site.sort = .folder
        }
        #expect(try build.text("site/index.html").contains("Third"))
        try write(hasFolders: false)
        build.settle()
        try build.run {
            $0.setFolders(areTags: areTags)
            $0.site.sort = .folder
        }
    }
}
