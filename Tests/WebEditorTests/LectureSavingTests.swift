import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// Lecture notes of a Core Data store that are changed through the editor.
@Suite(.tags(.acceptance))
struct LectureSavingTests {
    private let editor: EditorProgram
    private let session: EditorSession
    private let picture = PNGPicture.quarters(width: 40, height: 30)
    private var store: String { editor.folder.path + "/MyNotes/Lectures.sqlite" }

    init() throws {
        editor = try EditorProgram(.sample(only: ["Lectures.sqlite"]))
        session = try EditorSession(editor)
    }

    private func lecture() throws -> [String: Any] {
        let list = try session.list()
        #expect(list.count == 1)
        return try session.load(list.first?["id"])
    }

    /// Saves the lecture with a page more, which has a stroke and a picture.
    private func saveWithAnotherPage() throws -> [String: Any] {
        let loaded = try lecture()
        let pages = loaded["pages"] as? [Any] ?? []
        let added: [String: Any] = [
            "strokes": [["points": [10, 20, 30.5, 40], "width": 2.5, "colour": "#b3261e"]],
            "pictures": [["photo": try session.upload(picture), "frame": [1, 2, 80, 60]]],
        ]
        let kept: [Any] = pages.indices.map { ["kept": $0] }
        return try session.save(loaded, ["pages": kept + [added]])
    }

    @Test func archivesAChangedLectureAndLeavesTheStoreAlone() throws {
        let before = try LocalFiles.read(store)
        let original = try #require(try editor.notes().first)
        let saved = try saveWithAnotherPage()
        #expect(saved["isReplacement"] as? Bool == true)
        #expect(saved["isReplaceable"] as? Bool == false)
        #expect(try LocalFiles.read(store) == before)
        let copy = try #require(try editor.notes().first { $0.replaced != nil })
        #expect(copy.pages.count == original.pages.count + 1)
        #expect(copy.pages.dropLast().map(\.drawing) == original.pages.map(\.drawing))
        let placed = try #require(copy.pages.last?.pictures.first)
        #expect(placed.frame == Frame(x: 1, y: 2, width: 80, height: 60))
        #expect(copy.photos[placed.photo].stored?.count == picture.count)
        #expect(copy.recordings.count == original.recordings.count)
        // The site shows the note once, under the address that it had.
        let site = editor.folder.path + "/Notebook/site/notes"
        #expect(
            try waits {
                let pages = (try? LocalFiles.entries(of: site).map(\.name)) ?? []
                guard pages.count == 1 else { return false }
                let page = try LocalFiles.read(site + "/" + pages[0])
                return String(decoding: page, as: UTF8.self).contains("#b3261e")
            })
        // It is changed in place from then on.
        try session.save(try lecture(), ["body": "Words"])
        #expect(try editor.notes().count == 2)
        #expect(try editor.notes().first { $0.replaced != nil }?.pages == copy.pages)
    }

    @Test func showsTheOriginalAgainWhenTheChangedLectureIsDeleted() throws {
        let original = try lecture()
        let saved = try saveWithAnotherPage()
        let deleted = try session.delete(saved)
        #expect(try lecture()["version"] as? String == original["version"] as? String)
        try session.restore(deleted["entry"])
        #expect(try lecture()["version"] as? String == saved["version"] as? String)
    }

    /// Builds add captions to notes, which are not in the store.
    @Test(arguments: [false, true])
    func hidesALectureOfTheStoreUntilItIsRestored(hasCaptions: Bool) throws {
        if hasCaptions {
            let name = try #require(try editor.notes().first?.photos.first?.name)
            try editor.folder.write("\(name): A harbour\n", to: "MyNotes/Photos/captions.yml")
        }
        let before = try LocalFiles.read(store)
        let original = try lecture()
        let deleted = try session.delete(original)
        #expect(try session.list().isEmpty)
        #expect(try LocalFiles.read(store) == before)
        #expect(
            try session.trash().map { $0["title"] as? String } == [original["title"] as? String])
        let site = editor.folder.path + "/Notebook/site/notes"
        #expect(waits { (try? LocalFiles.entries(of: site).isEmpty) ?? true })
        #expect(try session.restore(deleted["entry"])["id"] as? String == original["id"] as? String)
        #expect(try lecture()["version"] as? String == original["version"] as? String)
        // Nothing is left of the file that hid it.
        #expect(try editor.notes().count == 1)
    }

    @Test func refusesToReplaceALectureThatItsAppHasChanged() throws {
        let loaded = try lecture()
        // The app writes the store while the page is open.
        var bytes = try LocalFiles.read(store)
        let title = Array((loaded["title"] as? String ?? "").utf8)
        for start in bytes.indices.dropLast(title.count)
        where bytes[start..<start + title.count].elementsEqual(title) {
            bytes[start] = UInt8(ascii: "Z")
        }
        try LocalFiles.replace(store, bytes: bytes)
        #expect(try session.refusal { try session.save(loaded, ["body": "Words"]) } == 412)
        #expect(try editor.notes().count == 1)
    }

    @Test func servesRangesOfRecordings() throws {
        let loaded = try lecture()
        let path = "/edit/api/notes/\(loaded["id"] ?? "")/recordings/0"
        let whole = try session.send("GET", path)
        #expect(whole.status == 200 && whole.headers.contains("Content-Security-Policy: sandbox"))
        let part = try session.send("GET", path, headers: "Range: bytes=4-11\r\n")
        #expect(part.status == 206)
        #expect(Array(part.body) == Array(Array(whole.body)[4..<12]))
        let missing = try session.send("GET", path.dropLast() + "99")
        #expect(missing.status == 404)
    }

    @Test func addsAndRemovesRecordings() throws {
        let loaded = try lecture()
        let sound = try session.send("GET", "/edit/api/notes/\(loaded["id"] ?? "")/recordings/0")
        var upload = try session.upload(Array(sound.body), named: "b.wav")
        #expect(
            try session.send("GET", "/edit/api/uploads/\(upload["upload"] ?? "")").body
                == sound.body)
        upload["caption"] = "New"
        let pages = loaded["pages"] as? [Any] ?? []
        let saved = try session.save(
            loaded,
            [
                "pages": pages.indices.map { ["kept": $0, "recordings": $0 == 0 ? [0] : []] },
                "recordings": [upload],
            ])
        let copy = try #require(try editor.notes().first { $0.replaced != nil })
        #expect(copy.recordings.map(\.name) == ["b.wav"])
        #expect(copy.recordings.first?.caption == "New")
        #expect(copy.pages.first?.recordings == [0])
        #expect((saved["recordings"] as? [Any])?.count == 1)
    }

    @Test(arguments: [
        #"{"strokes": [{"points": [1], "width": 1, "colour": "red"}]}"#,
        #"{"pictures": [{"photo": {"kept": 0}, "frame": [0, 0, -1, 5]}]}"#, #"{"kept": 99}"#,
    ])
    func refusesInvalidPages(page: String) throws {
        let loaded = try lecture()
        let page = try JSONSerialization.jsonObject(with: Data(page.utf8))
        #expect(try session.refusal { try session.save(loaded, ["pages": [page]]) } == 400)
        #expect(try editor.notes().count == 1)
    }
}
