/// The rules of a lexer for a part of a text: for code, or for the inside of one kind of token.
final class LexerState: Sendable {
    /// The class of text for which there is no rule; nil for code.
    let textClass: TokenClass?
    /// True if the end of the line ends the state, and all that began in it.
    let isOnOneLine: Bool
    /// True if a new line begins a statement.
    let beginsStatements: Bool
    /// The words that ``LexerRule/Action/word`` looks up, and the spelling of the names of types.
    let words: WordTable
    let types: BytePattern?
    /// The rules by the first byte of what they match, 256 lists in number.
    let rules: [[LexerRule]]
    /// The bytes at which text has to be examined.
    let stops: ByteSet

    init(
        text textClass: TokenClass? = nil, isOnOneLine: Bool = false,
        beginsStatements: Bool = false, words: String = "", ignoresCase: Bool = false,
        types: BytePattern? = nil, _ rules: [LexerRule]
    ) {
        (self.textClass, self.isOnOneLine) = (textClass, isOnOneLine)
        (self.beginsStatements, self.types) = (beginsStatements, types)
        self.words = WordTable(words, ignoresCase: ignoresCase)
        let lists = (0...255 as ClosedRange<UInt8>).map { byte in
            rules.filter { $0.pattern.starts.contains(byte) }
        }
        self.rules = lists
        stops = ByteSet(
            (0...255 as ClosedRange<UInt8>).filter { !lists[Int($0)].isEmpty || $0 == .newline })
    }
}

/// A rule for the tokens that a pattern matches.
final class LexerRule: Sendable {
    /// The condition for a token that depends on the one before it.
    enum Place: Sendable {
        case anywhere
        /// A place where an operator would have no left operand, so that something else must begin.
        case operand
        /// After a name.
        case argument
        /// At the beginning of a statement, or after a keyword.
        case command
    }

    /// The action of the lexer after a match.
    enum Action: Sendable {
        case none
        /// Begins a state within the current one, or the current one once more.
        case push(LexerState)
        case again
        /// Ends the current state.
        case pop
        /// Begins code within a string, which ends with the second of two brackets.
        case code(UInt8, UInt8)
        /// Begins a string on the next line. It ends with a line that the pattern matches; without
        /// a pattern, before a line that is not indented more than the line of the match.
        case document(BytePattern?)
        /// Scans what follows by the rules of another language up to a pattern, and ends the state.
        case embed(LexerState, until: BytePattern)
        /// Looks up the match in the words of the state.
        case word
    }

    let pattern: BytePattern
    let classes: [TokenClass?]
    let place: Place
    let action: Action
    /// The kind of the token for those after it; nil if it does not matter to them.
    let leaves: TokenKind?

    /// Creates a rule for tokens of one class, which is nil for text without one.
    init(
        _ pattern: String, _ tokenClass: TokenClass?, at place: Place = .anywhere,
        then action: Action = .none, leaves: TokenKind? = nil
    ) {
        self.pattern = BytePattern(pattern)
        (classes, self.place, self.action) = ([tokenClass], place, action)
        self.leaves = leaves ?? TokenKind(after: tokenClass)
    }

    /// Creates a rule for a pattern whose groups are tokens.
    init(_ pattern: String, groups: TokenClass?..., then action: Action = .none) {
        self.pattern = BytePattern(pattern)
        (classes, place, self.action) = ([nil] + groups, .anywhere, action)
        leaves = TokenKind(after: groups.last ?? nil)
    }
}

/// The kind of a token for what may follow it.
enum TokenKind: Sendable {
    case nothing, mark, name, keyword, value

    /// Creates the kind of a token of a class; nil for a comment, which nothing depends on.
    init?(after tokenClass: TokenClass?) {
        switch tokenClass {
        case .comment: return nil
        case nil, .annotation, .heading: self = .mark
        case .keyword: self = .keyword
        case .function, .type, .property: self = .name
        default: self = .value
        }
    }
}

extension LexerRule {
    /// Names and keywords.
    static let word = word(#"\w+"#)

    /// Returns the rule of names and keywords of a pattern.
    static func word(_ pattern: String) -> LexerRule { LexerRule(pattern, nil, then: .word) }

    /// Returns the rule of a keyword before the name of a function.
    static func functionName(_ keywords: String, name: String = #"\w+"#) -> LexerRule {
        LexerRule("(\(keywords))\\h+(\(name))", groups: .keyword, .function)
    }

    /// Returns the rule of a keyword before the name of a type.
    static func typeName(_ keywords: String) -> LexerRule {
        LexerRule(#"(\#(keywords))\h+([A-Za-z_]\w*)"#, groups: .keyword, .type)
    }

    /// Returns the rule of numbers. Numbers may begin with a point, but not after a name.
    ///
    /// - Parameter extra: A pattern of what a number has beside digits, letters and a point before
    ///   a digit; nil for nothing.
    static func number(_ extra: String? = nil) -> LexerRule {
        let parts = #"\w|\.(?=\d)"# + (extra.map { "|" + $0 } ?? "")
        return LexerRule(
            #"0[xX](?:[pP][-+]\d|\#(parts))*|(?:\d|(?<![\w.)\]])\.\d)(?:[eE][-+]\d|\#(parts))*"#,
            .number)
    }

    /// A point at the end of a number.
    static let finalPoint = #"\.(?![\w.])"#

    /// Returns the rule of comments that end with the line.
    static func line(_ start: String) -> LexerRule { LexerRule(start + ".*", .comment) }

    /// The comments of C.
    static let starBlock = block(#"/\*"#, to: #"\*/"#)

    /// The comments of Swift, which nest.
    static let nestedBlock = block(
        #"/\*"#, to: #"\*/"#, inner: LexerRule(#"/\*"#, .comment, then: .again))

    /// Returns the rule of tokens between delimiters, comments by default.
    static func block(
        _ start: String, to end: String, class tokenClass: TokenClass = .comment,
        inner: LexerRule...
    ) -> LexerRule {
        let rules = inner + [LexerRule(end, tokenClass, then: .pop)]
        return LexerRule(start, tokenClass, then: .push(LexerState(text: tokenClass, rules)))
    }

    /// Returns the rule of strings between delimiters.
    ///
    /// - Parameters:
    ///   - end: The end, which is the start by default.
    ///   - escape: A pattern that does not end the string; nil for none.
    ///   - isOnOneLine: True if the string ends with its line at the latest.
    ///   - inner: Rules within the string.
    static func string(
        _ start: String, to end: String? = nil, escape: String? = #"\\[^]"#,
        isOnOneLine: Bool = true, at place: Place = .anywhere, _ inner: LexerRule...
    ) -> LexerRule {
        let escapes = escape.map { [LexerRule($0, .string)] } ?? []
        let state = LexerState(
            text: .string, isOnOneLine: isOnOneLine,
            inner + escapes + [LexerRule(end ?? start, .string, then: .pop)])
        return LexerRule(start, .string, at: place, then: .push(state))
    }

    /// Returns the rule of code within strings, between brackets.
    static func code(
        _ start: String, from open: Unicode.Scalar, to close: Unicode.Scalar
    ) -> LexerRule {
        LexerRule(start, .string, then: .code(UInt8(ascii: open), UInt8(ascii: close)))
    }

    /// Returns the rule of regular expressions between slashes on one line. They are bounded, since
    /// a slash without an end divides.
    static func regularExpression(_ start: String = "/", at place: Place = .operand) -> LexerRule {
        LexerRule(
            start + #"(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,120}\]){1,300}/[a-z]*"#, .string,
            at: place)
    }
}

extension BytePattern {
    /// Names of types that begin with a capital.
    static let capitalised = BytePattern("_*[A-Z]")
    /// Names of types that begin with a capital and have a small letter, or consist of the capital
    /// alone; constants have neither.
    static let mixedCase = BytePattern(#"_*[A-Z](?:(?!\w)|[A-Z\d_]*[a-z])"#)
}
