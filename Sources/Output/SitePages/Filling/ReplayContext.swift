import Markup
import NoteModel

/// The replay of handwriting with the recordings that were made meanwhile.
struct ReplayContext: Sendable {
    /// The positions in the note of the recordings, and their addresses, by which the script finds
    /// their players.
    let recordings: [(number: Int, address: String)]

    init(recordings: [(number: Int, address: String)]) {
        self.recordings = recordings
    }

    /// Creates the replay of the pages of a note; nil if no stroke was written during a recording
    /// that can be played.
    init?(of pages: [Page], in note: Note, _ media: NoteMedia) {
        guard !note.recordings.isEmpty else { return nil }
        var numbers: Set<Int> = []
        for strokes in pages.compactMap({ $0.drawing?.strokes }) {
            for case let moment? in strokes.lazy.map(\.moment) { numbers.insert(moment.recording) }
        }
        recordings = numbers.sorted().compactMap { number in
            guard note.recordings.indices.contains(number) else { return nil }
            return media.recording(note, position: number).download.map { (number, $0.address) }
        }
        if recordings.isEmpty { return nil }
    }

    var value: TemplateValue {
        .record([
            (
                "recordings",
                .list(
                    recordings.map {
                        .record([("number", .text("\($0.number)")), ("address", .text($0.address))])
                    })
            )
        ])
    }
}

extension Frame {
    /// Returns the attributes of SVG elements for the frame: `x`, `y`, `width`, `height`, and
    /// `transform`, which is absent without a rotation.
    ///
    /// - Parameter rotation: The clockwise turn around the centre, in degrees.
    func fields(rotation: Double) -> [TemplateValue.Field] {
        let numbers = [rotation, x + width / 2, y + height / 2].map(InkDrawing.text)
        return [
            ("x", .text(InkDrawing.text(x))), ("y", .text(InkDrawing.text(y))),
            ("width", .text(InkDrawing.text(width))), ("height", .text(InkDrawing.text(height))),
            (
                "transform",
                .text(rotation == 0 ? nil : "rotate(\(numbers.joined(separator: " ")))")
            ),
        ]
    }
}
