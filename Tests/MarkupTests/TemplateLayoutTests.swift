import Markup
import TestSupport
import Testing

/// Indentation of partials, and blocks that replace others, beyond the specification's examples.
@Suite(.tags(.fast))
struct TemplateLayoutTests {
    @Test func addsUpTheIndentationOfNestedPartials() throws {
        let sources = [
            "page": "<\n  {{>a}}\n>", "a": "a\n  {{>b}}\n/a\n", "b": "b\n\t{{>c}}\n", "c": "c\n",
        ]
        #expect(try render(sources) == "<\n  a\n    b\n    \tc\n  /a\n>")
    }

    @Test func indentsNothingAfterThePartial() throws {
        #expect(try render(["page": "  {{>p}}\nx\n", "p": "1\n2\n"]) == "  1\n  2\nx\n")
        #expect(try render(["page": "a\n  {{>p}}\nb\n", "p": ""]) == "a\nb\n")
    }

    @Test func indentsNoValueOfAPartial() throws {
        let sources = ["page": "<\n  {{>p}}\n>", "p": "a\n{{{v}}}\nb\n"]
        #expect(try render(sources, fields: [("v", .text("1\n2"))]) == "<\n  a\n  1\n2\n  b\n>")
    }

    @Test func indentsNoPartialWithinALine() throws {
        #expect(try render(["page": "a {{>p}}|", "p": "1\n2\n"]) == "a 1\n2\n|")
        #expect(try render(["page": "  {{>p}} {{>p}}", "p": "1\n2"]) == "  1\n2 1\n2")
    }

    @Test func indentsEveryIterationOfASection() throws {
        let rows = TemplateValue.list([.record([("n", .text("1"))]), .record([("n", .text("2"))])])
        let sources = [
            "page": "<ul>\n  {{>rows}}\n</ul>",
            "rows": "{{#rows}}\n<li>\n{{n}}\n</li>\n{{/rows}}\n",
        ]
        #expect(
            try render(sources, fields: [("rows", rows)])
                == "<ul>\n  <li>\n  1\n  </li>\n  <li>\n  2\n  </li>\n</ul>")
    }

    @Test func keepsWindowsLineEnds() throws {
        #expect(
            try render(["page": "<\r\n {{>p}}\r\n>\r\n", "p": "1\r\n2\r\n"])
                == "<\r\n 1\r\n 2\r\n>\r\n")
        #expect(
            try render(["page": "{{#on}}\r\nx\r\n{{/on}}\r\ny"], fields: [("on", .flag(true))])
                == "x\r\ny")
    }

    @Test func removesStandaloneTagLines() throws {
        let on: [TemplateValue.Field] = [("on", .flag(true)), ("v", .text("v"))]
        for (template, text) in [
            ("{{#on}}\n{{v}}\n{{/on}}", "v\n"), ("{{v}}\n{{v}}\n", "v\nv\n"),
            ("a\n\t{{#on}} \t\nb\n{{/on}}  \nc", "a\nb\nc"),
            ("a\n  {{#on}}  \nb\r\n{{/on}}\r\nc", "a\nb\r\nc"),
            ("x {{#on}}\ny\n{{/on}}", "x \ny\n"), ("{{! one }}\n\n{{! two }}\n", "\n"),
            ("a {{! note }} b\n{{! whole\nlines }}\nc", "a  b\nc"),
            ("{{=<% %>=}}\n<%#on%>{{x}}<%/on%>", "{{x}}"),
        ] {
            #expect(try render(template, fields: on) == text)
        }
    }

    @Test func letsTheOutermostTemplateDecide() throws {
        let base = "{{$a}}a0{{/a}} {{$b}}b0{{/b}} {{$c}}c0{{/c}}"
        let middle = "{{<base}}{{$a}}a1{{/a}}{{$b}}b1{{/b}}{{/base}}"
        #expect(
            try render([
                "page": "{{<middle}}{{$a}}a2{{/a}}{{/middle}}", "middle": middle, "base": base,
            ])
                == "a2 b1 c0")
        #expect(try render(["page": "{{>middle}}", "middle": middle, "base": base]) == "a1 b1 c0")
    }

    @Test func replacesEveryOccurrenceOfABlock() throws {
        let layout = "{{#rows}}<{{$row}}-{{/row}}>{{/rows}}{{$row}}-{{/row}}"
        let rows = TemplateValue.list([.record([("n", .text("1"))]), .record([("n", .text("2"))])])
        #expect(
            try render(
                ["page": "{{<layout}}{{$row}}{{n}}{{/row}}{{/layout}}", "layout": layout],
                fields: [("rows", rows), ("n", .text("0"))]) == "<1><2>0")
    }

    @Test func isolatesBlocksBetweenIncludes() throws {
        let sources = [
            "page": "{{<layout}}{{$a}}x{{/a}}{{/layout}}|{{>layout}}|{{<layout}}{{/layout}}",
            "layout": "[{{$a}}0{{/a}}]",
        ]
        #expect(try render(sources) == "[x]|[0]|[0]")
    }

    @Test func rendersABlockThatNothingReplaces() throws {
        #expect(try render(["page": "{{$a}}{{v}}{{/a}}"], fields: [("v", .text("1"))]) == "1")
    }

    @Test func takesTheFirstOfTwoBlocksWithOneName() throws {
        let sources = [
            "page": "{{<layout}}{{$a}}1{{/a}}text{{$a}}2{{/a}}{{/layout}}",
            "layout": "{{$a}}{{/a}}",
        ]
        #expect(try render(sources) == "1")
    }

    @Test func indentsABlockLikeTheOneItReplaces() throws {
        let sources = [
            "page": "{{<layout}}\n{{$main}}\n<p>\n  x\n</p>\n{{/main}}\n{{/layout}}\n",
            "layout": "<main>\n  {{$main}}\n  -\n  {{/main}}\n</main>\n",
        ]
        #expect(try render(sources) == "<main>\n  <p>\n    x\n  </p>\n</main>\n")
    }

    @Test func looksUpNamesWhereTheBlockIsRendered() throws {
        let sources = [
            "page": "{{<layout}}{{$a}}{{title}}{{/a}}{{/layout}}",
            "layout": "{{#inner}}{{$a}}{{/a}}{{/inner}}",
        ]
        let fields: [TemplateValue.Field] = [
            ("title", .text("outer")), ("inner", .record([("title", .text("inner"))])),
        ]
        #expect(try render(sources, fields: fields) == "inner")
    }
}
