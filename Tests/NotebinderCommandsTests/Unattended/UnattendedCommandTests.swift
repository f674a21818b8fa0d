import Foundation
import NoteEditing
import TestSupport
import Testing

/// The features for unattended use: cron, monitoring, deployments.
@Suite(.tags(.acceptance))
struct UnattendedCommandTests: CommandSuite {
    let folder = TemporaryFolder()

    init() throws {
        try addNote("Alpha", body: "first", to: "a")
        try addNote("Beta", to: "b")
    }

    @Test func failsOrWaitsWhileAnotherBuildRuns() throws {
        try folder.write("hooks: { published: sleep 2; true }\n", to: "notebinder.yml")
        let other = try start(["build", "--quiet"])
        while !exists("Notebook/site") { usleep(10_000) }
        try run("build", status: 75, says: "Another run")
        try run("verify", "Notebook", status: 75)
        try run("build", "--wait", "60")
        other.waitUntilExit()
        #expect(other.terminationStatus == 0)
    }

    @Test func publishesWhileItWatches() throws {
        let watcher = try start(["watch", "--quiet"])
        // Threads of tests block other signals, which the processes that they start inherit.
        defer { kill(watcher.processIdentifier, SIGKILL) }
        func waitFor(_ words: String, in page: String) -> Bool {
            waits { (try? folder.text("Notebook/site/" + page))?.contains(words) == true }
        }
        #expect(waitFor("first", in: "notes/alpha.html"))
        try addNote("Alpha", body: "another text", to: "a")
        #expect(waitFor("another text", in: "notes/alpha.html"))
        // The note is in a new folder.
        try addNote("Gamma", body: "in a new folder", to: "new/c")
        #expect(waitFor("in a new folder", in: "notes/gamma.html"))
        try addNote("Gamma", body: "and changed", to: "new/c")
        #expect(waitFor("and changed", in: "notes/gamma.html"))
        try folder.write("title: Titled anew\n", to: "notebinder.yml")
        #expect(waitFor("Titled anew", in: "index.html"))
        // Long enough for the configuration to be read before it is corrected.
        try folder.write("titel: Misspelt\n", to: "notebinder.yml")
        sleep(2)
        let mended = Date()
        try folder.write("title: Mended\n", to: "notebinder.yml")
        #expect(waitFor("Mended", in: "index.html"))
        #expect(Date().timeIntervalSince(mended) < 40, "seen only when it looked by itself")
    }

    @Test func servesTheSiteLocally() throws {
        func curl(_ arguments: String...) throws -> FinishedProgram {
            try FinishedProgram("/usr/bin/curl", arguments: ["--silent"] + arguments)
        }
        try run("serve", status: 1, says: "holds no site")
        try run("build")
        let log = try folder.write("", to: "log")
        let server = try start(
            ["serve", "--port", "0"],
            errors: try FileHandle(forWritingTo: URL(fileURLWithPath: log)))
        defer { kill(server.processIdentifier, SIGKILL) }
        var address: Substring?
        #expect(
            try waits {
                address = try folder.text("log").split(separator: " ")
                    .first { $0.hasPrefix("http://") }
                return address != nil
            })
        let url = try #require(address.flatMap { URL(string: String($0)) })
        #expect(try curl("\(url)notes/alpha.html").output.contains("first"))
        let stranger = try curl(
            "--output", "/dev/null", "--write-out", "%{http_code}", "-H", "Host: a.example",
            "\(url)")
        #expect(stranger.output == "421")
        let port = String(url.port ?? 0)
        try run(
            "serve", "--port", port, status: 1,
            says: "Port \(port) is already in use. Choose another with --port")
        // The parent that could end the server is gone, so the server has to exit on its own.
        kill(server.processIdentifier, SIGKILL)
        #expect(try waits { try curl("\(url)").status != 0 })
    }

    @Test(.enabled(if: Places.program("/usr/bin/parallel") != nil))
    func publishesManyNotebooksAtOnce() throws {
        let names = ["one", "two", "three"]
        for name in names {
            try folder.write(
                note: ArchivedNote(title: name, body: "of \(name)"), to: "\(name)/MyNotes/a")
            try folder.write("title: \(name)\n", to: "\(name)/notebinder.yml")
        }
        try folder.write("", to: "three/MyNotes/empty")
        let run = try FinishedProgram(
            "/usr/bin/parallel",
            arguments: [
                "--will-cite", "--jobs", "2", Places.notebinder, "build", "--config", "{}",
                "--output", "{//}/Notebook", "{//}/MyNotes", ":::",
            ] + names.map { folder.path + "/\($0)/notebinder.yml" })
        // One of the notebooks could not be read completely.
        #expect(run.status == 1, "\(run.errors)")
        for name in names {
            #expect(["a", name].contains { exists("\(name)/Notebook/site/notes/\($0).html") })
        }
    }

    /// Starts a build whose hook writes the number of its shell to a file, and waits for that.
    private func startHook(_ hook: String) throws -> (build: Process, shell: pid_t) {
        try folder.write(
            "hooks: {published: 'echo $$ > shell; \(hook); true'}\n", to: "notebinder.yml")
        let build = try start(["build", "--quiet"])
        while (try? folder.text("shell"))?.hasSuffix("\n") != true { usleep(10_000) }
        return (build, try #require(pid_t(try folder.text("shell").dropLast())))
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
        #expect(try json("Notebook/.notebinder/status.json")["published"] is String)
        try folder.write("hooks: {published: 'echo again > again; true'}\n", to: "notebinder.yml")
        try run("build")
        #expect(try folder.text("again") == "again\n" && !exists("late"))
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
}
