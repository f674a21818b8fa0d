import Foundation
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// The Python of the tests, and the number of files they make.
private enum Foreign {
    static let environment = ProcessInfo.processInfo.environment

    static let python = environment["NOTEBINDER_PYTHON"].flatMap { path in
        let run = try? FinishedProgram(path, arguments: ["-c", "import webvtt, pysrt"])
        return run?.status == 0 ? path : nil
    }

    static let count = environment["NOTEBINDER_TRANSCRIPTS"].flatMap(Int.init) ?? 8
}

/// The transcripts of random files, compared with what other libraries read.
///
/// The environment variable `NOTEBINDER_PYTHON` is the path of a Python with the modules `webvtt`
/// (webvtt-py 0.6) and `pysrt` (1.1); `NOTEBINDER_TRANSCRIPTS` is the number of files of each
/// format, 8 if it is not set.
@Suite(
    .tags(.fast),
    .enabled(if: Foreign.python != nil, "needs NOTEBINDER_PYTHON with webvtt and pysrt"))
struct TranscriptComparisonTests {
    /// A cue as the script prints it.
    private struct ForeignCue: Decodable, Equatable {
        let start: Int
        let end: Int
        let speaker: String?
        let text: String

        init(_ cue: Transcript.Cue) {
            (start, end, speaker, text) = (cue.start, cue.end, cue.speaker, cue.text)
        }
    }

    /// Prints the cues of each file, given with the name of a reader and an encoding. Neither
    /// library decodes references, and spaces at the ends of lines depend on the library.
    private static let script = #"""
        import html, json, re, sys
        import pysrt, webvtt

        def plain(text):
            lines = [line.strip(" \t\f") for line in html.unescape(text).split("\n")]
            return "\n".join(line for line in lines if line)

        def without_braces(text):
            return re.sub(r"\{\\[^}]*\}|\{/?[bius]\}", "", text)

        def name(voice):
            return voice and re.sub(" +", " ", html.unescape(voice)).strip()

        def cues(reader, encoding, path):
            if reader == "pysrt":
                return [(c.start.ordinal, c.end.ordinal, None, plain(without_braces(
                    c.text_without_tags))) for c in pysrt.open(path, encoding=encoding)]
            if reader == "webvtt":
                found = webvtt.read(path, encoding=encoding, strict=True)
            else:
                found = webvtt.from_srt(path, encoding=encoding)
            return [(c.start_time.in_milliseconds(), c.end_time.in_milliseconds(), name(c.voice),
                plain(c.text if reader == "webvtt" else without_braces(c.text))) for c in found]

        files = [sys.argv[i:i + 3] for i in range(1, len(sys.argv), 3)]
        found = [sorted(cues(*file), key=lambda cue: cue[0]) for file in files]
        keys = ["start", "end", "speaker", "text"]
        print(json.dumps([[dict(zip(keys, cue)) for cue in cues if cue[3]] for cues in found]))
        """#

    /// Writes files to a folder and compares their cues with what a reader finds in them.
    private func compare(
        _ files: [(made: MadeTranscript, cues: [Transcript.Cue])], reader: String, seed: UInt64
    ) throws {
        let folder = TemporaryFolder()
        var arguments = ["-c", Self.script]
        for (number, (made, _)) in files.enumerated() {
            let path = try folder.write(made.bytes, to: "\(number).\(made.format.rawValue)")
            arguments += [reader, made.encoding, path]
        }
        let run = try FinishedProgram(try #require(Foreign.python), arguments: arguments)
        try #require(run.status == 0, "\(run.errors)")
        let found = try JSONDecoder().decode([[ForeignCue]].self, from: Data(run.output.utf8))
        try #require(found.count == files.count)
        for (number, file) in files.enumerated() {
            let expected = file.cues.map(ForeignCue.init)
            #expect(!expected.isEmpty)
            #expect(expected == found[number], "\(reader), seed \(seed), file \(number)")
        }
    }

    private func made(
        seed: UInt64, _ make: (UInt64) -> MadeTranscript
    ) throws -> [(made: MadeTranscript, cues: [Transcript.Cue])] {
        try (0..<Foreign.count).map { number in
            let file = make(seed &+ UInt64(number))
            let transcript = try Transcript(file.bytes, format: file.format)
            #expect(transcript.problems == [], "seed \(seed), file \(number)")
            return (file, transcript.cues)
        }
    }

    @Test func agreesWithWebVTTPy() throws {
        let seed: UInt64 = 0x57EB
        try compare(made(seed: seed, MadeTranscript.webVTT), reader: "webvtt", seed: seed)
    }

    @Test(arguments: ["pysrt", "webvtt-srt"])
    func agreesWithReadersOfSubRip(reader: String) throws {
        let seed: UInt64 = 0x5B17
        try compare(made(seed: seed, MadeTranscript.subRip), reader: reader, seed: seed)
    }
}
