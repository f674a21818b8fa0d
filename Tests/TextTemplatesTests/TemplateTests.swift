import TestSupport
import Testing
import TextTemplates

/// The project's own cases, which need no specification.
@Suite(.tags(.fast))
struct TemplateTests {
    private func render(
        _ template: String, fields: [TemplateValue.Field] = [], partials: [String: String] = [:]
    ) throws -> String {
        var sources = partials
        sources["page"] = template
        let library = try TemplateLibrary(sources)
        return String(decoding: try library.render("page", value: .record(fields)), as: UTF8.self)
    }

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

    @Test func makesMembersOfALongListWhenTheirTurnComes() throws {
        let numbers = TemplateValue.made(count: 3) { .record([("n", .text("\($0)"))]) }
        let none = TemplateValue.made(count: 0) { _ in .absent }
        let rendered = try render(
            "{{#numbers}}{{n}} {{/numbers}}{{#none}}x{{/none}}{{^none}}nothing{{/none}}",
            fields: [("numbers", numbers), ("none", none)])
        #expect(rendered == "0 1 2 nothing")
    }

    @Test func rendersSectionsOverListsRecordsFlagsAndTexts() throws {
        let fields: [TemplateValue.Field] = [
            ("list", .list([.record([("n", .text("1"))]), .record([("n", .text("2"))])])),
            ("record", .record([("n", .text("3"))])), ("on", .flag(true)), ("off", .flag(false)),
            ("none", .absent), ("empty", .text("")), ("text", .text("t")), ("n", .text("0")),
        ]
        #expect(try render("{{#list}}{{n}}{{/list}}{{n}}", fields: fields) == "120")
        #expect(try render("{{#record}}{{n}}{{/record}}", fields: fields) == "3")
        #expect(try render("{{record.n}}{{none.n}}", fields: fields) == "3")
        #expect(
            try render(
                "{{#on}}a{{/on}}{{#off}}b{{/off}}{{#none}}c{{/none}}{{#empty}}d{{/empty}}",
                fields: fields)
                == "a")
        #expect(
            try render(
                "{{^on}}a{{/on}}{{^off}}b{{/off}}{{^none}}c{{/none}}{{^empty}}d{{/empty}}",
                fields: fields)
                == "bcd")
        #expect(try render("{{#text}}<{{.}}>{{/text}}", fields: fields) == "<t>")
    }

    @Test func removesLinesOfTagsThatStandAlone() throws {
        let fields: [TemplateValue.Field] = [("on", .flag(true))]
        #expect(try render("a\n  {{#on}}  \nb\r\n{{/on}}\r\nc", fields: fields) == "a\nb\r\nc")
        #expect(try render("a {{! note }} b\n{{! whole\nlines }}\nc", fields: fields) == "a  b\nc")
        #expect(try render("{{=<% %>=}}\n<%#on%>{{x}}<%/on%>", fields: fields) == "{{x}}")
    }

    @Test func indentsPartialsButNotTheirValues() throws {
        let rendered = try render(
            "<\n  {{>p}}\n>", fields: [("v", .text("1\n2"))], partials: ["p": "a\n{{{v}}}\nb\n"])
        #expect(rendered == "<\n  a\n  1\n2\n  b\n>")
    }

    @Test func replacesBlocksOfParents() throws {
        let layout = "[{{$a}}A{{/a}}|{{$b}}B{{/b}}]"
        let rendered = try render(
            "{{<layout}}ignored{{$a}}{{x}}{{/a}}{{/layout}}", fields: [("x", .text("1"))],
            partials: ["layout": layout])
        #expect(rendered == "[1|B]")
        let twice = try render(
            "{{<middle}}{{$a}}top{{/a}}{{/middle}}",
            partials: [
                "layout": layout, "middle": "{{<layout}}{{$a}}m{{/a}}{{$b}}m{{/b}}{{/layout}}",
            ])
        #expect(twice == "[top|m]")
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
    func namesTemplateLineAndColumnOfAFault(
        template: String, line: Int, column: Int, message: String
    ) {
        #expect {
            try render(template, fields: [("a", .flag(true))])
        } throws: { error in
            guard let error = error as? TemplateError else { return false }
            return error.template == "page" && error.line == line && error.column == column
                && error.description.hasPrefix("page:\(line):\(column): \(message)")
        }
    }

    @Test func checksPartsThatAPageMayNotShow() throws {
        let library = try TemplateLibrary(["page": "{{#off}}{{typo}}{{/off}}"])
        let value = TemplateValue.record([("off", .flag(false))])
        #expect(String(decoding: try library.render("page", value: value), as: UTF8.self) == "")
        #expect(throws: TemplateError.self) { try library.check("page", against: value) }
    }

    @Test func looksUpConstantsBehindThePageAndItsParts() throws {
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

    @Test func endsTemplatesThatIncludeThemselves() throws {
        #expect(throws: TemplateError.self) { try render("{{>page}}") }
        let tree = TemplateValue.record([
            ("n", .text("1")),
            ("kids", .list([.record([("n", .text("2")), ("kids", .list([]))])])),
        ])
        let library = try TemplateLibrary(["node": "{{n}}<{{#kids}}{{>node}}{{/kids}}>"])
        #expect(
            String(decoding: try library.render("node", value: tree), as: UTF8.self) == "1<2<>>")
    }
}
