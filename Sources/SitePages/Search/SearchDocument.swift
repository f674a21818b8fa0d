/// A page that a search can find.
struct SearchDocument: Sendable {
    let title: String
    /// Within the site, as an address.
    let address: String
    /// As readers see it; empty for none.
    let date: String
    /// Language tag of the page's text, where it is not the site's.
    let language: String?
    let tags: [String]
    let captions: [String]
    /// UTF-8, a line for each block.
    let text: [UInt8]

    /// The text and then the captions, cut where a piece is long enough: what is shown of a
    /// document is one of these.
    var pieces: [Range<Int>] { cutText.pieces }

    /// Pieces that end within a text that no space parts, as in Japanese, by their places; words
    /// stand there that are in no piece.
    var cutText: (pieces: [Range<Int>], cuts: [Int]) {
        var cuts: [Int] = []
        var pieces: [Range<Int>] = []
        var start = 0
        while start < text.count {
            var end = min(text.count, start + Self.maximumPieceLength)
            if end < text.count {
                let space = text[(end - Self.maximumPieceLength / 4)..<end].lastIndex { $0 <= 0x20 }
                end = space.map { $0 + 1 } ?? end
                while text[end] & 0xC0 == 0x80 { end -= 1 }
                if space == nil { cuts.append(pieces.count) }
            }
            pieces.append(start..<end)
            start = end
        }
        return (pieces.isEmpty ? [0..<0] : pieces, cuts)
    }

    /// The signs on both sides of a cut.
    func surroundings(of cut: Int) -> Range<Int> {
        var start = max(0, cut - 3)
        var end = min(text.count, cut + 3)
        while start < cut, text[start] & 0xC0 == 0x80 { start += 1 }
        while end < text.count, end > cut, text[end] & 0xC0 == 0x80 { end -= 1 }
        return start..<end
    }

    /// In bytes.
    private static let maximumPieceLength = 1600
}
