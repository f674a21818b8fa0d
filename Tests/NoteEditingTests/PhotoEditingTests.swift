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
            NoteArchiveWriter.archive(
                ArchivedNote(title: "T", body: "", photos: .array([.data(picture)]))), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try editor.add(others.map { NewPhoto(name: "x.png", bytes: $0) }, to: &draft)
        try editor.save(draft, named: "t")
        draft = try editor.draft(of: try id("T"))
        try draft.orderPhotos([2, 0, 1])
        try editor.save(draft, named: "t")
        #expect(try notes()[0].photos.map(contents) == [others[1], picture, others[0]])
        draft = try editor.draft(of: try id("T"))
        try editor.remove(photosAt: [1], from: &draft, named: "t")
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
            try folder.write(
                NoteArchiveWriter.archive(ArchivedNote(title: name, body: "", photos: photos)),
                to: name)
        }
        let added = PNGPicture.quarters(width: 8, height: 8)
        for (name, _) in forms {
            let editor = try editor()
            var draft = try editor.draft(of: try id(name))
            try editor.add([NewPhoto(name: "A.png", bytes: added)], to: &draft)
            try editor.save(draft, named: "x")
        }
        let read = try notes()
        #expect(read.map { $0.photos.count } == [2, 2, 2])
        #expect(
            try read.map { try contents($0.photos[$0.title == "named" ? 0 : 1]) } == [
                added, added, added,
            ])
        #expect(read.first { $0.title == "names" }?.photos[1].name == "A-2.png")
        #expect(read.first { $0.title == "named" }?.photos.map(\.caption) == ["A.png", "first"])
        #expect(read.first { $0.title == "images" }?.photos[0].orientation == .right)
    }

    @Test func changesNoListThatAnotherNoteShares() throws {
        var writer = KeyedArchiveWriter()
        let shared = writer.array([writer.data(picture)])
        let notes = ["A", "B"].map { title in
            writer.object(
                "NoteObj", superclasses: ["NSObject"],
                fields: [("title", .object(writer.string(title))), ("photos", .object(shared))])
        }
        try folder.write(writer.archive(rootArray: notes), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("A"))
        try editor.add([NewPhoto(name: "x.png", bytes: picture + [0])], to: &draft)
        try editor.save(draft, named: "a")
        #expect(try self.notes().map { $0.photos.count } == [2, 1])
        draft = try editor.draft(of: try id("B"))
        try editor.remove(photosAt: [0], from: &draft, named: "b")
        #expect(try self.notes().map { $0.photos.count } == [2, 0])
    }

    @Test func keepsThumbnailsInStep() throws {
        let pictures = (1...3).map { PNGPicture.quarters(width: 4 + $0, height: 2) }
        let small = (1...3).map { PNGPicture.quarters(width: 1 + $0, height: 1) }
        var writer = KeyedArchiveWriter()
        let lists = [pictures, small].map { list in writer.array(list.map { writer.data($0) }) }
        let title = writer.string("T")
        try folder.write(
            writer.archive(
                root: "NoteObj", superclasses: [],
                fields: [
                    ("title", .object(title)), ("photos", .object(lists[0])),
                    ("thumbnails", .object(lists[1])),
                ]), to: "n")
        let editor = try editor()
        var draft = try editor.draft(of: try id("T"))
        try draft.orderPhotos([2, 1, 0])
        try editor.save(draft, named: "t")
        draft = try editor.draft(of: try id("T"))
        try editor.remove(photosAt: [1], from: &draft, named: "t")
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
}
