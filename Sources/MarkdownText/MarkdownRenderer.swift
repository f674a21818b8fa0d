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

        package init() {}
    }

    /// Gives the HTML for an image of the text; nil for one that is to be shown by its description
    /// alone.
    package typealias ImageMarkup = (MarkdownImage) -> [UInt8]?

    package let options: Options

    package init(_ options: Options = Options()) {
        self.options = options
    }

    /// Renders a text. Where it would take too much, it is shown as it is, and the result says so.
    package func render(_ text: String, image: @escaping ImageMarkup) -> RenderedMarkdown {
        do throws(CostlyMarkdown) {
            return try MarkdownParser.shared.parse(text) { root in
                var writer = HTMLWriter(options: options, image: image)
                writer.write(MarkdownNode(root))
                return RenderedMarkdown(
                    html: writer.html, excerpt: writer.excerpt.text, plainTextReason: nil)
            }
        } catch {
            var html = Array("<pre class=\"plain\">".utf8)
            html.appendEscaped(text)
            html += Array("</pre>\n".utf8)
            var excerpt = Excerpt()
            excerpt.append(text)
            return RenderedMarkdown(html: html, excerpt: excerpt.text, plainTextReason: error)
        }
    }

    /// The addresses of the images that a text names, in its order.
    package static func imageAddresses(in text: String) -> [String] {
        // Most texts name none, and need no parsing to tell.
        guard zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == 0x21 && $1 == 0x5B })
        else { return [] }
        let addresses = try? MarkdownParser.shared.parse(text) { root in
            var addresses: [String] = []
            MarkdownNode(root).walk { node, kind, phase in
                if kind == .image, phase == .enter {
                    node.withAddress { addresses.append(String(decoding: $0, as: UTF8.self)) }
                }
                return true
            }
            return addresses
        }
        return addresses ?? []
    }
}

/// An image that a text names.
package struct MarkdownImage: Hashable, Sendable {
    package let address: String
    /// What stands between the brackets, without marks.
    package let description: String
    /// What stands behind the address between quotation marks; empty for none.
    package let title: String
    /// Whether the image stands within a link.
    package let isLinked: Bool
}

/// The HTML of a text.
package struct RenderedMarkdown: Sendable {
    package let html: [UInt8]
    /// The first words without marks, at most 200 characters.
    package let excerpt: String
    /// Why the text is shown as it is; nil where it was rendered.
    package let plainTextReason: CostlyMarkdown?
}

/// Collects the first words of a text.
struct Excerpt {
    private(set) var isFull = false
    private var words: [Substring.UTF8View] = []
    private var length = 0

    /// In characters; a little fewer where accents stand apart from their letters.
    private static let longest = 200

    mutating func append(_ text: String) {
        guard !isFull else { return }
        // Splitting by Unicode's white space takes ten times as long, and changes nothing here.
        for word in text.utf8.split(whereSeparator: { $0 <= 0x20 }) {
            // Bytes that begin a character.
            let count = word.count { $0 & 0xC0 != 0x80 } + 1
            guard length + count <= Self.longest else {
                // A text without spaces, as in Japanese, is one long word.
                if length == 0 {
                    words.append(Substring(word).prefix(Self.longest - 1).utf8)
                }
                isFull = true
                return
            }
            words.append(word)
            length += count
        }
    }

    var text: String {
        words.map { String(Substring($0)) }.joined(separator: " ") + (isFull ? "…" : "")
    }
}
