import TestSupport
import Testing

@testable import SiteSearch

/// The table of distinct terms, compared with a dictionary.
@Suite(.tags(.fast))
struct TermTableTests {
    private func number(_ term: [UInt8], in table: inout TermTable) -> Int {
        term.withUnsafeBufferPointer { table.number(of: $0) }
    }

    /// Returns terms that often begin alike, with lengths around eight bytes.
    private func terms(_ count: Int, seed: UInt64) -> [[UInt8]] {
        var random = SeededGenerator(seed: seed)
        let signs: [UInt8] = [0, 0x61, 0x62, 0xFF]
        return (0..<count).map { _ in
            let length = random.pick([0, 1, 3, 7, 8, 9, 15, 16, 17, 24])
            return (0..<length).map { index in
                index < 6 ? 0x61 : signs[Int.random(in: 0..<4, using: &random)]
            }
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func numbersTermsAsADictionaryDoes(seed: UInt64) {
        var table = TermTable(bits: 1)
        var reference: [[UInt8]: Int] = [:]
        for term in terms(1500, seed: seed) {
            let expected = reference[term] ?? reference.count
            reference[term] = expected
            let found = number(term, in: &table)
            #expect(found == expected, "seed \(seed): \(term)")
        }
        #expect(table.count == reference.count, "seed \(seed)")
        for (term, number) in reference {
            #expect(Array(table.bytes[table.range(of: number)]) == term, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func sortsTermsByTheirBytes(seed: UInt64) {
        var table = TermTable(bits: 4)
        for term in terms(600, seed: seed) { _ = number(term, in: &table) }
        let sorted = table.sorted.map { Array(table.bytes[table.range(of: Int($0))]) }
        #expect(sorted.count == table.count)
        for (one, next) in zip(sorted, sorted.dropFirst()) {
            #expect(one.lexicographicallyPrecedes(next), "seed \(seed): \(one), \(next)")
        }
    }

    @Test func distinguishesTermsWithZeroBytes() {
        var table = TermTable(bits: 2)
        let terms: [[UInt8]] = [
            [], [0], [0, 0], [0x61], [0x61, 0], Array(repeating: 0, count: 9),
        ]
        for _ in 0..<2 {
            let numbers = terms.map { number($0, in: &table) }
            #expect(numbers == [0, 1, 2, 3, 4, 5])
        }
        #expect(table.sorted == [0, 1, 2, 5, 3, 4])
    }

    @Test func isEmptyAtFirst() {
        let table = TermTable(bits: 3)
        #expect(table.count == 0 && table.sorted == [] && table.bytes == [])
    }
}
