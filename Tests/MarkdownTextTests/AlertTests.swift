import Foundation
import TestSupport
import Testing

@testable import MarkdownText

/// GitHub's alerts: block quotes whose first line names a kind.
@Suite(.tags(.fast))
struct AlertTests {
    @Test(arguments: Alert.allCases) func showsAKindWithItsName(alert: Alert) {
        let marker = "[!\(alert.rawValue.uppercased())]"
        for source in ["> \(marker)\n> Text *here*", "> \(marker)  \n>\n> Text *here*"] {
            #expect(
                filled(source, page: .test) == """
                    <div class="alert alert-\(alert.rawValue)">
                    <p class="alert-title">\(alert.rawValue.uppercased())</p>
                    <p>Text <em>here</em></p>
                    </div>

                    """)
        }
    }

    @Test(arguments: [
        "> [!NOTE]", "> [!OTHER]\n> text", "> text\n> [!NOTE]",
        "> - [!NOTE]\n>   text", "> **[!NOTE]**\n> text", "> # [!NOTE]\n> text", "[!NOTE]\ntext",
        "> [! NOTE]\n> text", "> \\[!NOTE]\n> text", "> \\[!NOTE\\] words\n> text",
    ])
    func ignoresInvalidAlertMarkers(source: String) {
        #expect(!filled(source, page: .test).contains("class=\"alert"))
    }

    /// Obsidian's callouts.
    @Test(arguments: [
        ("> [!question]- *My* title\n> text", "important", "My title", "<p>text</p>"),
        ("> [!bug]+\n> text", "caution", "CAUTION", "<p>text</p>"),
        ("> [!Tip] Only a `title`", "tip", "Only a title", ""),
        ("> [!info] See [[Other|this]] #tag\n>\n> text", "note", "See this #tag", "<p>text</p>"),
    ])
    func showsACalloutWithItsTitle(source: String, kind: String, title: String, text: String) {
        #expect(
            filled(source, page: .test) == """
                <div class="alert alert-\(kind)">
                <p class="alert-title">\(title)</p>
                \(text.isEmpty ? "" : text + "\n")</div>

                """)
        #expect(facts(source).tags == (title.contains("#") ? ["tag"] : []))
    }

    @Test func nestsInListsAndOtherQuotes() {
        let html = filled("- a\n\n  > [!tip]\n  > > [!NOTE]\n  > > b\n  >\n  > c", page: .test)
        #expect(html.contains("<div class=\"alert alert-tip\">"))
        #expect(html.contains("<div class=\"alert alert-note\">"))
        #expect(html.components(separatedBy: "</div>").count == 3)
        #expect(!html.contains("[!"))
    }

    @Test func omitsTheMarkerFromPlainText() {
        let (text, facts) = compiled("> [!NOTE]\n> Words\n\nMore", page: .test)
        #expect(text.words == "Words\nMore\n")
        #expect(facts.excerpt == "Words · More")
    }

    /// The HTML of the specification has no alerts.
    @Test func rendersABlockquoteWithoutPageMarkup() {
        #expect(filled("> [!NOTE]\n> a").contains("<blockquote>"))
    }
}
