import NoteModel

/// A rendered text with slots at the positions of its HTML that depend on the page that shows it.
///
/// It depends only on the text. ``fill(into:with:from:for:)`` inserts the values of the slots.
package struct CompiledText: Hashable, Sendable {
    /// The HTML in UTF-8, without the values of the slots.
    package let html: ArraySlice<UInt8>
    /// The slots in the order of their offsets.
    let slots: [Slot]
    /// The words without markup, one line per block, in UTF-8.
    package let text: ArraySlice<UInt8>

    init(html: ArraySlice<UInt8>, slots: [Slot], text: ArraySlice<UInt8>) {
        (self.html, self.slots, self.text) = (html, slots, text)
    }

    /// A position in ``html`` that is filled for each page.
    struct Slot: Hashable, Sendable {
        /// The number of bytes of ``CompiledText/html`` before the slot.
        let offset: Int
        let kind: Kind
        /// The index of a reference, or the depth of a heading, 0 for the highest.
        let value: Int

        enum Kind: UInt8 {
            /// The prefix of identifiers.
            case prefix
            /// The digit of a heading's level.
            case level
            /// The start tag of a link, and its end tag.
            case linkStart
            case linkEnd
            /// A hashtag, a wiki link or an image.
            case reference
        }
    }
}

/// Something that a text refers to: requested, not yet resolved.
package struct Reference: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// A link, `[words](address)`; the name is the address. Valid addresses of other hosts are
        /// not references, since they are the same on every page.
        case link
        /// A wiki link, `[[name|words]]`.
        case wikiLink
        /// An embedded file or note, `![[name|words]]`.
        case embed
        /// An image, `![words](address)`; the name is the address.
        case image
        /// A hashtag, `#name`; the name has no number sign.
        case tag
        /// A link `[words](#heading)` to a heading that does not exist in the text; the name is the
        /// address.
        case missingHeading
    }

    package let kind: Kind
    package let name: String
    /// The words after a bar, or the description of an image; nil if there are none.
    package let words: String?
    /// The title of a link or an image; empty for none.
    package let title: String
    /// True for an image within a link.
    package let isLinked: Bool

    init(
        _ kind: Kind, name: String, words: String? = nil, title: String = "",
        isLinked: Bool = false
    ) {
        self.kind = kind
        self.name = name
        self.words = words
        self.title = title
        self.isLinked = isLinked
    }

    /// The image that is shown in place of the reference; nil for a reference of another kind.
    ///
    /// An embedded name without a dot is that of a note, not of a file.
    package var image: MarkdownImage? {
        switch kind {
        case .image:
            return MarkdownImage(
                address: name, words: words ?? "", title: title, isLinked: isLinked)
        case .embed:
            let file = name.trimmed
            guard file.utf8.contains(UInt8(ascii: ".")) else { return nil }
            return MarkdownImage(
                address: file, words: words ?? "", title: "", isLinked: false, isEmbed: true)
        case .link, .wikiLink, .tag, .missingHeading: return nil
        }
    }

    /// The name of the file or note within double brackets, without a heading; nil for an empty one
    /// and for references of another kind.
    package var bracketedName: String? {
        guard kind == .wikiLink || kind == .embed else { return nil }
        let file = name.prefixBeforeSharp.trimmed
        return file.isEmpty ? nil : file
    }

    /// The reference as typed, for messages.
    package var typed: String {
        let words = words.map { "|" + $0 } ?? ""
        return switch kind {
        case .wikiLink: "[[\(name)\(words)]]"
        case .embed: "![[\(name)\(words)]]"
        case .tag: "#" + name
        case .link, .image, .missingHeading: name
        }
    }

    /// The words that are shown for a resolved wiki link: “Title – Heading” for
    /// `[[Title#Heading]]`.
    var shownWords: String {
        if let words { return words }
        guard name.utf8.contains(UInt8(ascii: "#")) else { return name.trimmed }
        return name.split(separator: "#", maxSplits: 1).map(\.trimmed).joined(separator: " – ")
    }
}

/// The properties of a text that pages need without its HTML.
package struct TextFacts: Hashable, Sendable {
    /// The first words without markup, at most 200 characters.
    package internal(set) var excerpt = ""
    /// The headings in the order of the text; empty if the options have no page.
    package internal(set) var headings: [Heading] = []
    /// The references in the order of the text.
    package internal(set) var references: [Reference] = []
    /// The reason why the text is shown unrendered; nil if it was rendered.
    package internal(set) var unrenderedReason: RenderBudgetExceeded?

    /// The hashtags in the order of the text.
    package var tags: [String] {
        references.lazy.filter { $0.kind == .tag }.map(\.name)
    }

    /// Returns the hashtags of a line that is not Markdown.
    package static func tags(ofLine line: String) -> [String] {
        guard line.utf8.contains(UInt8(ascii: "#")) else { return [] }
        var line = line
        return line.withUTF8 { InlineReference.tags(in: $0) }
    }
}

/// An image that a text refers to.
package struct MarkdownImage: Hashable, Sendable {
    package let address: String
    /// The text between the brackets, without markup and without a width.
    package let description: String
    /// The requested width, 1 to 9999 pixels; nil to use that of the image.
    package let width: Int?
    /// The title after the address; empty for none.
    package let title: String
    /// True for an image within a link.
    package let isLinked: Bool

    /// - Parameters:
    ///   - words: The description. A width may follow a bar, as Obsidian writes it:
    ///     `![words|100](a.png)`, `![words|100x80](a.png)`.
    ///   - isEmbed: True if the words may be a width alone, as in `![[a.png|100]]`.
    init(address: String, words: String, title: String, isLinked: Bool, isEmbed: Bool = false) {
        self.address = address
        self.title = title
        self.isLinked = isLinked
        let bar = words.lastIndex(of: "|")
        let last = bar.map { words[words.index(after: $0)...] } ?? (isEmbed ? words[...] : "")
        width = Self.width(last)
        description = width == nil ? words : bar.map { String(words[..<$0]) } ?? ""
    }

    /// Returns the width of `100` and `100x80`; nil for any other text, and for a width of 0.
    private static func width(_ text: Substring) -> Int? {
        guard !text.isEmpty else { return nil }
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
