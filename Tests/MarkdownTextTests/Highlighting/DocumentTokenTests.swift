import TestSupport
import Testing

/// Tokens of JSON, YAML, HTML, CSS and diffs.
@Suite(.tags(.fast))
struct DocumentTokenTests {
    @Test(arguments: [
        #"{ ‹p:"a \"b\""› : ‹n:-1.5e-3›, ‹s:"d:e"›, ‹k:null›, ‹k:true› }"#,
        "{ ‹p:\"a\"›\n: [‹s:\"b\"›, ‹s:\"c\"›] }",
        "{ ‹p:f›: ‹s:'g'›, ‹p:null›: ‹n:1› } ‹c:// h›",
    ])
    func marksJSON(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "json") == marked)
    }

    @Test(arguments: [
        "‹p:a b›: c d ‹c:# e›\n‹p:url›: http://example.org/a#b",
        "‹p:\"a\"›: ‹s:'it''s'›\n‹p:b›: ‹s:\"c: \\\"d\\\"\"›",
        "- ‹n:-1.5e3›\n- ‹k:true›\n- ‹k:~›\n- 1.2.3\n- 12:30\n- ‹n:0x1F›",
        "- [a, ‹s:'b'›, {‹p:c›: ‹n:1›, ‹p:\"d\"›:‹n:2›}]",
        "‹p:a›: ‹a:&b› ‹a:!!str› ‹n:1›\n‹p:<<›: ‹a:*b›",
        "‹p:a›: ‹a:|-› ‹c:# b›\n‹s:  c: d # e›\n\n‹s:  f›\n‹p:g›: h",
        "- ‹p:a›: ‹a:>›\n‹s:    b›\n  ‹p:c›: d",
        "‹a:%YAML 1.2›\n‹a:---›\n‹p:a›: --- b\n‹a:...›",
    ])
    func marksYAML(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "yaml") == marked)
    }

    @Test(arguments: [
        "‹a:<!DOCTYPE html>›\n<‹k:a-b› ‹p:c›=‹s:\"1 > 0\"› ‹p:d›=‹s:e› ‹p:f›/>",
        "‹c:<!-- <b> -- -->›It's 5 < 6 ‹n:&amp;› & ‹n:&#xE9;› <‹k:b›>\"if\"</‹k:b›>",
        "<‹k:p› ‹p:a›=‹s:'b›\n‹s:c'›>d",
        "<‹k:script› ‹p:src›=‹s:\"a\"›>‹k:let› b = ‹s:\"</b>\"›</‹k:script›>let",
        "<‹k:STYLE›>‹t:.a› { ‹p:b›: ‹n:1px› }</‹k:STYLE›><‹k:p›>",
        "‹a:<?xml version=\"1.0\"?>› ‹a:<![CDATA[›‹s:<a>›‹a:]]>›",
    ])
    func marksHTML(marked: String) throws {
        // Character references are part of the code here.
        let code = marked.replacing(/‹\w:/, with: "").replacing("›", with: "")
        let html = try HighlightedCode(Array(code.utf8), language: "html")
        var expected = marked.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        expected = expected.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        expected = expected.replacing(/‹(\w):/) { "<span class=\"\($0.output.1)\">" }
        #expect(
            String(decoding: html.html, as: UTF8.self) == expected.replacing("›", with: "</span>"))
    }

    @Test(arguments: [
        "‹k:a›‹a::hover›, ‹t:.b› > ‹t:#c›[‹p:d›=‹s:\"{\"›] { ‹p:color›: ‹n:#fff› }",
        "‹t:.a› { ‹p:b›: ‹n:0› auto ‹n:-1.5em› ‹n:50%› ‹k:!important›; ‹p:--c›: ‹f:var›(‹v:--d›) }",
        #"‹t:.a› { ‹p:b›: ‹f:url›(‹s:http://c;d.png›) e; ‹p:content›: ‹s:"{\"}"›; }"#,
        "‹k:@media› screen ‹k:and› (‹p:min-width›: ‹n:600px›) { ‹k:p› { ‹p:a›: b } } ‹c:/* { */›",
        "‹v:$a›: ‹n:1px›; ‹t:.b› { &‹a::hover› { ‹p:c›: ‹v:$a› } }",
        "‹t:.a› { ‹k:@include› ‹f:b›(‹n:2›); } ‹c:// c›",
        "‹k:@keyframes› a { ‹k:from› { ‹p:b›: ‹n:0› } ‹n:50%› { ‹p:b›: ‹n:.5› } }",
    ])
    func marksCSS(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "css") == marked)
    }

    /// Within a hunk, a deleted line may look like the name of a file.
    @Test(arguments: [
        "‹h:--- a/b›\n‹h:+++ b/b›\n‹h:@@ -1,2 +1,2 @@ c›\n d\n‹d:--- e›\n‹i:+++ f›\n‹h:--- g›",
        "‹h:diff --git a/b b/b›\n‹d:-a›\n‹i:+b›\n c\n‹c:\\ No newline at end of file›",
        "‹h:@@ -1 +1 @@›\n‹d:-\"a\" & <b>›\n‹i:+b›\n",
    ])
    func marksDiffs(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "diff") == marked)
    }
}
