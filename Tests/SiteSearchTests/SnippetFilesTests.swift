import Foundation
import Hashing
import TestSupport
import Testing

@testable import SiteSearch

/// The pieces of texts that results show, in files of their own.
@Suite(.tags(.fast))
struct SnippetFilesTests {
    private func documents(seed: UInt64) -> [SearchDocument] {
        var random = SeededGenerator(seed: seed)
        return (0..<30).map { number in
            let length = random.pick([0, 1, 20, 200, 900, 3000])
            return SearchDocument.made(
                random.words(length), title: "T \"\(number)\"\n<b>\\",
                address: "notes/\(number).html", date: "1 May",
                language: number % 3 == 0 ? "ja" : nil,
                tags: number % 4 == 0 ? ["a \"b\"", "c"] : [], kind: "deck",
                thumbnail: "photos/\(number).jpg")
        }
    }

    private func pieces(_ file: SnippetFiles.File, of documents: [SearchDocument]) throws
        -> [[String]]
    {
        let bytes = file.bytes { documents[$0] }
        return try JSONDecoder().decode([[String]].self, from: Data(bytes))
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func showsEveryTextWholeAndInOrder(seed: UInt64) throws {
        let documents = documents(seed: seed)
        let all = try SnippetFiles(documents).files.flatMap { try pieces($0, of: documents) }
        #expect(all.count == documents.reduce(0) { $0 + $1.pieces.count }, "seed \(seed)")
        var rest = all[...]
        for document in documents {
            let own = rest.prefix(document.pieces.count)
            rest = rest.dropFirst(own.count)
            #expect(own.map { $0[4] }.joined() == document.wholeText)
            let head = [
                document.title, document.address, document.date, document.language ?? "",
            ]
            let tail = [document.kind, document.thumbnail] + document.tags
            #expect(
                own.allSatisfy { Array($0.prefix(4)) == head && Array($0.dropFirst(5)) == tail })
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func keepsFilesSmall(seed: UInt64) throws {
        let documents = documents(seed: seed)
        for file in SnippetFiles(documents).files {
            let pieces = try pieces(file, of: documents)
            #expect(pieces.count == file.pieces && file.pieces > 0, "seed \(seed)")
            let size = pieces.reduce(0) { $0 + $1[4].utf8.count }
            #expect(size <= 12_000 || pieces.count == 1, "seed \(seed)")
        }
    }

    @Test func givesAPieceToADocumentWithoutText() throws {
        let files = SnippetFiles([.made("", title: "Empty")]).files
        #expect(files.map(\.pieces) == [1])
        #expect(SnippetFiles([]).files.isEmpty)
    }

    @Test func listsDocumentsOfSeveralPieces() {
        let long = String(repeating: "word ", count: 1000)
        let documents = [SearchDocument.made("short"), .made(long), .made(""), .made(long + long)]
        let several = SnippetFiles(documents).documentsOfSeveralPieces
        #expect(several.map(\.document) == [1, 3])
        #expect(several.map(\.more) == [1, 3].map { documents[$0].pieces.count - 1 })
    }

    /// The fingerprint stands for the bytes, which are made only when they are needed.
    @Test func changesTheFingerprintWithEverythingThatIsShown() {
        func fingerprint(
            _ text: String = "a", title: String = "b", address: String = "c", date: String = "d",
            language: String = "e", tags: [String] = [], kind: String = "",
            thumbnail: String = "", captions: [String] = []
        ) -> Fingerprint? {
            let document = SearchDocument.made(
                text, title: title, address: address, date: date, language: language, tags: tags,
                kind: kind, thumbnail: thumbnail, captions: captions)
            return SnippetFiles([document]).files.first?.fingerprint
        }
        let all = [
            fingerprint(), fingerprint("A"), fingerprint(title: "B"), fingerprint(address: "C"),
            fingerprint(date: "D"), fingerprint(language: "E"),
            fingerprint(title: "bc", address: ""), fingerprint(tags: ["t"]),
            fingerprint(kind: "deck"), fingerprint(thumbnail: "t"),
        ]
        #expect(Set(all).count == 10)
        #expect(all[0] == fingerprint())
        // Captions are searched, and shown only in the text.
        #expect(all[0] == fingerprint(captions: ["c"]))
    }

    @Test func propagatesReadingErrors() throws {
        struct Unreadable: Error {}
        let file = try #require(SnippetFiles([.made("a")]).files.first)
        #expect(throws: Unreadable.self) { try file.bytes { _ in throw Unreadable() } }
    }

    @Test func roundTripsThroughBinaryCoding() throws {
        let files = SnippetFiles(documents(seed: 9))
        var writer = ByteWriter()
        writer.write(files)
        var reader = ByteReader(writer.bytes)
        let read = try reader.value(SnippetFiles.self)
        #expect(reader.isAtEnd)
        #expect(read.files.map(\.fingerprint) == files.files.map(\.fingerprint))
        #expect(read.files.map(\.firstPiece) == files.files.map(\.firstPiece))
        #expect(
            read.documentsOfSeveralPieces.map(\.document)
                == files.documentsOfSeveralPieces.map(\.document))
    }
}
