import Hashing
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ChunkBoundaryTests {
    /// The test vectors of the authors of the hash (FNV-1a, 64 bits).
    @Test(
        arguments: [
            ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c),
            ("b", 0xaf63_df4c_8601_f1a5), ("foo", 0xdcb2_7518_fed9_d577),
            ("foobar", 0x8594_4171_f739_67e8),
        ] as [(String, UInt64)])
    func hashesThePublishedVectors(text: String, hash: UInt64) {
        #expect(FNVHash(text.utf8).value == hash)
        #expect(FNVHash(text.utf8.prefix(2)).adding(Array(text.utf8.dropFirst(2))).value == hash)
    }

    /// Names that differ only in their last bytes, as those of most notes, must not be alike.
    @Test(arguments: ["note-", "", "2024-05-", "a/very/long/folder/name/with/many/notes/"])
    func isABoundaryForOneNameInThirtyTwo(prefix: String) {
        let count = (0..<32_000).count { "\(prefix)\($0)".utf8.isChunkBoundary }
        #expect((800...1_200).contains(count), "\(count)")
    }

    private func chunks(_ range: Range<Int>, minimum: Int = 4, maximum: Int = 40) -> [Range<Int>] {
        range.chunks(minimum: minimum, maximum: maximum) { "name \($0)".utf8 }
    }

    @Test func endsAChunkBeforeABoundaryAndNowhereElse() {
        let chunks = chunks(0..<3_000)
        for (chunk, next) in zip(chunks, chunks.dropFirst()) {
            #expect(chunk.upperBound == next.lowerBound)
            #expect("name \(next.lowerBound)".utf8.isChunkBoundary || chunk.count == 40)
        }
        for chunk in chunks {
            let passed = chunk.dropFirst(4).filter { "name \($0)".utf8.isChunkBoundary }
            #expect(passed.isEmpty, "\(chunk) has boundaries at \(passed)")
        }
    }

    @Test(arguments: [0..<0, 0..<1, 0..<8, 0..<9, 0..<500, 7..<7, 7..<8, 100..<1_000])
    func coversRangesWithChunksWithinTheLimits(range: Range<Int>) {
        for (minimum, maximum) in [(4, 40), (8, 24)] {
            let chunks = chunks(range, minimum: minimum, maximum: maximum)
            #expect(chunks.flatMap { Array($0) } == Array(range))
            #expect(chunks.allSatisfy { (1...maximum).contains($0.count) })
            #expect(chunks.dropLast().allSatisfy { $0.count >= minimum })
        }
    }

    @Test func respectsTheMinimumAndMaximumChunkSize() throws {
        let plain = try #require((0..<100).map { "x\($0)" }.first { !$0.utf8.isChunkBoundary })
        let mark = try #require((0..<1_000).map { "x\($0)" }.first { $0.utf8.isChunkBoundary })
        let never = (0..<25).chunks(minimum: 3, maximum: 10) { _ in plain.utf8 }
        #expect(never == [0..<10, 10..<20, 20..<25])
        let always = (0..<8).chunks(minimum: 3, maximum: 10) { _ in mark.utf8 }
        #expect(always == [0..<3, 3..<6, 6..<8])
        #expect(
            (0..<7).chunks(minimum: 2, maximum: 2) { _ in mark.utf8 }.map(\.count) == [2, 2, 2, 1])
    }

    private func parts(_ names: [String], minimum: Int, maximum: Int) -> Set<[String]> {
        Set(
            names.indices.chunks(minimum: minimum, maximum: maximum) { names[$0].utf8 }
                .map { Array(names[$0]) })
    }

    /// Only the chunks near an insertion or a removal change.
    @Test(arguments: [0, 1, 500, 999])
    func keepsTheOtherChunksWhenANameIsRemoved(place: Int) {
        let names = (0..<1_000).map { "name \($0)" }
        var fewer = names
        fewer.remove(at: place)
        let before = parts(names, minimum: 4, maximum: 200)
        let after = parts(fewer, minimum: 4, maximum: 200)
        #expect(before.count > 15)
        #expect(after.subtracting(before).count <= 4)
    }

    @Test func keepsMostChunksWhenANameIsAdded() {
        let names = (0..<2_000).map { "note-\($0)" }
        let more = names[..<300] + ["note-new"] + names[300...]
        let before = parts(names, minimum: 8, maximum: 24)
        let after = parts(Array(more), minimum: 8, maximum: 24)
        #expect(after.subtracting(before).count <= 10)
        #expect(after.count > 60)
    }
}
