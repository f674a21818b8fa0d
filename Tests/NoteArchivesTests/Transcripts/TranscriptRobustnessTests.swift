import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Bytes of any kind: none of them stops the program, and what is read can be written and read
/// again.
@Suite(.tags(.fast))
struct TranscriptRobustnessTests {
    /// Checks the promises of a transcript, and that its WebVTT has equal cues.
    private func expectSound(_ transcript: Transcript, comment: @autoclosure () -> String) throws {
        for cue in transcript.cues {
            let lines = cue.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            let isSound =
                0 <= cue.start && cue.start <= cue.end && cue.end <= 3_600_000_000
                && cue.speaker?.isEmpty != true && !cue.text.utf8.contains(0x0D)
                && lines.allSatisfy { $0.contains { $0 != 0x20 && $0 != 0x09 } }
            guard isSound else {
                Issue.record("\(comment()): \(cue)")
                return
            }
        }
        for problem in transcript.problems {
            #expect(problem.count >= problem.lines.count && !problem.lines.isEmpty)
        }
    }

    private static let fragments = [
        "WEBVTT", "\n", "\n\n", "\r\n", "\r", " ", "\t", "-->", " --> ", "->", "--", ">", "<", "</",
        "/>", "<v ", "<v Ann>", "<v.x Bob &amp; Co>", "</v>", "<i>", "<c.a.b>", "<00:01.000>", "&",
        "&amp;", "&lt;", "&#", "&#10;", "&#13;", "&#x0;", "&#32;", ";", "{", "}", "{\\", "{\\an8}",
        "1",
        "2", "00:01.000", "00:00:02,000", "00:00:03.000 --> 00:00:01.000", ":", ",", ".", "-",
        "NOTE",
        "STYLE", "REGION", "é", "😀", "\u{2028}", "\u{85}", "\u{FEFF}", "\u{FFFD}", "\u{0}", "\u{1}",
        "\u{B}", "\u{C}", "word", "\n00:00:01.000 --> 00:00:02.000\n",
        "\n\n5\n00:00:01,000 --> 00:00:02,000\n", "999999999999:00:00.000",
    ]

    @Test(arguments: TranscriptFormat.allCases)
    func survivesRandomFragments(format: TranscriptFormat) throws {
        let seed: UInt64 = 0x7E57
        var read = 0
        for round in 0..<4000 {
            var random = SeededGenerator(seed: seed, step: round)
            var text = random.chance(0.8) && format == .vtt ? "WEBVTT\n\n" : ""
            if random.chance(0.7) { text += "00:01.000 --> 00:02.000\n" }
            for _ in 0..<random.number(in: 0...40) { text += random.pick(Self.fragments) }
            guard let transcript = try? Transcript(Array(text.utf8), format: format) else {
                continue
            }
            read += 1
            try expectSound(transcript, comment: "seed \(seed), round \(round), \(format)")
        }
        #expect(read > 1000)
    }

    @Test(arguments: TranscriptFormat.allCases)
    func survivesRandomBytes(format: TranscriptFormat) throws {
        let seed: UInt64 = 0xB17E
        for round in 0..<2000 {
            var random = SeededGenerator(seed: seed, step: round)
            var bytes: [UInt8] = []
            if random.chance(0.5) {
                bytes += random.pick([[0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB]])
            }
            if random.chance(0.7) { bytes += Array("WEBVTT\n00:01.000 --> 00:02.000\n".utf8) }
            let highest = random.pick([0x7F, 0xFF] as [UInt8])
            for _ in 0..<random.number(in: 0...200) {
                bytes.append(UInt8.random(in: 0...highest, using: &random))
            }
            guard let transcript = try? Transcript(bytes, format: format) else { continue }
            try expectSound(transcript, comment: "seed \(seed), round \(round), \(format)")
        }
    }

    @Test(arguments: [
        "<", "<a", "<v a>x", "<1", "&", "&#", "&#1", "{", "{\\", "-", "-->", "--> ", "\n", "\n-->",
        "1\n", "\0", " ", "\n \n", "<v ", "</", "&amp;", "00:01.000 --> 00:02.000\n", "\r",
        "a\u{FFFD}",
    ])
    func readsRepetitionsInLinearTime(fragment: String) throws {
        let head = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\na\n"
        let count = 60_000 / fragment.utf8.count
        let text = head + String(repeating: fragment, count: count)
        for format in TranscriptFormat.allCases {
            // Quadratic time would take minutes.
            let elapsed = try ContinuousClock().measure {
                _ = try Transcript(Array(text.utf8), format: format)
            }
            #expect(elapsed < .seconds(10), "\(format)")
        }
    }

    @Test func readsManyCues() throws {
        var text = "WEBVTT\n"
        for number in 0..<20_000 {
            let (minute, second) = (10 + number / 60 % 50, 10 + number % 50)
            text += "\n\(number / 3600 + 10):\(minute):\(second).000 --> 99:00:00.000\n\(number)\n"
        }
        let transcript = try Transcript(Array(text.utf8), format: .vtt)
        #expect(transcript.cues.count == 20_000)
        #expect(
            zip(transcript.cues, transcript.cues.dropFirst()).allSatisfy { $0.start <= $1.start })
        #expect(try Transcript(Array(text.utf8), format: .srt).cues.count == 20_000)
    }
}
