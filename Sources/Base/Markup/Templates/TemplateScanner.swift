/// Splits the text of a template into literal texts and the tags between them, and removes the
/// lines of standalone tags, as the Mustache specification requires.
struct TemplateScanner {
    enum Kind: Hashable {
        case variable, unescaped, section, inverted, close, partial, parent, block, comment,
            delimiters
    }

    struct Tag {
        let kind: Kind
        let name: TemplateName
        /// The white space before a standalone tag, which is added before each line of a partial;
        /// nil for other tags.
        var indentation: [UInt8]?
        /// The white space between the start of the line and the tag; nil if there is other text.
        var leadingSpace: [UInt8]?
    }

    private let template: String
    private let source: [UInt8]
    private var position = 0
    private var opening = Array("{{".utf8)
    private var closing = Array("}}".utf8)
    /// The offset up to which lines and columns have been counted, and the place there.
    private var counted = 0
    private var line = 1
    private var column = 1
    private var lineStart = 0

    /// Returns the tags of a template and the texts around them, of which there is one more.
    static func scan(
        _ source: String, named template: String
    ) throws(TemplateError) -> (texts: [[UInt8]], tags: [Tag]) {
        var scanner = TemplateScanner(template: template, source: Array(source.utf8))
        var (texts, tags) = try scanner.scan()
        trimStandaloneLines(&texts, around: &tags)
        return (texts, tags)
    }

    private init(template: String, source: [UInt8]) {
        (self.template, self.source) = (template, source)
    }

    private mutating func scan() throws(TemplateError) -> (texts: [[UInt8]], tags: [Tag]) {
        var texts: [[UInt8]] = []
        var tags: [Tag] = []
        var textStart = 0
        while position < source.count {
            guard isNext(opening) else {
                position += 1
                continue
            }
            texts.append(Array(source[textStart..<position]))
            tags.append(try tag())
            textStart = position
        }
        texts.append(Array(source[textStart...]))
        return (texts, tags)
    }

    private mutating func tag() throws(TemplateError) -> Tag {
        let place = place(of: position)
        position += opening.count
        let sign = position < source.count ? source[position] : 0
        var end = closing
        let kind: Kind
        switch sign {
        case UInt8(ascii: "#"): kind = .section
        case UInt8(ascii: "^"): kind = .inverted
        case UInt8(ascii: "/"): kind = .close
        case UInt8(ascii: ">"): kind = .partial
        case UInt8(ascii: "<"): kind = .parent
        case UInt8(ascii: "$"): kind = .block
        case UInt8(ascii: "!"): kind = .comment
        case UInt8(ascii: "&"): kind = .unescaped
        case UInt8(ascii: "{"):
            kind = .unescaped
            end = [UInt8(ascii: "}")] + closing
        case UInt8(ascii: "="):
            kind = .delimiters
            end = [UInt8(ascii: "=")] + closing
        default: kind = .variable
        }
        if kind != .variable { position += 1 }
        let start = position
        while position < source.count, !isNext(end) { position += 1 }
        guard position < source.count else {
            throw TemplateError(.unclosedTag, in: template, at: place)
        }
        let content = source[start..<position]
        position += end.count
        let words = content.split { isBlank($0) || isLineEnd($0) }
            .map { String(decoding: $0, as: UTF8.self) }
        if kind == .delimiters {
            guard words.count == 2, !words.contains(where: { $0.contains("=") }) else {
                throw TemplateError(.badDelimiters, in: template, at: place)
            }
            opening = Array(words[0].utf8)
            closing = Array(words[1].utf8)
        } else if kind != .comment, words.isEmpty {
            throw TemplateError(.emptyName, in: template, at: place)
        }
        return Tag(
            kind: kind,
            name: TemplateName(words.joined(separator: " "), in: template, at: place))
    }

    private func isNext(_ bytes: [UInt8]) -> Bool {
        source[position...].starts(with: bytes)
    }

    /// The maximum number of bytes of a line that a place shows before and after its offset.
    private static let maximumExcerpt = 200

    /// Returns a place at or after the last one that was asked for.
    private mutating func place(of offset: Int) -> TemplatePlace {
        var start = counted
        for index in counted..<offset where source[index] == 0x0A {
            (line, column, lineStart, start) = (line + 1, 1, index + 1, index + 1)
        }
        column += String(decoding: source[start..<offset], as: UTF8.self).count
        counted = offset
        let rest = source[offset...].prefix(Self.maximumExcerpt)
        let excerpt =
            source[max(lineStart, offset - Self.maximumExcerpt)..<offset]
            + rest.prefix { $0 != 0x0A }
        return TemplatePlace(
            line: line, column: column, excerpt: String(decoding: excerpt, as: UTF8.self))
    }
}

// MARK: - Standalone tags

extension TemplateScanner {
    /// Removes the white space and the line end around standalone tags: a line's only tag that
    /// renders nothing itself, or several that open or close blocks and parents.
    private static func trimStandaloneLines(
        _ trimmed: inout [[UInt8]], around tags: inout [Tag]
    ) {
        let texts = trimmed
        var first = 0
        while first < tags.count {
            // Tags first...last are on one line with only white space between them.
            var last = first
            while last + 1 < tags.count, texts[last + 1].allSatisfy(isBlank) { last += 1 }
            let lead = texts[first].suffix(while: isBlank)
            let startsLine =
                lead.count == texts[first].count
                ? first == 0 : texts[first][lead.startIndex - 1] == 0x0A
            if startsLine {
                tags[first].leadingSpace = Array(lead)
                let trail = texts[last + 1].prefix(while: isBlank)
                let rest = texts[last + 1].dropFirst(trail.count)
                let lineEnd =
                    rest.first == 0x0D && rest.dropFirst().first == 0x0A
                    ? 2 : rest.first == 0x0A ? 1 : 0
                let endsLine = lineEnd > 0 || (rest.isEmpty && last + 1 == tags.count)
                if endsLine, mayStandAlone(Array(tags[first...last])) {
                    trimmed[first].removeLast(lead.count)
                    for between in first + 1..<last + 1 { trimmed[between] = [] }
                    trimmed[last + 1].removeFirst(trail.count + lineEnd)
                    for tag in first...last { tags[tag].indentation = Array(lead) }
                }
            }
            first = last + 1
        }
    }

    private static func mayStandAlone(_ tags: [Tag]) -> Bool {
        if tags.count == 1 { return tags[0].kind != .variable && tags[0].kind != .unescaped }
        let structural: Set<Kind> = [.parent, .block, .close]
        // A block that opens and closes on the line is content, like a variable.
        let isInlineBlock =
            tags.contains { $0.kind == .block }
            && tags.contains { $0.kind == .close } && !tags.contains { $0.kind == .parent }
        return tags.allSatisfy { structural.contains($0.kind) } && !isInlineBlock
            && tags.contains { $0.kind == .parent || $0.kind == .close }
    }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

extension [UInt8] {
    fileprivate func suffix(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? 0)...]
    }
}
