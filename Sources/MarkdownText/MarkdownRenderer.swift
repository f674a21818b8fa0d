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

    /// Gives another address for a link of the text; nil for one that stays.
    package typealias LinkTarget = (_ address: String) -> String?

    package let options: Options

    package init(_ options: Options = Options()) {
        self.options = options
    }

    /// Renders a text. Where it would take too much, it is shown as it is, and the result says so.
    package func render(
        _ text: String, link: @escaping LinkTarget = { _ in nil }, image: @escaping ImageMarkup
    ) -> RenderedMarkdown {
        do throws(CostlyMarkdown) {
            return try MarkdownParser.shared.parse(text) { root in
                var writer = HTMLWriter(options: options, link: link, image: image)
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

    /// The addresses of the images that a text names, and of its links to files, in its order.
    package static func fileAddresses(in text: String) -> (images: [String], links: [String]) {
        // Most texts name none, and need no parsing to tell.
        guard mayNameFiles(text) else { return ([], []) }
        let addresses = try? MarkdownParser.shared.parse(text) { root in
            var images: [String] = []
            var links: [String] = []
            MarkdownNode(root).walk { node, kind, phase in
                guard phase == .enter, kind == .image || kind == .link else { return true }
                node.withAddress { bytes in
                    let address = String(decoding: bytes, as: UTF8.self)
                    if kind == .image {
                        images.append(address)
                    } else if !address.contains("://") {
                        links.append(address)
                    }
                }
                return true
            }
            return (images, links)
        }
        return addresses ?? ([], [])
    }

    /// Whether a text holds the signs of an image, or of a link whose address ends as a file's
    /// name does.
    private static func mayNameFiles(_ text: String) -> Bool {
        var last: UInt8 = 0
        var isInAddress = false
        var sinceDot = Int.max
        for byte in text.utf8 {
            switch (last, byte) {
            case (UInt8(ascii: "!"), UInt8(ascii: "[")): return true
            case (UInt8(ascii: "]"), UInt8(ascii: "(")): isInAddress = true
            default: break
            }
            if isInAddress {
                if byte == UInt8(ascii: ")") {
                    if (2...5).contains(sinceDot) { return true }
                    isInAddress = false
                    sinceDot = Int.max
                } else {
                    sinceDot =
                        byte == UInt8(ascii: ".") ? 0 : sinceDot == Int.max ? Int.max : sinceDot + 1
                    // An address of another host is none of a file's.
                    if last == UInt8(ascii: "/"), byte == last {
                        isInAddress = false
                        sinceDot = Int.max
                    }
                }
            }
            last = byte
        }
        return false
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
