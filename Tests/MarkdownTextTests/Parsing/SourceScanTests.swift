import TestSupport
import Testing

@testable import MarkdownText

/// The places of references in the source of a text.
@Suite(.tags(.fast))
struct SourceScanTests {
    /// Returns the references as `kind source → name`.
    private func found(_ source: String) -> [String] {
        let bytes = Array(source.utf8)
        return SourceScan(source).references.map { reference in
            let address = String(decoding: bytes[reference.address], as: UTF8.self)
            return "\(reference.kind) \(address) → \(reference.name)"
        }
    }

    @Test(
        arguments: [
            ("![](a.jpg)", ["image a.jpg → a.jpg"]),
            ("x [y](<a b.jpg> \"t\") z", ["link <a b.jpg> → a b.jpg"]),
            ("[y](a\\(1\\).jpg)", ["link a\\(1\\).jpg → a(1).jpg"]),
            ("[y](a(1).jpg)", ["link a(1).jpg → a(1).jpg"]),
            ("[![x](a.jpg)](b.html)", ["link b.html → b.html", "image a.jpg → a.jpg"]),
            (
                "[[Title|words]] ![[a.png|100]]",
                [
                    "wikiLink Title|words → Title", "embed a.png|100 → a.png",
                ]
            ),
            ("| a |\n| - |\n| [[x\\|y]] |\n", ["wikiLink x\\|y → x"]),
            ("[a][b]\n\n[b]: x.md \"t\"\n", ["definition x.md → x.md"]),
            ("> - ![](a.jpg)\n>   ![](b.jpg)\n", ["image a.jpg → a.jpg", "image b.jpg → b.jpg"]),
            ("# ![](a.jpg)\n", ["image a.jpg → a.jpg"]),
        ] as [(String, [String])])
    func findsAReference(source: String, expected: [String]) {
        #expect(found(source) == expected)
    }

    @Test(
        arguments: [
            "`![](a.jpg)`", "``x ` [[a]] ``", "    ![](a.jpg)", "```\n![](a.jpg)\n```",
            "~~~ x\n[[a]]\n[a]: b\n~~~", "\\![a\\](a.jpg)", "\\[[a]]", "<b title=\"](a.jpg)\">",
            "<div>\n![](a.jpg)\n</div>", "[^1]: note", "![](a b.jpg)", "![](a.jpg", "[a] (b)",
        ])
    func findsNothingElsewhere(source: String) {
        #expect(found(source).isEmpty)
    }

    @Test func findsTheLinesThatOpenCode() {
        let source = "```js {1}\na\n```\n\n    x\n\n~~~\nb\n~~~\n"
        let bytes = Array(source.utf8)
        #expect(
            SourceScan(source).fenceLines.map { String(decoding: bytes[$0], as: UTF8.self) }
                == ["```js {1}\n", "~~~\n"])
    }

    /// Each reference that the parser sees has a place in the source, in the examples of the
    /// specification.
    @Test func findsAllThatTheParserFinds() throws {
        let sources = ["a ![x](y.png) b", "[[a]] and [b](c)", "- [x](y)\n- ![z](w)"]
        for source in sources {
            let names = MarkdownCompiler().compile(source).facts.references.map(\.name)
            #expect(SourceScan(source).references.map(\.name) == names)
        }
    }
}
