import LocalFiles
import MediaProcessing
import NoteModel
import TestSupport
import Testing

/// Recordings and drawings that were damaged in thousands of ways: their published copies contain no
/// metadata.
@Suite(.tags(.acceptance))
struct DamagedMediaTests {
    let folder = TemporaryFolder()
    private let processor: MediaProcessor

    init() throws {
        processor = MediaProcessor(cache: folder.path + "/cache", worker: Places.photoWorker)
    }

    /// Returns the copy that would be published; nil if none would be.
    private func copy(_ bytes: [UInt8]) throws -> [UInt8]? {
        let original = try processor.identify(bytes, in: folder)
        let isDrawing = PhotoKind(prefix: original.prefix) == .svg
        let prepared = try processor.prepare(original, as: isDrawing ? .photo : .recording)
        if !isDrawing, let failure = prepared.failure {
            #expect(!failure.reason.contains("ended the photo worker"), "\(bytes)")
        }
        let file = isDrawing ? prepared.drawing : prepared.playable?.file
        return try file.map { try processor.bytes(of: $0) }
    }

    private func secret(in copy: [UInt8]) -> [UInt8]? {
        MadeRecording.secrets(MadeRecording.secret)
            .flatMap { [$0.prefix(16), $0.suffix(16)] }.map(Array.init).first { copy.has($0) }
    }

    @Test(arguments: MadeRecording.all)
    func keepsWhatIsPlayedAndNothingElse(medium: MadeRecording) throws {
        let copy = try #require(try copy(medium.bytes))
        #expect(copy.has(medium.sound))
        #expect(secret(in: copy) == nil)
    }

    @Test(arguments: MadeRecording.all)
    func publishesNoMetadataOfDamagedFiles(medium: MadeRecording) throws {
        var published = 0
        for seed in 0..<800 {
            var damage = Damage(seed: UInt64(seed))
            let bytes = damage.damaged(medium.bytes)
            guard let copy = try copy(bytes) else { continue }
            published += 1
            if let found = secret(in: copy) {
                let text = String(decoding: found.filter { $0 > 0 }, as: UTF8.self)
                Issue.record("\(medium.name), seed \(seed): \(text), after \(damage.deeds)")
            }
        }
        #expect(published > 0)
        for count in stride(from: 17, to: min(medium.bytes.count, 1600), by: 16) {
            _ = try copy(Array(medium.bytes.prefix(count)))
        }
    }

    /// Files that were once published with their metadata: zeros after a tag, and a head copied into
    /// the sound of a file that is cut off.
    @Test(
        .enabled(if: Places.hasShared("cases/hostile"), "without shared/cases"),
        arguments: ["zeros.mp3", "LEAK-h00024.aiff.aiff"])
    func publishesNoMetadataOfKnownFiles(name: String) throws {
        let bytes = try LocalFiles.read(Places.shared + "/cases/hostile/" + name)
        if let copy = try copy(bytes) { #expect(!copy.has("SECRETMETA")) }
    }
}
