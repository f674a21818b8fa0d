/// A drawing as SVG text, which is offered as a download and never shown.
struct VectorDrawing {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The text without comments, metadata, scripts, references to anything outside of it, and
    /// the notes that drawing programs leave for themselves, among them the paths of files; nil
    /// where its tags do not close.
    var cleaned: [UInt8]? {
        var result: [UInt8] = []
        var offset = 0
        /// Elements that are left out, from the outermost.
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
                // Its encoding is that of the text.
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
    /// Where a text ends that stands at an offset or behind it.
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

/// What styles may say.
enum SVGStyle {
    /// Whether a text in CSS refers to nothing outside of the drawing, and comments on nothing.
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
    /// What stands behind each occurrence of a text.
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
