import Foundation
import NoteArchives

/// Notes like people's, the same every time: most are short, some are long; headings, lists,
/// tables, code, links and titles in several scripts.
enum MadeNotes {
    static func write(_ count: Int, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var random = SplitMix64(state: 2012)
        for number in 0..<count {
            let created = Date(timeIntervalSince1970: 1_300_000_000 + Double(number) * 7_200)
            let note = ArchivedNote(
                title: title(number, &random), body: body(&random), created: created,
                modified: created.addingTimeInterval(3_600))
            let name = String(format: "/Note%06d.data", number)
            try Data(NoteArchiveWriter.archive(note))
                .write(to: URL(fileURLWithPath: folder + name))
        }
    }

    /// Gives a note another text, as somebody does who writes on.
    static func edit(_ path: String, _ count: Int) throws {
        let created = Date(timeIntervalSince1970: 1_300_000_000 + 777 * 7_200)
        let note = ArchivedNote(
            title: "The edited note 777",
            body: String(repeating: "It goes on by the harbour. ", count: 20 + count),
            created: created, modified: created.addingTimeInterval(3_600))
        try Data(NoteArchiveWriter.archive(note)).write(to: URL(fileURLWithPath: path))
    }

    private static let words = """
        the a lake train note of and lemon in boat on morning with paper light for harbour at old \
        street kitchen letter written by water before after evening nobody window table slowly \
        grandmother cheese ticket platform conductor coffee market orange dog forty years
        """.split(separator: " ").map(String.init)

    private static func title(_ number: Int, _ random: inout SplitMix64) -> String {
        switch number % 40 {
        case 0: "東京のノート \(number)"
        case 1: "Élan \(number)"
        case 2: "رسالة \(number)"
        case 3: "Monday"
        default: sentence(3 + Int(random.next() % 5), &random) + " \(number)"
        }
    }

    private static func body(_ random: inout SplitMix64) -> String {
        // Median about 120 words, a tail to 3,000.
        let share = Double(random.next() % 1_000_000) / 1_000_000
        var left = Int(20 + 100 * (share * 2) + 2_880 * pow(share, 24))
        var blocks: [String] = []
        while left > 0 {
            let length = min(left, 20 + Int(random.next() % 50))
            left -= length
            switch random.next() % 12 {
            case 0: blocks.append("## " + sentence(4, &random))
            case 1:
                blocks.append(
                    (0..<4).map { _ in "- " + sentence(length / 4 + 1, &random) }
                        .joined(separator: "\n"))
            case 2:
                blocks.append(
                    "| a | b |\n| - | -: |\n"
                        + (0..<4).map { _ in
                            "| \(sentence(3, &random)) | \(random.next() % 100) |"
                        }.joined(separator: "\n"))
            case 3: blocks.append("```\n" + sentence(length, &random) + "\n```")
            case 4:
                blocks.append(
                    "See [\(sentence(2, &random))](https://example.org/\(random.next() % 999)), **\(sentence(3, &random))** #lake"
                )
            default: blocks.append(sentence(length, &random) + ".")
            }
        }
        return blocks.joined(separator: "\n\n")
    }

    private static func sentence(_ count: Int, _ random: inout SplitMix64) -> String {
        (0..<max(1, count)).map { _ in words[Int(random.next() % UInt64(words.count))] }
            .joined(separator: " ")
    }
}

/// Steele, Lea and Flood's generator: small, and the same on every machine.
struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
