import Markup

/// Writes code as HTML while its tokens are found, in order.
///
/// No element crosses the end of a line, so that a page can show each line separately.
struct TokenWriter {
    private let code: UnsafeBufferPointer<UInt8>
    private(set) var html: [UInt8]
    /// The number of bytes of the code that are in the HTML.
    private var written = 0
    /// The last token, which is written when the next one is not its continuation.
    private var pending: (range: Range<Int>, tokenClass: TokenClass)?

    /// Creates a writer that appends to HTML.
    init(of code: UnsafeBufferPointer<UInt8>, html: [UInt8]) {
        (self.code, self.html) = (code, html)
    }

    /// Adds a token, which must not begin before the end of the previous one. An empty range adds
    /// nothing.
    mutating func add(_ tokenClass: TokenClass, at range: Range<Int>) {
        if let last = pending {
            if last.range.upperBound == range.lowerBound, last.tokenClass == tokenClass {
                pending = (last.range.lowerBound..<range.upperBound, tokenClass)
                return
            }
            writePending()
        }
        if !range.isEmpty { pending = (range, tokenClass) }
    }

    /// Writes the last token and the text after it. No token can be added afterwards.
    mutating func finish() {
        writePending()
        writeText(written..<code.count)
        written = code.count
    }

    private mutating func writePending() {
        guard let (range, tokenClass) = pending else { return }
        precondition(range.lowerBound >= written && range.upperBound <= code.count)
        writeText(written..<range.lowerBound)
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, code[end] != .newline { end += 1 }
            if end > start {
                html.append(contentsOf: "<span class=\"".utf8)
                html.append(contentsOf: tokenClass.rawValue.utf8)
                html.append(contentsOf: "\">".utf8)
                writeText(start..<end)
                html.append(contentsOf: "</span>".utf8)
            }
            if end < range.upperBound { html.append(.newline) }
            start = end + 1
        }
        written = range.upperBound
        pending = nil
    }

    private mutating func writeText(_ range: Range<Int>) {
        html.appendEscaped(UnsafeBufferPointer(rebasing: code[range]), apostrophes: false)
    }
}
