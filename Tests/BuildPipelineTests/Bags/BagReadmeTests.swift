import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline

/// The text for a reader who finds a bag in ten years.
@Suite(.tags(.fast))
struct BagReadmeTests {
    private func text(
        _ notes: [Note], title: String = "Notes", oddNames: Bool = false,
        change: (inout Report) -> Void = { _ in }
    ) -> String {
        var report = Report()
        report.notes = notes.count
        change(&report)
        let readme = BagReadme(
            notebook: Notebook(title: title, notes: notes), report: report, hasOddNames: oddNames)
        return String(decoding: readme.bytes, as: UTF8.self)
    }

    @Test func underlinesTheTitle() {
        #expect(text([], title: "Köln 😀").hasPrefix("Köln 😀\n======\n"))
        let long = String(repeating: "a", count: 200)
        #expect(
            text([], title: long).hasPrefix(long + "\n" + String(repeating: "=", count: 72) + "\n"))
    }

    @Test func countsNotesAndGivesTheirDateRange() {
        #expect(text([.made("A")]).contains("An archival copy of 1 note, that"))
        let dated = [
            Note.made("A", modified: .day(2019, month: 12, day: 31)),
            .made("B", created: .day(2012, month: 2, day: 29)), .made("C"),
        ]
        #expect(text(dated).contains("of 3 notes,\nof 2012-02-29 to 2019-12-31, that"))
    }

    @Test func mentionsExcludedNotes() {
        #expect(!text([.made("A")]).contains("left"))
        let some = text([.made("A")]) { $0.leftOut = ["x", "y"] }
        #expect(some.contains("The owner left 2 notes out of site/"))
        #expect(some.contains("\n1. The archives in originals/ hold all."))
    }

    @Test func explainsEscapedNamesOnlyWhenPresent() {
        #expect(!text([]).contains("%25"))
        #expect(text([], oddNames: true).contains("%25, %0A or %0D"))
        #expect(text([]).contains("sha256sum --check manifest-sha256.txt"))
    }

    @Test func listsWhatCouldNotBeRead() {
        let lost = text([]) {
            $0.diagnostics = [
                .init(.damagedArchive, origin: .init(source: "a"), summary: "a is torn."),
                .init(.deadLink, origin: .init(source: "b"), summary: "b links nothing."),
            ]
        }
        #expect(lost.hasSuffix("What could not be read when this was made\n\n  a is torn.\n"))
        #expect(!text([]).contains("could not be read"))
    }
}
