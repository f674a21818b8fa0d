import BuildPipeline
import Hashing
import LocalFiles
import Synchronization
import TestSupport
import Testing

/// The values that a build cache finds, and those that it has computed again.
@Suite(.tags(.fast))
struct BuildCacheTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/cache.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func input(_ text: String) -> Fingerprint { Fingerprint(of: text) }

    /// Runs a step over some inputs, and returns the values with the inputs that were computed.
    private func run(
        _ inputs: [String], program: String = "1", answer: String = "yes", asks: Bool = false,
        attachment: String = "", keeps: Bool = true
    ) -> (values: [String], attachments: [String?], computed: [String]) {
        let cache = BuildCache(path, program: program)
        let computed = Mutex<[String]>([])
        let members = cache.chunk(
            .init("step"), name: "chunk", inputs: inputs.map(input), answer: { _ in input(answer) }
        ) { position, trace in
            computed.withLock { $0.append(inputs[position]) }
            if asks { trace.add("question", answer: input(answer)) }
            return BuildCache.Computed(
                inputs[position].uppercased(), isKept: keeps,
                attachment: Array((attachment + inputs[position]).utf8))
        }
        let attachments = members.map { member -> String? in
            guard var reader = member.attachment.reader else { return nil }
            var bytes: [UInt8] = []
            while let byte = try? reader.byte() { bytes.append(byte) }
            return String(decoding: bytes, as: UTF8.self)
        }
        cache.save()
        cache.deleteUnused()
        return (members.map(\.value), attachments, computed.withLock(\.self))
    }

    @Test func computesOnlyWhatIsNew() {
        #expect(run(["a", "b", "c"]).computed == ["a", "b", "c"])
        #expect(run(["a", "b", "c"]).computed == [])
        // One has changed, one has moved, one is gone.
        let third = run(["x", "c", "a"], attachment: "new ")
        #expect(third.computed == ["x"] && third.values == ["X", "C", "A"])
        #expect(third.attachments == ["new x", "c", "a"])
        #expect(run(["x", "c", "a"]).attachments == ["new x", "c", "a"])
        #expect(run(["b"]).computed == ["b"], "what was gone is forgotten")
    }

    @Test func asksTheQuestionsOfATraceAgain() {
        #expect(run(["a"], answer: "yes", asks: true).computed == ["a"])
        #expect(run(["a"], answer: "yes").computed == [])
        #expect(run(["a"], answer: "no", asks: true).computed == ["a"])
        #expect(run(["a"], answer: "no").computed == [])
    }

    @Test func ignoresWhatAnotherProgramLeft() {
        _ = run(["a"])
        #expect(run(["a"], program: "2").computed == ["a"])
    }

    @Test func keepsNothingThatMayNotBeKept() {
        _ = run(["a"], keeps: false)
        #expect(run(["a"]).computed == ["a"])
    }

    @Test(arguments: [0, 1, 2])
    func computesAgainWhatIsDamaged(_ way: Int) throws {
        _ = run(["a", "b"])
        var bytes = try LocalFiles.read(path)
        switch way {
        case 0: bytes = Array("rubbish".utf8)
        case 1: bytes = Array(bytes.prefix(bytes.count / 2))
        default:
            // Changes the values, wherever they are in the file.
            for index in bytes.indices where bytes[index] == UInt8(ascii: "A") {
                bytes[index] = 0x5A
            }
        }
        try LocalFiles.replace(path, bytes: bytes)
        #expect(run(["a", "b"]).values == ["A", "B"])
        #expect(run(["a", "b"]).computed == [])
    }

    @Test func takesNoAttachmentOfANewEntryForThatOfAnOldOne() throws {
        _ = run(["a", "b"], attachment: "first ")
        var bytes = try LocalFiles.read(path)
        let damaged = try #require(bytes.firstRange(of: Array("first b".utf8)))
        bytes[damaged.lowerBound] = 0x5A
        try LocalFiles.replace(path, bytes: bytes)

        let cache = BuildCache(path, program: "1")
        let members = cache.chunk(.init("step"), name: "chunk", inputs: [input("b"), input("c")]) {
            _, _ in
            BuildCache.Computed("C", attachment: Array(repeating: 0x63, count: 100))
        }
        cache.save()
        #expect(members.map(\.value) == ["B", "C"])
        #expect(members[0].attachment.reader == nil, "it is damaged")
        #expect(members[1].attachment.reader != nil)
    }

    @Test func countsWhatItFinds() {
        let cache = BuildCache(path, program: "1")
        for _ in 0..<2 {
            _ = cache.value(.init("step"), name: "name", input: input("a")) { "A" }
            cache.save()
        }
        #expect(
            cache.counts["step"] == .init(found: 0, computed: 2), "an entry is read once written")
        let next = BuildCache(path, program: "1")
        _ = next.value(.init("step"), name: "name", input: input("a")) { "A" }
        #expect(next.counts["step"] == .init(found: 1, computed: 0))
    }

    @Test func writesNothingIfOpenedForReading() throws {
        _ = run(["a"])
        let before = try LocalFiles.read(path)
        let cache = BuildCache(readingAt: path, program: "1")
        _ = cache.value(.init("step"), name: "other", input: input("b")) { "B" }
        cache.save()
        #expect(try LocalFiles.read(path) == before)
        #expect(!cache.isWritten)
    }
}
