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

    @Test(arguments: [
        ("a", false, true), ("b", false, false), (nil, false, false), ("a", true, false),
    ])
    func keepsAChunkThatHasAnInput(_ input: String?, startsEmpty: Bool, isKept: Bool) {
        _ = run(["one": ["a"]])
        let cache = BuildCache(path, program: "1", startsEmpty: startsEmpty)
        cache.retain(step.step, name: "one", input: input.map(CachedStep.input))
        cache.deleteUnused()
        #expect(run(["one": ["a"]]) == (isKept ? [] : ["a"]))
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
        cache.deleteUnused()
        #expect(try LocalFiles.entries(of: folder.path).isEmpty)
    }

    /// A folder at the path of the file, or no folder to write it to.
    @Test func worksWithoutAWritableFile() throws {
        let cache = BuildCache(folder.path + "/none/cache", program: "1")
        #expect(!cache.isWritten)
        #expect(step.run(["a"], in: cache).values == ["A"])
        let reading = BuildCache(readingAt: folder.path + "/none/cache", program: "1")
        #expect(step.run(["a"], in: reading).values == ["A"])
        #expect(try LocalFiles.entries(of: folder.path).isEmpty)
    }

    @Test func findsNothingInAnEmptyChunk() {
        let cache = BuildCache(path, program: "1")
        #expect(step.run([], in: cache) == CachedStep.Result())
        #expect(run(["chunk": []]) == [])
    }

    @Test func cachesDuplicateInputsOfAChunk() {
        let cache = BuildCache(path, program: "1")
        #expect(step.run(["a", "b", "a"], in: cache).values == ["A", "B", "A"])
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
        #expect(run(["chunk": ["a", "b"]]) == [])
    }

    /// Texts that are not needed any more are overwritten when the run succeeds, and not before.
    @Test func leavesNothingOfWhatIsDeleted() throws {
        func isInFile(_ text: String) throws -> Bool {
            try LocalFiles.read(path).firstRange(of: Array(text.utf8)) != nil
        }
        _ = run(["one": ["secret", "kept"], "two": ["hidden"]])
        #expect(try isInFile("SECRET") && isInFile("hidden"))
        _ = run(["one": ["kept"]], succeeds: false)
        #expect(try isInFile("SECRET") && isInFile("hidden"))
        #expect(run(["one": ["kept"]]) == [])
        #expect(try !isInFile("SECRET") && !isInFile("secret") && !isInFile("hidden"))
        #expect(try isInFile("KEPT"))
    }

    /// The file is written anew when a third of it is unused.
    @Test func staysSmall() throws {
        let many = (0..<100).map { "text \($0)" }
        #expect(run(["many": many, "one": ["0"]]).count == 101)
        let size = try LocalFiles.read(path).count
        for round in 1...300 {
            #expect(run(["many": many, "one": ["\(round)"]]) == ["\(round)"])
            #expect(try LocalFiles.read(path).count < 2 * size)
        }
        #expect(try LocalFiles.entries(of: folder.path).map(\.name) == ["cache"])
        #expect(run(["many": many, "one": ["300"]]) == [])
    }

    @Test func removesWhatAKilledRunLeft() throws {
        _ = run(["one": ["a"]])
        try LocalFiles.replace(path + ".new", bytes: Array("half a file".utf8))
        #expect(run(["one": ["a"]]) == [])
        #expect(try LocalFiles.entries(of: folder.path).map(\.name) == ["cache"])
    }

    /// A run that only looks finds the same outputs while another one replaces its entries, and
    /// computes those that are overwritten.
    @Test func isReadWhileItIsWritten() {
        _ = run(["one": ["a", "b"], "two": ["c"]])
        let reading = BuildCache(readingAt: path, program: "1")
        let writing = BuildCache(path, program: "1")
        #expect(step.run(["a", "new"], in: writing, chunk: "one").computed == ["new"])
        let found = step.run(["a", "b"], in: reading, chunk: "one")
        #expect(found == CachedStep.Result(values: ["A", "B"], attachments: ["a", "b"]))
        writing.deleteUnused()
        let late = step.run(["c"], in: reading, chunk: "two")
        #expect(late.values == ["C"] && late.attachments == ["c"])
    }
}
