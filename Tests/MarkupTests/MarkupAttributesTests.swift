import TestSupport
import Testing

@testable import Markup

/// The attributes of a page that contain identifiers or addresses.
@Suite(.tags(.fast))
struct MarkupAttributesTests {
    private static let names: Set = ["id", "href", "src", "srcset", "poster"]

    private func found(_ html: String) -> [String] {
        var found: [String] = []
        Array(html.utf8).withUnsafeBufferPointer { html in
            var scanner = MarkupScanner(html)
            while let token = scanner.next() {
                guard case .start = token else { continue }
                for attribute in scanner.attributes {
                    let name = scanner.text(attribute.name)
                    guard let value = attribute.value, Self.names.contains(name) else { continue }
                    found.append("\(name) \(String(decoding: html[value], as: UTF8.self))")
                }
            }
        }
        return found
    }

    @Test(arguments: [
        ("<a href=\"x.html\">y</a>", ["href x.html"]),
        ("<img src='a b.jpg' srcset=\"a 1x, b 2x\">", ["src a b.jpg", "srcset a 1x, b 2x"]),
        ("<video poster=p.jpg src=v.mp4>", ["poster p.jpg", "src v.mp4"]),
        ("<h2 id=one>", ["id one"]), ("<h2 class=\"x\"\n\tid=\"one\">", ["id one"]),
        ("<a href=\"\">", ["href "]), ("<a hidden href=\"x\">", ["href x"]),
        ("<a title='>' href=\"x\">", ["href x"]),
        ("<a title=\"id='no'\" id=b>", ["id b"]),
        ("<br/><img src=\"x\"/>", ["src x"]), ("<img src=x/>", ["src x/"]),
        ("<A href='x'><H1 id='y'>", ["href x", "id y"]),
        ("<A HREF='x' Id=y>", ["href x", "id y"]),
        ("<a href = 'x'\n id =y hidden>", ["href x", "id y"]),
        ("<a id=ü href=\"#ü\">", ["id ü", "href #ü"]),
        // Tags that are cut off.
        ("<a href=\"x.html", ["href x.html"]), ("<a id=x", ["id x"]),
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
    @Test func readsEveryPrefixOfAPage() {
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
