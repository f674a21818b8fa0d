import Foundation
import MarkdownText
import NoteModel
import TestSupport
import Testing

/// GitHub's specification, if it is available. Our renderer writes the HTML; cmark-gfm parses.
@Suite(
    .tags(.fast),
    .enabled(if: Places.hasShared("specs/gfm.json"), "needs the specification's examples"))
struct SpecificationTests {
    struct Example: Decodable {
        let markdown: String
        let html: String
        let example: Int
        let ext: [String]

        /// True if HTML of the text is HTML of the page, too; a notebook shows it as text.
        var passesHTML: Bool {
            markdown.matches(of: /<[A-Za-z\/!?][^>\n]*/).contains { html.contains($0.output) }
        }
    }

    @Test func rendersEveryExample() throws {
        let path = Places.shared + "/specs/gfm.json"
        let examples = try JSONDecoder().decode(
            [Example].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(examples.count > 600)
        var tested = 0
        for example in examples
        where !example.ext.contains("disabled") && !Self.otherwise.contains(example.example)
            && !example.passesHTML
        {
            var options = MarkdownCompiler.Options()
            options.lineBreaks = .markdown
            let html = filled(example.markdown, options: options, level: 1, image: markup)
            tested += 1
            if Self.unlinked.contains(example.example) {
                #expect(!html.contains("href"))
                continue
            }
            #expect(
                plain(html) == plain(example.html),
                "example \(example.example)")
        }
        #expect(tested > 590)
    }

    /// Examples that apply without the autolink extension, which is always on here (610 to 620);
    /// one that links FTP, which a notebook does not (628); and comments as later versions of
    /// CommonMark read them (644, 645), which is up to the parser.
    private static let otherwise: Set<Int> = [610, 614, 616, 619, 620, 628, 644, 645]

    /// Examples with links of schemes that a notebook does not link.
    private static let unlinked: Set<Int> = [604, 606, 607, 609]

    private func markup(_ image: MarkdownImage) -> String {
        let text = image.title.replacingOccurrences(of: "&", with: "&amp;")
        let title = text.isEmpty ? "" : " title=\"\(text)\""
        return "<img src=\"\(image.address)\" alt=\"\(image.description)\"\(title) />"
    }

    /// Replaces entities that make no difference to a browser.
    private func plain(_ html: String) -> String {
        html.replacingOccurrences(of: "&#39;", with: "'").replacingOccurrences(
            of: "&#x27;", with: "'")
    }
}
