import LocalFiles
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct PhotoTests {
    @Test(arguments: [
        ("1", nil), ("12 34", nil), ("", nil), (" ", nil), ("IMG_1.JPG", nil), ("memo.m4a", nil),
        ("٣", nil), ("1 Oranges", "1 Oranges"), ("v1.2", "v1.2"), ("The lake", "The lake"),
        ("e.g.", "e.g."),
    ])
    func showsOnlyMeaningfulCaptions(caption: String, shown: String?) {
        #expect(Medium.made("a.jpg", caption: caption).shownCaption == shown)
        let recording = Medium(.recording, name: "b", caption: caption, content: .missing)
        #expect(recording.shownCaption == shown)
    }

    @Test func hidesCaptionsEqualToTheName() {
        let talk = Medium(.recording, name: "Talk", caption: "Talk", content: .missing)
        let unnamed = Medium(.photo, name: nil, caption: nil, content: .missing)
        for medium in [.made("Lake", caption: "Lake"), talk, unnamed] {
            #expect(medium.shownCaption == nil)
        }
    }

    /// The values of EXIF 2.3, tag 0x0112, for those of UIImageOrientation.
    @Test(arguments: [
        (0, Medium.Orientation.up, 1), (1, .down, 3), (2, .left, 8), (3, .right, 6),
        (4, .upMirrored, 2), (5, .downMirrored, 4), (6, .leftMirrored, 5), (7, .rightMirrored, 7),
    ])
    func translatesOrientations(uiKit: Int, orientation: Medium.Orientation, exif: Int) {
        #expect(Medium.Orientation(uiImageOrientation: uiKit) == orientation)
        #expect(orientation.uiImageOrientation == uiKit)
        #expect(orientation.rawValue == exif)
    }

    @Test(arguments: [-1, 8, Int.min, Int.max])
    func refusesOtherOrientations(value: Int) {
        #expect(Medium.Orientation(uiImageOrientation: value) == nil)
    }

    @Test func countsTheBytesAfterDecoding() {
        #expect(StoredBytes(file: "a", range: 10..<30).count == 20)
        #expect(StoredBytes(file: "a", range: 10..<30, decodedRange: 2..<9).count == 7)
    }

    @Test func changesOnlyCaptionAndName() {
        let photo = Medium(.photo, name: "a", caption: "b", orientation: .left, content: .damaged)
        let other = photo.captioned("c").named("d")
        #expect(
            other == Medium(.photo, name: "d", caption: "c", orientation: .left, content: .damaged))
        let recording = Medium(.recording, name: "a", caption: "b", content: .missing).captioned(
            "c")
        #expect(recording == Medium(.recording, name: "a", caption: "c", content: .missing))
    }

    @Test func listsEachPlacedPhotoOnce() throws {
        let photos = (0..<6).map { Medium.made("\($0).jpg") }
        var note = Note.made(photos: photos)
        #expect(note.placedPhotos.isEmpty)
        note.thumbnail = 5
        note.drawing = .picture(4)
        note.pages = [
            Page(
                drawing: .picture(1),
                pictures: [
                    PlacedPicture(photo: 2, frame: nil), PlacedPicture(photo: 1, frame: nil),
                ]), Page(drawing: .strokes([])),
        ]
        #expect(note.placedPhotos == [1, 2, 4, 5])
    }
}
