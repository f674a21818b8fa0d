/// A text up to a line that consists of a word.
struct HereDocument {
    let word: Range<Int>
    /// True if white space may precede the word on its line.
    let isIndented: Bool
}

// Tokens that are recognised by more than their first bytes.
extension CodeScanner {
    /// Scans a token that only some languages have.
    ///
    /// - Returns: False if there is none; the position stays the same.
    mutating func scanSpecialToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "#"): return !rules.hashedForms.isEmpty && scanHashedString()
        case UInt8(ascii: "/"): return isExpressionPlace && scanRegularExpression()
        case UInt8(ascii: "<"): return rules.traits.contains(.hereDocuments) && openHereDocument()
        case UInt8(ascii: "%"):
            return rules.traits.contains(.percentLiterals) && scanPercentLiteral()
        case UInt8(ascii: "?"): return scanQuestionMark()
        case UInt8(ascii: "\\"):
            guard rules.traits.contains(.shellWords) else { return false }
            position = min(position + 2, end)
            note(.name)
            return true
        case UInt8(ascii: "."), UInt8(ascii: "-"):
            guard isNumber(byte) else { return false }
            scanNumber()
            return true
        default: return false
        }
    }

    /// Returns true if a sign or a point at the position is the beginning of a number.
    private func isNumber(_ byte: UInt8) -> Bool {
        if byte == UInt8(ascii: "-"), !rules.traits.contains(.signedNumbers) { return false }
        guard self.byte(at: position + 1).isDigit, !rules.traits.contains(.shellWords) else {
            return false
        }
        let before = self.byte(at: position - 1)
        return !rules.wordBytes.contains(before) && !before.isOne(of: ".)]")
    }

    /// True if a slash at the position begins a regular expression and does not divide.
    private var isExpressionPlace: Bool {
        guard rules.traits.contains(.regularExpressions), position >= context.expressionLimit,
            isOperandPlace
        else { return false }
        return !rules.traits.contains(.tightRegularExpressions) || !byte(at: position + 1).isBlank
    }

    /// True if an operator at the position would have no left operand, so that something else must
    /// begin there.
    ///
    /// A closing bracket is taken for the end of an operand: a regular expression that is a
    /// statement is rare. In JSX, a slash after an angle bracket ends an element.
    private var isOperandPlace: Bool {
        let before = byte(at: position - 1)
        let after = byte(at: position + 1)
        switch context.previous {
        case .nothing, .keyword: return true
        case .value: return false
        case .name:
            return rules.traits.contains(.argumentRegularExpressions) && before.isBlank
                && !after.isBlank && after != UInt8(ascii: "=")
        case .mark:
            let last = previousByte
            if last.isOne(of: "+-"), byte(at: context.previousEnd - 2) == last { return false }
            if last == UInt8(ascii: "<") {
                return rules.traits.contains(.argumentRegularExpressions)
            }
            return !last.isOne(of: ")]}")
        }
    }

    /// Scans a character of Ruby, such as `?"`, which matters if it is a quotation mark.
    ///
    /// - Returns: False if there is none; the position stays the same.
    private mutating func scanQuestionMark() -> Bool {
        guard context.previous != .name, isOperandPlace, byte(at: position + 1) > 0x20,
            !rules.wordBytes.contains(byte(at: position + 2))
        else { return false }
        position += 2
        add(.string, from: position - 2)
        return true
    }

    /// Scans a regular expression, which has to end on its line. In Ruby, one that begins with a
    /// newline has several lines.
    ///
    /// - Returns: False if there is none; the position stays the same.
    private mutating func scanRegularExpression() -> Bool {
        let start = position
        var index = start + 1
        var isInClass = false
        let isMultiline =
            rules.traits.contains(.argumentRegularExpressions) && byte(at: index) == .newline
        while index < end, isMultiline || code[index] != .newline {
            let byte = code[index]
            if byte == UInt8(ascii: "\\"), index + 1 < end, code[index + 1] != .newline {
                index += 1
            } else if byte == UInt8(ascii: "[") {
                isInClass = true
            } else if byte == UInt8(ascii: "]") {
                isInClass = false
            } else if byte == UInt8(ascii: "/"), !isInClass {
                // The letters after it are its flags.
                position = index + 1
                while position < end, code[position].isLetter { position += 1 }
                add(.string, from: start)
                return true
            }
            index += 1
        }
        context.expressionLimit = index
        return false
    }

    /// Records a here-document that begins on the next line.
    ///
    /// - Returns: False if there is none; the position stays the same.
    private mutating func openHereDocument() -> Bool {
        guard byte(at: position + 1) == UInt8(ascii: "<") else { return false }
        // A here-string has three.
        if byte(at: position + 2) == UInt8(ascii: "<") {
            position += 3
            note(.mark)
            return true
        }
        var start = position + 2
        let isIndented = byte(at: start).isOne(of: "-~")
        if isIndented { start += 1 }
        let isShell = rules.traits.contains(.shellWords)
        let isSpaced = isShell && byte(at: start).isBlank
        if isSpaced { start = skippingBlanks(from: start) }
        let quote = byte(at: start).isOne(of: "\"'") ? byte(at: start) : nil
        var word = quote == nil ? start : start + 1
        if quote == nil, isShell, byte(at: word) == UInt8(ascii: "\\") { word += 1 }
        var wordEnd = word
        while wordEnd < end,
            code[wordEnd].isLetter || code[wordEnd].isDigit
                || code[wordEnd] == UInt8(ascii: "_")
        {
            wordEnd += 1
        }
        let isPlausible =
            quote != nil || code[start..<wordEnd].first?.isUppercase == true
            || word == start && !isSpaced && (isShell || isIndented)
            || word > start
        guard wordEnd > word, isPlausible, !code[word].isDigit else { return false }
        guard quote == nil || byte(at: wordEnd) == quote else { return false }
        context.documents.append(HereDocument(word: word..<wordEnd, isIndented: isIndented))
        position = quote == nil ? wordEnd : wordEnd + 1
        add(.string, from: start)
        return true
    }

    /// Scans the here-documents that begin at the position, which is the start of a line.
    mutating func scanHereDocuments() {
        let start = position
        for document in context.documents {
            while position < end {
                let lineEnd = lineEnd(from: position)
                let isLast = isEnd(of: document, position..<lineEnd)
                position = min(lineEnd + 1, end)
                if isLast { break }
            }
        }
        context.documents = []
        writer.add(.string, at: start..<position)
    }

    private func isEnd(of document: HereDocument, _ line: Range<Int>) -> Bool {
        var start = line.lowerBound
        while document.isIndented, start < line.upperBound, code[start].isBlank { start += 1 }
        var lineEnd = line.upperBound
        if lineEnd > start, code[lineEnd - 1] == 0x0D { lineEnd -= 1 }
        guard lineEnd - start == document.word.count else { return false }
        return code[start..<lineEnd].elementsEqual(code[document.word])
    }

    /// Scans a list or a string of Ruby between brackets, such as `%w(a b)` and `%(a b)`.
    ///
    /// - Returns: False if there is none; the position stays the same.
    private mutating func scanPercentLiteral() -> Bool {
        let start = position
        // Without a letter, it is a string.
        let content = byte(at: start + 1).isOne(of: "wWiIqQrsx") ? start + 2 : start + 1
        guard isOperandPlace else { return false }
        let open = byte(at: content)
        let close: UInt8
        switch open {
        case UInt8(ascii: "("): close = UInt8(ascii: ")")
        case UInt8(ascii: "["): close = UInt8(ascii: "]")
        case UInt8(ascii: "{"): close = UInt8(ascii: "}")
        case UInt8(ascii: "<"): close = UInt8(ascii: ">")
        case UInt8(ascii: "|"), UInt8(ascii: "!"), UInt8(ascii: "/"): close = open
        default: return false
        }
        var depth = 1
        position = content + 1
        while position < end, depth > 0 {
            let byte = code[position]
            if byte == UInt8(ascii: "\\") {
                position += 1
            } else if byte == close {
                depth -= 1
            } else if byte == open {
                depth += 1
            }
            position += 1
        }
        position = min(position, end)
        add(.string, from: start)
        return true
    }
}
