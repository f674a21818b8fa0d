import FileFormats
import Foundation
import Hashing
import KeyedArchives
import LocalFiles
import MarkdownText
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Folders, files, locks and limits of stores of Apple Notes.
@Suite(.tags(.acceptance))
struct AppleNotesStoreTests: ReadingSuite {
    let folder = TemporaryFolder()

    private func read(
        _ store: MadeNoteStore, reading: ReadingOptions.AppleNotes = .init(),
        name: String = "anything.db"
    ) throws -> SourceOutcome {
        try store.write(to: folder.path + "/" + name)
        return try read(name, reading: ReadingOptions(appleNotes: reading))
    }

    // MARK: - Folders

    private func storeWithFolders() -> MadeNoteStore {
        var store = MadeNoteStore()
        let account = store.add("ICAccount", ["ZNAME": .text("iCloud"), "ZIDENTIFIER": .text("A")])
        func add(_ title: String, _ values: [String: SQLiteValue] = [:]) -> SQLiteValue {
            .integer(
                store.add(
                    "ICFolder",
                    ["ZTITLE2": .text(title), "ZOWNER": .integer(account)]
                        .merging(values) { $1 }))
        }
        let work = add("Work")
        let plans = add("Plans / ideas", ["ZPARENT": work])
        let trash = add("Recently Deleted", ["ZFOLDERTYPE": .integer(1)])
        let inTrash = add("Old", ["ZPARENT": trash])
        let gone = add("Gone", ["ZMARKEDFORDELETION": .integer(1)])
        for (text, place) in [
            ("planned", plans), ("thrown away", trash), ("thrown away, too", inTrash),
            ("gone", gone),
        ] {
            store.addNote(text, values: ["ZFOLDER": place])
        }
        store.addNote(
            "deleted", values: ["ZFOLDER": work, "ZMARKEDFORDELETION": .integer(1)])
        store.addNote("nowhere", values: ["ZFOLDER": .integer(999)])
        store.addNote(.null, ["ZTITLE1": .text("Away"), "ZFOLDER": work])
        return store
    }

    @Test func readsNotesInFoldersAndCountsTheDeletedOnes() throws {
        let outcome = try read(storeWithFolders())
        #expect(outcome.notes.map(\.title) == ["planned", "nowhere"])
        #expect(outcome.notes.map(\.folders) == [["Work", "Plans / ideas"], []])
        #expect(outcome.notes.map(\.account) == ["iCloud", nil])
        #expect(outcome.notes.map(\.id.index) == [0, 5])
        #expect(
            outcome.diagnostics.map(\.identifier) == [.noteInCloud, .unreadTrash])
        #expect(outcome.diagnostics[0].summary.contains("“Away”"))
        #expect(
            outcome.diagnostics[1].summary
                == "anything.db: 2 notes in Recently Deleted and 2 deleted notes are not read.")
        let counts = outcome.tallies.map(\.counts)
        #expect(counts.reduce(0) { $0 + $1.values.reduce(0, +) } == 7)
        #expect(outcome.tallies.map { $0.folders.joined(separator: "/") }.contains("Work"))
    }

    @Test func readsTheTrashIfAsked() throws {
        var options = ReadingOptions.AppleNotes()
        options.readsTrash = true
        let notes = try read(storeWithFolders(), reading: options).notes
        #expect(
            notes.filter { $0.state == .trashed }.map(\.title)
                == ["thrown away", "thrown away, too"])
    }

    @Test func makesTagsOfFoldersIfAsked() throws {
        var options = ReadingOptions.AppleNotes()
        options.tagsFolders = true
        let note = try #require(read(storeWithFolders(), reading: options).notes.first)
        #expect(note.tags.map(\.name) == ["Work/Plans - ideas"])
    }

    @Test func endsCyclesOfFolders() throws {
        var store = MadeNoteStore()
        store.add("ICFolder", ["ZTITLE2": .text("a"), "ZPARENT": .integer(2)])
        store.add("ICFolder", ["ZTITLE2": .text("b"), "ZPARENT": .integer(1)])
        store.addNote("n", values: ["ZFOLDER": .integer(2)])
        #expect(try read(store).notes.first?.folders.last == "b")
    }

    // MARK: - Values

    @Test func findsColumnsByTheirFamily() throws {
        var store = MadeNoteStore()
        store.addNote(
            "n",
            values: [
                "ZCREATIONDATE9": .real(86_400.5), "ZMODIFICATIONDATE2": .real(1e300),
                "ZISPINNED": .integer(1), "ZSERVERSHAREDATA": .data([1]),
                "ZIDENTIFIER": .text("N"),
            ])
        let outcome = try read(store)
        let note = try #require(outcome.notes.first)
        #expect(note.created == Date(timeIntervalSinceReferenceDate: 86_400.5))
        #expect(note.modified == nil)
        #expect(note.identifier == "N")
        #expect(
            note.otherFields
                == [.init("pinned", value: .bool(true)), .init("shared", value: .bool(true))])
        #expect(outcome.diagnostics.map(\.identifier) == [.impossibleDate])
    }

    @Test func losesOnlyDamagedNotes() throws {
        var store = MadeNoteStore()
        let bomb = [UInt8](repeating: 0, count: 10)
        for value in [
            SQLiteValue.data(bomb), .data([]), .text("abc"), .integer(7),
            .data([0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]), .data([0x00, 0x00]), .data([0x1B, 0x1C]),
            .data([0x08] + [UInt8](repeating: 0xFF, count: 11)),
        ] {
            store.addNote(value, ["ZTITLE1": .text("bad")])
        }
        store.addNote("good")
        let outcome = try read(store)
        #expect(outcome.notes.map(\.title) == ["good"])
        #expect(outcome.diagnostics.count == 8)
        #expect(outcome.diagnostics.allSatisfy { $0.summary.contains("“bad”") })
    }

    @Test func readsNothingOfViews() throws {
        let path = folder.path + "/views.db"
        try SQLiteFile.make(
            at: path,
            [
                "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME, Z_SUPER)",
                "CREATE VIEW ZICCLOUDSYNCINGOBJECT AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS Z_PK, 1 AS Z_ENT FROM n",
                "CREATE VIEW ZICNOTEDATA AS SELECT 1 AS Z_PK, 1 AS ZNOTE, x'00' AS ZDATA",
            ].map { SQLiteStatement($0) })
        let outcome = try read("views.db")
        #expect(
            outcome.notes.isEmpty && outcome.diagnostics.map(\.identifier) == [.unsupportedSource])
    }

    // MARK: - Files

    private let file = "F1"

    /// Returns a store with a note that shows a file, and the path of the file without and with its
    /// generation.
    private func storeWithFile(
        type: String = "public.jpeg", name: String = "a photo.png", medium: String = "M1"
    ) -> (store: MadeNoteStore, paths: [String]) {
        var store = MadeNoteStore()
        let account = store.add("ICAccount", ["ZIDENTIFIER": .text("A")])
        let key = store.add(
            "ICMedia",
            [
                "ZIDENTIFIER": .text(medium), "ZFILENAME": .text(name),
                "ZGENERATION1": .text("1_G"),
            ])
        let attachment = store.add(
            "ICAttachment",
            [
                "ZIDENTIFIER": .text(file), "ZTYPEUTI": .text(type), "ZMEDIA": .integer(key),
                "ZUSERTITLE": .text("A caption"),
            ])
        store.add(
            "ICAttachmentPreviewImage",
            [
                "ZIDENTIFIER": .text("P1"), "ZATTACHMENT": .integer(attachment),
                "ZWIDTH": .real(10), "ZHEIGHT": .real(10),
            ])
        store.addNote(
            "T\nsee \u{FFFC} there", .run(6), .run(1, .file(file)),
            values: ["ZACCOUNT7": .integer(account)])
        return (
            store,
            [
                "Accounts/A/Media/M1/1_G/\(name)", "Accounts/A/Media/M1/\(name)",
                "Media/M1/1_G/\(name)", "Media/M1/\(name)",
            ]
        )
    }

    @Test(arguments: 0..<4) func findsFilesInAllTheirPlaces(place: Int) throws {
        let (store, paths) = storeWithFile()
        try folder.write(picture, to: paths[place])
        let outcome = try read(store)
        let note = try #require(outcome.notes.first)
        #expect(note.body == "see ![](1) there")
        #expect(note.photos.map(\.name) == ["a photo.png"])
        #expect(note.photos.first?.caption == "A caption")
        #expect(note.photos.first?.bytes == picture)
        #expect(outcome.diagnostics.isEmpty)
    }

    /// A copy may have a name composed in another way, and a store may know no name.
    @Test(arguments: ["Gr\u{FC}\u{DF}e.png", "Gru\u{308}\u{DF}e.png"])
    func findsTheOnlyFileOfAMedium(name: String) throws {
        for known in [SQLiteValue.text("Gr\u{FC}\u{DF}e.png"), .null] {
            var (store, _) = storeWithFile()
            store.set("ZFILENAME", known, inRow: 2)
            try folder.write(picture, to: "Accounts/A/Media/M1/1_G/\(name)")
            #expect(try read(store).notes.first?.photos.first?.bytes == picture)
        }
    }

    @Test(arguments: [
        "Re: offer.pdf", "mailto:jane.pdf", "a:50% b%20.pdf", "100%25.pdf", "file:x.pdf",
    ])
    func linksFilesWhoseNamesLookLikeAddresses(name: String) throws {
        let (store, paths) = storeWithFile(type: "com.adobe.pdf", name: name)
        try folder.write("%PDF-1.4", to: paths[0])
        let note = try #require(read(store).notes.first)
        #expect(note.attachments.map(\.name) == [name])
        #expect(plainText(of: note.body) == "see \(name) there")
        let links = MarkdownCompiler().compile(note.body).facts.references.filter {
            $0.kind == .link
        }
        #expect(links.count == 1)
        #expect(links.map { NoteFiles(note).file(linkedAs: $0.name) } == [NoteFile(.attachment, 0)])
    }

    @Test func showsAPreviewInPlaceOfAMissingPhoto() throws {
        let (store, _) = storeWithFile()
        try folder.write(picture, to: "Accounts/A/Previews/P1.png")
        let outcome = try read(store)
        #expect(outcome.notes.first?.photos.first?.bytes == picture)
        #expect(outcome.diagnostics.map(\.identifier) == [.missingPhoto])
        #expect(outcome.diagnostics[0].summary.contains("small preview"))
    }

    @Test func namesMissingFilesAndSaysOnceIfAllAreMissing() throws {
        let (store, _) = storeWithFile(name: "talk.m4a")
        let alone = try read(store)
        #expect(alone.notes.first?.recordings.map(\.content) == [.damaged])
        #expect(alone.diagnostics.count == 1)
        #expect(alone.diagnostics[0].summary.contains("“Accounts” is not beside the store"))
        try LocalFiles.makeFolder(folder.path + "/Accounts")
        let outcome = try read(store)
        #expect(
            outcome.diagnostics.count == 1 && outcome.diagnostics[0].summary.contains("“talk.m4a”"))
    }

    @Test func doesNotLeaveTheContainer() throws {
        try folder.write(picture, to: "../escaped.png")
        defer { try? LocalFiles.remove(folder.path + "/../escaped.png") }
        let (store, _) = storeWithFile(name: "../../../../escaped.png")
        try LocalFiles.makeFolder(folder.path + "/container/Accounts/A/Media/M1")
        let note = try read(store, name: "container/s.db").notes.first
        #expect(note?.media.all.map(\.content) == [.damaged])
        let (other, _) = storeWithFile()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/container/Accounts/A/Media/M1/a photo.png",
            withDestinationPath: "/etc/hostname")
        let outcome = try read(other, name: "container/s.db")
        #expect(outcome.notes.first?.photos.map(\.content) == [.damaged])
    }

    @Test func listsTheStoreButNotItsFiles() throws {
        let (store, paths) = storeWithFile()
        try store.write(to: folder.path + "/any.sqlite")
        for path in paths + ["Accounts/A/Media/X/odd", "NotesIndexerState-Modern"] {
            try folder.write(picture, to: path)
        }
        let found = try NotesFolder(folder.path)
        #expect(found.sources.map(\.name) == ["any.sqlite"])
        #expect(found.leftOut.allSatisfy { !$0.mayHoldNotes })
    }

    @Test func showsCardsTagsMentionsAndUnknownKinds() throws {
        var store = MadeNoteStore()
        let inline = "com.apple.notes.inlinetextattachment."
        store.add(
            "ICAttachment",
            [
                "ZIDENTIFIER": .text("card"), "ZTYPEUTI": .text("public.url"),
                "ZTITLE": .text("A [site]"), "ZURLSTRING": .text("https://a.example/?b"),
            ])
        for (identifier, kind, words) in [
            ("tag", "hashtag", "#2024"), ("person", "mention", "@Jane"),
            ("sum", "calculateresult", "9"),
            ("line", "dividerline", ""), ("new", "telepathy", ""),
        ] {
            store.add(
                "ICInlineAttachment",
                [
                    "ZIDENTIFIER": .text(identifier), "ZTYPEUTI1": .text(inline + kind),
                    "ZALTTEXT": .text(words),
                ])
        }
        store.addNote(
            "T\n\u{FFFC} \u{FFFC} \u{FFFC} \u{FFFC}\n\u{FFFC}\n\u{FFFC} \u{FFFC}",
            .run(2), .run(1, .file("card")), .run(1), .run(1, .file("tag")), .run(1),
            .run(1, .file("person")), .run(1), .run(1, .file("sum")), .run(1),
            .run(1, .file("line")), .run(1), .run(1, .file("new")), .run(1),
            .run(1, .file("lost", type: "com.example.lost")))
        let outcome = try read(store)
        let note = try #require(outcome.notes.first)
        #expect(
            note.body == """
                [A \\[site\\]](<https://a.example/?b>) #2024 @Jane 9

                ---

                (attachment) (attachment)
                """)
        #expect(note.tags.map(\.name) == ["2024"])
        #expect(outcome.diagnostics.count == 2)
        #expect(outcome.diagnostics[0].summary.contains(inline + "telepathy"))
        #expect(outcome.diagnostics[1].summary.contains("com.example.lost"))
    }

    // MARK: - Locked notes

    /// Returns a store with a note locked as by iOS 16 and earlier.
    private func storeWithLockedNote(password: String) throws -> MadeNoteStore {
        let salt = Array("salt of 16 bytes".utf8)
        let key = try #require(SecretKey(Array("a key of 16 byte".utf8)))
        let outer = try #require(
            SecretKey(
                password: Array(password.utf8), salt: salt, rounds: 20_000, hash: .sha256, size: 16)
        )
        let nonce = Array("nonce of 16 byte".utf8)
        let sealed = try #require(
            key.sealing(Message.document("Secret\nwords"), nonce: nonce, header: []))
        var store = MadeNoteStore()
        store.addNote(
            .data(Array(sealed.dropLast(16))),
            [
                "ZTITLE1": .text("Secret"), "ZISPASSWORDPROTECTED": .integer(1),
                "ZCRYPTOSALT": .data(salt), "ZCRYPTOITERATIONCOUNT": .integer(20_000),
                "ZCRYPTOWRAPPEDKEY": .data(try #require(outer.wrapping(key))),
                "ZSNIPPET": .text("words"),
            ], vector: .data(nonce), tag: .data(Array(sealed.suffix(16))))
        return store
    }

    @Test func namesLockedNotesAndOpensThemWithTheirPassword() throws {
        let store = try storeWithLockedNote(password: "Füße 🐾")
        let locked = try read(store)
        #expect(locked.notes.isEmpty)
        #expect(locked.diagnostics.map(\.identifier) == [.lockedNote])
        #expect(locked.diagnostics[0].summary == "anything.db: “Secret” is locked.")
        #expect(locked.diagnostics[0].severity == .error)
        var options = ReadingOptions.AppleNotes()
        options.passwords = ["wrong"]
        #expect(
            try read(store, reading: options).diagnostics[0].summary.contains(
                "none of the passwords"))
        options.passwords.append("Füße 🐾")
        let opened = try read(store, reading: options)
        #expect(opened.notes.map(\.body) == ["words"])
        #expect(opened.diagnostics.isEmpty)
    }

    @Test func publishesNoEncryptedFileOfAnOpenedNote() throws {
        let (store, paths) = storeWithFile()
        var locked = store
        locked.addNote(
            "L\n\u{FFFC}", .run(2), .run(1, .file(file)),
            values: ["ZISPASSWORDPROTECTED": .integer(0)])
        try folder.write(picture, to: paths[0])
        #expect(try read(locked).notes.last?.photos.count == 1)
        locked.set("ZISPASSWORDPROTECTED", .integer(1), inRow: 3)
        let outcome = try read(locked)
        #expect(outcome.notes.last?.media.isEmpty == true)
        #expect(outcome.notes.last?.body == "(a photo.png)")
        #expect(outcome.diagnostics.last?.summary.contains("locked file “a photo.png”") == true)
    }
}
