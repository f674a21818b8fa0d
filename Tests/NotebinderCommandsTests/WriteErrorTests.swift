import Foundation
import TestSupport
import Testing

/// Standard output that cannot be written, as on a full disk: `/dev/full` on Linux.
@Suite(.tags(.acceptance), .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
struct WriteErrorTests: CommandSuite {
    let folder = TemporaryFolder()

    init() throws {
        try run("new", "A", "--text", "words")
        try run("cards", "new", "Deck")
        try run("cards", "add", "Deck", "Q", "A")
        try run("build")
        try run("bag", "-o", "Bag")
        try run("edit", "A", "--text", "other")
    }

    @Test(arguments: [
        "list", "list --json", "show A", "check", "check --json", "inspect MyNotes/a.data",
        "photos list A --help", "cards list Deck", "restore", "build --dry-run",
        "diff Notebook Bag", "verify Bag", "new B --text x", "--help", "help build", "--version",
        "--generate-completion-script bash",
    ])
    func reportsThatResultsCannotBeWritten(_ arguments: String) throws {
        let run = try shell(arguments + " > /dev/full")
        #expect(run.status == 1)
        #expect(
            run.errors.hasSuffix("notebinder: write error: no space left on device\n"),
            "\(run.errors)")
    }

    @Test func staysSilentOnABrokenPipe() throws {
        for _ in 0..<5 {
            let run = try shell("--generate-completion-script bash | head -c 1 >/dev/null")
            #expect(run.errors.isEmpty)
        }
        // A program inherits from its parent that the signal of a closed pipe is ignored.
        let run = try FinishedProgram(
            "/bin/sh",
            arguments: ["-c", "trap '' PIPE; (sleep 0.2; '\(Places.notebinder)' --help) | true"],
            in: folder.path)
        #expect(run.errors.isEmpty)
    }

    @Test func reportsAClosedStandardOutput() throws {
        let run = try shell("list >&-")
        #expect(run.status == 1 && run.errors.contains("write error: bad file descriptor"))
    }
}
