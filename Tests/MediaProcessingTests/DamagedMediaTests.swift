import Foundation
import LocalFiles
import MediaProcessing
import NoteModel
import OutputPlan
import TestSupport
import Testing

/// Recordings and drawings that were damaged in thousands of ways: their published copies contain no
/// metadata.
@Suite(.tags(.acceptance))
struct DamagedMediaTests {
    let folder: TemporaryFolder
    private let processor: MediaProcessor

    init() throws {
        folder = try TemporaryFolder()
        processor = MediaProcessor(cache: folder.path + "/cache", worker: Places.photoWorker)
    }

    /// Returns the copy that would be published; nil if none would be.
    private func copy(_ bytes: [UInt8]) throws -> [UInt8]? {
        let path = try folder.write(bytes, to: "medium")
        let original = try processor.identify(StoredBytes(file: path, range: 0..<bytes.count))
        let file =
            PhotoKind(prefix: original.prefix) == .svg
            ? try processor.prepare(original, as: .photo, turned: nil, recipes: []).drawing
            : try processor.prepare(original, as: .recording).playable?.file
        return try file.map {
            Array(try Data(contentsOf: URL(fileURLWithPath: processor.file(of: $0))))
        }
    }

    private func secret(in copy: [UInt8]) -> [UInt8]? {
        let data = Data(copy)
        return MadeRecording.secrets(MadeRecording.secret)
            .flatMap { [$0.prefix(16), $0.suffix(16)] }.map(Array.init)
            .first { data.range(of: Data($0)) != nil }
    }

    @Test(arguments: MadeRecording.all)
    func keepsWhatIsPlayedAndNothingElse(medium: MadeRecording) throws {
        let copy = try #require(try copy(medium.bytes))
        #expect(Data(copy).range(of: Data(medium.sound)) != nil)
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
    }

    /// Files that were once published with their metadata: zeros after a tag, and a head copied into
    /// the sound of a file that is cut off.
    @Test(
        .enabled(if: Places.hasShared("cases/hostile"), "without shared/cases"),
        arguments: ["zeros.mp3", "LEAK-h00024.aiff.aiff"])
    func publishesNoMetadataOfKnownFiles(name: String) throws {
        let file = URL(fileURLWithPath: Places.shared + "/cases/hostile/" + name)
        guard let copy = try copy(Array(try Data(contentsOf: file))) else { return }
        #expect(Data(copy).range(of: Data("SECRETMETA".utf8)) == nil)
    }
}
