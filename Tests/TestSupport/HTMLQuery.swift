import Foundation

/// A parsed page that tests ask for elements, so that they need not compare whole strings.
///
/// It reads the markup that this program writes: start tags with quoted attributes, end tags, void
/// elements, comments, and the raw text of scripts and style sheets. It reports an end tag that does
/// not match as a complaint.
package struct HTMLQuery {
    /// An element, in the order of the start tags.
    package struct Element: Sendable {
        package let name: String
        package let attributes: [String: String]
        /// The text of the element and of all elements in it, with character references replaced.
        package internal(set) var text = ""
        /// The position of the element that contains it; nil for the outermost.
        package let parent: Int?

        package var classes: [Substring] { (attributes["class"] ?? "").split(separator: " ") }
    }

    package private(set) var elements: [Element] = []
    /// The end tags that match no start tag, and the start tags without end.
    package private(set) var complaints: [String] = []

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr",
    ]

    package init(_ html: String) {
        var open: [Int] = []
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            append(String(rest[..<start]), to: open)
            rest = rest[start...]
            if rest.hasPrefix("<!--") {
                rest = rest.range(of: "-->").map { rest[$0.upperBound...] } ?? ""
            } else if rest.hasPrefix("</") {
                let name = String(rest.dropFirst(2).prefix { $0 != ">" })
                if let last = open.last, elements[last].name == name {
                    open.removeLast()
                } else {
                    complaints.append("</\(name)>")
                }
                rest = rest.drop { $0 != ">" }.dropFirst()
            } else if let next = rest.dropFirst().first, next.isLetter {
                let (element, isClosed) = Self.startTag(&rest, parent: open.last)
                elements.append(element)
                guard !isClosed, !Self.void.contains(element.name) else { continue }
                open.append(elements.count - 1)
                guard ["script", "style"].contains(element.name) else { continue }
                let end = rest.range(of: "</\(element.name)>")?.lowerBound ?? rest.endIndex
                elements[elements.count - 1].text = String(rest[..<end])
                rest = rest[end...]
            } else {
                rest = rest.drop { $0 != ">" }.dropFirst()
            }
        }
        append(String(rest), to: open)
        complaints += open.map { "<\(elements[$0].name)>" }
    }

    /// Returns the elements with a name and, optionally, a class.
    package func all(_ name: String, withClass class: String? = nil) -> [Element] {
        elements.filter { element in
            element.name == name && `class`.map { element.classes.contains($0[...]) } ?? true
        }
    }

    /// Returns the elements of a name within one that has a class, or with the class themselves.
    package func all(_ name: String, inside class: String) -> [Element] {
        elements.filter { element in
            guard element.name == name else { return false }
            var next: Element? = element
            while let current = next {
                if current.classes.contains(Substring(`class`)) { return true }
                next = current.parent.map { elements[$0] }
            }
            return false
        }
    }

    /// Returns the first element with a name and, optionally, a class; nil if there is none.
    package func first(_ name: String, withClass class: String? = nil) -> Element? {
        all(name, withClass: `class`).first
    }

    /// Returns the element with an identifier; nil if there is none.
    package func element(withID id: String) -> Element? {
        elements.first { $0.attributes["id"] == id }
    }

    /// The addresses of all links, in order.
    package var links: [String] { all("a").compactMap { $0.attributes["href"] } }

    private mutating func append(_ text: String, to open: [Int]) {
        guard !text.isEmpty else { return }
        let text = Self.unescaped(text)
        for index in open { elements[index].text += text }
    }

    /// Reads a start tag, which in SVG may end the element as well.
    private static func startTag(
        _ rest: inout Substring, parent: Int?
    ) -> (element: Element, isClosed: Bool) {
        rest.removeFirst()
        var isClosed = false
        let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" })
        rest = rest.dropFirst(name.count)
        var attributes: [String: String] = [:]
        while true {
            isClosed = rest.hasPrefix("/>")
            rest = rest.drop { $0.isWhitespace || $0 == "/" }
            guard let first = rest.first, first != ">" else { break }
            let key = rest.prefix { $0 != "=" && $0 != ">" && !$0.isWhitespace }
            rest = rest.dropFirst(key.count)
            var value = ""
            if rest.hasPrefix("=\"") {
                let quoted = rest.dropFirst(2).prefix { $0 != "\"" }
                value = unescaped(String(quoted))
                rest = rest.dropFirst(quoted.count + 3)
            }
            attributes[String(key)] = value
        }
        rest = rest.dropFirst()
        return (Element(name: name, attributes: attributes, parent: parent), isClosed)
    }

    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
