import NoteArchives
import NoteModel
import TestSupport
import Testing

/// The encodings of transcripts, and texts without times.
@Suite(.tags(.fast))
struct TranscriptDecodingTests {
    private static let cue = "1\n00:00:01,000 --> 00:00:02,000\n"

    private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        ("\u{FEFF}" + text).utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    @Test(arguments: [false, true])
    func readsUTF16(isBigEndian: Bool) throws {
        let text = "1\r\n00:00:01,000 --> 00:00:02,000\r\nZoë 日本 😀\r\n"
        var bytes = utf16(text, isBigEndian: isBigEndian)
        #expect(try Transcript(bytes, format: .srt).text == "Zoë 日本 😀")
        #expect(try Transcript(bytes, format: .srt).problems == [])
        // A lone surrogate and half a character.
        bytes += isBigEndian ? [0xD8, 0x3D, 0x00] : [0x3D, 0xD8, 0x00]
        let damaged = try Transcript(bytes, format: .srt)
        #expect(damaged.text == "Zoë 日本 😀 \u{FFFD}\u{FFFD}")
        #expect(damaged.problems == [.init(kind: .replacedBytes, count: 1, lines: [4])])
    }

    @Test func readsWindows1252() throws {
        let bytes = Array(Self.cue.utf8) + [0x93, 0x5A, 0x6F, 0xEB, 0x94, 0x20, 0x80, 0x81, 0xFF]
        #expect(try Transcript(bytes, format: .srt).text == "“Zoë” €\u{81}ÿ")
        #expect(try Transcript([0xC4, 0x68], format: .txt).text == "Äh")
    }

    @Test func replacesInvalidBytesInWebVTT() throws {
        let bytes = Array("WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nZo".utf8) + [0xEB, 0x0A, 0xFF]
        let transcript = try Transcript(bytes, format: .vtt)
        #expect(transcript.text == "Zo\u{FFFD} \u{FFFD}")
        #expect(transcript.problems == [.init(kind: .replacedBytes, count: 1, lines: [4])])
        #expect(transcript.problemSummary == "some bytes are not valid text (line 4)")
    }

    @Test func replacesInvalidBytesAfterAUTF8BOM() throws {
        let bytes = Array("\u{FEFF}Zoë ".utf8) + [0xC3]
        #expect(try Transcript(bytes, format: .txt).text == "Zoë \u{FFFD}")
        #expect(try Transcript(bytes, format: .txt).problems.map(\.lines) == [[1]])
    }

    @Test func readsTextsWithoutTimes() throws {
        let transcript = try Transcript(
            Array("\u{FEFF}\r\n \r\n  One <b>\r\rtwo --> &amp;\n\n \t".utf8), format: .txt)
        #expect(transcript.text == "  One <b>\n\ntwo --> &amp;")
        #expect(transcript.cues.isEmpty && transcript.problems.isEmpty)
    }

    @Test(arguments: TranscriptFormat.allCases)
    func refusesFilesThatAreEmpty(format: TranscriptFormat) {
        let files: [[UInt8]] = [
            [], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0x20, 0x0D, 0x0A], [0, 0, 0],
        ]
        for bytes in files {
            #expect(throws: TranscriptError.empty) {
                try Transcript(bytes, format: format)
            }
        }
    }

    @Test(arguments: [TranscriptFormat.srt, .txt])
    func refusesFilesThatAreNotText(format: TranscriptFormat) {
        let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46]
        let utf32: [UInt8] = [0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0]
        for bytes in [photo, utf32] {
            #expect(throws: TranscriptError.notText) { try Transcript(bytes, format: format) }
        }
    }
}
