import Foundation
import LocalFiles
import TestSupport
import Testing

/// Commands that are killed before each of their changes to the disk: nothing is lost, nothing is
/// left for ever, and the next command goes on.
@Suite(.tags(.acceptance), .enabled(if: Places.canTrace, "needs strace, and the right to use it"))
struct KilledCommandTests {
    private let folder: TemporaryFolder
    /// The texts of all notes and cards in the folder and its trash.
    private static let texts = [
        "alpha one", "alpha two", "beta", "doomed", "first question", "first answer", "private",
    ]

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
        for (index, name) in ["a.png", "b.png"].enumerated() {
            try folder.write(PNGPicture.quarters(width: 8 + index, height: 8), to: "Scene/" + name)
        }
        try folder.write("imported ![](a.png)", to: "Scene/In/New.md")
        try folder.write(PNGPicture.quarters(width: 12, height: 8), to: "Scene/In/a.png")
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
        ] {
            let run = try run(arguments, in: "Scene")
            #expect(run.status == 0, "\(arguments): \(run.errors)")
        }
    }

    private func run(_ arguments: [String], in name: String) throws -> FinishedProgram {
        try FinishedProgram(Places.notebinder, arguments: arguments, in: folder.path + "/" + name)
    }

    /// Runs a command in a new copy of the scene, and kills it before its `number`-th call of a
    /// function of the system.
    ///
    /// - Returns: True if it was killed; false if it ended before.
    private func kill(_ arguments: [String], before call: String, _ number: Int) throws -> Bool {
        try LocalFiles.remove(folder.path + "/Copy")
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
    func leaveEverythingWhole(arguments: [String]) throws {
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
        let notes = folder.path + "/Copy/MyNotes"
        let files = try FolderContents(notes).files.values.map(\.bytes)
        for text in Self.texts {
            #expect(files.contains { $0.contains(Array("the text \(text)".utf8)) }, comment)
        }
        if FileManager.default.fileExists(atPath: folder.path + "/Copy/Notebook/site") {
            #expect(try run(["verify", "Notebook"], in: "Copy").status == 0, comment)
        }
        let list = try run(["list"], in: "Copy")
        let trash = try run(["trash", "list"], in: "Copy")
        #expect(list.status == 0 && trash.status == 0, comment)
        for title in ["Alpha", "Beta", "Doomed", "Deck"] {
            #expect((list.output + trash.output).contains(title), comment)
        }
        // Any change removes what was left.
        let next = try run(["new", "Next", "--text", "x"], in: "Copy")
        #expect(next.status == 0, comment)
        #expect(
            try FolderContents(notes).names.filter {
                $0.split(separator: "/").contains { LocalFiles.isTemporaryName(String($0)) }
            } == [], comment)
        let published = try FolderContents(folder.path + "/Copy/Notebook").files
            .filter { !$0.key.hasPrefix(".notebinder/") }
        #expect(
            !published.values.contains { $0.bytes.contains(Array("text private".utf8)) }, comment)
    }

    /// Builds go on where a killed one ended.
    @Test(arguments: [["build", "--full"], ["rollback"]])
    func areFollowedByABuild(arguments: [String]) throws {
        for number in 1... {
            guard try kill(arguments, before: "renameat2", number) else { break }
            let build = try run(["build"], in: "Copy")
            #expect(build.status == 0, "\(arguments), \(number): \(build.errors)")
            #expect(try run(["verify", "Notebook"], in: "Copy").status == 0)
        }
    }
}
