import MarkdownText
import TestSupport
import Testing

/// Rules that hold for the HTML of any bytes in any language.
@Suite(.tags(.fast))
struct HighlightingInvariantTests {
    static let languages = [
        "swift", "python", "javascript", "typescript", "c", "c++", "objective-c", "go", "rust",
        "java", "kotlin", "ruby", "sql", "shell", "console", "json", "yaml", "html", "css", "diff",
    ]

    /// Pieces of many languages, most of them the beginnings or ends of tokens.
    static let pieces = [
        "\"", "'", "`", "\"\"\"", "'''", "/", "//", "/*", "*/", "#", "##\"", "r#\"", "R\"x(",
        ")x\"", "\\", "\\(", "\\#(", "${", "$(", "#{", "{", "}", "(", ")", "[", "]", "f\"", "rb'",
        "@a", "@", "#[", "#![", "$a", "${a", "<<EOF", "\nEOF\n", "<<~a", "%w(", "=begin", "\n=end",
        "<", ">", "</", "<a b=", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!", "<script>",
        "</script>", "<style>", "</style>", "&", "&amp;", "&#1;", "a", "Ab", "if", "func ",
        "class ", "async ", " ", "  ", "\t", "\n", "\r\n", "\r", "0", "1.5", "0x", "1e-", ".5", "-",
        "+", "=", ":", ";", ",", ".", "..", "|\n", ">-\n", "- ", "? ", "---", "@@ -1,2 +1 @@",
        "\n+", "\n-", "\n ", "$ ", "%", "!", "*", "~", "a:", "a{", "url(", "'a", "b'", "é", "😀",
        "‹", "\0", "#include <",
    ].map { Array($0.utf8) }

    /// Bytes that are not valid UTF-8.
    static let invalid: [[UInt8]] = [[0xFF], [0xC3], [0x80], [0xF0, 0x9F], [0xED, 0xA0, 0x80]]

    /// Expects the HTML of code to have all of its text.
    private func expectAllText(of code: [UInt8], in language: String, _ comment: Comment) throws {
        let text = try HighlightedCode(code, language: language).text()
        #expect(try text == HighlightedCode.plain(code), comment)
    }

    @Test(arguments: languages)
    func keepsRandomCode(language: String) throws {
        let pieces = Self.pieces + Self.invalid
        for round in 0..<150 {
            var random = SeededGenerator(seed: 0xC0DE, step: round)
            let code = (0..<random.number(in: 0...40)).flatMap { _ in random.pick(pieces) }
            try expectAllText(of: code, in: language, "round \(round)")
        }
    }

    @Test(arguments: languages)
    func keepsRandomBytes(language: String) throws {
        for round in 0..<60 {
            var random = SeededGenerator(seed: 0xB17E, step: round)
            // Half of the texts are of ASCII punctuation, which most tokens consist of.
            let range: ClosedRange<UInt8> = round % 2 == 0 ? 0...255 : 0x20...0x40
            let code = (0..<random.number(in: 0...120)).map { _ in
                UInt8.random(in: range, using: &random)
            }
            try expectAllText(of: code, in: language, "round \(round)")
        }
    }

    /// Tokens that are cut off at any byte must not be read past the end.
    @Test(arguments: languages)
    func keepsTruncatedCode(language: String) throws {
        for piece in Self.pieces + Self.invalid {
            for prefix in ["", "a", "\"", "=", "<a "] {
                let code = Array(prefix.utf8) + piece
                let shown = String(decoding: code, as: UTF8.self).debugDescription
                try expectAllText(of: code, in: language, "\(shown)")
            }
        }
    }

    @Test func keepsEmptyCode() throws {
        for language in Self.languages {
            #expect(try HighlightedCode([], language: language).html.isEmpty)
        }
    }

    @Test func appendsToExistingHTML() throws {
        let language = try #require(CodeLanguage(named: "swift"))
        var html = Array("<pre>".utf8)
        Array("let".utf8).withUnsafeBufferPointer { language.appendHTML(of: $0, to: &html) }
        #expect(String(decoding: html, as: UTF8.self) == "<pre><span class=\"k\">let</span>")
    }

    /// Each of the texts takes minutes if its time is quadratic.
    @Test(arguments: languages)
    func highlightsLongRepetitions(language: String) throws {
        let units = [
            "\"", "'", "/* ", "=/[", "<<a ", "\\(", "\"\\(", "`${", "#", "r#", "<script></", "<!--",
            "a{b:", "${", "a: |\n ", "/", "\0",
        ]
        for unit in units {
            let code = Array(String(repeating: unit, count: 12_000 / unit.utf8.count).utf8)
            let html = try HighlightedCode(code, language: language).html
            #expect(html.count >= code.count)
            #expect(html.count <= 30 * code.count, "\(unit)")
        }
    }

    /// Comments and interpolations may nest more deeply than calls can.
    @Test func highlightsDeepNesting() throws {
        let depth = 100_000
        let comments = String(repeating: "/*", count: depth) + String(repeating: "*/", count: depth)
        let marked = try HighlightedCode.marked(comments + "let", language: "swift")
        #expect(marked == "‹c:" + comments + "›‹k:let›")
        let strings = String(repeating: "`${", count: depth) + String(repeating: "}`", count: depth)
        #expect(
            try HighlightedCode.marked(strings + "let", language: "js")
                == "‹s:" + strings + "›‹k:let›")
    }
}
