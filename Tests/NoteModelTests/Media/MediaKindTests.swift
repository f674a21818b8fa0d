import NoteModel
import TestSupport
import Testing

/// Kinds of photos and recordings by their first bytes, as the formats' specifications give them,
/// and by their names.
@Suite(.tags(.fast))
struct MediaKindTests {
    private static func brand(_ brand: String, others: String = "") -> [UInt8] {
        [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0] + Array(others.utf8)
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png), (Array("GIF89a".utf8), .gif),
            (Array("RIFF\0\0\0\0WEBPVP8X".utf8), .webp), (Array("II*\0".utf8), .tiff),
            (Array("MM\0*".utf8), .tiff), (brand("heic"), .heic),
            (brand("mif1", others: "mif1heic"), .heic),
            (brand("avif"), .avif), (brand("mif1", others: "mif1avif"), .avif),
            (Array("<svg width=\"1\">".utf8), .svg),
            (Array("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- a -->\n<svg>".utf8), .svg),
            (Array("<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"x\">\n<svg>".utf8), .svg),
            (
                Array("<?xml version=\"1.0\"?><!-- <html> --><!-- two --><svg xmlns=\"x\">".utf8),
                .svg
            ),
            (Array(" \n\t<svg>".utf8), .svg), (Array("<?xml?><svg".utf8), .svg),
            // An element whose name begins with `svg`.
            (Array("<svgx".utf8), .svg),
        ] as [([UInt8], PhotoKind)])
    func detectsPhotosByContent(prefix: [UInt8], kind: PhotoKind) {
        #expect(PhotoKind(prefix: prefix) == kind)
        #expect(RecordingKind(prefix: prefix) == nil)
    }

    @Test(
        arguments: [
            (brand("M4A "), .m4a), (brand("qt  "), .mov), (brand("isom"), .mp4),
            (brand("mp42"), .mp4), (brand("3gp4"), .mp4), (Array("\0\0\0\u{8}wide".utf8), .mov),
            (Array("caff\0\u{1}\0\0".utf8), .caf), (Array("RIFF\0\0\0\0WAVEfmt ".utf8), .wav),
            (Array("FORM\0\0\0\0AIFFCOMM".utf8), .aiff), (Array("ID3\u{3}\0\0\0\0\0\0".utf8), .mp3),
            ([0xFF, 0xFB, 0x90, 0x00], .mp3), (Array("#!AMR\n".utf8), .amr),
        ] as [([UInt8], RecordingKind)])
    func detectsRecordingsByContent(prefix: [UInt8], kind: RecordingKind) {
        #expect(RecordingKind(prefix: prefix) == kind)
        #expect(PhotoKind(prefix: prefix) == nil)
    }

    @Test(
        arguments: [
            "", "<", "plain text", "<?xml version=\"1.0\"?><plist>", "<html><svg>", "bplist00",
            "text <svg>", "{\"a\": \"<svg>\"}", "RIFF....AVI LIST", "FORM....8SVX", "ID3 is a tag",
            "caff is a word", "#!AMX", "GIF", "  ftypheic", "<!-- open <svg>",
            "\u{0}\u{0}\u{0}\u{18}ftypcrx ",
        ].map { Array($0.utf8) } + [
            // A byte order mark of UTF-16, AAC, MPEG audio of layer 2, pictures that are cut off.
            [0xFF, 0xFE, 0x41, 0], [0xFF, 0xF1, 0x50, 0x80], [0xFF, 0xFD, 0x90, 0], [0xFF, 0xD8],
            [0x89, 0x50, 0x4E, 0x47], [0xFF],
        ])
    func detectsNoMediaInOtherContent(prefix: [UInt8]) {
        #expect(PhotoKind(prefix: prefix) == nil)
        #expect(RecordingKind(prefix: prefix) == nil)
    }

    @Test(arguments: PhotoKind.allCases) func recognizesPhotosByStandardExtension(kind: PhotoKind) {
        #expect(PhotoKind(name: "a." + kind.fileExtension) == kind)
        #expect(PhotoKind(name: "A.B." + kind.rawValue.uppercased()) == kind)
        #expect(RecordingKind(name: "a." + kind.fileExtension) == nil)
        #expect(!kind.name.isEmpty)
    }

    @Test(arguments: RecordingKind.allCases)
    func recognizesRecordingsByStandardExtension(kind: RecordingKind) {
        #expect(RecordingKind(name: "a." + kind.fileExtension) == kind)
        #expect(RecordingKind(name: "." + kind.rawValue.uppercased()) == kind)
        #expect(PhotoKind(name: "a." + kind.fileExtension) == nil)
    }

    @Test(
        arguments: [
            ("a.jpe", .jpeg, nil), ("a.jfif", .jpeg, nil), ("a.TIF", .tiff, nil),
            ("a.HEIF", .heic, nil), ("a.m4v", nil, .mp4), ("a.3GP", nil, .mp4),
            ("a.aif", nil, .aiff), ("", nil, nil), ("jpg", nil, nil), ("a.", nil, nil),
            (".", nil, nil), ("a.jpg.txt", nil, nil), ("a.jpgx", nil, nil), ("a jpg", nil, nil),
            ("wav", nil, nil), ("a.wav.", nil, nil), ("mp3", nil, nil),
        ] as [(String, PhotoKind?, RecordingKind?)])
    func recognizesAlternativeExtensionsOnly(
        name: String, photo: PhotoKind?, recording: RecordingKind?
    ) {
        #expect(PhotoKind(name: name) == photo)
        #expect(RecordingKind(name: name) == recording)
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
                changed[random.pick(Array(changed.indices))] = .random(in: 0...255, using: &random)
                let isBoth =
                    PhotoKind(prefix: changed) != nil && RecordingKind(prefix: changed) != nil
                #expect(!isBoth, "\(changed), seed \(seed)")
            }
        }
    }

    @Test func findsRecordingsByReferencedName() {
        let note = Note.made(
            recordings: ["Memo.M4A", "caf\u{E9}.caf"].map {
                Medium(.recording, name: $0, content: .missing)
            })
        #expect(note.position(of: .recording, forAddress: "sub/memo.m4a") == 0)
        #expect(note.position(of: .recording, forAddress: "Cafe%CC%81.caf") == 1)
        #expect(note.position(of: .recording, forAddress: "1") == nil)
    }
}
