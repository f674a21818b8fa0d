import LocalFiles
import TestSupport
import Testing

@testable import BuildPipeline

/// The outputs that a build cache finds, those that are computed again, and those that are kept
/// from run to run.
@Suite(.tags(.fast))
struct BuildCacheTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private var path: String { folder.path + "/cache" }
    private let step = CachedStep()

    /// Runs a step for one chunk in a run of its own.
    private func run(_ inputs: [String], of step: CachedStep = CachedStep()) -> CachedStep.Result {
        let cache = BuildCache(path, program: "1")
        let result = step.run(inputs, in: cache)
        cache.save()
        cache.deleteUnused()
        return result
    }

    /// Runs the step for some chunks in a run of its own, retaining others; returns what was
    /// computed.
    private func run(
        _ chunks: [String: [String]], retaining: [String] = [], program: String = "1",
        succeeds: Bool = true
    ) -> [String] {
        let cache = BuildCache(path, program: program)
        var computed: [String] = []
        for (name, inputs) in chunks.sorted(by: { $0.key < $1.key }) {
            computed += step.run(inputs, in: cache, chunk: name).computed
        }
        for name in retaining { cache.retain(step.step, name: name) }
        cache.save()
        if succeeds { cache.deleteUnused() }
        return computed
    }

    @Test func computesOnlyWhatIsNew() {
        #expect(run(["a", "b", "c"]).computed == ["a", "b", "c"])
        #expect(run(["a", "b", "c"]).computed == [])
        // One has changed, one has moved, one is gone.
        let third = run(["x", "c", "a"], of: CachedStep(prefix: "new "))
        #expect(third.computed == ["x"] && third.values == ["X", "C", "A"])
        #expect(third.attachments == ["new x", "c", "a"])
        #expect(run(["x", "c", "a"]).attachments == ["new x", "c", "a"])
        #expect(run(["b"]).computed == ["b"], "what was gone is forgotten")
    }

    @Test func doesNotCacheUncacheableResults() {
        _ = run(["a"], of: CachedStep(isKept: false))
        #expect(run(["a"]).computed == ["a"])
    }

    @Test func doesNotMixUpAttachmentsOfOldAndNewEntries() throws {
        _ = run(["a", "b"], of: CachedStep(prefix: "first "))
        var bytes = try LocalFiles.read(path)
        let damaged = try #require(bytes.firstRange(of: Array("first b".utf8)))
        bytes[damaged.lowerBound] = 0x5A
        try LocalFiles.replace(path, bytes: bytes)
        let long = String(repeating: "long", count: 25)
        let result = run(["b", "c"], of: CachedStep(prefix: long))
        #expect(result.values == ["B", "C"] && result.computed == ["c"])
        #expect(result.attachments == [nil, long + "c"])
    }

    @Test func countsFoundAndComputedEntries() {
        func counts(_ cache: BuildCache) -> BuildCache.Counts? {
            _ = cache.value("step", name: "name", input: CachedStep.input("a")) { "A" }
            cache.save()
            return cache.counts["step"]
        }
        let cache = BuildCache(path, program: "1")
        _ = counts(cache)
        #expect(counts(cache) == .init(found: 0, computed: 2), "an entry is read once written")
        #expect(counts(BuildCache(path, program: "1")) == .init(found: 1, computed: 0))
    }

    @Test func writesNothingIfOpenedForReading() throws {
        _ = run(["a"])
        let before = try LocalFiles.read(path)
        let cache = BuildCache(readingAt: path, program: "1")
        _ = cache.value("step", name: "other", input: CachedStep.input("b")) { "B" }
        cache.save()
        #expect(try LocalFiles.read(path) == before)
        #expect(!cache.isWritten)
    }

    @Test func forgetsAChunkThatNoRunUses() {
        _ = run(["one": ["a"], "two": ["b"]])
        #expect(run(["two": ["b"]]) == [])
        #expect(run(["one": ["a"], "two": ["b"]]) == ["a"])
    }

    @Test func keepsAChunkThatIsRetained() {
        _ = run(["one": ["a"], "two": ["b"]])
        #expect(run(["two": ["b"]], retaining: ["one", "none"]) == [])
        #expect(run(["one": ["a"], "two": ["b"]]) == [])
    }

    @Test func keepsEverythingAfterARunThatFailed() {
        _ = run(["one": ["a"], "two": ["b"]])
        #expect(run(["three": ["c"]], succeeds: false) == ["c"])
        #expect(run(["one": ["a"], "two": ["b"], "three": ["c"]]) == [])
    }

    @Test func keepsChunksAndStepsOfOtherNamesApart() {
        let cache = BuildCache(path, program: "1")
        #expect(step.run(["a"], in: cache, chunk: "one").computed == ["a"])
        #expect(step.run(["a"], in: cache, chunk: "two").computed == ["a"])
        let other = CachedStep(step: "other")
        #expect(other.run(["a"], in: cache, chunk: "one").computed == ["a"])
        cache.save()
        let next = BuildCache(path, program: "1")
        for chunk in ["one", "two"] {
            #expect(step.run(["a"], in: next, chunk: chunk).computed == [])
        }
        #expect(other.run(["a"], in: next, chunk: "one").computed == [])
        #expect(
            next.counts["capitals"] == .init(found: 2) && next.counts["other"] == .init(found: 1))
    }

    /// Entries of another build of the program are deleted as unused ones.
    @Test func forgetsWhatAnotherProgramLeft() {
        _ = run(["one": ["a"]])
        #expect(run(["one": ["a"]], program: "2") == ["a"])
        #expect(run(["one": ["a"]], program: "1") == ["a"])
    }

    @Test func startsEmptyOnRequest() {
        _ = run(["one": ["a"]])
        let cache = BuildCache(path, program: "1", startsEmpty: true)
        #expect(cache.isWritten)
        #expect(step.run(["a"], in: cache, chunk: "one").computed == ["a"])
    }

    @Test func storesNothingWithoutAFile() throws {
        let cache = BuildCache()
        #expect(!cache.isWritten)
        for _ in 0..<2 {
            let result = step.run(["a", "b"], in: cache)
            #expect(result.values == ["A", "B"] && result.computed == ["a", "b"])
            #expect(result.attachments == ["a", "b"])
        }
        cache.save()
        cache.deleteUnused()
        #expect(try LocalFiles.entries(of: folder.path).isEmpty)
    }

    /// A folder at the path of the file, or no folder to write it to.
    @Test func worksWithoutAWritableFile() throws {
        let cache = BuildCache(folder.path + "/none/cache", program: "1")
        #expect(!cache.isWritten)
        #expect(step.run(["a"], in: cache).values == ["A"])
        cache.save()
        let reading = BuildCache(readingAt: folder.path + "/none/cache", program: "1")
        #expect(step.run(["a"], in: reading).values == ["A"])
        #expect(try LocalFiles.entries(of: folder.path).isEmpty)
    }

    @Test func findsNothingInAnEmptyChunk() {
        let cache = BuildCache(path, program: "1")
        #expect(step.run([], in: cache) == CachedStep.Result())
        cache.save()
        #expect(run(["chunk": []]) == [])
    }

    @Test func cachesDuplicateInputsOfAChunk() {
        let cache = BuildCache(path, program: "1")
        #expect(step.run(["a", "b", "a"], in: cache).values == ["A", "B", "A"])
        cache.save()
        let next = BuildCache(path, program: "1")
        let result = step.run(["a", "a", "b", "a"], in: next)
        #expect(result.values == ["A", "A", "B", "A"] && result.computed == [])
        #expect(result.attachments == ["a", "a", "b", "a"])
    }

    @Test func rethrowsStepErrorsAndKeepsTheOldEntry() {
        struct Failure: Error {}
        _ = run(["chunk": ["a", "b"]])
        let cache = BuildCache(path, program: "1")
        #expect(throws: Failure.self) {
            _ = try cache.chunk(
                step.step, name: "chunk", inputs: ["a", "new"].map(CachedStep.input)
            ) { _, _ -> BuildCache.Computed<String> in throw Failure() }
        }
        cache.save()
        #expect(run(["chunk": ["a", "b"]]) == [])
    }

    /// More than waits in memory, so that the file is written before it is saved.
    @Test func storesMoreThanItHoldsInMemory() {
        let inputs = (0..<40).map { "\($0)" + String(repeating: "x", count: 100_000) }
        let chunks = Dictionary(
            uniqueKeysWithValues: inputs.indices.map { ("\($0)", [inputs[$0]]) })
        #expect(run(chunks).count == 40)
        #expect(run(chunks) == [])
    }
}
