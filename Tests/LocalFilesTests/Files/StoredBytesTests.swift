import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// Content that is a part of a file, or base64 text in one.
@Suite(.tags(.fast))
struct StoredBytesTests {
    private let folder = TemporaryFolder(isInMemory: true)

    private func bytes(of stored: StoredBytes) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try stored.forEachChunk { bytes += $0 }
        return bytes
    }

    /// Stores text in the middle of a file.
    private func stored(_ text: String, decoded: Range<Int>? = nil) throws -> StoredBytes {
        let path = try folder.write("<<" + text + ">>", to: "file")
        return StoredBytes(file: path, range: 2..<2 + text.utf8.count, decodedRange: decoded)
    }

    private func code(_ body: () throws -> Void) -> Int32? { failure(body)?.code }

    /// The test vectors of RFC 4648, with and without padding.
    @Test(arguments: [
        ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
        ("Zm9vYmE=", "fooba"), ("Zm9vYmFy", "foobar"),
    ])
    func decodesTheExamplesOfTheStandard(text: String, content: String) throws {
        let range = 0..<content.utf8.count
        #expect(try bytes(of: stored(text, decoded: range)) == Array(content.utf8))
        let bare = text.filter { $0 != "=" }
        #expect(try bytes(of: stored(bare, decoded: range)) == Array(content.utf8))
    }

    @Test(arguments: [
        "aGVs/G8+", "aGVs\\/G8+", "\n\taGVs\n\t/G8+\n\t", "aGVs/ G8+\r\n",
    ])
    func ignoresWhitespaceAndJSONEscapes(text: String) throws {
        let expected = try #require(Data(base64Encoded: "aGVs/G8+"))
        #expect(try bytes(of: stored(text, decoded: 0..<6)) == Array(expected))
    }

    @Test(arguments: ["A", "AAAAA", "aG!s", "aGVé", "****"])
    func refusesTextThatIsNotBase64(text: String) throws {
        let stored = try stored(text, decoded: 0..<1)
        #expect(code { _ = try bytes(of: stored) } == EILSEQ)
        #expect(stored.prefix(10).isEmpty)
    }

    @Test func refusesARangeBeyondTheDecodedContent() throws {
        #expect(try bytes(of: stored("Zm9v", decoded: 3..<3)).isEmpty)
        #expect(code { _ = try bytes(of: stored("Zm9v", decoded: 0..<4)) } == EILSEQ)
        #expect(code { _ = try bytes(of: stored("Zm9v", decoded: 9..<10)) } == EILSEQ)
    }

    @Test(arguments: 1...25) func readsAnyPartOfAnyContent(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let content = (0..<Int.random(in: 1...2_000, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        let start = Int.random(in: 0..<content.count, using: &random)
        let range = start..<Int.random(in: start...content.count, using: &random)
        let lines = Data(content).base64EncodedString(options: .lineLength76Characters)
        let decoded = try stored(lines, decoded: range)
        #expect(try bytes(of: decoded) == Array(content[range]), "seed \(seed)")
        #expect(decoded.count == range.count)
        let plain = StoredBytes(file: try folder.write(content, to: "plain"), range: range)
        #expect(try bytes(of: plain) == Array(content[range]), "seed \(seed)")
        for stored in [plain, decoded] {
            let count = Int.random(in: 0...100, using: &random)
            #expect(stored.prefix(count) == Array(content[range].prefix(count)), "seed \(seed)")
            try LocalFiles.remove(folder.path + "/copy")
            var seen: [UInt8] = []
            try stored.copy(to: folder.path + "/copy") { seen += $0 }
            #expect(seen == Array(content[range]), "seed \(seed)")
            #expect(try folder.bytes("copy") == seen, "seed \(seed)")
        }
    }

    @Test func returnsAnEmptyPrefixOfAMissingFile() {
        let none = StoredBytes(file: folder.path + "/none", range: 0..<5)
        #expect(none.prefix(5).isEmpty)
        #expect(code { _ = try bytes(of: none) } == ENOENT)
        #expect(code { try none.copy(to: folder.path + "/copy") } == ENOENT)
    }

    @Test func returnsAShortPrefixOfATruncatedFile() throws {
        let path = try folder.write("0123", to: "file")
        let cut = StoredBytes(file: path, range: 2..<9)
        #expect(cut.prefix(7) == Array("23".utf8))
        #expect(code { _ = try bytes(of: cut) } == FileError.cutOff)
    }

    @Test func copiesAWholeFileAndAPartOfIt() throws {
        let path = try folder.write("0123456789", to: "file")
        let cases = [(0..<10, "0123456789"), (0..<4, "0123"), (6..<10, "6789"), (5..<5, "")]
        for (range, text) in cases {
            let target = folder.path + "/copy \(range)"
            try StoredBytes(file: path, range: range).copy(to: target)
            #expect(try LocalFiles.read(target) == Array(text.utf8))
            #expect(code { try StoredBytes(file: path, range: range).copy(to: target) } == EEXIST)
        }
    }
}
