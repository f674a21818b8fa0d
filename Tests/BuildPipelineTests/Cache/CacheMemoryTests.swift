import Hashing
import TestSupport
import Testing

@testable import BuildPipeline

/// The memory of a process that runs several times with the same cache.
@Suite(.tags(.fast))
struct CacheMemoryTests {
    private let folder = TemporaryFolder()
    private let memory = CacheMemory()

    /// The value of a step, whose identity shows whether it was decoded again.
    private final class Text: BinaryCodable, Sendable {
        let text: String

        init(_ text: String) { self.text = text }

        func write(to writer: inout ByteWriter) { writer.write(text) }

        init(from reader: inout ByteReader) throws {
            text = try reader.value(String.self)
        }
    }

    /// Runs a step over some inputs.
    ///
    /// - Parameters:
    ///   - memory: Nil for the run of another process.
    ///   - succeeds: False for a run that ends before it deletes what it has not used.
    /// - Returns: The values and their attachments.
    private func run(
        _ inputs: [String], attachment: String = "", memory: CacheMemory?, succeeds: Bool = true
    ) -> (values: [Text], attachments: [String?]) {
        let cache = BuildCache(folder.path + "/cache", program: "1", memory: memory)
        let members = cache.chunk(
            "step", name: "chunk", inputs: inputs.map { Fingerprint(of: Text($0)) }
        ) { position, _ in
            BuildCache.Computed(
                value: Text(inputs[position].uppercased()),
                attachment: Array((attachment + inputs[position]).utf8))
        }
        if succeeds { cache.deleteUnused() }
        return (members.map(\.value), members.map(\.attachment.text))
    }

    @Test func decodesNothingTwice() {
        let first = run(["a", "b"], memory: memory)
        let second = run(["a", "b"], memory: memory)
        let third = run(["b", "c"], memory: memory)
        #expect(second.values[0] === first.values[0] && second.values[1] === first.values[1])
        #expect(third.values[0] === first.values[1] && third.values[1].text == "C")
        #expect(run(["b", "c"], memory: nil).values[0] !== first.values[1])
    }

    @Test func findsAttachmentsAfterReordering() {
        _ = run(["a", "long name", "c"], memory: memory)
        let second = run(["x", "c", "a"], attachment: "new ", memory: memory)
        #expect(second.attachments == ["new x", "c", "a"])
        #expect(run(["c", "a", "x"], memory: memory).attachments == ["c", "a", "new x"])
        #expect(run(["c", "a", "x"], memory: nil).attachments == ["c", "a", "new x"])
    }

    @Test func forgetsWhatAnotherProcessReplaces() {
        _ = run(["a", "long name"], memory: memory)
        _ = run(["long name", "c"], memory: nil)
        let third = run(["c", "long name", "d"], attachment: "new ", memory: memory)
        #expect(third.attachments == ["c", "long name", "new d"])
        #expect(third.values.map(\.text) == ["C", "LONG NAME", "D"])
    }

    @Test func decodesAgainWhatAFailedRunStored() {
        _ = run(["a", "long name"], memory: memory)
        let failed = run(["b", "long name"], attachment: "lost ", memory: memory, succeeds: false)
        let next = run(["b", "long name"], attachment: "new ", memory: memory)
        #expect(failed.values[0] !== next.values[0])
        #expect(next.attachments == ["lost b", "long name"])
    }

    /// The places of attachments change each time.
    @Test func findsAttachmentsInAFileThatIsWrittenAnew() {
        for round in 0..<20 {
            let inputs = ["a", "long name", "\(round)"]
            #expect(run(inputs, memory: memory).attachments == inputs)
            #expect(run(inputs, memory: memory).attachments == inputs)
        }
    }
}
