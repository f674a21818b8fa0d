import FileFormats
import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct NoteStoreTests {
    private let folder: TemporaryFolder
    private var picture: [UInt8] { PNGPicture.quarters(width: 4, height: 2) }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a store: entities with their parents, and the tables that the statements create.
    private func write(
        _ name: String = "Store.sqlite", entities: [(name: String, parent: Int)],
        statements: [SQLiteStatement]
    ) throws {
        try FileManager.default.createDirectory(
            atPath: (folder.path + "/" + name as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try MadeStore.write(
            to: folder.path + "/" + name, entities: entities, statements: statements)
    }

    private func read(_ name: String = "Store.sqlite") throws -> (NotesFolder, SourceOutcome) {
        let notes = try NotesFolder(folder.path)
        let source = try #require(notes.sources.first { $0.name == name })
        return (notes, SourceReader(folder: notes).read(source))
    }

    private func bytes(_ content: MediaContent?) -> [UInt8]? {
        guard let stored = content?.stored else { return nil }
        var bytes: [UInt8] = []
        try? stored.forEachChunk { bytes += $0 }
        return bytes
    }

    /// Returns an archive of strokes, as drawing apps store them.
    private func strokes(_ points: [[String]]) -> [UInt8] {
        var writer = ArchiveEditor()
        let members = points.map { points in
            let list = writer.array(points.map { writer.string($0) })
            return writer.object("Stroke", superclasses: ["NSObject"], fields: [("points", list)])
        }
        return writer.archive(rootArray: members)
    }

    /// Writes a store with notes, pages stored out of order, and media inline, in a file, and lost.
    private func writeLectures() throws {
        let external = "66820CA9-EF1B-5560-9894-87F0313B0DD5"
        try folder.write(picture, to: ".Store_SUPPORT/_EXTERNAL_DATA/\(external)")
        try write(
            entities: [("LectureNote", 0), ("Media", 0), ("Page", 0)],
            statements: [
                .init(
                    "CREATE TABLE ZLECTURENOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCREATEDAT TIMESTAMP, ZUPDATEDAT TIMESTAMP, ZTITLE VARCHAR, ZROOM VARCHAR)"
                ),
                .init(
                    "CREATE TABLE ZPAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZINDEX INTEGER, ZNOTE INTEGER, ZDRAWING BLOB, ZSTROKES BLOB)"
                ),
                .init(
                    "CREATE TABLE ZMEDIA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGEINDEX INTEGER, ZNOTE INTEGER, ZX FLOAT, ZY FLOAT, ZWIDTH FLOAT, ZHEIGHT FLOAT, ZKIND VARCHAR, ZNAME VARCHAR, ZDATA BLOB)"
                ),
                .init(
                    "INSERT INTO ZLECTURENOTE VALUES (4, 1, 1, 500692800, 500696400.5, 'Paging', 'B12'), (9, 1, 1, 1e300, NULL, NULL, NULL)"
                ),
                .init(
                    "INSERT INTO ZPAGE VALUES (1, 3, 1, 1, 4, NULL, ?)",
                    values: [.data([1] + strokes([["{1, 2}"], ["{3, 4}", "{5, 6}"]]))]),
                .init(
                    "INSERT INTO ZPAGE VALUES (2, 3, 1, 0, 4, ?, NULL)",
                    values: [.data([1] + picture)]),
                .init(
                    "INSERT INTO ZPAGE VALUES (3, 3, 1, 0, 9, NULL, ?)",
                    values: [.data([1] + strokes([["{1, 2}"]]).dropLast(40))]),
                .init(
                    "INSERT INTO ZMEDIA VALUES (1, 2, 1, 0, 4, 40, 300, 200, 150, 'image', 'slide.png', ?)",
                    values: [.data([2] + Array(external.utf8) + [0])]),
                .init(
                    "INSERT INTO ZMEDIA VALUES (2, 2, 1, 0, 4, 1, 2, 3, 4, 'image', 'lost.jpg', ?)",
                    values: [.data([2] + Array("00000000-0000-0000-0000-000000000000".utf8) + [0])]),
                .init(
                    "INSERT INTO ZMEDIA VALUES (3, 2, 1, 0, 4, 1, 2, 0, 4, 'image', 'out.jpg', ?)",
                    values: [.data([2] + Array("../../../../etc/passwd".utf8) + [0])]),
                .init(
                    "INSERT INTO ZMEDIA VALUES (4, 2, 1, 1, 4, NULL, NULL, NULL, NULL, 'video', 'demo', ?)",
                    values: [.data([1, 7, 7])]),
            ])
    }

    @Test func readsNotesPagesAndMedia() throws {
        try writeLectures()
        let (_, outcome) = try read()
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
        guard case .strokes(let strokes) = note.pages[1].drawing else {
            Issue.record("\(note.pages)")
            return
        }
        #expect(strokes.map(\.points.count) == [1, 2])
        #expect(note.pages[1].recordings == [0])
        #expect(note.photos.map(\.name) == [nil, "slide.png", "lost.jpg", "out.jpg"])
        #expect(note.photos[2].content == .missing)
        #expect(note.photos[3].content == .missing)
        #expect(
            outcome.diagnostics.map(\.identifier) == [.oddStroke, .impossibleDate, .damagedObject])
    }

    @Test func keepsBytesWhileTheOutcomeIsUsed() throws {
        try writeLectures()
        func read() throws -> SourceOutcome {
            let notes = try NotesFolder(folder.path)
            return SourceReader(folder: notes).read(try #require(notes.sources.first))
        }
        var outcome: SourceOutcome? = try read()
        let photos = try #require(outcome?.notes.first?.photos)
        let file = try #require(photos[0].stored?.file)
        #expect(!file.hasPrefix(folder.path))
        #expect(bytes(photos[0].content) == picture)
        #expect(bytes(photos[1].content) == picture)
        withExtendedLifetime(outcome) {}
        outcome = nil
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    /// A store left by a program that was killed: half of it is in the write-ahead log.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func readsWhatIsStillInTheLogAndWritesNothing() throws {
        try writeLectures()
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
        let (notes, outcome) = try read()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        #expect(outcome.notes.first?.title == "From the log")
        #expect(try FolderContents(folder.path) == before)
        #expect(notes.sources.map(\.name) == ["Store.sqlite"])
        #expect(notes.leftOut.map(\.name).sorted() == [".Store_SUPPORT", "Store.sqlite-wal"])
        #expect(notes.leftOut.allSatisfy { !$0.mayHoldNotes })
    }

    @Test func readsOtherModels() throws {
        try write(
            "deep/Model.data", entities: [("Item", 0), ("Memo", 1), ("Folder", 1), ("Photo", 0)],
            statements: [
                .init(
                    "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, ZTEXT VARCHAR, ZDATE TIMESTAMP, ZIMAGE BLOB)"
                ),
                .init(
                    "CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZMEMO INTEGER, ZIMAGEDATA BLOB)"
                ),
                .init(
                    "INSERT INTO ZITEM VALUES (1, 2, 1, 'A memo', 'Its *text*', 0, ?)",
                    values: [.data(picture)]),
                .init("INSERT INTO ZITEM VALUES (2, 3, 1, 'A folder', '', 0, NULL)"),
                .init(
                    "INSERT INTO ZPHOTO VALUES (1, 4, 1, 1, ?)",
                    values: [.data([1] + picture + [0])]),
            ])
        let (notes, outcome) = try read("deep/Model.data")
        #expect(outcome.notes.map(\.title) == ["A memo"])
        let note = try #require(outcome.notes.first)
        #expect(note.body == "Its *text*")
        #expect(note.created == Date(timeIntervalSinceReferenceDate: 0))
        #expect(note.photos.compactMap { bytes($0.content) == picture } == [true, false])
        #expect(note.kind == .note)
        withExtendedLifetime(notes) {}
    }

    @Test func readsEachRowOnceAndNamesThoseThatBelongNowhere() throws {
        try write(
            entities: [
                ("AudioMedia", 4), ("ImageMedia", 4), ("LectureNote", 5), ("Media", 0), ("Note", 0),
                ("Page", 0),
            ],
            statements: [
                .init(
                    "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR, ZCAFÉ VARCHAR, \"ZCAFE\u{301}\" VARCHAR)"
                ),
                .init(
                    "CREATE TABLE ZPAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLECTURE1 INTEGER, ZDRAWING BLOB)"
                ),
                .init(
                    "CREATE TABLE ZMEDIA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGE INTEGER, Z_FOK_PAGE INTEGER, ZDATA BLOB)"
                ),
                .init(
                    "INSERT INTO ZNOTE VALUES (1, 5, 1, 'Plain', 'a', 'b'), (2, 3, 1, 'Lecture', NULL, NULL)"
                ),
                .init(
                    "INSERT INTO ZPAGE VALUES (1, 6, 1, 2, NULL), (2, 6, 1, 2, x''), (3, 6, 1, 77, NULL)"
                ),
                .init(
                    "INSERT INTO ZMEDIA VALUES (1, 2, 1, 2, 1024, ?), (2, 1, 1, 2, 2048, ?), (3, 2, 1, 99, 1, ?)",
                    values: Array(repeating: .data([1] + picture), count: 3)),
            ])
        let outcome = try read().1
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
        try writeLectures()
        let path = folder.path + "/Store.sqlite"
        var bytes: [UInt8] = []
        try ArchiveInspection.description(ofFileAt: path).append(to: &bytes)
        let shown = String(decoding: bytes, as: UTF8.self)
        #expect(
            shown.contains(#""LectureNote":{"table":"ZLECTURENOTE","rows":2,"columns":["Z_PK","#))
        try SQLiteFile.make(at: folder.path + "/other.db", [.init("CREATE TABLE a (b INTEGER)")])
        var other: [UInt8] = []
        try ArchiveInspection.description(ofFileAt: folder.path + "/other.db").append(to: &other)
        #expect(String(decoding: other, as: UTF8.self) == #"{"tables":{"a":["b"]}}"#)
    }

    @Test func readsNoLogThatLiesElsewhere() throws {
        try writeLectures()
        let outside = try TemporaryFolder()
        try outside.write([UInt8](repeating: 7, count: 4096), to: "x")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Store.sqlite-wal", withDestinationPath: outside.path + "/x")
        #expect(try read().1.notes.count == 2)
    }

    @Test func showsWhatCouldBeReadOfADamagedStore() throws {
        let text = String(repeating: "words ", count: 300)
        let rows = (1...60).map { number in
            SQLiteStatement(
                "INSERT INTO ZNOTE VALUES (?, 1, 1, ?, ?)",
                values: [.integer(Int64(number)), .text("Note \(number)"), .text(text)])
        }
        try write(
            entities: [("Note", 0)],
            statements: [
                .init(
                    "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR, ZTEXT VARCHAR)"
                )
            ]
                + rows)
        var bytes = try LocalFiles.read(folder.path + "/Store.sqlite")
        let place = bytes.count - 3 * 4096
        bytes.replaceSubrange(place..<place + 4096, with: [UInt8](repeating: 0x41, count: 4096))
        try folder.write(bytes, to: "Store.sqlite")
        let outcome = try read().1
        #expect((20..<60).contains(outcome.notes.count))
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject])
    }

    @Test func namesStoresOfOtherApplicationsAndDamagedOnes() throws {
        try write(
            "other.sqlite", entities: [("Song", 0), ("Album", 0)],
            statements: [.init("CREATE TABLE ZSONG (Z_PK INTEGER PRIMARY KEY, ZLENGTH FLOAT)")])
        try SQLiteFile.make(
            at: folder.path + "/plain.sqlite", [.init("CREATE TABLE notes (id INTEGER)")])
        try writeLectures()
        let whole = try LocalFiles.read(folder.path + "/Store.sqlite")
        try folder.write(Array(whole.prefix(5000)), to: "cut.sqlite")
        try folder.write(
            Array(whole.prefix(4096)) + Array(repeating: 0x41, count: whole.count - 4096),
            to: "rotten.sqlite")
        func summary(_ name: String) throws -> String {
            try read(name).1.diagnostics.first?.summary ?? "nothing"
        }
        #expect(
            try summary("other.sqlite")
                == "other.sqlite is a store of another app: it has no entity of notes (Album, Song)."
        )
        #expect(
            try summary("plain.sqlite")
                == "plain.sqlite is an SQLite database, but no Core Data store (it has no entities)."
        )
        for name in ["cut.sqlite", "rotten.sqlite"] {
            #expect(
                try summary(name).hasPrefix("\(name) is damaged (database disk image is malformed"))
        }
    }

    @Test func readsWhateverADamagedStoreStillHoldsOrSaysSo() throws {
        try writeLectures()
        let whole = try LocalFiles.read(folder.path + "/Store.sqlite")
        let seed: UInt64 = 7
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            var bytes = whole
            for _ in 0..<12 {
                bytes[Int.random(in: 100..<bytes.count, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            try folder.write(bytes, to: "Store.sqlite")
            let (notes, outcome) = try read()
            if outcome.notes.isEmpty { #expect(!outcome.diagnostics.isEmpty, "seed \(seed)") }
            withExtendedLifetime(notes) {}
        }
    }
}
