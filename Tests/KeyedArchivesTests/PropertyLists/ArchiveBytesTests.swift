import TestSupport
import Testing

@testable import KeyedArchives

/// Bytes that are read on demand, by a reader that counts its calls.
@Suite(.tags(.fast))
struct ArchiveBytesTests {
    private final class Calls {
        var ranges: [Range<Int>] = []
    }

    private static func byte(_ offset: Int) -> UInt8 { UInt8(truncatingIfNeeded: offset &* 31 + 7) }

    /// Returns bytes of a given count; those from `end` on cannot be read.
    private func windowed(
        _ count: Int, calls: Calls = Calls(), readableUpTo end: Int = .max
    ) -> ArchiveBytes {
        ArchiveBytes(count: count) { offset, buffer in
            calls.ranges.append(offset..<offset + buffer.count)
            let readable = max(0, min(buffer.count, end - offset))
            for index in 0..<readable { buffer[index] = Self.byte(offset + index) }
            return readable
        }
    }

    @Test func readsTheSameBytesFromMemoryAndOnDemand() throws {
        let seed: UInt64 = 0xAB
        var random = SeededGenerator(seed: seed)
        let count = 400_000
        let whole = ArchiveBytes((0..<count).map(Self.byte))
        let windowed = windowed(count)
        for _ in 0..<500 {
            let start = Int.random(in: 0..<count, using: &random)
            let end = Int.random(in: start...min(count, start + 3000), using: &random)
            let expected = try #require(whole.bytes(start..<end)).map(\.self)
            #expect(windowed.bytes(start..<end).map { Array($0) } == expected, "seed \(seed)")
            #expect(windowed.byte(at: start) == Self.byte(start))
        }
    }

    @Test func cachesWindowsOfNearbyBytes() {
        let calls = Calls()
        let bytes = windowed(300_000, calls: calls)
        for offset in 0..<1000 { _ = bytes.byte(at: offset) }
        #expect(calls.ranges == [0..<65_536])
        // Four windows are kept: the tables at the end, and the objects.
        for start in [0, 100_000, 200_000, 280_000] { _ = bytes.byte(at: start) }
        let before = calls.ranges.count
        for start in [280_000, 0, 200_000, 100_000, 0] { _ = bytes.byte(at: start) }
        #expect(calls.ranges.count == before)
    }

    @Test func neverRequestsBytesPastTheEnd() {
        let calls = Calls()
        let bytes = windowed(70_000, calls: calls)
        #expect(bytes.bytes(69_990..<70_000)?.count == 10)
        #expect(calls.ranges.allSatisfy { $0.upperBound <= 70_000 })
    }

    @Test func readsAnObjectLargerThanAWindow() {
        let bytes = windowed(1_000_000)
        #expect(bytes.bytes(10..<900_010)?.last == Self.byte(900_009))
        #expect(bytes.byte(at: 5) == Self.byte(5))
    }

    @Test(arguments: [0..<11, 10..<11, 11..<11, -1..<2, 5..<Int.max])
    func returnsNilOutOfBounds(range: Range<Int>) {
        #expect(ArchiveBytes([UInt8](repeating: 1, count: 10)).bytes(range) == nil)
        #expect(windowed(10).bytes(range) == nil)
    }

    @Test func returnsEmptyRangesWithinBounds() {
        #expect(ArchiveBytes([1, 2]).bytes(2..<2)?.count == 0)
        #expect(ArchiveBytes([]).bytes(0..<0)?.count == 0)
        #expect(ArchiveBytes([]).byte(at: 0) == nil)
        #expect(ArchiveBytes([1]).byte(at: -1) == nil)
    }

    @Test func returnsNilForUnreadableBytes() {
        let bytes = windowed(200_000, readableUpTo: 100)
        #expect(bytes.bytes(0..<100)?.count == 100)
        #expect(bytes.bytes(0..<101) == nil)
        #expect(bytes.byte(at: 150_000) == nil)
        // What was read before is still there.
        #expect(bytes.byte(at: 99) == Self.byte(99))
    }

    @Test func countsOnlyInitializedBytes() {
        let bytes = ArchiveBytes(count: 100) { buffer in
            buffer[0] = 9
            return 1
        }
        #expect(bytes.count == 1 && bytes.byte(at: 0) == 9 && bytes.byte(at: 1) == nil)
        // A source that claims more than the buffer holds is not believed.
        #expect(ArchiveBytes(count: 4) { _ in 1000 }.count == 4)
    }

    @Test func propagatesErrorsOfTheSource() {
        #expect(throws: ArchiveError(.cutOff)) {
            try ArchiveBytes(count: 4) { _ throws(ArchiveError) -> Int in
                throw ArchiveError(.cutOff)
            }
        }
    }
}
