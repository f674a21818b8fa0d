import TestSupport
import Testing

@testable import MarkdownText

/// Changes of a text that an import undoes.
@Suite(.tags(.fast))
struct TextEditsTests {
    private func edits(_ edits: [(Range<Int>, String)]) -> TextEdits {
        TextEdits(edits.map { TextEdits.Edit(range: $0, replacement: Array($1.utf8)) })
    }

    private func applied(_ edits: TextEdits, to source: String) -> String {
        String(decoding: edits.applied(to: Array(source.utf8)), as: UTF8.self)
    }

    @Test func restoresTheSource() {
        let source = "a.jpg photos/a.jpg ![](a.jpg) end"
        let edits = edits([(23..<28, "photos/a.jpg")])
        let text = applied(edits, to: source)
        #expect(text == "a.jpg photos/a.jpg ![](photos/a.jpg) end")
        let records = edits.records(for: Array(source.utf8))
        #expect(
            records == [
                .init(now: "photos/a.jpg", was: "photos/a.jpg"),
                .init(now: "photos/a.jpg", was: "a.jpg"),
            ])
        #expect(TextEdits.undone(records, in: text) == source)
    }

    @Test func restoresWhatIsLeftOfAnEditedText() {
        let edits = edits([(4..<5, "new-a"), (10..<11, "new-b")])
        let source = "![](a)![](b)"
        let records = edits.records(for: Array(source.utf8))
        #expect(TextEdits.undone(records, in: "Before ![](new-b)") == "Before ![](b)")
        #expect(TextEdits.undone(records, in: "Nothing") == "Nothing")
    }

    /// Random texts of few characters, so that replacements occur elsewhere as well.
    @Test func restoresAnyText() {
        var random = SeededGenerator(seed: 27)
        for _ in 0..<3_000 {
            let count = random.number(in: 1...20)
            let source = (0..<count).map { _ in random.pick(["a", "b", "("]) }.joined()
            var list: [(Range<Int>, String)] = []
            var start = 0
            while start < source.utf8.count {
                let end = random.number(in: start...min(start + 3, source.utf8.count))
                let new = random.pick(["a", "ab", "aab", "(b"])
                if random.chance(0.5) { list.append((start..<end, new)) }
                start = end + 1
            }
            let edits = edits(list)
            let records = edits.records(for: Array(source.utf8))
            #expect(TextEdits.undone(records, in: applied(edits, to: source)) == source)
        }
    }
}
