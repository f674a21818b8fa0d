import Markup
import NoteModel

/// The transcript of a recording: lines with their times, or a text.
struct TranscriptContext: Sendable {
    let transcript: Transcript
    /// The name of the recording; empty for one without a name or a caption.
    let title: String
    /// The address of the recording, by which the script of the page finds its player; nil if there
    /// is no player.
    let address: String?
    let words: LocalizedStrings

    var value: TemplateValue {
        let cues = transcript.cues
        return .record([
            ("title", .text(title)), ("address", .text(address)), ("isTimed", .flag(!cues.isEmpty)),
            ("text", .text(cues.isEmpty ? transcript.text : nil)),
            (
                "lines",
                .made(count: cues.count) { position in
                    let cue = cues[position]
                    return .record([
                        ("start", .text(Self.seconds(cue.start))),
                        ("end", .text(Self.seconds(cue.end))),
                        ("time", .text(words.duration(Double(cue.start / 1000)))),
                        ("speaker", .text(cue.speaker)), ("text", .text(cue.text)),
                    ])
                }
            ),
        ])
    }

    /// Returns milliseconds as seconds with as many decimals as needed.
    private static func seconds(_ milliseconds: Int) -> String {
        let rest = String(milliseconds % 1000 + 1000).dropFirst()
        return milliseconds % 1000 == 0
            ? String(milliseconds / 1000) : "\(milliseconds / 1000).\(rest)"
    }
}

extension NoteMedia {
    /// Returns the transcripts of the recordings of a note, in their order.
    func transcripts(of note: Note) -> [TranscriptContext] {
        note.recordings.indices.compactMap { position in
            guard let transcript = note.recordings[position].transcript else { return nil }
            let recording = recording(note, position: position)
            return TranscriptContext(
                transcript: transcript, title: recording.caption ?? "",
                address: recording.download?.address, words: words)
        }
    }
}
