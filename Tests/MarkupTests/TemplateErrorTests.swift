import TestSupport
import Testing

@testable import Markup

/// Errors in templates: where they are, and what they say.
@Suite(.tags(.fast))
struct TemplateErrorTests {
    @Test(arguments: [
        ("{{x}}", 1, 1), ("a {{x}}", 1, 3), ("\n\n{{x}}", 3, 1), ("a\r\nb {{x}}", 2, 3),
        ("\t{{x}}", 1, 2), ("é{{x}}", 1, 2), ("e\u{301}{{x}}", 1, 2), ("👨‍👩‍👧 {{x}}", 1, 3),
        ("日本\n語{{x}}", 2, 2), ("{{! a\nb }}\n {{x}}", 3, 2), ("{{=<% %>=}} <%x%>", 1, 13),
        ("{{#on}}\n  {{x}}\n{{/on}}", 2, 3), ("{{{x}}}", 1, 1), ("{{&x}}", 1, 1),
        ("{{^x}}{{/x}}", 1, 1), ("{{on}} {{x}}", 1, 8), ("\n{{#x}}\n{{/x}}", 2, 1),
    ])
    func countsLinesAndCharactersFromOne(template: String, line: Int, column: Int) throws {
        let error = try #require(failure(["page": template], fields: [("on", .flag(true))]))
        #expect(error.reason == .unknownName("x"))
        #expect(error.line == line && error.column == column)
    }

    @Test(arguments: [
        ("{{#a}}{{#b}}{{/b}}", TemplateError.Reason.unclosedSection("a"), 1),
        ("{{#a}}{{#b}}{{/a}}", .unmatchedClose("a", open: "b"), 13),
        ("{{^a}}", .unclosedSection("a"), 1), ("{{$a}}", .unclosedSection("a"), 1),
        ("{{<page}}", .unclosedSection("page"), 1),
        ("{{#a}}{{/A}}", .unmatchedClose("A", open: "a"), 7),
        ("a {{/ b }}", .unmatchedClose("b", open: nil), 3), ("{{", .unclosedTag, 1),
        ("{{a}", .unclosedTag, 1), ("{{{a}}", .unclosedTag, 1), ("{{! a", .unclosedTag, 1),
        ("{{=<% %>=}}<%a}}", .unclosedTag, 12), ("x{{}}", .emptyName, 2), ("{{#}}", .emptyName, 1),
        ("{{>  }}", .emptyName, 1), ("{{{ }}}", .emptyName, 1), ("{{&\n}}", .emptyName, 1),
        ("{{=a=}}", .badDelimiters, 1), ("{{=a b c=}}", .badDelimiters, 1),
        ("{{== ==}}", .badDelimiters, 1), ("{{=  =}}", .badDelimiters, 1),
    ])
    func refusesInvalidTagSyntax(template: String, reason: TemplateError.Reason, column: Int) throws
    {
        let error = try #require(failure(["page": template]))
        #expect(error.reason == reason)
        #expect(error.line == 1 && error.column == column)
        #expect(error.excerpt == template.prefix { $0 != "\n" })
    }

    @Test func namesTheTemplateWithTheError() throws {
        let inPartial = try #require(failure(["page": "\n{{>part}}", "part": "a\nb\n{{typo}}"]))
        #expect(inPartial.template == "part" && inPartial.line == 3)
        let inLayout = try #require(
            failure([
                "page": "{{<layout}}{{$a}}x{{/a}}{{/layout}}", "layout": "{{$a}}{{/a}}{{typo}}",
            ]))
        #expect(inLayout.template == "layout" && inLayout.column == 13)
        let inBlock = try #require(
            failure([
                "page": "{{<layout}}\n{{$a}}{{typo}}{{/a}}{{/layout}}", "layout": "{{$a}}{{/a}}",
            ]))
        #expect(inBlock.template == "page" && inBlock.line == 2 && inBlock.column == 7)
    }

    @Test func reportsTheFirstErrorByTemplateName() throws {
        let sources = ["page": "{{/z}}", "b": "{{#y}}", "a": "ok", "c": "{{"]
        for _ in 0..<5 { #expect(failure(sources)?.template == "b") }
        let missing = try #require(
            failure(["page": "{{#on}}\n{{>second}}{{/on}} {{>third}}\n", "a": "{{>z}}\n{{>first}}"])
        )
        #expect(missing.template == "a" && missing.reason == .unknownPartial("z"))
    }

    /// Missing templates are found when parsing, also within parts that no page shows.
    @Test(arguments: [
        "{{#off}}\n {{>none}}{{/off}}", "a\n {{<none}}{{/none}}",
        "{{<page}}\n {{$x}}{{/x}}{{/page}}{{^off}}{{>none}}{{/off}}",
    ])
    func findsMissingTemplatesWithoutRendering(template: String) {
        #expect {
            try TemplateLibrary(["page": template])
        } throws: {
            ($0 as? TemplateError)?.reason == .unknownPartial("none")
        }
        #expect(throws: Never.self) {
            try TemplateLibrary(["page": template], unknownNames: .empty)
        }
    }

    @Test func reportsAMissingTemplate() throws {
        let error = try #require(failure([:]))
        #expect(error.reason == .unknownPartial("page"))
        #expect(error.template == "page" && error.line == 1 && error.column == 1)
        #expect(error.description == "page:1:1: there is no template “page”: ")
    }

    @Test func refusesCircularIncludes() throws {
        let sources = ["page": "{{>b}}", "b": "x\n{{>c}}", "c": "{{<page}}{{/page}}"]
        for sources in [sources, ["page": "{{>page}}"]] {
            #expect(failure(sources)?.reason == .nestedTooDeep)
        }
        let lenient = try TemplateLibrary(sources, unknownNames: .empty)
        #expect(throws: TemplateError.self) { try lenient.render("page", value: .record([])) }
    }

    /// Small templates whose rendering doubles with each level.
    @Test(.timeLimit(.minutes(1)))
    func refusesTemplatesThatRepeatTooMuch() throws {
        let list = TemplateValue.record([("a", .list([.record([]), .record([])]))])
        let nested = String(repeating: "{{#a}}", count: 32) + String(repeating: "{{/a}}", count: 32)
        var chain = ["page": "{{>t0}}", "t40": ""]
        for level in 0..<40 { chain["t\(level)"] = "{{>t\(level + 1)}}{{>t\(level + 1)}}" }
        for sources in [["page": nested], chain] {
            let library = try TemplateLibrary(sources)
            let error = #expect(throws: TemplateError.self) {
                try library.check("page", against: list)
            }
            #expect(error?.reason == .tooMuch)
        }
    }

    @Test func rendersNestedValuesToAReasonableDepth() throws {
        func tree(_ depth: Int) -> TemplateValue {
            .record([("kids", .list(depth == 0 ? [] : [tree(depth - 1)]))])
        }
        let library = try TemplateLibrary(["node": "<{{#kids}}{{>node}}{{/kids}}>"])
        let rendered = try library.render("node", value: tree(50))
        #expect(rendered.count == 2 * 51)
        #expect {
            try library.render("node", value: tree(500))
        } throws: {
            ($0 as? TemplateError)?.reason == .nestedTooDeep
        }
    }

    @Test func describesErrorsInOneLine() throws {
        let error = try #require(failure(["page": "first\n  <p>{{ no such }}</p>\nlast"]))
        #expect(
            error.description
                == "page:2:6: the page offers no “no such”:   <p>{{ no such }}</p>")
    }

    @Test(.timeLimit(.minutes(1))) func refusesSectionsNestedTooDeeply() {
        let source =
            "\n" + String(repeating: "{{#tag}}", count: 8_000)
            + String(repeating: "{{/tag}}", count: 8_000)
        let error = failure(["page": source])
        #expect(error?.reason == .tooDeep(maximum: 32))
        #expect(error?.line == 2)
        #expect(error?.column == 8 * 32 + 1)
    }
}
