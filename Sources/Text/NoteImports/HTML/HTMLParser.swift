import MarkdownText
import Markup

/// Parses HTML and XHTML into elements. No document is invalid: an end tag without a start is
/// skipped, and elements without an end reach as far as the one that contains them.
struct HTMLParser {
    private var scanner: MarkupScanner
    /// The open elements, the outermost first, which has no name.
    private var open = [HTMLElement(name: "")]

    /// The maximum depth of elements. Deeper ones become part of the one at that depth, without
    /// their tags.
    private static let maximumDepth = 100

    private static let voids: Set = [
        "area", "base", "br", "col", "embed", "en-media", "en-todo", "hr", "img", "input", "link",
        "meta", "source", "track", "wbr",
    ]
    /// The elements whose content is not text of the document.
    private static let skipped: Set = ["head", "script", "style", "template"]

    /// Returns the nodes of a document.
    static func parse(_ document: String) -> [HTMLNode] {
        var document = document
        return document.withUTF8 { bytes in
            var parser = HTMLParser(scanner: MarkupScanner(bytes))
            parser.readAll()
            return parser.open[0].children
        }
    }

    private init(scanner: MarkupScanner) { self.scanner = scanner }

    private mutating func readAll() {
        while let token = scanner.next() {
            switch token {
            case .text(let range): add(text: CharacterReference.decoded(text(range)))
            case .characterData(let range): add(text: text(range))
            case .start(let name, let isClosed):
                readElement(scanner.text(name), isClosed: isClosed)
            case .end(let name): close(scanner.text(name))
            case .comment, .declaration: break
            }
        }
        close(above: 0)
    }

    private mutating func readElement(_ name: String, isClosed: Bool) {
        if Self.skipped.contains(name) {
            if !isClosed { scanner.skip(toEndOf: name) }
            return
        }
        var element = HTMLElement(name: name)
        for attribute in scanner.attributes {
            let name = scanner.text(attribute.name)
            guard element.attributes[name] == nil else { continue }
            element.attributes[name] =
                attribute.value.map { CharacterReference.decoded(text($0)) } ?? ""
        }
        closeImplied(by: element)
        if isClosed || Self.voids.contains(name) {
            add(.element(element))
        } else if open.count <= Self.maximumDepth {
            open.append(element)
        }
    }

    /// Closes elements that an element ends without their end tags, such as list items.
    private mutating func closeImplied(by element: HTMLElement) {
        let (ended, limits): (Set<String>, Set<String>) =
            switch element.name {
            case "li": (["li"], ["ul", "ol"])
            case "dt", "dd": (["dt", "dd"], ["dl"])
            case "tr": (["tr", "td", "th"], ["table"])
            case "td", "th": (["td", "th"], ["tr", "table"])
            case "option": (["option"], ["select"])
            default: element.isBlock ? (["p"], ["td", "th", "li", "div", "blockquote"]) : ([], [])
            }
        guard !ended.isEmpty else { return }
        let first = (open.lastIndex { limits.contains($0.name) } ?? 0) + 1
        if let index = open[min(first, open.count)...].firstIndex(where: { ended.contains($0.name) }
        ) {
            close(above: index - 1)
        }
    }

    private mutating func close(_ name: String) {
        guard let index = open.lastIndex(where: { $0.name == name }), index > 0 else { return }
        close(above: index - 1)
    }

    /// Closes all open elements after an index.
    private mutating func close(above index: Int) {
        while open.count > index + 1 {
            let element = open.removeLast()
            add(.element(element))
        }
    }

    private mutating func add(_ node: HTMLNode) { open[open.count - 1].children.append(node) }

    private mutating func add(text: String) {
        if !text.isEmpty { add(.text(text)) }
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: scanner.bytes[range], as: UTF8.self)
    }
}
