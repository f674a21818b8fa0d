import Hashing

/// Decrypts a file of a backup piece by piece: AES with 256 bits in CBC mode, an initialization
/// vector of zeros, and padding as in PKCS #7.
///
/// The size of a file in the manifest is not used: it is wrong for databases, which would be cut
/// off. The padding decides where a file ends.
struct BlockDecryption {
    private let key: SecretKey
    private var vector = [UInt8](repeating: 0, count: Self.blockSize)
    /// The bytes after the last whole block, and the last decrypted block, which may be padding.
    private var rest: [UInt8] = []
    private var last: [UInt8] = []

    static let blockSize = 16

    init(key: SecretKey) { self.key = key }

    /// Decrypts a piece of any size and returns the plain bytes that cannot be padding.
    mutating func update(_ piece: UnsafeRawBufferPointer) throws -> [UInt8] {
        rest += piece
        let count = rest.count / Self.blockSize * Self.blockSize
        guard count > 0 else { return [] }
        let encrypted = rest[..<count]
        guard let plain = key.decrypting(blocks: encrypted, vector: vector) else {
            throw CopyError.truncated
        }
        vector = Array(encrypted.suffix(Self.blockSize))
        rest.removeFirst(count)
        defer { last = Array(plain.suffix(Self.blockSize)) }
        return last + plain.dropLast(Self.blockSize)
    }

    /// Finishes the file, and checks its padding.
    ///
    /// - Parameter isWhole: Returns true if a file that does not end with padding is complete, as
    ///   some databases are.
    /// - Returns: The plain bytes of the last block.
    func finish(isWhole: () -> Bool = { false }) throws -> [UInt8] {
        guard rest.isEmpty, let count = last.last.map({ Int($0) }) else {
            throw CopyError.truncated
        }
        guard (1...Self.blockSize).contains(count),
            last.suffix(count).allSatisfy({ Int($0) == count })
        else {
            guard isWhole() else { throw CopyError.badPadding }
            return last
        }
        return last.dropLast(count)
    }
}

extension CopyError {
    static let truncated = CopyError(reason: "is truncated in the backup")
    static let badPadding = CopyError(reason: "is damaged in the backup")
}
