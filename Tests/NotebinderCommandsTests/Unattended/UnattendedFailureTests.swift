import Foundation
import TestSupport
import Testing

/// Failures that are noticed by their status files and hooks alone.
@Suite(.tags(.acceptance))
struct UnattendedFailureTests: CommandSuite {
    let folder = TemporaryFolder()

    init() throws { try addNote() }

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
        try JSONDecoder().decode(
            Status.self, from: Data(folder.bytes("Notebook/.notebinder/status.json")))
    }

    private func text(_ name: String) -> String? { try? folder.text(name) }

    /// Starts a build whose hook writes the number of its shell to a file, and waits for that.
    private func startHook(_ hook: String) throws -> (build: Process, shell: pid_t) {
        try folder.write(
            "hooks: {published: 'echo $$ > shell; \(hook); true'}\n", to: "notebinder.yml")
        let build = try start(["build", "--quiet"])
        while text("shell")?.hasSuffix("\n") != true { usleep(10_000) }
        return (build, try #require(text("shell").flatMap { pid_t($0.dropLast()) }))
    }

    @Test func reportsAMissingBackupOnEveryBuild() throws {
        try run("build")
        try folder.write("backup: {path: phone, app: org.example.notes}\n", to: "notebinder.yml")
        // An extraction leaves its record; a folder without one is not taken for a copy.
        try folder.write("{\"app\": \"org.example.notes\"}", to: "MyNotes/.extracted/record.json")
        for night in 1...3 {
            let run = try run("build", status: nil)
            let status = try status()
            #expect(run.status == status.exitStatus && run.status != 0, "night \(night)")
            #expect(status.problems == 1 && status.diagnostics.count == 1)
            #expect(status.diagnostics.first?.summary.contains("phone") == true)
        }
        try folder.write("title: Notes\n", to: "notebinder.yml")
        try run("build")
        #expect(try status().exitStatus == 0 && status().diagnostics.isEmpty)
    }

    @Test func recordsAnInvalidConfigurationAndRunsTheHook() throws {
        let hooks = "hooks: {failed: 'cp \"$NOTEBINDER_REPORT\" seen; true'}\n"
        try folder.write(hooks, to: "notebinder.yml")
        try run("build")
        try folder.write(hooks + "titel: Notes\n", to: "notebinder.yml")
        try run("build", status: 64)
        #expect(try status().exitStatus == 64 && status().status == "failed")
        let seen = try #require(text("seen"))
        #expect(seen.contains("titel") && seen.contains("failed-run"), "\(seen)")
        // A dry run records nothing and runs nothing.
        try remove("seen")
        try run("build", "--dry-run", status: 64)
        #expect(!exists("seen"))
    }

    @Test func passesTheReportOfTheFailureToTheHook() throws {
        try folder.write(
            "hooks: {failed: 'cp \"$NOTEBINDER_REPORT\" seen; true'}\n", to: "notebinder.yml")
        try run("build")
        try remove("MyNotes")
        try run("build", status: 1)
        #expect(text("seen")?.contains("cannot be read") == true)
        #expect(try status().diagnostics.first?.summary.contains("cannot be read") == true)
    }

    @Test func refusesANotesFolderAlongsideABackup() throws {
        try folder.write("backup: {path: phone, app: org.example.notes}\n", to: "notebinder.yml")
        try folder.write("x", to: "Other/a")
        try run("build", "Other", status: 64, says: "Other")
        #expect(!exists("Notebook"))
    }

    @Test func endsAHookThatExceedsItsLimit() throws {
        try folder.write(
            "hooks: {published: 'sleep 60 & sleep 60; true', time-limit: 1}\n",
            to: "notebinder.yml")
        let start = ContinuousClock.now
        try run("build", status: 3, says: "1 second")
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(try status().exitStatus == 3)
        // The lock is free again.
        try folder.write("title: Notes\n", to: "notebinder.yml")
        try run("build")
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func endsTheHookWithTheBuild(signal: Int32) throws {
        let (process, shell) = try startHook("sleep 77; echo late > late")
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        let end = ContinuousClock.now + .seconds(10)
        while kill(shell, 0) == 0, ContinuousClock.now < end { usleep(10_000) }
        #expect(kill(shell, 0) != 0)
        // The publication is known, and the hook is run again.
        #expect(try status().published != nil)
        try folder.write("hooks: {published: 'echo again > again; true'}\n", to: "notebinder.yml")
        try run("build")
        #expect(text("again") == "again\n" && !exists("late"))
    }

    @Test func keepsTheLockWhileTheHookOfAKilledBuildRuns() throws {
        let (process, shell) = try startHook("sleep 77")
        kill(process.processIdentifier, SIGKILL)
        usleep(200_000)
        try run("build", status: 75)
        kill(-shell, SIGKILL)
        process.waitUntilExit()
        try folder.write("title: Notes\n", to: "notebinder.yml")
        try run("build", "--wait", "10")
    }

    @Test func runsHooksInTheFolderOfTheConfiguration() throws {
        try folder.write("hooks: {published: 'pwd > place; true'}\n", to: "Settings/own.yml")
        try run("build", "--config", "Settings/own.yml", "MyNotes", "-o", "Notebook")
        #expect(text("Settings/place")?.hasSuffix("/Settings\n") == true)
    }
}
