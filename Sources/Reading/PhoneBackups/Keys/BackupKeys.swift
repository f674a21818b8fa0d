import Hashing

/// The unlocked keys of an encrypted backup, which are in memory only.
struct BackupKeys: Sendable {
    private let classes: [UInt32: SecretKey]

    /// Derives the key of the password and unlocks the keys of the classes. With the number of
    /// rounds of a phone, that takes some seconds.
    ///
    /// - Parameter password: The password of the backup, not that of the phone.
    /// - Returns: Nil for a wrong password.
    init?(_ keybag: BackupKeybag, password: String) {
        guard !password.isEmpty, let key = Self.derivedKey(keybag, password: password) else {
            return nil
        }
        var classes: [UInt32: SecretKey] = [:]
        for each in keybag.classes where each.hasPassword {
            // Unwrapping checks the key: a wrong one fails at the first class.
            guard let unlocked = key.unwrapping(each.wrappedKey) else {
                guard !classes.isEmpty else { return nil }
                continue
            }
            classes[each.number] = unlocked
        }
        self.classes = classes
    }

    private static func derivedKey(_ keybag: BackupKeybag, password: String) -> SecretKey? {
        let (bytes, second) = (Array(password.utf8), keybag.second)
        guard let first = keybag.first else {
            return SecretKey(password: bytes, salt: second.salt, rounds: second.rounds, hash: .sha1)
        }
        return SecretKey(password: bytes, salt: first.salt, rounds: first.rounds, hash: .sha256)?
            .derived(salt: second.salt, rounds: second.rounds, hash: .sha1)
    }

    /// Returns the key of a file.
    ///
    /// - Parameter wrapped: The number of the class (32 bits, little-endian) and the key of the
    ///   file, wrapped with that of the class; nil for a file without one.
    func key(of wrapped: [UInt8]?) throws -> SecretKey {
        guard let wrapped, wrapped.count > 4 else { throw CopyError.noKey }
        guard wrapped.count == 4 + BackupKeybag.wrappedKeySize else { throw CopyError.damagedKey }
        let number = (0..<4).reduce(UInt32(0)) { $0 | UInt32(wrapped[$1]) << UInt32(8 * $1) }
        guard let own = classes[number] else { throw CopyError.keyOfDevice }
        guard let key = own.unwrapping(Array(wrapped[4...])) else { throw CopyError.damagedKey }
        return key
    }
}

extension CopyError {
    static let noKey = CopyError(reason: "has no key in the backup")
    static let keyOfDevice = CopyError(reason: "is encrypted with a key that only the device has")
    static let damagedKey = CopyError(reason: "has a damaged key")
}
