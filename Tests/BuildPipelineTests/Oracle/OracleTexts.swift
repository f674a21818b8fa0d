import Foundation
import NoteArchives
import TestSupport

/// Titles, texts and dates of random notes. The pools are small, so that notes often share titles
/// and tags, and links often name a note that exists only at times.
enum OracleTexts {
    /// The names of files in the folder Photos that texts and notes use; some are missing at times.
    static let photoNames = [
        "harbour.png", "Beach.PNG", "a b.png", "Cafe\u{301}.png", "late.png", "gone.jpg",
    ]

    /// The recordings that texts link.
    static let recordingNames = ["memo.wav", "song.wav"]

    private static let titles = [
        "Harbour", "A walk", "Éclairs & <more>", "日本語のメモ", "Lemon tart", "رسالة من القاهرة",
        "Monday", "🎂 Birthday", "Books to read", "a walk", "Zanzibar plans", "Trains", "Über uns",
        "100 % \"quoted\"", "[brackets]", "Night train to Vienna", "*Starred*", "С мыса",
    ]
    static let tags = [
        "sea", "work", "work/urgent", "private", "été", "Kitchen", "sea/shells", "旅行", "x-1",
    ]
    private static let words = """
        boats lie in the harbour while gulls cross over water and someone reads letters by window \
        light Über die Brücke gehen wir nach Hause où sommes-nous allés hier 船 海 港 море берег \
        fresh bread with butter costs three coins today it’s raining, we stay “inside” until noon.
        """.split(separator: " ").map(String.init)

    /// Returns a title; nil for a note that has to be called by its first line.
    static func title(_ random: inout SeededGenerator) -> String? {
        if random.chance(0.04) { return nil }
        if random.chance(0.02) { return random.pick(["", " ", "\u{200B}"]) }
        let title = random.pick(titles)
        return random.chance(0.6) ? "\(title) \(random.number(in: 1...5))" : title
    }

    static func body(_ random: inout SeededGenerator) -> String {
        (0..<random.number(in: 1...3)).map { _ in piece(&random) }.joined(separator: "\n\n")
    }

    /// Returns a day in the years 2001 to 2020, or nil.
    static func date(_ random: inout SeededGenerator) -> Date? {
        random.chance(0.15)
            ? nil
            : Date(timeIntervalSince1970: 1e9 + Double(random.number(in: 0...6_900)) * 86_400 + 3e3)
    }

    private static func sentence(_ random: inout SeededGenerator) -> String {
        (0..<random.number(in: 3...14)).map { _ in random.pick(words) }.joined(separator: " ")
    }

    /// Returns a block of Markdown.
    private static func piece(_ random: inout SeededGenerator) -> String {
        switch random.number(in: 0...20) {
        case 20: return "![[\(link(&random))\(random.chance(0.3) ? "#Part" : "")]]"
        case 0...5: return sentence(&random) + " " + inline(&random) + " " + sentence(&random)
        case 6...8: return inline(&random) + " " + inline(&random)
        case 9: return "## " + sentence(&random) + "\n\n" + inline(&random)
        case 10: return "- [ ] \(sentence(&random))\n- [x] \(inline(&random))\n  1. deeper"
        case 11: return "| a | b |\n| - | -: |\n| \(inline(&random)) | \(sentence(&random)) |"
        case 12: return "```swift\nlet x = 1 // #no [[No]]\n```"
        case 13: return "> \(sentence(&random))\n> \(inline(&random))"
        case 14:
            return "\(sentence(&random))[^1] ~~gone~~ `#code`\n\n[^1]: Note: \(inline(&random))"
        case 15: return "<b>raw</b> [x](javascript:1) & \\#escaped https://example.org/a?b=c"
        case 16:
            return "# \(random.pick(titles))\n\n### \(random.pick(titles))\n\n\(inline(&random))"
        case 17: return "[ref]: #sea\n\n[ref] \(inline(&random)) *[[\(link(&random))]]*"
        default: return sentence(&random)
        }
    }

    /// Returns a title that a note may or may not have.
    static func link(_ random: inout SeededGenerator) -> String {
        title(&random)?.trimmingCharacters(in: .whitespaces) ?? "First line"
    }

    private static func inline(_ random: inout SeededGenerator) -> String {
        switch random.number(in: 0...15) {
        case 0...3: return "#" + random.pick(tags)
        case 4...6: return "[[\(link(&random))]]"
        case 7: return "[[\(link(&random).lowercased())|words]]"
        case 8: return "[[\(link(&random))#Part]]"
        case 9:
            return "[by name](\(random.pick(["a-walk", "harbour", "monday-2", "harbour-3"])).md)"
        case 10:
            return "[file](<\(random.pick(["many/003", "more/1", "pair"])).data>) "
        case 11: return "![\(random.pick(words))](<\(random.pick(photoNames))>)"
        case 12: return "![[\(random.pick(photoNames))|60]] ![](1)"
        case 13: return "[Listen](\(random.pick(recordingNames)))"
        case 14: return "[paper](paper.pdf)"
        default: return "**\(random.pick(words))** #" + random.pick(tags)
        }
    }

    /// Returns the text with one letter replaced by another of the same length, so that its archive
    /// keeps its size; nil for a text without letters.
    static func sameLength(_ text: String, random: inout SeededGenerator) -> String? {
        var bytes = Array(text.utf8)
        let places = bytes.indices.filter { (0x61...0x7A).contains(bytes[$0]) }
        guard !places.isEmpty else { return nil }
        let place = random.pick(places)
        bytes[place] = 0x61 + (bytes[place] - 0x61 + UInt8(random.number(in: 1...25))) % 26
        return String(decoding: bytes, as: UTF8.self)
    }
}
