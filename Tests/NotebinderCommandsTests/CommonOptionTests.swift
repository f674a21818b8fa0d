import TestSupport
import Testing

/// The options that all commands share.
@Suite(.tags(.acceptance), .timeLimit(.minutes(5)))
struct CommonOptionTests: CommandSuite {
    let folder = TemporaryFolder()

    @Test func printsResultsAsJSON() throws {
        try run("sample")
        try run("build", status: 2)
        for arguments in [
            "list", "show Sunrise", "photos list Haiku\\ 1", "cards list French", "check",
            "restore", "build", "build --full", "build --dry-run", "verify Notebook",
            "bag --output Bag", "verify Bag", "bind --output book.html",
            "import Notebook/json --notes New", "diff Notebook Bag", "doctor",
            "rollback",
        ] {
            let run = try shell(arguments + " --json")
            #expect([0, 1, 2].contains(run.status), "\(arguments): \(run.errors)")
            if run.output.isEmpty {
                #expect(run.status == 1, "\(arguments): \(run.errors)")
            } else {
                #expect(throws: Never.self, "\(arguments): \(run.output.prefix(200))") {
                    try run.json(as: Any.self)
                }
            }
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func printsCompletionScripts(_ shell: String) throws {
        #expect(try run("completions", shell).output.contains("notebinder"))
        try run("completions", "tcsh", status: 64)
    }

    @Test func colorsErrorsOnRequestOnly() throws {
        #expect(try run("build", "missing", status: 1).errors.hasPrefix("notebinder: "))
        #expect(
            try run("build", "missing", "--color", "always", status: 1).errors
                .hasPrefix("\u{1B}[1;31mnotebinder: "))
        try run("build", "missing", "--color", "sometimes", status: 64)
    }

    @Test func rejectsMutuallyExclusiveOptions() throws {
        try run("list", "--quiet", "--verbose", status: 64, says: "exclude each other")
    }

    @Test func cutsLongListsOfCandidates() throws {
        for number in 1...9 { try run("new", "Harbour \(number)", "--text", "x") }
        try run("show", "Harbour", status: 1, says: " and 4 more. Name one of these sources.")
    }
}
