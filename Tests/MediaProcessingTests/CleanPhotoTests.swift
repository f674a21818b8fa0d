import MediaProcessing
import NoteModel
import OutputPlan
import TestSupport
import Testing

/// Copies of photos in full size for trees that are published: without metadata, and otherwise the
/// same.
@Suite(.tags(.acceptance), .enabled(if: Places.python != nil, "needs the Python of make test"))
struct CleanPhotoTests {
    let folder = TemporaryFolder()
    private let processor: MediaProcessor
    private static let recipes = [DerivativeRecipe(name: "large", maximumSide: 64, quality: 90)]

    init() throws {
        let script = Places.package + "/Tests/TestSupport/make-pictures.py"
        let run = try FinishedProgram(Places.python ?? "", arguments: [script, folder.path])
        try #require(run.status == 0, "\(run.errors)")
        processor = MediaProcessor(
            cache: folder.path + "/cache", worker: Places.photoWorker, copiesPhotos: true)
    }

    private func prepare(
        _ bytes: [UInt8], turned: Medium.Orientation? = nil
    ) throws -> PreparedMedium {
        try processor.photo(bytes, in: folder, turned: turned, recipes: Self.recipes)
    }

    private static let secrets = [
        "SecretMaker", "SERIAL-123", "MAKERNOTE-456", "SECRET-COMMENT", "SECRET-CAPTION",
        "GPSLatitude", "Ana Artist", "Ana Mueller", "Credit Agency", "xmpmeta",
    ]

    private func secret(in bytes: [UInt8]) -> String? {
        Self.secrets.first { bytes.has($0) }
    }

    @Test(arguments: [
        "private.jpg", "private.webp", "private.png", "private.tiff", "private.heic",
        "private.avif", "iptc.jpg", "xmp.jpg", "moving.gif", "moving.webp", "cmyk.jpg", "deep.png",
        "grey.png", "transparent.png", "palette.png", "packed.tiff", "padded.jpg", "still.gif",
    ])
    func omitsMetadataAndKeepsPixels(name: String) throws {
        let original = try folder.bytes(name)
        let prepared = try prepare(original)
        let made = try #require(prepared.madeCopy, "\(String(describing: prepared.cleanCopy))")
        #expect(made.kind == prepared.format?.photo)
        let copy = try processor.bytes(of: made.file)
        #expect(secret(in: copy) == nil)
        let (before, after) = (
            try ForeignPicture(folder.path + "/" + name),
            try ForeignPicture(processor.file(of: made.file))
        )
        #expect(after.frames == before.frames && after.profile == before.profile)
        #expect(after.width == before.width && after.exactCorners == before.exactCorners)
        #expect(after.exif["34853"] == nil && after.exif["271"] == nil)
        // The same pixels in the same orientation give the same pictures.
        let again = try prepare(copy)
        #expect(again.decoded?.carriesPosition == false)
        #expect(
            again.decoded?.derivatives.map(\.file.digest)
                == prepared.decoded?.derivatives.map(\.file.digest))
    }

    @Test(arguments: ["private.jpg", "private.png", "private.webp", "private.tiff", "private.heic"])
    func appliesTheOrientationOfTheArchive(name: String) throws {
        let prepared = try prepare(try folder.bytes(name), turned: .down)
        let made = try #require(prepared.madeCopy, "\(String(describing: prepared.cleanCopy))")
        let copy = try processor.bytes(of: made.file)
        #expect(secret(in: copy) == nil)
        #expect(
            try prepare(copy).decoded?.derivatives.map(\.size)
                == prepared.decoded?.derivatives.map(\.size))
    }

    /// A damaged photo is left out rather than copied with its metadata.
    @Test(arguments: [
        "private.jpg", "private.webp", "private.png", "private.tiff", "private.heic",
        "private.avif", "iptc.jpg", "moving.gif",
    ])
    func copiesNoMetadataOfDamagedPhotos(name: String) throws {
        let original = try folder.bytes(name)
        for seed in 0..<70 {
            var damage = Damage(seed: UInt64(seed))
            guard let made = try prepare(damage.damaged(original)).madeCopy else { continue }
            let copy = try processor.bytes(of: made.file)
            #expect(secret(in: copy) == nil, "\(name), seed \(seed), after \(damage.deeds)")
        }
    }
}
