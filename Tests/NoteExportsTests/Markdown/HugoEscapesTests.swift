import MarkdownText
import TestSupport
import Testing

@testable import NoteExports

/// The escapes without which Hugo would run or reject a text.
@Suite(.tags(.fast))
struct HugoEscapesTests {
    private func escaped(_ source: String) -> String {
        let bytes = Array(source.utf8)
        let edits = TextEdits(HugoEscapes.edits(bytes, fenceLines: SourceScan(source).fenceLines))
        let text = String(decoding: edits.applied(to: bytes), as: UTF8.self)
        #expect(TextEdits.undone(edits.records(for: bytes), in: text) == source)
        return text
    }

    @Test(arguments: [
        ("{{< ref \"a\" >}}", "{{</* ref \"a\" */>}}"), ("`{{% x %}}`", "`{{%/* x */%}}`"),
        ("{{< a >}}{{< b >}}", "{{</* a */>}}{{</* b */>}}"), ("{{ x }}", "{{ x }}"),
        ("{{<", "{{\u{2060}<"), ("{{</* x */>}}", "{{\u{2060}</* x */>}}"),
        ("{{< a {{% b %}}", "{{\u{2060}< a {{%/* b */%}}"), ("{{% a >}}", "{{\u{2060}% a >}}"),
        ("```js {1,3}\n{x}\n```\n", "```js &#123;1,3}\n{x}\n```\n"),
        ("~~~{r}\n~~~", "~~~&#123;r}\n~~~"), ("    {x}", "    {x}"),
    ])
    func escapesHugoSyntax(source: String, expected: String) {
        #expect(escaped(source) == expected)
    }
}
