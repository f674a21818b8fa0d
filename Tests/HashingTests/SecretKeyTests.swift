import TestSupport
import Testing

@testable import Hashing

/// Derivation and encryption, against the examples of their specifications.
@Suite(.tags(.fast))
struct SecretKeyTests {
    private func bytes(_ digits: String) -> [UInt8] {
        let digits = digits.filter { !$0.isWhitespace }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits.dropFirst($0).prefix(2), radix: 16) ?? 0
        }
    }

    private func key(_ digits: String) throws -> SecretKey {
        try #require(SecretKey(bytes(digits)))
    }

    /// RFC 6070, whose keys are shorter: the first bytes of ours.
    @Test(
        arguments: [
            ("password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
            ("password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
            ("password", "salt", 4_096, "4b007901b765489abead49d926f721d065a429c1"),
            (
                "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4_096,
                "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
            ),
        ])
    func derivesTheKeysOfRFC6070(password: String, salt: String, rounds: Int, expected: String)
        throws
    {
        let derived = try #require(
            SecretKey(
                password: Array(password.utf8), salt: Array(salt.utf8), rounds: rounds,
                hash: .sha1))
        #expect(Array(derived.bytes).starts(with: bytes(expected)))
    }

    /// RFC 7914, section 11.
    @Test func derivesTheKeyOfRFC7914() throws {
        let derived = SecretKey(
            password: Array("passwd".utf8), salt: Array("salt".utf8), rounds: 1, hash: .sha256)
        let expected = bytes("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")
        #expect(derived.map { Array($0.bytes) } == expected)
    }

    @Test func derivesFromAKeyAsFromItsBytes() throws {
        let start = [UInt8](0..<32)
        let derived = try #require(SecretKey(start)).derived(
            salt: [1, 2], rounds: 3, hash: .sha256)
        let same = SecretKey(password: start, salt: [1, 2], rounds: 3, hash: .sha256)
        #expect(derived.map { Array($0.bytes) } == same.map { Array($0.bytes) })
        #expect(SecretKey(password: start, salt: [1, 2], rounds: 0, hash: .sha256) == nil)
        #expect(SecretKey(password: [], salt: [], rounds: 1, hash: .sha256) != nil)
    }

    /// RFC 3394, section 4.6.
    @Test func wrapsTheKeyOfRFC3394() throws {
        let key = try key("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
        let other = bytes("00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f")
        let wrapped = bytes(
            """
            28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21
            """)
        #expect(key.wrapping(try #require(SecretKey(other))) == wrapped)
        #expect(key.unwrapping(wrapped).map { Array($0.bytes) } == other)
        for index in wrapped.indices {
            var changed = wrapped
            changed[index] ^= 1
            #expect(key.unwrapping(changed) == nil)
        }
        for count in 0..<wrapped.count {
            #expect(key.unwrapping(Array(wrapped.prefix(count))) == nil)
        }
    }

    /// NIST SP 800-38A, sections F.2.5 and F.2.6.
    @Test func encryptsTheBlocksOfNIST() throws {
        let key = try key("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
        let vector = bytes("000102030405060708090a0b0c0d0e0f")
        let plain = bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
        let encrypted = bytes("f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d")
        #expect(key.encrypting(blocks: plain[...], vector: vector) == encrypted)
        #expect(key.decrypting(blocks: encrypted[...], vector: vector) == plain)
        #expect(key.decrypting(blocks: encrypted.dropLast(), vector: vector) == nil)
        #expect(key.decrypting(blocks: encrypted[...], vector: [0]) == nil)
    }

    /// The test cases 13 to 16 of “The Galois/Counter Mode of Operation (GCM)” by McGrew and Viega.
    @Test(
        arguments: [
            (
                String(repeating: "00", count: 32), String(repeating: "00", count: 12), "", "",
                "530f8afbc74536b9a963b4f1c4cb738b"
            ),
            (
                String(repeating: "00", count: 32), String(repeating: "00", count: 12),
                String(repeating: "00", count: 16), "",
                "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
            ),
            (
                "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
                "cafebabefacedbaddecaf888",
                """
                d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c9595680953
                2fcf0e2449a6b525b16aedf5aa0de657ba637b39
                """,
                "feedfacedeadbeeffeedfacedeadbeefabaddad2",
                """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3d
                a7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b
                """
            ),
        ])
    func sealsTheContentsOfGCM(
        digits: String, nonce: String, content: String, header: String, sealed: String
    ) throws {
        let key = try key(digits)
        let (nonce, header) = (bytes(nonce), bytes(header))
        let sealed = bytes(sealed)
        #expect(key.sealing(bytes(content), nonce: nonce, header: header) == sealed)
        #expect(key.opening(sealed, nonce: nonce, header: header) == bytes(content))
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 0x80
            #expect(key.opening(changed, nonce: nonce, header: header) == nil)
        }
        #expect(key.opening(sealed, nonce: nonce, header: header + [0]) == nil)
        #expect(key.opening(Array(sealed.prefix(15)), nonce: nonce, header: header) == nil)
        #expect(key.sealing([], nonce: [], header: header) == nil)
    }

    /// Test case 4 of “The Galois/Counter Mode of Operation (GCM)”, with a key of 128 bits, and 6,
    /// with a nonce of 60 bytes.
    @Test func sealsWithOtherSizes() throws {
        let key = try key("feffe9928665731c6d6a8f9467308308")
        let content = bytes(
            """
            d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c9595680953
            2fcf0e2449a6b525b16aedf5aa0de657ba637b39
            """)
        let header = bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let cases = [
            (
                "cafebabefacedbaddecaf888",
                """
                42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c
                7d8f6a5aac84aa051ba30b396a0aac973d58e0915bc94fbc3221a5db94fae95ae7121a47
                """
            ),
            (
                """
                9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728c3c0c95156809539
                fcf0e2429a6b525416aedbf5a0de6a57a637b39b
                """,
                """
                8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca701e4a9a4fba43c90
                ccdcb281d48c7c6fd62875d2aca417034c34aee5619cc5aefffe0bfa462af43c1699d050
                """
            ),
        ]
        for (nonce, sealed) in cases {
            #expect(key.sealing(content, nonce: bytes(nonce), header: header) == bytes(sealed))
            #expect(key.opening(bytes(sealed), nonce: bytes(nonce), header: header) == content)
        }
    }

    /// RFC 3394, section 4.1.
    @Test func wrapsWithAKeyOf128Bits() throws {
        let key = try key("000102030405060708090a0b0c0d0e0f")
        let wrapped = bytes("1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5")
        let content = try self.key("00112233445566778899aabbccddeeff")
        #expect(key.wrapping(content) == wrapped)
        #expect(key.unwrapping(wrapped).map { Array($0.bytes) } == Array(content.bytes))
    }

    @Test func hasSixteenOrThirtyTwoBytes() {
        for count in [0, 15, 24, 31, 33] {
            #expect(SecretKey([UInt8](repeating: 1, count: count)) == nil)
        }
    }
}
