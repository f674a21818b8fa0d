import Hashing
import MadeBackups
import TestSupport
import Testing

@testable import PhoneBackups

/// Files that are decrypted piece by piece.
@Suite(.tags(.fast))
struct BlockDecryptionTests {
    private let key = [UInt8](0..<32)

    /// Decrypts in pieces of some size.
    private func decrypted(_ bytes: [UInt8], piece: Int) throws -> [UInt8] {
        var decryption = try BlockDecryption(key: #require(SecretKey(key)))
        var plain: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            plain += try bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes {
                try decryption.update($0)
            }
        }
        return plain + (try decryption.finish())
    }

    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 1_000], [1, 7, 16, 33, 4_096])
    func decryptsToTheOriginalBytes(size: Int, piece: Int) throws {
        let plain = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let encrypted = try MadeBackup.encrypted(plain, key: key)
        #expect(try decrypted(encrypted, piece: piece) == plain)
    }

    /// NIST SP 800-38A has no vector with an initialization vector of zeros, but with one block a
    /// vector is only added to the plain text: this is F.1.5 (ECB-AES256), its first block.
    @Test func decryptsTheNISTTestVector() throws {
        func bytes(_ text: String) -> [UInt8] {
            stride(from: 0, to: text.count, by: 2).map {
                UInt8(text.dropFirst($0).prefix(2), radix: 16) ?? 0
            }
        }
        let key = bytes("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
        var decryption = try BlockDecryption(key: #require(SecretKey(key)))
        let block = bytes("f3eed1bdb5d2a03c064b5a7e3db181f8")
        var plain = try block.withUnsafeBytes { try decryption.update($0) }
        plain += try decryption.finish { true }
        #expect(plain == bytes("6bc1bee22e409f96e93d7e117393172a"))
    }

    @Test func refusesTruncatedOrAlteredData() throws {
        let encrypted = try MadeBackup.encrypted([UInt8](repeating: 0xAA, count: 100), key: key)
        for count in 0..<encrypted.count {
            #expect(throws: CopyError.self) {
                try decrypted(Array(encrypted[..<count]), piece: 64)
            }
        }
        var changed = encrypted
        changed[changed.count - 1] ^= 1
        #expect(throws: CopyError.badPadding) { try decrypted(changed, piece: 64) }
    }
}
