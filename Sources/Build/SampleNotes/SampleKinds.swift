import FileFormats
import KeyedArchives
import Platform

/// The files of the sample that were not written by a notes app: a deck, napkin notes, and a store
/// of lectures.
enum SampleKinds {
    /// An archive with a deck of `FlashCard` objects.
    static var deck: [UInt8] {
        var writer = ArchiveEditor()
        let members = SampleTexts.cards.map { card in
            let question = writer.string(card.question)
            let answer = writer.string(card.answer)
            return writer.object(
                "FlashCard", superclasses: ["NSObject"],
                fields: [
                    ("question", question), ("answer", answer),
                    ("rightCount", .integer(card.right)), ("wrongCount", .integer(card.wrong)),
                ])
        }
        return writer.archive(rootArray: members)
    }

    /// Returns an archive with two napkin notes: one with all pictures, one without any.
    ///
    /// - Parameters:
    ///   - front: The picture on the front as PNG.
    ///   - thumbnail: A small copy of it.
    ///   - back: The drawing on the back as PNG.
    static func napkins(front: [UInt8], thumbnail: [UInt8], back: [UInt8]) -> [UInt8] {
        var writer = ArchiveEditor()
        func image(_ png: [UInt8]) -> ArchiveEditor.Value {
            let data = writer.data(png)
            return writer.object(
                "UIImage", superclasses: ["NSObject"],
                fields: [
                    ("UIImageData", data), ("UIScale", .float(1)),
                    ("UIImageOrientation", .integer(0)),
                ])
        }
        func note(
            _ napkin: SampleTexts.Napkin, images: [(String, ArchiveEditor.Value)]
        ) -> ArchiveEditor.Value {
            let texts = [
                ("title", napkin.title), ("engText", napkin.text), ("dateText", napkin.date),
            ].map { ($0.0, writer.string($0.1)) }
            let data = writer.object("NapkinNotesData", superclasses: ["NSObject"], fields: texts)
            return writer.object(
                "NapkinNotesDoc", superclasses: ["NSObject"],
                fields: [("data", data)] + images)
        }
        let shelf = [
            ("fullImage", image(front)), ("thumbImage", image(thumbnail)),
            ("drawing", image(back)),
        ]
        let plain: [(String, ArchiveEditor.Value)] = [
            ("fullImage", .null), ("thumbImage", .null),
            ("drawing", .null),
        ]
        let members = [
            note(SampleTexts.shelf, images: shelf), note(SampleTexts.tip, images: plain),
        ]
        return writer.archive(rootArray: members)
    }

    /// The path of the lecture's photo in the support folder of the store, where Core Data keeps
    /// large values as files.
    static let externalPhoto = "_EXTERNAL_DATA/4C1E7A52-90B3-4F0E-8E0C-5D3B6A7F2E11"

    /// Returns a Core Data store with one lecture: two pages of strokes, a picture on the first in
    /// a file beside the store, and a recording on the second.
    ///
    /// - Parameter folder: A folder for temporary files.
    static func lectures(recording: [UInt8], in folder: String) throws -> [UInt8] {
        let path = folder + "/lectures.sqlite"
        let external = [2] + Array(externalPhoto.drop { $0 != "/" }.dropFirst().utf8) + [0]
        var statements = [
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            "CREATE TABLE ZLECTURENOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCREATEDAT TIMESTAMP, ZUPDATEDAT TIMESTAMP, ZTITLE VARCHAR)",
            "CREATE TABLE ZMEDIA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGEINDEX INTEGER, ZNOTE INTEGER, ZX FLOAT, ZY FLOAT, ZWIDTH FLOAT, ZHEIGHT FLOAT, ZKIND VARCHAR, ZNAME VARCHAR, ZDATA BLOB)",
            "CREATE TABLE ZPAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZINDEX INTEGER, ZNOTE INTEGER, ZDRAWING BLOB, ZSTROKES BLOB)",
            "INSERT INTO Z_METADATA VALUES (1, '0E1C2F55-7B2D-4B0A-9F59-3C8E0A6D4B17', NULL)",
            "INSERT INTO Z_PRIMARYKEY VALUES (1, 'LectureNote', 0, 2)",
            "INSERT INTO Z_PRIMARYKEY VALUES (2, 'Media', 0, 2)",
            "INSERT INTO Z_PRIMARYKEY VALUES (3, 'Page', 0, 2)",
            // Dates are in seconds since 2001: 18 and 19 May 2012.
            "INSERT INTO ZLECTURENOTE VALUES (1, 1, 1, 359028000, 359119800, '\(SampleTexts.lecture)')",
        ].map { SQLiteStatement($0) }
        func insert(_ row: String, blob: [UInt8]) {
            statements.append(SQLiteStatement("INSERT INTO \(row)", values: [.data(blob)]))
        }
        insert("ZPAGE VALUES (1, 3, 1, 0, 1, NULL, ?)", blob: [1] + SampleInk.waves)
        insert("ZPAGE VALUES (2, 3, 1, 1, 1, NULL, ?)", blob: [1] + SampleInk.sum)
        insert(
            "ZMEDIA VALUES (1, 2, 1, 0, 1, 60, 300, 240, 180, 'image', 'Harbour.jpg', ?)",
            blob: external)
        insert(
            "ZMEDIA VALUES (2, 2, 1, 1, 1, NULL, NULL, NULL, NULL, 'audio', 'Two tones.wav', ?)",
            blob: [1] + recording)
        try SQLiteFile.make(at: path, statements)
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
