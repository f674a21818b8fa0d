import Foundation
import Hashing
import LocalFiles
import TestSupport
import Testing

@testable import BuildPipeline

/// Damage to the file of a cache: it may cost time, but never changes an output.
@Suite(.tags(.fast))
struct DamagedCacheTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private var path: String { folder.path + "/cache" }
    private let step = CachedStep(questions: ["q"], answers: ["q": CachedStep.input("answer")])
    private let inputs = (0..<6).map { "input-\($0)" }

    init() throws {
        let cache = BuildCache(path, program: "1")
        for chunk in ["one", "two"] { _ = step.run(inputs, in: cache, chunk: chunk) }
    }

    /// Runs both chunks as a run does; returns what was computed.
    private func run(_ comment: Comment? = nil) -> [String] {
        let cache = BuildCache(path, program: "1")
        var computed: [String] = []
        for chunk in ["one", "two"] {
            let result = step.run(inputs, in: cache, chunk: chunk)
            #expect(result.values == inputs.map { $0.uppercased() }, comment)
            for (attachment, input) in zip(result.attachments, inputs) {
                #expect(attachment == nil || attachment == input, comment)
            }
            computed += result.computed
        }
        cache.deleteUnused()
        return computed
    }

    @Test func findsEverythingInAnIntactFile() {
        #expect(run() == [])
    }

    @Test func recoversFromADamagedFile() throws {
        let bytes = try LocalFiles.read(path)
        let damaged = [
            Array("rubbish".utf8), Array(bytes.prefix(bytes.count / 2)),
            // Changes the values, wherever they are in the file.
            bytes.map { $0 == UInt8(ascii: "I") ? 0x5A : $0 },
        ]
        for (way, bytes) in damaged.enumerated() {
            try LocalFiles.replace(path, bytes: bytes)
            _ = run("way \(way)")
            #expect(run("way \(way)") == [])
        }
    }

    /// Damage to the header or the value of the first entry, as offsets in the file: the mark, the
    /// sizes, the checksums, the key, the value.
    @Test(arguments: [0, 19, 25, 26, 34, 35, 43, 74, 75, 82, 83, 90])
    func recomputesADamagedEntry(offset: Int) throws {
        try change { $0[offset] ^= 0x81 }
        #expect(!run("offset \(offset)").isEmpty)
        #expect(run("offset \(offset)") == [], "the damage is repaired")
    }

    @Test func recomputesWhatIsCutOff() throws {
        let size = try LocalFiles.read(path).count
        for count in stride(from: 1, to: size, by: 97) {
            try change { $0.removeLast(min(count, $0.count)) }
            _ = run("\(count) bytes cut off")
            #expect(run() == [])
        }
    }

    /// Attachments are not read with the values.
    @Test func doesWithoutADamagedAttachment() throws {
        try change { bytes in
            let attachment = try #require(bytes.firstRange(of: Array("input-2".utf8)))
            bytes[attachment.lowerBound] ^= 1
        }
        let result = step.run(inputs, in: BuildCache(path, program: "1"), chunk: "one")
        #expect(result.values == inputs.map { $0.uppercased() } && result.computed.isEmpty)
        #expect(result.attachments == inputs.map { $0 == "input-2" ? nil : $0 })
    }

    /// A changed chunk is stored again, with its attachments.
    @Test func computesAMemberWhoseAttachmentIsLost() throws {
        try change { bytes in
            let attachment = try #require(bytes.firstRange(of: Array("input-2".utf8)))
            bytes[attachment.lowerBound] ^= 1
        }
        let more = inputs + ["more"]
        let first = step.run(more, in: BuildCache(path, program: "1"), chunk: "one")
        #expect(first.computed == ["more"] && first.attachments[2] == nil)
        let next = step.run(more, in: BuildCache(path, program: "1"), chunk: "one")
        #expect(next.computed == ["input-2"] && next.attachments == more)
    }

    private func change(_ change: (inout [UInt8]) throws -> Void) throws {
        var bytes = try LocalFiles.read(path)
        try change(&bytes)
        try LocalFiles.replace(path, bytes: bytes)
    }

    /// Random damage to the bytes of the file, at places that differ from run to run.
    @Test(arguments: 1...40) func survivesDamageToAnyByte(seed: UInt64) throws {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state >> 33) % limit
        }
        var bytes = try LocalFiles.read(path)
        for _ in 0...next(8) {
            let place = next(2) == 0 ? next(bytes.count) : next(min(bytes.count, 600))
            bytes[place] = UInt8(next(256))
        }
        if next(4) == 0 { bytes.removeLast(next(bytes.count)) }
        try LocalFiles.replace(path, bytes: bytes)
        for _ in 0..<2 { _ = run("seed \(seed)") }
    }

    @Test func replacesWhatIsNoFile() throws {
        try LocalFiles.remove(path)
        try LocalFiles.makeFolder(path + "/inside")
        #expect(run() == inputs + inputs)
        #expect(run() == [])
    }

    /// The file that a link leads to belongs to someone else.
    @Test func leavesTheTargetOfALinkAlone() throws {
        let other = folder.path + "/thesis"
        try LocalFiles.replace(other, bytes: Array("a text".utf8))
        try LocalFiles.remove(path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
        #expect(run() == inputs + inputs)
        #expect(run() == [])
        #expect(try LocalFiles.read(other) == Array("a text".utf8))
    }

    /// Sizes that a checksum does not show to be wrong, because the file was made with them.
    @Test func readsNothingOutsideAnEntry() throws {
        let program = Fingerprinter("program", "1").fingerprint
        let key = Fingerprinter("entry", program, "capitals", "one").fingerprint
        for range in [0..<1 << 29, 1 << 29..<1 << 29 + 1, 0..<1 << 40, 3..<4] {
            var record = CacheRecord(
                CachedStep.input("input-0"), trace: Trace(), value: "INPUT-0", isEncoded: true)
            record.attachment = range
            var value = ByteWriter()
            value.write([record])
            let store = try #require(CacheStore(path))
            #expect(store.add(key, value: value.bytes, attachments: [1, 2, 3]) != nil)
            let result = step.run(["input-0"], in: BuildCache(path, program: "1"), chunk: "one")
            #expect(result.values == ["INPUT-0"])
            #expect(result.attachments == [nil] || result.computed == ["input-0"])
        }
    }
}
