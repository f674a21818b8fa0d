// Rules and declarations of CSS and SCSS.
extension CodeScanner {
    /// The kind of the statement at the position.
    private enum Statement {
        case selector, declaration, atRule
    }

    mutating func scanStyles() {
        var statement: Statement?
        var depth = 0
        // The end of the last search for the kind of a statement, so that none is searched twice.
        var known = (end: position, kind: Statement.declaration)
        while position < end {
            let byte = code[position]
            if byte.isBlank || byte == .newline {
                position += 1
                continue
            }
            if skipStyleComment() { continue }
            if statement == nil {
                if position >= known.end { known = findStatement() }
                statement = byte == UInt8(ascii: "@") ? .atRule : known.kind
                depth = 0
                if statement == .declaration { scanPropertyName() }
                if statement != .selector || position >= end { continue }
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                position += 1
                statement = nil
            case UInt8(ascii: ";") where depth <= 0:
                position += 1
                statement = nil
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                depth += byte == UInt8(ascii: "(") ? 1 : -1
                position += 1
            case UInt8(ascii: "#") where self.byte(at: position + 1) == UInt8(ascii: "{"):
                skipInterpolation()
            default:
                if statement == .selector {
                    scanSelector(byte)
                } else {
                    scanStyleValue(byte, isCondition: statement == .atRule && depth > 0)
                }
            }
        }
    }

    /// Scans a comment, also one of SCSS that ends with the line.
    private mutating func skipStyleComment() -> Bool {
        let start = position
        guard let commentEnd = commentEnd(from: start) else { return false }
        position = commentEnd
        writer.add(.comment, at: start..<position)
        return true
    }

    private func commentEnd(from start: Int) -> Int? {
        guard code[start] == UInt8(ascii: "/") else { return nil }
        switch byte(at: start + 1) {
        case UInt8(ascii: "/"): return lineEnd(from: start)
        case UInt8(ascii: "*"):
            var index = start + 2
            while index < end,
                code[index] != UInt8(ascii: "*") || byte(at: index + 1) != UInt8(ascii: "/")
            {
                index += 1
            }
            return min(index + 2, end)
        default: return nil
        }
    }

    /// Returns the end of the string that begins at an index; it ends with its line at the latest.
    private func stringEnd(from start: Int) -> Int {
        var index = start + 1
        while index < end, code[index] != .newline {
            if code[index] == code[start] { return index + 1 }
            if code[index] == UInt8(ascii: "\\") { index += 1 }
            index += 1
        }
        return min(index, end)
    }

    /// Finds the end of the statement at the position, and whether it is a selector before a brace
    /// or a declaration.
    private func findStatement() -> (end: Int, kind: Statement) {
        var (index, depth) = (position, 0)
        while index < end {
            switch code[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): index = stringEnd(from: index)
            case UInt8(ascii: "/") where depth <= 0: index = commentEnd(from: index) ?? index + 1
            case UInt8(ascii: "("):
                depth += 1
                index += 1
            case UInt8(ascii: ")"):
                depth -= 1
                index += 1
            case UInt8(ascii: "{"):
                guard code[max(index - 1, 0)] == UInt8(ascii: "#") else {
                    return (index, .selector)
                }
                while index < end, code[index] != UInt8(ascii: "}") { index += 1 }
                index += 1
            case UInt8(ascii: ";") where depth <= 0: return (index, .declaration)
            case UInt8(ascii: "}"): return (index, .declaration)
            default: index += 1
            }
        }
        return (end, .declaration)
    }

    /// Skips an interpolation of SCSS, `#{…}`.
    private mutating func skipInterpolation() {
        while position < end, code[position] != UInt8(ascii: "}"), code[position] != .newline {
            position += 1
        }
        if byte(at: position) == UInt8(ascii: "}") { position += 1 }
    }

    private func styleNameEnd(from start: Int) -> Int {
        var index = start
        while index < end,
            code[index].isLetter || code[index].isDigit || code[index] >= 0x80
                || code[index].isOne(of: "-_")
        {
            index += 1
        }
        return index
    }

    /// Scans the name of a property or a variable, if there is one before a colon.
    private mutating func scanPropertyName() {
        let start = position
        let isVariable = code[start] == UInt8(ascii: "$")
        let nameEnd = styleNameEnd(from: isVariable ? start + 1 : start)
        guard nameEnd > start else { return }
        var next = nameEnd
        while next < end, code[next].isBlank || code[next] == .newline { next += 1 }
        guard byte(at: next) == UInt8(ascii: ":") else { return }
        writer.add(isVariable ? .variable : .property, at: start..<nameEnd)
        position = next + 1
    }

    /// Scans a part of a selector, of which a byte is the first.
    private mutating func scanSelector(_ byte: UInt8) {
        let start = position
        let isString = byte.isOne(of: "\"'")
        position = isString ? stringEnd(from: start) : styleNameEnd(from: start + 1)
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): writer.add(.string, at: start..<position)
        case UInt8(ascii: "."), UInt8(ascii: "#"), UInt8(ascii: "%"):
            if position > start + 1 { writer.add(.type, at: start..<position) }
        case UInt8(ascii: ":"):
            if byte == self.byte(at: start + 1) { position = styleNameEnd(from: start + 2) }
            writer.add(.annotation, at: start..<position)
        case UInt8(ascii: "["):
            writer.add(.property, at: start + 1..<position)
        default:
            if byte.isDigit {
                if self.byte(at: position) == UInt8(ascii: "%") { position += 1 }
                writer.add(.number, at: start..<position)
            } else if byte.isLetter {
                writer.add(.keyword, at: start..<position)
            }
        }
    }

    /// Scans a part of a value, or of the text after the name of an at-rule.
    ///
    /// - Parameter isCondition: True in parentheses of an at-rule, which contain properties.
    private mutating func scanStyleValue(_ byte: UInt8, isCondition: Bool) {
        let start = position
        let next = self.byte(at: start + 1)
        if byte.isOne(of: "\"'") {
            position = stringEnd(from: start)
            writer.add(.string, at: start..<position)
        } else if byte == UInt8(ascii: "#") {
            position = styleNameEnd(from: start + 1)
            if position > start + 1 { writer.add(.number, at: start..<position) }
        } else if byte.isOne(of: "@!$") {
            position = styleNameEnd(from: start + 1)
            let tokenClass: TokenClass = byte == UInt8(ascii: "$") ? .variable : .keyword
            if position > start + 1 { writer.add(tokenClass, at: start..<position) }
        } else if byte.isDigit || byte.isOne(of: "-+.") && (next.isDigit || next == 0x2E) {
            scanDimension()
        } else if byte == UInt8(ascii: "-"), next == byte {
            position = styleNameEnd(from: start)
            writer.add(.variable, at: start..<position)
        } else {
            position = max(styleNameEnd(from: start), start + 1)
            let name = UnsafeBufferPointer(rebasing: code[start..<position])
            if self.byte(at: position) == UInt8(ascii: "("), byte.isLetter || byte == 0x2D {
                writer.add(.function, at: start..<position)
                if isAddress(name) { scanAddress() }
            } else if isCondition, self.byte(at: position) == UInt8(ascii: ":") {
                writer.add(.property, at: start..<position)
            } else if let word = rules.words.word(name) {
                writer.add(word.tokenClass, at: start..<position)
            }
        }
    }

    /// Scans a number with its unit.
    private mutating func scanDimension() {
        let start = position
        position += 1
        while position < end, code[position].isDigit || code[position] == 0x2E { position += 1 }
        position = styleNameEnd(from: position)
        if byte(at: position) == UInt8(ascii: "%") { position += 1 }
        writer.add(.number, at: start..<position)
    }

    private func isAddress(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name.count == 3 && name.elementsEqual("url".utf8) { $0.lowercased == $1 }
    }

    /// Scans an address without quotation marks, from the parenthesis before it.
    private mutating func scanAddress() {
        var index = position + 1
        while index < end, code[index].isBlank { index += 1 }
        guard !byte(at: index).isOne(of: "\"'") else { return }
        position += 1
        while index < end, code[index] != UInt8(ascii: ")"), code[index] != .newline { index += 1 }
        writer.add(.string, at: position..<index)
        position = index
    }
}
