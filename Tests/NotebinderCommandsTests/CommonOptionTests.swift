import TestSupport
import Testing

/// The option `--json` of all commands that have results.
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
}
