import FileFormats
import KeyedArchives
import LocalFiles
import TestSupport

/// The files of the oracle's notebook other than archives of plain notes.
enum OracleArchives {
    /// Returns a small picture; two that differ only in `tint` have equally many bytes.
    static func picture(size: Int, tint: Int) -> [UInt8] {
        PNGPicture.bytes(width: 8 + size, height: 6 + size % 3) { x, y in
            (UInt8(truncatingIfNeeded: x * 9 + tint * 31), UInt8(truncatingIfNeeded: y * 20), 90)
        }
    }

    /// Returns a recording of a second with a constant level, in samples of 8 bits.
    static func recording(level: UInt8) -> [UInt8] {
        let silence = Sound.wave(seconds: 1, tone: 0)
        let header = silence.prefix(44)
        return header + [UInt8](repeating: level, count: silence.count - header.count)
    }

    /// Returns an archive with a deck of `FlashCard` objects.
    static func deck(_ cards: [(question: String, answer: String, right: Int)]) -> [UInt8] {
        var writer = ArchiveEditor()
        let members = cards.map { card in
            let question = writer.string(card.question)
            let answer = writer.string(card.answer)
            return writer.object(
                "FlashCard", superclasses: ["NSObject"],
                fields: [
                    ("question", question), ("answer", answer),
                    ("rightCount", .integer(card.right)), ("wrongCount", .integer(1)),
                ])
        }
        return writer.archive(rootArray: members)
    }

    /// Returns an archive with a napkin note: a picture, a thumbnail and a drawing on the back.
    static func napkin(title: String, text: String, tint: Int) -> [UInt8] {
        var writer = ArchiveEditor()
        func image(_ size: Int) -> ArchiveEditor.Value {
            let data = writer.data(picture(size: size, tint: tint))
            return writer.object(
                "UIImage", superclasses: ["NSObject"],
                fields: [
                    ("UIImageData", data), ("UIScale", .float(1)),
                    ("UIImageOrientation", .integer(0)),
                ])
        }
        let texts = [("title", title), ("engText", text), ("dateText", "June 2012")].map {
            ($0.0, writer.string($0.1))
        }
        let data = writer.object("NapkinNotesData", superclasses: ["NSObject"], fields: texts)
        let note = writer.object(
            "NapkinNotesDoc", superclasses: ["NSObject"],
            fields: [
                ("data", data), ("fullImage", image(30)), ("thumbImage", image(4)),
                ("drawing", image(20)),
            ])
        return writer.archive(rootArray: [note])
    }

    /// The path of the store's external picture, below the notes folder.
    static let externalPicture = ".Lectures_SUPPORT/_EXTERNAL_DATA/66820CA9-EF1B-5560-9894"

    /// Returns a Core Data store with one handwritten note: two pages of strokes, a picture in a
    /// file beside the store, and a recording in the store.
    ///
    /// - Parameter folder: A folder for temporary files.
    static func lectures(title: String, strokes: [Int], in folder: String) throws -> [UInt8] {
        let path = folder + "/lectures.sqlite"
        try LocalFiles.remove(path)
        let external = [2] + Array(LocalFiles.name(of: externalPicture).utf8) + [0]
        let pages = strokes.enumerated().map { index, count in
            SQLiteStatement(
                "INSERT INTO ZPAGE VALUES (?, 3, 1, ?, 1, NULL, ?)",
                values: [
                    .integer(Int64(index + 1)), .integer(Int64(index)), .data([1] + ink(count)),
                ])
        }
        try MadeStore.write(
            to: path, entities: [("LectureNote", 0), ("Media", 0), ("Page", 0)],
            statements: [
                .init(
                    "CREATE TABLE ZLECTURENOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCREATEDAT TIMESTAMP, ZUPDATEDAT TIMESTAMP, ZTITLE VARCHAR)"
                ),
                .init(
                    "CREATE TABLE ZMEDIA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGEINDEX INTEGER, ZNOTE INTEGER, ZX FLOAT, ZY FLOAT, ZWIDTH FLOAT, ZHEIGHT FLOAT, ZKIND VARCHAR, ZNAME VARCHAR, ZDATA BLOB)"
                ),
                .init(
                    "CREATE TABLE ZPAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZINDEX INTEGER, ZNOTE INTEGER, ZDRAWING BLOB, ZSTROKES BLOB)"
                ),
                .init(
                    "INSERT INTO ZLECTURENOTE VALUES (1, 1, 1, 359028000, 359119800, ?)",
                    values: [.text(title)]),
                .init(
                    "INSERT INTO ZMEDIA VALUES (1, 2, 1, 0, 1, 60, 300, 240, 180, 'image', 'slide.png', ?)",
                    values: [.data(external)]),
                .init(
                    "INSERT INTO ZMEDIA VALUES (2, 2, 1, 1, 1, NULL, NULL, NULL, NULL, 'audio', 'Talk.wav', ?)",
                    values: [.data([1] + recording(level: 130))]),
            ] + pages)
        return try LocalFiles.read(path)
    }

    /// Returns an archive of strokes, as drawing apps store them.
    private static func ink(_ count: Int) -> [UInt8] {
        var writer = ArchiveEditor()
        let members = (0..<count).map { number in
            let points = ["{\(10 + number), 20}", "{40, \(30 + number)}", "{80, 90}"].map {
                writer.string($0)
            }
            let list = writer.array(points)
            return writer.object("Stroke", superclasses: ["NSObject"], fields: [("points", list)])
        }
        return writer.archive(rootArray: members)
    }
}
