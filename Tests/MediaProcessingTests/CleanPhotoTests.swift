import Foundation
import LocalFiles
import MediaProcessing
import NoteModel
import OutputPlan
import TestSupport
import Testing

/// Copies of photos in full size for trees that are published: without metadata, and otherwise the
/// same.
@Suite(.tags(.acceptance), .enabled(if: Places.python != nil, "needs the Python of make test"))
struct CleanPhotoTests {
    let folder: TemporaryFolder
    private let processor: MediaProcessor
    private static let recipes = [DerivativeRecipe(name: "large", maximumSide: 64, quality: 90)]

    init() throws {
        folder = try TemporaryFolder()
        let script = Places.package + "/Tests/TestSupport/make-pictures.py"
        let run = try FinishedProgram(Places.python ?? "", arguments: [script, folder.path])
        try #require(run.status == 0, "\(run.errors)")
        processor = MediaProcessor(
            cache: folder.path + "/cache", worker: Places.photoWorker, copiesPhotos: true)
    }

    private func prepare(
        _ bytes: [UInt8], turned: Medium.Orientation? = nil
    ) throws -> PreparedMedium {
        let path = try folder.write(bytes, to: "photo")
        let photo = try processor.identify(StoredBytes(file: path, range: 0..<bytes.count))
        return try processor.prepare(photo, as: .photo, turned: turned, recipes: Self.recipes)
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)))
    }

    private static let secrets = [
        "SecretMaker", "SERIAL-123", "MAKERNOTE-456", "SECRET-COMMENT", "SECRET-CAPTION",
        "GPSLatitude", "Ana Artist", "Ana Mueller", "Credit Agency", "xmpmeta",
    ]

    private func secret(in bytes: [UInt8]) -> String? {
        let data = Data(bytes)
        return Self.secrets.first { data.range(of: Data($0.utf8)) != nil }
    }

    @Test(arguments: [
        "private.jpg", "private.webp", "private.png", "private.tiff", "private.heic",
        "private.avif", "iptc.jpg", "xmp.jpg", "moving.gif", "moving.webp", "cmyk.jpg", "deep.png",
        "grey.png", "transparent.png", "palette.png", "packed.tiff", "padded.jpg", "still.gif",
    ])
    func omitsMetadataAndKeepsPixels(name: String) throws {
        let original = try bytes(name)
        let prepared = try prepare(original)
        guard case .made(let file, let kind)? = prepared.cleanCopy else {
            Issue.record("\(String(describing: prepared.cleanCopy))")
            return
        }
        #expect(kind == prepared.format?.photo)
        let path = processor.file(of: file)
        let copy = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(secret(in: copy) == nil)
        let (before, after) = (
            try ForeignPicture(folder.path + "/" + name), try ForeignPicture(path)
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
    func isUprightIfOnlyTheArchiveTurnsThePhoto(name: String) throws {
        let prepared = try prepare(try bytes(name), turned: .down)
        guard case .made(let file, _)? = prepared.cleanCopy else {
            Issue.record("\(String(describing: prepared.cleanCopy))")
            return
        }
        let copy = Array(try Data(contentsOf: URL(fileURLWithPath: processor.file(of: file))))
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
        let original = try bytes(name)
        for seed in 0..<70 {
            var damage = Damage(seed: UInt64(seed))
            guard case .made(let file, _)? = try prepare(damage.damaged(original)).cleanCopy else {
                continue
            }
            let copy = Array(try Data(contentsOf: URL(fileURLWithPath: processor.file(of: file))))
            #expect(secret(in: copy) == nil, "\(name), seed \(seed), after \(damage.deeds)")
        }
    }
}
