import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Photos and recordings beside archives, several of which have the same name at first.
@Suite(.tags(.fast))
struct OwnPhotoTests: NoteEditingSuite {
    let folder: TemporaryFolder
    private let red = PNGPicture.quarters(width: 4, height: 4)
    private let blue = PNGPicture.quarters(width: 6, height: 6)

    init() throws { folder = try TemporaryFolder(isInMemory: true) }

    private func new(_ title: String, _ bytes: [UInt8]) throws {
        _ = try editor().create(
            ArchivedNote(title: title, body: "![](image.png)"), named: title.lowercased(),
            photos: [NewMedium(name: "image.png", bytes: bytes)], beside: true)
    }

    private func shown(_ title: String) throws -> [UInt8] {
        let note = try #require(try notes().first { $0.title == title })
        let position = try #require(note.position(of: .photo, forAddress: "image.png"))
        return try contents(note.photos[position])
    }

    @Test func showsTheirOwnUnderTheNameTheyHadAtFirst() throws {
        try new("Red", red)
        try new("Blue", blue)
        #expect(try shown("Red") == red && shown("Blue") == blue)
    }

    @Test func keepsTheNameWhenTheListOrTheTextChanges() throws {
        try new("Red", red)
        try new("Blue", blue)
        let editor = try editor()
        var draft = try editor.draft(of: id("Blue"))
        try draft.setTitle("Blue again")
        try editor.save(
            draft,
            media: EditedMedia(photos: [
                EditedMedium(kept: 0), EditedMedium(NewMedium(name: "other.png", bytes: red)),
            ]), named: "blue")
        #expect(try shown("Blue again") == blue && shown("Red") == red)
    }

    @Test func keepsTheNameOfAPhotoThatIsAdded() throws {
        try new("Red", red)
        _ = try editor().create(
            ArchivedNote(title: "Blue", body: "![](image.png)"), named: "blue",
            photos: [NewMedium(name: "first.png", bytes: red)], beside: true)
        let editor = try editor()
        try editor.save(
            try editor.draft(of: id("Blue")),
            media: EditedMedia(photos: [
                EditedMedium(kept: 0), EditedMedium(NewMedium(name: "image.png", bytes: blue)),
            ]), named: "blue")
        #expect(try shown("Blue") == blue)
    }
}
