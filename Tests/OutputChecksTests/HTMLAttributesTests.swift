import TestSupport
import Testing

@testable import OutputChecks

/// The attributes of a page that contain identifiers or addresses.
@Suite(.tags(.fast))
struct HTMLAttributesTests {
    private func found(_ html: String) -> [String] {
        var found: [String] = []
        Array(html.utf8).withUnsafeBufferPointer { html in
            HTMLAttributes.forEach(in: html) { name, value in
                found.append("\(name) \(String(decoding: value, as: UTF8.self))")
            }
        }
        return found
    }

    @Test(arguments: [
        ("<a href=\"x.html\">y</a>", ["address x.html"]),
        ("<img src='a b.jpg' srcset=\"a 1x, b 2x\">", ["address a b.jpg", "addresses a 1x, b 2x"]),
        ("<video poster=p.jpg src=v.mp4>", ["address p.jpg", "address v.mp4"]),
        ("<h2 id=one>", ["identifier one"]), ("<h2 class=\"x\"\n\tid=\"one\">", ["identifier one"]),
        ("<a href=\"\">", ["address "]), ("<a hidden href=\"x\">", ["address x"]),
        ("<a title='>' href=\"x\">", ["address x"]),
        ("<a title=\"id='no'\" id=b>", ["identifier b"]),
        ("<br/><img src=\"x\"/>", ["address x"]), ("<img src=x/>", ["address x/"]),
        ("<A href='x'><H1 id='y'>", ["address x", "identifier y"]),
        ("<A HREF='x' Id=y>", ["address x", "identifier y"]),
        ("<a href = 'x'\n id =y hidden>", ["address x", "identifier y"]),
        ("<a id=ü href=\"#ü\">", ["identifier ü", "address #ü"]),
        // Tags that are cut off.
        ("<a href=\"x.html", ["address x.html"]), ("<a id=x", ["identifier x"]),
    ])
    func readsTheAttributesOfATag(html: String, attributes: [String]) {
        #expect(found(html) == attributes)
    }

    @Test(arguments: [
        "", "<", "a < b id=\"x\"", "</a href=\"x\">", "<!-- id=\"x\" -->", "<1 id=x>",
        "id=\"x\" href=\"y\"", "<a data-href=\"x\" xlink:href=\"x\" my-id=\"x\" hrefs=\"x\">",
        "<a href>", "<a id>", "&lt;a href=\"x\"&gt;", "<a>href=\"x\"</a>",
        "<a href=", "<a ",
    ])
    func readsNothingElse(html: String) {
        #expect(found(html) == [])
    }

    /// Every beginning of a page is read, and finds no more than the page.
    @Test func readsEveryBeginningOfAPage() {
        let page = "<a id='a'href=\"b#c\" x=<b><img\tsrcset='d 1x,e 2x'src=f/><p poster=g id=\"h\">"
        let all = found(page)
        #expect(all.count == 6)
        for end in page.indices {
            let part = found(String(page[..<end]))
            #expect(part.count <= all.count)
            #expect(part.dropLast().elementsEqual(all.prefix(max(0, part.count - 1))))
        }
    }
}
