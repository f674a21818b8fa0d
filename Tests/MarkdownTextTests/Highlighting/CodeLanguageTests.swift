import MarkdownText
import TestSupport
import Testing

/// The names by which languages are found.
@Suite(.tags(.fast))
struct CodeLanguageTests {
    @Test(arguments: [
        ("swift", "Swift"), ("py", "Python"), ("JS", "JavaScript"), ("jsx", "JavaScript"),
        ("mjs", "JavaScript"), ("ts", "TypeScript"), ("tsx", "TypeScript"), ("c", "C"), ("h", "C"),
        ("C++", "C++"), ("cpp", "C++"), ("objc", "Objective-C"), ("Objective-C", "Objective-C"),
        ("golang", "Go"), ("rs", "Rust"), ("java", "Java"), ("kt", "Kotlin"), ("kotlin", "Kotlin"),
        ("rb", "Ruby"), ("SQL", "SQL"), ("sh", "Shell"), ("bash", "Shell"), ("zsh", "Shell"),
        ("console", "Shell session"), ("jsonc", "JSON"), ("json5", "JSON"), ("yml", "YAML"),
        ("html", "HTML"), ("xml", "XML"), ("svg", "SVG"), ("css", "CSS"), ("scss", "SCSS"),
        ("diff", "Diff"), ("patch", "Diff"),
    ])
    func findsALanguageByAnyOfItsNames(name: String, displayed: String) {
        #expect(CodeLanguage(named: name)?.name == displayed)
    }

    @Test(arguments: ["rust,ignore", "js{1,3}", " swift title=\"A\"", "python\tx", "c++ "])
    func readsTheFirstWordOfAnInfoString(info: String) {
        #expect(CodeLanguage(named: info) != nil)
    }

    @Test(arguments: ["", " ", "text", "mermaid", "swiftly", "ｃ", ",swift", "{swift}"])
    func rejectsUnknownNames(name: String) {
        #expect(CodeLanguage(named: name) == nil)
    }

    /// The classes are part of the style sheet.
    @Test func usesShortClassNames() {
        let names = TokenClass.allCases.map(\.rawValue)
        #expect(names == ["k", "t", "s", "n", "c", "f", "a", "p", "v", "i", "d", "h"])
    }
}
