private import CCrypto

/// A SHA-256 hash of 32 bytes, stored compactly as four numbers because a notebook has many of
/// them.
package struct SHA256Value: Hashable, Sendable {
    fileprivate let numbers: (UInt64, UInt64, UInt64, UInt64)

    package static func == (left: SHA256Value, right: SHA256Value) -> Bool {
        left.numbers == right.numbers
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(numbers.0) }

    fileprivate init(_ numbers: (UInt64, UInt64, UInt64, UInt64)) { self.numbers = numbers }

    package init(of bytes: [UInt8]) {
        var hasher = ContentHasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        self = hasher.value()
    }

    /// The 32 bytes of the hash.
    package var bytes: [UInt8] {
        [numbers.0, numbers.1, numbers.2, numbers.3].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
    }

    /// The first eight bytes as a big-endian number, for uses in which 64 bits of the hash are
    /// enough.
    package var firstNumber: UInt64 { numbers.0 }
}

/// Computes the SHA-256 (FIPS 180-4) of bytes that come in pieces, in order, for callers that
/// cannot pass them all in one closure.
package struct ContentHasher {
    private var state = SHA256_CTX()

    package init() { SHA256_Init(&state) }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        SHA256_Update(&state, bytes.baseAddress, bytes.count)
    }

    package func digest() -> ContentDigest { ContentDigest(value: value()) }

    func value() -> SHA256Value {
        var state = state
        var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        _ = withUnsafeMutableBytes(of: &digest) {
            SHA256_Final($0.assumingMemoryBound(to: UInt8.self).baseAddress, &state)
        }
        return SHA256Value(
            (
                digest.0.bigEndian, digest.1.bigEndian, digest.2.bigEndian, digest.3.bigEndian
            ))
    }
}

/// The common interface of digests and fingerprints, which remain separate types. Values are
/// ordered by their bytes.
package protocol HashIdentified: Hashable, Sendable, Comparable, BinaryCodable, Codable {
    var value: SHA256Value { get }
    init(value: SHA256Value)
}

extension HashIdentified {
    /// Computes the hash of lines of text, for identifiers and file names that must stay the same
    /// across versions; no line may contain a line feed.
    package init(ofLines lines: [String]) {
        self.init(value: SHA256Value(of: Array(lines.joined(separator: "\n").utf8)))
    }

    /// The hash in 64 lower-case hexadecimal digits, as `sha256sum` prints it.
    package var text: String {
        let (first, second, third, fourth) = value.numbers
        return String(unsafeUninitializedCapacity: 64) { output in
            for (index, number) in [first, second, third, fourth].enumerated() {
                for digit in 0..<16 {
                    let value = UInt8(truncatingIfNeeded: number >> (60 - 4 * digit)) & 15
                    output[16 * index + digit] = value < 10 ? 0x30 + value : 0x57 + value
                }
            }
            return 64
        }
    }

    /// The first 20 hexadecimal digits, that is 80 bits: enough to name a file uniquely.
    package var short: String { String(text.prefix(20)) }

    /// Creates a value from its hexadecimal digits; nil unless there are exactly 64, in lower case.
    package init?(text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 64,
            digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        func number(_ index: Int) -> UInt64 {
            digits[16 * index..<16 * index + 16].reduce(0) { number, digit in
                number << 4 | UInt64(digit < 0x3A ? digit - 0x30 : digit - 0x57)
            }
        }
        self.init(value: SHA256Value((number(0), number(1), number(2), number(3))))
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.value.numbers < right.value.numbers
    }

    package func write(to writer: inout ByteWriter) {
        withUnsafeBytes(of: value.numbers) { writer.write(unmeasured: $0) }
    }

    package init(from reader: inout ByteReader) throws {
        self.init(
            value: SHA256Value(
                (
                    try reader.eightBytes(), try reader.eightBytes(), try reader.eightBytes(),
                    try reader.eightBytes()
                )))
    }
}

// Coded as text, in messages and in records that people may read.
extension HashIdentified {
    /// Decodes a hash from its text.
    ///
    /// - Throws: `DecodingError` for a text that is not 64 lower-case hexadecimal digits.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let decoded = Self(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not 64 hexadecimal digits")
        }
        self = decoded
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
