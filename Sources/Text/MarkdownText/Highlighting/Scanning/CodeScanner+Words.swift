extension CodeScanner {
    /// Scans a word: a keyword, a name, or the prefix of a string.
    mutating func scanWord() {
        let start = position
        var index = wordEnd(from: start + 1)
        if rules.traits.contains(.markedNames), byte(at: index).isOne(of: "?!"),
            byte(at: index + 1) != UInt8(ascii: "=")
        {
            index += 1
        }
        if !rules.prefixedForms.isEmpty, byte(at: index).isOne(of: "\"'#`"),
            scanPrefixedString(prefix: start..<index)
        {
            return
        }
        if rules.traits.contains(.delimitedRawStrings), code[index - 1] == UInt8(ascii: "R"),
            byte(at: index) == UInt8(ascii: "\""), scanDelimitedRawString(prefix: start..<index)
        {
            return
        }
        position = index
        let tokenClass =
            rules.traits.contains(.shellWords) ? shellClass(start) : wordClass(start)
        if let tokenClass { writer.add(tokenClass, at: start..<position) }
    }

    /// Returns the class of the word from a start to the position, and records the word. The
    /// position moves to the end of a token that is longer than its word.
    private mutating func wordClass(_ start: Int) -> TokenClass? {
        let expected = context.expected
        let before = byte(at: start - 1)
        // A name between grave accents, or one that belongs to what precedes the dot.
        let isName =
            before == UInt8(ascii: "`") && rules.openers[Int(before)].isEmpty
            || before == UInt8(ascii: ".") && byte(at: start - 2) != before
        if let word = rules.words.word(UnsafeBufferPointer(rebasing: code[start..<position])),
            isMeant(word, isName: isName)
        {
            note(word.role == .value ? .value : .keyword)
            switch word.role {
            case .beforeFunction: context.expected = .function
            case .beforeType: context.expected = .type
            case .value: context.expected = expected
            case .ordinary, .contextual, .member: break
            }
            return word.tokenClass
        }
        note(.name)
        if let expected { return expected }
        if isKey(end: position) { return .property }
        if isType(start) { return .type }
        if rules.traits.contains(.macros), byte(at: position) == UInt8(ascii: "!"),
            byte(at: position + 1).isOne(of: "([{")
        {
            position += 1
            return .function
        }
        return byte(at: position) == UInt8(ascii: "(") ? .function : nil
    }

    /// Returns true if a word of the table has its meaning at the position, which is after it.
    private func isMeant(_ word: WordTable.Word, isName: Bool) -> Bool {
        if isName { return word.role == .member }
        guard !isKey(end: position) else { return false }
        guard word.role == .contextual else { return true }
        if rules.traits.contains(.contextualAtLineStart), !context.isAtLineStart { return false }
        let next = skippingBlanks(from: position)
        guard next < end else { return false }
        return rules.contextBytes.contains(code[next])
            || code[next] == UInt8(ascii: "(") && next > position
    }

    /// Returns true if a colon makes the text before an index a key.
    func isKey(end index: Int) -> Bool {
        if rules.traits.contains(.keys) {
            return byte(at: skippingWhiteSpace(from: index)) == UInt8(ascii: ":")
        }
        return rules.traits.contains(.labels) && byte(at: index) == UInt8(ascii: ":")
            && byte(at: index + 1) != UInt8(ascii: ":")
    }

    private func skippingWhiteSpace(from start: Int) -> Int {
        var index = start
        while index < end, code[index].isBlank || code[index] == .newline { index += 1 }
        return index
    }

    private func isType(_ start: Int) -> Bool {
        guard rules.types != .none else { return false }
        // Leading underscores are part of some names.
        var index = start
        while index < position, code[index] == UInt8(ascii: "_") { index += 1 }
        guard index < position, code[index].isUppercase else { return false }
        return rules.types == .capitalised || position - index == 1
            || code[index..<position].contains { $0.isLowercase }
    }

    /// Returns the class of a word of a shell from a start to the position, and records the word.
    /// Most words are arguments, which have no class.
    private mutating func shellClass(_ start: Int) -> TokenClass? {
        let word = code[start..<position]
        let expected = context.expected
        let isCommand =
            context.isAtLineStart || context.previous == .keyword
            || context.previous == .mark && previousByte.isOne(of: ";|&(){!`")
        let found = rules.words.word(UnsafeBufferPointer(rebasing: word))
        note(.name)
        if word.allSatisfy(\.isDigit) { return .number }
        if isAssigned(word) { return .variable }
        if let found, isCommand || found.role != .value {
            if found.role != .value { context.previous = .keyword }
            if found.role == .beforeFunction { context.expected = .function }
            return found.tokenClass
        }
        return byte(at: position) == UInt8(ascii: "(") ? .function : expected
    }

    /// Returns true if a word of a shell, which ends at the position, is the name of a variable
    /// that is assigned to.
    private func isAssigned(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let next = byte(at: position)
        guard
            next == UInt8(ascii: "=")
                || next == UInt8(ascii: "+") && byte(at: position + 1) == UInt8(ascii: "=")
        else { return false }
        return word.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    }

    /// Scans a number, of which the position is the first digit, the point, or the sign.
    mutating func scanNumber() {
        let start = position
        var index = start
        if code[index] == UInt8(ascii: "-") { index += 1 }
        let isHexadecimal =
            byte(at: index) == UInt8(ascii: "0") && byte(at: index + 1).lowercased == 0x78
        let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
        while index < end {
            let byte = code[index]
            let next = self.byte(at: index + 1)
            if byte.isDigit || byte.isLetter || byte == UInt8(ascii: "_") {
                index += 1
                if byte.lowercased == exponent, next.isOne(of: "+-"),
                    self.byte(at: index + 1).isDigit
                {
                    index += 1
                }
            } else if byte == UInt8(ascii: "."), next.isDigit {
                index += 1
            } else if byte == UInt8(ascii: "."), rules.traits.contains(.trailingPoints),
                !rules.wordBytes.contains(next), next != byte
            {
                index += 1
            } else if byte == UInt8(ascii: "'"), rules.traits.contains(.digitApostrophes),
                next.isDigit || next.isLetter
            {
                index += 1
            } else {
                break
            }
        }
        if rules.traits.contains(.percentages), byte(at: index) == UInt8(ascii: "%") { index += 1 }
        position = index
        add(.number, from: start)
    }

    /// Returns the end of a parameter of a shell or a similar variable, from the index after its
    /// dollar sign; nil if there is none. An expansion that lacks its brace ends with the line.
    func parameterEnd(from start: Int) -> Int? {
        let first = byte(at: start)
        if first.isLetter || first == UInt8(ascii: "_") {
            var index = start
            while index < end,
                code[index].isLetter || code[index].isDigit || code[index] == UInt8(ascii: "_")
            {
                index += 1
            }
            return index
        }
        guard rules.traits.contains(.shellWords) else { return nil }
        if first.isDigit || first.isOne(of: "?#@*!$-") { return start + 1 }
        guard first == UInt8(ascii: "{") else { return nil }
        var index = start + 1
        var depth = 1
        while index < end, depth > 0, code[index] != .newline {
            if code[index] == UInt8(ascii: "{") { depth += 1 }
            if code[index] == UInt8(ascii: "}") { depth -= 1 }
            index += 1
        }
        return index
    }
}
