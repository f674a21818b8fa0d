import MarkdownText
import NoteModel

/// Replaces the HTML elements of a Markdown text that refer to files by Markdown, since HTML in a
/// note is shown and not run.
struct FileElements {
    /// Returns the destination of the file that an address refers to; nil for any other address.
    let destination: (_ address: String) -> String?
    /// True if a destination is that of a photo.
    let isPhoto: (_ destination: String) -> Bool

    /// The elements that refer to files, and whether they have content.
    private static let names = [
        "img": false, "a": true, "audio": true, "video": true, "object": true, "iframe": true,
        "source": false, "embed": false,
    ]

    /// The maximum number of characters of a tag, of the content of an element and of a span of code:
    /// what hostile text opens any number of times is not searched for its end each time.
    private static let maximumLength = 2_000

    /// Returns a text with elements replaced, but not in code. Markdown in a block of HTML would not
    /// be read as such, so a block with files becomes Markdown as a whole.
    func replaced(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
        let scan = SourceScan(text, findsReferences: false)
        let parts = scan.texts.map { ($0, isHTML: false) } + scan.htmlBlocks.map { ($0, true) }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        for (range, isHTML) in parts.sorted(by: { $0.0.lowerBound < $1.0.lowerBound })
        where range.lowerBound >= copied {
            result += bytes[copied..<range.lowerBound]
            let part = String(decoding: bytes[range], as: UTF8.self)
            result +=
                (isHTML && !beginsWithFile(part) ? converted(part) : replaced(inWords: part)).utf8
            copied = range.upperBound
        }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    /// True for a block of HTML that is an element for a file, with words after it.
    private func beginsWithFile(_ block: String) -> Bool {
        let start = block.drop { $0.isWhitespace }
        return start.first == "<"
            && Self.names[start.dropFirst().prefix { $0.isLetter }.lowercased()] != nil
    }

    /// Returns the Markdown of a block of HTML with files; any other block as it is.
    private func converted(_ block: String) -> String {
        // In a quote or an item, lines have marks in front of them.
        guard block.first(where: { $0 != " " }) == "<" else { return block }
        var hasFile = false
        var converter = HTMLMarkdown(
            file: { element in
                let found = markdown(of: element)
                hasFile = hasFile || found != nil
                return found
            }, note: { _, _ in nil })
        let text = converter.markdown(block)
        return hasFile ? text + (block.hasSuffix("\n") ? "\n" : "") : block
    }

    private func replaced(inWords text: String) -> String {
        var result = ""
        var rest = text[...]
        while let place = rest.firstIndex(where: { $0 == "<" || $0 == "`" }) {
            result += rest[..<place]
            rest = rest[place...]
            if rest.first == "`" {
                let end = Self.endOfCode(rest)
                result += rest[..<end]
                rest = rest[end...]
            } else if let (markdown, end) = element(at: rest) {
                result += markdown
                rest = rest[end...]
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }

    /// Returns the end of the span of code that begins with the backticks of a text, or that of the
    /// backticks if they open none (CommonMark, section 6.1).
    private static func endOfCode(_ text: Substring) -> Substring.Index {
        let opening = text.prefix { $0 == "`" }
        var rest = text[opening.endIndex...].prefix(maximumLength)
        while let start = rest.firstIndex(of: "`") {
            let closing = rest[start...].prefix { $0 == "`" }
            if closing.count == opening.count { return closing.endIndex }
            rest = rest[closing.endIndex...]
        }
        return opening.endIndex
    }

    /// Returns the Markdown for an element that refers to a file, and its end; nil for others.
    private func element(at text: Substring) -> (markdown: String, end: Substring.Index)? {
        let name = text.dropFirst().prefix { $0.isLetter }.lowercased()
        guard let hasContent = Self.names[name], let close = Self.endOfTag(text) else { return nil }
        var end = text.index(after: close)
        // The sources of players may be within them.
        let mayRefer = ["audio", "video", "object"].contains(name)
        guard mayRefer || refersToFile(String(text[..<end])) else { return nil }
        if hasContent, text[..<close].last != "/",
            let last = text[end...].prefix(Self.maximumLength).firstRange(of: "</\(name)>")
        {
            end = last.upperBound
        }
        guard let element = HTMLParser.parse(String(text[..<end])).first?.element else {
            return nil
        }
        return markdown(of: element).map { ($0, end) }
    }

    /// True if a tag has the address of a file.
    private func refersToFile(_ tag: String) -> Bool {
        HTMLParser.parse(tag).first?.element.map { markdown(of: $0) != nil } ?? false
    }

    /// Returns the place of the bracket that ends a tag; nil if there is none.
    private static func endOfTag(_ text: Substring) -> Substring.Index? {
        var quote: Character?
        return text.prefix(maximumLength).indices.first { place in
            let character = text[place]
            if let open = quote {
                if character == open { quote = nil }
                return false
            }
            if character == "\"" || character == "'" { quote = character }
            return character == ">"
        }
    }

    /// Returns the Markdown of an element that refers to a file; nil for others.
    private func markdown(of element: HTMLElement) -> String? {
        let sources = [element] + element.children.compactMap(\.element)
        let found = sources.lazy.compactMap { source in
            ["src", "href", "data"].lazy.compactMap { source.attributes[$0] }
                .compactMap { destination($0.trimmed) }.first
        }.first
        guard let found else { return nil }
        let words = HTMLNode.element(element).text.trimmed
        // A part of the page's width is no number of pixels.
        let width = (element.attributes["width"] ?? "").trimmed.replacing("px", with: "")
        let isImage = isPhoto(found)
        let description = element.attributes["alt"] ?? element.attributes["title"] ?? words
        let label = isImage && Int(width) ?? 0 > 0 ? "\(description)|\(width)" : description
        return HTMLMarkdown.reference(to: found, words: label, isImage: isImage)
    }
}
