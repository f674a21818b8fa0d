import FileFormats
import TestSupport
import Testing

@testable import NoteImports

/// The rules of TOML 1.0, as another parser (Python's tomllib) applies them too.
@Suite(.tags(.fast))
struct TOMLParserTests {
    private func value(_ text: String) throws -> YAMLValue? {
        try TOMLParser.entries(of: "x = \(text)\n").first?.value
    }

    private static func table(_ pairs: KeyValuePairs<String, YAMLValue>) -> YAMLValue {
        .mapping(pairs.map { .init($0.key, $0.value) })
    }

    @Test(arguments: [
        ("+1", YAMLValue.plain("1")), ("-0", .plain("0")), ("1_000", .plain("1000")),
        ("0x1F", .plain("31")), ("0o17", .plain("15")), ("0b1_01", .plain("5")),
        ("1e3", .plain("1000.0")), ("-1.5E+0_1", .plain("-15.0")), ("-inf", .plain("-inf")),
        ("2012-02-29", .text("2012-02-29")), ("10:00:00.25", .text("10:00:00.250000000")),
        ("2014-05-01 10:00:00", .text("2014-05-01T10:00:00")),
        ("2014-05-01t10:00:00.1234567891z", .text("2014-05-01T10:00:00.123456789+00:00")),
        ("2014-05-01T10:00:00-00:30", .text("2014-05-01T10:00:00-00:30")),
        ("\"\"\"\na\\\n  b\"\"\"\"", .text("ab\"")), ("'''a'b'''", .text("a'b")),
        ("{ a.b = 1, a.c = {} }", table(["a": table(["b": .plain("1"), "c": table([:])])])),
        ("[[1], # a\n{a = 'b'},\n]", .list([.list([.plain("1")]), table(["a": .text("b")])])),
    ])
    func readsValues(text: String, value: YAMLValue) throws {
        #expect(try self.value(text) == value)
    }

    @Test(arguments: [
        "", "01", "1__0", "1_", "+0x1", "0xG", "1.", ".5", "1e", "Inf", "True",
        "9223372036854775808", "2014-02-29", "2014-05-01T10:00", "2014-05-01Tx:", "24:00:00",
        "10:00:00Z", "\"\\q\"", "\"\\ud800\"", "\"\\u12\"", "\"a\nb\"", "\"\u{7F}\"", "\"a", "'''a",
        "[1,,2]", "[1 2]", "[1", "{a = 1,}", "{a = 1\n}", "{a = 1, a = 2}",
        "{a = {b = 1}, a.c = 2}", "1 2", "# \u{1}",
    ])
    func refusesInvalidValues(text: String) {
        #expect(throws: FrontMatter.ParsingError.self) { try value(text) }
    }

    @Test func addsToTablesAndLists() throws {
        let entries = try TOMLParser.entries(
            of: "a.b = 1\na.c = 2\n[d.e.f]\n[d]\ng = 3\n[[h]]\n[h.i]\nj = 4\n[[h]]\n[a.k]\n")
        let (empty, table) = (Self.table([:]), Self.table)
        #expect(
            .mapping(entries)
                == table([
                    "a": table(["b": .plain("1"), "c": .plain("2"), "k": empty]),
                    "d": table(["e": table(["f": empty]), "g": .plain("3")]),
                    "h": .list([table(["i": table(["j": .plain("4")])]), empty]),
                ]))
    }

    @Test(arguments: [
        "a = 1\na = 2", "[a]\n[a]", "[a]\n[[a]]", "[[a]]\n[a]", "a = []\n[[a]]", "a = {}\n[a.b]",
        "a = {}\na.b = 1", "a.b = 1\n[a]", "[a.b]\n[a]\nb.c = 1", "[a]\nb.c = 1\n[a.b]",
        "[[a.b]]\n[a]\nb.c = 1", "a = 1\n[a.b]", "[]", "[a", "[ [a] ]", "[a] b", "a..b = 1", "a",
        "= 1", "[\\u0000", "\"a\nb\" = 1", "\"\"\"a\"\"\" = 1",
    ])
    func refusesTablesThatContradictOthers(text: String) {
        #expect(throws: FrontMatter.ParsingError.self) { try TOMLParser.entries(of: text) }
    }

    /// Texts of keys and values may contain every character.
    @Test func keepsZeroBytesAndNormalizationForms() throws {
        let entries = try TOMLParser.entries(
            of: "\"a\\u0000b\" = \"\\u0000\"\n\"e\u{301}\" = 1\n\"\u{E9}\" = 2")
        #expect(
            entries.map { Array($0.key.utf8) }
                == ["a\0b", "e\u{301}", "\u{E9}"].map { Array($0.utf8) })
        #expect(entries[0].value == .text("\0"))
    }
}
