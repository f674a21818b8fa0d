import MarkdownText

/// Divides an XML document in UTF-8, which arrives in pieces, into tags and text
/// (www.w3.org/TR/xml). Attributes, comments, processing instructions and the document type are
/// skipped, so that no entity of a document is expanded.
struct XMLTokenizer {
    enum Token {
        case start(String)
        case end(String)
        /// Text with its character references decoded, or a part of it; a character may be divided.
        case text([UInt8])
    }

    /// The error for a document that is not well formed.
    struct Malformed: Error {}

    /// The bytes that are not read yet begin at the position.
    private var bytes: [UInt8] = []
    private var position = 0
    private var isInCDATA = false
    /// The element that is to be closed, since its tag was the end as well.
    private var closing: String?

    /// The maximum length in bytes of a tag, a comment or a document type.
    private static let maximumLength = 1 << 20
    /// The maximum length of a character reference: the longest name has 31 letters.
    private static let maximumReference = 34

    mutating func append(_ piece: some Collection<UInt8>) {
        bytes.removeSubrange(..<position)
        position = 0
        bytes += piece
    }

    /// True if nothing is left of the bytes that were appended.
    var isAtEnd: Bool { position == bytes.count && !isInCDATA }

    /// Returns the next token; nil if more bytes are needed.
    ///
    /// - Throws: ``Malformed``; no more tokens can be read after it.
    mutating func next() throws(Malformed) -> Token? {
        if let name = closing.take() { return .end(name) }
        while position < bytes.count {
            if isInCDATA { return try sectionText() }
            guard bytes[position] == UInt8(ascii: "<") else { return try text() }
            if begins("<![CDATA[") {
                isInCDATA = true
                position += 9
                continue
            }
            // The kind of markup is known from its first bytes.
            let isKnown = bytes.count - position >= 9 || bytes[position...].contains(0x3E)
            guard isKnown, let end = begins("<!") || begins("<?") ? skippedEnd : try tagEnd() else {
                guard bytes.count - position < Self.maximumLength else { throw Malformed() }
                return nil
            }
            defer { position = end }
            if !begins("<!"), !begins("<?") { return try tag(bytes[position..<end]) }
        }
        return nil
    }

    private func begins(_ text: StaticString) -> Bool {
        bytes[position...].starts(
            with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Returns the index after some bytes; nil if they do not occur.
    private func end(of text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        var index = start
        while index + wanted.count <= bytes.count {
            if bytes[index] == wanted[0], bytes[index...].starts(with: wanted) {
                return index + wanted.count
            }
            index += 1
        }
        return nil
    }

    // MARK: - Markup

    /// The index after a comment, a processing instruction or a document type; nil if its end is
    /// not there yet.
    private var skippedEnd: Int? {
        if begins("<!--") { return end(of: "-->", from: position + 4) }
        if begins("<?") { return end(of: "?>", from: position + 2) }
        var (quote, depth): (UInt8?, Int) = (nil, 0)
        for index in position..<bytes.count {
            switch (quote, bytes[index]) {
            case (let open?, let byte): if byte == open { quote = nil }
            case (nil, UInt8(ascii: "\"")), (nil, UInt8(ascii: "'")): quote = bytes[index]
            case (nil, UInt8(ascii: "<")), (nil, UInt8(ascii: "[")): depth += 1
            case (nil, UInt8(ascii: "]")): depth -= 1
            case (nil, UInt8(ascii: ">")):
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
        }
        return nil
    }

    /// Returns the index after a tag; nil if its end is not there yet.
    private func tagEnd() throws(Malformed) -> Int? {
        var quote: UInt8?
        for index in position + 1..<bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") { throw Malformed() }
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return nil
    }

    private mutating func tag(_ tag: ArraySlice<UInt8>) throws(Malformed) -> Token {
        var content = tag.dropFirst().dropLast()
        let isEnd = content.first == UInt8(ascii: "/")
        if isEnd { content = content.dropFirst() }
        let isEmpty = !isEnd && content.last == UInt8(ascii: "/")
        if isEmpty { content = content.dropLast() }
        let bytes = content.prefix { $0 > 0x20 }
        guard let name = String(validating: bytes, as: UTF8.self), let first = bytes.first,
            first >= 0x80 || first == UInt8(ascii: "_") || first == UInt8(ascii: ":")
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20
        else { throw Malformed() }
        if isEmpty { closing = name }
        return isEnd ? .end(name) : .start(name)
    }

    // MARK: - Text

    private mutating func text() throws(Malformed) -> Token? {
        if bytes[position] == UInt8(ascii: "&") { return try reference() }
        let end =
            bytes[position...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
            ?? bytes.count
        return try text(upTo: end)
    }

    private mutating func text(upTo end: Int) throws(Malformed) -> Token {
        defer { position = end }
        let text = bytes[position..<end]
        // Other control characters are not allowed.
        guard text.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else {
            throw Malformed()
        }
        return .text(Array(text))
    }

    private mutating func reference() throws(Malformed) -> Token? {
        let start = bytes[position...].prefix(Self.maximumReference)
        guard let end = start.firstIndex(of: UInt8(ascii: ";")) else {
            guard start.count < Self.maximumReference, start.allSatisfy({ $0 > 0x20 }) else {
                throw Malformed()
            }
            return nil
        }
        let text = String(decoding: start[...end], as: UTF8.self)
        let decoded = CharacterReferences.decoded(text)
        guard decoded != text else { throw Malformed() }
        position = end + 1
        return .text(Array(decoded.utf8))
    }

    /// Returns text of a CDATA section; nil at its end if more bytes are needed.
    private mutating func sectionText() throws(Malformed) -> Token? {
        if let end = end(of: "]]>", from: position) {
            isInCDATA = false
            defer { position = end }
            return try text(upTo: end - 3)
        }
        // The last bytes may be the beginning of its end.
        let end = bytes.count - min(2, bytes.count - position)
        return position < end ? try text(upTo: end) : nil
    }
}
