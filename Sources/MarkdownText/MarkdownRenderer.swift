import TextTemplates

/// Turns Markdown into HTML: GitHub Flavored Markdown as cmark-gfm parses it, written by a
/// renderer that lets nothing of the text become markup or an address it should not be.
package struct MarkdownRenderer: Sendable {
    /// What becomes of HTML in the text.
    package enum RawHTML: Sendable {
        /// It is shown as the text that it is.
        case shownAsText
        /// It stays HTML, with the tags taken out of force that the tag filter names. Only for
        /// text that its publisher wrote; GitHub's specification is tested this way.
        case passedThrough(isFiltered: Bool)
    }

    package struct Options: Sendable {
        package var rawHTML = RawHTML.shownAsText
        /// Whether a line end that was typed stays one.
        package var keepsLineBreaks = true
        /// Added to the level of headings, which never exceeds 6.
        package var headingShift = 1
        /// What a page has beyond the HTML of the specification; nil for that alone.
        package var page: PageMarkup?

        package init() {}
    }

    package let options: Options

    package init(_ options: Options = Options()) {
        self.options = options
    }

    /// Renders a text. Where it would take too much, it is shown as it is, and the result says so.
    package func render(_ text: String, _ targets: TextTargets = TextTargets()) -> RenderedMarkdown
    {
        do throws(CostlyMarkdown) {
            let marked = EscapedSigns.marked(text)
            let rendered = try MarkdownParser.shared.parse(marked ?? text) { root in
                var writer = HTMLWriter(options: options, targets: targets)
                writer.write(MarkdownNode(root))
                return RenderedMarkdown(
                    html: writer.html, text: writer.text, excerpt: writer.excerpt.text,
                    headings: writer.outline.headings, hasFootnotes: writer.hasFootnotes,
                    deadLinks: writer.deadLinks,
                    plainTextReason: nil)
            }
            return marked == nil ? rendered : rendered.unmarked
        } catch {
            var html = Array("<pre class=\"plain\">".utf8)
            html.appendEscaped(text)
            html += Array("</pre>\n".utf8)
            var excerpt = Excerpt()
            var text = text
            text.withUTF8 { excerpt.append($0) }
            return RenderedMarkdown(
                html: html, text: Array(text.utf8), excerpt: excerpt.text, headings: [],
                hasFootnotes: false, deadLinks: [], plainTextReason: error)
        }
    }
}

/// An image that a text names.
package struct MarkdownImage: Hashable, Sendable {
    package let address: String
    /// The text between the brackets, without marks and without a width.
    package let description: String
    /// The width in which it is to be shown, 1 to 9999 pixels; nil for its own.
    package let width: Int?
    /// What stands behind the address between quotation marks; empty for none.
    package let title: String
    /// Whether the image stands within a link.
    package let isLinked: Bool

    /// - Parameters:
    ///   - words: What the text says of the image. A width may follow a bar, as Obsidian writes it:
    ///     `![words|100](a.png)`, `![words|100x80](a.png)`.
    ///   - isEmbed: Whether the words may be a width alone, as in `![[a.png|100]]`.
    init(address: String, words: String, title: String, isLinked: Bool, isEmbed: Bool = false) {
        self.address = address
        self.title = title
        self.isLinked = isLinked
        let bar = words.lastIndex(of: "|")
        let last = bar.map { words[words.index(after: $0)...] } ?? (isEmbed ? words[...] : "")
        width = Self.width(last)
        description = width == nil ? words : bar.map { String(words[..<$0]) } ?? ""
    }

    /// The width of `100` and `100x80`.
    private static func width(_ text: Substring) -> Int? {
        let sizes = text.trimmed.split(separator: "x", omittingEmptySubsequences: false)
        guard (1...2).contains(sizes.count),
            sizes.allSatisfy({ size in
                (1...4).contains(size.utf8.count)
                    && size.utf8.allSatisfy { (0x30...0x39).contains($0) }
            })
        else { return nil }
        return sizes.first.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

/// What a page has beyond the HTML that the specification asks for: addresses of headings, names
/// for what has none that could be heard, tables and code that scroll in themselves.
package struct PageMarkup: Sendable {
    /// What a box of a task is called that is checked, and one that is not.
    package let taskDone: String
    package let taskOpen: String
    package let footnotes: String
    /// What the link from a footnote to its place is called.
    package let backToText: String
    /// Put before every identifier, so that several texts can stand on one page.
    package var identifierPrefix: String
    /// Whether an identifier belongs to another part of the page.
    package let isReserved: @Sendable (_ identifier: String) -> Bool

    package init(
        taskDone: String, taskOpen: String, footnotes: String, backToText: String,
        identifierPrefix: String = "",
        isReserved: @escaping @Sendable (_ identifier: String) -> Bool
    ) {
        self.taskDone = taskDone
        self.taskOpen = taskOpen
        self.footnotes = footnotes
        self.backToText = backToText
        self.identifierPrefix = identifierPrefix
        self.isReserved = isReserved
    }
}

/// Where a text leads: what becomes of its links, images, tags and the notes that it names.
package struct TextTargets {
    /// Where a link leads.
    package enum Link {
        case asWritten
        case address(String)
        /// There is no such thing: its words are shown without a link.
        case nowhere
    }

    /// For addresses within a page the outline is asked instead.
    package var link: (_ address: String) -> Link
    /// The HTML for an image; nil for one that is to be shown by its description alone.
    package var image: (MarkdownImage) -> [UInt8]?
    /// Address and words for a note that `[[…]]` names; nil where there is none.
    package var note: (_ name: String) -> (address: String, words: String)?
    /// Address of the page of a tag; nil where there is none.
    package var tag: (_ name: String) -> String?

    package init(
        link: @escaping (_ address: String) -> Link = { _ in .asWritten },
        image: @escaping (MarkdownImage) -> [UInt8]? = { _ in nil },
        note: @escaping (_ name: String) -> (address: String, words: String)? = { _ in nil },
        tag: @escaping (_ name: String) -> String? = { _ in nil }
    ) {
        self.link = link
        self.image = image
        self.note = note
        self.tag = tag
    }
}

/// The HTML of a text.
package struct RenderedMarkdown: Sendable {
    package let html: [UInt8]
    /// All words without marks, a line for each block: UTF-8.
    package let text: [UInt8]
    /// The first words without marks, at most 200 characters.
    package let excerpt: String
    /// In the order of the text; empty where the options have no page.
    package let headings: [Heading]
    /// Whether the HTML has identifiers beside those of headings.
    package let hasFootnotes: Bool
    /// Addresses of links that lead nowhere, and are shown as words.
    package let deadLinks: [String]
    /// Why the text is shown as it is; nil where it was rendered.
    package let plainTextReason: CostlyMarkdown?
}

extension RenderedMarkdown {
    fileprivate var unmarked: RenderedMarkdown {
        RenderedMarkdown(
            html: EscapedSigns.unmarked(html), text: EscapedSigns.unmarked(text),
            excerpt: EscapedSigns.unmarked(excerpt),
            headings: headings.map {
                Heading(
                    level: $0.level, text: EscapedSigns.unmarked($0.text), identifier: $0.identifier
                )
            }, hasFootnotes: hasFootnotes, deadLinks: deadLinks.map(EscapedSigns.unmarked),
            plainTextReason: plainTextReason)
    }
}

/// Collects the first words of a text.
struct Excerpt {
    private(set) var isFull = false
    private var bytes: [UInt8] = []
    private var length = 0

    /// In characters; a little fewer where accents stand apart from their letters.
    private static let longest = 200

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        // Splitting by Unicode's white space takes ten times as long, and changes nothing here.
        var start = 0
        while !isFull, start < text.count {
            guard text[start] > 0x20 else {
                start += 1
                continue
            }
            var end = start
            // Bytes that begin a character.
            var count = 1
            while end < text.count, text[end] > 0x20 {
                if text[end] & 0xC0 != 0x80 { count += 1 }
                end += 1
            }
            append(word: text[start..<end], count)
            start = end
        }
    }

    private mutating func append(word: Slice<UnsafeBufferPointer<UInt8>>, _ count: Int) {
        guard length + count <= Self.longest else {
            // A text without spaces, as in Japanese, is one long word.
            if length == 0 {
                let beginning = String(decoding: word, as: UTF8.self).prefix(Self.longest - 1)
                bytes.append(contentsOf: beginning.utf8)
            }
            isFull = true
            return
        }
        if length > 0 { bytes.append(0x20) }
        bytes.append(contentsOf: word)
        length += count
    }

    var text: String { String(decoding: bytes, as: UTF8.self) + (isFull ? "…" : "") }
}
