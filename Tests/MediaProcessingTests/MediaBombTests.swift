import MediaProcessing
import NoteModel
import OutputPlan
import TestSupport
import Testing

/// Small files that would take a reader very long.
@Suite(.tags(.acceptance))
struct MediaBombTests {
    private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in bytes }
    }

    /// A TIFF file whose directories follow each other, each with many long lists that overlap.
    private static var overlappingTIFF: [UInt8] {
        let entry = [1, 0x11, 0, 4] + big(200_000) + big(8)
        let directory = big(5_000, count: 2) + repeated(entry, 5_000) + big(0)
        let body = [UInt8](repeating: 0, count: 800_000)
        return Array("MM\0*".utf8) + big(8 + body.count) + body + directory
    }

    /// An MP4 file with many tracks, each with a table that announces the largest numbers.
    private static var boundlessMovie: [UInt8] {
        let table = box(
            "stbl", box("stsz", big(0) + big(0x7FFF_FFFF) + big(0xFFFF_FFFF)),
            box(
                "stsc",
                big(0) + big(1) + big(1) + big(0xFFFF_FFFF) + big(1)),
            box("stco", big(0) + big(0xFFFF_FFFF) + repeated(big(9), 200)))
        let track = box("trak", box("mdia", box("minf", table)))
        return box("ftyp", Array("isom".utf8) + big(0))
            + box("moov", repeated(track, 1_000))
    }

    private static let bombs: [(name: String, bytes: [UInt8])] = [
        ("JPEG of markers", [0xFF, 0xD8, 0xFF] + repeated([0xFF], 1_000_000)),
        ("JPEG of comments", [0xFF, 0xD8] + repeated([0xFF, 0xFE, 0, 2], 300_000)),
        ("TIFF of lists", overlappingTIFF),
        ("MP3 of signs", [0xFF, 0xFB, 0x90, 0] + repeated([0xFF, 0xFB, 0x90, 0], 300_000)),
        ("MP3 of tags", repeated(Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0], 100_000)),
        ("AMR of pauses", Array("#!AMR\n".utf8) + repeated([0x7C], 1_000_000)),
        (
            "WAVE of chunks",
            Array("RIFF....WAVE".utf8) + repeated(Array("LIST".utf8) + big(0), 100_000)
        ),
        (
            "MP4 of boxes",
            box("ftyp", Array("isom".utf8)) + repeated(box("free"), 120_000)
        ),
        ("MP4 of tracks", boundlessMovie),
        ("SVG of depth", Array("<svg>".utf8) + repeated(Array("<g>".utf8), 300_000)),
        (
            "SVG of declarations",
            Array("<svg>".utf8) + repeated(Array("<!DOCTYPE [<!-- ".utf8), 50_000)
        ),
        (
            "GIF of blocks",
            Array("GIF89a".utf8) + repeated([0], 7) + repeated([0x21, 0xFE, 1, 0, 0], 200_000)
        ),
        (
            "PNG of texts",
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + repeated(big(3) + Array("zTXta\0\0".utf8) + big(0), 20_000)
        ),
        (
            "WebP of frames",
            Array("RIFF....WEBP".utf8)
                + repeated(
                    Array("ANMF".utf8) + [16, 0, 0, 0] + big(0) + big(0)
                        + big(0) + big(0), 100_000)
        ),
        (
            "WebP of chunks",
            Array("RIFF....WEBP".utf8) + repeated(Array("ABCD".utf8) + big(0), 100_000)
        ),
    ]

    @Test(arguments: bombs.map(\.name))
    func handlesBombsQuickly(name: String) throws {
        let bytes = try #require(Self.bombs.first { $0.name == name }).bytes
        let folder = TemporaryFolder()
        // Seconds of processor time; workers of debug builds are slow.
        let processor = MediaProcessor(
            cache: folder.path + "/cache", worker: Places.photoWorker, copiesPhotos: true,
            secondsPerRequest: 2)
        let original = try processor.identify(bytes, in: folder)
        let photo = try processor.prepare(
            original, as: .photo,
            recipes: [DerivativeRecipe(name: "small", maximumSide: 8, quality: 90)])
        let recording = try processor.prepare(original, as: .recording)
        for outcome in [
            "\(photo.outcome)", "\(String(describing: photo.cleanCopy))", "\(recording.outcome)",
        ] {
            #expect(
                !outcome.contains("processor time") && !outcome.contains("ended the photo worker"),
                "\(name): \(outcome)")
        }
    }
}
