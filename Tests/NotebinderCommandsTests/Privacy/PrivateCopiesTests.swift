import Foundation
import LocalFiles
import TestSupport
import Testing

/// The copies of notes that commands make while they run: whatever ends a command, the next one
/// leaves none.
@Suite(.tags(.acceptance))
struct PrivateCopiesTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        for name in ["tmp", "cache", "out"] { try LocalFiles.makeFolder(folder.path + "/" + name) }
        environment = [
            "TMPDIR": folder.path + "/tmp", "XDG_CACHE_HOME": folder.path + "/cache",
            "HOME": folder.path, "PATH": "/usr/bin:/bin",
        ]
        try folder.write("correct horse battery\n", to: "password")
        let sample = try FinishedProgram(
            Places.notebinder, arguments: ["sample", "Sample"], in: folder.path,
            environment: environment)
        #expect(sample.status == 0, "\(sample.errors)")
    }

    /// Starts a command, ends it by a signal after a while, and returns whether it was running.
    private func interrupt(
        _ arguments: [String], after seconds: Double, with signal: Int32
    ) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Places.notebinder)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        Thread.sleep(forTimeInterval: seconds)
        let wasRunning = process.isRunning
        if wasRunning { kill(process.processIdentifier, signal) }
        process.waitUntilExit()
        return wasRunning
    }

    /// The files that contain a text of the notes in a folder.
    private func privateFiles(_ name: String) throws -> [String] {
        try LocalFiles.files(below: folder.path + "/" + name).filter { file in
            let path = folder.path + "/" + name + "/" + file
            return try Data(contentsOf: URL(fileURLWithPath: path))
                .range(of: Data("Lemon tart".utf8)) != nil
        }
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
                let next = try FinishedProgram(
                    Places.notebinder, arguments: ["trash", "list", "--notes", "Sample"],
                    in: folder.path, environment: environment)
                #expect(next.status == 0, "\(next.errors)")
                #expect(try LocalFiles.files(below: folder.path + "/tmp") == [])
                #expect(try LocalFiles.files(below: folder.path + "/cache") == [])
            }
        }
        #expect(killed > 0)
    }

    /// A scratch folder that a running command uses is not removed by another.
    @Test func keepsTheCopiesOfRunningCommands() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Places.notebinder)
        process.arguments = ["build", "Sample", "--output", "Notebook", "--full"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = environment
        process.standardError = FileHandle.nullDevice
        try process.run()
        while process.isRunning {
            _ = try FinishedProgram(
                Places.notebinder, arguments: ["--version"], in: folder.path,
                environment: environment)
        }
        // One of the sample's archives is damaged.
        #expect(process.terminationStatus == 2)
        let recordings = try LocalFiles.entries(of: folder.path + "/Notebook/site/recordings")
        #expect(!recordings.isEmpty)
    }

    @Test func readsPasswordsFromPipes() throws {
        let script = """
            '\(Places.notebinder)' bind Sample -o out/book.html \
            --password-file <(echo correct horse battery)
            """
        let run = try FinishedProgram(
            "/bin/bash", arguments: ["-c", script], in: folder.path, environment: environment)
        #expect(try LocalFiles.status(folder.path + "/out/book.html") != nil, "\(run.errors)")
    }
}
