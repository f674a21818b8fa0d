import FileFormats
import TestSupport
import Testing

/// Values that are written and read back, and texts that are no YAML.
@Suite(.tags(.fast))
struct YAMLRoundTripTests {
    /// Writes and reads a value.
    private func readBack(_ value: YAMLValue, keepsLiterals: Bool = true) throws -> YAMLValue {
        try YAMLValue(parsing: value.serialized(), keepsLiterals: keepsLiterals).withoutLines
    }

    @Test(arguments: [
        "", " ", "  two ", "\n", "a\nb", "a\n", "\na", "a\n\n\nb\n\n", "tab\there", "a: b", "- a",
        "# a", "'", "\"", "\\", "''", "a'b\"c", "%", "@", "`", "---", "...", "--- a", "é日😀",
        "\u{301}", "\u{85}", "\u{2028}", "\u{A0}", "a\u{FEFF}b", "\u{7F}", "\u{0}", "\u{1B}[0m",
        "a\r\nb", "\r", "true", "null", "~", "1", "1.0", "0x1F", "2014-07-09", "12:30:45", "<<",
        "a #b", "a:", ":a", "?", "? a", "[]", "{}", "key: |\n  text", "&a b", "*a", "!!str a",
        "  indented\nmore", "trailing \nspace ", "Salt &pepper", "x &y\n\n* z", "- &a *b {c}", "*a",
        "&", "a: &b", "{x}", "12",
    ])
    func keepsEveryText(text: String) throws {
        let value = YAMLValue.mapping([
            .init("key", .text(text)), .init("list", .list([.text(text), .text("x")])),
            .init("k" + text, .text("as a key")), .init("none", .mapping([])),
        ])
        #expect(try readBack(value) == value)
        #expect(try readBack(value, keepsLiterals: false) == value)
    }

    @Test func keepsRandomValues() throws {
        let seed: UInt64 = 0x9A31
        var random = SeededGenerator(seed: seed)
        for round in 0..<300 {
            let value = YAMLValue.mapping([.init("root", Self.value(depth: 0, &random))])
            #expect(try readBack(value) == value, "seed \(seed), round \(round)")
        }
    }

    private static func value(depth: Int, _ random: inout SeededGenerator) -> YAMLValue {
        switch Int.random(in: 0..<(depth < 4 ? 6 : 4), using: &random) {
        case 0: return .empty
        case 1: return .plain(["true", "12", "-0.5", "1e3"].randomElement(using: &random) ?? "1")
        case 2, 3: return .text(text(&random))
        case 4:
            let count = Int.random(in: 0...3, using: &random)
            return .list((0..<count).map { _ in value(depth: depth + 1, &random) })
        default:
            let count = Int.random(in: 0...3, using: &random)
            return .mapping(
                (0..<count).map { number in
                    .init("\(number)" + text(&random), value(depth: depth + 1, &random))
                })
        }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let letters: [Character] = [
            "a", "Z", "0", "-", ":", " ", "\n", "#", "'", "\"", "é", "😀", "[", "!", "\t", ",",
        ]
        let count = Int.random(in: 0...8, using: &random)
        return String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
    }

    @Test func writesKeysInTheirOrder() throws {
        let value = YAMLValue.mapping(["b", "a", "c"].map { .init($0, .number(1)) })
        #expect(try value.serialized() == "b: 1\na: 1\nc: 1\n")
        #expect(
            try YAMLValue.list([.number(-1), .empty, .plain("x")]).serialized() == "- -1\n-\n- x\n")
    }

    @Test(arguments: [
        0.0, -0.0, 1, 0.1, 1e20, -1e-20, 1.5e300, .leastNonzeroMagnitude, 123_456_789.125,
        Double.greatestFiniteMagnitude,
    ])
    func writesNumbersThatAreReadAsNumbers(number: Double) throws {
        let text = YAMLLiteral.text(of: number)
        #expect(text.contains("."))
        #expect(Double(text) == number)
        #expect(YAMLLiteral(plain: text) == .real(number))
    }

    @Test(arguments: [(Double.nan, ".nan"), (.infinity, ".inf"), (-.infinity, "-.inf")])
    func writesNaNAndInfinities(number: Double, text: String) {
        #expect(YAMLLiteral.text(of: number) == text)
    }

    @Test(arguments: [
        ("True", YAMLLiteral.bool(true)), ("FALSE", .bool(false)), ("0", .integer(0)),
        ("+1", .integer(1)), ("-0", .integer(0)), ("-12", .integer(-12)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("0.0", .real(0)), ("1E5", .real(1e5)), ("1000.0", .real(1000)), ("1.0e+20", .real(1e20)),
        ("1.10", .real(1.1)), ("1e3", .real(1000)), ("1e+20", .real(1e20)), (".5", .real(0.5)),
        ("5.", .real(5)), ("-0.25", .real(-0.25)),
    ])
    func readsLiterals(text: String, literal: YAMLLiteral) {
        #expect(YAMLLiteral(plain: text) == literal)
    }

    @Test(arguments: [
        "tRUE", "yes", "9223372036854775808", "99999999999999999999", "00", "01", "007", "-01.5",
        "+",
        "-", ".", "1.2.3", "e3", "1e", "1e999", "1,5", "1_000", "１", "0b1", "0o7", "0x1F", "nan",
        "inf", "1 ", "",
    ])
    func leavesOtherScalarsAsText(text: String) {
        #expect(YAMLLiteral(plain: text) == nil)
    }
}

@Suite(.tags(.fast))
struct YAMLParsingTests {
    @Test func readsScalarsInEveryStyle() throws {
        let text = """
            plain: two  words
            single: 'it''s'
            double: "a\\tb\\u00e9"
            literal: |
              one
                two
            folded: >-
              one
              two
            flow: {a: [1, "2"], b: }
            none: ~
            """
        let read = try YAMLValue(parsing: text, keepsLiterals: true)
        #expect(
            read
                == .mapping([
                    .init("plain", .text("two  words"), line: 1),
                    .init("single", .text("it's"), line: 2),
                    .init("double", .text("a\tbé"), line: 3),
                    .init("literal", .text("one\n  two\n"), line: 4),
                    .init("folded", .text("one two"), line: 7),
                    .init(
                        "flow",
                        .mapping([
                            .init("a", .list([.plain("1"), .text("2")]), line: 10),
                            .init("b", .empty, line: 10),
                        ]), line: 10), .init("none", .empty, line: 11),
                ]))
    }

    @Test func acceptsAByteOrderMarkAndCRLF() throws {
        let expected = YAMLValue.mapping([
            .init("a", .text("1"), line: 1), .init("b", .text("2"), line: 2),
        ])
        #expect(try YAMLValue(parsing: "\u{FEFF}a: 1\r\nb: 2\r\n") == expected)
    }

    @Test func resolvesAliases() throws {
        let list = YAMLValue.list([.text("1")])
        let read = try YAMLValue(parsing: "a: &x [1]\nb: *x\n")
        #expect(read == .mapping([.init("a", list, line: 1), .init("b", list, line: 2)]))
        #expect(
            try YAMLValue(parsing: "{&x a: *x}") == .mapping([.init("a", .text("a"), line: 1)]))
    }

    @Test(arguments: [
        "a: [", "a: ]", "a: {", "a: 'b", "a: \"b", "\t- a", "a: b: c", "a: *x", "- a\nb: c",
        "a: \"\\q\"", "%YAML 9", "a: &x 1\n*x : 2", "@a",
        "a: [1, 2\nb: }", "a: &x [1]\n*x : b\n", "a: &x {b: 1}\n? *x\n: c\n", "[&x [1], {*x : 2}]",
        "a: !!seq &x [1]\n*x : b\n",
    ])
    func refusesInvalidYAML(text: String) {
        #expect(throws: YAMLError.self) { try YAMLValue(parsing: text) }
    }

    @Test(arguments: [
        ("a: 1\nb: 2\na: 3\n", 3), ("x:\n  k: 1\n  j: 2\n  k: 3\n", 4), ("'a': 1\n\"a\": 2\n", 2),
    ])
    func reportsTheLineOfADuplicateKey(text: String, line: Int) {
        #expect {
            try YAMLValue(parsing: text)
        } throws: { error in
            let error = error as? YAMLError
            return error?.line == line && error?.problem.contains("is there twice") == true
        }
    }

    @Test(arguments: ["[", "- ", "{a: ", "? "]) func refusesEndlessNesting(open: String) {
        #expect(throws: YAMLError.self) {
            try YAMLValue(parsing: String(repeating: open, count: 20_000))
        }
    }

    @Test func limitsTheNumberOfValues() throws {
        let list = "[" + String(repeating: "1,", count: 60_000) + "1]"
        _ = try YAMLValue(parsing: list)
        #expect(throws: YAMLError.self) {
            try YAMLValue(parsing: "a: &x \(list)\nb: *x\n")
        }
    }
}
