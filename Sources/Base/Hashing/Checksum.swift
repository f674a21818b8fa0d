private import Crypto

/// The checksum algorithms of bags (BagIt 1.0, RFC 8493, section 2.4). Raw values name the
/// manifests: `manifest-sha256.txt`.
package enum ChecksumAlgorithm: String, CaseIterable, Sendable {
    case sha512, sha256, sha1, md5

    /// The number of hexadecimal digits of a checksum, two for each byte: 64 for SHA-256.
    package var digits: Int {
        switch self {
        case .sha512: 128
        case .sha256: 64
        case .sha1: 40
        case .md5: 32
        }
    }
}

/// Computes checksums of bytes that come in pieces, by several algorithms at once.
package struct Checksums {
    private var hashes: [(algorithm: ChecksumAlgorithm, hash: any HashFunction)]

    package init(_ algorithms: Set<ChecksumAlgorithm>) {
        hashes = ChecksumAlgorithm.allCases.filter(algorithms.contains).map { algorithm in
            switch algorithm {
            case .sha512: (algorithm, SHA512())
            case .sha256: (algorithm, SHA256())
            // For old bags: they detect damage, and do not protect against manipulation.
            case .sha1: (algorithm, Insecure.SHA1())
            case .md5: (algorithm, Insecure.MD5())
            }
        }
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        for index in hashes.indices { hashes[index].hash.update(bufferPointer: bytes) }
    }

    /// Returns the checksums in lower-case hexadecimal digits, one for each of the algorithms.
    package func finished() -> [ChecksumAlgorithm: String] {
        let sums = hashes.map { algorithm, hash in (algorithm, Self.text(hash)) }
        return Dictionary(uniqueKeysWithValues: sums)
    }

    private static func text(_ hash: some HashFunction) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in hash.finalize() {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
