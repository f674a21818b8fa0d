import FileFormats
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct YAMLValueTests {
    @Test func quotesTextThatWouldChangeType() throws {
        func value(date: YAMLValue) -> YAMLValue {
            .mapping([
                .init("title", .text("true")), .init("number", .text("12")),
                .init("tilde", .text("~")), .init("colon", .text("a: b # c")),
                .init("date", date), .init("list", .list([.text("x"), .text("")])),
            ])
        }
        let date = "2014-07-09T14:05:00Z"
        let text = try value(date: .plain(date)).serialized()
        #expect(text.contains("date: \(date)\n"))
        #expect(try YAMLValue(parsing: text).withoutLines == value(date: .text(date)))
    }

    /// Texts that a parser of YAML 1.1 or 1.2 would not read as texts without quotes.
    @Test(arguments: [
        "y", "N", "yes", "No", "ON", "off", "true", "False", "NULL", "~", "", "12", "-3", "+1",
        "0x1F", "0o17", "1e3", "4.5", ".5", ".inf", "-.INF", ".NaN", "190:20:30", "2014-07-09",
        "2014-07-09 14:05:00", "<<", "=", "0xACDF", "12e34", "1_000", "0b11",
        ":root", ":root { a: b }", "1,000", "0,5", "+1,5", "- a", "# a", "@a", "%a", "&a", "*a",
        "!a", "[a", "{a", "? a", "|", ">", "`a`",
    ])
    func quotesAWord(_ word: String) throws {
        #expect(try YAMLValue.mapping([.init("a", .text(word))]).serialized() == "a: '\(word)'\n")
        #expect(try YAMLValue.mapping([.init(word, .text("a"))]).serialized() == "'\(word)': a\n")
    }

    @Test(arguments: [
        "date", "title", "nulls", "Yes or no", "Überall", "日本", "n1", "Note0001.data", "a-b-c",
        "i:j", "3f2a", "0d10", "12e4d", "2014-07-09.data", "9 acres",
    ])
    func leavesPlainTextUnquoted(_ text: String) throws {
        #expect(
            try YAMLValue.mapping([.init(text, .text(text))]).serialized() == "\(text): \(text)\n")
    }

    /// Templates of notes have keys that a program was to replace.
    @Test(arguments: [
        ("{{title}}", "{{title}}"), ("{{date:YYYY-MM-DD}}", "{{date:YYYY-MM-DD}}"),
        ("{[a, b]: c}", "{[a, b]: c}"),
    ])
    func keepsTemplatePlaceholders(yaml: String, text: String) throws {
        #expect(
            try YAMLValue(parsing: "title: \(yaml)\ntags: [a]").withoutLines
                == .mapping([.init("title", .text(text)), .init("tags", .list([.text("a")]))]))
    }

    @Test func keepsNumbersAndBooleansOnRequest() throws {
        let expected: [(yaml: String, value: YAMLValue)] = [
            ("12", .plain("12")), ("'12'", .text("12")), ("true", .plain("true")),
            ("x", .text("x")), ("007", .text("007")), ("1e3", .plain("1e3")),
            ("1_000", .text("1_000")), ("2024-01-01", .text("2024-01-01")), (".inf", .text(".inf")),
        ]
        for (yaml, value) in expected {
            #expect(
                try YAMLValue(parsing: "a: \(yaml)\n", keepsLiterals: true)
                    == .mapping([.init("a", value, line: 1)]))
        }
    }

    @Test func recordsTheLinesOfKeys() throws {
        let inner = YAMLValue.mapping([.init("c", .text("x"), line: 5)])
        #expect(
            try YAMLValue(parsing: "# c\na: 1\n\nb:\n  c: x\n")
                == .mapping([.init("a", .text("1"), line: 2), .init("b", inner, line: 4)]))
        #expect(try YAMLValue(parsing: "") == .empty)
        #expect(try YAMLValue(parsing: "a:\n") == .mapping([.init("a", .empty, line: 1)]))
    }

    @Test(.timeLimit(.minutes(3))) func refusesExponentialAliasExpansion() {
        var text = "a0: &a0 [x, x]\n"
        for level in 1...12 {
            let parts = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(parts)]\n"
        }
        #expect(throws: YAMLError.self) { try YAMLValue(parsing: text) }
    }
}

extension YAMLValue {
    /// The value as it is before it was written.
    var withoutLines: YAMLValue {
        switch self {
        case .mapping(let entries):
            .mapping(entries.map { .init($0.key, $0.value.withoutLines) })
        case .list(let members): .list(members.map(\.withoutLines))
        default: self
        }
    }
}
