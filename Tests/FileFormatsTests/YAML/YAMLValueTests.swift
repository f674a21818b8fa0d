import FileFormats
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct YAMLValueTests {
    @Test func quotesWhatWouldBeReadAsSomethingElse() throws {
        let value = YAMLValue.mapping([
            .init("title", .text("true")), .init("number", .text("12")), .init("tilde", .text("~")),
            .init("colon", .text("a: b # c")), .init("date", .plain("2014-07-09T14:05:00Z")),
            .init("list", .list([.text("x"), .text("")])),
        ])
        let text = try value.serialized()
        #expect(text.contains("date: 2014-07-09T14:05:00Z\n"))
        guard case .mapping(let entries) = try YAMLValue(parsing: text) else {
            Issue.record("no mapping: \(text)")
            return
        }
        #expect(entries.map(\.key) == ["title", "number", "tilde", "colon", "date", "list"])
        #expect(entries[0].value == .text("true"))
        #expect(entries[2].value == .text("~"))
        #expect(entries[3].value == .text("a: b # c"))
        #expect(entries[5].value == .list([.text("x"), .text("")]))
    }

    /// Texts that a parser of YAML 1.1 or 1.2 would not read as texts without quotes.
    @Test(arguments: [
        "y", "N", "yes", "No", "ON", "off", "true", "False", "NULL", "~", "", "12", "-3", "+1",
        "0x1F",
        "0o17",
        "1e3", "4.5", ".5", ".inf", "-.INF", ".NaN", "190:20:30", "2014-07-09",
        "2014-07-09 14:05:00", "<<", "=", "0xACDF", "12e34", "1_000", "0b11",
        ":root", ":root { a: b }", "1,000", "0,5", "+1,5", "- a", "# a", "@a", "%a", "&a", "*a",
        "!a",
        "[a", "{a", "? a", "|", ">", "`a`",
    ])
    func quotesAWord(_ word: String) throws {
        #expect(try YAMLValue.mapping([.init("a", .text(word))]).serialized() == "a: '\(word)'\n")
        #expect(try YAMLValue.mapping([.init(word, .text("a"))]).serialized() == "'\(word)': a\n")
    }

    @Test(arguments: [
        "date", "title", "nulls", "Yes or no", "Überall", "日本", "n1", "Note0001.data", "a-b-c",
        "i:j", "3f2a", "0d10", "12e4d", "2014-07-09.data", "9 acres",
    ])
    func leavesATextAsItIs(_ text: String) throws {
        #expect(
            try YAMLValue.mapping([.init(text, .text(text))]).serialized() == "\(text): \(text)\n")
    }

    /// Templates of notes have keys that a program was to replace.
    @Test(arguments: [
        ("{{title}}", "{{title}}"), ("{{date:YYYY-MM-DD}}", "{{date:YYYY-MM-DD}}"),
        ("{[a, b]: c}", "{[a, b]: c}"),
    ])
    func keepsWhatStandsForAText(yaml: String, text: String) throws {
        let value = try YAMLValue(parsing: "title: \(yaml)\ntags: [a]")
        guard case .mapping(let entries) = value else {
            Issue.record("\(value)")
            return
        }
        #expect(entries.map(\.value) == [.text(text), .list([.text("a")])])
    }

    @Test func keepsNumbersAndTruthValuesWhereAsked() throws {
        let text =
            "a: 12\nb: '12'\nc: true\nd: x\ne: 007\nf: 1e3\ng: 1_000\nh: 2024-01-01\ni: .inf\n"
        guard case .mapping(let entries) = try YAMLValue(parsing: text, keepsLiterals: true) else {
            Issue.record("no mapping")
            return
        }
        let expected: [YAMLValue] = [
            .plain("12"), .text("12"), .plain("true"), .text("x"), .text("007"), .plain("1e3"),
            .text("1_000"), .text("2024-01-01"), .text(".inf"),
        ]
        #expect(entries.map(\.value) == expected)
        #expect(YAMLLiteral(plain: "-12") == .integer(-12))
        #expect(YAMLLiteral(plain: "1000.0") == .real(1000))
        #expect(YAMLLiteral(plain: "1.0e+20") == .real(1e20))
        #expect(YAMLLiteral(plain: "99999999999999999999") == nil)
        #expect(YAMLLiteral(plain: ".") == nil)
    }

    @Test(arguments: [
        ("1.10", 1.1), ("1e3", 1000), ("1e+20", 1e20), (".5", 0.5), ("5.", 5), ("-0.25", -0.25),
    ])
    func keepsTheTypeOfNumbersHoweverTheyAreWritten(_ text: String, number: Double) throws {
        #expect(YAMLLiteral(plain: text) == .real(number))
    }

    @Test(arguments: ["nan", "inf", "007", "1_000", "1.2.3", "e3", "0x1F", "-", "1e", ""])
    func takesForATextWhatIsNotANumber(_ text: String) throws {
        #expect(YAMLLiteral(plain: text) == nil)
    }

    @Test func tellsTheLinesOfKeysAndOfFaults() throws {
        guard case .mapping(let entries) = try YAMLValue(parsing: "# c\na: 1\n\nb:\n  c: x\n")
        else {
            Issue.record("no mapping")
            return
        }
        #expect(entries.map(\.line) == [2, 4])
        #expect(throws: YAMLError.self) { try YAMLValue(parsing: "a: [1, 2\nb: }") }
        #expect(throws: YAMLError.self) { try YAMLValue(parsing: "a: 1\na: 2\n") }
        #expect(try YAMLValue(parsing: "") == .empty)
        #expect(try YAMLValue(parsing: "a:\n") == .mapping([.init("a", .empty, line: 1)]))
    }

    @Test(.timeLimit(.minutes(3))) func refusesATextThatRefersToItselfWithoutEnd() {
        var text = "a0: &a0 [x, x]\n"
        for level in 1...12 {
            let parts = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(parts)]\n"
        }
        #expect(throws: YAMLError.self) { try YAMLValue(parsing: text) }
    }

    /// Ampersands and asterisks in texts, which are neither anchors nor references.
    @Test(arguments: ["Salt &pepper", "x &y\n\n* z", "- &a *b {c}", "*a", "&", "a: &b"])
    func readsBackTextsThatLookLikeReferences(_ text: String) throws {
        let value = YAMLValue.mapping([
            .init("title", .text(text)), .init("other", .text("{x}")), .init("none", .mapping([])),
        ])
        #expect(try YAMLValue(parsing: value.serialized()).withoutLines == value.withoutLines)
    }

    @Test(arguments: [
        "a: &x [1]\n*x : b\n", "a: &x {b: 1}\n? *x\n: c\n", "[&x [1], {*x : 2}]",
        "a: !!seq &x [1]\n*x : b\n",
    ])
    func refusesReferencesAsKeys(_ text: String) {
        #expect(throws: YAMLError.self) { try YAMLValue(parsing: text) }
    }
}

extension YAMLValue {
    fileprivate var withoutLines: YAMLValue {
        switch self {
        case .mapping(let entries):
            .mapping(entries.map { .init($0.key, $0.value.withoutLines) })
        case .list(let members): .list(members.map(\.withoutLines))
        default: self
        }
    }
}
