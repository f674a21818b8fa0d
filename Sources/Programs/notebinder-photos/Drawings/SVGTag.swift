/// A tag of an SVG file (SVG 2; XML 1.0, section 3.1).
struct SVGTag {
    /// The name as written, with its prefix.
    let name: [UInt8]
    /// The attributes: their names in lower case, and their text as written with the white space
    /// before it.
    private var attributes: [(name: String, text: ArraySlice<UInt8>)] = []
    let isClosing: Bool
    let isEmpty: Bool
    /// True for `<?xml …?>` and `<!DOCTYPE …>`.
    let isDeclaration: Bool
    /// True if the attributes are complete and unique, with nothing between them.
    private(set) var isWellFormed = true
    /// The offset after the tag.
    let end: Int
    private let text: ArraySlice<UInt8>

    /// Reads a tag; nil if it or one of its attributes is not closed.
    ///
    /// - Parameter start: The offset of its `<`.
    init?(_ bytes: [UInt8], at start: Int) {
        guard start + 1 < bytes.count, let end = Self.end(of: bytes, from: start) else {
            return nil
        }
        self.end = end + 1
        text = bytes[start...end]
        isDeclaration =
            bytes[start + 1] == UInt8(ascii: "?") || bytes[start + 1] == UInt8(ascii: "!")
        isClosing = bytes[start + 1] == UInt8(ascii: "/")
        isEmpty = bytes[end - 1] == UInt8(ascii: "/")
        let nameStart = start + (isClosing ? 2 : 1)
        var offset = nameStart
        while offset < end, !Self.isSpace(bytes[offset]), bytes[offset] != UInt8(ascii: "/") {
            offset += 1
        }
        name = Array(bytes[nameStart..<offset])
        guard !isDeclaration else { return }
        // Attributes: spaces, a name, an equals sign, a value in quotes.
        var names: Set<String> = []
        while offset < end {
            let attributeStart = offset
            while offset < end, Self.isSpace(bytes[offset]) { offset += 1 }
            let start = offset
            while offset < end, bytes[offset] != UInt8(ascii: "="), !Self.isSpace(bytes[offset]) {
                offset += 1
            }
            let own = String(decoding: bytes[start..<offset], as: UTF8.self).lowercased()
            while offset < end, bytes[offset] == UInt8(ascii: "=") || Self.isSpace(bytes[offset]) {
                offset += 1
            }
            guard offset < end, bytes[offset] == 0x22 || bytes[offset] == 0x27 else {
                isWellFormed = own.isEmpty || own == "/" && start == end - 1
                break
            }
            let quote = bytes[offset]
            guard let close = bytes[(offset + 1)..<end].firstIndex(of: quote) else { return nil }
            offset = close + 1
            if start == attributeStart || own.isEmpty || !names.insert(own).inserted
                || bytes[start..<close].contains(UInt8(ascii: "<"))
            {
                isWellFormed = false
            }
            attributes.append((own, bytes[attributeStart..<offset]))
        }
    }

    /// Returns the offset of the `>` that closes a tag, skipping quotes, comments and lists in
    /// brackets; nil if there is none.
    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        let mayHoldLists = bytes[start + 1] == UInt8(ascii: "!")
        var offset = start + 1
        var quote: UInt8?
        var brackets = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if let open = quote {
                if byte == open { quote = nil }
            } else if mayHoldLists, bytes[offset...].starts(with: "<!--".utf8) {
                guard let end = bytes.end(of: "-->", from: offset) else { return nil }
                offset = end
                continue
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if mayHoldLists, byte == UInt8(ascii: "[") {
                brackets += 1
            } else if mayHoldLists, byte == UInt8(ascii: "]") {
                brackets -= 1
            } else if byte == UInt8(ascii: ">"), brackets <= 0 {
                return offset > start + 1 ? offset : nil
            }
            offset += 1
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private var prefix: String {
        let parts = String(decoding: name, as: UTF8.self).lowercased().split(separator: ":")
        return parts.count > 1 ? String(parts[0]) : ""
    }

    var localName: String {
        String(decoding: name, as: UTF8.self).lowercased().split(separator: ":").last
            .map(String.init) ?? ""
    }

    /// True for an element to remove: one in another namespace or not in ``SVGVocabulary``, and an
    /// animation of an attribute that is not.
    var isRemoved: Bool {
        guard prefix.isEmpty || prefix == "svg", SVGVocabulary.elements.contains(localName) else {
            return true
        }
        return attributes.contains { attribute in
            attribute.name == "attributename"
                && !SVGVocabulary.attributes.contains(Self.value(attribute.text).lowercased())
        }
    }

    /// The XML declaration with nothing but the encoding of the text; empty for other declarations.
    var encoding: [UInt8] {
        guard text.starts(with: "<?xml ".utf8) else { return [] }
        let declaration = String(decoding: text, as: UTF8.self)
        let parts = declaration.split { "\"'".contains($0) }
        let value = parts.firstIndex { $0.contains("encoding") }.flatMap { index in
            index + 1 < parts.endIndex ? parts[index + 1] : nil
        }
        let isName = value?.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0))
        }
        guard let value, isName == true, value.count <= 20 else {
            return Array("<?xml version=\"1.0\"?>".utf8)
        }
        return Array("<?xml version=\"1.0\" encoding=\"\(value)\"?>".utf8)
    }

    /// The tag without attributes that contain program data, paths, descriptions or scripts.
    var cleaned: [UInt8] {
        guard !isClosing else { return Array("</".utf8) + name + [UInt8(ascii: ">")] }
        var result: [UInt8] = [UInt8(ascii: "<")] + name
        for attribute in attributes
        where Self.stays(attribute.name, value: Self.value(attribute.text)) {
            result += attribute.text
        }
        // The namespace may have been declared by an entity, which was removed with the document
        // type.
        if name.elementsEqual("svg".utf8), !attributes.contains(where: { isStandardName($0) }) {
            result += Array(" xmlns=\"http://www.w3.org/2000/svg\"".utf8)
        }
        return result + Array((isEmpty ? "/>" : ">").utf8)
    }

    private func isStandardName(_ attribute: (name: String, text: ArraySlice<UInt8>)) -> Bool {
        attribute.name == "xmlns" && Self.stays("xmlns", value: Self.value(attribute.text))
    }

    private static func stays(_ name: String, value: String) -> Bool {
        if name == "xmlns" || name.hasPrefix("xmlns:") {
            return value == "http://www.w3.org/2000/svg" || value == "http://www.w3.org/1999/xlink"
        }
        if name == "href" || name == "xlink:href" { return value.hasPrefix("#") }
        guard SVGVocabulary.attributes.contains(name), name != "id" || !value.contains("/") else {
            return false
        }
        // An equals sign belongs to another attribute, which a missing quote has merged into this
        // one.
        return !value.contains("=") && hasKnownEntities(value) && SVGStyle.isHarmless(value.utf8)
    }

    private static func value(_ attribute: ArraySlice<UInt8>) -> String {
        guard let quote = attribute.firstIndex(where: { $0 == 0x22 || $0 == 0x27 }) else {
            return ""
        }
        return String(decoding: attribute[(quote + 1)...].dropLast(), as: UTF8.self)
    }

    /// True if all entities are predefined in XML or numeric: the declarations of others have been
    /// removed.
    static func hasKnownEntities(_ value: String) -> Bool {
        value.split(separator: "&", omittingEmptySubsequences: false).dropFirst().allSatisfy {
            let name = $0.prefix { $0 != ";" }
            return name.hasPrefix("#") || ["amp", "lt", "gt", "quot", "apos"].contains(name)
        }
    }
}
