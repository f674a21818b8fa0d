package import NoteModel

extension Transcript {
    /// The content of a file from which the transcript is read again, and its format: WebVTT, or a
    /// plain text if there are no times.
    package var file: (format: TranscriptFormat, content: [UInt8]) {
        guard !cues.isEmpty else { return (.txt, Array(text.utf8)) }
        var content = "WEBVTT\n"
        for cue in cues {
            content += "\n\(Self.time(cue.start)) --> \(Self.time(cue.end))\n"
            if let speaker = cue.speaker { content += "<v \(Self.escaped(speaker))>" }
            content += Self.escaped(cue.text) + "\n"
        }
        return (.vtt, Array(content.utf8))
    }

    /// Returns a time as WebVTT has it, such as `01:02:03.004`.
    private static func time(_ milliseconds: Int) -> String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let parts = [(seconds / 3600, 2), (seconds / 60 % 60, 2), (seconds % 60, 2), (rest, 3)]
            .map { number, width in
                let digits = String(number)
                return String(repeating: "0", count: max(0, width - digits.count)) + digits
            }
        return parts[..<3].joined(separator: ":") + "." + parts[3]
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
