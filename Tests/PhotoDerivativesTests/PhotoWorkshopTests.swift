import Foundation
import NoteModel
import OutputPlan
import PhotoDerivatives
import PhotoMessages
import TestSupport
import Testing

/// Real workers on real bytes.
struct PhotoWorkshopTests {
    let folder: TemporaryFolder
    let workshop: PhotoWorkshop
    private let recipes = [
        DerivativeRecipe(name: "large", largestWidth: 8, largestHeight: 8, quality: 90),
        DerivativeRecipe(name: "small", largestWidth: 4, largestHeight: 4, quality: 90),
    ]

    init() throws {
        folder = try TemporaryFolder()
        workshop = PhotoWorkshop(cache: folder.path + "/cache", worker: Places.photoWorker)
    }

    private func prepare(
        _ bytes: [UInt8], orientation: Photo.Orientation? = nil, in workshop: PhotoWorkshop? = nil
    ) throws -> PreparedPhoto {
        let path = try folder.write(bytes, to: "photo-\(bytes.count)")
        let photo = Photo(
            orientation: orientation,
            content: .stored(StoredBytes(file: path, range: 0..<bytes.count)))
        let workshop = workshop ?? self.workshop
        let identity = try #require(photo.identity)
        return try workshop.prepare(try workshop.identify(identity), recipes: recipes)
    }

    /// Colours of the four corners of a derivative, read by Python's zlib.
    private func corners(_ derivative: Derivative) throws -> [String] {
        let script = Places.package + "/Tests/TestSupport/png-corners.py"
        let run = try FinishedProgram(
            "/usr/bin/env", ["python3", script, workshop.file(of: derivative.key)])
        #expect(run.errors == "")
        return run.output.split(separator: "\n").map(String.init)
    }

    /// Corners as seen (upper left, upper right, lower left, lower right) of quarters that are
    /// stored as red, green, blue, white, by the definition of EXIF tag 0x0112.
    @Test(arguments: [
        (Photo.Orientation.up, ["red", "green", "blue", "white"]),
        (.upMirrored, ["green", "red", "white", "blue"]),
        (.down, ["white", "blue", "green", "red"]),
        (.downMirrored, ["blue", "white", "red", "green"]),
        (.leftMirrored, ["red", "blue", "green", "white"]),
        (.right, ["blue", "red", "white", "green"]),
        (.rightMirrored, ["white", "green", "blue", "red"]),
        (.left, ["green", "white", "red", "blue"]),
    ])
    func turnsPixelsUpright(orientation: Photo.Orientation, expected: [String]) throws {
        let photo = try prepare(
            PNGPicture.quarters(width: 32, height: 16), orientation: orientation)
        let decoded = try #require(photo.decoded)
        let isTurned = orientation.rawValue >= 5
        #expect(decoded.size == PixelSize(width: isTurned ? 16 : 32, height: isTurned ? 32 : 16))
        let large = try #require(decoded.derivative(recipes[0]))
        #expect(large.size == PixelSize(width: isTurned ? 4 : 8, height: isTurned ? 8 : 4))
        #expect(try corners(large) == expected)
    }

    @Test(arguments: [1, 3, 6, 8])
    func turnsCameraPhotosAndTellsThatTheyCarryAPosition(orientation: Int) throws {
        let path = folder.path + "/camera.jpg"
        try workshop.draw(
            DrawRequest(
                svg:
                    "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20' fill='red'/></svg>",
                width: 40, path: path, orientation: orientation,
                position: .init(latitude: -45.5, longitude: 11.25)))
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(contains("Exif", in: bytes))
        let photo = try prepare(bytes)
        #expect(photo.kind == .jpeg)
        let decoded = try #require(photo.decoded)
        #expect(decoded.size == PixelSize(width: 40, height: 20))
        #expect(decoded.carriesPosition)
        for derivative in decoded.derivatives {
            let made = [UInt8](
                try Data(contentsOf: URL(fileURLWithPath: workshop.file(of: derivative.key))))
            #expect(!contains("Exif", in: made))
            #expect(!contains("ICC_PROFILE", in: made))
            #expect(derivative.fileExtension == "jpg")
        }
        #expect(
            decoded.derivatives.map(\.size) == [
                PixelSize(width: 8, height: 4), PixelSize(width: 4, height: 2),
            ])
    }

    private func contains(_ text: String, in bytes: [UInt8]) -> Bool {
        Data(bytes).range(of: Data(text.utf8)) != nil
    }

    @Test func neverEnlarges() throws {
        let photo = try prepare(PNGPicture.quarters(width: 4, height: 2))
        let decoded = try #require(photo.decoded)
        #expect(decoded.derivatives.map(\.size.width) == [4, 4])
    }

    @Test func keepsAPixelOfAThinPicture() throws {
        let path = folder.path + "/thin.jpg"
        try workshop.draw(
            DrawRequest(
                svg:
                    "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='4000'><rect width='1' height='4000' fill='red'/></svg>",
                width: 1, path: path))
        let decoded = try #require(
            try prepare([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))).decoded)
        #expect(decoded.size == PixelSize(width: 1, height: 4000))
        #expect(decoded.derivatives.first?.size == PixelSize(width: 1, height: 8))
    }

    @Test func namesPhotosThatCannotBeDecoded() throws {
        let sound = PNGPicture.quarters(width: 64, height: 64)
        for bytes in [
            Array(sound.prefix(200)), [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 50),
            Array("no picture".utf8),
        ] {
            let photo = try prepare(bytes)
            #expect(photo.decoded == nil)
        }
        // The same worker goes on.
        #expect(try prepare(sound).decoded != nil)
    }

    @Test func findsWhatItMadeBefore() throws {
        let bytes = PNGPicture.quarters(width: 16, height: 16)
        let first = try prepare(bytes)
        let blind = PhotoWorkshop(cache: folder.path + "/cache", worker: "/nonexistent")
        #expect(try prepare(bytes, in: blind) == first)
        try workshop.prune(keeping: [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache").isEmpty)
    }

    @Test func saysSoWhenThereIsNoWorker() throws {
        for worker in ["/nonexistent/notebinder-photos", "/bin/true"] {
            let blind = PhotoWorkshop(cache: folder.path + "/none", worker: worker)
            #expect {
                try prepare(PNGPicture.quarters(width: 8, height: 8), in: blind)
            } throws: { error in
                "\(error)".contains(worker) && "\(error)".contains("Install")
            }
        }
    }

    /// A worker that greets, and then ends or says nothing to the point.
    @Test(arguments: ["kill -SEGV $$", "exit 3", "echo nonsense"])
    func losesOnlyThePhotoThatEndsAWorker(deed: String) throws {
        let script = try folder.write(
            "#!/bin/sh\necho '{\"ready\":{\"version\":\"0\"}}'\nread line\n\(deed)\n",
            to: "worker.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let fragile = PhotoWorkshop(cache: folder.path + "/fragile", worker: script)
        for size in [8, 12] {
            let photo = try prepare(PNGPicture.quarters(width: size, height: size), in: fragile)
            guard case .unreadable(let reason, true) = photo.outcome else {
                Issue.record("it was decoded")
                continue
            }
            #expect(reason.contains("photo worker"))
        }
    }

    @Test func refusesABombBeforeItGoesOff() throws {
        var bytes = PNGPicture.quarters(width: 8, height: 8)
        // Width and height in the header chunk: 65,535 each. Its checksum is wrong now, too.
        for offset in [16, 20] {
            bytes.replaceSubrange(offset..<offset + 4, with: [0, 0, 0xFF, 0xFF])
        }
        #expect(try prepare(bytes).decoded == nil)
    }
}
