import MarkdownText

/// Parses HTML and XHTML into elements. No document is invalid: an end tag without a start is
/// skipped, and elements without an end reach as far as the one that contains them.
struct HTMLParser {
    private let bytes: [UInt8]
    private var position = 0
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
        var parser = HTMLParser(bytes: Array(document.utf8))
        while parser.position < parser.bytes.count { parser.readNext() }
        parser.close(above: 0)
        return parser.open[0].children
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func readNext() {
        let start = position
        guard bytes[start] == UInt8(ascii: "<") else {
            position = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            add(text: CharacterReferences.decoded(text(start..<position)))
            return
        }
        if begins(with: "<!--") {
            position = end(of: "-->", from: start + 4)
        } else if begins(with: "<![CDATA[") {
            position = end(of: "]]>", from: start + 9)
            let end = position - (bytes[..<position].reversed().starts(with: ">]]".utf8) ? 3 : 0)
            add(text: text((start + 9)..<max(start + 9, end)))
        } else if begins(with: "<!") || begins(with: "<?") {
            position = end(of: ">", from: start + 2)
        } else if begins(with: "</") {
            position = start + 2
            let name = readName()
            position = end(of: ">", from: position)
            close(name)
        } else {
            position = start + 1
            let name = readName()
            guard name.utf8.first.map({ $0 >= UInt8(ascii: "a") }) == true else {
                position = start + 1
                return add(text: "<")
            }
            readElement(name)
        }
    }

    private mutating func readElement(_ name: String) {
        var element = HTMLElement(name: name)
        var isClosed = false
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            if bytes[position] == UInt8(ascii: "/") {
                isClosed = position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: ">")
                position += 1
            } else if let (name, value) = readAttribute() {
                element.attributes[name] = element.attributes[name] ?? value
            } else {
                position += 1
            }
        }
        position += 1
        if Self.skipped.contains(name) {
            if !isClosed { skip(to: name) }
            return
        }
        closeImplied(by: element)
        if isClosed || Self.voids.contains(name) {
            add(.element(element))
        } else if open.count <= Self.maximumDepth {
            open.append(element)
        }
    }

    private mutating func readAttribute() -> (name: String, value: String)? {
        let name = readName()
        guard !name.isEmpty else { return nil }
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            return (name, "")
        }
        position += 1
        skipSpace()
        guard position < bytes.count else { return (name, "") }
        let quote = bytes[position]
        let value: Range<Int>
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let end = bytes[(position + 1)...].firstIndex(of: quote) ?? bytes.count
            value = (position + 1)..<end
            position = min(end + 1, bytes.count)
        } else {
            let end = bytes[position...].firstIndex { Self.isSpace($0) || $0 == UInt8(ascii: ">") }
            value = position..<(end ?? bytes.count)
            position = value.upperBound
        }
        return (name, CharacterReferences.decoded(text(value)))
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
        String(decoding: bytes[range], as: UTF8.self)
    }

    private func begins(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    /// Returns the position after the next occurrence of some words, or that of the end.
    private func end(of words: String, from start: Int) -> Int {
        var index = min(start, bytes.count)
        while let next = bytes[index...].firstIndex(of: words.utf8.first ?? 0) {
            if bytes[next...].starts(with: words.utf8) { return next + words.utf8.count }
            index = next + 1
        }
        return bytes.count
    }

    private mutating func skip(to name: String) {
        while position < bytes.count {
            position = end(of: "</", from: position)
            if readName() == name { break }
        }
        position = end(of: ">", from: position)
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

    /// Reads a name up to a space, a slash, `=` or an angle bracket; empty if there is none.
    private mutating func readName() -> String {
        let end = bytes[position...].firstIndex {
            Self.isSpace($0) || "/=<>\"'".utf8.contains($0)
        }
        let name = text(position..<(end ?? bytes.count))
        position += name.utf8.count
        return name.lowercased()
    }
}
