import FileFormats
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Parts of stores of Apple Notes that are rare, or out of place.
@Suite(.tags(.acceptance))
struct AppleNotesPartsTests: ReadingSuite {
    let folder = TemporaryFolder()

    @Test func keepsWordsOfTheAppInCode() throws {
        var store = MadeNoteStore()
        store.add(
            "ICInlineAttachment",
            [
                "ZIDENTIFIER": .text("person"),
                "ZTYPEUTI1": .text("com.apple.notes.inlinetextattachment.mention"),
                "ZALTTEXT": .text("@Jo_e"),
            ])
        store.addNote(
            "T\nto \u{FFFC} end", .run(2), .run(3, .style(4)),
            .run(1, .style(4) + .file("person")), .run(4, .style(4)))
        #expect(try read(store).notes.first?.body == "```\nto @Jo_e end\n```")
    }

    @Test func namesFilesOfUnknownKinds() throws {
        var store = MadeNoteStore()
        store.add(
            "ICAttachment",
            [
                "ZIDENTIFIER": .text("x"), "ZTYPEUTI": .text("com.example.sketch"),
                "ZTITLE": .text("My_sketch.xyz"), "ZURLSTRING": .text("https://a.example/"),
            ])
        store.addNote("T\n\u{FFFC}", .run(2), .run(1, .file("x")))
        let outcome = try read(store)
        #expect(outcome.notes.first.map { plainText(of: $0.body) } == "(My_sketch.xyz)")
        #expect(outcome.diagnostics.count == 1)
        for words in ["“My_sketch.xyz”", "“https://a.example/”", "“com.example.sketch”"] {
            #expect(outcome.diagnostics[0].summary.contains(words), "\(words)")
        }
    }

    @Test func countsDocumentsThatAreNotThereAmongTheMedia() throws {
        var store = MadeNoteStore()
        store.add(
            "ICAttachment",
            [
                "ZIDENTIFIER": .text("x"), "ZTYPEUTI": .text("com.apple.paper.doc.pdf"),
                "ZTITLE": .text("Contract.pdf"),
            ])
        store.addNote("T\n\u{FFFC}", .run(2), .run(1, .file("x")))
        let note = try #require(read(store).notes.first)
        #expect(note.attachments.map(\.name) == ["Contract.pdf"])
        #expect(note.attachments.allSatisfy { $0.stored == nil })
        #expect(plainText(of: note.body) == "Contract.pdf")
    }

    /// The text of a note may be in iCloud, and with it the row that would have it.
    @Test func leavesNotesWithoutATextWhereTheyAre() throws {
        var store = MadeNoteStore()
        let trash = store.add("ICFolder", ["ZTITLE2": .text("Trash"), "ZFOLDERTYPE": .integer(1)])
        store.add("ICNote", ["ZTITLE1": .text("Thrown away"), "ZFOLDER": .integer(trash)])
        store.add("ICNote", ["ZTITLE1": .text("Deleted"), "ZMARKEDFORDELETION": .integer(1)])
        store.add("ICNote", ["ZTITLE1": .text("Secret"), "ZISPASSWORDPROTECTED": .integer(1)])
        store.add("ICNote", ["ZTITLE1": .text("Far away")])
        store.addNote("Here")
        let outcome = try read(store)
        #expect(outcome.notes.map(\.title) == ["Here"])
        #expect(
            outcome.diagnostics.map(\.identifier) == [.lockedNote, .noteInCloud, .unreadTrash])
    }

    @Test func tellsAccountsOfOneNameApart() throws {
        var store = MadeNoteStore()
        for text in ["one", "two"] {
            let account = store.add("ICAccount", ["ZNAME": .text("iCloud")])
            let folder = store.add(
                "ICFolder", ["ZTITLE2": .text("Notes"), "ZOWNER": .integer(account)])
            store.addNote(text, values: ["ZFOLDER": .integer(folder)])
        }
        let outcome = try read(store)
        #expect(outcome.notes.map(\.account) == ["iCloud", "iCloud 2"])
        #expect(outcome.tallies.count == 2)
    }

    @Test func countsTextsWithoutANote() throws {
        var store = MadeNoteStore()
        store.addNote("T\nx", .run(3))
        store.more = [
            "INSERT INTO ZICNOTEDATA (ZNOTE, ZDATA) VALUES (NULL, x'00'), (77, x'00'), (78, NULL)"
        ]
        let outcome = try read(store)
        #expect(outcome.notes.count == 1)
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject])
        #expect(outcome.diagnostics[0].summary.contains("2 texts belong to no note"))
    }

    /// The definitions of tables may be anywhere in the file.
    @Test func recognizesAContainerByNamesAtTheEndOfItsStore() throws {
        var store = MadeNoteStore()
        store.addNote("T\nx", .run(3))
        try store.write(to: folder.path + "/N/NoteStore.sqlite")
        let path = folder.path + "/N/NoteStore.sqlite"
        let bytes = try LocalFiles.read(path)
        let name = Array("ZICCLOUDSYNCINGOBJECT".utf8)
        let place = try #require(bytes.firstRange(of: name)?.lowerBound)
        // The name straddles two pieces of a megabyte.
        let start = (1 << 20) - 7
        var moved = Array(bytes[..<100]) + [UInt8](repeating: 0, count: start - 100)
        moved += bytes[place..<place + name.count]
        try folder.write(moved, to: "M/NoteStore.sqlite")
        for container in ["N", "M"] {
            try folder.write(Array("{}".utf8), to: container + "/Accounts/A/Media/M/data.json")
            let notes = try NotesFolder(folder.path + "/" + container)
            #expect(notes.sources.map(\.name) == ["NoteStore.sqlite"], "\(container)")
        }
    }
}
