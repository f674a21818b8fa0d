import BuildPipeline
import FileFormats
import LocalFiles
import TestSupport
import Testing

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
        cache.save()
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
        cache.save()
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

    /// The SQL of changes to the tables.
    @Test(arguments: [
        "UPDATE entries SET value = x'00'", "UPDATE entries SET value = NULL",
        "UPDATE entries SET value = 'text'", "UPDATE entries SET value = 7.5",
        "UPDATE entries SET checksum = checksum + 1", "UPDATE entries SET checksum = 'text'",
        "UPDATE entries SET checksum = NULL", "UPDATE entries SET value = zeroblob(100000)",
        "UPDATE entries SET key = x'00'", "UPDATE entries SET key = NULL",
        "UPDATE entries SET key = 5", "UPDATE entries SET id = -id",
        "UPDATE entries SET id = id + 9223372036854775000", "DELETE FROM entries",
        "UPDATE entries SET value = substr(value, 1, length(value) - 1)",
        "UPDATE entries SET value = (SELECT value FROM entries ORDER BY id DESC)",
        "UPDATE entries SET key = substr(key, 1, 31)", "DROP TABLE entries",
        "DROP TABLE attachments",
    ])
    func recomputesDamagedEntries(change: String) throws {
        try tamper(change)
        _ = run("\(change)")
        #expect(run("\(change)") == [], "the damage is repaired: \(change)")
    }

    /// Changes that concern the attachments alone, which are not read with the values.
    @Test(arguments: [
        "UPDATE attachments SET value = x'00'", "DELETE FROM attachments",
        "UPDATE attachments SET checksum = 0", "UPDATE attachments SET value = 'text'",
        "UPDATE attachments SET id = id + 50",
    ])
    func doesWithoutDamagedAttachments(change: String) throws {
        try tamper(change)
        let cache = BuildCache(path, program: "1")
        let result = step.run(inputs, in: cache, chunk: "one")
        #expect(result.values == inputs.map { $0.uppercased() })
        #expect(result.attachments.allSatisfy { $0 == nil })
    }

    private func tamper(_ change: String) throws {
        let found = try SQLiteFile(ownCopy: path)
        try #require(found.columns["entries"] != nil && found.columns["attachments"] != nil)
        try SQLiteFile.make(at: path, [SQLiteStatement(change)])
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

    @Test func ignoresAForeignJournal() throws {
        try folder.write(String(repeating: "rubbish", count: 100), to: "cache-journal")
        #expect(run() == [])
    }
}
