import TestSupport
import Testing

@testable import MarkdownText

/// Footnotes: every reference leads to its note, and every note back.
@Suite(.tags(.fast))
struct FootnoteTests {
    private static let texts = [
        "a[^x] b[^x] c[^y]\n\n[^x]: one\n[^y]: two",
        "a[^x]\n\n[^x]: one\n\n    - two\n    - three",
        "a[^x]\n\n[^x]: one\n\n    ```\n    code\n    ```",
        "a[^x]\n\n[^x]: one[^y]\n[^y]: two",
        "# Head[^x]\n\n|a[^y]|\n|-|\n|b[^x]|\n\n[^y]: two\n[^x]: one",
        "a[^x] b[^x] c[^x] d[^x]\n\n[^x]: # heading only",
        "> a[^x]\n\n- b[^X]\n\n[^x]: case does not matter",
        "a[^日本]\n\n[^日本]: any name",
    ]

    @Test(arguments: texts, ["", "n1."])
    func linksReferencesAndNotesBothWays(text: String, prefix: String) {
        for page in [nil, PageMarkup.test] {
            let query = HTMLQuery(filled(text, page: page, prefix: prefix))
            #expect(query.complaints.isEmpty)
            let identifiers = query.elements.compactMap { $0.attributes["id"] }
            #expect(Set(identifiers).count == identifiers.count)
            let links = query.links.filter { $0.contains("fn") }
            #expect(!links.isEmpty)
            for link in links {
                #expect(link.hasPrefix("#" + prefix))
                #expect(identifiers.contains(String(link.dropFirst())), "\(link)")
            }
            // There is a way back from each note to each of its references.
            let references = query.all("sup", withClass: "footnote-ref").count
            let ways = query.elements.count { $0.classes.contains("footnote-backref") }
            #expect(ways == references)
        }
    }

    @Test func numbersNotesByTheirFirstReference() {
        let html = filled("b[^b] a[^a] b[^b]\n\n[^a]: A\n[^b]: B", page: .test)
        let notes = HTMLQuery(html).all("li").map(\.text)
        #expect(notes.map { $0.trimmingPrefix("\n").prefix(1) } == ["B", "A"])
        let numbers = HTMLQuery(html).all("sup").map(\.text)
        #expect(numbers == ["1", "2", "1"])
    }

    @Test func leavesOutANoteWithoutReferences() {
        let html = filled("a\n\n[^x]: lost", page: .test)
        #expect(!html.contains("lost") && !html.contains("footnotes"))
    }

    @Test func showsAReferenceWithoutANoteAsText() {
        #expect(filled("a[^none]", page: .test) == "<p>a[^none]</p>\n")
    }

    @Test func keepsIdentifiersApartFromThoseOfHeadings() {
        let html = filled("# fnref.1\n\n# fn.1\n\na[^x]\n\n[^x]: b", page: .test)
        let identifiers = HTMLQuery(html).elements.compactMap { $0.attributes["id"] }
        #expect(Set(identifiers) == ["fnref1", "fn1", "fnref.1", "fn.1"])
    }

    @Test func countsOccurrencesOfOneNote() {
        var numbers = FootnoteNumbers(nil)
        #expect(numbers.nextReference(to: 1) == "fnref-1")
        #expect(numbers.nextReference(to: 1) == "fnref-1-2")
        #expect(numbers.nextReference(to: 2) == "fnref-2")
        let sections = [numbers.openSection(), numbers.openSection()]
        #expect(sections == [true, false])
        #expect(numbers.nextDefinition() == 1)
        #expect(!numbers.hasReferredBack)
        #expect(numbers.backReferences() == ["fnref-1", "fnref-1-2"])
        #expect(numbers.hasReferredBack)
        #expect(numbers.nextDefinition() == 2)
        #expect(!numbers.hasReferredBack)
        #expect(numbers.backReferences() == ["fnref-2"])
    }
}
