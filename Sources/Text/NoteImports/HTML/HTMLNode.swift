import NoteModel

/// A node of an HTML document.
enum HTMLNode {
    /// Words with their character references decoded.
    case text(String)
    case element(HTMLElement)

    var element: HTMLElement? {
        if case .element(let element) = self { element } else { nil }
    }

    /// The words of the node, with line breaks where the document breaks lines.
    var text: String {
        switch self {
        case .text(let text): text
        case .element(let element) where element.name == "br": "\n"
        case .element(let element): element.children.map(\.text).joined()
        }
    }
}

extension [HTMLNode] {
    /// The nodes in lines, each with the block that ends it; nil for the last line.
    var lines: [(line: [HTMLNode], block: HTMLElement?)] {
        var lines: [(line: [HTMLNode], block: HTMLElement?)] = []
        var line: [HTMLNode] = []
        for node in self {
            if let element = node.element, element.isBlock || element.holdsBlocks {
                lines.append((line, element))
                line = []
            } else {
                line.append(node)
            }
        }
        return lines + [(line, nil)]
    }
}

/// An element of an HTML document, with its name and the names of its attributes in lower case.
struct HTMLElement {
    let name: String
    var attributes: [String: String] = [:]
    var children: [HTMLNode] = []

    /// True if the value of a property of the style attribute contains some words, as in
    /// `--en-codeblock: true`.
    func hasStyle(_ property: String, containing value: String) -> Bool {
        style(property)?.contains(value) ?? false
    }

    /// The element of texts that looks as the style of words does, such as a highlight of Evernote; nil
    /// for any other style.
    var mark: String? {
        guard !isBlock else { return nil }
        if style("en-highlight") != nil || hasStyle("evernote-highlight", containing: "true") {
            return "mark"
        }
        return hasStyle("text-decoration", containing: "underline") ? "u" : nil
    }

    /// Returns the value of a property of the style attribute in lower case; nil if it is not set.
    /// Evernote's own properties are named without the hyphens before them, of which versions write
    /// one or two.
    func style(_ property: String) -> String? {
        let declarations = attributes["style"]?.lowercased().split(separator: ";") ?? []
        for declaration in declarations {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
            if parts.count == 2, parts[0].drop(while: { $0 == "-" }) == property { return parts[1] }
        }
        return nil
    }

    /// The addresses in Evernote's own properties of the style attribute, as of a clipped page or a
    /// preview of a link, that no link in the element has.
    var addressesInStyle: [String] {
        guard let style = attributes["style"], style.contains("-en-"), style.contains("://")
        else { return [] }
        let shown = Set(references(besides: "").compactMap { $0.attributes["href"]?.trimmed })
        let found = style.split(separator: ";").compactMap { declaration -> String? in
            let parts = declaration.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2, parts[0].drop(while: { $0 == "-" }).hasPrefix("en-"),
                parts[1].lowercased().hasPrefix("http")
            else { return nil }
            return parts[1]
        }
        return found.filter { !shown.contains($0) }
    }

    /// True for an element that begins a line of its own.
    var isBlock: Bool { Self.blocks.contains(name) }

    /// True if a line of its own begins in the element.
    var holdsBlocks: Bool {
        children.contains { $0.element.map { $0.isBlock || $0.holdsBlocks } ?? false }
    }

    private static let blocks: Set = [
        "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl",
        "dt", "en-note", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3",
        "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section",
        "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    ]
}
