import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Photos and recordings beside archives, several of which have the same name at first.
@Suite(.tags(.fast))
struct OwnPhotoTests: NoteEditingSuite {
    let folder = TemporaryFolder(isInMemory: true)
    private let red = PNGPicture.quarters(width: 4, height: 4)
    private let blue = PNGPicture.quarters(width: 6, height: 6)

    private func new(_ title: String, _ bytes: [UInt8], name: String = "image.png") throws {
        _ = try editor().create(
            ArchivedNote(title: title, body: "![](image.png)"), named: title.lowercased(),
            photos: [NewMedium(name: name, bytes: bytes)], beside: true)
    }

    private func shown(_ title: String) throws -> [UInt8] {
        let note = try #require(try notes().first { $0.title == title })
        let position = try #require(note.position(of: .photo, forAddress: "image.png"))
        return try contents(note.photos[position])
    }

    @Test func resolvesPhotosByTheirOriginalNames() throws {
        try new("Red", red)
        try new("Blue", blue)
        #expect(try shown("Red") == red && shown("Blue") == blue)
        // The name stays when the list or the text changes.
        try save("Blue", photos: [.init(kept: 0), .new("other.png", bytes: red)]) {
            try $0.setTitle("Blue again")
        }
        #expect(try shown("Blue again") == blue && shown("Red") == red)
    }

    @Test func keepsTheNameOfAPhotoThatIsAdded() throws {
        try new("Red", red)
        try new("Blue", red, name: "first.png")
        try save("Blue", photos: [.init(kept: 0), .new("image.png", bytes: blue)])
        #expect(try shown("Blue") == blue)
    }
}
