import NoteArchives
import NoteModel
import TestSupport
import Testing

/// SubRip files as programs and people write them.
@Suite(.tags(.fast))
struct SubRipReadingTests {
    private func read(_ text: String) throws -> Transcript {
        try Transcript(Array(text.utf8), format: .srt)
    }

    private let time = "00:00:01,000 --> 00:00:02,000"

    private func texts(_ text: String) throws -> [String] { try read(text).cues.map(\.text) }

    @Test func readsCues() throws {
        let transcript = try read(
            "\u{FEFF}1\r\n00:00:01,500 --> 00:00:02,750 X1:10 X2:20\r\n<i>Two</i>\r\nlines\r\n\r\n"
                + "2\r\n01:00:03.000-->01:00:04.000\r\nDone --> really\r\n")
        #expect(transcript.cues.map(\.start) == [1500, 3_603_000])
        #expect(transcript.cues.map(\.end) == [2750, 3_604_000])
        #expect(transcript.cues.map(\.text) == ["Two\nlines", "Done --> really"])
        #expect(transcript.cues.allSatisfy { $0.speaker == nil })
        #expect(transcript.text == "Two lines\nDone --> really")
        #expect(transcript.problems.isEmpty)
    }

    @Test(arguments: [
        ("00:00:01,500", 1500), ("0:0:1,5", 1005), ("00:01,500", 1500), ("00:00:01", 1000),
        ("01:75:90.001", 8_190_001), ("00:00:01,123456", 1123), ("  00:00:01.007", 1007),
    ])
    func readsTimes(time: String, milliseconds: Int) throws {
        #expect(try read("1\n\(time) --> 05:00:00,000\na").cues.map(\.start) == [milliseconds])
        #expect(try read("1\n\(time)\t-->\(time)\ta:b\na").cues.map(\.end) == [milliseconds])
    }

    @Test(arguments: [
        "-00:00:01,000 --> 00:00:02,000", "00:00:01,000 --> ", "00:00:01,000 --> -00:00:02,000",
        "00:00:01;000 --> 00:00:02,000", "00:00:001,000 --> 00:00:02,000", "0:1:2:3 --> 0:1:2:4",
        "00:00:01,000 --> 00:00:02,000,5", "00:00:01,000 -->",
    ])
    func leavesOutCuesWithUnreadableTimes(times: String) throws {
        let transcript = try read(
            "1\n00:00:00,000 --> 00:00:01,000\na\n\n2\n\(times)\nlost\n\nlost\n\n"
                + "3\n00:00:02,000 --> 00:00:03,000\nb")
        #expect(transcript.cues.map(\.text) == ["a", "b"])
        #expect(transcript.problems == [.init(kind: .unreadableTimes, count: 1, lines: [6])])
    }

    @Test func distinguishesCueNumbersFromText() throws {
        // With numbers, with and without empty lines between the cues.
        #expect(
            try texts("1\n\(time)\n1984\n\n2\n\(time)\n7\n8\n\n3\n\(time)\nend\n4\n\(time)\n5")
                == ["1984", "7\n8", "end", "5"])
        // Without numbers.
        #expect(try texts("\(time)\n1984\n\n\(time)\n7\n\(time)\n9") == ["1984", "7", "9"])
        // A number of one cue only.
        #expect(try texts("\(time)\na\n\n2\n\(time)\nb") == ["a", "b"])
        // An empty line after each line.
        #expect(try texts("1\n\n\(time)\n\na\n\nb\n\n2\n\n\(time)\n\nc\n") == ["a\nb", "c"])
        // A cue without text, and numbers out of order.
        #expect(try texts("9\n\(time)\n\n9\n\(time)\n3\n\(time)\nc") == ["c"])
    }

    @Test func keepsTextsAfterEmptyLines() throws {
        #expect(try texts("1\n\(time)\na\n\n \nb\n\n2\n\(time)\nc\n\n\n") == ["a\nb", "c"])
    }

    @Test(arguments: [
        ("<i>a</i> <B>b</B> <font color=\"#ff0000\" size=3>c</font>", "a b c"),
        ("{\\an8}a {\\pos(10,20)}b {i}c{/i}", "a b c"), ("{\\an8", "{\\an8"), ("{x} {}", "{x} {}"),
        ("a<br>b<BR/>c<br />d", "a\nb\nc\nd"), ("a < b > c", "a < b > c"), ("<3 <- >", "<3 <- >"),
        ("a <b and <i>c</i>", "a <b and c"), ("<Привет>", "<Привет>"), ("<>", "<>"),
        ("AT&amp;T &lt;b&gt; & co", "AT&T <b> & co"), ("<v Ann>a", "a"),
        ("<script>alert(1)</script>", "alert(1)"), ("a\u{0}b", "a\u{FFFD}b"),
    ])
    func convertsMarkupToPlainText(content: String, expected: String) throws {
        let transcript = try read("1\n\(time)\n\(content)")
        #expect(transcript.cues.map(\.text) == [expected])
        #expect(transcript.cues.allSatisfy { $0.speaker == nil })
    }

    @Test func reportsUnknownTags() throws {
        func problems(_ content: String) throws -> [Transcript.Problem] {
            try read("1\n\(time)\nx\n\n2\n\(time)\n\(content)").problems
        }
        #expect(try problems("a <Int>") == [.init(kind: .unknownTags, count: 1, lines: [6])])
        #expect(try problems("<font size=3>a</font><br/>{\\an8}<I>b</I>") == [])
    }

    @Test func reportsTextBeforeTheFirstCue() throws {
        let problem = Transcript.Problem(kind: .untimedText, count: 1, lines: [2])
        #expect(try read("\nWEBVTT\n\n\(time)\na").problems == [problem])
        #expect(try read("\nb\nc\n1\n\(time)\na").problems == [problem])
        #expect(try read("\n\n1\n\(time)\na").problems == [])
    }

    @Test func reportsOddTimes() throws {
        let transcript = try read(
            "1\n00:00:05,000 --> 00:00:04,000\na\n\n2\n1000:00:00,001 --> 1000:00:00,002\nb\n")
        #expect(transcript.cues.map(\.end) == [5000])
        #expect(transcript.problems.map(\.kind) == [.endBeforeStart, .excessiveTime])
        #expect(transcript.problems.map(\.lines) == [[2], [6]])
    }

    @Test func refusesFilesWithoutCues() {
        for text in ["hello", "1\n2\n3", "1\n\(time)\n\n", "a --> b"] {
            #expect(throws: TranscriptError.noCues) { try read(text) }
        }
    }
}
