import FileFormats
import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Stores that are damaged or made to do harm.
@Suite(.tags(.acceptance))
struct AppleNotesLimitTests: ReadingSuite {
    let folder = TemporaryFolder()

    @Test func publishesNoDeletedNoteWhoseFolderIsLost() throws {
        var store = MadeNoteStore()
        let notes = store.add("ICFolder", ["ZTITLE2": .text("Notes")])
        for _ in 0..<100 { store.addNote("kept", values: ["ZFOLDER": .integer(notes)]) }
        store.addNote("deleted", values: ["ZFOLDER": .integer(1_103)])
        for _ in 0..<1_000 {
            store.add("ICAttachment", ["ZIDENTIFIER": .text(String(repeating: "x", count: 300))])
        }
        let trash = store.add("ICFolder", ["ZTITLE2": .text("Trash"), "ZFOLDERTYPE": .integer(1)])
        #expect(trash == 1_103)
        #expect(try read(store).notes.count == 100)

        // The page of a row between the folders is damaged.
        let path = folder.path + "/anything.db"
        var bytes = try LocalFiles.read(path)
        let pages = stride(from: 0, to: bytes.count, by: 4_096).filter { page in
            bytes[page] == 13
                && bytes[page..<page + 4_096].count { $0 == UInt8(ascii: "x") } > 2_000
        }
        try #require(pages.count > 4)
        let page = pages[pages.count / 2]
        bytes.replaceSubrange(page..<page + 8, with: [UInt8](repeating: 0xFF, count: 8))
        try folder.write(bytes, to: "anything.db")
        let outcome = try read("anything.db")
        #expect(outcome.notes.map(\.title) == [String](repeating: "kept", count: 100))
        #expect(outcome.diagnostics.contains { $0.identifier == .damagedObject })
    }

    @Test func putsANoteThatIsInTheTrashAndElsewhereInTheTrash() throws {
        var store = MadeNoteStore()
        store.add("ICFolder", ["ZTITLE2": .text("Notes")])
        store.add("ICFolder", ["ZTITLE2": .text("Trash"), "ZFOLDERTYPE": .integer(1)])
        let note = store.addNote(.data(Message.document("deleted")))
        for folders in [[(11, 1), (12, 2)], [(11, 2), (12, 1)]] {
            store.more = folders.flatMap { table, folder in
                [
                    "CREATE TABLE Z_\(table)NOTES (Z_\(table)FOLDERS, Z_3NOTES)",
                    "INSERT INTO Z_\(table)NOTES VALUES (\(folder), \(note))",
                ]
            }
            #expect(try read(store).notes.isEmpty)
        }
    }

    @Test func limitsWhatManyReferencesToOneFileShow() throws {
        var store = MadeNoteStore()
        store.add(
            "ICAttachment",
            [
                "ZIDENTIFIER": .text("card"), "ZTYPEUTI": .text("public.url"),
                "ZTITLE": .text(String(repeating: "long ", count: 100_000)),
                "ZURLSTRING": .text("https://a.example"),
            ])
        let signs = String(repeating: "\u{FFFC}", count: 1_000)
        store.addNote("T\n" + signs, .run(2), .run(1_000, .file("card")))
        let outcome = try read(store)
        #expect((1..<17 << 20).contains(outcome.notes[0].body.utf8.count))
        #expect(outcome.diagnostics.count == 1)
        #expect(outcome.diagnostics[0].summary.contains("more files or larger tables"))
    }

    @Test func readsLongChainsOfFoldersAndLongNames() throws {
        var store = MadeNoteStore()
        let name = SQLiteValue.text(String(repeating: "folder ", count: 100_000))
        for key in 1...5_000 {
            store.add(
                "ICFolder",
                [
                    "ZTITLE2": key == 1 ? name : .text("f"),
                    "ZPARENT": key == 1 ? .null : .integer(Int64(key - 1)),
                ])
        }
        for key in 1...5_000 {
            store.addNote("n", values: ["ZFOLDER": .integer(Int64(key))])
        }
        let notes = try read(store).notes
        #expect(notes.count == 5_000)
        #expect(notes.allSatisfy { $0.folders.count <= 32 && $0.folders[0].count <= 1_000 })
    }

    @Test func takesHashtagsForWords() throws {
        var store = MadeNoteStore()
        store.add(
            "ICInlineAttachment",
            [
                "ZIDENTIFIER": .text("tag"),
                "ZTYPEUTI1": .text("com.apple.notes.inlinetextattachment.hashtag"),
                "ZALTTEXT": .text("#x](javascript:a) **b** ![](/etc/passwd)\n\n# Heading"),
            ])
        store.addNote("T\n\u{FFFC}", .run(2), .run(1, .file("tag")))
        let note = try #require(read(store).notes.first)
        #expect(
            note.body.hasSuffix(##"x\](javascript:a) \*\*b\*\* !\[\](/etc/passwd) # Heading"##))
    }

    @Test func showsAPreviewWithoutAMedium() throws {
        var store = MadeNoteStore()
        let attachment = store.add(
            "ICAttachment", ["ZIDENTIFIER": .text("F"), "ZTYPEUTI": .text("public.jpeg")])
        store.add(
            "ICAttachmentPreviewImage",
            ["ZIDENTIFIER": .text("P1"), "ZATTACHMENT": .integer(attachment)])
        store.addNote("T\n\u{FFFC}", .run(2), .run(1, .file("F")))
        try folder.write(picture, to: "Previews/P1.png")
        let outcome = try read(store)
        #expect(outcome.notes.first?.photos.first?.bytes == picture)
        #expect(outcome.diagnostics.map(\.identifier) == [.missingPhoto])
    }
}
