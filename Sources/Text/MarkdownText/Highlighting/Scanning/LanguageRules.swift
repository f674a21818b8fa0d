/// The rules by which the scanner finds the tokens of a language.
final class LanguageRules: Sendable {
    /// The syntax that a text has as a whole.
    enum Structure: Sendable {
        /// A program, which the other rules describe completely.
        case code
        /// Elements of HTML or XML.
        case markup
        /// Rules and declarations of CSS.
        case styles
        /// Keys and values of YAML.
        case indented
        /// Lines of a diff.
        case changes
        /// Lines of a session in a shell.
        case session
    }

    /// A token that begins with certain bytes.
    enum Opener: Sendable {
        case form(DelimitedForm)
        case sigil(Sigil)

        fileprivate var bytes: [UInt8] {
            switch self {
            case .form(let form): form.opener
            case .sigil(let sigil): sigil.opener
            }
        }
    }

    /// The action of the scanner for a byte at which no token has begun.
    enum ByteKind: UInt8, Sendable {
        case other
        case blank
        case newline
        case word
        case digit
        case bracket
        /// A byte with which a token may begin that is not a word or a number.
        case opener
    }

    let structure: Structure
    let words: WordTable
    let types: TypeNames
    let traits: Traits
    /// The bytes that continue a word.
    let wordBytes: ByteSet
    /// The bytes that make a contextual keyword one, if they follow it.
    let contextBytes: ByteSet
    /// The kinds of all bytes, 256 in number.
    let kinds: [ByteKind]
    /// The forms and sigils by their first byte, 256 lists in number; the longest come first.
    let openers: [[Opener]]
    /// The strings that may have a prefix.
    let prefixedForms: [DelimitedForm]
    /// The strings that number signs may precede.
    let hashedForms: [DelimitedForm]

    init(
        structure: Structure = .code, words: [WordList] = [], types: TypeNames = .none,
        forms: [DelimitedForm] = [], sigils: [Sigil] = [], wordBytes: String = "",
        contextBytes: String = "", openerBytes: String = "", traits: Traits = []
    ) {
        (self.structure, self.types, self.traits) = (structure, types, traits)
        self.words = WordTable(
            words.map { ($0.text, $0.tokenClass, $0.role) },
            ignoresCase: traits.contains(.ignoresCase))
        let letters = (0...255 as ClosedRange<UInt8>).filter {
            $0.isLetter || $0 == UInt8(ascii: "_") || $0 >= 0x80
        }
        let wordStarts = ByteSet(letters + Array(wordBytes.utf8))
        let digits = Array("0123456789".utf8)
        self.wordBytes = ByteSet(letters + digits + Array(wordBytes.utf8))
        self.contextBytes = ByteSet(letters + digits + Array("\"'`{*[@$".utf8) + contextBytes.utf8)
        var openers = [[Opener]](repeating: [], count: 256)
        for opener in forms.map(Opener.form) + sigils.map(Opener.sigil) {
            if let first = opener.bytes.first { openers[Int(first)].append(opener) }
        }
        self.openers = openers.map { list in
            list.sorted { $0.bytes.count > $1.bytes.count }
        }
        prefixedForms = forms.filter { !$0.prefixes.isEmpty }
            .sorted { $0.opener.count > $1.opener.count }
        hashedForms = forms.filter { $0.takesHashes && $0.prefixes.isEmpty }
            .sorted { $0.opener.count > $1.opener.count }
        var starts = ByteSet(openerBytes + ".")
        if !hashedForms.isEmpty { starts.insert(UInt8(ascii: "#")) }
        kinds = (0...255 as ClosedRange<UInt8>).map { byte in
            if starts.contains(byte) || !openers[Int(byte)].isEmpty, byte != .newline {
                return .opener
            }
            if byte == .newline { return .newline }
            if byte.isBlank { return .blank }
            if byte.isDigit { return traits.contains(.shellWords) ? .word : .digit }
            if wordStarts.contains(byte) { return .word }
            return byte.isOne(of: "()[]{}") ? .bracket : .other
        }
    }
}

/// The spelling of names that are taken to be types.
enum TypeNames: Sendable {
    case none
    /// Names that begin with a capital.
    case capitalised
    /// Names that begin with a capital and have a small letter, or consist of the capital alone;
    /// constants have neither.
    case mixedCase
}

/// Words of one meaning, separated by spaces.
struct WordList: Sendable {
    let text: String
    let tokenClass: TokenClass
    let role: WordTable.Role

    private init(_ text: String, class tokenClass: TokenClass, role: WordTable.Role) {
        (self.text, self.tokenClass, self.role) = (text, tokenClass, role)
    }

    static func keywords(_ text: String) -> WordList {
        WordList(text, class: .keyword, role: .ordinary)
    }

    /// Returns keywords that are names unless something follows that they can apply to.
    static func contextual(_ text: String) -> WordList {
        WordList(text, class: .keyword, role: .contextual)
    }

    /// Returns keywords that are values.
    static func values(_ text: String) -> WordList {
        WordList(text, class: .keyword, role: .value)
    }

    /// Returns keywords that are also found after a dot.
    static func members(_ text: String) -> WordList {
        WordList(text, class: .keyword, role: .member)
    }

    /// Returns keywords before the names of functions.
    static func beforeFunctions(_ text: String) -> WordList {
        WordList(text, class: .keyword, role: .beforeFunction)
    }

    /// Returns keywords before the names of types.
    static func beforeTypes(_ text: String) -> WordList {
        WordList(text, class: .keyword, role: .beforeType)
    }

    static func types(_ text: String) -> WordList {
        WordList(text, class: .type, role: .value)
    }

    static func functions(_ text: String) -> WordList {
        WordList(text, class: .function, role: .value)
    }
}

/// Rules that a language has or has not.
struct Traits: OptionSet, Sendable {
    let rawValue: UInt32

    /// Keywords in any case.
    static let ignoresCase = Traits(rawValue: 1 << 0)
    /// Regular expressions between slashes.
    static let regularExpressions = Traits(rawValue: 1 << 1)
    /// Regular expressions of which neither end is a space, as in Swift.
    static let tightRegularExpressions = Traits(rawValue: 1 << 2)
    /// Regular expressions also as an argument without parentheses, as in Ruby.
    static let argumentRegularExpressions = Traits(rawValue: 1 << 3)
    /// Texts up to a line with a certain word.
    static let hereDocuments = Traits(rawValue: 1 << 4)
    /// Lists and strings such as `%w(a b)`.
    static let percentLiterals = Traits(rawValue: 1 << 5)
    /// Macros such as `name!(…)`.
    static let macros = Traits(rawValue: 1 << 6)
    /// Names and strings before a colon that are keys.
    static let keys = Traits(rawValue: 1 << 7)
    /// Keys such as `name:`, without a space before the colon.
    static let labels = Traits(rawValue: 1 << 8)
    /// File names in angle brackets after the directive `include`.
    static let includes = Traits(rawValue: 1 << 9)
    /// Raw strings such as `R"(…)"`.
    static let delimitedRawStrings = Traits(rawValue: 1 << 10)
    /// Words that may be made of almost any characters, assignments, and backslashes outside of
    /// strings.
    static let shellWords = Traits(rawValue: 1 << 11)
    /// Numbers with a sign, or with a percent sign after them.
    static let signedNumbers = Traits(rawValue: 1 << 12)
    static let percentages = Traits(rawValue: 1 << 13)
    /// Apostrophes between digits.
    static let digitApostrophes = Traits(rawValue: 1 << 14)
    /// Numbers that end with a point.
    static let trailingPoints = Traits(rawValue: 1 << 15)
    /// Contextual keywords only at the beginning of a line.
    static let contextualAtLineStart = Traits(rawValue: 1 << 16)
    /// Names that end with `?` or `!`.
    static let markedNames = Traits(rawValue: 1 << 17)
}
