import FileFormats
import Foundation
import KeyedArchives

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

    /// The pictures of a napkin note as PNG: the front, a thumbnail, and the drawing on the back.
    struct NapkinPictures {
        let front: [UInt8]
        let thumbnail: [UInt8]
        let back: [UInt8]
    }

    /// Returns an archive with two napkin notes: one with all pictures, one without any.
    static func napkins(_ pictures: NapkinPictures) -> [UInt8] {
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
            ("fullImage", image(pictures.front)), ("thumbImage", image(pictures.thumbnail)),
            ("drawing", image(pictures.back)),
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
        let entities = ["LectureNote", "Media", "Page"]
        var statements = [
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            "CREATE TABLE ZLECTURENOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCREATEDAT TIMESTAMP, ZUPDATEDAT TIMESTAMP, ZTITLE VARCHAR)",
            "CREATE TABLE ZMEDIA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGEINDEX INTEGER, ZNOTE INTEGER, ZX FLOAT, ZY FLOAT, ZWIDTH FLOAT, ZHEIGHT FLOAT, ZKIND VARCHAR, ZNAME VARCHAR, ZDATA BLOB)",
            "CREATE TABLE ZPAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZINDEX INTEGER, ZNOTE INTEGER, ZDRAWING BLOB, ZSTROKES BLOB)",
            "INSERT INTO Z_METADATA VALUES (1, '0E1C2F55-7B2D-4B0A-9F59-3C8E0A6D4B17', NULL)",
        ].map { SQLiteStatement($0) }
        for (number, name) in entities.enumerated() {
            statements.append(
                SQLiteStatement(
                    "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, 0, 2)",
                    values: [.integer(Int64(number + 1)), .text(name)]))
        }
        // Dates are in seconds since 2001: 18 and 19 May 2012.
        statements.append(
            SQLiteStatement(
                "INSERT INTO ZLECTURENOTE VALUES (1, 1, 1, 359028000, 359119800, ?)",
                values: [.text(SampleTexts.lecture)]))
        for (index, strokes) in [SampleInk.waves, SampleInk.sum].enumerated() {
            statements.append(
                SQLiteStatement(
                    "INSERT INTO ZPAGE VALUES (?, 3, 1, ?, 1, NULL, ?)",
                    values: [
                        .integer(Int64(index + 1)), .integer(Int64(index)), .data([1] + strokes),
                    ]))
        }
        statements.append(
            SQLiteStatement(
                "INSERT INTO ZMEDIA VALUES (1, 2, 1, 0, 1, 60, 300, 240, 180, 'image', 'Harbour.jpg', ?)",
                values: [.data(external)]))
        statements.append(
            SQLiteStatement(
                "INSERT INTO ZMEDIA VALUES (2, 2, 1, 1, 1, NULL, NULL, NULL, NULL, 'audio', 'Two tones.wav', ?)",
                values: [.data([1] + recording)]))
        try SQLiteFile.make(at: path, statements)
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
