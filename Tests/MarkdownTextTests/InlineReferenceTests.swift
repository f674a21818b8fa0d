import MarkdownText
import TestSupport
import Testing

/// Hashtags and wiki links in a text.
@Suite(.tags(.fast))
struct InlineReferenceTests {
    @Test(arguments: [
        ("#🎉party #☕️ a#🎈 #1️⃣ #©", ["🎉party", "☕️"]), ("#travel", ["travel"]),
        ("at #lake, and (#boat) too", ["lake", "boat"]),
        ("#ünï #日本語 #a_b-c #travel/italy", ["ünï", "日本語", "a_b-c", "travel/italy"]),
        ("#end. #dash- #slash/ #2014plans", ["end", "dash", "slash", "2014plans"]),
        // Numbers, colours, languages, addresses and headings are not tags.
        ("#123 #12-34 #fff #FFFFFF #1f2a3b #c0ffee80", []), ("#cafe #decade", ["cafe", "decade"]),
        ("C# F#m page#part /#x a&#b ##c #", []), ("# Heading\n\n## Two", []),
        ("https://example.org/#top [x](y#z) [#linked](z)", []),
        ("`#code`\n\n    #indented\n\n```\n#fenced\n```", []), ("\\#escaped and #not", ["not"]),
        ("# On #boats", ["boats"]),
        ("- #list\n- [ ] #task\n\n> #quote", ["list", "task", "quote"]),
        ("*#emphasis* **#strong**", ["emphasis", "strong"]), ("今日は、#旅行 へ", ["旅行"]), ("今日は#旅行", []),
        ("|a|\n|-|\n|#cell|", ["cell"]), ("#" + String(repeating: "x", count: 200), []),
    ])
    func findsTags(text: String, expected: [String]) {
        #expect(facts(text).tags == expected)
    }

    @Test func findsTheTagsOfTextThatIsNotParsed() {
        #expect(facts(costlyTable + "\n#private\n").tags == ["private"])
    }

    @Test(arguments: [
        ("a #b.", "a <a class=\"tag\" rel=\"tag\" href=\"tags/b.html\">#b</a>."),
        ("#none & #a", "#none &amp; <a class=\"tag\" rel=\"tag\" href=\"tags/a.html\">#a</a>"),
        ("[[a <b>]]", "<a href=\"to/a%20%3Cb%3E&amp;\">a &lt;b&gt;</a>"),
        (
            "[[x@2x.png]] [[__init__]]",
            "<a href=\"to/x@2x.png&amp;\">x@2x.png</a> <a href=\"to/__init__&amp;\">__init__</a>"
        ),
        (
            "[[https://a.b]] [[~~a~~]]",
            "<a href=\"to/https://a.b&amp;\">https://a.b</a> <a href=\"to/~~a~~&amp;\">~~a~~</a>"
        ),
        ("`[[a_b]]` [[a\nb_c_]]", "<code>[[a_b]]</code> [[a<br />\nb_c_]]"),
        ("[[a' b]]!", "<a href=\"to/a%27%20b&amp;\">a&#39; b</a>!"),
        ("[[a|words]] [[none|words]]", "<a href=\"to/a&amp;\">words</a> words"),
        ("[[a#b]]", "<a href=\"to/a#b&amp;\">a – b</a>"), ("![[none]]", "![[none]]"),
        ("[[none]] [[a]] [[]] [[a", "[[none]] <a href=\"to/a&amp;\">a</a> [[]] [[a"),
        ("[[snake_case_name]]", "<a href=\"to/snake_case_name&amp;\">snake_case_name</a>"),
        ("`[[a]]` [in #a link](x)", "<code>[[a]]</code> <a href=\"x\">in #a link</a>"),
        ("\\#a", "#a"), ("#a_b", "<a class=\"tag\" rel=\"tag\" href=\"tags/a_b.html\">#a_b</a>"),
    ])
    func linksTagsAndWikiLinks(text: String, expected: String) {
        let html = filled(
            text,
            address: { reference in
                switch reference.kind {
                case _ where reference.name == "none": nil
                case .wikiLink: "to/\(reference.name)&"
                case .tag: "tags/\(reference.name).html"
                default: nil
                }
            })
        // An apostrophe in an address can be written in two equivalent ways.
        #expect(
            html.replacing("&#39;", with: "'")
                == "<p>\(expected)</p>\n"
                .replacing("&#39;", with: "'").replacing("%27", with: "'"))
    }
}
