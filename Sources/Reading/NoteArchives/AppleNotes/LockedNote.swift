import FileFormats
import Hashing
import KeyedArchives

/// The encrypted text of a locked note (threeplanetssoftware/apple_cloud_notes_parser,
/// `AppleDecrypter`; 6over3/NotesKit, `docs/encryption-research.md`).
///
/// The lock is that of the note and not of a version of the system: a store may contain both kinds.
struct LockedNote {
    /// True if the key is in the keychain of the device, so that no password opens the note.
    private(set) var isOfDevice = false
    private var salt: [UInt8] = []
    private var rounds = 0
    private var wrappedKey: [UInt8] = []
    /// The encrypted text, followed by its tag.
    private var sealed: [UInt8] = []
    private var nonce: [UInt8] = []
    /// The data that is authenticated with the text.
    private var header: [UInt8] = []
    private var keySize = 32

    private static let maximumRounds = 1_000_000
    /// The columns of the row of a note, and of that of its text, with the keys of iOS 16 and
    /// earlier.
    static let noteColumns = ["ZCRYPTOSALT", "ZCRYPTOITERATIONCOUNT", "ZCRYPTOWRAPPEDKEY"]
    static let textColumns = ["ZDATA", "ZCRYPTOINITIALIZATIONVECTOR", "ZCRYPTOTAG"]

    /// - Parameters:
    ///   - note: The values of ``noteColumns``.
    ///   - text: The values of ``textColumns``.
    init?(note: [SQLiteValue], text: [SQLiteValue]) {
        guard let data = text.first?.data else { return nil }
        if data.starts(with: "bplist00".utf8) {
            guard read(archive: data) else { return nil }
            return
        }
        guard note.count == 3, text.count == 3, let salt = note[0].data,
            let rounds = note[1].integer, let key = note[2].data,
            let nonce = text[1].data, let tag = text[2].data
        else { return nil }
        (self.salt, self.rounds, wrappedKey) = (salt, Int(clamping: rounds), key)
        (sealed, self.nonce, keySize) = (data + tag, nonce, 16)
    }

    /// Reads an archive of the class `ICCryptoEncryptionObject`, as since iOS 17.
    private mutating func read(archive data: [UInt8]) -> Bool {
        guard let archive = try? KeyedArchive(ArchiveBytes(data)), let root = archive.root,
            let object = try? archive.objectOfAnApp(root)
        else { return false }
        func bytes(_ key: String) -> [UInt8]? {
            object[key].flatMap { try? archive.data($0) }.flatMap { archive.contents(of: $0) }
        }
        func list(_ bytes: [UInt8]) -> KeyedArchive? { try? KeyedArchive(ArchiveBytes(bytes)) }
        guard let header = bytes("metadata"), let metadata = list(header)?.root,
            let free = bytes("unauthenticatedMetadata").flatMap(list),
            let encrypted = bytes("encryptedData"), encrypted.count >= 48
        else { return false }
        self.header = header
        isOfDevice = metadata["accountKeyIdentifier"] != nil
        if case .data(let reference)? = free.root?["passphraseSalt"] {
            salt = free.contents(of: reference) ?? []
        }
        if case .integer(let count)? = free.root?["passphraseIterationCount"] {
            rounds = Int(clamping: count)
        }
        wrappedKey = bytes("wrappedEncryptionKey") ?? []
        // The ciphertext, 32 bytes of the nonce, and 16 of the tag.
        nonce = Array(encrypted.suffix(48).prefix(32))
        sealed = encrypted.dropLast(48) + encrypted.suffix(16)
        return true
    }

    /// True if the key of a password may be derived within a number of rounds for the store.
    func mayBeOpened(roundsLeft: Int) -> Bool {
        (1...Self.maximumRounds).contains(rounds) && rounds <= roundsLeft
    }

    /// Returns the text, still compressed; nil if the password is another one, or for damaged data.
    ///
    /// - Parameter roundsLeft: The number of rounds of the key derivation that may still be spent on
    ///   the store.
    func opened(with password: String, roundsLeft: inout Int) -> [UInt8]? {
        guard !isOfDevice, mayBeOpened(roundsLeft: roundsLeft) else { return nil }
        roundsLeft -= rounds
        return SecretKey(
            password: Array(password.utf8), salt: salt, rounds: rounds, hash: .sha256,
            size: keySize)?
            .unwrapping(wrappedKey)?.opening(sealed, nonce: nonce, header: header)
    }
}
