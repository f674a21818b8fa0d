import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Lecture notes: pages, pictures placed on them, and recordings.
@Suite(.tags(.fast))
struct LectureEditingTests: NoteEditingSuite {
    let folder = TemporaryFolder()
    /// The files of a store outside of the notes folder.
    private let store = TemporaryFolder()

    private let sound = Array("RIFF\u{4}\0\0\0WAVEfmt ".utf8)
    private let frame = Frame(x: 1, y: -2, width: 30, height: 15.5)

    /// Returns a note of a store with two pages, a picture and a recording without names.
    private func stored(body: String = "Text") throws -> Note {
        func content(_ bytes: [UInt8], name: String) throws -> MediaContent {
            let path = try store.write(bytes, to: name)
            return .stored(StoredBytes(file: path, range: 0..<bytes.count))
        }
        var note = Note(
            id: NoteID(source: "Store.sqlite", index: 2), title: "Lecture", body: body,
            photos: [Medium(.photo, content: try content(picture, name: "picture"))],
            recordings: [Medium(.recording, content: try content(sound, name: "sound"))],
            identifier: "x-coredata://A/Lecture/p3")
        note.kind = .lecture
        note.pages = [
            Page(drawing: .strokes(strokes)),
            Page(drawing: nil, pictures: [PlacedPicture(photo: 0, frame: frame)], recordings: [0]),
        ]
        return note
    }

    @Test func savesAReplacementForAReadOnlyNote() throws {
        let original = try stored()
        let editor = try editor()
        var draft = try editor.replacementDraft(of: original, named: "lecture")
        #expect(try notes().isEmpty)
        try draft.setBody("Other text")
        let pages = [original.pages[1], Page(drawing: .strokes([strokes[0]]))]
        let name = try editor.create(draft, media: EditedMedia(pages: pages), named: "lecture")
        let copy = try #require(try notes().first)
        #expect(copy.id == NoteID(source: name, index: 0))
        #expect(copy.kind == .lecture && copy.title == "Lecture" && copy.body == "Other text")
        #expect(copy.pages == pages)
        #expect(copy.identifier == original.identifier)
        #expect(copy.photos.map(\.name) == ["lecture-1.png"])
        #expect(copy.recordings.map(\.name) == ["lecture-1.wav"])
        #expect(try contents(copy.photos[0]) == picture)
        #expect(try folder.bytes("Photos/lecture-1.wav") == sound)
        // The original is hidden, until its app changes it.
        #expect(ReplacedNotes.positions(in: [original, copy]) == [0])
        #expect(ReplacedNotes.positions(in: [try stored(body: "Changed"), copy]).isEmpty)
        #expect(ReplacedNotes.positions(in: [original]).isEmpty)
    }

    @Test func identifiesReplacedNotesByFileAsAFallback() throws {
        let original = Note.made(
            nil, body: "First line\nSecond", source: "Store.sqlite", index: 2,
            photos: try stored().photos)
        let editor = try editor()
        let draft = try editor.replacementDraft(of: original, named: "n")
        _ = try editor.create(draft, media: EditedMedia(), named: "n")
        let copy = try #require(try notes().first)
        #expect(copy.replaced?.identifier == "Store.sqlite#3")
        #expect(copy.title == "First line")
        #expect(ReplacedNotes.positions(in: [copy, original]) == [1])
    }

    /// Creates a lecture note with two pictures on its pages and a recording.
    private func createLecture() throws -> Note {
        let editor = try editor()
        var draft = try editor.newDraft(ArchivedNote(title: "T", body: ""))
        draft.setKind(.lecture)
        let media = EditedMedia(
            photos: ["a.png", "b.png"].map { .new($0, bytes: picture) },
            recordings: [.new("r.wav", bytes: sound, caption: "First")],
            pages: [
                Page(
                    drawing: .strokes(strokes), pictures: [PlacedPicture(photo: 0, frame: frame)],
                    recordings: [0]),
                Page(drawing: .picture(1)),
            ])
        _ = try editor.create(draft, media: media, named: "t")
        return try #require(try notes().first)
    }

    @Test func createsALectureNoteWithItsMediaInThePhotosFolder() throws {
        let note = try createLecture()
        #expect(note.kind == .lecture && note.pages.count == 2)
        #expect(note.pages[0].drawing == .strokes(strokes))
        #expect(note.pages[0].pictures == [PlacedPicture(photo: 0, frame: frame)])
        #expect(note.pages[1].drawing == .picture(1))
        #expect(note.photos.map(\.name) == ["a.png", "b.png"])
        #expect(note.recordings.map(\.name) == ["r.wav"])
        #expect(note.recordings[0].caption == "First")
        #expect(note.photos.allSatisfy { $0.stored?.file.hasPrefix(folder.path) == true })
    }

    @Test func movesRemovedMediaToTheTrashAndRestoresThem() throws {
        let note = try createLecture()
        let media = EditedMedia(
            photos: [.init(kept: 1)], recordings: [],
            pages: [Page(drawing: nil, pictures: [PlacedPicture(photo: 0, frame: nil)])])
        try editor().save(try editor().draft(of: note.id), media: media, named: "t")
        let changed = try notes()[0]
        #expect(changed.photos.map(\.name) == ["b.png"] && changed.recordings.isEmpty)
        #expect(changed.pages[0].pictures == [PlacedPicture(photo: 0, frame: nil)])
        #expect(try LocalFiles.entries(of: folder.path + "/Photos").map(\.name) == ["b.png"])
        try restore()
        let restored = try notes()[0]
        #expect(restored.pages == note.pages)
        #expect(try contents(restored.photos[0]) == picture)
        #expect(restored.recordings[0].stored?.count == sound.count)
    }

    @Test func changesCaptionsOfRecordings() throws {
        let note = try createLecture()
        for (caption, expected) in [("Second", "Second"), ("", nil)] as [(String, String?)] {
            let media = EditedMedia(recordings: [.init(kept: 0, caption: caption)])
            try editor().save(try editor().draft(of: note.id), media: media, named: "t")
            #expect(try notes()[0].recordings.map(\.caption) == [expected])
            #expect(try notes()[0].recordings.map(\.name) == ["r.wav"])
        }
    }

    @Test func refusesPhotoChangesWithoutTheirPages() throws {
        let note = try createLecture()
        let error = #expect(throws: UserError.self) { try save(photos: [.init(kept: 1)]) }
        #expect(error?.message.hasPrefix("The photos of “T” can't be changed") == true)
        #expect(try notes()[0] == note)
    }

    @Test func keepsMediaThatTheReplacedNoteMayNeed() throws {
        let editor = try editor()
        let draft = try editor.replacementDraft(of: try stored(), named: "lecture")
        _ = try editor.create(draft, media: EditedMedia(), named: "lecture")
        let copy = try #require(try notes().first)
        try self.editor().delete(copy.id, named: "lecture")
        #expect(try notes().isEmpty)
        #expect(try folder.bytes("Photos/lecture-1.png") == picture)
    }

    /// Foundation reads the pages as lists, dictionaries and numbers.
    @Test func archivesPagesForOtherReaders() throws {
        let note = try createLecture()
        let unarchiver = try NSKeyedUnarchiver(
            forReadingFrom: Data(try LocalFiles.read(folder.path + "/" + note.id.source)))
        unarchiver.requiresSecureCoding = false
        unarchiver.setClass(LectureStandIn.self, forClassName: "NoteObj")
        let read = try #require(unarchiver.decodeObject(forKey: "root") as? LectureStandIn)
        let pages = try #require(read.pages as? [[String: Any]])
        let drawn = pages[0]["notebinder.drawing"] as? [[String: Any]]
        #expect(drawn?.first?["points"] as? [Double] == [1, 2, 3.5, 4])
        #expect(drawn?.first?["color"] as? String == "#0b57d0")
        #expect(drawn?.last?["isEraser"] as? Bool == true)
        let placed = pages[0]["pictures"] as? [[String: Any]]
        #expect(placed?.first?["frame"] as? String == "{{1.0, -2.0}, {30.0, 15.5}}")
        #expect(pages[1]["notebinder.drawing"] as? Int == 1)
    }
}

/// Reads an archived lecture note as another program would.
private final class LectureStandIn: NSObject, NSCoding {
    let pages: [Any]?

    init?(coder: NSCoder) {
        pages = coder.decodeObject(forKey: "notebinder.pages") as? [Any]
    }

    func encode(with coder: NSCoder) {}
}
