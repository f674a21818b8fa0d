import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteModel
import SitePages
import TestSupport
import Testing

/// Builds of a notebook whose owner keeps the ledger of addresses outside of the output folder.
@Suite(.tags(.acceptance))
struct KeptLedgerTests {
    let build = NotebookBuild()
    private var kept: String { build.folder.path + "/addresses.json" }
    private var own: String { build.output + "/.notebinder/ledger.json" }
    /// The page that redirects from the former address of the note to the current one.
    private static let redirect = "notes/first-title.html"

    /// Publishes a note, and again with another title.
    private func publish(change: (inout BuildOptions) -> Void) throws {
        for title in ["First title", "Second title"] {
            try build.add("1.data", title: title, created: Date(timeIntervalSince1970: 1e9))
            try build.run(change: change)
        }
        #expect(try build.tree("site").names.contains(Self.redirect))
    }

    private func keep(_ options: inout BuildOptions) { options.ledger = kept }

    @Test func keepsFormerAddressesWithoutTheOutputFolder() throws {
        try addEverything(to: build)
        try publish(change: keep)
        #expect(try LocalFiles.status(own) == nil)
        func trees() throws -> [[String: [UInt8]]] {
            try ["site", "markdown", "json"].map { try build.tree($0).bytes }
        }
        let before = try trees()
        try LocalFiles.remove(build.output)
        try build.run(change: keep)
        #expect(try trees() == before)
        // The next run has nothing to do, wherever the ledger is.
        build.settle()
        try build.run(change: keep)
        #expect(try build.run(change: keep).isUnchanged)
    }

    @Test func takesOverTheLedgerOfAPublishedNotebook() throws {
        try publish { _ in }
        let before = try LocalFiles.read(own)
        try build.run(change: keep)
        #expect(try LocalFiles.read(kept) == before)
        #expect(try LocalFiles.status(own) == nil, "there is one ledger")
        #expect(try build.tree("site").names.contains(Self.redirect))
        // Without the setting, the ledger is missing, and not begun anew.
        let error = #expect(throws: UserError.self) { try build.run() }
        #expect(error?.message.contains("is missing") == true)
    }

    /// Content in the place of the ledger, and words of the sentence about it.
    private static let unusable: [(content: String, problem: String)] = [
        ("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n", "conflict markers"),
        (#"{"format": 99, "notes": []}"#, "newer Notebinder"),
        ("{", "is not a ledger"),
    ]

    @Test(arguments: unusable)
    func publishesNothingWithAnUnusableLedger(content: String, problem: String) throws {
        try publish(change: keep)
        let before = try build.tree("site")
        try build.folder.write(content, to: "addresses.json")
        try build.add("2.data", title: "New")
        let error = #expect(throws: UserError.self) { try build.run(change: keep) }
        let message = error?.message ?? ""
        #expect(message.contains(problem) && message.contains(kept), "\(message)")
        #expect(try build.tree("site") == before)
        #expect(try String(decoding: LocalFiles.read(kept), as: UTF8.self) == content)
    }

    @Test(arguments: [
        ("missing/addresses.json", "does not exist"), ("Folder", "cannot be read"),
        ("/proc/addresses.json", "cannot be written"),
    ])
    func publishesNothingIfTheLedgerCannotBeKept(path: String, problem: String) throws {
        try build.add("1.data", title: "One")
        try LocalFiles.makeFolder(build.folder.path + "/Folder")
        let path = path.hasPrefix("/") ? path : build.folder.path + "/" + path
        let error = #expect(throws: UserError.self) { try build.run { $0.ledger = path } }
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
        #expect(!FileManager.default.fileExists(atPath: build.output + "/site"))
    }

    @Test(arguments: ["MyNotes/a.json", "Notebook/a.json", "Notebook/site/a.json", "link/a.json"])
    func refusesALedgerAmongNotesAndPages(path: String) throws {
        try build.add("1.data", title: "One")
        try build.run()
        try FileManager.default.createSymbolicLink(
            atPath: build.folder.path + "/link", withDestinationPath: build.notes)
        let path = build.folder.path + "/" + path
        let error = #expect(throws: UserError.self) { try build.run { $0.ledger = path } }
        #expect(error?.message.contains("is in the folder") == true, "\(error?.message ?? "")")
    }

    @Test func followsALinkToTheLedger() throws {
        let link = build.folder.path + "/link.json"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "addresses.json")
        try build.add("1.data", title: "One")
        let error = #expect(throws: UserError.self) { try build.run { $0.ledger = link } }
        #expect(error?.message.contains("is a link") == true, "\(error?.message ?? "")")
        try publish(change: keep)
        let before = try LocalFiles.read(kept)
        try build.add("2.data", title: "Two")
        try build.run { $0.ledger = link }
        #expect(try LocalFiles.read(kept) != before)
        #expect(try LocalFiles.linkTarget(link) == "addresses.json")
    }

    /// A preview in another output folder must not take the addresses of the published notebook away.
    @Test func refusesALedgerThatLacksAddressesOfTheNotebook() throws {
        try publish { _ in }
        try build.run(output: build.folder.path + "/Preview", change: keep)
        let error = #expect(throws: UserError.self) { try build.run(change: keep) }
        let message = error?.message ?? ""
        #expect(message.contains(own) && message.contains(kept), "\(message)")
        try LocalFiles.remove(kept)
        try LocalFiles.rename(own, to: kept)
        try build.run(change: keep)
        #expect(try build.tree("site").names.contains(Self.redirect))
    }

    @Test func replacesNoOtherFileByANewLedger() throws {
        try build.folder.write("{\"name\": \"site\"}", to: "addresses.json")
        try build.add("1.data", title: "One")
        let error = #expect(throws: UserError.self) {
            try build.run {
                keep(&$0)
                $0.startsNewLedger = true
            }
        }
        #expect(error?.message.contains("Correct “ledger”") == true, "\(error?.message ?? "")")
    }

    @Test func holdsARollback() throws {
        try publish(change: keep)
        build.settle()
        var options = BuildOptions(
            notes: build.notes, output: build.output, photoWorker: Places.photoWorker)
        keep(&options)
        try build.run(change: keep)
        _ = try BuildPipeline.rollBack(options)
        build.settle()
        try build.run(change: keep)
        #expect(try !build.tree("site").names.contains("notes/second-title.html"))
    }

    @Test func refusesTheLedgerOfAnotherNotebook() throws {
        try publish(change: keep)
        let other = NotebookBuild()
        try other.add("other.data", title: "Other")
        let error = #expect(throws: UserError.self) { try other.run(change: keep) }
        #expect(error?.message.contains("None of the notes") == true, "\(error?.message ?? "")")
        try other.run {
            keep(&$0)
            $0.allowsRemovals = true
        }
        #expect(try other.tree("site").names.contains("notes/other.html"))
    }

    @Test func saysWhatABeginningWithoutALedgerMeans() throws {
        try build.add("1.data", title: "One")
        let address = try #require(SiteAddress("https://example.org/notes/"))
        func reported() throws -> [String] {
            try build.run { $0.site.address = address }.diagnostics
                .filter { $0.identifier == .newLedger }.map(\.suggestion)
        }
        let told = try #require(try reported().first)
        #expect(told.contains("https://example.org/notes/") && told.contains(own))
        try build.add("1.data", title: "One", body: "more")
        #expect(try reported().isEmpty)
    }

    /// Files on another host have other inodes and times, so they are read again, and nothing else is
    /// done again.
    @Test func findsEverythingInACopiedCache() throws {
        try addEverything(to: build)
        try publish(change: keep)
        let copy = NotebookBuild()
        for (from, to) in [(build.notes, copy.notes), (build.output, copy.output)] {
            for path in try LocalFiles.files(below: from) where !path.hasSuffix("/lock") {
                try LocalFiles.makingFolder(of: to + "/" + path) { target in
                    try LocalFiles.create(target, bytes: LocalFiles.read(from + "/" + path))
                }
            }
        }
        var options = BuildOptions(
            notes: copy.notes, output: copy.output, photoWorker: Places.photoWorker)
        keep(&options)
        let outcome = try copy.outcome(options)
        let computed = Set(outcome.cacheCounts.filter { $0.value.computed > 0 }.keys)
        #expect(computed.isSubset(of: ["read", "hash", "permalinks"]), "\(computed)")
        #expect(outcome.cacheCounts["compile"]?.found ?? 0 > 0)
        #expect(try copy.tree("site").bytes == build.tree("site").bytes)
    }
}
