// Elements of HTML and XML.
extension CodeScanner {
    mutating func scanMarkup() {
        while position < end {
            let start = position
            switch code[position] {
            case UInt8(ascii: "<"): scanMarkupDelimiter()
            case UInt8(ascii: "&"):
                let referenceEnd = referenceEnd(from: start + 1)
                position = referenceEnd ?? start + 1
                if referenceEnd != nil { writer.add(.number, at: start..<position) }
            default: position += 1
            }
        }
    }

    /// Returns the end of a character reference, from the index after its ampersand; nil if there
    /// is none.
    private func referenceEnd(from start: Int) -> Int? {
        var index = start
        if byte(at: index) == UInt8(ascii: "#") { index += 1 }
        let nameStart = index
        // No name in HTML is longer.
        while index < end, index - nameStart < 32, code[index].isLetter || code[index].isDigit {
            index += 1
        }
        return index > nameStart && byte(at: index) == UInt8(ascii: ";") ? index + 1 : nil
    }

    /// Scans what begins with an angle bracket.
    private mutating func scanMarkupDelimiter() {
        let start = position
        if has(Self.commentStart, at: start) {
            position += 4
            skip(through: Self.commentEnd)
            writer.add(.comment, at: start..<position)
        } else if has(Self.sectionStart, at: start) {
            position += 9
            writer.add(.annotation, at: start..<position)
            let content = position
            skip(through: Self.sectionEnd)
            let isClosed = position - content >= 3 && has(Self.sectionEnd, at: position - 3)
            let contentEnd = isClosed ? position - 3 : position
            writer.add(.string, at: content..<contentEnd)
            writer.add(.annotation, at: contentEnd..<position)
        } else if byte(at: start + 1) == UInt8(ascii: "?") {
            skip(through: Self.instructionEnd)
            writer.add(.annotation, at: start..<position)
        } else if byte(at: start + 1) == UInt8(ascii: "!") {
            scanDeclaration()
        } else {
            scanTag()
        }
    }

    private static let commentStart = Array("<!--".utf8)
    private static let commentEnd = Array("-->".utf8)
    private static let sectionStart = Array("<![CDATA[".utf8)
    private static let sectionEnd = Array("]]>".utf8)
    private static let instructionEnd = Array("?>".utf8)

    /// Moves the position after the next occurrence of certain bytes, or to the end.
    private mutating func skip(through bytes: [UInt8]) {
        while position < end, !has(bytes, at: position) { position += 1 }
        position = min(position + bytes.count, end)
    }

    /// Scans a declaration such as a document type, which may contain others in brackets.
    private mutating func scanDeclaration() {
        let start = position
        var depth = 0
        while position < end {
            let byte = code[position]
            position += 1
            if byte == UInt8(ascii: "<") { depth += 1 }
            if byte == UInt8(ascii: ">") { depth -= 1 }
            if depth == 0 { break }
        }
        writer.add(.annotation, at: start..<position)
    }

    private func isTagByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte >= 0x80 || byte.isOne(of: "-_:.@#*")
    }

    /// Scans a tag with its attributes, and the script or style sheet after a start tag.
    private mutating func scanTag() {
        position += 1
        let isEndTag = byte(at: position) == UInt8(ascii: "/")
        if isEndTag { position += 1 }
        let start = position
        let first = byte(at: start)
        guard first.isLetter || first == UInt8(ascii: "_") || first >= 0x80 else { return }
        while position < end, isTagByte(code[position]) { position += 1 }
        writer.add(.keyword, at: start..<position)
        let name = start..<position
        guard scanAttributes(), !isEndTag else { return }
        if isElement(name, named: Self.script) {
            scan(embedded: .javaScript, until: endTag(of: Self.script))
        } else if isElement(name, named: Self.style) {
            scan(embedded: .css, until: endTag(of: Self.style))
        }
    }

    private static let script = Array("script".utf8)
    private static let style = Array("style".utf8)

    private func isElement(_ range: Range<Int>, named name: [UInt8]) -> Bool {
        guard range.count == name.count else { return false }
        return name.indices.allSatisfy { code[range.lowerBound + $0].lowercased == name[$0] }
    }

    /// Returns the index of the end tag of an element whose content is text; that of the end if
    /// there is none.
    private func endTag(of name: [UInt8]) -> Int {
        var index = position
        while index < end {
            if code[index] == UInt8(ascii: "<"), byte(at: index + 1) == UInt8(ascii: "/"),
                index + 2 + name.count <= end,
                isElement(index + 2..<index + 2 + name.count, named: name)
            {
                return index
            }
            index += 1
        }
        return end
    }

    /// Scans the attributes of a tag up to its end.
    ///
    /// - Returns: False if no content follows, since the element is empty or the tag is not closed.
    private mutating func scanAttributes() -> Bool {
        while position < end {
            let start = position
            let byte = code[position]
            switch byte {
            case UInt8(ascii: ">"):
                position += 1
                return code[position - 2] != UInt8(ascii: "/")
            case UInt8(ascii: "<"): return false
            case UInt8(ascii: "="):
                position = skippingBlanks(from: position + 1)
                scanAttributeValue()
            case UInt8(ascii: "\""), UInt8(ascii: "'"): scanAttributeValue()
            default:
                while position < end, code[position] > 0x20, !code[position].isOne(of: "=<>/\"'") {
                    position += 1
                }
                writer.add(.property, at: start..<position)
                if position == start { position += 1 }
            }
        }
        return false
    }

    private mutating func scanAttributeValue() {
        let start = position
        let quote = byte(at: start)
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            position += 1
            while position < end, code[position] != quote { position += 1 }
            position = min(position + 1, end)
        } else {
            while position < end, code[position] > 0x20, !code[position].isOne(of: "<>") {
                position += 1
            }
        }
        writer.add(.string, at: start..<position)
    }
}
