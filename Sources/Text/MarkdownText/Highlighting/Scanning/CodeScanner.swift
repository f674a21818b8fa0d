/// Finds the tokens of a text in one pass, by the rules of its language.
///
/// The time is linear in the length of any text: where a token can only be recognised by its end,
/// the result of a search is remembered, so that no byte is searched more than a few times.
struct CodeScanner {
    let code: UnsafeBufferPointer<UInt8>
    var rules: LanguageRules
    /// The end of the range that has the language of the rules.
    var end: Int
    var position = 0
    var writer: TokenWriter
    var context = Context()

    /// The state of the scanner within a text of one language.
    struct Context {
        var previous = Previous.nothing
        /// The index after the last byte that is neither white space nor part of a comment; 0 if
        /// there is none.
        var previousEnd = 0
        var isAtLineStart = true
        /// The class of the next name, after a keyword such as `func`.
        var expected: TokenClass?
        /// The strings around the code at the position, of which each is in an interpolation of the
        /// previous one.
        var strings: [OpenString] = []
        /// The brackets that are open in the innermost interpolation.
        var depth = 0
        /// The position before which no regular expression ends.
        var expressionLimit = 0
        /// The here-documents that begin on the next line.
        var documents: [HereDocument] = []
    }

    /// The kind of the last token that is not a comment.
    enum Previous {
        case nothing, mark, name, keyword, value
    }

    /// A string with an interpolation that the scanner is in.
    struct OpenString {
        let form: DelimitedForm
        let hashes: Int
        let interpolation: DelimitedForm.Interpolation
        /// The open brackets of the interpolation around the string.
        let outerDepth: Int
    }

    init(of code: UnsafeBufferPointer<UInt8>, rules: LanguageRules, html: [UInt8]) {
        (self.code, self.rules) = (code, rules)
        end = code.count
        writer = TokenWriter(of: code, html: html)
    }

    /// Scans the text, and returns the HTML with that of the text appended.
    consuming func finishedHTML() -> [UInt8] {
        scan()
        writer.finish()
        return writer.html
    }

    private mutating func scan() {
        switch rules.structure {
        case .code: scanCode()
        case .markup: scanMarkup()
        case .styles: scanStyles()
        case .indented: scanIndented()
        case .changes: scanChanges()
        case .session: scanSession()
        }
    }

    /// Scans the text from the position to a limit by other rules.
    mutating func scan(embedded other: LanguageRules, until limit: Int) {
        let outer = (rules, end, context)
        (rules, end, context) = (other, limit, Context())
        scan()
        (rules, end, context) = outer
        position = limit
    }

    /// The last byte that is neither white space nor part of a comment; 0 if there is none.
    var previousByte: UInt8 { byte(at: context.previousEnd - 1) }

    /// Returns the byte at an index; 0 outside of the range that is scanned.
    func byte(at index: Int) -> UInt8 {
        index >= 0 && index < end ? code[index] : 0
    }

    /// Returns true if certain bytes are at an index.
    func has(_ bytes: [UInt8], at index: Int) -> Bool {
        guard bytes.count <= end - index else { return false }
        for offset in bytes.indices where code[index + offset] != bytes[offset] { return false }
        return true
    }

    /// Returns the first index from a start at which there is no blank.
    func skippingBlanks(from start: Int) -> Int {
        var index = start
        while index < end, code[index].isBlank { index += 1 }
        return index
    }

    /// Returns the index of the end of the line, before the newline.
    func lineEnd(from start: Int) -> Int {
        var index = start
        while index < end, code[index] != .newline { index += 1 }
        return index
    }

    /// Returns the first index from a start whose byte does not continue a word.
    func wordEnd(from start: Int) -> Int {
        var index = start
        while index < end, rules.wordBytes.contains(code[index]) { index += 1 }
        return index
    }

    /// Records a token before the position, for those that depend on what precedes them.
    mutating func note(_ previous: Previous) {
        context.previous = previous
        context.previousEnd = position
        context.isAtLineStart = false
        context.expected = nil
    }

    /// Adds a token from a start to the position, and records it.
    mutating func add(_ tokenClass: TokenClass, from start: Int, as previous: Previous = .value) {
        writer.add(tokenClass, at: start..<position)
        note(previous)
    }

    /// Scans a program.
    private mutating func scanCode() {
        while position < end {
            let byte = code[position]
            switch rules.kinds[Int(byte)] {
            case .blank: position += 1
            case .newline: endLine()
            case .word: scanWord()
            case .digit: scanNumber()
            case .bracket: scanBracket(byte)
            case .other: scanMark()
            case .opener: scanOpener(byte)
            }
        }
    }

    /// Skips a byte that is not part of a token.
    mutating func scanMark() {
        position += 1
        // The name of a method follows its receiver and a dot in Ruby.
        let expected = code[position - 1] == UInt8(ascii: ".") ? context.expected : nil
        note(.mark)
        context.expected = expected
    }

    private mutating func endLine() {
        position += 1
        context.isAtLineStart = true
        // An interpolation on one line that is still open is a mistake, which ends there.
        while let last = context.strings.last, !last.form.isMultiline {
            context.strings.removeLast()
            context.depth = last.outerDepth
        }
        if !context.documents.isEmpty { scanHereDocuments() }
    }

    private mutating func scanBracket(_ byte: UInt8) {
        if let last = context.strings.last {
            if byte == last.interpolation.open {
                context.depth += 1
            } else if byte == last.interpolation.close {
                if context.depth == 0 {
                    let start = position
                    position += 1
                    context.strings.removeLast()
                    context.depth = last.outerDepth
                    scanInside(of: last.form, from: start, hashes: last.hashes)
                    return
                }
                context.depth -= 1
            }
        }
        scanMark()
    }

    /// Scans what begins with a byte that may begin a form or a sigil.
    private mutating func scanOpener(_ byte: UInt8) {
        for opener in rules.openers[Int(byte)] {
            switch opener {
            case .form(let form):
                guard form.prefixes.isEmpty, has(form.opener, at: position),
                    isPlace(form.place)
                else { continue }
                scan(form, from: position, contentOffset: form.opener.count)
                return
            case .sigil(let sigil):
                if scan(sigil) { return }
            }
        }
        if !scanSpecialToken(byte) { scanMark() }
    }

    /// Returns true if a token of a place may begin at the position.
    private func isPlace(_ place: Place) -> Bool {
        switch place {
        case .anywhere: return true
        case .hashed: return false
        case .lineStart: return context.isAtLineStart
        case .firstColumn: return position == 0 || code[position - 1] == .newline
        case .wordStart:
            guard position > 0 else { return true }
            let before = code[position - 1]
            return before <= 0x20 || before.isOne(of: ";|&()`{}")
        case .notAfterName:
            guard position > 0, context.previous != .keyword else { return true }
            let before = code[position - 1]
            return !rules.wordBytes.contains(before) && !before.isOne(of: ")]:")
        case .character:
            guard byte(at: position + 1) != UInt8(ascii: "\\") else { return true }
            // A character has at most four bytes.
            let limit = min(position + 6, end)
            var index = position + 2
            while index < limit, code[index] & 0xC0 == 0x80 { index += 1 }
            return byte(at: index) == UInt8(ascii: "'")
        }
    }

    /// Scans a token that has a sigil.
    ///
    /// - Returns: False if there is none; the position stays the same.
    private mutating func scan(_ sigil: Sigil) -> Bool {
        guard has(sigil.opener, at: position), isPlace(sigil.place) else { return false }
        let start = position
        var index = start + sigil.opener.count
        switch sigil.name {
        case .parameter:
            guard let parameterEnd = parameterEnd(from: index) else { return false }
            position = parameterEnd
            add(sigil.tokenClass, from: start)
            return true
        case .spacedWord: index = skippingBlanks(from: index)
        case .global where byte(at: index).isOne(of: "!&`'+~=/\\,;.<>*$?:\""):
            position = index + 1
            add(sigil.tokenClass, from: start)
            return true
        case .global, .word, .path: break
        }
        guard index < end, rules.wordBytes.contains(code[index]),
            !code[index].isDigit || sigil.tokenClass == .variable
        else { return false }
        let nameStart = index
        index = wordEnd(from: index)
        if sigil.name == .path {
            while byte(at: index).isOne(of: ".:"), index + 1 < end,
                rules.wordBytes.contains(code[index + 1]) || code[index + 1] == UInt8(ascii: ":")
            {
                index = wordEnd(from: index + 1)
            }
        }
        position = index
        add(sigil.tokenClass, from: start, as: sigil.tokenClass == .annotation ? .mark : .value)
        if rules.traits.contains(.includes) { scanIncludedName(directive: nameStart..<index) }
        return true
    }

    /// Scans the name of a file in angle brackets, if the directive before it includes one.
    private mutating func scanIncludedName(directive: Range<Int>) {
        guard
            has(Array("include".utf8), at: directive.lowerBound)
                || has(Array("import".utf8), at: directive.lowerBound)
        else { return }
        let start = skippingBlanks(from: position)
        guard byte(at: start) == UInt8(ascii: "<") else { return }
        var index = start
        while index < end, code[index] != .newline, code[index] != UInt8(ascii: ">") { index += 1 }
        position = index < end && code[index] != .newline ? index + 1 : index
        add(.string, from: start)
    }
}
