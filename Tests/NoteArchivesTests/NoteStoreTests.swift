import FileFormats
import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct NoteStoreTests: ReadingSuite {
    let folder = TemporaryFolder()

    /// Returns an archive of strokes, as drawing apps store them.
    private func strokes(_ points: [[MadeValue]]) -> [UInt8] {
        MadeValue.list(points.map { .object("Stroke", [("points", .list($0))]) }).archive
    }

    /// Reads a store with notes, pages stored out of order, and media inline, in a file, and lost.
    @discardableResult
    private func readLectures() throws -> SourceOutcome {
        let external = "66820CA9-EF1B-5560-9894-87F0313B0DD5"
        try folder.write(picture, to: ".Store_SUPPORT/_EXTERNAL_DATA/\(external)")
        func reference(_ name: String) -> [UInt8] { [2] + Array(name.utf8) + [0] }
        return try read(
            entities: [("LectureNote", 0), ("Media", 0), ("Page", 0)],
            [
                .table(
                    "ZLECTURENOTE",
                    columns:
                        "Z_OPT INTEGER, ZCREATEDAT TIMESTAMP, ZUPDATEDAT TIMESTAMP, ZTITLE VARCHAR, ZROOM VARCHAR"
                ),
                .table(
                    "ZPAGE",
                    columns:
                        "Z_OPT INTEGER, ZINDEX INTEGER, ZNOTE INTEGER, ZDRAWING BLOB, ZSTROKES BLOB"
                ),
                .table(
                    "ZMEDIA",
                    columns:
                        "Z_OPT INTEGER, ZPAGEINDEX INTEGER, ZNOTE INTEGER, ZX FLOAT, ZY FLOAT, ZWIDTH FLOAT, ZHEIGHT FLOAT, ZKIND VARCHAR, ZNAME VARCHAR, ZDATA BLOB"
                ),
                .rows(
                    of: "ZLECTURENOTE",
                    "(4, 1, 1, 500692800, 500696400.5, 'Paging', 'B12'), (9, 1, 1, 1e300, NULL, NULL, NULL)"
                ),
                .rows(
                    of: "ZPAGE",
                    "(1, 3, 1, 1, 4, NULL, ?), (2, 3, 1, 0, 4, ?, NULL), (3, 3, 1, 0, 9, NULL, ?)",
                    data: [1] + strokes([["{1, 2}"], ["{3, 4}", "{5, 6}"]]), [1] + picture,
                    [1] + strokes([["{1, 2}"]]).dropLast(40)),
                .rows(
                    of: "ZMEDIA",
                    """
                    (1, 2, 1, 0, 4, 40, 300, 200, 150, 'image', 'slide.png', ?),
                    (2, 2, 1, 0, 4, 1, 2, 3, 4, 'image', 'lost.jpg', ?),
                    (3, 2, 1, 0, 4, 1, 2, 0, 4, 'image', 'out.jpg', ?),
                    (4, 2, 1, 1, 4, NULL, NULL, NULL, NULL, 'video', 'demo', ?)
                    """,
                    data: reference(external), reference("00000000-0000-0000-0000-000000000000"),
                    reference("../../../../etc/passwd"), [1, 7, 7]),
            ])
    }

    @Test func readsNotesPagesAndMedia() throws {
        let outcome = try readLectures()
        let note = try #require(outcome.notes.first)
        #expect(outcome.notes.map(\.title) == ["Paging", "Untitled"])
        #expect(note.created == Date(timeIntervalSinceReferenceDate: 500_692_800))
        #expect(note.modified == Date(timeIntervalSinceReferenceDate: 500_696_400.5))
        #expect(note.otherFields == [.init("ZROOM", value: .string("B12"))])
        #expect(note.kind == .lecture)
        #expect(note.pages.count == 2)
        #expect(note.pages[0].drawing == .picture(0))
        #expect(note.pages[0].pictures.map(\.photo) == [2, 3, 4].map { $0 - 1 })
        #expect(note.pages[0].pictures[0].frame == Frame(x: 40, y: 300, width: 200, height: 150))
        #expect(note.pages[0].pictures[2].frame == nil)
        #expect(note.pages[1].drawing?.strokes.map(\.points.count) == [1, 2])
        #expect(note.pages[1].recordings == [0])
        #expect(note.photos.map(\.name) == [nil, "slide.png", "lost.jpg", "out.jpg"])
        #expect(note.photos[2].content == .missing)
        #expect(note.photos[3].content == .missing)
        #expect(
            outcome.diagnostics.map(\.identifier) == [.oddStroke, .impossibleDate, .damagedObject])
    }

    @Test func keepsBytesWhileTheOutcomeIsUsed() throws {
        var outcome: SourceOutcome? = try readLectures()
        let photos = try #require(outcome?.notes.first?.photos)
        let file = try #require(photos[0].stored?.file)
        #expect(!file.hasPrefix(folder.path))
        #expect(photos[0].bytes == picture)
        #expect(photos[1].bytes == picture)
        withExtendedLifetime(outcome) {}
        outcome = nil
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    /// A store left by a program that was killed: half of it is in the write-ahead log.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func readsTheWriteAheadLogWithoutWriting() throws {
        try readLectures()
        let script = """
            import os, sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            assert db.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
            db.execute("UPDATE ZLECTURENOTE SET ZTITLE = 'From the log' WHERE Z_PK = 4")
            db.commit()
            os._exit(0)
            """
        let path = folder.path + "/Store.sqlite"
        let run = try FinishedProgram(try #require(Places.python), arguments: ["-c", script, path])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try LocalFiles.status(path + "-wal")?.size ?? 0 > 0)
        try FileManager.default.removeItem(atPath: path + "-shm")
        let before = try FolderContents(folder.path)
        // The folder is read-only.
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        let outcome = try read("Store.sqlite")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        #expect(outcome.notes.first?.title == "From the log")
        #expect(try FolderContents(folder.path) == before)
        let notes = try NotesFolder(folder.path)
        #expect(notes.sources.map(\.name) == ["Store.sqlite"])
        #expect(notes.leftOut.map(\.name).sorted() == [".Store_SUPPORT", "Store.sqlite-wal"])
        #expect(notes.leftOut.allSatisfy { !$0.mayHoldNotes })
    }

    @Test func readsOtherModels() throws {
        let outcome = try read(
            entities: [("Item", 0), ("Memo", 1), ("Folder", 1), ("Photo", 0)],
            [
                .table(
                    "ZITEM",
                    columns:
                        "Z_OPT INTEGER, ZNAME VARCHAR, ZTEXT VARCHAR, ZDATE TIMESTAMP, ZIMAGE BLOB"
                ),
                .table("ZPHOTO", columns: "Z_OPT INTEGER, ZMEMO INTEGER, ZIMAGEDATA BLOB"),
                .rows(
                    of: "ZITEM",
                    "(1, 2, 1, 'A memo', 'Its *text*', 0, ?), (2, 3, 1, 'A folder', '', 0, NULL)",
                    data: picture),
                .rows(of: "ZPHOTO", "(1, 4, 1, 1, ?)", data: [1] + picture + [0]),
            ], as: "deep/Model.data")
        #expect(outcome.notes.map(\.title) == ["A memo"])
        let note = try #require(outcome.notes.first)
        #expect(note.body == "Its *text*")
        #expect(note.created == Date(timeIntervalSinceReferenceDate: 0))
        let photos = withExtendedLifetime(outcome) { note.photos.map(\.bytes) }
        #expect(photos.map { $0 == picture } == [true, false])
        #expect(note.kind == .note)
    }

    @Test func readsRowsOnceAndReportsOrphans() throws {
        let outcome = try read(
            entities: [
                ("AudioMedia", 4), ("ImageMedia", 4), ("LectureNote", 5), ("Media", 0), ("Note", 0),
                ("Page", 0),
            ],
            [
                .table(
                    "ZNOTE",
                    columns:
                        "Z_OPT INTEGER, ZTITLE VARCHAR, ZCAFÉ VARCHAR, \"ZCAFE\u{301}\" VARCHAR"),
                .table("ZPAGE", columns: "Z_OPT INTEGER, ZLECTURE1 INTEGER, ZDRAWING BLOB"),
                .table(
                    "ZMEDIA",
                    columns: "Z_OPT INTEGER, ZPAGE INTEGER, Z_FOK_PAGE INTEGER, ZDATA BLOB"
                ),
                .rows(
                    of: "ZNOTE", "(1, 5, 1, 'Plain', 'a', 'b'), (2, 3, 1, 'Lecture', NULL, NULL)"),
                .rows(of: "ZPAGE", "(1, 6, 1, 2, NULL), (2, 6, 1, 2, x''), (3, 6, 1, 77, NULL)"),
                .rows(
                    of: "ZMEDIA",
                    "(1, 2, 1, 2, 1024, ?), (2, 1, 1, 2, 2048, ?), (3, 2, 1, 99, 1, ?)",
                    data: [1] + picture, [1] + picture, [1] + picture),
            ])
        #expect(outcome.notes.map(\.title) == ["Plain", "Lecture"])
        let lecture = try #require(outcome.notes.last)
        #expect(lecture.kind == .lecture && lecture.pages.count == 2)
        #expect(lecture.pages.map(\.pictures.count) == [0, 2])
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "Store.sqlite: a row of AudioMedia belongs to no note that is in it; nothing of that is shown.",
                "Store.sqlite: a row of Page belongs to no note that is in it; nothing of that is shown.",
            ])
    }

    @Test func showsEntitiesAndColumns() throws {
        try readLectures()
        func shown(_ name: String) throws -> String {
            var bytes: [UInt8] = []
            try ArchiveInspection.description(ofFileAt: folder.path + "/" + name, named: name)
                .append(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(
            try shown("Store.sqlite").contains(
                #""LectureNote":{"table":"ZLECTURENOTE","rows":2,"columns":["Z_PK","#))
        try SQLiteFile.make(at: folder.path + "/other.db", [.init("CREATE TABLE a (b INTEGER)")])
        #expect(try shown("other.db") == #"{"tables":{"a":["b"]}}"#)
    }

    @Test func ignoresSymbolicLinksToLogs() throws {
        try readLectures()
        let outside = TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Store.sqlite-wal",
            withDestinationPath: try outside.write([UInt8](repeating: 7, count: 4096), to: "x"))
        #expect(try read("Store.sqlite").notes.count == 2)
    }

    @Test func recoversNotesFromADamagedStore() throws {
        let text = String(repeating: "words ", count: 300)
        let rows = (1...60).map { "(\($0), 1, 1, 'Note \($0)', '\(text)')" }
        _ = try read(
            entities: [("Note", 0)],
            [
                .table("ZNOTE", columns: "Z_OPT INTEGER, ZTITLE VARCHAR, ZTEXT VARCHAR"),
                .rows(of: "ZNOTE", rows.joined(separator: ", ")),
            ])
        var bytes = try folder.bytes("Store.sqlite")
        let place = bytes.count - 3 * 4096
        bytes.replaceSubrange(place..<place + 4096, with: [UInt8](repeating: 0x41, count: 4096))
        let outcome = try read(bytes, as: "Store.sqlite")
        #expect((20..<60).contains(outcome.notes.count))
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject])
    }

    @Test func reportsForeignAndDamagedStores() throws {
        let other = try read(
            entities: [("Song", 0), ("Album", 0)],
            [.init("CREATE TABLE ZSONG (Z_PK INTEGER PRIMARY KEY, ZLENGTH FLOAT)")],
            as: "other.sqlite")
        #expect(
            other.diagnostics.first?.summary
                == "other.sqlite is a store of another app: it has no entity of notes (Album, Song)."
        )
        try SQLiteFile.make(
            at: folder.path + "/plain.sqlite", [.init("CREATE TABLE notes (id INTEGER)")])
        #expect(
            try read("plain.sqlite").diagnostics.first?.summary
                == "plain.sqlite is an SQLite database, but no Core Data store (it has no entities)."
        )
        try readLectures()
        let whole = try folder.bytes("Store.sqlite")
        for bytes in [
            Array(whole.prefix(5000)),
            Array(whole.prefix(4096)) + Array(repeating: 0x41, count: whole.count - 4096),
        ] {
            let summary = try read(bytes, as: "cut.sqlite").diagnostics.first?.summary
            #expect(summary?.hasPrefix("cut.sqlite is damaged (") == true)
        }
    }

    /// SQLite alone refuses a file that is shorter than its header says.
    @Test func readsWhatIsLeftOfAStoreThatWasCutOff() throws {
        try readLectures()
        let whole = try folder.bytes("Store.sqlite")
        let notes = try read(whole, as: "whole.sqlite").notes.count
        let outcome = try read(Array(whole.dropLast(4096)), as: "cut.sqlite")
        #expect(notes > 1 && (notes - 1...notes).contains(outcome.notes.count))
        let summary = outcome.diagnostics.first?.summary
        #expect(summary?.hasPrefix("cut.sqlite is damaged (its end is missing)") == true)
    }

    @Test func readsOrReportsDamagedStores() throws {
        try readLectures()
        let whole = try folder.bytes("Store.sqlite")
        let seed: UInt64 = 7
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            var bytes = whole
            for _ in 0..<12 {
                bytes[random.number(in: 100...bytes.count - 1)] = .random(
                    in: 0...255, using: &random)
            }
            let outcome = try read(bytes, as: "Store.sqlite")
            #expect(!outcome.notes.isEmpty || !outcome.diagnostics.isEmpty, "seed \(seed)")
        }
    }
}
