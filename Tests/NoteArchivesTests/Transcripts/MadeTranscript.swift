import NoteArchives
import NoteModel
import TestSupport

/// A valid file of random cues, with all that is allowed in its format and read alike by players.
struct MadeTranscript {
    let format: TranscriptFormat
    /// The encoding as Python names it.
    let encoding: String
    let bytes: [UInt8]

    static func webVTT(seed: UInt64) -> MadeTranscript {
        var random = SeededGenerator(seed: seed)
        let lineBreak = random.pick(["\n", "\r\n", "\r"])
        var lines = [random.pick(["WEBVTT", "WEBVTT comment", "WEBVTT\tX"])]
        if random.chance(0.2) { lines += ["Kind: captions", "Language: en"] }
        lines.append("")
        if random.chance(0.3) { lines += ["STYLE", "::cue(b) { color: red }", ""] }
        if random.chance(0.3) { lines += ["REGION ", "id:x width:40%", "lines:3", ""] }
        for number in 0..<random.number(in: 1...12) {
            if random.chance(0.2) {
                lines += ["NOTE " + random.pick(["", "a", "b -- > c"]), "d", ""]
            }
            if random.chance(0.2) { lines.append("") }
            if random.chance(0.4) {
                lines.append(random.pick(["\(number)", "intro", "NOTES", "é"]))
            }
            let (start, end) = times(&random)
            let arrow = random.pick([" --> ", "\t-->\t", "  -->  "])
            let settings = random.pick(["", " ", " align:start", "\tline:0 position:20%,center"])
            lines.append(
                webVTTTime(start, random: &random) + arrow + webVTTTime(end, random: &random)
                    + settings)
            lines += textLines(format: .vtt, &random) + [""]
        }
        let text = lines.joined(separator: lineBreak)
        let mark = random.chance(0.3) ? "\u{FEFF}" : ""
        return MadeTranscript(format: .vtt, encoding: "utf-8-sig", bytes: Array((mark + text).utf8))
    }

    static func subRip(seed: UInt64) -> MadeTranscript {
        var random = SeededGenerator(seed: seed)
        let encoding = random.pick(["utf-8-sig", "utf-8", "cp1252", "utf-16"])
        let lineBreak = random.pick(["\n", "\r\n"])
        let comma = random.pick([",", ",", "."])
        let arrow = random.pick([" --> ", "-->", "  -->  ", "--> "])
        var lines: [String] = []
        for number in 1...random.number(in: 1...12) {
            let (start, end) = times(&random)
            let settings = random.pick(["", " ", " X1:100 X2:200 Y1:5 Y2:10", "  align:left"])
            lines += [
                "\(number)" + (number > 1 ? random.pick(["", " "]) : ""),
                subRipTime(start, comma: comma) + arrow + subRipTime(end, comma: comma) + settings,
            ]
            lines += textLines(format: .srt, isLatin: encoding == "cp1252", &random)
            lines += random.chance(0.1) ? ["", " "] : [""]
        }
        let text = lines.joined(separator: lineBreak)
        let bytes: [UInt8] =
            switch encoding {
            case "utf-8-sig": Array(("\u{FEFF}" + text).utf8)
            case "cp1252": latin(text)
            case "utf-16":
                ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            default: Array(text.utf8)
            }
        return MadeTranscript(format: .srt, encoding: encoding, bytes: bytes)
    }

    /// Returns the bytes of a text that has been made for Windows-1252. The first cue of it has an
    /// accent, so that it is not valid UTF-8.
    private static func latin(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "€": 0x80
            case "“": 0x93
            case "”": 0x94
            default: UInt8(truncatingIfNeeded: scalar.value)
            }
        }
    }

    private static func times(_ random: inout SeededGenerator) -> (Int, Int) {
        let start = random.number(in: 0...random.pick([5000, 3_600_000, 400_000_000]))
        return (start, start + random.number(in: 1...random.pick([900, 20_000, 4_000_000])))
    }

    private static func padded(_ number: Int, digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func webVTTTime(_ time: Int, random: inout SeededGenerator) -> String {
        let hours = time / 3_600_000
        let rest =
            padded(time / 60_000 % 60, digits: 2) + ":" + padded(time / 1000 % 60, digits: 2) + "."
            + padded(time % 1000, digits: 3)
        guard hours > 0 || random.chance(0.5) else { return rest }
        return padded(hours, digits: random.pick([2, 3])) + ":" + rest
    }

    private static func subRipTime(_ time: Int, comma: String) -> String {
        padded(time / 3_600_000, digits: 2) + ":" + padded(time / 60_000 % 60, digits: 2) + ":"
            + padded(time / 1000 % 60, digits: 2) + comma + padded(time % 1000, digits: 3)
    }

    private static let words = [
        "flour", "1984", "7", "Zoë", "a,", "“so”", "€", "--", "->", "> b", "&amp;", "x&lt;y",
        "&gt;",
        "& co", "{x}", "é", "&nbsp;", "don't", "x:", "a  b", "NOTE", "STYLE",
    ]
    private static let wideWords = ["日本語", "😀", "привет", "e\u{301}", "\u{200F}عربى"]

    private static func textLines(
        format: TranscriptFormat, isLatin: Bool = false, _ random: inout SeededGenerator
    ) -> [String] {
        var lines = (0..<random.number(in: 1...3)).map { _ in
            line(format: format, isLatin: isLatin, &random)
        }
        if isLatin { lines[0] += " à la" }
        if format == .vtt, random.chance(0.3) {
            let names = ["Esme", "Mary  Ann", "Zoë &amp; Co", "日本"]
            lines[0] = "<v\(random.pick(["", ".loud", ".a.b"])) \(random.pick(names))>" + lines[0]
        }
        return lines
    }

    private static func line(
        format: TranscriptFormat, isLatin: Bool, _ random: inout SeededGenerator
    ) -> String {
        let webVTTTags = [
            ("<i>", "</i>"), ("<c.x.y>", "</c>"), ("<b>", "</b>"), ("<lang en-GB>", "</lang>"),
            ("<ruby>", "<rt>x</rt></ruby>"), ("<00:00:01.500>", ""), ("&lrm;", "&#x1F600;&#233;"),
        ]
        let subRipTags = [
            ("<i>", "</i>"), ("<font color=\"#ff0000\">", "</font>"), ("{\\an8}", ""),
            ("{b}", "{/b}"), ("<U>", "</U>"),
        ]
        let parts = (0..<random.number(in: 1...6)).map { _ in
            let wide = isLatin ? words : wideWords
            let word = random.pick(random.chance(0.2) ? wide : words)
            guard random.chance(0.2) else { return word }
            let (open, close) = random.pick(format == .vtt ? webVTTTags : subRipTags)
            return open + word + close
        }
        // A line of digits could be the number of a cue, and one with white space only is empty.
        return random.pick(["", "", " "]) + random.pick(["a", "so"]) + " "
            + parts.joined(separator: " ") + random.pick(["", "", " "])
    }
}
