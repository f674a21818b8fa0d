import Platform

/// Divides HTML, XHTML or XML into texts, tags and comments, as ranges of its bytes.
///
/// No document is invalid: a `<` that begins nothing is text, and what is not closed reaches to the
/// end.
///
/// ```swift
/// var scanner = MarkupScanner(html)
/// while let token = scanner.next() {
///     guard case .start = token else { continue }
///     for attribute in scanner.attributes where scanner.isNamed(attribute.name, "href") { … }
/// }
/// ```
package struct MarkupScanner {
    package enum Token: Equatable {
        /// Text with its character references.
        case text(Range<Int>)
        /// A start tag, whose attributes are in ``MarkupScanner/attributes``.
        case start(name: Range<Int>, isClosed: Bool)
        case end(name: Range<Int>)
        /// A comment with its marks.
        case comment(Range<Int>)
        /// The content of `<![CDATA[…]]>`, in which references mean nothing.
        case characterData(Range<Int>)
        /// `<!…>` or `<?…>`.
        case declaration(Range<Int>)
    }

    /// An attribute of a start tag.
    package struct Attribute: Equatable {
        package let name: Range<Int>
        /// The value without quotation marks; nil if there is only a name.
        package let value: Range<Int>?
    }

    package let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the next token.
    package private(set) var position = 0
    /// The attributes of the last start tag, in their order.
    package private(set) var attributes: [Attribute] = []

    /// - Parameter bytes: The document, which has to exist as long as the scanner.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Reads a token; nil at the end of the document.
    package mutating func next() -> Token? {
        let start = position
        guard start < bytes.count else { return nil }
        if bytes[start] == UInt8(ascii: "<"), let token = markup(at: start) { return token }
        position = place(of: UInt8(ascii: "<"), from: start + 1) ?? bytes.count
        return .text(start..<position)
    }

    /// Skips everything up to the end tag of an element, and the tag itself.
    ///
    /// - Parameter name: The name in lower case.
    package mutating func skip(toEndOf name: String) {
        while position < bytes.count {
            position = end(of: "</", from: position)
            let own = word(from: position)
            position = own.upperBound
            if text(own) == name { break }
        }
        position = end(of: ">", from: position)
    }

    /// Returns a name in lower case.
    package func text(_ name: Range<Int>) -> String {
        String(decoding: bytes[name], as: UTF8.self).lowercased()
    }

    /// Returns true if a name consists of some lower-case letters, in any case.
    package func isNamed(_ name: Range<Int>, _ word: StaticString) -> Bool {
        name.count == word.utf8CodeUnitCount
            && zip(bytes[name], UnsafeBufferPointer(start: word.utf8Start, count: name.count))
                .allSatisfy { $0 | 0x20 == $1 }
    }

    private mutating func markup(at start: Int) -> Token? {
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "!") where has("<!--", at: start):
            position = end(of: "-->", from: start + 4)
            return .comment(start..<position)
        case UInt8(ascii: "!") where has("<![CDATA[", at: start):
            position = end(of: "]]>", from: start + 9)
            let isClosed = position >= start + 12 && has("]]>", at: position - 3)
            return .characterData(start + 9..<(isClosed ? position - 3 : position))
        case UInt8(ascii: "!"), UInt8(ascii: "?"):
            position = end(of: ">", from: start + 2)
            return .declaration(start..<position)
        case UInt8(ascii: "/"):
            let name = word(from: start + 2)
            position = end(of: ">", from: name.upperBound)
            return .end(name: name)
        case let byte where (0x61...0x7A).contains(byte | 0x20): return startTag(at: start)
        default: return nil
        }
    }

    private mutating func startTag(at start: Int) -> Token {
        let name = word(from: start + 1)
        var isClosed = false
        attributes.removeAll(keepingCapacity: true)
        position = name.upperBound
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            isClosed = bytes[position] == UInt8(ascii: "/")
            let own = word(from: position)
            if own.isEmpty { position += 1 } else { readAttribute(own) }
        }
        position = min(position + 1, bytes.count)
        return .start(name: name, isClosed: isClosed)
    }

    private mutating func readAttribute(_ name: Range<Int>) {
        position = name.upperBound
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            return attributes.append(Attribute(name: name, value: nil))
        }
        position += 1
        skipSpace()
        guard position < bytes.count else {
            return attributes.append(Attribute(name: name, value: nil))
        }
        let value: Range<Int>
        let quote = bytes[position]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let end = place(of: quote, from: position + 1) ?? bytes.count
            value = position + 1..<max(position + 1, end)
            position = min(end + 1, bytes.count)
        } else {
            let end = bytes[position...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
            value = position..<(end ?? bytes.count)
            position = value.upperBound
        }
        attributes.append(Attribute(name: name, value: value))
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    /// Returns the range of a name, which white space and signs of markup end; empty for none.
    private func word(from start: Int) -> Range<Int> {
        var end = start
        while end < bytes.count, !Self.endsWord[Int(bytes[end])] { end += 1 }
        return start..<end
    }

    private static let endsWord: [Bool] = (0...255).map { (byte: UInt8) in
        byte <= 0x20 || "/=<>\"'".utf8.contains(byte)
    }

    private func has(_ text: StaticString, at start: Int) -> Bool {
        bytes[start...].starts(
            with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Returns the offset after the next occurrence of a text, or that of the end.
    private func end(of text: StaticString, from start: Int) -> Int {
        var from = start
        while let next = place(of: text.utf8Start[0], from: from) {
            if has(text, at: next) { return next + text.utf8CodeUnitCount }
            from = next + 1
        }
        return bytes.count
    }

    private func place(of byte: UInt8, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(byte), bytes.count - start)
        else { return nil }
        return found - UnsafeMutableRawPointer(mutating: base)
    }
}
