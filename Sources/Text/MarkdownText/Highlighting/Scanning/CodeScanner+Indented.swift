// Keys and values of YAML.
extension CodeScanner {
    /// The position in the structure of a text.
    private struct Nesting {
        var lineStart = 0
        /// The column of the last key or dash of the line; nil if there is none so far.
        var column: Int?
        /// The number of open brackets and braces, in which commas separate values.
        var depth = 0
    }

    mutating func scanIndented() {
        var nesting = Nesting()
        nesting.lineStart = position
        while position < end {
            let byte = code[position]
            let column = position - nesting.lineStart
            if byte == .newline {
                position += 1
                nesting.lineStart = position
                nesting.column = nil
            } else if byte.isBlank {
                position += 1
            } else if column == 0, scanDocumentMark() {
                continue
            } else if byte == UInt8(ascii: "#"), column == 0 || code[position - 1].isBlank {
                let start = position
                position = lineEnd(from: start)
                writer.add(.comment, at: start..<position)
            } else if isIndicator(byte) {
                nesting.column = column
                position += 1
            } else {
                scanNode(byte, in: &nesting)
            }
        }
    }

    /// Returns true if a byte at the position begins an entry of a list or a key of its own.
    private func isIndicator(_ byte: UInt8) -> Bool {
        byte.isOne(of: "-?:") && isSpace(at: position + 1)
    }

    /// Returns true for white space, and at the end.
    private func isSpace(at index: Int) -> Bool {
        index >= end || code[index].isBlank || code[index] == .newline
    }

    /// Scans the line between two documents, or a directive.
    private mutating func scanDocumentMark() -> Bool {
        let start = position
        let first = code[start]
        if first == UInt8(ascii: "%") {
            position = lineEnd(from: start)
        } else if first.isOne(of: "-."), byte(at: start + 1) == first,
            byte(at: start + 2) == first, isSpace(at: start + 3)
        {
            position += 3
        } else {
            return false
        }
        writer.add(.annotation, at: start..<position)
        return true
    }

    private mutating func scanNode(_ byte: UInt8, in nesting: inout Nesting) {
        let start = position
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            nesting.depth += 1
            position += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            nesting.depth = max(0, nesting.depth - 1)
            position += 1
        case UInt8(ascii: ","): position += 1
        case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"):
            position += 1
            while !isSpace(at: position), nesting.depth == 0 || !code[position].isOne(of: ",[]{}") {
                position += 1
            }
            writer.add(.annotation, at: start..<position)
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            if nesting.depth == 0 {
                scanBlockScalar(in: &nesting)
            } else {
                position += 1
            }
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            skipQuotedScalar(byte)
            addScalar(.string, from: start, in: &nesting)
        default:
            skipPlainScalar(isInBrackets: nesting.depth > 0)
            addScalar(plainClass(start..<position), from: start, in: &nesting)
        }
    }

    /// Adds a scalar from a start to the position, which is a key if a colon follows.
    private mutating func addScalar(
        _ tokenClass: TokenClass?, from start: Int, in nesting: inout Nesting
    ) {
        let next = skippingBlanks(from: position)
        let isKey =
            byte(at: next) == UInt8(ascii: ":")
            && (isSpace(at: next + 1) || nesting.depth > 0 && code[start].isOne(of: "\"'"))
        if isKey {
            nesting.column = start - nesting.lineStart
            writer.add(.property, at: start..<position)
            position = next + 1
        } else if let tokenClass {
            writer.add(tokenClass, at: start..<position)
        }
    }

    private mutating func skipQuotedScalar(_ quote: UInt8) {
        position += 1
        while position < end {
            let byte = code[position]
            position += 1
            if byte == quote {
                guard quote == UInt8(ascii: "'"), self.byte(at: position) == quote else { return }
                position += 1
            } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                position = min(position + 1, end)
            }
        }
    }

    /// Moves the position to the end of a scalar without quotation marks, before the blanks there.
    private mutating func skipPlainScalar(isInBrackets: Bool) {
        var last = position
        position += 1
        while position < end, code[position] != .newline {
            let byte = code[position]
            if byte == UInt8(ascii: "#"), code[position - 1].isBlank { break }
            if byte == UInt8(ascii: ":") {
                if isSpace(at: position + 1) { break }
                if isInBrackets, self.byte(at: position + 1).isOne(of: ",[]{}") { break }
            }
            if isInBrackets, byte.isOne(of: ",[]{}") { break }
            if !byte.isBlank { last = position }
            position += 1
        }
        position = last + 1
    }

    /// Returns the class of a scalar without quotation marks.
    private func plainClass(_ range: Range<Int>) -> TokenClass? {
        let scalar = UnsafeBufferPointer(rebasing: code[range])
        if let word = rules.words.word(scalar) { return word.tokenClass }
        return isNumber(scalar) ? .number : nil
    }

    private func isNumber(_ scalar: UnsafeBufferPointer<UInt8>) -> Bool {
        // Longer numbers are names, such as the identifiers of commits.
        guard scalar.count <= 40 else { return false }
        let sign = scalar.first?.isOne(of: "+-") == true ? 1 : 0
        let digits = scalar.dropFirst(sign)
        guard let first = digits.first, first.isDigit || first == UInt8(ascii: ".") else {
            return false
        }
        if first == UInt8(ascii: "0"), let letter = digits.dropFirst().first,
            letter.isOne(of: "xo")
        {
            return digits.dropFirst(2).allSatisfy { $0.isDigit || $0.isLetter }
        }
        var (points, exponents, figures) = (0, 0, 0)
        var before: UInt8 = 0
        for byte in digits {
            if byte.isDigit {
                figures += 1
            } else if byte == UInt8(ascii: ".") {
                points += 1
            } else if byte.lowercased == UInt8(ascii: "e"), figures > 0 {
                exponents += 1
            } else if !byte.isOne(of: "+-") || before.lowercased != UInt8(ascii: "e") {
                return false
            }
            before = byte
        }
        return figures > 0 && points <= 1 && exponents <= 1 && before.lowercased != 0x65
    }

    /// Scans a text of several lines, which are indented more than its key.
    private mutating func scanBlockScalar(in nesting: inout Nesting) {
        var indentation = nesting.lineStart
        while indentation < position, code[indentation] == 0x20 { indentation += 1 }
        let parent = nesting.column ?? indentation - nesting.lineStart - 1
        let start = position
        while position < end, code[position] > 0x20 { position += 1 }
        writer.add(.annotation, at: start..<position)
        let headerEnd = lineEnd(from: position)
        let comment = skippingBlanks(from: position)
        if byte(at: comment) == UInt8(ascii: "#") { writer.add(.comment, at: comment..<headerEnd) }
        position = min(headerEnd + 1, end)
        let content = position
        var contentEnd = position
        while position < end {
            var index = position
            while index < end, code[index] == 0x20 { index += 1 }
            let column = index - position
            let isEmpty = isSpace(at: skippingBlanks(from: index))
            if !isEmpty, column <= parent { break }
            let lineEnd = lineEnd(from: index)
            position = min(lineEnd + 1, end)
            if !isEmpty { contentEnd = position }
        }
        writer.add(.string, at: content..<contentEnd)
        nesting.lineStart = position
        nesting.column = nil
    }
}
