private import Crypto

/// Names some content: the SHA-256 of the bytes, or of all that they are made from.
package struct ContentKey: Hashable, Sendable {
    /// 64 hexadecimal digits.
    package let text: String

    package init(of bytes: [UInt8]) {
        text = hexadecimal(SHA256.hash(data: bytes))
    }

    /// The key of what is made from several inputs; none of them may hold a line feed.
    package init(ofInputs inputs: [String]) {
        self.init(of: Array(inputs.joined(separator: "\n").utf8))
    }

    /// A key as it was written down; nil for what is no key.
    package init?(text: String) {
        guard text.utf8.count == 64,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = text
    }

    fileprivate init(digest: SHA256Digest) {
        text = hexadecimal(digest)
    }

    /// Enough digits for a file name.
    package var short: String { String(text.prefix(20)) }
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

private func hexadecimal(_ digest: SHA256Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 64) { output in
        for (index, byte) in digest.enumerated() {
            output[2 * index] = digits[Int(byte >> 4)]
            output[2 * index + 1] = digits[Int(byte & 15)]
        }
        return 64
    }
}
