import Foundation
import LocalFiles
import MediaProcessing
import NoteModel
import OutputPlan
import TestSupport
import Testing

/// Real workers on real bytes.
@Suite(.tags(.acceptance))
struct MediaProcessorTests {
    let folder = TemporaryFolder()
    let processor: MediaProcessor
    private let small = PNGPicture.quarters(width: 8, height: 8)
    private let recipes = [
        DerivativeRecipe(name: "large", maximumSide: 8, quality: 90),
        DerivativeRecipe(name: "small", maximumSide: 4, quality: 90),
    ]

    init() throws {
        processor = MediaProcessor(cache: folder.path + "/cache", worker: Places.photoWorker)
    }

    private func prepare(
        _ bytes: [UInt8], orientation: Medium.Orientation? = nil,
        in processor: MediaProcessor? = nil
    ) throws -> PreparedMedium {
        try (processor ?? self.processor)
            .photo(bytes, in: folder, turned: orientation, recipes: recipes)
    }

    /// Returns the colours of the four corners of a derivative, as Pillow sees them.
    private func corners(_ derivative: Derivative) throws -> [String] {
        try ForeignPicture(processor.file(of: derivative.file)).corners
    }

    /// Visible corners (upper left, upper right, lower left, lower right) of quarters that are
    /// stored as red, green, blue, white, by the definition of EXIF tag 0x0112.
    @Test(arguments: [
        (Medium.Orientation.up, ["red", "green", "blue", "white"]),
        (.upMirrored, ["green", "red", "white", "blue"]),
        (.down, ["white", "blue", "green", "red"]),
        (.downMirrored, ["blue", "white", "red", "green"]),
        (.leftMirrored, ["red", "blue", "green", "white"]),
        (.right, ["blue", "red", "white", "green"]),
        (.rightMirrored, ["white", "green", "blue", "red"]),
        (.left, ["green", "white", "red", "blue"]),
    ])
    func turnsPixelsUpright(orientation: Medium.Orientation, expected: [String]) throws {
        let photo = try prepare(
            PNGPicture.quarters(width: 32, height: 16), orientation: orientation)
        let decoded = try #require(photo.decoded)
        let isTurned = orientation.rawValue >= 5
        #expect(decoded.size == PixelSize(width: isTurned ? 16 : 32, height: isTurned ? 32 : 16))
        let large = try #require(decoded.derivatives.first)
        #expect(large.size == PixelSize(width: isTurned ? 4 : 8, height: isTurned ? 8 : 4))
        guard Places.python != nil else { return }
        #expect(try corners(large) == expected)
    }

    @Test(arguments: [1, 3, 6, 8])
    func rotatesCameraPhotosAndDetectsTheirLocation(orientation: Int) throws {
        let path = folder.path + "/camera.jpg"
        try processor.draw(
            DrawRequest(
                svg:
                    "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20' fill='red'/></svg>",
                width: 40, path: path, orientation: orientation,
                position: .init(latitude: -45.5, longitude: 11.25)))
        let bytes = try LocalFiles.read(path)
        #expect(bytes.has("Exif"))
        let photo = try prepare(bytes)
        #expect(photo.format?.photo == .jpeg)
        let decoded = try #require(photo.decoded)
        #expect(decoded.size == PixelSize(width: 40, height: 20))
        #expect(decoded.carriesPosition)
        for derivative in decoded.derivatives {
            let made = try processor.bytes(of: derivative.file)
            #expect(!made.has("Exif") && !made.has("ICC_PROFILE"))
            #expect(derivative.fileExtension == "jpg")
        }
        #expect(
            decoded.derivatives.map(\.size) == [
                PixelSize(width: 8, height: 4), PixelSize(width: 4, height: 2),
            ])
    }

    /// A drawing is shown twice as large as its own unit, and not what a browser would not show.
    @Test func drawsVectorDrawings() throws {
        let svg = """
            <svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'><script>alert(1)</script>\
            <rect width='2' height='1' fill='red'/><rect x='2' width='2' height='1' fill='#0f0'/>\
            <rect y='1' width='2' height='1' fill='blue'/>\
            <rect x='2' y='1' width='2' height='1' fill='white'/></svg>
            """
        let photo = try prepare(Array(svg.utf8))
        #expect(photo.format?.photo == .svg && photo.drawing != nil)
        let decoded = try #require(photo.decoded, "\(photo.outcome)")
        #expect(decoded.size == PixelSize(width: 8, height: 4))
        guard Places.python != nil else { return }
        #expect(
            try corners(try #require(decoded.derivatives.first)) == [
                "red", "green", "blue", "white",
            ])
    }

    @Test func neverEnlarges() throws {
        let photo = try prepare(PNGPicture.quarters(width: 4, height: 2))
        let decoded = try #require(photo.decoded)
        #expect(decoded.derivatives.map(\.size.width) == [4])
    }

    @Test func keepsAPixelOfAThinPicture() throws {
        let path = folder.path + "/thin.jpg"
        try processor.draw(
            DrawRequest(
                svg:
                    "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='4000'><rect width='1' height='4000' fill='red'/></svg>",
                width: 1, path: path))
        let decoded = try #require(try prepare(LocalFiles.read(path)).decoded)
        #expect(decoded.size == PixelSize(width: 1, height: 4000))
        #expect(decoded.derivatives.first?.size == PixelSize(width: 1, height: 1011))
    }

    @Test func reportsUndecodablePhotos() throws {
        let sound = PNGPicture.quarters(width: 64, height: 64)
        for bytes in [
            Array(sound.prefix(200)), [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 50),
            Array("no picture".utf8),
        ] {
            #expect(try prepare(bytes).decoded == nil)
        }
        // The same worker continues.
        #expect(try prepare(sound).decoded != nil)
    }

    @Test func reusesAndPrunesCachedResults() throws {
        let bytes = PNGPicture.quarters(width: 16, height: 16)
        let first = try prepare(bytes)
        let blind = MediaProcessor(cache: folder.path + "/cache", worker: "/nonexistent")
        #expect(try prepare(bytes, in: blind) == first)
        let files = { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache") }
        try processor.prune(
            keeping: [], rendered: [], writtenBefore: Date(timeIntervalSinceNow: -3600))
        #expect(try !files().isEmpty)
        try processor.prune(keeping: [], rendered: [], writtenBefore: Date(timeIntervalSinceNow: 1))
        #expect(try files().isEmpty)
    }

    @Test func reportsAMissingWorker() throws {
        for worker in ["/nonexistent/notebinder-photos", "/bin/true"] {
            let blind = MediaProcessor(cache: folder.path + "/none", worker: worker)
            #expect {
                try prepare(small, in: blind)
            } throws: { error in
                "\(error)".contains(worker) && "\(error)".contains("Install")
            }
        }
    }

    /// A worker that greets, and then crashes, exits or sends nonsense.
    @Test(arguments: ["kill -SEGV $$", "exit 3", "echo nonsense"])
    func losesOnlyThePhotoThatCrashesAWorker(deed: String) throws {
        let script = try script(version: "0", kinds: ["png"], deed)
        let fragile = MediaProcessor(cache: folder.path + "/fragile", worker: script)
        for size in [8, 12] {
            let photo = try prepare(PNGPicture.quarters(width: size, height: size), in: fragile)
            let failure = try #require(photo.failure)
            #expect(failure.reason.contains("photo worker") && failure.end == .failed)
        }
    }

    /// A worker that is killed, as by the system when memory runs out.
    @Test func saysThatAWorkerWasKilled() throws {
        let killed = MediaProcessor(
            cache: folder.path + "/killed",
            worker: try script(version: "0", kinds: ["png"], "kill -KILL $$"))
        let failure = try #require(try prepare(small, in: killed).failure)
        #expect(failure.end == .killed)
        #expect(failure.reason.contains("killed (signal 9)") && failure.reason.contains("memory"))
    }

    @Test(arguments: [
        (signal: "KILL", words: "was killed (signal 9)", advice: "Free memory"),
        (signal: "SEGV", words: "was ended by signal 11", advice: "from one installation"),
    ])
    func reportsASignalBeforeTheHandshake(
        signal: String, words: String, advice: String
    ) throws {
        let script = try program("kill -\(signal) $$", to: "\(signal).sh")
        #expect {
            try prepare(small, in: MediaProcessor(cache: folder.path + "/ended", worker: script))
        } throws: { error in
            let message = "\(error)"
            return message.contains(script) && message.contains(words)
                && message.contains(advice) && !message.contains("Install")
        }
    }

    @Test func remembersWhatCannotBeDecodedUntilTheLibraryChanges() throws {
        let torn = Array(PNGPicture.quarters(width: 64, height: 64).prefix(200))
        let first = try prepare(torn)
        #expect(first.decoded == nil)
        let worker = try processor.workerGreeting()
        for (told, isAsked) in [(worker.version, false), (worker.version + ".9", true)] {
            // The worker greets, and would exit if it received a request.
            let script = try script(version: told, kinds: worker.kinds, "exit 3")
            let next = MediaProcessor(cache: folder.path + "/cache", worker: script)
            #expect((try prepare(torn, in: next) == first) != isAsked)
        }
    }

    @Test func keepsNothingOfAFileThatChangedMeanwhile() throws {
        let photo = try processor.identify(small, in: folder)
        try folder.write(PNGPicture.quarters(width: 16, height: 16), to: "medium")
        let changed = try processor.prepare(photo, as: .photo, recipes: recipes)
        #expect(changed.decoded == nil)
        let again = try processor.identify(small, in: folder)
        #expect(again.original == photo.original)
        let decoded = try processor.prepare(again, as: .photo, recipes: recipes).decoded
        #expect(decoded?.size == PixelSize(width: 8, height: 8))
    }

    @Test func regeneratesDamagedCacheEntries() throws {
        let bytes = PNGPicture.quarters(width: 16, height: 16)
        let first = try #require(try prepare(bytes).decoded)
        let file = processor.file(of: try #require(first.derivatives.first).file)
        let whole = try LocalFiles.read(file)
        try LocalFiles.replace(file, bytes: [])
        #expect(try prepare(bytes).decoded == first)
        #expect(try LocalFiles.read(file) == whole)
    }

    @Test func asksNoWorkerForUndecodableKinds() throws {
        let script = try script(version: "0", kinds: ["jpeg"], "exit 3")
        let processor = MediaProcessor(cache: folder.path + "/none", worker: script)
        let photo = try prepare(small, in: processor)
        #expect(photo.outcome == .noDecoder)
        #expect(photo.format?.photo == .png)
    }

    @Test func endsAWorkerThatHangs() throws {
        let script = try script(version: "0", kinds: ["png"], "sleep 60")
        let processor = MediaProcessor(
            cache: folder.path + "/slow", worker: script, secondsPerRequest: 0.1)
        let failure = try #require(try prepare(small, in: processor).failure)
        #expect(failure.reason.contains("did not reply in 1 seconds") && failure.end == .failed)
        // Its disk may have been busy, so it is tried again.
        let next = MediaProcessor(cache: folder.path + "/slow", worker: Places.photoWorker)
        #expect(try prepare(small, in: next).decoded != nil)
    }

    /// A worker that uses the processor without an end is stopped once, whatever else the machine
    /// does; one that only waits for longer than the limit is not.
    @Test func remembersThatAPhotoExceedsItsProcessorTime() throws {
        let log = folder.path + "/requests"
        let busy = "echo >> \(log)\nwhile :; do :; done"
        for version in ["0", "0", "1"] {
            let processor = MediaProcessor(
                cache: folder.path + "/busy",
                worker: try script(version: version, kinds: ["png"], busy), secondsPerRequest: 0.3)
            let failure = try #require(try prepare(small, in: processor).failure)
            #expect(failure.reason.contains("0.3 seconds of processor time"))
            #expect(failure.end == .failed)
        }
        // Asked once by each version of the program.
        let requests = try String(contentsOfFile: log, encoding: .utf8)
        #expect(requests == "\n\n", "\(requests.count)")
        let patient = MediaProcessor(
            cache: folder.path + "/patient",
            worker: try script(
                version: "0", kinds: ["png"],
                "sleep 1; echo '{\"undecodable\":{\"reason\":\"answered\"}}'"),
            secondsPerRequest: 0.3)
        #expect(
            try prepare(small, in: patient).outcome
                == .unreadable(reason: "answered", workerEnd: nil))
    }

    @Test func refusesABombBeforeItGoesOff() throws {
        let failure = try #require(try prepare(PNGPicture.bomb).failure)
        #expect(failure.reason.contains("65535 × 65535 pixels") && failure.end == nil)
    }

    /// Writes a worker that greets, reads a request and then runs a command, and returns its path.
    private func script(version: String, kinds: [String], _ deed: String) throws -> String {
        let greeting =
            "{\"ready\":{\"_0\":{\"version\":\"\(version)\",\"kinds\":[\(kinds.map { "\"\($0)\"" }.joined(separator: ","))]}}}"
        return try program(
            "echo '\(greeting)'\nread line || exit\n\(deed)",
            to: "worker-\(version)-\(deed.prefix(4)).sh")
    }

    private func program(_ commands: String, to name: String) throws -> String {
        let path = try folder.write("#!/bin/sh\n\(commands)\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }
}
