/// A language whose code is shown with its tokens in elements.
package struct CodeLanguage: Sendable {
    /// The name to show, such as “JavaScript”.
    package let name: String
    /// The rules of the language, which are made when they are first used.
    private let root: @Sendable () -> LexerState

    /// Creates a language from its name or one of its common short names, such as `js` or `C++`, in
    /// any case; nil for a name that is not known.
    ///
    /// - Parameter name: The info string of a fenced code block, or its first word. The word ends
    ///   with white space, a comma or a brace, as in `rust,ignore` and `js{1,3}`.
    package init?(named name: String) {
        let word = name.utf8.drop { $0 <= 0x20 }.prefix { $0 > 0x20 && $0 != 0x2C && $0 != 0x7B }
        let key = String(decoding: word.map(\.lowercased), as: UTF8.self)
        guard let found = Self.all[key] else { return nil }
        self = found
    }

    private init(_ name: String, root: @escaping @Sendable () -> LexerState) {
        (self.name, self.root) = (name, root)
    }

    /// Appends code as HTML with its tokens in elements `<span class="…">`, whose classes are those
    /// of ``TokenClass``.
    ///
    /// The text of the HTML is the code, byte for byte, also where that is not valid UTF-8; `&`,
    /// `<`, `>` and `"` are escaped. Elements do not nest, and none contains the end of a line. The
    /// time is linear in the length of any code, and the syntax may be wrong.
    package func appendHTML(of code: UnsafeBufferPointer<UInt8>, to html: inout [UInt8]) {
        let output = html
        // A second reference would make the lexer copy the HTML.
        html = []
        html = CodeLexer.html(of: code, root: root(), after: output)
    }

    private static let all: [String: CodeLanguage] = {
        let languages: [(name: String, names: String, root: @Sendable () -> LexerState)] = [
            ("Swift", "swift", { .swift }),
            ("Python", "python py python3 pyi", { .python }),
            ("JavaScript", "javascript js jsx mjs cjs node", { .javaScript }),
            ("TypeScript", "typescript ts tsx mts cts", { .typeScript }),
            ("C", "c h", { .c }),
            ("C++", "c++ cpp cxx cc hpp hxx hh", { .cPlusPlus }),
            ("Objective-C", "objective-c objectivec objc obj-c m", { .objectiveC }),
            ("Objective-C++", "objective-c++ objectivecpp objc++ mm", { .objectiveC }),
            ("Go", "go golang", { .go }),
            ("Rust", "rust rs", { .rust }),
            ("Java", "java", { .java }),
            ("Kotlin", "kotlin kt kts", { .kotlin }),
            ("Ruby", "ruby rb rake gemfile", { .ruby }),
            ("SQL", "sql mysql postgresql postgres psql plsql sqlite sqlite3", { .sql }),
            ("Shell", "shell sh bash zsh ksh", { .shell }),
            ("Shell session", "console shell-session shellsession sh-session", { .session }),
            ("JSON", "json jsonc json5 jsonl geojson webmanifest", { .json }),
            ("YAML", "yaml yml", { .yaml }),
            ("HTML", "html htm xhtml vue", { .markup }),
            ("XML", "xml xsd xsl xslt plist rss atom", { .markup }),
            ("SVG", "svg", { .markup }),
            ("CSS", "css", { .css }),
            ("SCSS", "scss", { .css }),
            ("Diff", "diff patch udiff", { .diff }),
        ]
        var all: [String: CodeLanguage] = [:]
        for language in languages {
            for name in language.names.split(separator: " ") {
                all[String(name)] = CodeLanguage(language.name, root: language.root)
            }
        }
        return all
    }()
}
