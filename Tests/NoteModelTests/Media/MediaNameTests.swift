import NoteModel
import TestSupport
import Testing

/// Kinds of media by their names, and signatures that are nearly right.
@Suite(.tags(.fast))
struct MediaNameTests {
    @Test(arguments: PhotoKind.allCases) func knowsAPhotoByItsUsualExtension(kind: PhotoKind) {
        #expect(PhotoKind(name: "a." + kind.fileExtension) == kind)
        #expect(PhotoKind(name: "A.B." + kind.rawValue.uppercased()) == kind)
        #expect(RecordingKind(name: "a." + kind.fileExtension) == nil)
        #expect(!kind.name.isEmpty)
    }

    @Test(arguments: RecordingKind.allCases)
    func knowsARecordingByItsUsualExtension(kind: RecordingKind) {
        #expect(RecordingKind(name: "a." + kind.fileExtension) == kind)
        #expect(RecordingKind(name: "." + kind.rawValue.uppercased()) == kind)
        #expect(PhotoKind(name: "a." + kind.fileExtension) == nil)
    }

    @Test(arguments: [
        ("a.jpe", PhotoKind.jpeg), ("a.jfif", .jpeg), ("a.TIF", .tiff), ("a.HEIF", .heic),
    ])
    func knowsOtherExtensionsOfPhotos(name: String, kind: PhotoKind) {
        #expect(PhotoKind(name: name) == kind)
    }

    @Test(arguments: [("a.m4v", RecordingKind.mp4), ("a.3GP", .mp4), ("a.aif", .aiff)])
    func knowsOtherExtensionsOfRecordings(name: String, kind: RecordingKind) {
        #expect(RecordingKind(name: name) == kind)
    }

    @Test(arguments: ["", "jpg", "a.", ".", "a.jpg.txt", "a.jpgx", "a jpg", "wav", "a.wav.", "mp3"])
    func knowsNothingByOtherNames(name: String) {
        #expect(PhotoKind(name: name) == nil)
        #expect(RecordingKind(name: name) == nil)
    }

    @Test(arguments: [
        // A byte order mark of UTF-16, AAC, MPEG audio of layer 2, a JPEG that is cut off.
        [0xFF, 0xFE, 0x41, 0], [0xFF, 0xF1, 0x50, 0x80], [0xFF, 0xFD, 0x90, 0], [0xFF, 0xD8],
        [0x89, 0x50, 0x4E, 0x47], [0xFF], [],
    ])
    func takesNoOtherSignatureForMedia(bytes: [UInt8]) {
        #expect(PhotoKind(prefix: bytes) == nil)
        #expect(RecordingKind(prefix: bytes) == nil)
    }

    @Test(arguments: [
        "RIFF....AVI LIST", "FORM....8SVX", "ID3 is a tag", "caff is a word", "#!AMX", "GIF",
        "  ftypheic", "<svgx", "<!-- open <svg>", "<?xml?><svg", "\u{0}\u{0}\u{0}\u{18}ftypcrx ",
    ])
    func readsSignaturesToTheirEnd(text: String) {
        let bytes = Array(text.utf8)
        #expect(RecordingKind(prefix: bytes) == nil)
        // The two that begin with an element whose name has `svg` at its beginning.
        let isDrawing = text == "<svgx" || text == "<?xml?><svg"
        #expect((PhotoKind(prefix: bytes) == .svg) == isDrawing)
        #expect(isDrawing || PhotoKind(prefix: bytes) == nil)
    }

    @Test(arguments: [
        "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"x\">\n<svg>", " \n\t<svg>",
        "<?xml version=\"1.0\"?><!-- <html> --><!-- two --><svg xmlns=\"x\">",
    ])
    func findsADrawingBehindItsDeclarations(text: String) {
        #expect(PhotoKind(prefix: Array(text.utf8)) == .svg)
    }

    @Test func survivesEveryShortPrefix() {
        let seed: UInt64 = 0x5167
        var random = SeededGenerator(seed: seed)
        for text in ["\0\0\0\u{18}ftypheic", "RIFF0000WEBPVP8 ", "<?xml <!-- -->", "ID3\u{3}"] {
            let whole = Array(text.utf8)
            for length in 0...whole.count {
                _ = PhotoKind(prefix: Array(whole.prefix(length)))
                _ = RecordingKind(prefix: Array(whole.prefix(length)))
            }
            for _ in 0..<200 {
                var changed = whole
                let place = Int.random(in: changed.indices, using: &random)
                changed[place] = UInt8.random(in: 0...255, using: &random)
                let isBoth =
                    PhotoKind(prefix: changed) != nil && RecordingKind(prefix: changed) != nil
                #expect(!isBoth, "\(changed), seed \(seed)")
            }
        }
    }
}
