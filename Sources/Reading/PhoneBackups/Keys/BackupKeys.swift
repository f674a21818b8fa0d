import Crypto
import CryptoExtras
import Foundation

/// The unlocked keys of an encrypted backup, which are in memory only.
struct BackupKeys: Sendable {
    private let classes: [UInt32: SymmetricKey]

    /// Derives the key of the password and unlocks the keys of the classes. With the number of
    /// rounds of a phone, that takes some seconds.
    ///
    /// - Parameter password: The password of the backup, not that of the phone.
    /// - Returns: Nil for a wrong password.
    init?(_ keybag: BackupKeybag, password: String) {
        guard !password.isEmpty, let key = Self.derivedKey(keybag, password: password) else {
            return nil
        }
        var classes: [UInt32: SymmetricKey] = [:]
        for each in keybag.classes where each.hasPassword {
            // Unwrapping checks the key: a wrong one fails at the first class.
            guard let unlocked = try? AES.KeyWrap.unwrap(each.wrappedKey, using: key) else {
                guard !classes.isEmpty else { return nil }
                continue
            }
            classes[each.number] = unlocked
        }
        self.classes = classes
    }

    private static func derivedKey(_ keybag: BackupKeybag, password: String) -> SymmetricKey? {
        typealias PBKDF2 = KDF.Insecure.PBKDF2
        let bytes = Array(password.utf8)
        var key = SymmetricKey(data: bytes)
        if let first = keybag.first {
            guard
                let derived = try? PBKDF2.deriveKey(
                    from: bytes, salt: first.salt, using: .sha256, outputByteCount: 32,
                    unsafeUncheckedRounds: first.rounds)
            else { return nil }
            key = derived
        }
        // The backup's own format, with fewer rounds than the library thinks wise.
        return try? PBKDF2.deriveKey(
            from: key.withUnsafeBytes { Data($0) }, salt: keybag.second.salt, using: .insecureSHA1,
            outputByteCount: 32, unsafeUncheckedRounds: keybag.second.rounds)
    }

    /// The reasons why a file has no key, as the end of a sentence after its name.
    enum MissingKey: Error, Hashable {
        case noKey
        case ofDevice
        case damaged

        var reason: String {
            switch self {
            case .noKey: "has no key in the backup"
            case .ofDevice: "is encrypted with a key that only the device has"
            case .damaged: "has a damaged key"
            }
        }
    }

    /// Returns the key of a file.
    ///
    /// - Parameter wrapped: The number of the class (32 bits, little-endian) and the key of the
    ///   file, wrapped with that of the class; nil for a file without one.
    func key(of wrapped: [UInt8]?) throws(MissingKey) -> SymmetricKey {
        guard let wrapped, wrapped.count > 4 else { throw .noKey }
        guard wrapped.count == 4 + BackupKeybag.wrappedKeySize else { throw .damaged }
        let number = (0..<4).reduce(UInt32(0)) { $0 | UInt32(wrapped[$1]) << UInt32(8 * $1) }
        guard let own = classes[number] else { throw .ofDevice }
        guard let key = try? AES.KeyWrap.unwrap(wrapped[4...], using: own) else { throw .damaged }
        return key
    }
}
