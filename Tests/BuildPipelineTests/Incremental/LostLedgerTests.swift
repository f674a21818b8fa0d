import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Builds of a published notebook whose ledger of addresses is missing or damaged.
@Suite(.tags(.acceptance))
struct LostLedgerTests {
    let build: NotebookBuild
    private var ledger: String { build.output + "/.notebinder/ledger.json" }
    /// The page that redirects from the former address of the note to the current one.
    private static let redirect = "notes/first-title.html"

    init() throws {
        build = try NotebookBuild()
        let day = Date(timeIntervalSince1970: 1e9)
        try build.add("1.data", note: ArchivedNote(title: "First title", body: "x", created: day))
        try build.run()
        try build.add("1.data", note: ArchivedNote(title: "Second title", body: "x", created: day))
        try build.run()
        #expect(try build.tree("site").names.contains(Self.redirect))
    }

    private func expectRefusal(
        naming words: String, change: (inout BuildOptions) -> Void = { _ in }
    ) throws {
        let before = try build.tree("site")
        #expect {
            try build.run(change: change)
        } throws: { error in
            let message = (error as? UserError)?.message ?? ""
            return message.contains(words) && message.contains("--new-ledger")
        }
        #expect(try build.tree("site") == before)
    }

    private func expectNewLedger() throws {
        try build.run { $0.startsNewLedger = true }
        #expect(try LocalFiles.status(ledger) != nil)
        let names = try build.tree("site").names
        #expect(names.contains("notes/second-title.html") && !names.contains(Self.redirect))
        #expect(try build.run().isUnchanged)
    }

    @Test func refusesToPublishWithoutIt() throws {
        try LocalFiles.remove(ledger)
        try expectRefusal(naming: "is missing")
        try expectRefusal(naming: "is missing") { $0.isFull = true }
        try expectRefusal(naming: "is missing") { $0.isDry = true }
        #expect(try LocalFiles.status(ledger) == nil)
        try expectNewLedger()
    }

    @Test func refusesToPublishWithADamagedOne() throws {
        try LocalFiles.replace(ledger, bytes: Array("{".utf8))
        try expectRefusal(naming: "is not a ledger")
        try expectNewLedger()
    }

    @Test func refusesACopyOfTheRecordsWithoutIt() throws {
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

    @Test func startsOneAfterAFirstRunThatWasKilled() throws {
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
    @Test func writesOneForANotebookThatPublishesNoNote() throws {
        let other = build.folder.path + "/Other"
        for body in ["one", "two"] {
            try build.add("1.data", note: ArchivedNote(title: "Private", body: body))
            try build.run(output: other) { $0.exclusions.titles = ["Private"] }
        }
        #expect(try LocalFiles.status(other + "/.notebinder/ledger.json") != nil)
    }
}
