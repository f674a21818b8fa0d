import Foundation

/// A heading of a text.
package struct Heading: Hashable, Sendable {
    /// As it is written in HTML, 1 to 6.
    package let level: Int
    /// Without marks.
    package let text: String
    /// Its address on the page, without the sign.
    package let identifier: String

    package init(level: Int, text: String, identifier: String) {
        self.level = level
        self.text = text
        self.identifier = identifier
    }
}

/// The headings of a document, found before the first byte is written: links lead to them from
/// above as well.
struct Outline {
    private(set) var headings: [Heading] = []
    /// The levels as they are written, of all headings of the document.
    private(set) var levels: [Int] = []
    /// Where in `headings` each identifier stands, without the prefix.
    private var places: [String: Int] = [:]

    /// No headings.
    init() {}

    /// - Parameters:
    ///   - words: What is read in place of a heading's text.
    ///   - prefix: Put before every identifier.
    ///   - reserved: Whether an identifier belongs to another part of the page. Of those that
    ///     are made of one by a number behind it, some must be free.
    init(
        _ document: MarkdownNode, highestLevel: Int, words: (String) -> String, prefix: String,
        reserved: (String) -> Bool
    ) {
        var typed: [(level: Int, text: String)] = []
        document.walk { node, kind, phase in
            guard phase == .enter else { return false }
            switch kind {
            case .heading:
                typed.append((node.headingLevel, words(node.plainText)))
                return false
            case .document, .blockQuote, .list, .item, .footnoteDefinition: return true
            default: return false
            }
        }
        guard !typed.isEmpty else { return }
        levels = Self.levels(of: typed.map(\.level), highest: highestLevel)
        var numbers: [String: Int] = [:]
        for (level, heading) in zip(levels, typed) {
            let bare = Self.identifier(of: heading.text)
            var name = bare
            while places[name] != nil || reserved(name) {
                numbers[bare, default: 0] += 1
                name = "\(bare)-\(numbers[bare, default: 0])"
            }
            places[name] = headings.count
            // What the writer of the text would call it.
            if places[bare] == nil { places[bare] = headings.count }
            headings.append(
                Heading(level: level, text: heading.text, identifier: prefix + name))
        }
    }

    /// The heading that an address within the page names, as its writer would.
    func heading(named fragment: String) -> Heading? {
        let name = fragment.removingPercentEncoding ?? fragment
        return (places[name] ?? places[Self.identifier(of: name)]).map { headings[$0] }
    }

    /// Levels without a gap from one heading to the next below it, beginning at the highest: a
    /// reader who goes from heading to heading must not wonder what is missing.
    static func levels(of typed: [Int], highest: Int) -> [Int] {
        var open: [Int] = []
        return typed.map { level in
            while let last = open.last, last >= level { open.removeLast() }
            open.append(level)
            return min(6, highest + open.count - 1)
        }
    }

    /// The identifier that GitHub gives a heading: what people write in links.
    static func identifier(of text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            if scalar.isPartOfWord || scalar == "-"
                || scalar.properties.generalCategory == .connectorPunctuation
            {
                scalars.append(scalar)
            } else if scalar.properties.generalCategory == .spaceSeparator {
                scalars.append("-")
            }
        }
        return scalars.isEmpty ? "section" : String(scalars)
    }
}
