import Markup

/// A destination for texts: a page, a feed, a book, or a card of another program. It decides on
/// everything in a text that is not the same everywhere.
package protocol TextDestination {
    /// The prefix of identifiers, such as `note-3.`, so that several texts can be on one page;
    /// empty if there is only one text.
    var identifierPrefix: String { get }
    /// The level of the highest heading, 1 to 6. Deeper headings have the levels that follow, and
    /// level 6 if there are too many.
    var highestHeadingLevel: Int { get }

    /// Returns the address of a link, a wiki link, an embedded note or a hashtag; nil to show its
    /// words without a link.
    ///
    /// - Parameter index: The index of the reference among those of the note.
    func address(of reference: Reference, at index: Int) -> String?

    /// Appends the markup of an image, or of a recording that the text embeds like one.
    ///
    /// - Returns: False if the note has no such file; the description is shown then.
    /// - Throws: Any error, which ends ``CompiledText/fill(into:with:from:for:)``.
    mutating func append(_ image: MarkdownImage, to html: inout [UInt8]) throws -> Bool

    /// Appends the text of a note, or of a part of one, that the text embeds.
    ///
    /// - Parameter index: The index of the reference among those of the note.
    /// - Returns: False to link the note instead.
    /// - Throws: Any error, which ends ``CompiledText/fill(into:with:from:for:)``.
    mutating func append(
        embedded reference: Reference, at index: Int, to html: inout [UInt8]
    ) throws -> Bool
}

extension TextDestination {
    package var identifierPrefix: String { "" }
    package var highestHeadingLevel: Int { 2 }

    /// Returns false, so that the note is linked.
    ///
    /// - Throws: No error; the implementation of a destination may.
    package mutating func append(
        embedded reference: Reference, at index: Int, to html: inout [UInt8]
    ) throws -> Bool { false }
}

extension CompiledText {
    /// Appends the HTML with its slots filled for a destination.
    ///
    /// ```
    /// struct Unlinked: TextDestination {
    ///     func address(of reference: Reference, at index: Int) -> String? { nil }
    ///     func append(_ image: MarkdownImage, to html: inout [UInt8]) -> Bool { false }
    /// }
    /// var (html, destination) = ([UInt8](), Unlinked())
    /// try note.body.texts[0].fill(into: &html, with: note.facts.references, for: &destination)
    /// ```
    ///
    /// - Parameters:
    ///   - references: The references of the note that the text belongs to.
    ///   - first: The index of the first reference of this text.
    /// - Throws: The errors of the destination.
    package func fill(
        into output: inout [UInt8], with references: [Reference], from first: Int = 0,
        for destination: inout some TextDestination
    ) throws {
        output.reserveCapacity(output.count + html.count + 64 * slots.count)
        var start = html.startIndex
        // Links do not nest.
        var isLinkOpen = false
        for slot in slots {
            let end = html.startIndex + slot.offset
            output += html[start..<end]
            start = end
            switch slot.kind {
            case .prefix: output.appendEscaped(destination.identifierPrefix)
            case .level:
                let level = min(6, destination.highestHeadingLevel + slot.value)
                output.append(UInt8(ascii: "0") + UInt8(level))
            case .linkStart:
                let index = first + slot.value
                isLinkOpen = output.appendLinkStart(references[index], at: index, for: destination)
            case .linkEnd: if isLinkOpen { output += "</a>".utf8 }
            case .reference:
                let index = first + slot.value
                try output.append(references[index], at: index, for: &destination)
            case .embeddedNote:
                let index = first + slot.value
                let isShown = try destination.append(
                    embedded: references[index], at: index, to: &output)
                guard !isShown else { continue }
                output += "<p>".utf8
                try output.append(references[index], at: index, for: &destination)
                output += "</p>".utf8
            }
        }
        output += html[start...]
    }
}

extension [UInt8] {
    fileprivate mutating func appendLinkStart(
        _ reference: Reference, at index: Int, for destination: some TextDestination
    ) -> Bool {
        guard let address = destination.address(of: reference, at: index) else { return false }
        self += "<a href=\"".utf8
        appendAddress(address)
        self += "\"".utf8
        if !reference.title.isEmpty {
            self += " title=\"".utf8
            var title = reference.title
            title.withUTF8 { appendEscaped($0, apostrophes: false) }
            self += "\"".utf8
        }
        self += ">".utf8
        return true
    }

    fileprivate mutating func append(
        _ reference: Reference, at index: Int, for destination: inout some TextDestination
    ) throws {
        if let image = reference.image {
            if try destination.append(image, to: &self) { return }
            if reference.kind == .image { return appendDescription(of: image) }
        }
        let address = destination.address(of: reference, at: index)
        if let address {
            self +=
                (reference.kind == .tag ? "<a class=\"tag\" rel=\"tag\" href=\"" : "<a href=\"")
                .utf8
            appendAddress(address)
            self += "\">".utf8
        }
        switch reference.kind {
        case .wikiLink where address == nil: appendEscaped(reference.words ?? reference.typed)
        case .embed where address == nil: appendEscaped(reference.typed)
        case .wikiLink, .embed: appendEscaped(reference.shownWords)
        case .tag, .link, .image, .missingHeading: appendEscaped(reference.typed)
        }
        if address != nil { self += "</a>".utf8 }
    }

    /// Appends the description of an image that is not shown. Images on other hosts, which would
    /// learn who reads the page, are linked and not loaded.
    private mutating func appendDescription(of image: MarkdownImage) {
        let words = image.description.isEmpty ? image.address : image.description
        guard !image.isLinked, image.address.contains("://"),
            LinkAddress.isAllowed(image.address.utf8),
            LinkAddress.hasScheme(image.address.utf8)
        else { return appendEscaped(words) }
        self += "<a href=\"".utf8
        appendAddress(image.address)
        self += "\">".utf8
        appendEscaped(words)
        self += "</a>".utf8
    }

    mutating func appendAddress(_ address: String) {
        var address = address
        address.withUTF8 { LinkAddress.append($0, to: &self) }
    }
}
