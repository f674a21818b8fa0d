import Platform

/// A heading of a text, for tables of contents and for links of the text to its own headings.
package struct Heading: Hashable, Sendable {
    /// The number of headings above it that contain it; 0 for the highest. Levels that the text
    /// skips do not count.
    package let depth: Int
    /// The words without markup, with double brackets replaced by what is shown for them; empty for
    /// a heading without words.
    package let text: String
    /// The identifier on the page, without a prefix: the one that GitHub makes of the words,
    /// followed by a number if it is already used.
    package let identifier: String

    package init(depth: Int, text: String, identifier: String) {
        (self.depth, self.text, self.identifier) = (depth, text, identifier)
    }
}

/// The headings of a document, collected before the HTML is written, since links may precede the
/// headings that they refer to.
struct Outline {
    private(set) var headings: [Heading] = []
    /// The indices in `headings`, by identifier, and by the identifier without a number unless
    /// another heading has that.
    private var positions: [String: Int] = [:]

    /// Creates an outline without headings, for the HTML of the specification, in which headings
    /// have no identifiers.
    init() {}

    /// Creates the outline of a document, and assigns a unique identifier to each heading.
    ///
    /// - Parameters:
    ///   - words: Returns the words that are shown for a heading's text.
    ///   - reserved: Returns true if an identifier is used by another part of the page.
    init(_ document: MarkdownNode, words: (String) -> String, reserved: (String) -> Bool) {
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
        var numbers: [String: Int] = [:]
        for (depth, heading) in zip(Self.depths(of: typed.map(\.level)), typed) {
            let bare = Heading.identifier(of: heading.text)
            var name = bare
            while positions[name] != nil || reserved(name) {
                numbers[bare, default: 0] += 1
                name = "\(bare)-\(numbers[bare, default: 0])"
            }
            positions[name] = headings.count
            // The identifier that the text's author would use in a link.
            if positions[bare] == nil { positions[bare] = headings.count }
            headings.append(Heading(depth: depth, text: heading.text, identifier: name))
        }
    }

    /// Returns the heading that the fragment of a link refers to, percent-encoded or not, by its
    /// identifier or by its words; nil if there is none.
    func heading(named fragment: String) -> Heading? {
        let name = fragment.percentDecoded ?? fragment
        return (positions[name] ?? positions[Heading.identifier(of: name)]).map { headings[$0] }
    }

    /// Returns the depths of headings, without gaps between levels: a reader who moves from heading
    /// to heading must not wonder what is missing.
    static func depths(of levels: [Int]) -> [Int] {
        var open: [Int] = []
        return levels.map { level in
            while let last = open.last, last >= level { open.removeLast() }
            open.append(level)
            return open.count - 1
        }
    }
}

extension Heading {
    /// Returns the identifier that GitHub gives a heading, which people use in links; `section` for
    /// a text without letters and digits.
    package static func identifier(of text: String) -> String {
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
