import MarkdownText

/// The text of a note as it grows: what it says first, then its cards or its pages.
struct WrittenText {
    var html: [UInt8]
    var text: [UInt8]
    var excerpt: String
    /// Whether something in the HTML that is no heading has an address of its own.
    var hasIdentifiers: Bool
    let headings: [Heading]
    /// The first words of each card's question.
    var questions: [String] = []
    private(set) var deadLinks: [String]
    private(set) var plainTextReason: CostlyMarkdown?

    init(_ rendered: RenderedMarkdown) {
        html = rendered.html
        text = rendered.text
        excerpt = rendered.excerpt
        hasIdentifiers = rendered.hasFootnotes
        headings = rendered.headings
        deadLinks = rendered.deadLinks
        plainTextReason = rendered.plainTextReason
    }

    /// Takes note of what another text says, which stands in the HTML already.
    mutating func add(_ rendered: RenderedMarkdown) {
        text += rendered.text
        if text.last != 0x0A, !text.isEmpty { text.append(0x0A) }
        deadLinks += rendered.deadLinks
        plainTextReason = plainTextReason ?? rendered.plainTextReason
    }
}
