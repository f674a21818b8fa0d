import Foundation
import LocalFiles
import TestSupport
import Testing

/// Commands that are killed before each of their changes to the disk: nothing is lost, nothing is
/// left for ever, and the next command goes on.
@Suite(.tags(.acceptance), .enabled(if: Places.canTrace, "needs strace, and the right to use it"))
struct KilledCommandTests: CommandSuite {
    let folder = TemporaryFolder(isInMemory: true)
    /// The texts of all notes and cards in the folder and its trash.
    private static let texts = [
        "alpha one", "alpha two", "beta", "doomed", "first question", "first answer", "private",
    ]

    init() throws {
        try writePictures("Scene/a.png", "Scene/b.png", "Scene/In/a.png")
        try folder.write("imported ![](a.png)", to: "Scene/In/New.md")
        try folder.write("exclude:\n  tags: [hidden]\n", to: "Scene/notebinder.yml")
        for arguments in [
            ["new", "Alpha", "--text", "the text alpha one", "--photo", "a.png"],
            ["new", "Beta", "--text", "the text beta", "--photo", "b.png", "--beside"],
            ["new", "Doomed", "--text", "the text doomed", "--photo", "b.png", "--beside"],
            ["new", "Secret", "--text", "the text private #hidden"],
            ["cards", "new", "Deck"],
            ["cards", "add", "Deck", "the text first question", "the text first answer"],
            ["build"], ["edit", "Alpha", "--text", "the text alpha two"],
            ["delete", "Doomed"], ["build"],
        ] { try run(arguments, in: "Scene") }
    }

    /// Runs a command in a new copy of the scene, and kills it before its `number`-th call of a
    /// function of the system.
    ///
    /// - Returns: True if it was killed; false if it ended before.
    private func kill(_ arguments: [String], before call: String, _ number: Int) throws -> Bool {
        try remove("Copy")
        let copy = try FinishedProgram(
            "/bin/cp", arguments: ["-a", "Scene", "Copy"], in: folder.path)
        #expect(copy.status == 0)
        let run = try FinishedProgram(
            "/usr/bin/strace",
            arguments: [
                "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e",
                "inject=\(call):signal=SIGKILL:when=\(number)", Places.notebinder,
            ] + arguments, in: folder.path + "/Copy")
        return run.status == SIGKILL
    }

    @Test(arguments: [
        ["new", "Gamma", "--text", "x", "--photo", "a.png", "--beside"],
        ["edit", "Beta", "--text", "changed"], ["delete", "Beta"], ["restore", "Doomed"],
        ["photos", "add", "Beta", "a.png"], ["photos", "remove", "Beta", "1"],
        ["cards", "new", "Other"], ["cards", "add", "Deck", "q", "a"],
        ["cards", "edit", "Deck", "1", "--answer", "changed"], ["cards", "delete", "Deck", "1"],
        ["import", "In"], ["build", "--full"], ["rollback"],
    ])
    func leavesConsistentDataWhenKilled(arguments: [String]) throws {
        var killed = 0
        for call in ["rename", "renameat2", "link", "fsync"] {
            for number in 1... {
                guard try kill(arguments, before: call, number) else { break }
                killed += 1
                try expectWhole("\(arguments) killed before \(call) \(number)")
            }
        }
        #expect(killed > 0)
    }

    private func expectWhole(_ comment: Comment) throws {
        let files = try contents("Copy/MyNotes").bytes.values
        for text in Self.texts {
            #expect(files.contains { $0.contains(Array("the text \(text)".utf8)) }, comment)
        }
        func output(_ arguments: String...) throws -> String {
            let run = try run(arguments, in: "Copy", status: nil)
            #expect(run.status == 0, comment)
            return run.output
        }
        if exists("Copy/Notebook/site") { _ = try output("verify", "Notebook") }
        let titles = try output("list") + output("trash", "list")
        for title in ["Alpha", "Beta", "Doomed", "Deck"] {
            #expect(titles.contains(title), comment)
        }
        // Any change removes what was left.
        _ = try output("new", "Next", "--text", "x")
        #expect(
            try contents("Copy/MyNotes").names.filter {
                $0.split(separator: "/").contains { LocalFiles.isTemporaryName(String($0)) }
            } == [], comment)
        let published = try published("Copy/Notebook")
        #expect(!published.contains { $0.contains(Array("text private".utf8)) }, comment)
    }

    /// Builds go on where a killed one ended.
    @Test(arguments: [["build", "--full"], ["rollback"]])
    func buildsAfterAKilledCommand(arguments: [String]) throws {
        for number in 1... {
            guard try kill(arguments, before: "renameat2", number) else { break }
            let build = try run(["build"], in: "Copy", status: nil)
            #expect(build.status == 0, "\(arguments), \(number): \(build.errors)")
            try run(["verify", "Notebook"], in: "Copy")
        }
    }
}
