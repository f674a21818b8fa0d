import Hashing
import LocalFiles

/// The content of a file of a backup, decrypted as it is read.
struct BackupContent {
    /// The path of the stored file, which is not followed if it is a link.
    let path: String
    /// The key of the file; nil in a backup that is not encrypted.
    let key: SecretKey?

    /// Passes the plain content to `body`, in pieces of at most a few megabytes.
    ///
    /// - Parameters:
    ///   - limit: The number of stored bytes to read from the start; nil for all.
    ///   - isComplete: Returns true if plain content that does not end with padding is complete.
    ///   - body: Receives the pieces. Damage may be found after it has received all but the last.
    /// - Throws: ``CopyError`` if the content cannot be read or decrypted, or the error of `body`.
    func forEachPiece(
        upTo limit: Int? = nil, isComplete: () -> Bool = { false },
        body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var failure: (any Error)?
        var decryption = key.map { BlockDecryption(key: $0) }
        do {
            let file = try OpenFile(path, access: .readWithoutFollowing)
            let status = try file.status()
            guard status.isFile else { throw CopyError.missing }
            try LocalFiles.forEachChunk(of: file, in: 0..<min(status.size, limit ?? status.size)) {
                chunk in
                guard failure == nil else { return }
                do {
                    guard decryption != nil else { return try body(chunk) }
                    try (decryption?.update(chunk) ?? []).withUnsafeBytes(body)
                } catch { failure = error }
            }
        } catch let error as FileError {
            throw error.isMissing
                ? CopyError.missing
                : CopyError(reason: "cannot be read: \(error.reason)", isOfSystem: true)
        }
        if let failure { throw failure }
        if limit == nil, let decryption {
            try decryption.finish(isWhole: isComplete).withUnsafeBytes(body)
        }
    }

    /// Returns the first bytes, by which the kind of the file is detected; fewer from a small file.
    func prefix(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        // The last block is held back, since it may be padding.
        let stored = count + 2 * BlockDecryption.blockSize
        try forEachPiece(upTo: stored / BlockDecryption.blockSize * BlockDecryption.blockSize) {
            bytes += $0
        }
        return Array(bytes.prefix(count))
    }
}
