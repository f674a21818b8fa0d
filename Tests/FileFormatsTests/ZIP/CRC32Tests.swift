import TestSupport
import Testing

@testable import FileFormats

@Suite(.tags(.fast))
struct CRC32Tests {
    private func sum(_ parts: [[UInt8]]) -> UInt32 {
        var sum = CRC32()
        for part in parts { part.withUnsafeBytes { sum.update($0) } }
        return sum.value
    }

    /// Known values, among them the check value of the catalogue of CRC algorithms.
    @Test(
        arguments: [
            ("", 0), ("a", 0xE8B7_BE43), ("abc", 0x3524_41C2), ("123456789", 0xCBF4_3926),
            ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
            (String(repeating: "\0", count: 32), 0x190A_55AD),
        ] as [(String, UInt32)])
    func hasTheKnownValue(text: String, value: UInt32) {
        #expect(sum([Array(text.utf8)]) == value)
    }

    @Test func agreesWithTheDefinitionBitByBit() {
        let seed: UInt64 = 0xC2C
        var random = SeededGenerator(seed: seed)
        for count in Array(0...40) + [1000, 4097] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            var expected: UInt32 = 0xFFFF_FFFF
            for byte in bytes {
                expected ^= UInt32(byte)
                for _ in 0..<8 {
                    expected = expected & 1 == 1 ? expected >> 1 ^ 0xEDB8_8320 : expected >> 1
                }
            }
            #expect(sum([bytes]) == ~expected, "\(count) bytes, seed \(seed)")
        }
    }

    @Test func doesNotDependOnChunking() {
        let seed: UInt64 = 0xC07
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
        for _ in 0..<100 {
            let first = Int.random(in: 0...500, using: &random)
            let second = Int.random(in: first...500, using: &random)
            let parts = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
            #expect(sum(parts) == sum([bytes]), "\(first), \(second), seed \(seed)")
        }
    }
}
