/// Finds the tokens of a text in one pass, by the rules of its language.
///
/// States form an explicit stack, so that no nesting is too deep. The time is linear in the length
/// of any text, since patterns read only a bounded number of bytes again.
struct CodeLexer {
    private var text: BytePattern.Text
    private var position = 0
    private var writer: TokenWriter
    private var context: Context

    /// A state that has begun.
    private struct Frame {
        let state: LexerState
        /// The range of the text that the last group of its rule matched.
        let capture: Range<Int>
        /// The brackets of code within a string; nil for another state.
        var brackets: (open: UInt8, close: UInt8)?
        /// The number of brackets that are open in the code.
        var depth = 0
    }

    /// A string that begins on the next line.
    private struct Document {
        let end: BytePattern?
        /// The index of the token that announces it.
        let start: Int
        let capture: Range<Int>
    }

    /// The progress within a text of one language.
    private struct Context {
        let root: LexerState
        var frames: [Frame]
        /// The number of frames that end with the line.
        var lineFrames = 0
        var previous = TokenKind.nothing
        var documents: [Document] = []

        init(_ root: LexerState) {
            self.root = root
            frames = [Frame(state: root, capture: 0..<0)]
        }
    }

    /// Returns HTML with the HTML of code appended.
    static func html(
        of code: UnsafeBufferPointer<UInt8>, root: LexerState, after html: consuming [UInt8]
    ) -> [UInt8] {
        var lexer = CodeLexer(code, root: root, html: html)
        lexer.scan()
        lexer.writer.finish()
        return lexer.writer.html
    }

    private init(_ code: UnsafeBufferPointer<UInt8>, root: LexerState, html: consuming [UInt8]) {
        text = BytePattern.Text(code: code, end: code.count)
        writer = TokenWriter(of: code, html: html)
        context = Context(root)
    }

    private mutating func scan() {
        while position < text.end {
            let byte = text.code[position]
            let state = context.frames[context.frames.count - 1].state
            if byte == .newline {
                endLine(of: state)
            } else if !endsCode(byte), !scanToken(byte, in: state) {
                scanText(byte, in: state)
            }
        }
    }

    /// Ends the code within a string at its closing bracket, and counts brackets in it.
    ///
    /// - Returns: True if the byte is that bracket.
    private mutating func endsCode(_ byte: UInt8) -> Bool {
        let last = context.frames.count - 1
        guard let brackets = context.frames[last].brackets else { return false }
        if byte == brackets.close, context.frames[last].depth == 0 {
            pop()
            add(.string, from: position, to: position + 1)
            return true
        }
        if byte == brackets.open { context.frames[last].depth += 1 }
        if byte == brackets.close { context.frames[last].depth -= 1 }
        return false
    }

    private mutating func add(_ tokenClass: TokenClass?, from start: Int, to end: Int) {
        if let tokenClass { writer.add(tokenClass, at: start..<end) }
        position = end
    }

    /// Scans a token by the first rule that matches.
    ///
    /// - Returns: False if there is none.
    private mutating func scanToken(_ byte: UInt8, in state: LexerState) -> Bool {
        let rules = state.rules[Int(byte)]
        guard !rules.isEmpty else { return false }
        text.capture = context.frames[context.frames.count - 1].capture
        for rule in rules where isPlace(rule.place) {
            guard let end = rule.pattern.match(in: &text, at: position) else { continue }
            if case .word = rule.action {
                scanWord(to: end, in: state)
            } else {
                apply(rule, end: end, in: state)
            }
            return true
        }
        return false
    }

    private func isPlace(_ place: LexerRule.Place) -> Bool {
        switch place {
        case .anywhere: true
        case .operand: context.previous != .name && context.previous != .value
        case .argument: context.previous == .name
        case .command: context.previous == .nothing || context.previous == .keyword
        }
    }

    private mutating func apply(_ rule: LexerRule, end: Int, in state: LexerState) {
        let start = position
        let capture = rule.pattern.groupCount > 0 ? text.groups[rule.pattern.groupCount - 1] : 0..<0
        if rule.classes.count > 1 {
            for (group, tokenClass) in zip(text.groups, rule.classes.dropFirst()) {
                if let tokenClass { writer.add(tokenClass, at: group) }
            }
        }
        add(rule.classes[0], from: start, to: end)
        if let kind = rule.leaves { context.previous = kind }
        switch rule.action {
        case .none, .word: break
        case .push(let inner): push(Frame(state: inner, capture: capture))
        case .again: push(Frame(state: state, capture: text.capture))
        case .pop: pop()
        case .code(let open, let close):
            push(Frame(state: context.root, capture: 0..<0, brackets: (open, close)))
            context.previous = .nothing
        case .document(let pattern):
            context.documents.append(Document(end: pattern, start: start, capture: capture))
        case .embed(let root, let pattern): embed(root, until: pattern)
        }
    }

    private mutating func push(_ frame: Frame) {
        context.frames.append(frame)
        if frame.state.isOnOneLine { context.lineFrames += 1 }
    }

    private mutating func pop() {
        guard context.frames.count > 1 else { return }
        if context.frames.removeLast().state.isOnOneLine { context.lineFrames -= 1 }
    }

    /// Scans a name or a keyword from the position.
    private mutating func scanWord(to end: Int, in state: LexerState) {
        let start = position
        let isMember =
            text.byte(at: start - 1) == UInt8(ascii: ".")
            && text.byte(at: start - 2) != UInt8(ascii: ".")
        let word = UnsafeBufferPointer(rebasing: text.code[start..<end])
        if let meaning = state.words.meaning(of: word), !isMember || meaning.isMember,
            isPlace(meaning.place),
            meaning.follower.map({ $0.match(in: &text, at: end) != nil }) ?? true
        {
            context.previous = meaning.leaves
            return add(meaning.tokenClass, from: start, to: end)
        }
        context.previous = .name
        let isType = state.types?.match(in: &text, at: start) != nil
        let isCalled =
            text.byte(at: end) == UInt8(ascii: "(") && text.code[start] != UInt8(ascii: ".")
        add(isType ? .type : isCalled ? .function : nil, from: start, to: end)
    }

    /// Scans text up to a byte at which a token may begin, or a byte of code that is part of none.
    private mutating func scanText(_ byte: UInt8, in state: LexerState) {
        let start = position
        var end = start + 1
        if let textClass = state.textClass {
            while end < text.end, !state.stops.contains(text.code[end]) { end += 1 }
            return add(textClass, from: start, to: end)
        }
        position = end
        if !byte.isBlank { context.previous = byte.isOne(of: ")]}") ? .value : .mark }
    }

    private mutating func endLine(of state: LexerState) {
        add(state.textClass, from: position, to: position + 1)
        // A string on one line that is still open is a mistake, with all that began in it.
        while context.lineFrames > 0 { pop() }
        if context.root.beginsStatements { context.previous = .nothing }
        guard !context.documents.isEmpty else { return }
        let start = position
        for document in context.documents {
            text.capture = document.capture
            if let end = document.end {
                skipLines(through: end)
            } else {
                skipIndentedLines(of: document.start)
            }
        }
        context.documents = []
        writer.add(.string, at: start..<position)
    }

    private mutating func skipLines(through end: BytePattern) {
        while position < text.end {
            let isLast = end.match(in: &text, at: position) != nil
            position = min(text.lineEnd(from: position) + 1, text.end)
            if isLast { return }
        }
    }

    /// Skips lines that are empty, or indented more than the last key or dash before a match.
    private mutating func skipIndentedLines(of start: Int) {
        var lineStart = start
        while lineStart > 0, text.code[lineStart - 1] != .newline { lineStart -= 1 }
        var index = lineStart
        var parent = 0
        while index < start, text.code[index].isOne(of: " -") {
            // Three dashes begin a document.
            if text.code[index] == UInt8(ascii: "-"), text.code[index + 1].isBlank,
                index == lineStart || text.code[index - 1].isBlank
            {
                parent = index - lineStart
            }
            index += 1
        }
        if index < start { parent = index - lineStart }
        while position < text.end {
            var first = position
            while first < text.end, text.code[first].isBlank { first += 1 }
            let isEmpty = first == text.end || text.code[first] == .newline
            guard isEmpty || first - position > parent else { return }
            position = min(text.lineEnd(from: first) + 1, text.end)
        }
    }

    private mutating func embed(_ root: LexerState, until pattern: BytePattern) {
        pop()
        var end = position
        while end < text.end, pattern.match(in: &text, at: end) == nil { end += 1 }
        let outer = (context, text.end)
        (context, text.end) = (Context(root), end)
        scan()
        (context, text.end) = outer
        position = end
    }
}
