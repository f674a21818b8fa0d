import DefaultTemplates
import Foundation
import HeadlessBrowser
import TestSupport
import Testing

@testable import SitePages

/// Style sheets without comments and needless white space.
@Suite(.tags(.fast))
struct CompactStyleTests {
    @Test(arguments: [
        ("a { b: c; }\n\n/* x */\nd,\n  e > f { g: h }", "a{b: c;}d,e > f{g: h}"),
        (
            "a::before { content: \"  /* no */ \\\" ; \" }",
            "a::before{content: \"  /* no */ \\\" ; \"}"
        ),
        ("div/* x */.y{}", "div/**/.y{}"), ("a /* x */ b{}", "a b{}"),
        (".\\31  b{}", ".\\31 b{}"), ("a{--x: ;--y:1}", "a{--x: ;--y:1}"),
        (
            "@media (a) and (b)  {\n\tc { width: calc(1px  +  2px) } }",
            "@media (a) and (b){c{width: calc(1px + 2px)}}"
        ),
        ("/* open", ""), ("a{b:'open", "a{b:'open"), ("", ""), ("\\", "\\"),
    ])
    func minifiesWithoutChangingMeaning(style: String, expected: String) {
        #expect(
            String(decoding: CompactStyle.bytes(of: Array(style.utf8)), as: UTF8.self) == expected)
    }
}

/// The style sheets of the site, before and after, as a browser reads them.
@Suite(
    .tags(.browser), .enabled(if: Chromium.path != nil, "needs Chromium"), .timeLimit(.minutes(1)))
struct CompactStyleBrowserTests {
    @Test func preservesRulesInTheBrowser() throws {
        let browser = try Chromium()
        let page = try browser.open("about:blank", width: 800)
        func rules(_ style: [UInt8]) throws -> String {
            let text = String(
                decoding: try JSONEncoder().encode(String(decoding: style, as: UTF8.self)),
                as: UTF8.self)
            let value = try page.run(
                """
                (() => { const sheet = new CSSStyleSheet(); sheet.replaceSync(\(text));
                  return [...sheet.cssRules].map((rule) => rule.cssText).join("\\n"); })()
                """)
            // Values of custom properties are as they were written.
            return try #require(value as? String).replacing(", ", with: ",")
        }
        let sheets = DefaultTemplates.assets.filter { $0.key.hasSuffix(".css") }
        #expect(sheets.count > 5)
        for (name, style) in sheets {
            let compact = CompactStyle.bytes(of: style)
            #expect(compact.count < style.count, "\(name)")
            let (before, after) = (try rules(style), try rules(compact))
            let firstDifference = zip(before.split(separator: "\n"), after.split(separator: "\n"))
                .first { $0 != $1 }
            #expect(firstDifference == nil, "\(name)")
            #expect(before.count == after.count, "\(name)")
            #expect(try rules(style).count > 500, "\(name)")
        }
    }
}
