/// A page that a search can find.
package struct SearchDocument: Sendable {
    let title: String
    /// The address of the page, relative to the root of the site.
    let address: String
    /// The date as the page shows it; empty for none.
    let date: String
    /// The language tag of the text; nil if it is the site's language.
    let language: String?
    let tags: [String]
    /// The kind of the note, such as `deck`; empty for a page without a kind.
    let kind: String
    /// The year of the date in the site's time zone; nil for a page without a date.
    let year: Int?
    /// The address of a small picture, relative to the root of the site; empty for none.
    let thumbnail: String
    let captions: [String]
    /// The addresses of links in the text, one in each line, in UTF-8. They are searched, but not
    /// shown.
    let addresses: [UInt8]
    /// The text in UTF-8, with a line for each block, followed by the captions.
    let text: [UInt8]

    /// The ranges of the pieces of `text`, one of which is shown as the snippet of a result. There
    /// is at least one.
    var pieces: [Range<Int>] { cutText.pieces }

    package init(
        title: String, address: String, date: String, language: String?, tags: [String],
        kind: String, year: Int?, thumbnail: String, captions: [String],
        addresses: [UInt8] = [], text: [UInt8]
    ) {
        self.title = title
        self.address = address
        self.date = date
        self.language = language
        self.tags = tags
        self.kind = kind
        self.year = year
        self.thumbnail = thumbnail
        self.captions = captions
        self.addresses = addresses
        self.text = text
    }

    /// The ranges of the pieces of `text`, and the positions of those that end within text without
    /// spaces, such as Japanese. Words across these cuts are not contained in any piece.
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

    /// Returns the range of the characters on both sides of a cut: up to eight bytes on each, which
    /// are two characters or more.
    func surroundings(of cut: Int) -> Range<Int> {
        var start = max(0, cut - 8)
        var end = min(text.count, cut + 8)
        while start < cut, text[start] & 0xC0 == 0x80 { start += 1 }
        while end < text.count, end > cut, text[end] & 0xC0 == 0x80 { end -= 1 }
        return start..<end
    }

    /// The maximum length of a piece in bytes.
    private static let maximumPieceLength = 1600
}
