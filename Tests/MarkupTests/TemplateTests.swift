import Markup
import TestSupport
import Testing

/// The project's own cases, which need no specification.
@Suite(.tags(.fast))
struct TemplateTests {
    @Test func escapesTextAndKeepsMarkup() throws {
        let rendered = try render(
            "{{text}}|{{{text}}}|{{&text}}|{{html}}",
            fields: [
                ("text", .text("<a href='x'>\"&\"</a>")), ("html", .markup(Array("<b>".utf8))),
            ])
        #expect(
            rendered
                == "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;|<a href='x'>\"&\"</a>|<a href='x'>\"&\"</a>|<b>"
        )
    }

    @Test func makesListMembersLazily() throws {
        let numbers = TemplateValue.made(count: 3) { .record([("n", .text("\($0)"))]) }
        let none = TemplateValue.made(count: 0) { _ in .absent }
        let rendered = try render(
            "{{#numbers}}{{n}} {{/numbers}}{{#none}}x{{/none}}{{^none}}nothing{{/none}}",
            fields: [("numbers", numbers), ("none", none)])
        #expect(rendered == "0 1 2 nothing")
    }

    @Test func rendersSectionsOverListsRecordsAndTexts() throws {
        let fields: [TemplateValue.Field] = [
            ("list", .list([.record([("n", .text("1"))]), .record([("n", .text("2"))])])),
            ("record", .record([("n", .text("3"))])), ("none", .absent), ("text", .text("t")),
            ("n", .text("0")),
        ]
        #expect(try render("{{#list}}{{n}}{{/list}}{{n}}", fields: fields) == "120")
        #expect(try render("{{#record}}{{n}}{{/record}}", fields: fields) == "3")
        #expect(try render("{{record.n}}{{none.n}}", fields: fields) == "3")
        #expect(try render("{{#text}}<{{.}}>{{/text}}", fields: fields) == "<t>")
    }

    @Test(arguments: [
        ("line\n  {{mising}}", 2, 3, "the page offers no “mising”"),
        ("é{{#a}}\n", 1, 2, "the section “a” is not closed"),
        ("{{/a}}", 1, 1, "“a” is closed where nothing is open"),
        ("{{#a}}{{/b}}", 1, 7, "“b” is closed where “a” is open"),
        ("{{> none}}", 1, 1, "there is no template “none”"),
        ("a\n\n{{name", 3, 1, "a tag is not closed"),
        ("{{ }}", 1, 1, "a tag has no name"),
        ("{{=x=}}", 1, 1, "a tag that changes the delimiters must look like {{=<% %>=}}"),
    ])
    func reportsTemplateLineAndColumnOfErrors(
        template: String, line: Int, column: Int, message: String
    ) throws {
        let error = try #require(failure(["page": template], fields: [("a", .flag(true))]))
        #expect(error.template == "page" && error.line == line && error.column == column)
        #expect(error.description.hasPrefix("page:\(line):\(column): \(message)"))
    }

    @Test func looksUpConstantsAfterThePageAndItsParts() throws {
        let sources = [
            "page": """
            {{<frame}}{{$main}}{{#rows}}{{site}} {{language}}{{#isNew}}!{{/isNew}};{{/rows}}{{/main}}{{/frame}}
            """,
            "frame": "{{language}} {{site}} {{title}}{{^isNew}} old{{/isNew}}: {{$main}}{{/main}}",
            "indented": "{{title}}\n  {{>lines}}\n", "lines": "{{site}}\n{{language}}\n",
            "nested": "{{title}}{{site}}<{{#rows}}{{>nested}}{{/rows}}>",
        ]
        let library = try TemplateLibrary(sources)
        let constants = TemplateValue.record([
            ("site", .text("S&S")), ("language", .text("en")), ("isNew", .flag(false)),
        ])
        let row = TemplateValue.record([
            ("language", .text("he")), ("isNew", .flag(true)), ("title", .text("r")),
            ("rows", .list([])),
        ])
        let value = TemplateValue.record([("title", .text("T")), ("rows", .list([row, row]))])
        for (name, expected) in [
            ("page", "en S&amp;S T old: S&amp;S he!;S&amp;S he!;"),
            ("indented", "T\n  S&amp;S\n  en\n"), ("nested", "TS&amp;S<rS&amp;S<>rS&amp;S<>>"),
        ] {
            let rendered = try library.render(name, value: value, with: constants)
            #expect(String(decoding: rendered, as: UTF8.self) == expected)
        }
        #expect(throws: TemplateError.self) {
            try library.render("none", value: value, with: constants)
        }
    }
}
