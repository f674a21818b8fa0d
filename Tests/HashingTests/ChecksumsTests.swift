import Hashing
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ChecksumsTests {
    private static let alphabet = "abcdefghijklmnopqrstuvwxyz"
    private static let twoBlocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    private static let fourBlocks =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
        + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

    private func checksums(
        _ bytes: [UInt8], piece: Int = .max,
        algorithms: Set<ChecksumAlgorithm> = Set(ChecksumAlgorithm.allCases)
    ) -> [ChecksumAlgorithm: String] {
        var checksums = Checksums(algorithms)
        var rest = bytes[...]
        while !rest.isEmpty {
            rest.prefix(piece).withUnsafeBytes { checksums.update($0) }
            rest = rest.dropFirst(piece)
        }
        return checksums.finished()
    }

    /// The examples of FIPS 180 and of its successors' example files by NIST.
    @Test(
        arguments: [
            (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha1, twoBlocks, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
            (.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha256, twoBlocks,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                .sha512, "abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
            (
                .sha512, fourBlocks,
                "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
                    + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
            ),
        ] as [(ChecksumAlgorithm, String, String)])
    func computesTheNISTTestVectors(algorithm: ChecksumAlgorithm, message: String, sum: String) {
        #expect(checksums(Array(message.utf8))[algorithm] == sum)
    }

    /// The test suite of RFC 1321.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        (alphabet, "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            alphabet.uppercased() + alphabet + "0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"
        ),
        (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ])
    func computesTheMD5TestSuite(message: String, sum: String) {
        #expect(checksums(Array(message.utf8))[.md5] == sum)
    }

    /// The long example of FIPS 180: one million times the letter a.
    @Test func computesTheSumsOfAMillionLetters() {
        let sums = checksums([UInt8](repeating: 0x61, count: 1_000_000), piece: 65_521)
        #expect(sums[.sha1] == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
        #expect(sums[.sha256] == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        #expect(sums[.md5] == "7707d6ae4e027c70eea2a935c2296f21")
    }

    @Test(arguments: [1, 2, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1000])
    func doesNotDependOnThePieces(piece: Int) {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(checksums(bytes, piece: piece) == checksums(bytes))
    }

    @Test func computesOnlyWhatIsAskedFor() {
        for algorithm in ChecksumAlgorithm.allCases {
            let sums = checksums([1, 2, 3], algorithms: [algorithm])
            #expect(Array(sums.keys) == [algorithm])
        }
        #expect(checksums([1, 2, 3], algorithms: []).isEmpty)
    }

    @Test(arguments: ChecksumAlgorithm.allCases)
    func hasTheDeclaredNumberOfDigits(algorithm: ChecksumAlgorithm) throws {
        let sum = try #require(checksums([7])[algorithm])
        #expect(sum.utf8.count == algorithm.digits)
        #expect(sum.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) })
    }

    @Test func allowsIntermediateResults() {
        var checksums = Checksums([.sha256, .md5])
        [UInt8]("ab".utf8).withUnsafeBytes { checksums.update($0) }
        let middle = checksums.finished()
        #expect(middle == checksums.finished())
        [UInt8]("c".utf8).withUnsafeBytes { checksums.update($0) }
        #expect(checksums.finished()[.md5] == "900150983cd24fb0d6963f7d28e17f72")
        #expect(middle[.md5] != checksums.finished()[.md5])
    }

    /// A manifest of a bag, `manifest-sha512.txt`, is named after the algorithm (RFC 8493).
    @Test func hasTheNamesThatBagsUse() {
        #expect(ChecksumAlgorithm.allCases.map(\.rawValue) == ["sha512", "sha256", "sha1", "md5"])
        #expect(ChecksumAlgorithm(rawValue: "sha-512") == nil)
    }
}
