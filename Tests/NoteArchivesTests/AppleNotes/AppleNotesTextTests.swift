import FileFormats
import Foundation
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Texts of Apple Notes as Markdown.
@Suite(.tags(.acceptance))
struct AppleNotesTextTests: ReadingSuite {
    let folder = TemporaryFolder()

    /// Returns the body of a note with the title “T” and a text below it.
    private func body(_ text: String, _ runs: Message...) throws -> String {
        var store = MadeNoteStore()
        let runs = runs.reduce(Message.run(2), +)
        store.addNote(.data(Message.document("T\n" + text, runs)))
        try store.write(to: folder.path + "/a.sqlite")
        let outcome = try read("a.sqlite")
        #expect(outcome.diagnostics.isEmpty)
        let note = try #require(outcome.notes.first)
        #expect(note.title == "T")
        return note.body
    }

    /// Returns the body of a note whose lines have styles.
    private func body(_ lines: [(String, Message)]) throws -> String {
        let runs = lines.map { Message.run($0.0.utf16.count + 1, $0.1) }
        return try body(
            lines.map { $0.0 + "\n" }.joined(), runs.reduce(.empty, +))
    }

    private let bold = Message.integer(5, 1)
    private let italic = Message.integer(5, 2)

    @Test func marksEmphasisInUnitsOfUTF16() throws {
        #expect(
            try body(
                "🍋 a bold 𝒳 end", .run(5), .run(7, bold), .run(4)) == "🍋 a **bold 𝒳** end")
        #expect(try body("one two", .run(3, italic), .run(4, .integer(7, 1))) == "*one* ~~two~~")
        #expect(try body("both", .run(4, .integer(5, 3))) == "***both***")
    }

    @Test func joinsRunsOfEqualFormat() throws {
        #expect(try body("bold", .run(2, bold), .run(2, bold)) == "**bold**")
    }

    private static let misfits: [[Int]] = [[2], [Int(Int32.max), 9], [-5, 6], [0, 0, 6]]

    @Test(arguments: misfits) func keepsTheTextIfRunsDoNotFit(lengths: [Int]) throws {
        let runs = lengths.map { Message.run($0) }.reduce(.empty, +)
        #expect(try body("abcdef", runs) == "abcdef")
    }

    @Test func movesTheEndOfARunOutOfASurrogatePair() throws {
        #expect(try body("🍋🍋", .run(1, bold), .run(3)) == "**🍋**🍋")
    }

    @Test func writesUnderlinedMarkedAndRaisedWordsAsThePageShowsThem() throws {
        #expect(
            try body("a b c", .run(2, .integer(6, 1)), .run(1, .integer(14, 3)), .run(2))
                == "<u>a</u> <mark>b</mark> c")
        #expect(
            try body("x2 y", .run(1), .run(1, .integer(8, 1)), .run(1), .run(1, .integer(8, .max)))
                == "x² <sub>y</sub>")
    }

    @Test func writesHeadingsListsQuotesAndCode() throws {
        let lines: [(String, Message)] = [
            ("One", .style(1)), ("plain", .empty), ("dash", .style(101)),
            ("inner", .style(100, indent: 1)), ("done", .style(103, isDone: true)),
            ("open", .style(103)), ("first", .style(102)), ("second", .style(102)),
            ("deep", .style(102, indent: 5)), ("quoted", .message(2, .integer(8, 1))),
            ("a `code`", .style(4)), ("", .style(4)), ("  b", .style(4)), ("end", .empty),
        ]
        #expect(
            try body(lines) == """
                ## One

                plain

                - dash
                  - inner
                - [x] done
                - [ ] open
                1. first
                2. second
                   1. deep

                > quoted

                ```
                a `code`

                  b
                ```

                end
                """)
    }

    @Test func beginsAnIndentedListAtTheMargin() throws {
        #expect(
            try body([("a", .style(100, indent: 3)), ("b", .style(100, indent: 1))]) == "- a\n  - b"
        )
    }

    @Test func keepsLinesAndJoinsEmptyOnes() throws {
        #expect(try body("a\nb\n\n\n\nc\n") == "a\nb\n\nc")
    }

    @Test func dividesLinesAtShiftReturn() throws {
        #expect(try body("a\u{2028}b") == "a\nb")
        #expect(try body([("a\u{2028}b", .style(102))]) == "1. a\n   b")
        #expect(try body([("a\u{2028}b", .style(1))]) == "## a b")
    }

    @Test(arguments: [
        "* a", "# a", "1. a", "- a", "> a", "---", "```", "[a](b)", "<b>a</b>", "a ==b== c",
        "a | b",
        "&amp; \\", "a #tag", "[[a]]", "[^1]: a", "    four spaces", "=== a",
    ])
    func showsSignsAsTyped(text: String) throws {
        let body = try body(text)
        #expect(plainText(of: body) == text.trimmingCharacters(in: .whitespaces), "\(body)")
    }

    /// The app shows a pasted address as a link whose words are the address.
    @Test(arguments: [
        "https://example.org/__init__.py", "https://web.archive.org/web/*/http://a.example/*",
        "https://example.org/`a`", "https://example.org/~~a~~", "https://example.org/a]b",
        "https://example.org/a\\", "https://example.org/?a=1&amp;b=2&copy;=3",
        "https://example.org/<b>x",
    ])
    func showsAddressesAsTheyAre(address: String) throws {
        let linked = try body(
            address, .run(address.utf16.count, .text(9, address)))
        #expect(plainText(of: linked) == address)
        let shown = address.replacing("&", with: "&amp;")
        let encoded = ["<": "%3C", ">": "%3E", "`": "%60", "]": "%5D", "\\": "%5C"].reduce(shown) {
            $0.replacing($1.key, with: $1.value)
        }
        #expect(html(of: linked).contains("href=\"\(encoded)\""), "\(html(of: linked))")
        #expect(plainText(of: try body("see \(address)")).hasPrefix("see "))
    }

    @Test func showsWhatFollowsABareAddress() throws {
        let text = "https://example.org/<b>x and ftp://a.example/_x_/*y*"
        #expect(plainText(of: try body(text)) == text)
    }

    /// Addresses that programs link, or not, and signs in and around them.
    @Test(arguments: [
        "https://*.example.org/* only", "http://_foo_ x", "http://{host}/*a*", "http://`code`",
        "ftp://*a*", "a.www.example.org/*a*", "see www.example.org/*a* now",
        "https://example.org/&copy;", "<a href=\"https://e.org/\">*here*</a>", "x<https://e.org>y",
        "Https://example.org/my_page_", "HTTP://EXAMPLE.ORG/*a*", "漢字https://example.org/x_y_z_ と",
        "(https://example.org/a_(b)_)", "https://example.org/a_b.", "1https://example.org/*a*",
        "https://example.org/search?q=*foo*&lang=en", "[https://example.org/a](https://b.example)",
    ])
    func showsAddressesInTextsAsTyped(text: String) throws {
        let body = try body(text)
        #expect(plainText(of: body) == text, "\(body)")
        // Nothing that is escaped or enclosed becomes part of a link.
        #expect(!html(of: body).contains("%5C"), "\(html(of: body))")
    }

    /// Each place is looked at a few times at most.
    @Test(arguments: [
        "http://a)", "_www.a", "http://a<", "http://a\u{3000}", "http://a.", "(www.a_",
    ])
    func escapesManyAddressesInLinearTime(part: String) throws {
        let text =
            "* " + part + String(repeating: String(part.suffix(1)), count: 50_000)
            + String(repeating: part, count: 12_000)
        let started = ContinuousClock.now
        #expect(try !body(text).isEmpty)
        #expect(ContinuousClock.now - started < .seconds(20))
    }

    @Test func keepsAnExclamationMarkBeforeALink() throws {
        let link = Message.text(9, "https://example.org/")
        let body = try body("Look!there", .run(5), .run(5, link))
        #expect(plainText(of: body) == "Look!there")
        #expect(html(of: body).contains("!<a href=\"https://example.org/\""), "\(html(of: body))")
    }

    /// The bracket is punctuation, and emphasis may begin after it.
    @Test func findsEmphasisBesideAnEscapedBracket() throws {
        let bold = Message.integer(5, 1)
        for text in ["See [“Title”] now", "See #“Title” now", "See =“Title”= now"] {
            let start = text.utf16.count - "“Title”] now".utf16.count
            let last = text.hasSuffix("= now") || text.hasSuffix("] now") ? start : start + 1
            let body = try body(text, .run(last), .run(7, bold), .run(text.utf16.count - last - 7))
            #expect(plainText(of: body) == text, "\(body)")
            #expect(html(of: body).contains("<strong>“Title”</strong>"), "\(body)")
        }
    }

    @Test func beginsListsAnewWhereTheAppDoes() throws {
        let number = Message.style(102)
        #expect(
            try body([("a", number), ("b", number), ("", .empty), ("c", number)])
                == "1. a\n2. b\n\n1) c")
        // A quote is no part of the list before it.
        let quoted = Message.message(2, .integer(1, 100) + .integer(4, 2) + .integer(8, 1))
        #expect(
            try body([
                ("a", .style(100)), ("b", .style(100, indent: 1)), ("c", .style(100, indent: 2)),
                ("d", quoted),
            ]) == "- a\n  - b\n    - c\n\n> - d")
        // An item that begins with an empty line would make a heading of the one above.
        #expect(
            try body([("a", .style(100)), ("\u{2028}b", .style(100, indent: 1))]) == "- a\n  - b")
    }

    @Test(arguments: ["Name | Age\n---\t|\t---\nJane | 7", "Chapter\n-----\t\nx", "a\n--\t-\nb"])
    func showsRulesWithTabsAsTyped(text: String) throws {
        let shown = plainText(of: try body(text)).filter { !$0.isWhitespace }
        #expect(shown == text.filter { !$0.isWhitespace })
    }

    @Test func replacesControlCharactersOfBothHalves() throws {
        #expect(try body("a\u{85}b\u{80}c\u{A0}d\u{1}") == "a\u{FFFD}b\u{FFFD}c\u{A0}d\u{FFFD}")
        #expect(try body("one\r\ntwo") == "one\ntwo")
    }

    @Test func linksAddresses() throws {
        #expect(
            try body("see a site", .run(4), .run(6, .text(9, "https://example.org/a_(b)")))
                == "see [a site](<https://example.org/a_(b)>)")
        #expect(
            try body("that note", .run(9, .text(9, "applenotes:note/0ab-9?ownerIdentifier=_x")))
                == "[that note](<note/0AB-9>)")
        // Line ends would end the link.
        #expect(try !body("xy", .run(2, .text(9, "https://a\n\n# b"))).contains("\n"))
    }

    @Test func replacesControlCharacters() throws {
        #expect(try body("a\0b\u{7}") == "a\u{FFFD}b\u{FFFD}")
    }

    private static let titles: [(text: String, runs: Message, title: String, body: String)] = [
        ("A title\nbelow", .empty, "A title", "below"),
        ("\n \nA title \n\nbelow", .empty, "A title", "below"),
        // More than words.
        ("done\nbelow", .run(5, .style(103, isDone: true)), "done", "- [x] done\n\nbelow"),
        ("link\n", .run(4, .text(9, "https://a.example")), "link", "[link](<https://a.example>)"),
        ("", .empty, "Stored", ""), (" \n", .empty, "Stored", ""),
    ]

    @Test(arguments: titles)
    func takesTheFirstLineWithWordsForTheTitle(
        text: String, runs: Message, title: String, body: String
    ) throws {
        var store = MadeNoteStore()
        store.addNote(text, runs, values: ["ZTITLE1": .text("Stored")])
        try store.write(to: folder.path + "/a.sqlite")
        let note = try #require(read("a.sqlite").notes.first)
        #expect(note.title == title)
        #expect(note.body == body)
    }

    @Test(arguments: [
        "gzip", "zlib", "none",
    ]) func readsCompressedTexts(form: String) throws {
        let document = Message.document("Title\nbody")
        let python = try #require(Places.program("/usr/bin/python3"))
        let hex = document.map { String(format: "%02x", $0) }.joined()
        let run = try FinishedProgram(
            python,
            arguments: [
                "-c",
                "import gzip,zlib,sys; d=bytes.fromhex(sys.argv[1]); print({'gzip':gzip.compress,'zlib':zlib.compress,'none':bytes}[sys.argv[2]](d).hex(),end='')",
                hex, form,
            ])
        let data = stride(from: 0, to: run.output.count, by: 2).compactMap {
            UInt8(run.output.dropFirst($0).prefix(2), radix: 16)
        }
        var store = MadeNoteStore()
        store.addNote(.data(data))
        store.addNote(.data(Array(data.dropLast(3))))
        try store.write(to: folder.path + "/a.sqlite")
        let outcome = try read("a.sqlite")
        #expect(outcome.notes.map(\.body) == ["body"])
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject])
    }
}
