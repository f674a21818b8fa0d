import Foundation
import LocalFiles
import TestSupport
import Testing

/// The copies of notes that commands make while they run: whatever ends a command, the next one
/// leaves none.
@Suite(.tags(.acceptance))
struct PrivateCopiesTests: CommandSuite {
    let folder = TemporaryFolder()
    var environment: [String: String] {
        [
            "TMPDIR": folder.path + "/tmp", "XDG_CACHE_HOME": folder.path + "/cache",
            "HOME": folder.path, "PATH": "/usr/bin:/bin",
        ]
    }

    init() throws {
        for name in ["tmp", "cache", "out"] { try LocalFiles.makeFolder(folder.path + "/" + name) }
        try folder.write("correct horse battery\n", to: "password")
        try run("sample", "Sample")
    }

    /// Starts a command, ends it by a signal after a while, and returns whether it was running.
    private func interrupt(
        _ arguments: [String], after seconds: Double, with signal: Int32
    ) throws -> Bool {
        let process = try start(arguments)
        Thread.sleep(forTimeInterval: seconds)
        let wasRunning = process.isRunning
        if wasRunning { kill(process.processIdentifier, signal) }
        process.waitUntilExit()
        return wasRunning
    }

    /// The files that contain a text of the notes in a folder.
    private func privateFiles(_ name: String) throws -> [String] {
        try contents(name).bytes.filter { Data($0.value).range(of: Data("Lemon tart".utf8)) != nil }
            .map(\.key)
    }

    @Test(arguments: [
        ["build", "Sample", "--output", "Notebook"], ["build", "Sample", "--dry-run"],
        ["check", "Sample"], ["list", "Sample"], ["export", "enex", "Sample", "-o", "-"],
        ["bind", "Sample", "-o", "out/book.html", "--replace", "--password-file", "password"],
    ])
    func removesWhatAKilledCommandLeft(arguments: [String]) throws {
        var random = SeededGenerator(seed: 42)
        var killed = 0
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGKILL] {
            for _ in 0..<4 {
                let seconds = Double(random.number(in: 5...500)) / 1000
                if try interrupt(arguments, after: seconds, with: signal) { killed += 1 }
                // Nothing plain is beside a sealed book, not even until the next command.
                #expect(try privateFiles("out") == [])
                try run("trash", "list", "--notes", "Sample")
                #expect(try contents("tmp").names == [] && contents("cache").names == [])
            }
        }
        #expect(killed > 0)
    }

    /// A scratch folder that a running command uses is not removed by another.
    @Test func keepsTheCopiesOfRunningCommands() throws {
        let process = try start(["build", "Sample", "--output", "Notebook", "--full"])
        while process.isRunning { try run("--version") }
        // One of the sample's archives is damaged.
        #expect(process.terminationStatus == 2)
        #expect(try !contents("Notebook/site/recordings").names.isEmpty)
    }

    @Test func readsPasswordsFromPipes() throws {
        let script = """
            '\(Places.notebinder)' bind Sample -o out/book.html \
            --password-file <(echo correct horse battery)
            """
        let run = try FinishedProgram(
            "/bin/bash", arguments: ["-c", script], in: folder.path, environment: environment)
        #expect(exists("out/book.html"), "\(run.errors)")
    }
}
