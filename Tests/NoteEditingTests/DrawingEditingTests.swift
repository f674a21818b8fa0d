import Foundation
import KeyedArchives
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Drawings on the backs of notes.
@Suite(.tags(.fast))
struct DrawingEditingTests: NoteEditingSuite {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private let strokes = [
        Stroke(points: [Point(x: 1, y: 2), Point(x: 3.5, y: 4)], width: 2.5, colour: "#0b57d0"),
        Stroke(points: [Point(x: 3, y: 3)], width: 8, colour: "#000000", isEraser: true),
    ]

    @Test func storesStrokesUnderAKeyOfTheirOwn() throws {
        let editor = try editor()
        var draft = try editor.newDraft(ArchivedNote(title: "T", body: "B"))
        draft.setKind(.napkin)
        #expect(!draft.storesDrawingAsPicture)
        try draft.setDrawing(strokes, picture: nil)
        _ = try editor.create(draft, media: EditedMedia(photos: []), named: "t")
        let note = try #require(try notes().first)
        #expect(note.kind == .napkin && note.drawing == .strokes(strokes))
        draft = try self.editor().draft(of: note.id)
        try draft.setDrawing([], picture: nil)
        try self.editor().save(draft, named: "t")
        #expect(try notes()[0].drawing == nil)
    }

    @Test func replacesAPictureByAPicture() throws {
        try folder.write(napkin(drawing: true), to: "napkins")
        let editor = try editor()
        var draft = try editor.draft(of: try id("N"))
        #expect(draft.storesDrawingAsPicture)
        let drawn = PNGPicture.quarters(width: 9, height: 9)
        try draft.setDrawing(strokes, picture: NewMedium(name: "d.png", bytes: drawn))
        try editor.save(draft, named: "n")
        let note = try notes()[0]
        guard case .picture(let position)? = note.drawing else {
            Issue.record("no picture")
            return
        }
        #expect(try contents(note.photos[position]) == drawn)
        #expect(note.listedPhotos.count == 1)
    }

    @Test func drawsAPictureForAnAppThatHasNone() throws {
        try folder.write(napkin(drawing: false), to: "napkins")
        var draft = try editor().draft(of: try id("N"))
        #expect(draft.storesDrawingAsPicture)
        try draft.setDrawing(strokes, picture: NewMedium(name: "d.png", bytes: picture))
        try editor().save(draft, named: "n")
        let note = try notes()[0]
        #expect(note.drawing == .picture(2))
    }

    @Test func replacesThePictureWithItsThumbnail() throws {
        try folder.write(napkin(drawing: true), to: "napkins")
        let (large, small) = (
            PNGPicture.quarters(width: 30, height: 30), PNGPicture.quarters(width: 3, height: 3)
        )
        let new = NewMedium(name: "a.png", bytes: large, thumbnail: small)
        let editor = try editor()
        let draft = try editor.draft(of: try id("N"))
        #expect(draft.holdsOnePhoto)
        try editor.save(draft, media: EditedMedia(photos: [EditedMedium(new)]), named: "n")
        let note = try notes()[0]
        #expect(try contents(note.photos[0]) == large)
        let thumbnail = try #require(note.thumbnail)
        #expect(try contents(note.photos[thumbnail]) == small)
    }

    /// Returns an archive of one napkin note as its app writes it.
    private func napkin(drawing: Bool) -> [UInt8] {
        var writer = ArchiveEditor()
        func image(_ width: Int) -> ArchiveEditor.Value {
            let data = writer.data(PNGPicture.quarters(width: width, height: 4))
            return writer.object(
                "UIImage", superclasses: ["NSObject"],
                fields: [("UIImageData", data), ("UIScale", .float(1))])
        }
        let texts = [("title", "N"), ("engText", "text"), ("dateText", "2011-12-10")].map {
            ($0.0, writer.string($0.1))
        }
        let data = writer.object("NapkinNotesData", superclasses: ["NSObject"], fields: texts)
        let fields: [(String, ArchiveEditor.Value)] = [
            ("data", data), ("fullImage", image(20)),
            ("thumbImage", image(5)),
            ("drawing", drawing ? image(12) : .null),
        ]
        let document = writer.object("NapkinNotesDoc", superclasses: ["NSObject"], fields: fields)
        return writer.archive(rootArray: [document])
    }
}
