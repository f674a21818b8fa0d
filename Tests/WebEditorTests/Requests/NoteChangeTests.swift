import Foundation
import NoteModel
import TestSupport
import Testing

@testable import WebEditor

/// Notes as requests change them.
@Suite(.tags(.fast))
struct NoteChangeTests {
    private func stroke(_ moment: RecordedMoment?) -> Stroke {
        var stroke = Stroke(points: [Point(x: 1, y: 2)], width: 3, colour: "#000000")
        stroke.moment = moment
        return stroke
    }

    private func moments(_ page: Page) -> [RecordedMoment?] {
        (page.drawing?.strokes ?? []).map(\.moment)
    }

    /// Recordings may be removed or change their order.
    @Test(
        arguments: [
            (#"[{"kept": 1}]"#, [nil, 0]), (#"[{"kept": 1}, {"kept": 0}]"#, [1, 0]),
            (#"[{"upload": "x"}, {"kept": 0}]"#, [1, nil]), ("null", [0, 1]),
        ] as [(String, [Int?])])
    func updatesStrokeMomentsWhenRecordingsChange(_ recordings: String, expected: [Int?]) throws {
        var note = Note(
            id: NoteID(source: "a", index: 0), title: "A", body: "",
            recordings: [
                Medium(.recording, content: .missing), Medium(.recording, content: .missing),
            ])
        note.pages = [
            Page(
                drawing: .strokes(
                    [0, 1].map { stroke(RecordedMoment(recording: $0, seconds: 2.5)) }))
        ]
        let json = """
            {"recordings": \(recordings), "pages": [{"kept": 0}, {"kept": null, "strokes": [
              {"points": [1, 2], "width": 3, "colour": "#000000", "recording": 0, "seconds": 2.5},
              {"points": [1, 2], "width": 3, "colour": "#000000", "recording": 1, "seconds": 2.5},
              {"points": [1, 2], "width": 3, "colour": "#000000"}]}]}
            """
        let request = try JSONDecoder().decode(NoteRequest.self, from: Data(json.utf8))
        let change = try NoteChange(request, of: note)
        let moments = expected.map { position in
            position.flatMap { RecordedMoment(recording: $0, seconds: 2.5) }
        }
        #expect(change.note.pages.map(self.moments) == [moments, moments + [nil]])
    }
}
