/// An SVG drawing, shown as a picture and offered as a download without harmful content.
struct VectorDrawing {
    let bytes: [UInt8]

    /// The maximum depth of elements.
    private static let maximumDepth = 500
    /// The elements whose text is shown or, for a style sheet, applied.
    private static let texts: Set<String> = ["text", "tspan", "textpath", "a", "style"]

    /// An element that is open.
    private struct Element {
        let name: [UInt8]
        let localName: String
        /// True within a text or a style sheet.
        let holdsText: Bool
    }

    /// The SVG without comments, metadata, scripts, external references, and the data that drawing
    /// programs store for themselves, such as file paths; nil if it is not well-formed: then a text
    /// may be anything.
    var cleaned: [UInt8]? {
        var result: [UInt8] = []
        var offset = 0
        var open: [Element] = []
        /// The names of the elements being removed, from the outermost.
        var removed: [[UInt8]] = []
        var hasRoot = false
        func append(_ text: ArraySlice<UInt8>) {
            if removed.isEmpty, let element = open.last, Self.stays(text, in: element) {
                result += text
            }
        }
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "<") else {
                let end = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                append(bytes[offset..<end])
                offset = end
                continue
            }
            if starts("<!--", at: offset) {
                guard let end = bytes.end(of: "-->", from: offset + 4) else { return nil }
                offset = end
                continue
            }
            if starts("<![CDATA[", at: offset) {
                guard !open.isEmpty, let end = bytes.end(of: "]]>", from: offset) else {
                    return nil
                }
                append(bytes[offset..<end])
                offset = end
                continue
            }
            guard let tag = SVGTag(bytes, at: offset) else { return nil }
            defer { offset = tag.end }
            guard removed.isEmpty else {
                if tag.isClosing, tag.name == removed.last {
                    removed.removeLast()
                } else if !tag.isClosing, !tag.isEmpty, tag.name == removed.last {
                    removed.append(tag.name)
                }
                continue
            }
            if tag.isDeclaration {
                if offset == 0 { result += tag.encoding }
                continue
            }
            if tag.isClosing {
                guard open.popLast()?.name == tag.name else { return nil }
                result += tag.cleaned
                continue
            }
            guard tag.isWellFormed, !open.isEmpty || !hasRoot, open.count < Self.maximumDepth
            else {
                return nil
            }
            hasRoot = true
            if tag.isRemoved {
                if !tag.isEmpty { removed.append(tag.name) }
                continue
            }
            result += tag.cleaned
            if !tag.isEmpty {
                let isText = Self.texts.contains(tag.localName)
                open.append(
                    Element(
                        name: tag.name, localName: tag.localName,
                        holdsText: isText && (tag.localName != "a" || open.last?.holdsText == true))
                )
            }
        }
        return open.isEmpty && removed.isEmpty && hasRoot ? result : nil
    }

    /// True for a text that the copy keeps: one that is shown, a harmless style sheet, or white
    /// space. A bracket belongs to a damaged tag.
    private static func stays(_ text: ArraySlice<UInt8>, in element: Element) -> Bool {
        guard element.holdsText else { return text.allSatisfy { $0 <= 0x20 } }
        let isSection = text.starts(with: "<![CDATA[".utf8)
        let content = isSection ? text.dropFirst(9).dropLast(3) : text
        let isStyle = element.localName == "style"
        guard isStyle || isSection || !content.contains(UInt8(ascii: ">")) else { return false }
        let string = String(decoding: content, as: UTF8.self)
        return isStyle
            ? SVGStyle.isHarmless(content)
            : isSection || SVGTag.hasKnownEntities(string)
    }

    private func starts(_ text: String, at offset: Int) -> Bool {
        bytes[offset...].starts(with: text.utf8)
    }
}

extension [UInt8] {
    /// Returns the offset after the first occurrence of a text that begins at or after `start`; nil
    /// if there is none.
    func end(of text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        guard start <= count else { return nil }
        for offset in start..<Swift.max(start, count - wanted.count + 1)
        where self[offset] == wanted[0] && self[offset...].starts(with: wanted) {
            return offset + wanted.count
        }
        return nil
    }
}

/// The check of CSS in drawings.
enum SVGStyle {
    /// True if a CSS text contains no external references, imports, comments or escapes, and no
    /// remains of a damaged tag.
    static func isHarmless(_ text: some Collection<UInt8>) -> Bool {
        let style = String(decoding: text, as: UTF8.self).lowercased()
        guard !["/*", "*/", "@import", "\\", "--", "/>", "</"].contains(where: style.contains)
        else {
            return false
        }
        return style.split(separator: "url(", omittingEmptySubsequences: false).dropFirst()
            .allSatisfy { part in part.drop { " '\"\t\n".contains($0) }.hasPrefix("#") }
    }
}
