import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// Builds of a published notebook whose ledger of addresses is missing or damaged.
@Suite(.tags(.acceptance))
struct LostLedgerTests {
    let build = NotebookBuild()
    private var ledger: String { build.output + "/.notebinder/ledger.json" }
    /// The page that redirects from the former address of the note to the current one.
    private static let redirect = "notes/first-title.html"

    init() throws {
        let day = Date(timeIntervalSince1970: 1e9)
        for title in ["First title", "Second title"] {
            try build.add("1.data", title: title, created: day)
            try build.run()
        }
        #expect(try build.tree("site").names.contains(Self.redirect))
    }

    @Test(arguments: [(nil, "is missing"), ("{", "is not a ledger")])
    func refusesToPublishWithoutAnIntactLedger(text: String?, problem: String) throws {
        try LocalFiles.remove(ledger)
        if let text { try build.folder.write(text, to: "Notebook/.notebinder/ledger.json") }
        let changes: [(inout BuildOptions) -> Void] = [
            { _ in }, { $0.isFull = true }, { $0.isDry = true },
        ]
        for change in changes {
            let before = try build.tree("site")
            let error = #expect(throws: UserError.self) { try build.run(change: change) }
            let message = error?.message ?? ""
            #expect(message.contains(problem) && message.contains("--new-ledger"), "\(message)")
            #expect(try build.tree("site") == before)
        }
        #expect((try? LocalFiles.read(ledger)) == text.map { Array($0.utf8) })
        try build.run { $0.startsNewLedger = true }
        #expect(try LocalFiles.status(ledger) != nil)
        let names = try build.tree("site").names
        #expect(names.contains("notes/second-title.html") && !names.contains(Self.redirect))
        #expect(try build.run().isUnchanged)
    }

    @Test func refusesCopiedRecordsWithoutALedger() throws {
        let copy = build.folder.path + "/Copy"
        for path in try LocalFiles.files(below: build.output)
        where !path.hasSuffix("ledger.json") && !path.hasSuffix("lock") {
            try LocalFiles.makingFolder(of: copy + "/" + path) { target in
                try LocalFiles.copy(build.output + "/" + path, to: target)
            }
        }
        #expect(throws: UserError.self) { try build.run(output: copy) }
    }

    @Test func keepsALedgerThatCanBeRead() throws {
        try build.run {
            $0.startsNewLedger = true
            $0.isFull = true
        }
        #expect(try build.tree("site").names.contains(Self.redirect))
    }

    @Test func startsALedgerAfterAKilledFirstRun() throws {
        let other = build.folder.path + "/Other"
        let records = "/.notebinder"
        try LocalFiles.makeFolder(other + records + "/manifests")
        for (name, copy) in [("/format", "/format"), ("/manifests/site", "/manifests/site.next")] {
            try LocalFiles.copy(build.output + records + name, to: other + records + copy)
        }
        try build.run(output: other)
        #expect(try LocalFiles.status(other + records + "/ledger.json") != nil)
    }

    /// An empty ledger is written as well, so that the next run does not take it for lost.
    @Test func writesALedgerWithoutPublishedNotes() throws {
        let other = build.folder.path + "/Other"
        for body in ["one", "two"] {
            try build.add("1.data", title: "Private", body: body)
            try build.run(output: other) { $0.rules.exclude.titles = ["Private"] }
        }
        #expect(try LocalFiles.status(other + "/.notebinder/ledger.json") != nil)
    }
}
