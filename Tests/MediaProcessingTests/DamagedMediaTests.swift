import Foundation
import MediaModel
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
            ? try processor.prepare(original, turned: nil, recipes: []).drawing
            : try processor.prepare(original).playable?.file
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

/// Damages of files as disks, transfers and other programs cause them.
private struct Damage {
    private var random: SeededGenerator
    private(set) var deeds: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func damaged(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0..<random.number(in: 1...3) where bytes.count > 64 { damage(&bytes) }
        return bytes
    }

    private mutating func place(in bytes: [UInt8]) -> Int {
        // Half of all damage is near the beginning, where the names and sizes are.
        random.number(in: 0...(random.chance(0.5) ? min(300, bytes.count - 1) : bytes.count - 1))
    }

    private mutating func part(of bytes: [UInt8], limit: Int = 400) -> Range<Int> {
        let start = place(in: bytes)
        return start..<min(bytes.count, start + random.number(in: 1...limit))
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = place(in: bytes)
        let deed = random.number(in: 0...9)
        switch deed {
        case 0...2: bytes[place] ^= 1 << UInt8(random.number(in: 0...7))
        case 3: bytes.removeLast(random.number(in: 1...bytes.count / 2))
        case 4:
            let part = part(of: bytes, limit: 64)
            bytes.replaceSubrange(part, with: repeatElement(0, count: part.count))
        case 5:
            // A size of a chunk, in either byte order.
            let size = random.pick([
                0, 1, 0xFFFF_FFFF, bytes.count, bytes.count - place, 64, 1 << 20,
            ])
            var digits = MadeRecording.big(size)
            if random.chance(0.5) { digits.reverse() }
            guard place + 4 <= bytes.count else { return }
            bytes.replaceSubrange(place..<place + 4, with: digits)
        case 6: bytes.insert(contentsOf: bytes[part(of: bytes)], at: place)
        case 7:
            let copied = bytes[part(of: bytes)].prefix(bytes.count - place)
            bytes.replaceSubrange(place..<place + copied.count, with: Array(copied))
        case 8: bytes.removeSubrange(part(of: bytes))
        default:
            let junk = (0..<random.number(in: 1...40)).map { _ in UInt8(random.number(in: 0...255))
            }
            bytes.insert(contentsOf: junk, at: place)
        }
        deeds.append("\(deed) at \(place)")
    }
}
