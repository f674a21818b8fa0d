import TestSupport
import Testing

@testable import BuildPipeline

/// The comparison of two versions of a text, line by line.
@Suite(.tags(.fast))
struct TextComparisonTests {
    /// Returns rows as `diff --side-by-side` would print them: the marked words in brackets.
    private func rows(_ old: String, _ new: String, context: Int = 3) -> [String] {
        func text(_ line: TextComparison.Line?) -> String {
            guard let line else { return "-" }
            return "\(line.number) "
                + line.parts.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined()
        }
        return TextComparison(old: old, new: new, context: context).rows.map { row in
            switch row {
            case .same(let old, let new, let text): "\(old),\(new) \(text)"
            case .changed(let old, let new): "\(text(old)) | \(text(new))"
            case .gap(let count): "(\(count))"
            }
        }
    }

    @Test func marksChangedWords() {
        #expect(
            rows("a\nthe red house\nb", "a\nthe blue house\nb") == [
                "1,1 a", "2 the [red] house | 2 the [blue] house", "3,3 b",
            ])
    }

    @Test func findsAddedAndRemovedLines() {
        #expect(rows("a\nb", "a\nx\nb") == ["1,1 a", "- | 2 [x]", "2,3 b"])
        #expect(rows("a\nx\nb", "a\nb") == ["1,1 a", "2 [x] | -", "3,2 b"])
        #expect(rows("", "a") == ["- | 1 [a]"])
        #expect(rows("a", "") == ["1 [a] | -"])
        #expect(rows("", "") == [])
    }

    @Test func leavesOutLinesFarFromADifference() {
        let lines = (1...9).map { "line \($0)" }
        var changed = lines
        changed[4] = "other"
        #expect(
            rows(lines.joined(separator: "\n"), changed.joined(separator: "\n"), context: 1)
                == ["(3)", "4,4 line 4", "5 [line 5] | 5 [other]", "6,6 line 6", "(3)"])
        #expect(rows("a\nb", "a\nb") == ["(2)"])
    }

    /// Each version is complete and in order, whatever the differences.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func preservesEveryLine(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func text() -> [String] {
            (0..<random.number(in: 0...29)).map { _ in random.pick(["a", "b c", "", "d!", "é"]) }
        }
        let (old, new) = (text(), text())
        var (before, after): ([String], [String]) = ([], [])
        let comparison = TextComparison(
            old: old.joined(separator: "\n"), new: new.joined(separator: "\n"), context: 100)
        for row in comparison.rows {
            switch row {
            case .same(_, _, let text): (before, after) = (before + [text], after + [text])
            case .changed(let old, let new):
                if let old { before.append(old.parts.map(\.text).joined()) }
                if let new { after.append(new.parts.map(\.text).joined()) }
            case .gap(let count):
                // Equal versions are a gap alone.
                #expect(count == old.count && old == new)
                (before, after) = (old, new)
            }
        }
        // A text that is one empty line is empty.
        #expect(before == (old == [""] ? [] : old))
        #expect(after == (new == [""] ? [] : new))
    }

    @Test func findsTheFewChangesOfALongText() {
        let old = (0..<5000).map { "line \($0)" }
        let new = ["first"] + old.dropLast() + ["last"]
        let rows = rows(old.joined(separator: "\n"), new.joined(separator: "\n"), context: 0)
        #expect(
            rows == ["- | 1 [first]", "(4999)", "5000 [line] [4999] | 5001 [last]"]
                || rows == ["- | 1 [first]", "(4999)", "5000 [line 4999] | 5001 [last]"])
    }

    @Test func comparesLongTextsInTime() {
        let old = (0..<40_000).map { "old \($0)" }.joined(separator: "\n")
        let new = (0..<40_000).map { "new \($0)" }.joined(separator: "\n")
        #expect(TextComparison(old: old, new: new).rows.count == 40_000)
    }
}
