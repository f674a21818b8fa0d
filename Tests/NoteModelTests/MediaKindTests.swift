import NoteModel
import TestSupport
import Testing

/// Kinds of photos and recordings by their first bytes, as the formats' specifications give them.
@Suite(.tags(.fast))
struct MediaKindTests {
    private static func brand(_ brand: String, others: String = "") -> [UInt8] {
        [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0] + Array(others.utf8)
    }

    @Test(arguments: [
        ([0xFF, 0xD8, 0xFF, 0xE0], PhotoKind.jpeg),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png), (Array("GIF89a".utf8), .gif),
        (Array("RIFF\0\0\0\0WEBPVP8X".utf8), .webp), (Array("II*\0".utf8), .tiff),
        (Array("MM\0*".utf8), .tiff), (brand("heic"), .heic),
        (brand("mif1", others: "mif1heic"), .heic),
        (brand("avif"), .avif), (brand("mif1", others: "mif1avif"), .avif),
        (Array("<svg width=\"1\">".utf8), .svg),
        (Array("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- a -->\n<svg>".utf8), .svg),
    ])
    func tellsPhotos(prefix: [UInt8], kind: PhotoKind) {
        #expect(PhotoKind(prefix: prefix) == kind)
        #expect(RecordingKind(prefix: prefix) == nil)
    }

    @Test(arguments: [
        (brand("M4A "), RecordingKind.m4a), (brand("qt  "), .mov), (brand("isom"), .mp4),
        (brand("mp42"), .mp4), (brand("3gp4"), .mp4), (Array("\0\0\0\u{8}wide".utf8), .mov),
        (Array("caff\0\u{1}\0\0".utf8), .caf), (Array("RIFF\0\0\0\0WAVEfmt ".utf8), .wav),
        (Array("FORM\0\0\0\0AIFFCOMM".utf8), .aiff), (Array("ID3\u{3}\0\0\0\0\0\0".utf8), .mp3),
        ([0xFF, 0xFB, 0x90, 0x00], .mp3), (Array("#!AMR\n".utf8), .amr),
    ])
    func tellsRecordings(prefix: [UInt8], kind: RecordingKind) {
        #expect(RecordingKind(prefix: prefix) == kind)
        #expect(PhotoKind(prefix: prefix) == nil)
    }

    @Test(arguments: [
        "", "<", "plain text", "<?xml version=\"1.0\"?><plist>", "<html><svg>", "bplist00",
        "text <svg>", "{\"a\": \"<svg>\"}",
    ])
    func takesNothingElseForEither(text: String) {
        #expect(PhotoKind(prefix: Array(text.utf8)) == nil)
        #expect(RecordingKind(prefix: Array(text.utf8)) == nil)
    }

    @Test func findsARecordingByTheNameThatATextGives() {
        let recordings = ["Memo.M4A", "caf\u{E9}.caf"].map {
            Medium(.recording, name: $0, content: .missing)
        }
        let note = Note(
            id: NoteID(source: "a", index: 0), title: "T", body: "", recordings: recordings)
        #expect(note.position(of: .recording, forAddress: "sub/memo.m4a") == 0)
        #expect(note.position(of: .recording, forAddress: "Cafe%CC%81.caf") == 1)
        #expect(note.position(of: .recording, forAddress: "1") == nil)
    }
}
