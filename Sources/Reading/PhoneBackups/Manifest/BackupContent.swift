import Crypto
import LocalFiles

/// The content of a file of a backup, decrypted as it is read.
struct BackupContent {
    /// The path of the stored file, which is not followed if it is a link.
    let path: String
    /// The key of the file; nil in a backup that is not encrypted.
    let key: SymmetricKey?

    /// The reasons why content cannot be copied.
    enum ContentError: Error, Hashable {
        /// The copy of the backup is incomplete.
        case missing
        case key(BackupKeys.MissingKey)
        case encryption(BlockDecryption.DecryptionError)
        /// The stored file cannot be read.
        case unreadable(FileError)
        /// The copy cannot be written.
        case unwritable(FileError)

        /// The reason, as the end of a sentence after the name of the file.
        var reason: String {
            switch self {
            case .missing: "is missing in the backup, which may be an incomplete copy"
            case .key(let error): error.reason
            case .encryption(let error): error.reason
            case .unreadable(let error): "cannot be read: \(error.reason)"
            case .unwritable(let error): "cannot be written: \(error.reason)"
            }
        }

        /// True if the cause is not in the backup, such as a permission or a full disk.
        var isOfSystem: Bool {
            switch self {
            case .missing, .key, .encryption: false
            case .unreadable, .unwritable: true
            }
        }
    }

    /// Passes the plain content to `body`, in pieces of at most a few megabytes.
    ///
    /// - Parameters:
    ///   - limit: The number of stored bytes to read from the start; nil for all.
    ///   - isComplete: Returns true if plain content that does not end with padding is complete.
    ///   - body: Receives the pieces. Damage may be found after it has received all but the last.
    func forEachPiece(
        upTo limit: Int? = nil, isComplete: () -> Bool = { false },
        body: (UnsafeRawBufferPointer) throws(FileError) -> Void
    ) throws(ContentError) {
        var failure: ContentError?
        func pass(_ bytes: [UInt8]) {
            bytes.withUnsafeBytes { pass($0) }
        }
        func pass(_ bytes: UnsafeRawBufferPointer) {
            do throws(FileError) { try body(bytes) } catch { failure = .unwritable(error) }
        }
        var decryption = key.map { BlockDecryption(key: $0) }
        do throws(FileError) {
            let file = try OpenFile(path, access: .readWithoutFollowing)
            let status = try file.status()
            guard status.isFile else {
                throw FileError(action: "read", path: path, code: FileError.noSuchFile)
            }
            try LocalFiles.forEachChunk(of: file, in: 0..<min(status.size, limit ?? status.size)) {
                chunk in
                guard failure == nil else { return }
                guard decryption != nil else { return pass(chunk) }
                do throws(BlockDecryption.DecryptionError) {
                    pass(try decryption?.update(chunk) ?? [])
                } catch { failure = .encryption(error) }
            }
        } catch {
            throw error.isMissing ? .missing : .unreadable(error)
        }
        if failure == nil, limit == nil, let decryption {
            do throws(BlockDecryption.DecryptionError) {
                pass(try decryption.finish(isWhole: isComplete))
            } catch { failure = .encryption(error) }
        }
        if let failure { throw failure }
    }

    /// Returns the first bytes, by which the kind of the file is detected; fewer from a small file.
    func prefix(_ count: Int) throws(ContentError) -> [UInt8] {
        var bytes: [UInt8] = []
        // The last block is held back, since it may be padding.
        let stored = count + 2 * BlockDecryption.blockSize
        try forEachPiece(upTo: stored / BlockDecryption.blockSize * BlockDecryption.blockSize) {
            bytes += $0
        }
        return Array(bytes.prefix(count))
    }
}
