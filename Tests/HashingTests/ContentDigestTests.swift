import Foundation
import Hashing
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ContentDigestTests {
    private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"), ("abc", abc),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func computesTheNISTTestVectors(message: String, text: String) {
        let bytes = Array(message.utf8)
        #expect(ContentDigest(of: bytes).text == text)
        #expect(ContentDigest(of: ([0] + bytes + [0])[1..<bytes.count + 1]).text == text)
        #expect(ContentDigest(text: text) == ContentDigest(of: bytes))
    }

    @Test func doesNotDependOnThePieces() {
        var random = SeededGenerator(seed: 7)
        let bytes = (0..<5_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        for _ in 0..<20 {
            var hasher = ContentHasher()
            let digest = ContentDigest { use in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = Int(random.next() % 700)
                    rest.prefix(count).withUnsafeBytes {
                        use($0)
                        hasher.update($0)
                    }
                    rest = rest.dropFirst(count)
                }
            }
            #expect(digest == ContentDigest(of: bytes), "seed 7")
            #expect(hasher.digest() == digest, "seed 7")
        }
    }

    @Test func rethrowsErrorsOfTheReader() {
        struct Unreadable: Error {}
        #expect(throws: Unreadable.self) {
            try ContentDigest { (_: (UnsafeRawBufferPointer) -> Void) throws(Unreadable) in
                throw Unreadable()
            }
        }
    }

    /// `printf 'one\ntwo' | sha256sum`.
    @Test func hashesLinesWithoutATrailingNewline() {
        let text = "21066d108d5319ecb5a1fc4454f42ef22fc5f1c7df49c31d90294950e0ea8b2c"
        #expect(ContentDigest(ofLines: ["one", "two"]).text == text)
        #expect(Fingerprint(ofLines: ["one", "two"]).text == text)
        #expect(ContentDigest(ofLines: ["one", "two", ""]).text != text)
        #expect(ContentDigest(ofLines: []) == ContentDigest(of: []))
    }

    @Test func isReadFromExactlySixtyFourLowerCaseDigits() {
        #expect(ContentDigest(text: Self.abc)?.text == Self.abc)
        let refused = [
            "", String(Self.abc.dropLast()), Self.abc + "0", Self.abc.uppercased(),
            "g" + Self.abc.dropFirst(), " " + Self.abc.dropFirst(), "0x" + Self.abc.dropFirst(2),
            // Digits of other scripts, of two bytes each.
            String(repeating: "\u{661}", count: 64), String(repeating: "\u{661}", count: 32),
        ]
        for text in refused { #expect(ContentDigest(text: text) == nil, "\(text)") }
    }

    @Test func beginsWithItsShortFormAndItsFirstNumber() throws {
        let digest = try #require(ContentDigest(text: Self.abc))
        #expect(digest.short == "ba7816bf8f01cfea4141")
        #expect(digest.value.firstNumber == 0xBA78_16BF_8F01_CFEA)
    }

    @Test func isOrderedLikeItsText() {
        var random = SeededGenerator(seed: 11)
        var digests = (0..<200).map { _ in
            ContentDigest(of: withUnsafeBytes(of: random.next()) { Array($0) })
        }
        // Digests that differ only at the end.
        let beginning = String(repeating: "0", count: 63)
        digests += ["f", "0", "a", "9"].compactMap { ContentDigest(text: beginning + $0) }
        #expect(digests.count == 204)
        #expect(digests.sorted().map(\.text) == digests.map(\.text).sorted())
    }

    @Test func isStoredInThirtyTwoBytes() throws {
        let digest = ContentDigest(of: Array("abc".utf8))
        let bytes = written { $0.write(digest) }
        #expect(bytes.count == 32)
        var reader = ByteReader(bytes)
        #expect(try reader.value() == digest && reader.isAtEnd)
        expectRefused(ContentDigest.self, in: Array(bytes.dropLast()))
    }

    @Test func isEncodedAsTextInJSON() throws {
        let digest = ContentDigest(of: Array("abc".utf8))
        let json = try JSONEncoder().encode([digest])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(Self.abc)\"]")
        #expect(try JSONDecoder().decode([ContentDigest].self, from: json) == [digest])
        for text in ["[\"\"]", "[\"\(Self.abc)0\"]", "[1]", "[null]"] {
            #expect(throws: DecodingError.self, "\(text)") {
                try JSONDecoder().decode([ContentDigest].self, from: Data(text.utf8))
            }
        }
    }
}
