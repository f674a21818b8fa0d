import Markup
import NoteModel

extension FragmentBuilder {
    /// Writes a text node. Hashtags and double brackets in it become slots, except within a link,
    /// since links do not nest.
    mutating func writeText(_ node: MarkdownNode) {
        node.withLiteral { literal in
            var index = 0
            // Links do not nest.
            while !isInLink,
                let (range, reference) = InlineReference.first(in: literal, from: index)
            {
                writePlain(literal[index..<range.lowerBound], of: node)
                write(reference)
                index = range.upperBound
            }
            writePlain(literal[index...], of: node)
        }
    }

    private mutating func write(_ reference: Reference) {
        if options.page != nil, let part = reference.ownPart {
            return writeLink(toOwnPart: part, reference: reference)
        }
        addReference(reference, slot: .reference)
        switch reference.kind {
        case .tag: text += reference.typed.utf8
        case .wikiLink: text += reference.shownWords.utf8
        // An image has no words.
        case .embed: if reference.image == nil { text += reference.shownWords.utf8 }
        case .link, .image, .missingHeading: break
        }
    }

    /// Writes `[[#Part]]`, a link to a heading of the same text. It has no slot, since it is the
    /// same on all pages.
    private mutating func writeLink(toOwnPart part: String, reference: Reference) {
        let heading = outline.heading(named: part)
        add(
            heading == nil
                ? Reference(.missingHeading, name: reference.typed) : reference)
        if let heading {
            append("<a href=\"#")
            appendPrefix()
            html.appendAddress(heading.identifier)
            append("\">")
        }
        let words = reference.words ?? (heading == nil ? reference.typed : part)
        html.appendEscaped(words)
        text += words.utf8
        if heading != nil { append("</a>") }
    }

    /// Returns a line of text with double brackets replaced by the words that are shown for them,
    /// or by the description of an image. Hashtags remain.
    func shownLine(_ line: String) -> String {
        guard line.utf8.contains(UInt8(ascii: "[")) else { return unmarked(line) }
        var line = line
        return line.withUTF8 { bytes in
            var shown = ""
            var index = 0
            while let (range, reference) = InlineReference.first(in: bytes, from: index) {
                shown += String(decoding: bytes[index..<range.lowerBound], as: UTF8.self)
                shown +=
                    reference.kind == .tag
                    ? reference.typed : reference.image?.description ?? reference.shownWords
                index = range.upperBound
            }
            return unmarked(shown + String(decoding: bytes[index...], as: UTF8.self))
        }
    }

    /// Adds the hashtags below a node whose text is not shown, such as the description of an image.
    /// They have no slots.
    mutating func collectTags(in node: MarkdownNode) {
        node.walk { node, kind, phase in
            guard phase == .enter, kind == .text else { return phase == .enter }
            node.withLiteral { literal in
                for name in InlineReference.tags(in: literal) { add(Reference(.tag, name: name)) }
            }
            return false
        }
    }

    /// Writes words of a text, or HTML that is shown as text, and the marks among them as markup.
    mutating func writePlain(_ words: Slice<UnsafeBufferPointer<UInt8>>, of node: MarkdownNode) {
        var index = words.startIndex
        let range = words.startIndex..<words.endIndex
        for mark in marks?.marks(in: node, within: range) ?? [] {
            writeWords(words[index..<mark.range.lowerBound])
            write(mark)
            index = mark.range.upperBound
        }
        writeWords(words[index...])
    }

    private mutating func write(_ mark: InlineMarks.Mark) {
        if mark.isEnd {
            // The start may be in the first line of an alert, which is shown without markup.
            guard openMarks.last == mark.name else { return }
            openMarks.removeLast()
        } else {
            openMarks.append(mark.name)
        }
        append("<\(mark.isEnd ? "/" : "")\(mark.name.rawValue)>")
    }

    private mutating func writeWords(_ words: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let formulas else { return writeText(words) }
        formulas.forEachPart(of: ArraySlice(words)) { part, formula in
            guard let formula else {
                return part.withUnsafeBufferPointer { writeText($0[...]) }
            }
            append(formula.mathML)
            text += formula.source
        }
    }

    private mutating func writeText(_ words: Slice<UnsafeBufferPointer<UInt8>>) {
        unmarked(UnsafeBufferPointer(rebasing: words)) { builder, words in
            builder.html.appendEscaped(words, apostrophes: false)
            builder.text.append(contentsOf: words)
        }
    }
}

// MARK: - Output

extension FragmentBuilder {
    mutating func append(_ markup: String) {
        html.append(contentsOf: markup.utf8)
    }

    mutating func appendOnNewLine(_ markup: String) {
        // The value of a slot does not end with a line feed.
        if let last = html.last, last != 0x0A || slots.last?.offset == html.count {
            html.append(0x0A)
        }
        append(markup)
    }

    mutating func addSlot(_ kind: CompiledText.Slot.Kind, value: Int) {
        slots.append(CompiledText.Slot(offset: html.count, kind: kind, value: value))
    }

    mutating func addReference(_ reference: Reference, slot kind: CompiledText.Slot.Kind) {
        addSlot(kind, value: references.count)
        add(reference)
    }

    mutating func appendPrefix() { addSlot(.prefix, value: 0) }

    /// Calls `body` with the literal of a node, without sentinels. The bytes are valid only during
    /// the call.
    mutating func withLiteral(
        of node: MarkdownNode, _ body: (inout FragmentBuilder, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        node.withLiteral { unmarked($0, body: body) }
    }

    /// Calls `body` with bytes of the source, without sentinels. The bytes are valid only during
    /// the call.
    mutating func unmarked(
        _ bytes: UnsafeBufferPointer<UInt8>,
        body: (inout FragmentBuilder, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard hasSentinels || formulas != nil else { return body(&self, bytes) }
        unmarked(Array(bytes)).withUnsafeBufferPointer { body(&self, $0) }
    }

    /// Returns bytes of the source without sentinels, and with formulas as they were typed.
    private func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        let typed = formulas?.typed(bytes) ?? bytes
        return hasSentinels ? EscapeSentinel.unmarked(typed) : typed
    }

    /// Returns a text of the source without sentinels, and with formulas as they were typed.
    func unmarked(_ text: String) -> String {
        guard hasSentinels || formulas != nil else { return text }
        return String(decoding: unmarked(Array(text.utf8)), as: UTF8.self)
    }

    /// Ends a line within a block. The text of the block is one line, but the excerpt shows where
    /// lines end.
    mutating func breakLine(_ kind: ExcerptBuilder.Break) {
        if !excerpt.isFull { lineBreaks.append((text.count, kind)) }
        text.append(0x20)
    }

    /// Ends a block, whose text continues the excerpt.
    ///
    /// - Parameter mark: The break between the block and the one before.
    mutating func endBlockText(after mark: ExcerptBuilder.Break = .line) {
        if !excerpt.isFull {
            var end = min(blockStart + 4096, text.count)
            // The limit is not within a character.
            while end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
            var (start, mark) = (blockStart, mark)
            for (offset, kind) in lineBreaks where offset < end {
                appendToExcerpt(start..<offset, after: mark)
                (start, mark) = (offset, kind)
            }
            appendToExcerpt(start..<end, after: mark)
        }
        beginBlockText()
    }

    private mutating func appendToExcerpt(_ line: Range<Int>, after mark: ExcerptBuilder.Break) {
        text[line].withUnsafeBufferPointer { excerpt.append($0, after: mark) }
    }

    mutating func beginBlockText() {
        lineBreaks.removeAll(keepingCapacity: true)
        if let last = text.last, last != 0x0A { text.append(0x0A) }
        blockStart = text.count
    }
}

/// Returns a text escaped for HTML.
///
/// - Parameter apostrophes: True if apostrophes are escaped too, as is necessary in an attribute
///   that is quoted with them.
func escaped(_ text: String, apostrophes: Bool = true) -> String {
    var (text, bytes) = (text, [UInt8]())
    text.withUTF8 { bytes.appendEscaped($0, apostrophes: apostrophes) }
    return String(decoding: bytes, as: UTF8.self)
}
