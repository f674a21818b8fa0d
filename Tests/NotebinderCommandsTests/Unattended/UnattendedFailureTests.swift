import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import TestSupport
import Testing

/// Failures that are noticed by their status files and hooks alone.
@Suite(.tags(.acceptance))
struct UnattendedFailureTests {
    private let folder: TemporaryFolder
    private var output: String { folder.path + "/Notebook" }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(note: ArchivedNote(title: "Alpha", body: "first"), to: "MyNotes/a")
    }

    private func build(_ arguments: String...) throws -> FinishedProgram {
        try FinishedProgram(Places.notebinder, arguments: ["build"] + arguments, in: folder.path)
    }

    private struct Status: Decodable {
        struct Problem: Decodable {
            let identifier: String
            let summary: String
        }
        let status: String
        let exitStatus: Int32
        let problems: Int?
        let published: String?
        let diagnostics: [Problem]
    }

    private func status() throws -> Status {
        let bytes = try LocalFiles.read(output + "/.notebinder/status.json")
        return try JSONDecoder().decode(Status.self, from: Data(bytes))
    }

    private func text(_ name: String) -> String? {
        (try? LocalFiles.read(folder.path + "/" + name)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func namesAMissingBackupOnceAndUntilItIsBack() throws {
        #expect(try build().status == 0)
        try folder.write("backup: {path: phone, app: org.example.notes}\n", to: "notebinder.yml")
        // An extraction leaves its record; a folder without one is not taken for a copy.
        try folder.write("{\"app\": \"org.example.notes\"}", to: "MyNotes/.extracted/record.json")
        for night in 1...3 {
            let run = try build()
            let status = try status()
            #expect(run.status == status.exitStatus && run.status != 0, "night \(night)")
            #expect(status.problems == 1 && status.diagnostics.count == 1)
            #expect(status.diagnostics.first?.summary.contains("phone") == true)
        }
        try folder.write("title: Notes\n", to: "notebinder.yml")
        #expect(try build().status == 0)
        #expect(try status().exitStatus == 0 && status().diagnostics.isEmpty)
    }

    @Test func recordsAnInvalidConfigurationAndRunsTheHook() throws {
        let hooks = "hooks: {failed: 'cp \"$NOTEBINDER_REPORT\" seen; true'}\n"
        try folder.write(hooks, to: "notebinder.yml")
        #expect(try build().status == 0)
        try folder.write(hooks + "titel: Notes\n", to: "notebinder.yml")
        #expect(try build().status == 64)
        #expect(try status().exitStatus == 64 && status().status == "failed")
        let seen = try #require(text("seen"))
        #expect(seen.contains("titel") && seen.contains("failed-run"), "\(seen)")
        // A dry run records nothing and runs nothing.
        try LocalFiles.remove(folder.path + "/seen")
        #expect(try build("--dry-run").status == 64)
        #expect(text("seen") == nil)
    }

    @Test func passesTheReportOfTheFailureToTheHook() throws {
        try folder.write(
            "hooks: {failed: 'cp \"$NOTEBINDER_REPORT\" seen; true'}\n", to: "notebinder.yml")
        #expect(try build().status == 0)
        try LocalFiles.remove(folder.path + "/MyNotes")
        #expect(try build().status == 1)
        #expect(text("seen")?.contains("cannot be read") == true)
        #expect(try status().diagnostics.first?.summary.contains("cannot be read") == true)
    }

    @Test func refusesAFolderBesideABackup() throws {
        try folder.write("backup: {path: phone, app: org.example.notes}\n", to: "notebinder.yml")
        try folder.write("x", to: "Other/a")
        let run = try build("Other")
        #expect(run.status == 64 && run.errors.contains("Other"), "\(run.errors)")
        #expect(try LocalFiles.status(output) == nil)
    }

    @Test func endsAHookThatExceedsItsLimit() throws {
        try folder.write(
            "hooks: {published: 'sleep 60 & sleep 60; true', time-limit: 1}\n",
            to: "notebinder.yml")
        let start = ContinuousClock.now
        let run = try build()
        #expect(run.status == 3 && run.errors.contains("1 second"), "\(run.errors)")
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(try status().exitStatus == 3)
        // The lock is free again.
        try folder.write("title: Notes\n", to: "notebinder.yml")
        #expect(try build().status == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func endsTheHookWithTheBuild(signal: Int32) throws {
        try folder.write(
            "hooks: {published: 'echo $$ > shell; sleep 77; echo late > late; true'}\n",
            to: "notebinder.yml")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Places.notebinder)
        process.arguments = ["build", "--quiet"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        try process.run()
        while text("shell")?.hasSuffix("\n") != true { usleep(10_000) }
        let shell = try #require(text("shell").flatMap { pid_t($0.dropLast()) })
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        let end = ContinuousClock.now + .seconds(10)
        while kill(shell, 0) == 0, ContinuousClock.now < end { usleep(10_000) }
        #expect(kill(shell, 0) != 0)
        // The publication is known, and the hook is run again.
        #expect(try status().published != nil)
        try folder.write("hooks: {published: 'echo again > again; true'}\n", to: "notebinder.yml")
        #expect(try build().status == 0)
        #expect(text("again") == "again\n" && text("late") == nil)
    }

    @Test func keepsTheLockWhileTheHookOfAKilledBuildRuns() throws {
        try folder.write(
            "hooks: {published: 'echo $$ > shell; sleep 77; true'}\n", to: "notebinder.yml")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Places.notebinder)
        process.arguments = ["build", "--quiet"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        try process.run()
        while text("shell")?.hasSuffix("\n") != true { usleep(10_000) }
        let shell = try #require(text("shell").flatMap { pid_t($0.dropLast()) })
        kill(process.processIdentifier, SIGKILL)
        usleep(200_000)
        #expect(try build().status == 75)
        kill(-shell, SIGKILL)
        process.waitUntilExit()
        try folder.write("title: Notes\n", to: "notebinder.yml")
        #expect(try build("--wait", "10").status == 0)
    }

    @Test func runsHooksInTheFolderOfTheConfiguration() throws {
        try folder.write("hooks: {published: 'pwd > place; true'}\n", to: "Settings/own.yml")
        let run = try build("--config", "Settings/own.yml", "MyNotes", "-o", "Notebook")
        #expect(run.status == 0, "\(run.errors)")
        #expect(text("Settings/place")?.hasSuffix("/Settings\n") == true)
    }
}
