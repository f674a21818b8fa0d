import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline

/// The report of a run.
@Suite(.tags(.fast))
struct ReportTests {
    private let folder = TemporaryFolder()

    private func tree(written: Int = 0, removed: Int = 0) -> Report.Tree {
        .init(name: "site", files: 9, written: written, removed: removed, foreign: [])
    }

    @Test func countsNotesByKindAndCardsOfAllDecks() {
        var kinds = Report.Kinds()
        var napkin = Note.made("N")
        napkin.kind = .napkin
        var lecture = Note.made("L")
        lecture.kind = .lecture
        let cards = (0..<3).map { Card(question: "\($0)", answer: "") }
        let deck = Note(deck: Deck(cards), id: NoteID(source: "d", index: 0))
        for note in [.made("A"), napkin, lecture, deck, .made("B"), deck] { kinds.count(note) }
        #expect(kinds.note == 2 && kinds.napkin == 1 && kinds.lecture == 1 && kinds.deck == 2)
        #expect(kinds.cards == 6)
    }

    @Test func addsUpOnlyIfEverythingIsAccountedFor() {
        let changes: [(inout Report) -> Void] = [
            { $0.sources.found = 1 }, { $0.notes = 1 }, { $0.kinds.napkin = 1 },
            { $0.photos.referenced = 1 }, { $0.recordings.published = 1 },
            { $0.attachments.missing = [.init(name: "a", reason: "r")] },
            { $0.sources.failed = [.init(name: "a", reason: "r")] },
        ]
        #expect(Report().addsUp)
        for (index, change) in changes.enumerated() {
            var report = Report()
            change(&report)
            #expect(!report.addsUp, "change \(index)")
        }
        var report = Report()
        report.sources.found = 3
        report.sources.read = 1
        report.sources.skipped = [.init(name: "a", reason: "r")]
        report.sources.failed = [.init(name: "b", reason: "r")]
        report.photos.referenced = 2
        report.photos.published = 1
        report.photos.unreadable = [.init(name: "c", reason: "r")]
        #expect(report.addsUp)
    }

    @Test func isCompleteUnlessSomethingCouldNotBeRead() {
        func diagnosed(_ identifier: Diagnostic.Identifier) -> Report {
            var report = Report()
            report.diagnostics = [.init(identifier, origin: .init(source: "a"), summary: "s")]
            return report
        }
        #expect(Report().isComplete)
        #expect(diagnosed(.deadLink).isComplete && diagnosed(.foreignFile).isComplete)
        #expect(!diagnosed(.damagedArchive).isComplete)
        var report = Report()
        report.attachments.missing = [.init(name: "a", reason: "r")]
        #expect(!report.isComplete)
        #expect(UserError.unbalanced(report).message.contains("1 missing"))
    }

    @Test func writesTheSameBytesForTheSameRun() throws {
        var report = Report()
        report.trees = [tree(written: 1)]
        report.leftOut = ["a/b.data"]
        report.diagnostics = [
            .init(
                .deadLink, origin: .init(source: "a", place: "root[1]"), summary: "“ü”",
                suggestion: "x")
        ]
        let json = try report.json()
        #expect(try report.json() == json)
        #expect(json.last == 0x0A)
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.contains("\"a/b.data\"") && text.contains("“ü”"))
        let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        let diagnostic = (object?["diagnostics"] as? [[String: String]])?.first
        #expect(
            diagnostic == [
                "identifier": "dead-link", "severity": "warning", "source": "a", "place": "root[1]",
                "summary": "“ü”", "suggestion": "x",
            ])
    }

    @Test func leavesTheFileAloneIfNothingChanged() throws {
        let path = folder.path + "/report.json"
        var report = Report()
        report.trees = [tree(written: 5, removed: 2)]
        try report.write(to: path)
        let first = try LocalFiles.read(path)
        report.trees = [tree()]
        try report.write(to: path)
        #expect(try LocalFiles.read(path) == first)
        report.notes = 1
        try report.write(to: path)
        #expect(try LocalFiles.read(path) != first)
    }

    @Test func readsTheDiagnosticsOfAnEarlierReport() throws {
        var report = Report()
        report.diagnostics = ["a", "b", "a"].map {
            .init(.deadLink, origin: .init(source: ""), summary: $0)
        }
        try report.write(to: folder.path + "/r")
        #expect(Report.diagnostics(ofReportAt: folder.path + "/r") == report.diagnostics)
        try folder.write("{\"diagnostics\": [{}]}", to: "damaged")
        for name in ["absent", "damaged", ""] {
            #expect(Report.diagnostics(ofReportAt: folder.path + "/" + name) == [])
        }
    }
}
