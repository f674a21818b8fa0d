private import Crypto

/// Names some content: the SHA-256 of the bytes, or of all that they are made from.
///
/// A notebook of many photos has many keys, so they are kept as the 32 bytes that they are.
package struct ContentKey: Hashable, Sendable {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    package init(of bytes: [UInt8]) {
        self.init(digest: SHA256.hash(data: bytes))
    }

    package init(of bytes: ArraySlice<UInt8>) {
        self = bytes.withUnsafeBytes { bytes in
            var hasher = ContentHasher()
            hasher.update(bytes)
            return hasher.key()
        }
    }

    /// The digest of bytes that come in pieces.
    ///
    /// - Parameter produce: Hands the pieces over, in their order.
    /// - Throws: The error of `produce`.
    package init<Failure: Error>(
        ofPieces produce: ((UnsafeRawBufferPointer) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        var hasher = ContentHasher()
        try produce { hasher.update($0) }
        self = hasher.key()
    }

    /// The key of what is made from several inputs; none of them may hold a line feed.
    package init(ofInputs inputs: [String]) {
        self.init(of: Array(inputs.joined(separator: "\n").utf8))
    }

    /// A key as it was written down; nil for what is no key.
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
        (first, second, third, fourth) = (number(0), number(1), number(2), number(3))
    }

    fileprivate init(digest: SHA256Digest) {
        (first, second, third, fourth) = digest.withUnsafeBytes { bytes in
            func number(_ index: Int) -> UInt64 {
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
            }
            return (number(0), number(1), number(2), number(3))
        }
    }

    /// The 32 bytes as four numbers.
    package var numbers: (UInt64, UInt64, UInt64, UInt64) { (first, second, third, fourth) }

    package init(numbers: (UInt64, UInt64, UInt64, UInt64)) {
        (first, second, third, fourth) = numbers
    }

    /// Adds the 32 bytes to those of which another key is made.
    package func append(to bytes: inout [UInt8]) {
        for number in [first, second, third, fourth] {
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }
    }

    /// 64 hexadecimal digits.
    package var text: String {
        String(unsafeUninitializedCapacity: 64) { output in
            for (index, number) in [first, second, third, fourth].enumerated() {
                for digit in 0..<16 {
                    let value = UInt8(truncatingIfNeeded: number >> (60 - 4 * digit)) & 15
                    output[16 * index + digit] = value < 10 ? 0x30 + value : 0x57 + value
                }
            }
            return 64
        }
    }

    /// Enough digits for a file name.
    package var short: String { String(text.prefix(20)) }
}

extension ContentKey: Codable {
    /// - Throws: `DecodingError` for a text that is not 64 hexadecimal digits.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = ContentKey(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not 64 hexadecimal digits")
        }
        self = key
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension ContentKey: Comparable {
    package static func < (left: ContentKey, right: ContentKey) -> Bool {
        (left.first, left.second, left.third, left.fourth)
            < (right.first, right.second, right.third, right.fourth)
    }
}

/// Computes the key of bytes that come in pieces.
package struct ContentHasher {
    private var hash = SHA256()

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bufferPointer: bytes)
    }

    package func key() -> ContentKey {
        ContentKey(digest: hash.finalize())
    }
}
