/// A drawing as SVG text, which is offered as a download and never shown.
struct VectorDrawing {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The text without comments, metadata, scripts, and the notes that drawing programs leave for
    /// themselves, among them the paths of files; nil where its tags do not close.
    var cleaned: [UInt8]? {
        var result: [UInt8] = []
        var offset = 0
        /// Elements that are left out, from the outermost.
        var removed: [[UInt8]] = []
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "<") else {
                if removed.isEmpty { result.append(bytes[offset]) }
                offset += 1
                continue
            }
            if starts("<!--", at: offset) {
                guard let end = find("-->", from: offset + 4) else { return nil }
                offset = end
                continue
            }
            if starts("<![CDATA[", at: offset) {
                guard let end = find("]]>", from: offset) else { return nil }
                if removed.isEmpty { result += bytes[offset..<end] }
                offset = end
                continue
            }
            guard let tag = Tag(bytes, at: offset) else { return nil }
            offset = tag.end
            guard removed.isEmpty else {
                if tag.isClosing, tag.name == removed.last {
                    removed.removeLast()
                } else if !tag.isClosing, !tag.isEmpty, tag.name == removed.last {
                    removed.append(tag.name)
                }
                continue
            }
            if tag.isDeclaration { continue }
            if tag.isRemoved {
                if !tag.isEmpty, !tag.isClosing { removed.append(tag.name) }
                continue
            }
            result += tag.cleaned
        }
        return removed.isEmpty ? result : nil
    }

    private func starts(_ text: String, at offset: Int) -> Bool {
        bytes[offset...].starts(with: text.utf8)
    }

    private func find(_ text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        guard start <= bytes.count else { return nil }
        for offset in start..<max(start, bytes.count - wanted.count + 1)
        where bytes[offset] == wanted[0] && bytes[offset...].starts(with: wanted) {
            return offset + wanted.count
        }
        return nil
    }
}

private struct Tag {
    let name: [UInt8]
    /// With the space before it.
    private var attributes: [(name: [UInt8], text: ArraySlice<UInt8>)] = []
    let isClosing: Bool
    let isEmpty: Bool
    /// `<?xml …?>` and `<!DOCTYPE …>`.
    let isDeclaration: Bool
    /// Just behind it.
    let end: Int
    private let text: ArraySlice<UInt8>

    init?(_ bytes: [UInt8], at start: Int) {
        var end = start + 1
        var quote: UInt8?
        var brackets = 0
        while end < bytes.count {
            let byte = bytes[end]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                brackets += 1
            } else if byte == UInt8(ascii: "]") {
                brackets -= 1
            } else if byte == UInt8(ascii: ">"), brackets <= 0 {
                break
            }
            end += 1
        }
        guard end < bytes.count, end > start + 1 else { return nil }
        self.end = end + 1
        text = bytes[start...end]
        isDeclaration =
            bytes[start + 1] == UInt8(ascii: "?") || bytes[start + 1] == UInt8(ascii: "!")
        isClosing = bytes[start + 1] == UInt8(ascii: "/")
        isEmpty = bytes[end - 1] == UInt8(ascii: "/")
        let nameStart = start + (isClosing ? 2 : 1)
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        var offset = nameStart
        while offset < end, !isSpace(bytes[offset]), bytes[offset] != UInt8(ascii: "/") {
            offset += 1
        }
        name = Array(bytes[nameStart..<offset])
        // Attributes: spaces, a name, an equals sign, a value in quotes.
        while offset < end {
            let attributeStart = offset
            while offset < end, isSpace(bytes[offset]) { offset += 1 }
            let start = offset
            while offset < end, bytes[offset] != UInt8(ascii: "="), !isSpace(bytes[offset]) {
                offset += 1
            }
            let own = Array(bytes[start..<offset])
            while offset < end, bytes[offset] == UInt8(ascii: "=") || isSpace(bytes[offset]) {
                offset += 1
            }
            guard offset < end, bytes[offset] == 0x22 || bytes[offset] == 0x27 else { break }
            let quote = bytes[offset]
            guard let close = bytes[(offset + 1)..<end].firstIndex(of: quote) else { return nil }
            offset = close + 1
            attributes.append((own, bytes[attributeStart..<offset]))
        }
    }

    /// Programs' own elements, and what would run.
    var isRemoved: Bool {
        let own = String(decoding: name, as: UTF8.self).lowercased()
        return ["metadata", "script", "foreignobject", "title", "desc"].contains(own)
            || Self.prefixes.contains { own.hasPrefix($0) }
    }

    private static let prefixes = ["sodipodi:", "inkscape:", "rdf:", "cc:", "dc:", "i:", "x:"]

    /// Whether the value of an attribute refers to something within the drawing.
    private static func isLocal(_ attribute: ArraySlice<UInt8>) -> Bool {
        guard let quote = attribute.firstIndex(where: { $0 == 0x22 || $0 == 0x27 }) else {
            return false
        }
        return attribute[(quote + 1)...].first == UInt8(ascii: "#")
    }

    /// Whether all entities are those that need no declaration: those went with the head.
    private static func isKnown(entitiesOf attribute: ArraySlice<UInt8>) -> Bool {
        attribute.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            .dropFirst().allSatisfy { part in
                let name = String(decoding: part.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
                return name.hasPrefix("#") || ["amp", "lt", "gt", "quot", "apos"].contains(name)
            }
    }

    /// The tag without attributes of programs, paths and scripts.
    var cleaned: [UInt8] {
        guard !isClosing else { return Array(text) }
        var result: [UInt8] = [UInt8(ascii: "<")] + name
        for attribute in attributes {
            let own = String(decoding: attribute.name, as: UTF8.self).lowercased()
            guard !own.hasPrefix("on"), !Self.prefixes.contains(where: { own.hasPrefix($0) }),
                !own.hasPrefix("xmlns:sodipodi"), !own.hasPrefix("xmlns:inkscape"),
                Self.isKnown(entitiesOf: attribute.text),
                // Pictures within carry metadata of their own, and paths tell of a machine.
                own != "href" && own != "xlink:href" || Self.isLocal(attribute.text)
            else { continue }
            result += attribute.text
        }
        return result + Array((isEmpty ? "/>" : ">").utf8)
    }
}
