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
        ("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n", "conflict marks"),
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
        ("missing/addresses.json", "does not exist"), ("MyNotes", "cannot be read"),
        ("/proc/addresses.json", "cannot be written"),
    ])
    func publishesNothingIfTheLedgerCannotBeKept(path: String, problem: String) throws {
        try build.add("1.data", title: "One")
        let path = path.hasPrefix("/") ? path : build.folder.path + "/" + path
        let error = #expect(throws: UserError.self) { try build.run { $0.ledger = path } }
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
        #expect(!FileManager.default.fileExists(atPath: build.output + "/site"))
    }

    @Test func refusesTheLedgerOfAnotherNotebook() throws {
        try publish(change: keep)
        let other = NotebookBuild()
        try other.add("other.data", title: "Other")
        let error = #expect(throws: UserError.self) { try other.run(change: keep) }
        #expect(error?.message.contains("None of the 1 notes") == true, "\(error?.message ?? "")")
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
