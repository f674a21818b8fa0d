import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Photos of a note added, removed and put in order.
@Suite(.tags(.fast))
struct PhotoEditingTests: NoteEditingSuite {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func addsRemovesAndOrdersPhotos() throws {
        let others = (1...2).map { PNGPicture.quarters(width: 4 + $0, height: 2) }
        try folder.write(
            note: ArchivedNote(title: "T", body: "", photos: .array([.data(picture)])), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        let added = others.map { EditedMedium(NewMedium(name: "x.png", bytes: $0)) }
        try editor.save(
            draft, media: EditedMedia(photos: [EditedMedium(kept: 0)] + added), named: "t")
        draft = try editor.draft(of: try id("T"))
        try editor.save(
            draft, media: EditedMedia(photos: [2, 0, 1].map { EditedMedium(kept: $0) }), named: "t")
        #expect(try notes()[0].photos.map(contents) == [others[1], picture, others[0]])
        draft = try editor.draft(of: try id("T"))
        try editor.save(
            draft, media: EditedMedia(photos: [0, 2].map { EditedMedium(kept: $0) }), named: "t")
        #expect(try notes()[0].photos.map(contents) == [others[1], others[0]])
        // Each version that was replaced is in the trash, the first one without `others`.
        let versions = try editor.trash.entries()
        #expect(versions.count == 3 && versions.allSatisfy(\.isEarlierVersion))
        _ = try self.editor().restore(try #require(versions.first { $0.name == "t-3" }))
        #expect(try notes()[0].photos.map(contents) == [others[1], picture, others[0]])
    }

    @Test func addsPhotosInTheFormThatANoteHas() throws {
        try folder.write(picture, to: "Photos/a.png")
        let forms: [(String, ArchivedNote.Photos)] = [
            ("names", .array([.name("a.png")])),
            ("images", .array([.image(png: picture, orientation: 3)])),
            ("named", .dictionary([("first", .data(picture))])),
        ]
        for (name, photos) in forms {
            try folder.write(note: ArchivedNote(title: name, body: "", photos: photos), to: name)
        }
        let added = PNGPicture.quarters(width: 8, height: 8)
        for (name, _) in forms {
            let editor = try editor()
            let draft = try editor.draft(of: try id(name))
            let new = EditedMedium(NewMedium(name: "A.png", bytes: added))
            try editor.save(
                draft, media: EditedMedia(photos: [EditedMedium(kept: 0), new]), named: "x")
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

    @Test func changesNoListThatAnotherNoteShares() throws {
        var writer = ArchiveEditor()
        let shared = writer.array([writer.data(picture)])
        let notes = ["A", "B"].map { title in
            writer.object(
                "NoteObj", superclasses: ["NSObject"],
                fields: [("title", writer.string(title)), ("photos", shared)])
        }
        try folder.write(writer.archive(rootArray: notes), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("A"))
        let new = EditedMedium(NewMedium(name: "x.png", bytes: picture + [0]))
        try editor.save(
            draft, media: EditedMedia(photos: [EditedMedium(kept: 0), new]), named: "a")
        #expect(try self.notes().map { $0.photos.count } == [2, 1])
        draft = try editor.draft(of: try id("B"))
        try editor.save(draft, media: EditedMedia(photos: []), named: "b")
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
                fields: [
                    ("title", title), ("photos", lists[0]),
                    ("thumbnails", lists[1]),
                ]), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try editor.save(
            draft, media: EditedMedia(photos: [2, 1, 0].map { EditedMedium(kept: $0) }), named: "t")
        draft = try editor.draft(of: try id("T"))
        try editor.save(
            draft, media: EditedMedia(photos: [0, 2].map { EditedMedium(kept: $0) }), named: "t")
        let bytes = try LocalFiles.read(folder.path + "/n")
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        let root = try #require(archive.root)
        guard case .instance(let note) = try archive.object(root) else {
            Issue.record("no object")
            return
        }
        let thumbnails = try #require(try note["thumbnails"].flatMap(archive.array))
        let kept = try thumbnails.map { try archive.data($0).flatMap(archive.contents) }
        #expect(kept == [small[2], small[0]])
    }

    @Test func keepsCaptionsWithThePhotosThatAppsRead() throws {
        try folder.write(
            note: ArchivedNote(title: "T", body: "", photos: .array([.data(picture)])), to: "n")
        let added = PNGPicture.quarters(width: 8, height: 8)
        let new = EditedMedium(NewMedium(name: "x.png", bytes: added), caption: "New")
        var editor = try editor()
        try editor.save(
            try editor.draft(of: try id("T")),
            media: EditedMedia(photos: [new, EditedMedium(kept: 0, caption: "Old")]),
            named: "t")
        var photos = try notes()[0].photos
        #expect(photos.map(\.caption) == ["New", "Old"])
        #expect(photos.map(\.name) == ["x.png", nil])
        // An app finds an array of data, as before.
        let archive = try KeyedArchive(ArchiveBytes(LocalFiles.read(folder.path + "/n")))
        guard case .instance(let note) = try archive.object(try #require(archive.root)) else {
            Issue.record("no object")
            return
        }
        let stored = try #require(try note["photos"].flatMap(archive.array))
        #expect(
            try stored.map { try archive.data($0).flatMap(archive.contents) } == [added, picture])
        editor = try self.editor()
        try editor.save(
            try editor.draft(of: try id("T")),
            media: EditedMedia(photos: [EditedMedium(kept: 1), EditedMedium(kept: 0, caption: "")]),
            named: "t")
        photos = try notes()[0].photos
        #expect(photos.map(\.caption) == ["Old", nil])
    }

    @Test func renamesAPhotoOfADictionary() throws {
        let photos = ArchivedNote.Photos.dictionary([("a", .data(picture))])
        try folder.write(note: ArchivedNote(title: "T", body: "", photos: photos), to: "n")
        let editor = try editor()
        try editor.save(
            try editor.draft(of: try id("T")),
            media: EditedMedia(photos: [EditedMedium(kept: 0, caption: "b")]),
            named: "t")
        #expect(try notes()[0].photos.map(\.caption) == ["b"])
        #expect(try contents(notes()[0].photos[0]) == picture)
    }

    @Test func createsANoteWithPhotosInOneStep() throws {
        let editor = try editor()
        let draft = try editor.newDraft(ArchivedNote(title: "T", body: "B"))
        let file = try editor.create(
            draft,
            media: EditedMedia(photos: [
                EditedMedium(NewMedium(name: "a.png", bytes: picture), caption: "A")
            ]),
            named: "t")
        let note = try #require(try notes().first)
        #expect(file == "t.data" && note.title == "T" && note.body == "B")
        #expect(note.photos.map(\.caption) == ["A"] && note.photos.map(\.name) == ["a.png"])
        #expect(try editor.trash.entries().isEmpty)
    }

    @Test func leavesNoNewPhotoBehindWhenTheNoteHasChanged() throws {
        try folder.write(picture, to: "Photos/a.png")
        let archive = { (body: String) in
            NoteArchiveWriter.archive(
                ArchivedNote(title: "T", body: body, photos: .array([.name("a.png")])))
        }
        try folder.write(archive("old"), to: "n")
        let editor = try editor()
        let draft = try editor.draft(of: try id("T"))
        try folder.write(archive("new"), to: "n")
        let added = EditedMedium(NewMedium(name: "b.png", bytes: picture + [0]))
        #expect(throws: UserError.self) {
            try editor.save(
                draft, media: EditedMedia(photos: [EditedMedium(kept: 0), added]), named: "t")
        }
        #expect(try LocalFiles.entries(of: folder.path + "/Photos").map(\.name) == ["a.png"])
        #expect(try notes()[0].body == "new")
    }
}
