import Foundation
import NoteModel
import TestSupport
import Testing

@testable import NoteImports

/// JSON trees that another program wrote, or somebody damaged.
@Suite(.tags(.fast))
struct JSONTreeTests {
    private let folder = TemporaryFolder()

    /// A note with what every note has, without the end of its object.
    private static let head =
        "{\"kind\":\"note\",\"title\":\"T\",\"body\":\"B\",\"source\":{\"path\":\"a.data\"}"

    private func read(lines: [String], hasFiles: Bool = true) throws -> ReadExport {
        let path = try folder.write(lines.joined(separator: "\n"), to: "n.ndjson")
        return try JSONTree.read(path, hasFiles: hasFiles)
    }

    /// Reads one note with more fields.
    private func read(_ fields: String, hasFiles: Bool = true) throws -> ReadExport {
        try read(
            lines: [Self.head + (fields.isEmpty ? "" : ",") + fields + "}"], hasFiles: hasFiles)
    }

    private func note(_ fields: String) throws -> Note {
        try #require(try read(fields).notes.first).note
    }

    @Test func readsTranscripts() throws {
        let cues = [
            #"{"start": 0.5, "end": 2, "speaker": "A & B", "text": "<b>1 --> 2</b>\nnext"}"#,
            #"{"start": 3600, "end": 3601.25, "speaker": null, "text": "later"}"#,
        ]
        func transcript(_ value: String) throws -> (Transcript?, [String]) {
            let export = try read(
                #""recordings": [{"name": "a.m4a", "state": "missing", "transcript": \#(value)}]"#)
            return (export.notes.first?.note.recordings.first?.transcript, export.problems)
        }
        let (timed, problems) = try transcript(
            #"{"text": "", "cues": [\#(cues.joined(separator: ","))]}"#)
        #expect(
            timed?.cues == [
                .init(start: 500, end: 2000, speaker: "A & B", text: "<b>1 --> 2</b>\nnext"),
                .init(start: 3_600_000, end: 3_601_250, speaker: nil, text: "later"),
            ])
        #expect(timed?.text == "<b>1 --> 2</b> next\nlater")
        #expect(problems.isEmpty)
        #expect(try transcript(#"{"text": "Only words", "cues": []}"#).0?.text == "Only words")
        #expect(try transcript("null").0 == nil)
        for value in [
            #"{"cues": [{"start": "x"}]}"#, "{}", #"{"cues": [{"start":-1,"end":1,"text":"x"}]}"#,
        ] {
            let (found, problems) = try transcript(value)
            #expect(found == nil && problems.count == 1, "\(value)")
        }
    }

    /// Keys at every depth that the schema does not have.
    @Test func reportsUnknownKeys() throws {
        try folder.write(
            """
            {"formatVersion": 1, "title": "T", "shelf": 1, "notes": [
              {"kind": "lecture", "title": "A", "body": "x", "source": {"path": "a", "index": 0, "shelf": 1},
               "mood": "good", "other": {"anything": 1},
               "pages": [{"pictures": [], "shape": 1, "textBoxes": [{"text": "x", "frame": [0, 0, 1, 1], "font": "F"}]}, {"shape": 2}]},
              {"kind": "note", "title": "B", "body": "x", "source": {"path": "b", "index": 0}, "mood": ""}
            ]}
            """, to: "notebook.json")
        let export = try JSONTree.read(folder.path)
        #expect(export.notes.count == 2)
        let named = export.problems.map {
            $0.split(separator: " has ").last.map { String($0.prefix(40)) } ?? ""
        }
        #expect(
            named.map { $0.split(separator: "”")[0] } == [
                "2 of the key “mood", "2 of the key “pages.shape",
                "1 of the key “pages.textBoxes.font", "1 of the key “shelf",
                "1 of the key “source.shelf",
            ])
    }

    @Test func needsNoMoreThanKindTitleBodyAndSource() throws {
        let note = try note("")
        #expect(note.title == "T" && note.hasOwnTitle && note.body == "B")
        #expect(note.id == NoteID(source: "a.data", index: 0) && note.kind == .note)
        #expect(try !self.note("\"hasOwnTitle\":false").hasOwnTitle)
    }

    @Test(arguments: ["kind", "title", "body", "source"])
    func reportsANoteThatLacksAField(key: String) throws {
        let note = Self.head + "}"
        let export = try read(lines: [note, note.replacing("\"\(key)\"", with: "\"x\"")])
        #expect(export.notes.count == 1 && export.noteCount == 2)
        #expect(export.problems.count == 1)
        #expect(export.problems.first?.contains("line 2, is not a note of this form") == true)
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "{\"formatVersion\":1}", "{\"notes\":[]}",
        "{\"formatVersion\":\"1\",\"notes\":[]}", "{\"formatVersion\":1,\"notes\":{}}",
    ])
    func refusesADocumentThatIsNotAnExport(text: String) throws {
        try folder.write(text, to: "notebook.json")
        #expect(throws: UserError.self) { try JSONTree.read(folder.path) }
    }

    @Test(arguments: [0, 2, 99, -1])
    func refusesAnotherVersion(version: Int) throws {
        try folder.write("{\"formatVersion\":\(version),\"notes\":[]}", to: "notebook.json")
        let error = #expect(throws: UserError.self) {
            try JSONTree.read(folder.path, named: "tree")
        }
        #expect(error?.message.hasPrefix("tree/notebook.json has version \(version)") == true)
    }

    @Test func readsTheGoodLinesBetweenDamagedOnes() throws {
        let note = Self.head + "}"
        let export = try read(lines: ["{", note, "", "nonsense", note, "\u{0}"])
        #expect(export.notes.count == 2 && export.noteCount == 5)
        #expect(export.problems.count == 3)
        #expect(export.problems.contains { $0.contains("line 4,") })
    }

    @Test(arguments: [
        "../secret", "/etc/passwd", "photos/../../secret", ".hidden/a", "link", "absent", "",
        "photos",
    ])
    func readsNoFilesOutsideTheTree(address: String) throws {
        let outside = TemporaryFolder()
        try folder.write("s", to: ".hidden/a")
        try folder.write("p", to: "photos/p.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: try outside.write("s", to: "secret")
        )
        let export = try read("\"photos\":[{\"file\":\"\(address)\",\"state\":\"read\"}]")
        #expect(export.notes.first?.note.photos.map(\.content) == [.missing])
        #expect(export.problems.count == 1)
    }

    @Test func keepsTheStatesOfPhotosWithoutFiles() throws {
        let note = try note(
            "\"photos\":[{\"state\":\"missing\",\"name\":\"a\"},{\"state\":\"unreadable\"},{},7]")
        #expect(note.photos.map(\.content) == [.missing, .damaged, .damaged, .damaged])
        #expect(note.photos.first?.name == "a")
    }

    @Test func readsDigestsWithoutFiles() throws {
        let fields = "\"photos\":[{\"file\":\"photos/gone.jpg\",\"bytes\":3,\"sha256\":\"ab\"}]"
        let export = try read(fields, hasFiles: false)
        #expect(export.problems.isEmpty)
        #expect(export.notes.first.map { Array($0.digests.values) } == ["ab"])
    }

    @Test func leavesOutPositionsThatDoNotExist() throws {
        let note = try note(
            """
            "photos":[{"state":"missing"}],"thumbnail":5,"drawing":{"photo":1},
            "pages":[{"drawing":{"photo":0},"pictures":[{"photo":0},{"photo":1},{"photo":-1},{}],
            "recordings":[0,-1,9]}]
            """.replacing("\n", with: ""))
        #expect(note.thumbnail == nil && note.drawing == nil)
        #expect(note.pages == [Page(drawing: .picture(0), pictures: [.init(photo: 0, frame: nil)])])
    }

    @Test func dropsInvalidStrokes() throws {
        let strokes = [
            "{\"points\":[1,2,3],\"width\":1,\"colour\":\"#000000\"}",
            "{\"points\":[],\"width\":1,\"colour\":\"#000000\"}",
            "{\"points\":[1,2],\"width\":0,\"colour\":\"#000000\"}",
            "{\"points\":[1,2],\"width\":1}",
            "null",
        ]
        let note = try note("\"drawing\":{\"strokes\":[\(strokes.joined(separator: ","))]}")
        let stroke = Stroke(points: [Point(x: 1, y: 2)], width: 1, colour: "#000000")
        #expect(note.drawing == .strokes([stroke]))
        #expect(try self.note("\"drawing\":{\"strokes\":[]}").drawing == nil)
    }

    @Test func treatsADeckWithoutCardsAsANote() throws {
        let empty = Self.head.replacing("\"note\"", with: "\"deck\"") + "}"
        #expect(try read(lines: [empty]).notes.map(\.note.kind) == [.note])
        let read = try read("\"cards\":[{},{\"question\":\"Q\",\"rightCount\":-5},\"x\"]")
        #expect(read.notes[0].note.deck?.cards.map(\.question) == ["", "Q"])
        #expect(read.notes[0].note.deck?.cards.map(\.rightCount) == [0, 0])
        #expect(read.problems.count == 1)
        #expect(read.problems[0].contains("1 unusable value among its cards"))
    }

    @Test func refusesAnImpossibleIndex() throws {
        let note = Self.head.replacing("\"a.data\"", with: "\"a.data\",\"index\":1000001") + "}"
        #expect(try read(lines: [note]).problems.count == 1)
    }
}
