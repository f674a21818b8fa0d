import NoteArchives
import NoteModel
import TestSupport
import Testing

/// WebVTT files, valid and not, as the W3C's specification wants them to be read.
@Suite(.tags(.fast))
struct WebVTTReadingTests {
    private func read(_ text: String) throws -> Transcript {
        try Transcript(Array(text.utf8), format: .vtt)
    }

    /// Returns the plain text of a cue with the given content.
    private func text(_ content: String) throws -> String {
        try read("WEBVTT\n\n00:01.000 --> 00:02.000\n\(content)\n").cues.map(\.text)
            .joined(separator: "|")
    }

    @Test func readsCuesWithTimesSpeakersAndTexts() throws {
        let transcript = try read(
            """
            WEBVTT - Bread

            NOTE Written by hand.
            Two lines.

            STYLE
            ::cue { color: lime }

            REGION
            id:fred

            intro
            00:01.500 --> 00:02.750 align:start position:10%
            <v Esme Wood>Two cups of <i>flour</i>
            and a little salt.

            12:00:03.000 --> 123:00:04.001
            Done.
            """)
        #expect(transcript.cues.map(\.start) == [1500, 43_203_000])
        #expect(transcript.cues.map(\.end) == [2750, 442_804_001])
        #expect(transcript.cues.map(\.speaker) == ["Esme Wood", nil])
        #expect(transcript.cues.map(\.text) == ["Two cups of flour\nand a little salt.", "Done."])
        #expect(transcript.text == "Two cups of flour and a little salt.\nDone.")
        #expect(transcript.problems.isEmpty && transcript.problemSummary == nil)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func readsAllLineBreaks(lineBreak: String) throws {
        let lines = ["\u{FEFF}WEBVTT", "", "00:01.000 --> 00:02.000", "a", "b", "", "bad --> x"]
        let transcript = try read(lines.joined(separator: lineBreak))
        #expect(transcript.cues.map(\.text) == ["a\nb"])
        #expect(transcript.problems.map(\.lines) == [[7]])
    }

    @Test(arguments: [
        "WEBVTT", "WEBVTT\tcomment", "WEBVTT x", "WEBVTT\nKind: captions\nLanguage: de",
    ])
    func acceptsHeaders(header: String) throws {
        #expect(try read(header + "\n\n00:01.000 --> 00:02.000\na").cues.count == 1)
        #expect(try read(header + "\n00:01.000 --> 00:02.000\na").cues.count == 1)
    }

    @Test(arguments: [
        "WEBVTTX", " WEBVTT", "webvtt", "WEBVT", "1", "\nWEBVTT", "\u{FEFF}\u{FEFF}WEBVTT",
    ])
    func rejectsInvalidHeaders(header: String) {
        #expect(throws: TranscriptError.notWebVTT) {
            try read(header + "\n\n00:01.000 --> 00:02.000\na")
        }
    }

    @Test(arguments: [
        ("<b>a</b> <u>b</u> <c.red.big>c</c> <lang en>d</lang>", "a b c d"),
        ("<ruby>漢<rt>kan</rt></ruby>", "漢kan"),
        ("one <00:01.500>two<00:00:01.750> three", "one two three"),
        ("a &amp; b &lt;c&gt; &nbsp;&lrm;&rlm;", "a & b <c> \u{A0}\u{200E}\u{200F}"),
        (
            "&quot;a&apos; &#65;&#x1F600;&#x41 &#0;&#xD800;&#99999999999;",
            "\"a' A😀A \u{FFFD}\u{FFFD}\u{FFFD}"
        ),
        ("&amp;lt; &copy; &amp &; &#; &#x; &", "&lt; © &amp &; &#; &#x; &"),
        ("&#128;&#150;", "€–"), ("a&#10;&#13;&#10;b", "a\nb"),
        ("if a < b then <i>c", "if a < b then c"), ("I <3 you > all", "I <3 you > all"),
        ("<unknown>kept</unknown>", "kept"), ("a <b", "a <b"), ("a <b <i>c", "a c"), ("<", "<"),
        ("<<<<", "<<<<"), ("{\\an8}a", "{\\an8}a"), ("a -- > b", "a -- > b"),
        (" \t a \t\n \n\t\n  b\u{0C} ", "a\nb"), ("<i>\n</i>a", "a"), ("a\u{0}b", "a\u{FFFD}b"),
        ("<v Ann>a</v>\n<v Bob>b</v> c\n<v.loud.x Bob>d", "a|b c\nd"), ("x <v Ann>a", "x|a"),
    ])
    func convertsMarkupToPlainText(content: String, expected: String) throws {
        #expect(try text(content) == expected)
    }

    /// Tags of the format are how a text looks. Anything else may have been meant as text.
    @Test(arguments: [
        ("<unknown>kept</unknown>", true), ("a <b <i>c", true), ("List<Int>", true),
        ("<laughter>", true), ("<b.x>a</b> <c.red>c</c> <v Ann>d</v> <lang en>e</lang>", false),
        ("<ruby>a<rt>b</rt></ruby> <i>a</i><u>b</u> <00:01.500>c a < b", false),
    ])
    func reportsUnknownTags(content: String, isNamed: Bool) throws {
        let transcript = try read(
            "WEBVTT\n\n00:00.000 --> 00:01.000\nx\n\n00:01.000 --> 00:02.000\n\(content)")
        #expect(transcript.problems.map(\.kind) == (isNamed ? [.unknownTags] : []))
        #expect(transcript.problems.allSatisfy { $0.lines == [6] })
    }

    @Test func splitsCuesBySpeaker() throws {
        let transcript = try read(
            "WEBVTT\n\n00:01.000 --> 00:02.000\n- <v Ann>Yes?\n<v\n \tBob  &amp;\n Co >No.<v>Hm.")
        #expect(transcript.cues.map(\.speaker) == [nil, "Ann", "Bob & Co", nil])
        #expect(transcript.cues.map(\.text) == ["-", "Yes?", "No.", "Hm."])
        #expect(transcript.cues.allSatisfy { $0.start == 1000 && $0.end == 2000 })
    }

    @Test(arguments: [
        "00:01,000 --> 00:02.000", "0:01.000 --> 00:02.000", "00:01.00 --> 00:02.000",
        "00:60.000 --> 01:02.000", "60:00.000 --> 61:00.000", "-00:01.000 --> 00:02.000",
        "00:01.000 -> 00:02.000 -->", "00:01.000 --> ", "--> 00:02.000", "-->",
        "00:01.000 --> 00:02", "00:01.0000 --> 00:02.000", "1:2:3.000 --> 1:2:4.000",
        "00:01.000 00:02.000 -->", "٠٠:٠١.000 --> 00:02.000",
    ])
    func leavesOutCuesWithUnreadableTimes(times: String) throws {
        let transcript = try read(
            "WEBVTT\n\nid\n\(times)\nlost\nlines\n\n00:01.000-->00:02.000x\nkept")
        #expect(transcript.cues.map(\.text) == ["kept"])
        #expect(transcript.problems == [.init(kind: .unreadableTimes, count: 1, lines: [4])])
    }

    @Test func beginsABlockAtAnArrow() throws {
        let transcript = try read(
            """
            WEBVTT
            00:01.000 --> 00:02.000
            a
            00:03.000 --> 00:04.000
            b
            NOTE
            c --> d
            dropped

            NOTE
            00:05.000 --> 00:06.000
            a cue with an identifier
            """)
        #expect(transcript.cues.map(\.text) == ["a", "b\nNOTE", "a cue with an identifier"])
        #expect(transcript.problems == [.init(kind: .unreadableTimes, count: 1, lines: [7])])
    }

    @Test func reportsTextsWithoutTimes() throws {
        let blocks = (0..<5).map { "lost \($0)" }.joined(separator: "\n\n")
        let transcript = try read("WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n\(blocks)")
        #expect(transcript.problems == [.init(kind: .untimedText, count: 5, lines: [6, 8, 10])])
        #expect(
            transcript.problemSummary
                == "some text belongs to no cue (lines 6, 8, 10 and others)")
    }

    @Test func reportsOddTimes() throws {
        let transcript = try read(
            """
            WEBVTT

            00:05.000 --> 00:04.000
            a

            00:05.000 --> 00:05.000
            b

            1000:00:00.000 --> 1000:00:00.000
            c

            1000:00:00.001 --> 1000:00:01.000
            d

            00:00.000 --> 99999999999999999999999:00:00.000
            e
            """)
        #expect(transcript.cues.map(\.text) == ["a", "b", "c"])
        #expect(transcript.cues.map(\.start) == [5000, 5000, 3_600_000_000])
        #expect(transcript.cues.map(\.end) == [5000, 5000, 3_600_000_000])
        #expect(
            transcript.problemSummary == "1 cue ends before it starts (line 3); "
                + "2 cues have a time above 1,000 hours (lines 12 and 15)")
    }

    @Test func ordersCuesByTheirStart() throws {
        let starts = [30, 10, 20, 10, 30, 0]
        let cues = starts.enumerated().map { "00:\($1 / 10)0.000 --> 00:50.000\n\($0)\n" }
        let transcript = try read("WEBVTT\n\n" + cues.joined(separator: "\n"))
        #expect(transcript.cues.map(\.text) == ["5", "1", "3", "2", "0", "4"])
    }

    @Test func refusesFilesWithoutCues() {
        for text in [
            "WEBVTT", "WEBVTT\n\nNOTE x\n", "WEBVTT\n\n00:01.000 --> 00:02.000\n<i></i>\n",
        ] {
            #expect(throws: TranscriptError.noCues) { try read(text) }
        }
        for text in ["", "\u{FEFF}", "\n \r\n", "\0\0\0"] {
            #expect(throws: TranscriptError.empty) { try read(text) }
        }
    }
}
