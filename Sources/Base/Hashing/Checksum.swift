private import CCrypto

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

    /// Returns the checksum of bytes in lower-case hexadecimal digits.
    package func text(of bytes: [UInt8]) -> String {
        var sums = Checksums([self])
        bytes.withUnsafeBytes { sums.update($0) }
        return sums.finished()[self] ?? ""
    }
}

/// Computes checksums of bytes that come in pieces, by several algorithms at once.
package struct Checksums {
    private var sums: [(algorithm: ChecksumAlgorithm, sum: any Checksum)]

    package init(_ algorithms: Set<ChecksumAlgorithm>) {
        sums = algorithms.map { algorithm in
            switch algorithm {
            case .sha512:
                (algorithm, Running(SHA512_CTX(), SHA512_Init, SHA512_Update, SHA512_Final))
            case .sha256:
                (algorithm, Running(SHA256_CTX(), SHA256_Init, SHA256_Update, SHA256_Final))
            // For old bags: they detect damage, and do not protect against manipulation.
            case .sha1: (algorithm, Running(SHA_CTX(), SHA1_Init, SHA1_Update, SHA1_Final))
            case .md5: (algorithm, Running(MD5_CTX(), MD5_Init, MD5_Update, MD5_Final))
            }
        }
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        for index in sums.indices { sums[index].sum.update(bytes) }
    }

    /// Returns the checksums in lower-case hexadecimal digits, one for each of the algorithms.
    package func finished() -> [ChecksumAlgorithm: String] {
        let digits = Array("0123456789abcdef".utf8)
        return Dictionary(
            uniqueKeysWithValues: sums.map { algorithm, sum in
                let bytes = sum.finished(size: algorithm.digits / 2)
                let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
                return (algorithm, String(decoding: text, as: UTF8.self))
            })
    }
}

private protocol Checksum {
    mutating func update(_ bytes: UnsafeRawBufferPointer)
    /// Returns the checksum in its number of bytes.
    func finished(size: Int) -> [UInt8]
}

/// A checksum that is being computed: the state of an algorithm of libcrypto, and its functions.
private struct Running<State>: Checksum {
    private var state: State
    private let add: (UnsafeMutablePointer<State>?, UnsafeRawPointer?, Int) -> Int32
    private let finish: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<State>?) -> Int32

    init(
        _ state: State, _ start: (UnsafeMutablePointer<State>?) -> Int32,
        _ add: @escaping (UnsafeMutablePointer<State>?, UnsafeRawPointer?, Int) -> Int32,
        _ finish: @escaping (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<State>?) -> Int32
    ) {
        (self.state, self.add, self.finish) = (state, add, finish)
        _ = start(&self.state)
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        _ = add(&state, bytes.baseAddress, bytes.count)
    }

    func finished(size: Int) -> [UInt8] {
        var state = state
        return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            _ = finish(bytes.baseAddress, &state)
            count = size
        }
    }
}
