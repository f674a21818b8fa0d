import Foundation
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Positions that the present version of a note does not have, in changes of it and in copies.
@Suite(.tags(.acceptance))
struct PositionBoundsTests {
    private let editor: EditorProgram
    private let session: EditorSession

    /// Positions and numbers as JSON. The notes have one photo, one recording, one page and one
    /// stroke each.
    private static let numbers = [
        "-1", "0", "1", "2", "999", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "1e300", "-1e300", "1e999", "0.5", "\"NaN\"", "\"0\"", "null",
        "[]", "{}", "true",
    ]

    /// Changes with `#` for the number.
    private static let lectures = [
        #"{"pages": [{"kept": #}]}"#, #"{"pages": [{"kept": 0}, {"kept": #}]}"#,
        #"{"pages": [{"kept": 0, "recordings": [#]}]}"#,
        #"{"pages": [{"kept": 0, "picture": {"kept": #}, "strokes": []}]}"#,
        #"{"pages": [{"kept": 0, "pictures": [{"kept": #, "photo": {"kept": 0}}]}]}"#,
        #"{"pages": [{"kept": 0, "pictures": [{"photo": {"kept": #}}]}]}"#,
        #"{"pages": [{"pictures": [{"photo": {"kept": 0}, "frame": [#, #, #, #]}]}]}"#,
        #"{"pages": [{"kept": 0, "strokes": [{"kept": #}]}]}"#,
        ##"{"pages": [{"strokes": [{"points": [#, #], "width": #, "colour": "@"}]}]}"##,
        ##"{"pages": [{"strokes": [{"points": [1, 2], "width": 1, "colour": "@", "recording": #, "seconds": #}]}]}"##,
        #"{"pages": [{"kept": 0, "recordings": [0]}], "recordings": [{"kept": #}]}"#,
        #"{"pages": [{"kept": 0}], "photos": [{"kept": #}]}"#,
        #"{"pages": [{"kept": 0}], "photos": [{"kept": 0}, {"kept": #}]}"#,
        #"{"pages": #}"#, #"{"recordings": #}"#, #"{"photos": #}"#, #"{"copyOf": #}"#,
    ]
    private static let napkins = [
        #"{"drawing": #}"#, #"{"drawing": {"strokes": #}}"#, #"{"drawing": {"strokes": [#]}}"#,
        #"{"drawing": {"strokes": [{"kept": #}]}}"#,
        #"{"drawing": {"strokes": [{"kept": 0}, {"kept": #}]}}"#,
        ##"{"drawing": {"strokes": [{"points": [#, #], "width": 1, "colour": "@"}]}}"##,
        ##"{"drawing": {"strokes": [{"points": [1, 2], "width": #, "colour": "@"}]}}"##,
        ##"{"drawing": {"strokes": [{"points": [1, 2], "width": 1, "colour": "@", "recording": #, "seconds": #}]}}"##,
        #"{"drawing": {"strokes": [], "picture": #}}"#, #"{"photos": [{"kept": #}]}"#,
        #"{"photos": [{"upload": #}]}"#, #"{"photos": [{"kept": 0, "thumbnail": #}]}"#,
    ]
    private static let copies = [
        #"{"copyOf": {"note": #, "version": "VERSION"}}"#,
        #"{"copyOf": {"note": "NOTE", "version": #}}"#,
    ]

    init() throws {
        editor = try EditorProgram(TemporaryFolder())
        session = try EditorSession(editor)
        let picture = PNGPicture.quarters(width: 40, height: 30)
        let stroke: [String: Any] = ["points": [1, 2, 3, 4], "width": 2, "colour": "#b3261e"]
        try session.ask(
            "POST", "notes",
            [
                "title": "Lecture", "kind": "lecture",
                "photos": [session.upload(picture, named: "a.png")],
                "recordings": [session.upload(Sound.wave(seconds: 1, tone: 440), named: "a.wav")],
                "pages": [["strokes": [stroke], "recordings": [0]]],
            ])
        try session.ask(
            "POST", "notes",
            [
                "title": "Napkin", "kind": "napkin",
                "photos": [session.upload(picture, named: "b.png")],
                "drawing": ["strokes": [stroke]],
            ])
    }

    private func contents() throws -> [String: [UInt8]] {
        try FolderContents(editor.folder.path + "/MyNotes").bytes
    }

    /// Sends a change of a note as it is now, and requires that a refusal changes nothing.
    ///
    /// - Parameter fields: Fields to be added, with `NOTE` and `VERSION` for those of the note.
    private func send(
        _ method: String, _ title: String, _ change: String, fields: String = ""
    ) throws {
        let note = try session.note(title)
        let (id, version) = ("\(note["id"] ?? "")", "\(note["version"] ?? "")")
        let body = ("{\(fields)" + change.dropFirst()).replacing("@", with: "#b3261e")
            .replacing("NOTE", with: id).replacing("VERSION", with: version)
        let before = try contents()
        let reply = try session.send(
            method, "/edit/api/notes" + (method == "PUT" ? "/" + id : ""),
            body: Array(body.utf8), headers: "If-Match: \"\(version)\"\r\n")
        #expect([200, 201, 400, 404, 412, 415, 422].contains(reply.status), "\(method) \(body)")
        if reply.status >= 400 { #expect(try contents() == before, "\(method) \(body)") }
    }

    /// Returns a change with each number, and without the field that has it.
    private func variants(_ change: String) -> [String] {
        Self.numbers.map { change.replacing("#", with: $0) }
            + [change.replacing(/"\w+": #/, with: #""other": 0"#).replacing("#", with: "0")]
    }

    @Test(
        arguments: lectures.map { ("Lecture", $0) } + napkins.map { ("Napkin", $0) }
            + copies.map { ("Lecture", $0) })
    func refusesWhatANoteDoesNotHave(_ title: String, _ change: String) throws {
        let copy = #""copyOf": {"note": "NOTE", "version": "VERSION"}, "#
        for variant in variants(change) {
            // A change of the note, one that goes back to a version of it, and a copy.
            try send("PUT", title, variant)
            let own = change.contains("copyOf") ? "" : copy
            try send("PUT", title, variant, fields: own)
            try send(
                "POST", title, variant,
                fields: own + #""title": "Copy", "kind": "\#(title.lowercased())", "#)
        }
        #expect(editor.isRunning)
        // All notes can still be read.
        let notes = try editor.notes()
        #expect(try session.ask("GET", "notes?count=1")["total"] as? Int == notes.count)
        #expect(notes.contains { $0.title == title && $0.kind.rawValue == title.lowercased() })
    }

    @Test(arguments: [
        "-1", "0-", "-0", "1-0", "9223372036854775807-", "0-9223372036854775807",
        "9223372036854775808-", "-9223372036854775808", "1e300-", "NaN-", "0-0,5-9",
    ])
    func answersAnyRangeOfARecording(_ range: String) throws {
        let id = try session.note("Lecture")["id"] ?? ""
        let reply = try session.send(
            "GET", "/edit/api/notes/\(id)/recordings/0", headers: "Range: bytes=\(range)\r\n")
        #expect([200, 206, 400, 416].contains(reply.status))
        for position in Self.numbers {
            let place = position.replacing("\"", with: "%22").replacing("{}", with: "%7B%7D")
            for kind in ["recordings", "photos"] {
                let reply = try session.send("GET", "/edit/api/notes/\(id)/\(kind)/\(place)")
                #expect([200, 400, 404].contains(reply.status), "\(kind) \(position)")
            }
        }
        #expect(editor.isRunning)
    }
}
