/// An SVG drawing, which is offered as a download and never shown.
struct VectorDrawing {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The SVG without comments, metadata, scripts, external references, and the data that drawing
    /// programs store for themselves, such as file paths; nil if a tag is not closed.
    var cleaned: [UInt8]? {
        var result: [UInt8] = []
        var offset = 0
        /// The names of the elements being removed, from the outermost.
        var removed: [[UInt8]] = []
        var isInStyle = false
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "<") else {
                let end = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                if removed.isEmpty, !isInStyle || SVGStyle.isHarmless(bytes[offset..<end]) {
                    result += bytes[offset..<end]
                }
                offset = end
                continue
            }
            if starts("<!--", at: offset) {
                guard let end = find("-->", from: offset + 4) else { return nil }
                offset = end
                continue
            }
            if starts("<![CDATA[", at: offset) {
                guard let end = find("]]>", from: offset) else { return nil }
                if removed.isEmpty, !isInStyle || SVGStyle.isHarmless(bytes[offset..<end]) {
                    result += bytes[offset..<end]
                }
                offset = end
                continue
            }
            guard let tag = SVGTag(bytes, at: offset) else { return nil }
            let isFirst = offset == 0
            offset = tag.end
            guard removed.isEmpty else {
                if tag.isClosing, tag.name == removed.last {
                    removed.removeLast()
                } else if !tag.isClosing, !tag.isEmpty, tag.name == removed.last {
                    removed.append(tag.name)
                }
                continue
            }
            if tag.isDeclaration {
                // It declares the encoding of the text.
                if isFirst, starts("<?xml ", at: 0) { result += bytes[0..<tag.end] }
                continue
            }
            if tag.isRemoved {
                if !tag.isEmpty, !tag.isClosing { removed.append(tag.name) }
                continue
            }
            if tag.localName == "style" { isInStyle = !tag.isClosing && !tag.isEmpty }
            result += tag.cleaned
        }
        return removed.isEmpty ? result : nil
    }

    private func starts(_ text: String, at offset: Int) -> Bool {
        bytes[offset...].starts(with: text.utf8)
    }

    private func find(_ text: String, from start: Int) -> Int? {
        bytes.end(of: text, from: start)
    }
}

extension [UInt8] {
    /// Returns the offset of the end of the first occurrence of a text at or after an offset; nil
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
    /// True if a CSS text contains no external references, imports, comments or escapes.
    static func isHarmless(_ text: some Collection<UInt8>) -> Bool {
        let style = String(decoding: text, as: UTF8.self).lowercased()
        guard !style.contains("/*"), !style.contains("@import"), !style.contains("\\") else {
            return false
        }
        return style.components(after: "url(").allSatisfy { part in
            part.drop { " '\"\t\n".contains($0) }.hasPrefix("#")
        }
    }
}

extension String {
    /// Returns the rests of the string after each occurrence of a text.
    fileprivate func components(after text: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: text) {
            rest = rest[range.upperBound...]
            parts.append(rest)
        }
        return parts
    }
}
