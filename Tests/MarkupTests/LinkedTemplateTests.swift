import Markup
import TestSupport
import Testing

@Suite(.tags(.fast))
struct LinkedTemplateTests {
    private static let exemplar = TemplateValue.record([
        ("title", .text("A")), ("isOpen", .flag(false)), ("date", .record([("text", .text("A"))])),
        ("rows", .list([.record([("name", .text("A")), ("tags", .list([.text("A")]))])])),
    ])
    private static let constants = TemplateValue.record([
        ("site", .text("<S>")), ("isOff", .flag(false)),
        ("views", .list([.record([("name", .text("1"))]), .record([("name", .text("2"))])])),
    ])
    private static let pages: [TemplateValue] = [
        exemplar,
        .record([
            ("title", .text("")), ("isOpen", .flag(true)), ("date", .absent), ("rows", .list([])),
        ]),
        .record([
            ("title", .text("&")), ("isOpen", .flag(false)),
            ("date", .record([("text", .text("1 May"))])),
            (
                "rows",
                .made(count: 3) { row in
                    .record([
                        ("name", .text(row == 1 ? nil : "n\(row)")),
                        ("tags", .list((0..<row).map { .text("t\($0)") })),
                    ])
                }
            ),
        ]),
    ]

    /// Every page of a template linked once is rendered as if the template were only for it.
    @Test(arguments: [
        "{{title}}{{{title}}} {{site}}{{{site}}}",
        "{{#title}}[{{.}}]{{/title}}{{^title}}none{{/title}}",
        "{{#isOpen}}open {{title}}{{.}}{{/isOpen}}{{^isOpen}}shut{{/isOpen}}",
        "{{date.text}}{{#date}}<{{text}}{{title}}>{{/date}}{{^date}}-{{/date}}",
        "{{#rows}}{{name}}{{title}}{{#tags}}({{.}}{{name}}){{/tags}}{{^tags}}/{{/tags}}{{/rows}}",
        "{{#views}}{{name}}{{title}}{{#rows}}{{name}}{{/rows}}{{/views}}{{^isOff}}on{{/isOff}}",
        "{{#isOff}}{{unknown}}{{/isOff}}{{#rows}}{{>row}}{{/rows}}",
        "a\n  {{>row}}\nb",
        "{{<layout}}{{$main}}\n    {{#rows}}\n    {{name}}\n    {{/rows}}\n{{/main}}{{/layout}}",
        "  {{>inline}}\n", "{{#rows}}\n  {{>inline}}\n{{/rows}}",
    ])
    func rendersEveryValueLikeItsExemplar(template: String) throws {
        let library = try TemplateLibrary([
            "page": template, "row": "<{{title}}\n{{#rows}}\n{{name}}!\n{{/rows}}\n>\n",
            "layout": "<\n  {{$main}}\n  default\n  {{/main}}\n>\n",
            "inline": "{{#title}}b{{/title}}c\n{{#title}}b\n{{/title}}c{{#title}}\n{{/title}}d\n",
        ])
        let linked = try library.linked("page", against: Self.exemplar, with: Self.constants)
        for page in Self.pages {
            let alone = try library.render("page", value: page, with: Self.constants)
            #expect(
                String(decoding: try linked.render(page), as: UTF8.self)
                    == String(decoding: alone, as: UTF8.self))
        }
    }

    /// White space before a partial is added to each of its lines, whatever begins them.
    @Test func indentsLinesThatBeginWithASection() throws {
        let library = try TemplateLibrary([
            "page": "  {{>part}}\n",
            "part": "{{#a}}b{{/a}}c\n{{#a}}\nd\n{{/a}}\ne{{#a}}\n{{/a}}f\n{{x}}\n",
        ])
        let exemplar = TemplateValue.record([("a", .flag(true)), ("x", .text("1\n2"))])
        let linked = try library.linked("page", against: exemplar)
        let pages = [
            (true, "  bc\n  d\n  e\n  f\n  1\n2\n"), (false, "  c\n  ef\n  1\n2\n"),
        ]
        for (flag, expected) in pages {
            let page = TemplateValue.record([("a", .flag(flag)), ("x", .text("1\n2"))])
            #expect(String(decoding: try linked.render(page), as: UTF8.self) == expected)
        }
    }

    @Test func failsOnlyOnPagesThatShowAnUnknownName() throws {
        let library = try TemplateLibrary(["page": "{{#isOpen}}{{typo}}{{/isOpen}}"])
        let linked = try library.linked("page", against: Self.exemplar)
        #expect(try linked.render(Self.pages[0]) == [])
        let error = #expect(throws: TemplateError.self) { try linked.render(Self.pages[1]) }
        #expect(error?.reason == .unknownName("typo"))
    }

    @Test func findsTheFirstDifferenceFromAnExemplar() {
        for page in Self.pages { #expect(page.difference(from: Self.exemplar) == nil) }
        let others: [(TemplateValue, String)] = [
            (.record([("b", .text("1")), ("a", .absent)]), "b, a"),
            (.record([("a", .record([])), ("b", .absent)]), "a.another kind of value"),
            (.record([("a", .absent), ("b", .list([.text("1")]))]), "b.another kind of value"),
        ]
        let exemplar = TemplateValue.record([("a", .text("1")), ("b", .absent)])
        for (value, expected) in others { #expect(value.difference(from: exemplar) == expected) }
    }
}
