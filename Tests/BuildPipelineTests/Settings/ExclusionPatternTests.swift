import NoteModel
import Platform
import TestSupport
import Testing

@testable import BuildPipeline

/// The notes that exclusion rules match.
@Suite(.tags(.fast))
struct ExclusionPatternTests {
    /// Returns the titles of excluded notes, and the number of rules that match nothing.
    private func excluded(
        _ notes: [Note], report: Report = Report(), _ change: (inout NoteCriteria) -> Void
    ) -> (titles: [String], unused: Int) {
        var rules = PublicationRules()
        change(&rules.exclude)
        var notebook = Notebook(title: "N", notes: notes)
        var report = report
        let (notes, diagnostics) = rules.apply(to: &notebook, in: .utc, &report)
        return (notes.map(\.title), diagnostics.count)
    }

    @Test(arguments: [
        ("private", true), ("#private", true), ("PRIVATE", true), ("prívate", true),
        ("private/travel", true), ("priv*", true), ("*", true), ("*travel", true),
        ("/private/", true), ("p*e/t*l", true), ("**", true), ("pri*vate", true),
        ("priv", false), ("travel", false), ("private/tra", false), ("*x*", false),
        ("private/travel/more", false), ("p*e*e", false), ("", false),
    ])
    func matchesTagsAndNestedTags(pattern: String, isMatch: Bool) {
        let note = Note.made("A", tags: ["Private/Travel"])
        let found = excluded([note]) { $0.tags = [.init(pattern)] }
        #expect(found.titles.count == (isMatch ? 1 : 0))
        #expect(found.unused == (isMatch ? 0 : 1))
    }

    @Test(arguments: [
        ("it's over", true), ("It’s Over", true), ("ÍT'S OVER", true), ("it*", true),
        ("*s o*", true), ("It’s", false), ("over", false), ("/it's over", false),
    ])
    func matchesTitlesIgnoringCaseAndAccents(pattern: String, isMatch: Bool) {
        let found = excluded([.made("It’s over")]) { $0.titles = [.init(pattern)] }
        #expect(found.titles.count == (isMatch ? 1 : 0))
    }

    @Test(arguments: [
        ("Work", ["A", "B", "C"]), ("Work/", ["A", "B", "C"]), ("./Work/x.data", ["A", "B"]),
        ("work/X.DATA", ["A", "B"]), ("Work/x.data#2", ["B"]), ("Work/x.data#1", ["A"]),
        ("*.data", ["A", "B", "C"]), ("x.data", []), ("*/deep", ["C"]), ("Wor", []),
    ])
    func matchesSourcesFoldersAndSingleNotes(pattern: String, titles: [String]) {
        let notes = [
            Note.made("A", source: "Work/x.data"), .made("B", source: "Work/x.data", index: 1),
            .made("C", source: "Work/deep/y.data"), .made("D", source: "Workshop.plist"),
        ]
        #expect(excluded(notes) { $0.sources = [.init(pattern)] }.titles == titles)
    }

    @Test func removesUnrecognizedObjectsOfTheSameSource() {
        var rules = PublicationRules()
        rules.exclude.titles = ["Private"]
        let objects = ["a", "b"].map {
            UnrecognizedObject(source: $0, place: "root", description: .null)
        }
        var notebook = Notebook(
            title: "N",
            notes: [.made("Private", source: "a"), .made("Open", source: "a", index: 1)],
            unread: objects)
        var report = Report()
        _ = rules.apply(to: &notebook, in: .utc, &report)
        #expect(notebook.notes.map(\.title) == ["Open"])
        #expect(notebook.unread.map(\.source) == ["b"])
    }

    @Test func acceptsRulesForUnreadableSources() {
        var rules = PublicationRules()
        rules.exclude.sources = ["Old/*"]
        var notebook = Notebook(title: "N", notes: [])
        var report = Report()
        report.sources.failed = [
            .init(name: "Old/torn.data", reason: "cut"), .init(name: "New.data", reason: "cut"),
        ]
        report.diagnostics = ["Old/torn.data", "New.data"].map {
            .init(.damagedArchive, origin: .init(source: $0), summary: "s")
        }
        #expect(rules.apply(to: &notebook, in: .utc, &report).diagnostics.isEmpty)
        #expect(report.sources.failed.map(\.name) == ["New.data"])
        #expect(report.sources.skipped.map(\.name) == ["Old/torn.data"])
        #expect(report.diagnostics.map(\.origin.source) == ["New.data"])
    }

    @Test func reportsRequiredRulesThatMatchNothing() {
        let found = excluded([.made("A", tags: ["open"])]) {
            $0.tags = ["opn", .init("gone", isOptional: true)]
            $0.titles = ["B"]
            $0.sources = ["C"]
        }
        #expect(found.titles == [])
        #expect(found.unused == 3)
    }

    @Test func excludesANoteMatchedBySeveralRulesOnce() {
        let found = excluded([.made("A", tags: ["t"])]) {
            $0.tags = ["t", "T*"]
            $0.titles = ["a"]
        }
        #expect(found.titles == ["A"])
        #expect(found.unused == 0)
    }
}
