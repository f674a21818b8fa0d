import Foundation
import HeadlessBrowser
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// A lecture in which no field is what a new note has, whose title is changed in the browser.
@Suite(.tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"))
struct ExemplarBrowserTests {
    private let folder: TemporaryFolder
    private var media: [String: StoredBytes] = [:]

    init() throws {
        folder = try TemporaryFolder()
        var files = [
            ("a.wav", Sound.wave(seconds: 1, tone: 440)), ("a.pdf", Array("%PDF-1.4".utf8)),
        ]
        for number in 0..<5 {
            files.append(
                ("picture\(number).png", PNGPicture.quarters(width: 20 + number, height: 30)))
        }
        for (name, bytes) in files {
            let path = try folder.write(bytes, to: "MyNotes/Photos/" + name)
            media[name] = StoredBytes(file: path, range: 0..<bytes.count)
        }
    }

    private func content(_ name: String) -> MediaContent {
        media[name].map { .stored($0) } ?? .missing
    }

    /// Returns a lecture with handwriting in curves, paper and text boxes, which only its app can
    /// change, or with pages that the editor can change as well.
    private func exemplar(isOfAnApp: Bool, position: Int) throws -> Note {
        var note = Note(
            id: NoteID(source: "lectures", index: position), title: "Exemplar", body: "Some *text*",
            created: Date(timeIntervalSince1970: 1_000_000),
            modified: Date(timeIntervalSince1970: 2_000_000),
            photos: (0..<5).map {
                Medium(
                    .photo, name: "picture\($0).png", caption: "Caption \($0)",
                    content: content("picture\($0).png"))
            },
            recordings: [
                Medium(.recording, name: "a.wav", caption: "Spoken", content: content("a.wav"))
            ],
            identifier: "4C1E", otherFields: [.init("mood", value: .string("calm"))])
        note.kind = .lecture
        note.state = .draft
        note.tags = [Tag("two words")]
        note.attachments = [
            Medium(.attachment, name: "a.pdf", caption: "Slides", content: content("a.pdf"))
        ]
        note.thumbnail = 3
        note.drawing = .picture(4)
        note.replaced = ReplacedNote(identifier: "x-coredata://1", version: "ab")
        note.pages = [try page(isOfAnApp: isOfAnApp), Page(drawing: .picture(2), recordings: [0])]
        return note
    }

    private func page(isOfAnApp: Bool) throws -> Page {
        let frame = try #require(Frame(x: 1.5, y: -2, width: 30, height: 40.25))
        let places = [0.0, 1.5, 2, 3].map { Point(x: $0 + 1, y: 2 * $0) }
        var timed = Stroke(points: places, width: 3.5, colour: "#12345678", tool: .pencil)
        timed.moment = RecordedMoment(recording: 0, seconds: 0.25)
        var strokes = [timed, Stroke(points: places, width: 9, colour: "#ffffff", isEraser: true)]
        if isOfAnApp {
            strokes.append(
                try #require(
                    Stroke(
                        curves: places, anchorWidths: [0.5, 2], colour: "#01020304",
                        tool: .highlighter)))
        }
        return Page(
            drawing: .strokes(strokes),
            pictures: [
                PlacedPicture(photo: 1, frame: frame, rotation: 12.5, crop: frame, isPaper: true)
            ], recordings: [0], paper: isOfAnApp ? Paper(frame, colour: "#fdf6e3") : nil,
            recognizedText: "two\nlines",
            textBoxes: isOfAnApp
                ? [TextBox("typed", frame: frame, rotation: 5, fontSize: 6.5, colour: "#000000")]
                : [])
    }

    /// The fields of a value by their names, as texts.
    private func fields(_ value: Any) -> [String: String] {
        // The storage that copies of a note share.
        let shared = (value as? Note).flatMap {
            Mirror(reflecting: $0).descendant("fields", "box", "value")
        }
        let mirror = Mirror(reflecting: shared ?? value)
        return Dictionary(
            mirror.children.map { ($0.label ?? "", String(describing: $0.value)) }
        ) { first, _ in first }
    }

    /// Requires that each field of some values differs from a new one's in one of them.
    private func expectFull(_ values: [Any], unlike new: Any, except: Set<String> = []) {
        for (name, value) in fields(new) where !except.contains(name) {
            #expect(
                values.contains { fields($0)[name] != value },
                "\(type(of: new)).\(name) is \(value)")
        }
    }

    private func expectFull(_ note: Note, isOfAnApp: Bool) throws {
        let frame = try #require(Frame(x: 0, y: 0, width: 1, height: 1))
        // Lectures are no decks, dates are no texts, and the identity is made by a build.
        expectFull(
            [note], unlike: Note(id: NoteID(source: "", index: 0), title: nil, body: ""),
            except: ["deck", "dateTexts", "identity"])
        // The kind is that of the list, and transcripts are files beside the archive.
        for kind in Medium.Kind.allCases {
            expectFull(
                note.media[kind], unlike: Medium(kind, content: .missing),
                except: ["kind", "orientation", "transcript"])
        }
        let ofApps: Set = ["paper", "textBoxes"]
        // No archive of this program has pages of documents, which a build replaces by pictures.
        expectFull(
            note.pages, unlike: Page(drawing: nil),
            except: (isOfAnApp ? [] : ofApps).union(["background"]))
        expectFull(
            note.pages.flatMap(\.pictures), unlike: PlacedPicture(photo: 0, frame: nil))
        let strokes = note.pages.flatMap { page -> [Stroke] in
            guard case .strokes(let strokes)? = page.drawing else { return [] }
            return strokes
        }
        expectFull(
            strokes, unlike: Stroke(points: [Point(x: 0, y: 0)], width: 1, colour: "#000000"),
            except: isOfAnApp ? [] : ["anchorWidths"])
        guard isOfAnApp else { return }
        expectFull(note.pages.compactMap(\.paper), unlike: Paper(frame))
        expectFull(note.pages.flatMap(\.textBoxes), unlike: TextBox("", frame: frame))
    }

    private func write(_ notes: [Note]) throws {
        let names = Dictionary(media.map { ($1, $0) }) { first, _ in first }
        var archive = ImportedArchive(names: names, reading: ReadingOptions())
        try folder.write(archive.bytes(of: notes), to: "MyNotes/lectures")
        #expect(archive.problems == [])
    }

    @Test(arguments: [false, true])
    func keepsEveryFieldOfALectureAndItsNeighbours(isOfAnApp: Bool) throws {
        var neighbours = try [0, 2].map { try exemplar(isOfAnApp: !isOfAnApp, position: $0) }
        for index in neighbours.indices { neighbours[index].replaced = nil }
        try write(
            [neighbours[0], try exemplar(isOfAnApp: isOfAnApp, position: 1), neighbours[1]])
        let editor = try EditorProgram(folder)
        let before = try editor.notes()
        try expectFull(before[1], isOfAnApp: isOfAnApp)
        let page = try Chromium().open(editor.link(), width: 1280)
        try page.waits("document.querySelectorAll('.rows a').length === 3")
        // All have the same title; the list is in their order.
        try page.run("document.querySelectorAll('.rows a')[1].click(); 0")
        try page.waits("document.querySelector('.title')?.value === 'Exemplar'")
        #expect(
            try page.run("Boolean(document.querySelector('.sheet canvas'))") as? Bool != isOfAnApp)
        try page.click(".title")
        try page.type("!")
        try page.press("s", code: 83, isControl: true)
        try page.waits("document.querySelector('.bar-row .count').textContent === 'Saved.'")
        let after = try editor.notes()
        #expect(after.map(\.title) == ["Exemplar", "Exemplar!", "Exemplar"])
        for index in [0, 2] { #expect(after[index].unplaced == before[index].unplaced) }
        let changed: Set = ["title", "modified"]
        let (old, new) = (fields(before[1].unplaced), fields(after[1].unplaced))
        for (name, value) in old where !changed.contains(name) {
            #expect(new[name] == value, "\(name)")
        }
        #expect(new["modified"] != old["modified"])
    }

    /// Pages are sent when one of them has changed.
    @Test func keepsEveryFieldOfPagesBesideAChangedOne() throws {
        try write([try exemplar(isOfAnApp: false, position: 0)])
        let editor = try EditorProgram(folder)
        let before = try #require(try editor.notes().first)
        let page = try Chromium().open(editor.link(), width: 1280)
        try page.click(".rows a")
        try page.waits("document.querySelector('.sheet canvas')")
        try page.clickButton("Add page")
        try page.drag(".sheet canvas", [(20, 20), (60, 40), (120, 40)])
        try page.press("s", code: 83, isControl: true)
        try page.waits("document.querySelector('.bar-row .count').textContent === 'Saved.'")
        let after = try #require(try editor.notes().first)
        #expect(after.pages.count == 3)
        let pages = [after.pages[0], after.pages[2]]
        // Photos of pages may have other positions.
        func looks(_ note: Note, _ pages: [Page]) -> [[String]] {
            pages.map { page in
                var page = page
                let photos = page.pictures.map { note.photos[$0.photo] }
                for index in page.pictures.indices { page.pictures[index].photo = 0 }
                if case .picture(let position)? = page.drawing {
                    page.drawing = nil
                    return ["\(page)", "\(photos)", "\(note.photos[position])"]
                }
                return ["\(page)", "\(photos)"]
            }
        }
        #expect(looks(after.unplaced, pages) == looks(before.unplaced, before.pages))
        let changed: Set = ["modified", "pages", "media", "drawing", "thumbnail"]
        let (old, new) = (fields(before.unplaced), fields(after.unplaced))
        for (name, value) in old where !changed.contains(name) {
            #expect(new[name] == value, "\(name)")
        }
        func photo(_ note: Note, _ position: Int?) -> Medium? {
            position.map { note.unplaced.photos[$0] }
        }
        #expect(photo(after, after.thumbnail) == photo(before, before.thumbnail))
        for kind in Medium.Kind.allCases {
            #expect(Set(after.unplaced.media[kind]) == Set(before.unplaced.media[kind]))
        }
    }
}
