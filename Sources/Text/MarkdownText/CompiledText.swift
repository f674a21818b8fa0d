import NoteModel

/// A rendered text with slots at the positions of its HTML that depend on the page that shows it.
///
/// It depends only on the text. ``fill(into:with:from:for:)`` inserts the values of the slots.
package struct CompiledText: Hashable, Sendable {
    /// The HTML in UTF-8, without the values of the slots. A text from the cache shares the bytes
    /// that were read.
    package let html: ArraySlice<UInt8>
    /// The slots in the order of their offsets. Several may have one offset, such as the start of a
    /// link and the image in it.
    let slots: [Slot]
    /// The words without markup, one line per block, in UTF-8: hashtags and code are part of them,
    /// the descriptions of images are not.
    package let text: ArraySlice<UInt8>

    /// A position in ``CompiledText/html`` that is filled for each page, since the text alone does
    /// not determine what is there.
    struct Slot: Hashable, Sendable {
        /// The number of bytes of ``CompiledText/html`` before the slot, 0 to its length. The
        /// values of other slots do not count.
        let offset: Int
        let kind: Kind
        /// The index of a reference, counted from the first one of the text, or the depth of a
        /// heading, 0 for the highest; 0 for a prefix.
        let value: Int

        enum Kind: UInt8 {
            /// The prefix of identifiers, which is written before each identifier in the text and
            /// before each fragment that refers to one.
            case prefix
            /// The digit of a heading's level in its start tag or end tag: the depth, counted from
            /// the destination's highest level.
            case level
            /// The start tag of a link, and its end tag. Both remain empty if the destination has
            /// no address for the reference.
            case linkStart
            case linkEnd
            /// A hashtag, a wiki link, an embedded file or note, or an image; the markup with its
            /// words is inserted here.
            case reference
            /// A note that is embedded in a paragraph of its own; the note's text is inserted here,
            /// or a paragraph with a link to it.
            case embeddedNote
        }
    }
}

/// Something that a text refers to: requested, not yet resolved. It contains only what the text
/// says, and so can be cached with the text.
package struct Reference: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// A link, `[words](address)`; the name is the address. Valid addresses of other hosts are
        /// not references, since they are the same on every page.
        case link
        /// A wiki link, `[[name|words]]`. The name is the title of a note, optionally with `#` and
        /// a heading, or a file of the note.
        case wikiLink
        /// An embedded file or note, `![[name|words]]`. The words of a file may be a width in
        /// pixels. A note is only linked if it is not in a paragraph of its own.
        case embed
        /// An image, `![words](address)`; the name is the address. The file may also be a
        /// recording, which gets a player.
        case image
        /// A hashtag, `#name`; the name has no number sign, and is spelled as in the text.
        case tag
        /// A link `[words](#heading)` to a heading that does not exist in the text; the name is the
        /// address.
        case missingHeading
    }

    package let kind: Kind
    package let name: String
    /// The words after a bar, or the description of an image; nil if there are none, and for links,
    /// whose words are part of the HTML.
    package let words: String?
    /// The title of a link or an image, written in quotation marks after the address; empty for
    /// none, and for double brackets.
    package let title: String
    /// True for an image within a link. It must not contain another link, since links do not nest.
    package let isLinked: Bool
    /// The offset in bytes at which the reference is in the text without markup; see
    /// ``CompiledText/text``.
    package internal(set) var offset: Int

    /// True for a link that shows other words than the name of its target.
    package var hidesItsName: Bool { kind == .link || kind == .wikiLink && words != nil }

    init(
        _ kind: Kind, name: String, words: String? = nil, title: String = "",
        isLinked: Bool = false, offset: Int = 0
    ) {
        self.kind = kind
        self.name = name
        self.words = words
        self.title = title
        self.isLinked = isLinked
        self.offset = offset
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
            guard file.utf8.contains(UInt8(ascii: ".")), !file.hasPrefix("#") else { return nil }
            return MarkdownImage(
                address: file, words: words ?? "", title: "", isLinked: false, isEmbed: true)
        case .link, .wikiLink, .tag, .missingHeading: return nil
        }
    }

    /// True for a link whose address begins with `//` or a scheme, and so names nothing of the
    /// notebook.
    package var isElsewhere: Bool {
        kind == .link && (name.hasPrefix("//") || LinkAddress.hasScheme(name.utf8))
    }

    /// The name of the file or note within double brackets, without a heading; nil for an empty one
    /// and for references of another kind.
    package var bracketedName: String? {
        guard kind == .wikiLink || kind == .embed else { return nil }
        let file = name.prefixBeforeSharp.trimmed
        return file.isEmpty ? nil : file
    }

    /// The end of an address that says which part of a file is meant, such as `#page=5` or `#t=90`;
    /// empty for none. It needs no escapes.
    package var filePart: String {
        guard let sharp = name.firstIndex(of: "#") else { return "" }
        let part = String(name[sharp...]).trimmed
        let isPart =
            part.contains("=")
            && part.dropFirst().utf8.allSatisfy {
                $0.isAlphanumeric || "=,.:-_".utf8.contains($0)
            }
        return isPart ? part : ""
    }

    /// True for an embedded note or a part of one. A name without a dot is not that of a file.
    package var isEmbeddedNote: Bool { kind == .embed && image == nil && bracketedName != nil }

    /// The heading of the same text that `[[#Part]]` or `![[#Part]]` names, the last one of nested
    /// headings; nil for other references.
    package var ownPart: String? {
        guard kind == .wikiLink || kind == .embed, bracketedName == nil, name.trimmed.hasPrefix("#")
        else {
            return nil
        }
        let part = name.split(separator: "#").last.map { $0.trimmed } ?? ""
        return part.isEmpty || part.hasPrefix("^") ? nil : part
    }

    /// The reference as typed, for messages and for pages on which it has no target. A link or an
    /// image is represented by its address.
    package var typed: String {
        let words = words.map { "|" + $0 } ?? ""
        return switch kind {
        case .wikiLink: "[[\(name)\(words)]]"
        case .embed: "![[\(name)\(words)]]"
        case .tag: "#" + name
        case .link, .image, .missingHeading: name
        }
    }

    /// The words that are shown for a resolved wiki link.
    var shownWords: String { words ?? wordsOfName }

    /// The words for a wiki link without own ones: “Title – Heading” for `[[Title#Heading]]`.
    package var wordsOfName: String {
        guard name.utf8.contains(UInt8(ascii: "#")) else { return name.trimmed }
        return name.split(separator: "#", maxSplits: 1).map(\.trimmed).joined(separator: " – ")
    }
}

/// The properties of a text that pages need without its HTML. Like the HTML they depend only on the
/// text and on the compiler's options.
package struct TextFacts: Hashable, Sendable {
    /// The first words without markup, at most 200 characters including an ellipsis at the end if
    /// the text continues.
    package internal(set) var excerpt = ""
    /// The headings in the order of the text, also those in block quotes and lists; empty if the
    /// options have no page.
    package internal(set) var headings: [Heading] = []
    /// The references in the order of the text, to which its slots refer by index. Some have no
    /// slot, such as hashtags in the descriptions of images.
    package internal(set) var references: [Reference] = []
    /// True if a paragraph has a line break that Markdown treats as a space.
    package internal(set) var hasSoftBreaks = false
    /// The limit that kept the text from being rendered; nil if it was rendered.
    package internal(set) var unrenderedReason: RenderBudgetExceeded?

    /// The hashtags in the order of the text, without number signs and spelled as there. A repeated
    /// hashtag is repeated here.
    package var tags: [String] {
        references.lazy.filter { $0.kind == .tag }.map(\.name)
    }

    /// Returns the hashtags of a line that is not Markdown, in order and without number signs.
    package static func tags(ofLine line: String) -> [String] {
        guard line.utf8.contains(UInt8(ascii: "#")) else { return [] }
        var line = line
        return line.withUTF8 { InlineReference.tags(in: $0) }
    }
}

/// An image that a text refers to, or a recording that it embeds in the same way. Its address is as
/// written in the text.
package struct MarkdownImage: Hashable, Sendable {
    package let address: String
    /// The text between the brackets, without markup and without a width.
    package let description: String
    /// The requested width, 1 to 9999 pixels; nil to use that of the image.
    package let width: Int?
    /// The title after the address, `![words](a.png "title")`; empty for none, and for an embedded
    /// file.
    package let title: String
    /// True for an image within a link of the text, which can have no link or download of its own.
    package let isLinked: Bool

    /// Creates an image, and separates the requested width from the description.
    ///
    /// - Parameters:
    ///   - words: The description. A width may follow a bar, as Obsidian writes it:
    ///     `![words|100](a.png)`, `![words|100x80](a.png)`.
    ///   - isEmbed: True if the words may be a width alone, as in `![[a.png|100]]`.
    init(address: String, words: String, title: String, isLinked: Bool, isEmbed: Bool = false) {
        (self.address, self.title, self.isLinked) = (address, title, isLinked)
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
