import KeyedArchives
import LocalFiles
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Photos of a note added, removed and put in order.
@Suite(.tags(.fast))
struct PhotoEditingTests: NoteEditingSuite {
    let folder = TemporaryFolder()

    private func kept(_ positions: Int...) -> [EditedMedium] {
        positions.map { EditedMedium(kept: $0) }
    }

    /// Writes a note with one photo.
    private func writeNote(_ photos: ArchivedNote.Photos? = nil, title: String = "T") throws {
        let photos = photos ?? .array([.data(picture)])
        try folder.write(note: ArchivedNote(title: title, body: "", photos: photos), to: title)
    }

    /// Returns the data in a list of the note in an archive.
    private func data(_ key: String, in name: String) throws -> [[UInt8]?] {
        let archive = try archive(name)
        let list = try #require(try archive.instances[0][key].flatMap(archive.array))
        return try list.map { try archive.data($0).flatMap(archive.contents) }
    }

    @Test func addsRemovesAndOrdersPhotos() throws {
        let others = (1...2).map { PNGPicture.quarters(width: 4 + $0, height: 2) }
        try writeNote()
        try save(photos: kept(0) + others.map { .new("x.png", bytes: $0) })
        try save(photos: kept(2, 0, 1))
        #expect(try notes()[0].photos.map(contents) == [others[1], picture, others[0]])
        try save(photos: kept(0, 2))
        #expect(try notes()[0].photos.map(contents) == [others[1], others[0]])
        // Each version that was replaced is in the trash, the first one without `others`.
        let versions = try editor().trash.entries()
        #expect(versions.count == 3 && versions.allSatisfy(\.isEarlierVersion))
        try restore("t-3")
        #expect(try notes()[0].photos.map(contents) == [others[1], picture, others[0]])
    }

    @Test func addsPhotosInTheNotesExistingFormat() throws {
        try folder.write(picture, to: "Photos/a.png")
        let added = PNGPicture.quarters(width: 8, height: 8)
        let forms: [(String, ArchivedNote.Photos)] = [
            ("names", .array([.name("a.png")])),
            ("images", .array([.image(png: picture, orientation: 3)])),
            ("named", .dictionary([("first", .data(picture))])),
        ]
        for (title, photos) in forms {
            try writeNote(photos, title: title)
            try save(title, photos: kept(0) + [.new("A.png", bytes: added)])
        }
        let read = try notes()
        #expect(read.map { $0.photos.count } == [2, 2, 2])
        #expect(
            try read.map { try contents($0.photos[$0.title == "named" ? 0 : 1]) } == [
                added, added, added,
            ])
        #expect(read.first { $0.title == "names" }?.photos[1].name == "A.png")
        #expect(read.first { $0.title == "named" }?.photos.map(\.caption) == ["A.png", "first"])
        #expect(read.first { $0.title == "images" }?.photos[0].orientation == .right)
    }

    @Test func leavesListsOfOtherNotesUnchanged() throws {
        var writer = ArchiveEditor()
        let shared = writer.array([writer.data(picture)])
        let notes = ["A", "B"].map { title in
            writer.object(
                "NoteObj", superclasses: ["NSObject"],
                fields: [("title", writer.string(title)), ("photos", shared)])
        }
        try folder.write(writer.archive(rootArray: notes), to: "n")
        try save("A", photos: kept(0) + [.new("x.png", bytes: picture + [0])])
        #expect(try self.notes().map { $0.photos.count } == [2, 1])
        try save("B", photos: [])
        #expect(try self.notes().map { $0.photos.count } == [2, 0])
    }

    @Test func keepsThumbnailsInStep() throws {
        let pictures = (1...3).map { PNGPicture.quarters(width: 4 + $0, height: 2) }
        let small = (1...3).map { PNGPicture.quarters(width: 1 + $0, height: 1) }
        var writer = ArchiveEditor()
        let lists = [pictures, small].map { list in writer.array(list.map { writer.data($0) }) }
        let title = writer.string("T")
        try folder.write(
            writer.archive(
                root: "NoteObj", superclasses: [],
                fields: [("title", title), ("photos", lists[0]), ("thumbnails", lists[1])]),
            to: "n")
        try save(photos: kept(2, 1, 0))
        try save(photos: kept(0, 2))
        #expect(try data("thumbnails", in: "n") == [small[2], small[0]])
    }

    @Test func storesCaptionsSeparatelyFromPhotoData() throws {
        try writeNote()
        let added = PNGPicture.quarters(width: 8, height: 8)
        try save(
            photos: [
                .new("x.png", bytes: added, caption: "New"), .init(kept: 0, caption: "Old"),
            ])
        let photos = try notes()[0].photos
        #expect(photos.map(\.caption) == ["New", "Old"])
        #expect(photos.map(\.name) == ["x.png", nil])
        // An app finds an array of data, as before.
        #expect(try data("photos", in: "T") == [added, picture])
        try save(photos: [.init(kept: 1), .init(kept: 0, caption: "")])
        #expect(try notes()[0].photos.map(\.caption) == ["Old", nil])
    }

    @Test func renamesAPhotoOfADictionary() throws {
        try writeNote(.dictionary([("a", .data(picture))]))
        try save(photos: [.init(kept: 0, caption: "b")])
        #expect(try notes()[0].photos.map(\.caption) == ["b"])
        #expect(try contents(notes()[0].photos[0]) == picture)
    }

    @Test func createsANoteWithPhotosInOneStep() throws {
        let editor = try editor()
        let draft = try editor.newDraft(ArchivedNote(title: "T", body: "B"))
        let media = EditedMedia(photos: [.new("a.png", bytes: picture, caption: "A")])
        #expect(try editor.create(draft, media: media, named: "t") == "t.data")
        let note = try #require(try notes().first)
        #expect(note.title == "T" && note.body == "B")
        #expect(note.photos.map(\.caption) == ["A"] && note.photos.map(\.name) == ["a.png"])
        #expect(try editor.trash.entries().isEmpty)
    }

    @Test func removesNewPhotosWhenSavingFails() throws {
        try folder.write(picture, to: "Photos/a.png")
        try writeNote(.array([.name("a.png")]))
        #expect(throws: UserError.self) {
            try save(photos: kept(0) + [.new("b.png", bytes: picture + [0])]) { _ in
                try folder.write(note: ArchivedNote(title: "T", body: "new"), to: "T")
            }
        }
        #expect(try LocalFiles.entries(of: folder.path + "/Photos").map(\.name) == ["a.png"])
        #expect(try notes()[0].body == "new")
    }
}
