import Foundation
import NoteArchives
import NoteEditing
import NoteModel
import SampleNotes
import TestSupport
import Testing

/// Requests whose numbers no note can have, after each of which the editor still answers.
@Suite(.tags(.acceptance))
struct RequestBoundsTests {
    private let editor: EditorProgram
    private let session: EditorSession
    private let lecture: [String: Any]
    private let deck: String

    /// Numbers at the bounds, as JSON.
    private static let numbers = [
        "-1", "1", "999", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "1e308", "-1e308", "1e999", "0.5", "-0.0", "\"NaN\"", "null", "[]", "{}",
        "\"\(String(repeating: "9", count: 100_000))\"",
    ]

    /// Requests with `#` for the number.
    private static let pages = [
        #"{"kept": #}"#, #"{"kept": 0, "recordings": [#]}"#, #"{"recordings": [0, #]}"#,
        #"{"picture": {"kept": #}}"#, #"{"pictures": [{"photo": {"kept": #}}]}"#,
        #"{"kept": 0, "pictures": [{"kept": #, "photo": {"kept": 0}}]}"#,
        #"{"pictures": [{"photo": {"kept": 0}, "frame": [#, #, #, #]}]}"#,
        #"{"kept": 0, "strokes": [{"kept": #}]}"#,
        ##"{"strokes": [{"points": [#, #], "width": #, "colour": "#000000"}]}"##,
        ##"{"strokes": [{"points": [1, 2], "width": 1, "colour": "#000000", "recording": #, "seconds": #}]}"##,
    ]

    init() throws {
        let folder = try TemporaryFolder()
        _ = try SampleNotes.write(to: folder.path + "/MyNotes", photoWorker: Places.photoWorker)
        editor = try EditorProgram(folder)
        session = try EditorSession(editor)
        let list = try session.ask("GET", "notes?count=99")["notes"] as? [[String: Any]] ?? []
        let id = list.first { $0["kind"] as? String == "lecture" }?["id"] ?? ""
        lecture = try session.ask("GET", "notes/\(id)")
        let made = try session.ask("POST", "decks", ["title": "Trees"])
        deck = made["id"] as? String ?? ""
        try session.ask("POST", "cards/\(deck)", ["question": "Oak?", "answer": "Eiche"])
    }

    /// Sends a request and returns its status; 0 if there is no reply.
    private func status(_ method: String, _ path: String, _ body: String) -> Int {
        let headers = "If-Match: \"\(lecture["version"] ?? "")\"\r\n"
        return
            (try? session.send(
                method, "/edit/api/" + path, body: Array(body.utf8), headers: headers))?.status ?? 0
    }

    @Test(arguments: pages) func survivesNumbersOfPages(_ page: String) throws {
        for number in Self.numbers {
            let body = page.replacing("#000000", with: "@").replacing("#", with: number)
                .replacing("@", with: "#000000")
            for request in [
                (
                    "POST", "preview",
                    #"{"id": "\#(lecture["id"] ?? "")", "note": {"pages": [\#(body)]}}"#
                ),
                ("POST", "notes", #"{"title": "New", "kind": "lecture", "pages": [\#(body)]}"#),
                ("PUT", "notes/\(lecture["id"] ?? "")", #"{"pages": [\#(body)]}"#),
            ] {
                let status = status(request.0, request.1, request.2)
                #expect([200, 201, 400, 404, 412, 422].contains(status), "\(body.prefix(200))")
            }
        }
        #expect(editor.isRunning)
        #expect(try session.ask("GET", "notes?count=1")["total"] as? Int ?? 0 > 0)
    }

    @Test func survivesAllOtherNumbers() throws {
        let card = (try session.ask("GET", "notes/\(deck)")["cards"] as? [[String: Any]])?.first
        let id = card?["id"] ?? ""
        for number in Self.numbers {
            for request in [
                ("POST", "marks/\(deck)", #"{"card": "\#(id)", "right": \#(number)}"#),
                ("POST", "marks/\(deck)", #"{"card": "\#(id)", "wrong": \#(number)}"#),
                ("POST", "notes", #"{"title": "N", "body": "", "photos": [{"kept": \#(number)}]}"#),
                ("POST", "notes", #"{"title": "N", "recordings": [{"kept": \#(number)}]}"#),
                ("POST", "order", #"{"note": "a", "place": "b", "revision": \#(number)}"#),
                ("POST", "notes", #"{"title": \#(number), "body": \#(number)}"#),
                ("PUT", "notes/\(lecture["id"] ?? "")", #"{"photos": [{"kept": \#(number)}]}"#),
                ("PUT", "notes/\(lecture["id"] ?? "")", #"{"recordings": [{"kept": \#(number)}]}"#),
            ] {
                let status = status(request.0, request.1, request.2)
                #expect([200, 201, 400, 404, 412, 422].contains(status), "\(request.1)")
            }
            let text = number.filter { $0.isNumber || $0 == "-" }.prefix(60)
            for path in ["notes?from=\(text)&count=\(text)", "notes/\(deck)/photos/\(text)"] {
                #expect((try? session.send("GET", "/edit/api/" + path))?.status ?? 0 > 0)
            }
        }
        #expect(editor.isRunning)
        let counts = (try session.ask("GET", "notes/\(deck)")["cards"] as? [[String: Any]])?.first
        #expect(counts?["right"] as? Int ?? -1 < 2000)
    }

    /// A page with a recording that the note does not have could not be published.
    @Test func refusesPagesWithRecordingsThatNoNoteHas() throws {
        for recordings in ["[999]", "[5, -1]"] {
            #expect(
                status(
                    "PUT", "notes/\(lecture["id"] ?? "")",
                    #"{"pages": [{"kept": 0, "recordings": \#(recordings)}]}"#) == 400)
        }
    }
}
