import KeyedArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Drawings on the backs of notes.
@Suite(.tags(.fast))
struct DrawingEditingTests: NoteEditingSuite {
    let folder = TemporaryFolder()

    @Test func storesAndClearsStrokes() throws {
        let editor = try editor()
        var draft = try editor.newDraft(ArchivedNote(title: "T", body: "B"))
        draft.setKind(.napkin)
        #expect(!draft.storesDrawingAsPicture)
        try draft.setDrawing(strokes, picture: nil)
        _ = try editor.create(draft, media: EditedMedia(photos: []), named: "t")
        let note = try #require(try notes().first)
        #expect(note.kind == .napkin && note.drawing == .strokes(strokes))
        try save { try $0.setDrawing([], picture: nil) }
        #expect(try notes()[0].drawing == nil)
    }

    /// Draws on the back of a note whose app stores a picture of that.
    private func draw(_ picture: [UInt8]) throws {
        try save("N") { draft in
            #expect(draft.storesDrawingAsPicture)
            try draft.setDrawing(strokes, picture: NewMedium(name: "d.png", bytes: picture))
        }
    }

    @Test func replacesADrawnPicture() throws {
        try folder.write(napkin(drawing: true), to: "napkins")
        let drawn = PNGPicture.quarters(width: 9, height: 9)
        try draw(drawn)
        let note = try notes()[0]
        guard case .picture(let position)? = note.drawing else {
            Issue.record("no picture")
            return
        }
        #expect(try contents(note.photos[position]) == drawn)
        #expect(note.listedPhotos.count == 1)
    }

    @Test func addsAPictureToANapkinWithoutOne() throws {
        try folder.write(napkin(drawing: false), to: "napkins")
        try draw(picture)
        #expect(try notes()[0].drawing == .picture(2))
    }

    @Test func replacesThePictureWithItsThumbnail() throws {
        try folder.write(napkin(drawing: true), to: "napkins")
        let (large, small) = (
            PNGPicture.quarters(width: 30, height: 30), PNGPicture.quarters(width: 3, height: 3)
        )
        let new = NewMedium(name: "a.png", bytes: large, thumbnail: small)
        try save("N", photos: [EditedMedium(new)]) { #expect($0.holdsOnePhoto) }
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
        let document = writer.object(
            "NapkinNotesDoc", superclasses: ["NSObject"],
            fields: [
                ("data", data), ("fullImage", image(20)), ("thumbImage", image(5)),
                ("drawing", drawing ? image(12) : .null),
            ])
        return writer.archive(rootArray: [document])
    }
}
