import TestSupport
import Testing

@testable import Markup

/// The names that a template may use, and where they are looked up.
@Suite(.tags(.fast))
struct TemplateContextTests {
    private func check(
        _ template: String, against fields: [TemplateValue.Field]
    ) throws -> TemplateError? {
        let library = try TemplateLibrary(["page": template])
        do throws(TemplateError) { try library.check("page", against: .record(fields)) } catch {
            return error
        }
        return nil
    }

    /// The first part of a dotted name decides; the rest is not looked for further out.
    @Test func resolvesDottedNamesFromTheirFirstPart() throws {
        let fields: [TemplateValue.Field] = [
            ("a", .record([("b", .text("outer"))])), ("c", .record([("a", .record([]))])),
        ]
        #expect(try render("{{#c}}{{/c}}{{a.b}}", fields: fields) == "outer")
        let error = failure(["page": "{{#c}}{{a.b}}{{/c}}"], fields: fields)
        #expect(error?.reason == .unknownName("a.b"))
    }

    @Test(arguments: [
        "{{text.length}}", "{{flag.x}}", "{{list.first}}", "{{markup.x}}", "{{a.b.z}}",
    ])
    func offersNoPartsOfOtherValues(template: String) {
        let fields: [TemplateValue.Field] = [
            ("text", .text("t")), ("flag", .flag(true)), ("list", .list([.text("x")])),
            ("markup", .markup([])), ("a", .record([("b", .record([]))])),
        ]
        #expect(throws: TemplateError.self) { try render(template, fields: fields) }
    }

    @Test func rendersNothingForThePartsOfAnAbsentRecord() throws {
        let fields: [TemplateValue.Field] = [("a", .absent), ("b", .record([("c", .absent)]))]
        #expect(
            try render(
                "[{{a}}{{a.x.y}}{{b.c.d}}{{#a.x}}1{{/a.x}}{{^a.x}}0{{/a.x}}]", fields: fields)
                == "[0]")
    }

    @Test(arguments: ["{{flag}}", "{{list}}", "{{made}}", "{{record}}", "{{absent}}"])
    func rendersOnlyTextAndMarkup(template: String) throws {
        let fields: [TemplateValue.Field] = [
            ("flag", .flag(true)), ("list", .list([.text("x")])),
            ("made", .made(count: 2) { _ in .text("x") }), ("record", .record([("x", .text("x"))])),
            ("absent", .absent),
        ]
        #expect(try render("<\(template)>", fields: fields) == "<>")
    }

    @Test(arguments: [
        ("absent", false), ("off", false), ("none", false), ("empty", false), ("blank", false),
        ("nothing", false), ("on", true), ("list", true), ("made", true), ("text", true),
        ("space", true), ("markup", true), ("record", true),
    ])
    func rendersSectionsByTruthiness(name: String, isShown: Bool) throws {
        let fields: [TemplateValue.Field] = [
            ("absent", .absent), ("off", .flag(false)), ("none", .list([])), ("empty", .text("")),
            ("blank", .markup([])), ("nothing", .made(count: 0) { _ in .absent }),
            ("on", .flag(true)), ("list", .list([.absent])),
            ("made", .made(count: 1) { _ in .absent }), ("text", .text("0")),
            ("space", .text(" ")), ("markup", .markup([0x20])), ("record", .record([])),
        ]
        #expect(
            try render("{{#\(name)}}yes{{/\(name)}}{{^\(name)}}no{{/\(name)}}", fields: fields)
                == (isShown ? "yes" : "no"))
    }

    @Test func iteratesOverTextsWithTheDot() throws {
        let fields: [TemplateValue.Field] = [
            ("tags", .list([.text("a<"), .markup(Array("<b>".utf8))])), ("t", .text("x")),
        ]
        #expect(
            try render("{{#tags}}{{.}},{{{.}}};{{/tags}}{{#t}}{{.}}{{/t}}", fields: fields)
                == "a&lt;,a<;<b>,<b>;x")
    }

    @Test func takesTheFirstOfTwoFieldsWithOneName() throws {
        #expect(try render("{{a}}", fields: [("a", .text("1")), ("a", .text("2"))]) == "1")
    }

    /// Checking finds names in every part, whatever the example shows.
    @Test(arguments: [
        "{{#off}}{{typo}}{{/off}}", "{{^on}}{{typo}}{{/on}}", "{{#list}}{{typo}}{{/list}}",
        "{{^list}}{{typo}}{{/list}}", "{{#absent}}{{#on}}{{typo}}{{/on}}{{/absent}}",
        "{{$block}}{{typo}}{{/block}}", "{{#made}}{{typo}}{{/made}}", "{{#typo}}{{/typo}}",
        "{{^typo}}{{/typo}}",
    ])
    func checksEveryPart(template: String) throws {
        let fields: [TemplateValue.Field] = [
            ("off", .flag(false)), ("on", .flag(true)), ("absent", .absent),
            ("list", .list([.record([("n", .text("1"))])])),
            ("made", .made(count: 1) { _ in .record([]) }),
        ]
        #expect(try check(template, against: fields)?.reason == .unknownName("typo"))
        #expect(try check("{{#list}}{{n}}{{on}}{{/list}}", against: fields) == nil)
        #expect(try check("{{n}}", against: fields)?.reason == .unknownName("n"))
        // A page that does not show the part is rendered.
        #expect(try render("{{#off}}{{typo}}{{/off}}", fields: fields) == "")
    }

    @Test func checksRecursiveTemplatesOnce() throws {
        #expect(
            try check(
                "{{n}}{{#kids}}{{>page}}{{/kids}}",
                against: [
                    ("n", .text("1")), ("kids", .list([.record([("n", .text("2"))])])),
                ]) == nil)
    }

    @Test func acceptsAMissingTemplate() throws {
        let library = try TemplateLibrary([:])
        #expect(throws: Never.self) { try library.check("none", against: .record([])) }
    }

    @Test func listsTheTemplatesThatOthersInclude() throws {
        let library = try TemplateLibrary([
            "page": "{{>row}}{{<layout}}{{$a}}{{>cell}}{{/a}}{{/layout}}",
            "row": "{{#on}}{{>row}}{{/on}}",
            "cell": "", "layout": "{{$a}}{{/a}}", "other": "{{>page}}", "alone": "{{>alone}}",
        ])
        #expect(library.includedNames == ["row", "layout", "cell", "page"])
    }

    @Test func makesEachMemberOnceAndInOrder() throws {
        final class Log: @unchecked Sendable { var asked: [Int] = [] }
        let log = Log()
        let list = TemplateValue.made(count: 4) { index in
            log.asked.append(index)
            return .text("\(index)")
        }
        let template = try TemplateLibrary(["page": "{{#list}}{{.}}{{.}}{{/list}}"])
            .linked("page", against: .record([("list", .list([.text("")]))]))
        let rendered = try template.render(.record([("list", list)]))
        #expect(String(decoding: rendered, as: UTF8.self) == "00112233")
        #expect(log.asked == [0, 1, 2, 3])
    }

    @Test func rendersTheSameBytesOnManyThreads() async throws {
        let library = try TemplateLibrary([
            "page": "{{<layout}}{{$a}}{{#rows}}{{>row}}{{/rows}}{{/a}}{{/layout}}",
            "layout": "<\n  {{$a}}\n  {{/a}}\n>", "row": "{{n}}{{site}}\n",
        ])
        let rows = TemplateValue.made(count: 20) { .record([("n", .text("\($0)"))]) }
        let value = TemplateValue.record([("rows", rows)])
        let constants = TemplateValue.record([("site", .text("&"))])
        let expected = try library.render("page", value: value, with: constants)
        let found = await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<50 {
                group.addTask { try? library.render("page", value: value, with: constants) }
            }
            return await group.reduce(into: [[UInt8]?]()) { $0.append($1) }
        }
        #expect(found.count == 50 && found.allSatisfy { $0 == expected })
    }
}
