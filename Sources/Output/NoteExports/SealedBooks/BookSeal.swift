import Hashing
import NoteModel
import Orthography
import Platform

/// The encryption of a book with a password.
///
/// The key is derived with PBKDF2-HMAC-SHA256 from the password in NFC and a random salt, and is
/// used for one file only. The content is divided into segments, each encrypted with AES-256-GCM,
/// so that neither program has to hold all of it twice. The nonce of a segment (12 bytes) consists
/// of zeros, its number in 4 bytes, big-endian, and a byte that is 1 for the last segment: segments
/// cannot be exchanged, repeated or cut off (the construction STREAM of Hoang, Reyhanitabar,
/// Rogaway and Vizár, 2015). The header is associated data of each segment.
package struct BookSeal: Sendable {
    /// The header of the file: what a reader needs besides the password. Its bytes are
    /// authenticated.
    package let header: String
    private let key: SecretKey

    /// The number of iterations, that of OWASP's “Password Storage Cheat Sheet” (2023).
    package static let iterations = 600_000
    /// The size of the content of a segment in bytes, except for the last.
    package static let segmentSize = 1 << 20
    private static let saltSize = 16
    /// The beginning of a header.
    static let headerStart = #"{"format":1,"#

    /// Creates a seal with a new random salt.
    package init(password: String) {
        var random = SystemRandomNumberGenerator()
        let salt = (0..<Self.saltSize).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = Data(salt).base64EncodedString()
        header =
            Self.headerStart
            + #""kdf":"PBKDF2-HMAC-SHA256","iterations":\#(Self.iterations),"salt":"\#(text)","cipher":"AES-256-GCM","segment":\#(Self.segmentSize),"compression":"gzip"}"#
        key = Self.key(password, salt: salt)
    }

    /// Creates the seal of an existing file; nil if its header is not one of this version.
    package init?(header: String, password: String) {
        guard let start = header.firstRange(of: #""salt":""#)?.upperBound,
            let end = header[start...].firstIndex(of: "\""),
            let salt = Data(base64Encoded: String(header[start..<end])),
            header.contains(Self.headerStart),
            header.contains(#""iterations":\#(Self.iterations),"#)
        else { return nil }
        self.header = header
        key = Self.key(password, salt: Array(salt))
    }

    private static func key(_ password: String, salt: [UInt8]) -> SecretKey {
        let text = Array(password.composed.utf8)
        // Its sizes are constants.
        guard let key = SecretKey(password: text, salt: salt, rounds: iterations, hash: .sha256)
        else { preconditionFailure("PBKDF2 refuses constant sizes") }
        return key
    }

    /// Returns a segment encrypted, followed by its tag of 16 bytes.
    ///
    /// - Throws: ``UserError`` if the segment cannot be encrypted.
    package func sealed(_ segment: [UInt8], number: Int, isLast: Bool) throws -> [UInt8] {
        guard
            let sealed = key.sealing(
                segment, nonce: Self.nonce(number, isLast: isLast), header: Array(header.utf8))
        else {
            throw UserError("OpenSSL cannot encrypt the book.", "Check its installation.")
        }
        return sealed
    }

    /// Returns a segment decrypted; nil if the password is another one, or the segment was changed.
    package func opened(_ sealed: [UInt8], number: Int, isLast: Bool) -> [UInt8]? {
        key.opening(
            sealed, nonce: Self.nonce(number, isLast: isLast), header: Array(header.utf8))
    }

    private static func nonce(_ number: Int, isLast: Bool) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 7)
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        return bytes + [isLast ? 1 : 0]
    }
}
