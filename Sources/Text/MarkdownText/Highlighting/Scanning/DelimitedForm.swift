/// A comment, string or other token between two delimiters.
final class DelimitedForm: Sendable {
    /// The rule by which an end delimiter or an interpolation within a string is not one.
    enum Escapes: Sendable {
        case none
        case backslash
        /// Two end delimiters in a row represent one, as in SQL.
        case doubled
    }

    /// Code within a string.
    struct Interpolation: Sendable {
        /// The bytes before the code, of which the last one is a bracket.
        let opener: [UInt8]
        /// The bracket after the code.
        let close: UInt8

        /// Creates an interpolation from its first bytes, such as `${`.
        init(_ opener: String) {
            self.opener = Array(opener.utf8)
            close = opener.hasSuffix("(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
        }

        /// The bracket of the code's own brackets, which have to be counted.
        var open: UInt8 { opener.last ?? 0 }
        /// True for a bracket alone, which represents itself if it is doubled.
        var isDoubledInText: Bool { opener.count == 1 }
    }

    let tokenClass: TokenClass
    let opener: [UInt8]
    /// The end delimiter; empty if the token ends with the line.
    let closer: [UInt8]
    let place: Place
    let escapes: Escapes
    let interpolations: [Interpolation]
    /// The byte before the name of a variable in the string; nil for none.
    let variable: UInt8?
    let isMultiline: Bool
    /// True if the token contains others of its form, as comments of Swift do.
    let nests: Bool
    /// True if number signs may surround the delimiters, as in `#"…"#`.
    let takesHashes: Bool
    /// The words that may precede the opener, in lower case; empty if none may.
    let prefixes: [[UInt8]]
    /// The bytes at which the inside of the token has to be examined.
    let stops: ByteSet

    init(
        _ tokenClass: TokenClass, opener: String, closer: String, place: Place = .anywhere,
        escapes: Escapes = .none, interpolations: [Interpolation] = [], variable: UInt8? = nil,
        isMultiline: Bool = true, nests: Bool = false, takesHashes: Bool = false,
        prefixes: String = ""
    ) {
        self.tokenClass = tokenClass
        self.opener = Array(opener.utf8)
        self.closer = Array(closer.utf8)
        self.place = place
        self.escapes = escapes
        self.interpolations = interpolations
        self.variable = variable
        self.isMultiline = isMultiline
        self.nests = nests
        self.takesHashes = takesHashes
        self.prefixes = prefixes.split(separator: " ").map { Array($0.utf8) }
        var stops = ByteSet(self.closer.prefix(1) + interpolations.compactMap(\.opener.first))
        if !isMultiline { stops.insert(.newline) }
        if nests, let first = self.opener.first { stops.insert(first) }
        if escapes == .backslash { stops.insert(UInt8(ascii: "\\")) }
        if let variable { stops.insert(variable) }
        self.stops = stops
    }
}

/// The places at which a token may begin.
enum Place: Sendable {
    case anywhere
    /// After nothing but white space on the line.
    case lineStart
    /// At the first byte of the line.
    case firstColumn
    /// After white space or a byte that separates commands, as comments of the shell.
    case wordStart
    /// After anything but a letter, digit or closing bracket.
    case notAfterName
    /// After number signs, which belong to the token.
    case hashed
    /// At an apostrophe that begins a character and not a lifetime of Rust.
    case character
}

extension DelimitedForm {
    /// Returns the form of comments that end with the line.
    static func line(_ opener: String, place: Place = .anywhere) -> DelimitedForm {
        DelimitedForm(.comment, opener: opener, closer: "", place: place, isMultiline: false)
    }

    /// Returns the form of comments between delimiters.
    static func block(_ opener: String, to closer: String, nests: Bool = false) -> DelimitedForm {
        DelimitedForm(.comment, opener: opener, closer: closer, nests: nests)
    }

    /// The form of comments of C, which do not nest.
    static let starBlock = block("/*", to: "*/")

    /// Returns the form of strings on one line in which a backslash is an escape.
    static func string(
        _ delimiter: String, place: Place = .anywhere, interpolations: String...,
        variable: UInt8? = nil, prefixes: String = ""
    ) -> DelimitedForm {
        DelimitedForm(
            .string, opener: delimiter, closer: delimiter, place: place, escapes: .backslash,
            interpolations: interpolations.map { .init($0) }, variable: variable,
            isMultiline: false, prefixes: prefixes)
    }

    /// Returns the form of strings of any number of lines in which a backslash is an escape.
    static func multiline(
        _ delimiter: String, place: Place = .anywhere, interpolations: String...,
        variable: UInt8? = nil, prefixes: String = ""
    ) -> DelimitedForm {
        DelimitedForm(
            .string, opener: delimiter, closer: delimiter, place: place, escapes: .backslash,
            interpolations: interpolations.map { .init($0) }, variable: variable,
            prefixes: prefixes)
    }

    /// Returns the form of strings of any number of lines without escapes.
    static func raw(
        _ opener: String, to closer: String, escapes: Escapes = .none, prefixes: String = ""
    ) -> DelimitedForm {
        DelimitedForm(.string, opener: opener, closer: closer, escapes: escapes, prefixes: prefixes)
    }
}

/// A token that is recognised by its first bytes and continues with a name, such as `@name`.
struct Sigil: Sendable {
    /// The extent of the name.
    enum Name: Sendable {
        case word
        /// Words with dots or colons between them.
        case path
        /// A word that blanks may precede, as in `#  define`.
        case spacedWord
        /// A word, or one of the punctuation marks of Ruby's global variables.
        case global
        /// A word, a digit, a special parameter, or an expansion in braces, as in the shell.
        case parameter
    }

    let tokenClass: TokenClass
    let opener: [UInt8]
    let place: Place
    let name: Name

    init(_ tokenClass: TokenClass, opener: String, place: Place = .anywhere, name: Name = .word) {
        (self.tokenClass, self.opener) = (tokenClass, Array(opener.utf8))
        (self.place, self.name) = (place, name)
    }
}
