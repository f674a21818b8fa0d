import Foundation
import KeyedArchives

/// Makes damaged and hostile archives, the same ones for the same seed.
struct ArchiveMutator {
    private var random: SeededGenerator
    private let seeds: [[UInt8]]

    /// - Parameters:
    ///   - seed: The seed of the random numbers.
    ///   - others: Archives to damage in addition to those that are made here.
    init(seed: UInt64, others: [[UInt8]]) {
        random = SeededGenerator(seed: seed)
        seeds = Self.archives + others
    }

    /// - Parameter seeds: The archives to damage.
    init(seed: UInt64, seeds: [[UInt8]]) {
        random = SeededGenerator(seed: seed)
        self.seeds = seeds
    }

    /// The ways in which archives are damaged.
    enum Damage: String, CaseIterable {
        case flippedBits, cut, wildReference, wildCount, trailer, swappedPieces, wrongClass
        case cycle, attributes, xmlDamage, jsonDamage
        case depth, sharing, xmlBomb

        /// Returns the damage for the archive with a number; one in a hundred is of a kind that
        /// makes archives large.
        static func kind(of number: Int) -> Damage {
            let large: [Damage] = [.depth, .sharing, .xmlBomb]
            if number % 100 == 99 { return large[number / 100 % large.count] }
            return allCases[number % (allCases.count - large.count)]
        }
    }

    mutating func next(_ damage: Damage) -> [UInt8] {
        var bytes = seeds[Int.random(in: seeds.indices, using: &random)]
        switch damage {
        case .flippedBits:
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                bytes[index(of: bytes)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
        case .cut:
            bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case .wildReference, .wildCount:
            // References are 0x8n; a count is the low half of a marker, or the number after 0xnF.
            let markers: ClosedRange<UInt8> = damage == .wildReference ? 0x80...0x8F : 0x40...0xDF
            let places = bytes.indices.filter { markers.contains(bytes[$0]) }
            guard let place = places.randomElement(using: &random) else { break }
            if damage == .wildCount, Bool.random(using: &random) { bytes[place] |= 0x0F }
            for index in place + 1..<min(place + 9, bytes.count) where Bool.random(using: &random) {
                bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            }
        case .trailer:
            let place = bytes.count - Int.random(in: 1...min(32, bytes.count), using: &random)
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        case .swappedPieces:
            let (first, second) = (index(of: bytes), index(of: bytes))
            let length = min(
                Int.random(in: 1...64, using: &random), bytes.count - max(first, second))
            let piece = bytes[first..<first + length]
            bytes.replaceSubrange(second..<second + length, with: Array(piece))
        case .wrongClass:
            let names = ["NoteObj", "NSArray", "NSDate", "UIImage", "NSString", "NSURL", "NSData"]
            let from = Array((names.randomElement(using: &random) ?? "").utf8)
            let to = Array((names.randomElement(using: &random) ?? "").utf8)
            if let place = bytes.indices.first(where: { bytes[$0...].starts(with: from) }) {
                for (offset, byte) in to.prefix(from.count).enumerated() {
                    bytes[place + offset] = byte
                }
            }
        case .cycle: bytes = cycle()
        case .depth: bytes = deep(Int.random(in: 2...10_000, using: &random))
        case .sharing: bytes = shared()
        case .attributes: bytes = attributes()
        case .xmlBomb: bytes = xmlBomb()
        case .xmlDamage:
            bytes = Self.xml
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[index(of: bytes)] = UInt8.random(in: 9...126, using: &random)
            }
        case .jsonDamage:
            bytes = Self.json
            if Bool.random(using: &random) {
                let depth = Int.random(in: 1...50_000, using: &random)
                bytes = Array(String(repeating: "[{\"notes\":", count: depth).utf8) + bytes
            }
            bytes[index(of: bytes)] = UInt8.random(in: 9...126, using: &random)
        }
        return bytes
    }

    private mutating func index(of bytes: [UInt8]) -> Int {
        Int.random(in: bytes.indices, using: &random)
    }
}

// MARK: - Structures that refer to themselves, or to one thing too often

extension ArchiveMutator {
    /// Returns objects with random references, most of which form cycles.
    private mutating func cycle() -> [UInt8] {
        let count = Int.random(in: 2...40, using: &random)
        func reference() -> String { Self.reference(Int.random(in: 0...count, using: &random)) }
        let keys = ["title", "note", "photos", "notes", "data", "created", "NS.objects", "image"]
        let names = [
            "NoteObj", "Thing", "NSArray", "NSDictionary", "UIImage", "NSAttributedString",
        ]
        var objects = "<string>$null</string>"
        for _ in 0..<count {
            objects += "<dict><key>$class</key>"
            objects += Self.reference(count + 1 + Int.random(in: names.indices, using: &random))
            for key in keys where Bool.random(using: &random) {
                let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in reference() }
                objects += "<key>\(key)</key>"
                objects +=
                    Bool.random(using: &random)
                    ? reference() : "<array>\(members.joined())</array>"
            }
            objects += "</dict>"
        }
        for name in names {
            objects += "<dict><key>$classname</key><string>\(name)</string></dict>"
        }
        return Self.archive(objects)
    }

    /// Returns a chain of lists, or of objects.
    private mutating func deep(_ depth: Int) -> [UInt8] {
        var writer = ArchiveEditor()
        let isList = Bool.random(using: &random)
        var last = writer.string("the end")
        for _ in 0..<depth {
            last =
                isList
                ? writer.array([last])
                : writer.object("NoteObj", superclasses: ["NSObject"], fields: [("data", last)])
        }
        return writer.archive(top: [("root", last)])
    }

    /// Returns lists each of which holds the next several times, or one large value that many refer
    /// to.
    private mutating func shared() -> [UInt8] {
        var writer = ArchiveEditor()
        if Bool.random(using: &random) {
            var last = writer.object(
                "NoteObj", superclasses: ["NSObject"],
                fields: [("note", writer.string("x"))])
            for _ in 0..<Int.random(in: 20...200, using: &random) {
                // The lists differ, so that none is skipped as already listed.
                last = writer.array([
                    last, writer.array([last]), writer.array([writer.array([last])]),
                ])
            }
            return writer.archive(top: [("root", last)])
        }
        let large = Int.random(in: 100...400, using: &random)
        let text = writer.string(String(repeating: "long ", count: large))
        let pairs = (0..<large).map { (key: writer.string("key \($0)"), value: text) }
        let dictionary = writer.dictionary(pairs)
        let notes = (0..<large).map { _ in
            writer.object(
                "NoteObj", superclasses: ["NSObject"],
                fields: [
                    ("title", text), ("note", text),
                    ("photos", dictionary), ("other", dictionary),
                ])
        }
        return writer.archive(rootArray: notes)
    }

    /// Returns rich text whose runs do not fit it.
    private mutating func attributes() -> [UInt8] {
        var writer = ArchiveEditor()
        let text = writer.string(String(repeating: "ab\u{1F600}\u{FFFC}", count: 200))
        let table = writer.array(
            (0..<Int.random(in: 1...20, using: &random)).map { number in
                writer.dictionary([
                    (writer.string("NSLink"), writer.string("\(number)")),
                    (writer.string("NSAttachment"), number % 2 == 0 ? .null : text),
                ])
            })
        var runs = [UInt8](repeating: 0, count: Int.random(in: 0...4_000, using: &random))
        for index in runs.indices {
            runs[index] = UInt8.random(
                in: 0...(Bool.random(using: &random) ? 3 : 255), using: &random)
        }
        let body = writer.object(
            "NSMutableAttributedString", superclasses: ["NSAttributedString", "NSObject"],
            fields: [
                ("NSString", text), ("NSAttributes", table),
                ("NSAttributeInfo", writer.data(runs, isMutable: true)),
            ])
        return writer.archive(root: "NoteObj", superclasses: ["NSObject"], fields: [("note", body)])
    }

    private mutating func xmlBomb() -> [UInt8] {
        let depth = Int.random(in: 1...50_000, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: return Array(("<plist>" + String(repeating: "<dict>", count: depth)).utf8)
        case 1:
            return Array(
                """
                <?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa">\
                <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><plist><string>&b;</string></plist>
                """.utf8)
        case 2:
            return Array(("<plist><integer>" + String(repeating: "9", count: depth)).utf8)
        default:
            return Array(
                ("<plist><array>" + String(repeating: "<string>&amp;</string>", count: depth))
                    .utf8)
        }
    }
}

// MARK: - Sound archives to begin with

extension ArchiveMutator {
    private static let archives: [[UInt8]] = {
        var writer = ArchiveEditor()
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
        let image = writer.object(
            "UIImage", superclasses: ["NSObject"],
            fields: [
                ("UIImageData", writer.data(png)), ("UIImageOrientation", .integer(3)),
            ])
        let photos = writer.array([image, writer.string("a.jpg"), writer.url("file:///b.jpg")])
        let named = writer.dictionary([(writer.string("one"), writer.data(png, isMutable: true))])
        let notes = [photos, named].map { photos in
            writer.object(
                "App.NoteObj", superclasses: ["NSObject"],
                fields: [
                    ("title", writer.string("Title ü")),
                    ("note", writer.string("Text\nof the note")),
                    ("photos", photos), ("created", writer.date(400_000_000)),
                    ("date", writer.string("2014-07-09 14:05:00 +0000")),
                    ("isDone", .bool(true)), ("noteid", .integer(140_491_470_042)),
                ])
        }
        let list = writer.archive(rootArray: notes)
        var outer = ArchiveEditor()
        let nested = outer.archive(
            root: "Defaults", superclasses: ["NSObject"],
            fields: [("notes", outer.data(list))])
        return [list, nested, cards, napkins]
    }()

    private static var cards: [UInt8] {
        var writer = ArchiveEditor()
        let members = (0..<3).map { number in
            writer.object(
                "FlashCard", superclasses: ["NSObject"],
                fields: [
                    ("Question", writer.string("What is \(number)?")),
                    ("Answer", writer.string("A number")),
                    ("RightCount", .integer(number)), ("WrongCount", writer.number(7)),
                ])
        }
        return writer.archive(rootArray: members)
    }

    /// Napkin notes with a drawing of strokes.
    private static var napkins: [UInt8] {
        var writer = ArchiveEditor()
        let points = ["{1, 2.5}", "{3, 4}"].map { text in
            writer.object(
                "NSValue", superclasses: ["NSObject"],
                fields: [
                    ("NS.special", .integer(1)), ("NS.pointval", writer.string(text)),
                ])
        }
        let colour = writer.object(
            "UIColor", superclasses: ["NSObject"],
            fields: [("UIRed", .real(0.5)), ("UIGreen", .real(0)), ("UIBlue", .real(1))])
        let stroke = writer.object(
            "Stroke", superclasses: ["NSObject"],
            fields: [
                ("points", writer.array(points)), ("width", .real(2)),
                ("color", colour), ("isEraser", .bool(false)),
            ])
        let data = writer.object(
            "NapkinNotesData", superclasses: ["NSObject"],
            fields: [
                ("title", writer.string("Napkin")),
                ("engText", writer.string("Words")),
            ])
        let note = writer.object(
            "NapkinNotesDoc", superclasses: ["NSObject"],
            fields: [("data", data), ("drawing", writer.array([stroke]))])
        return writer.archive(rootArray: [note])
    }

    private static let xml = archive(
        """
        <string>$null</string>
        <dict><key>title</key>\(reference(2))<key>note</key>\(reference(2))<key>photos</key>\
        \(reference(4))<key>$class</key>\(reference(3))</dict>
        <string>A &lt;title&gt; &#x1F600;</string>
        <dict><key>$classname</key><string>NoteObj</string></dict>
        <data>iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk</data>
        """)

    private static let json = Array(
        """
        {"notes": [{"title": "One \\u00fc", "text": "a\\nb", "createdAt": 1404914700, "tags": ["x"]},
        {"title": "Two", "text": "", "image": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"}]}
        """.utf8)

    private static func reference(_ number: Int) -> String {
        "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    }

    private static func archive(_ objects: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\
            <key>$archiver</key><string>NSKeyedArchiver</string><key>$objects</key>\
            <array>\(objects)</array><key>$top</key><dict><key>root</key>\(reference(1))</dict>\
            <key>$version</key><integer>100000</integer></dict></plist>
            """.utf8)
    }
}

/// A source of random numbers that are the same for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
