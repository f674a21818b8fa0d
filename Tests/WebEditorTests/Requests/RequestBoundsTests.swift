import NoteModel
import TestSupport
import Testing

/// Numbers and positions that no note has, in requests of every kind: each is answered, and a
/// refusal changes nothing.
@Suite(.tags(.acceptance))
struct RequestBoundsTests {
    private let editor: EditorProgram
    private let session: EditorSession

    /// Positions and numbers as JSON. The notes have one photo, one recording, one page and one
    /// stroke each.
    private static let numbers = [
        "-1", "0", "1", "2", "999", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "1e300", "-1e300", "1e308", "-1e308", "1e999", "0.5", "-0.0",
        "\"NaN\"", "\"0\"", "null", "[]", "{}", "true",
        "\"\(String(repeating: "9", count: 100_000))\"",
    ]

    /// Changes with `#` for the number.
    private static let lectures = [
        #"{"pages": [{"kept": #}]}"#, #"{"pages": [{"kept": 0}, {"kept": #}]}"#,
        #"{"pages": [{"kept": 0, "recordings": [#]}]}"#,
        #"{"pages": [{"kept": 0, "picture": {"kept": #}, "strokes": []}]}"#,
        #"{"pages": [{"kept": 0, "pictures": [{"kept": #, "photo": {"kept": 0}}]}]}"#,
        #"{"pages": [{"kept": 0, "pictures": [{"photo": {"kept": #}}]}]}"#,
        #"{"pages": [{"kept": 0, "pictures": [{"kept": 0, "page": #, "photo": {"kept": 0}}]}]}"#,
        #"{"pages": [{"kept": 0, "recordings": [0], "icons": [{"recording": #, "place": [1, 2]}]}]}"#,
        #"{"pages": [{"recordings": [0], "icons": [{"recording": 0, "place": [#, #]}]}]}"#,
        #"{"pages": [{"pictures": [{"photo": {"kept": 0}, "frame": [#, #, #, #]}]}]}"#,
        #"{"pages": [{"kept": 0, "strokes": [{"kept": #}]}]}"#,
        ##"{"pages": [{"strokes": [{"points": [#, #], "width": #, "colour": "@"}]}]}"##,
        ##"{"pages": [{"strokes": [{"points": [1, 2], "width": 1, "colour": "@", "recording": #, "seconds": #}]}]}"##,
        #"{"pages": [{"recordings": [0, #]}]}"#, #"{"pages": [{"picture": {"kept": #}}]}"#,
        #"{"pages": [{"pictures": [{"photo": {"kept": #}}]}]}"#,
        #"{"photos": [{"kept": #}]}"#, #"{"recordings": [{"kept": #}]}"#,
    ]
    private static let ownLectures = [
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
        #"{"drawing": {"strokes": [], "ink": #, "hasBase": true}}"#,
        #"{"photos": [{"upload": #}]}"#, #"{"photos": [{"kept": 0, "thumbnail": #}]}"#,
    ]
    private static let copies = [
        #"{"copyOf": {"note": #, "version": "VERSION"}}"#,
        #"{"copyOf": {"note": "NOTE", "version": #}}"#,
    ]

    /// The title of a lecture in a store of its app.
    private static let stored = "Waves, first lecture"

    init() throws {
        editor = try EditorProgram(.sample(only: ["Lectures.sqlite", ".Lectures_SUPPORT"]))
        session = try EditorSession(editor)
        let picture = PNGPicture.quarters(width: 40, height: 30)
        let stroke: [String: Any] = ["points": [1, 2, 3, 4], "width": 2, "colour": "#b3261e"]
        try session.create([
            "title": "Lecture", "kind": "lecture",
            "photos": [session.upload(picture, named: "a.png")],
            "recordings": [session.upload(Sound.wave(seconds: 1, tone: 440), named: "a.wav")],
            "pages": [["strokes": [stroke], "recordings": [0]]],
        ])
        try session.create([
            "title": "Napkin", "kind": "napkin",
            "photos": [session.upload(picture, named: "b.png")], "drawing": ["strokes": [stroke]],
        ])
    }

    private func contents() throws -> [String: [UInt8]] {
        try FolderContents(editor.folder.path + "/MyNotes").bytes
    }

    /// Sends a request about a note as it is now, and requires that a refusal changes nothing.
    ///
    /// - Parameter body: JSON with `NOTE` and `VERSION` for those of the note, as in the path.
    private func send(_ method: String, path: String, body: String, to title: String) throws {
        let note = try session.note(title)
        let (id, version) = ("\(note["id"] ?? "")", "\(note["version"] ?? "")")
        let body = body.replacing("@", with: "#b3261e").replacing("NOTE", with: id)
            .replacing("VERSION", with: version)
        let before = try contents()
        let reply = try session.send(
            method, "/edit/api/" + path.replacing("NOTE", with: id), body: Array(body.utf8),
            headers: "If-Match: \"\(version)\"\r\n")
        let request = "\(method) \(path) \(body.prefix(200))"
        #expect([200, 201, 400, 404, 412, 415, 422].contains(reply.status), "\(request)")
        if reply.status >= 400 { #expect(try contents() == before, "\(request)") }
    }

    /// Returns a change with each number, and without the field that has it.
    private func variants(_ change: String) -> [String] {
        Self.numbers.map { change.replacing("#", with: $0) }
            + [change.replacing(/"\w+": #/, with: #""other": 0"#).replacing("#", with: "0")]
    }

    private static let changes = [
        ("Lecture", lectures + ownLectures + copies), ("Napkin", napkins), (stored, lectures),
    ].flatMap { title, changes in changes.map { (title, $0) } }

    @Test(arguments: changes)
    func survivesExtremeNumbersInChanges(_ title: String, _ change: String) throws {
        let kind = title == "Napkin" ? "napkin" : "lecture"
        let isOwn = title != Self.stored && !change.contains("copyOf")
        let copy = isOwn ? #""copyOf": {"note": "NOTE", "version": "VERSION"}, "# : ""
        for variant in variants(change) {
            let fields = copy + variant.dropFirst()
            try send("PUT", path: "notes/NOTE", body: variant, to: title)
            let new = #"{"title": "Copy", "kind": "\#(kind)", "# + fields
            try send("POST", path: "notes", body: new, to: title)
            if isOwn {
                // A change that goes back to a version.
                try send("PUT", path: "notes/NOTE", body: "{" + fields, to: title)
            } else {
                let preview = #"{"id": "NOTE", "note": \#(variant)}"#
                try send("POST", path: "preview", body: preview, to: title)
            }
        }
        #expect(editor.isRunning)
        // All notes can still be read.
        let notes = try editor.notes()
        // A note that replaces another is shown instead of it.
        let total = try session.ask("GET", "notes?count=1")["total"] as? Int
        #expect(total == notes.count { $0.replaced == nil })
        #expect(notes.contains { $0.title == title && $0.kind.rawValue == kind })
    }

    @Test func survivesExtremeNumbersInOtherRequests() throws {
        let deck = try session.ask("POST", "decks", ["title": "Trees"])["id"] ?? ""
        try session.ask("POST", "cards/\(deck)", ["question": "Oak?", "answer": "Eiche"])
        let card = try session.cards(of: deck).first?["id"] ?? ""
        for number in Self.numbers {
            for (path, body) in [
                ("marks/NOTE", #"{"card": "\#(card)", "right": \#(number)}"#),
                ("marks/NOTE", #"{"card": "\#(card)", "wrong": \#(number)}"#),
                ("notes", #"{"title": "N", "body": "", "photos": [{"kept": \#(number)}]}"#),
                ("notes", #"{"title": "N", "recordings": [{"kept": \#(number)}]}"#),
                ("notes", #"{"title": \#(number), "body": \#(number)}"#),
                ("order", #"{"note": "a", "place": "b", "revision": \#(number)}"#),
            ] {
                try send("POST", path: path, body: body, to: "Trees")
            }
            let text = number.filter { $0.isNumber || $0 == "-" }.prefix(60)
            for path in ["notes?from=\(text)&count=\(text)", "notes/\(deck)/photos/\(text)"] {
                #expect(try session.send("GET", "/edit/api/" + path).status > 0)
            }
        }
        #expect(editor.isRunning)
        #expect(try session.cards(of: deck).first?["right"] as? Int ?? -1 < 2000)
    }

    /// A page with a recording that the note does not have could not be published.
    @Test(arguments: ["Lecture", stored], [[999], [5, -1]])
    func refusesPagesWithMissingRecordings(title: String, recordings: [Int]) throws {
        let pages: [String: Any] = ["pages": [["kept": 0, "recordings": recordings]]]
        let lecture = try session.note(title)
        #expect(try session.refusal { try session.save(lecture, pages) } == 400)
    }

    @Test(arguments: [
        "-1", "0-", "-0", "1-0", "9223372036854775807-", "0-9223372036854775807",
        "9223372036854775808-", "-9223372036854775808", "1e300-", "NaN-", "0-0,5-9",
    ])
    func answersInvalidRangesAndPositions(_ range: String) throws {
        let id = try session.note("Lecture")["id"] ?? ""
        let reply = try session.send(
            "GET", "/edit/api/notes/\(id)/recordings/0", headers: "Range: bytes=\(range)\r\n")
        #expect([200, 206, 400, 416].contains(reply.status))
        for position in Self.numbers {
            let place = position.replacing("\"", with: "%22").replacing("{}", with: "%7B%7D")
                .prefix(60)
            for kind in ["recordings", "photos"] {
                let reply = try session.send("GET", "/edit/api/notes/\(id)/\(kind)/\(place)")
                #expect([200, 400, 404].contains(reply.status), "\(kind) \(position)")
            }
        }
        #expect(editor.isRunning)
    }
}
