import Foundation
import TestSupport
import Testing

/// The options that all commands share.
@Suite(.tags(.acceptance), .timeLimit(.minutes(5)))
struct CommonOptionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String) throws -> FinishedProgram {
        try FinishedProgram(
            "/bin/sh", arguments: ["-c", "'\(Places.notebinder)' \(arguments)"], in: folder.path)
    }

    @Test func printsResultsAsJSON() throws {
        #expect(try run("sample").status == 0)
        #expect(try run("build").status == 2)
        for arguments in [
            "list", "show Sunrise", "photos list Haiku\\ 1", "cards list French", "check",
            "restore", "build", "build --full", "build --dry-run", "verify Notebook",
            "bag --output Bag", "verify Bag", "bind --output book.html",
            "import Notebook/json --notes New", "diff Notebook Bag", "doctor",
            "rollback",
        ] {
            let run = try run(arguments + " --json")
            #expect([0, 1, 2].contains(run.status), "\(arguments): \(run.errors)")
            if run.output.isEmpty {
                #expect(run.status == 1, "\(arguments): \(run.errors)")
            } else {
                #expect(throws: Never.self, "\(arguments): \(run.output.prefix(200))") {
                    try JSONSerialization.jsonObject(with: Data(run.output.utf8))
                }
            }
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func printsCompletionScripts(_ shell: String) throws {
        let run = try run("completions \(shell)")
        #expect(run.status == 0)
        #expect(run.output.contains("notebinder"))
        #expect(try self.run("completions tcsh").status == 64)
    }

    @Test func colorsErrorsOnRequestOnly() throws {
        #expect(try run("build missing").errors.hasPrefix("notebinder: "))
        #expect(
            try run("build missing --color always").errors.hasPrefix("\u{1B}[1;31mnotebinder: "))
        #expect(try run("build missing --color sometimes").status == 64)
    }

    @Test func rejectsOptionsThatExcludeEachOther() throws {
        let run = try run("list --quiet --verbose")
        #expect(run.status == 64)
        #expect(run.errors.contains("exclude each other"))
    }

    @Test func cutsLongListsOfCandidates() throws {
        for number in 1...9 {
            #expect(try run("new 'Harbour \(number)' --text x").status == 0)
        }
        let run = try run("show Harbour")
        #expect(run.status == 1)
        #expect(run.errors.contains(" and 4 more. Name one of these sources."), "\(run.errors)")
    }
}
