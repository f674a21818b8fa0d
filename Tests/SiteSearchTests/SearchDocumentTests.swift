import TestSupport
import Testing

@testable import SiteSearch

@Suite(.tags(.fast))
struct SearchDocumentTests {
    private func document(_ text: String) -> SearchDocument {
        .made(text, title: "T", address: "notes/t.html")
    }

    @Test func hasOnePieceForAnEmptyText() {
        #expect(document("").pieces == [0..<0])
    }

    @Test func cutsALongTextAtSpaces() {
        let text = String(repeating: "seven seas ", count: 400)
        let (pieces, cuts) = document(text).cutText
        #expect(cuts.isEmpty)
        #expect(pieces.count > 2)
        #expect(pieces.first?.lowerBound == 0)
        #expect(pieces.last?.upperBound == text.utf8.count)
        for (left, right) in zip(pieces, pieces.dropFirst()) {
            #expect(left.upperBound == right.lowerBound)
            #expect(Array(text.utf8)[left.upperBound - 1] == 0x20)
        }
    }

    @Test func neverCutsWithinACharacter() {
        let text = String(repeating: "日本語", count: 900)
        let (pieces, cuts) = document(text).cutText
        #expect(cuts.count == pieces.count - 1)
        let bytes = Array(text.utf8)
        for piece in pieces {
            #expect(String(validating: bytes[piece], as: UTF8.self) != nil)
        }
    }
}
