private import Crypto

/// The ways of summing up bytes that bags are checked by.
package enum ChecksumAlgorithm: String, CaseIterable, Sendable {
    case sha512, sha256, sha1, md5

    /// Hexadecimal digits of a sum.
    package var digits: Int {
        switch self {
        case .sha512: 128
        case .sha256: 64
        case .sha1: 40
        case .md5: 32
        }
    }
}

/// Sums up bytes that come in pieces, in several ways at once.
package struct Checksums {
    private var hashes: [(algorithm: ChecksumAlgorithm, hash: any HashFunction)]

    package init(_ algorithms: Set<ChecksumAlgorithm>) {
        hashes = ChecksumAlgorithm.allCases.filter(algorithms.contains).map { algorithm in
            switch algorithm {
            case .sha512: (algorithm, SHA512())
            case .sha256: (algorithm, SHA256())
            // Of old bags: they tell damage, and protect from nobody.
            case .sha1: (algorithm, Insecure.SHA1())
            case .md5: (algorithm, Insecure.MD5())
            }
        }
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        for index in hashes.indices { hashes[index].hash.update(bufferPointer: bytes) }
    }

    /// The sums in lower-case hexadecimal digits.
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
