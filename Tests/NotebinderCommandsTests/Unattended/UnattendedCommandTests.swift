import Foundation
import LocalFiles
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

    private func status() throws -> [String: Any] {
        try json("Notebook/.notebinder/status.json")
    }

    @Test func reportsEachProblemOnce() throws {
        try folder.write("", to: "MyNotes/empty")
        try run("build", status: 2, says: "empty is empty.")
        #expect(try run("build", status: 2).errors.isEmpty)
        try addNote("Alpha", body: "second", to: "a")
        let third = try run(
            "build", status: 2, says: "1 problem reported before", "Changed 1 note.")
        #expect(!third.errors.contains("empty is empty."), "\(third.errors)")
        try addNote("Gamma", to: "c")
        try run("build", "--repeat-problems", status: 2, says: "empty is empty.", "Added 1 note.")
    }

    /// Media extracted from databases are as private as the notes.
    @Test func leavesNothingInTheTemporaryFolder() throws {
        let temporary = folder.path + "/tmp"
        try LocalFiles.makeFolder(temporary)
        try run("sample", "Sample")
        for arguments in [["build", "Sample"], ["build", "Sample", "--full"]] {
            // One of the sample's archives is damaged.
            try run(arguments, environment: ["TMPDIR": temporary], status: 2)
            #expect(try contents("tmp").names == [])
        }
        // The recording of the database was extracted while it was needed.
        #expect(try !contents("Notebook/site/recordings").names.isEmpty)
    }

    @Test func leavesItsStatusForMonitoring() throws {
        try run("build")
        #expect(try status()["status"] as? String == "published")
        let published = try status()["published"] as? String
        #expect(published?.hasSuffix("Z") == true)
        #expect(try run("build").errors.isEmpty)
        let unchanged = try status()
        #expect(unchanged["status"] as? String == "unchanged")
        #expect(unchanged["exitStatus"] as? Int == 0 && unchanged["notes"] as? Int == 2)
        #expect(unchanged["published"] as? String == published)
        try remove("MyNotes")
        try run("build", status: 1)
        let failed = try status()
        #expect(failed["status"] as? String == "failed" && failed["exitStatus"] as? Int == 1)
        #expect((failed["message"] as? String)?.contains("MyNotes") == true)
    }

    @Test func writesMessagesAsJSON() throws {
        try folder.write("", to: "MyNotes/empty")
        let lines = try run("build", "--log-format", "json", status: 2).errors
            .split(separator: "\n")
        let messages = try lines.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String] ?? [:]
        }
        #expect(messages.allSatisfy { $0["time"] != nil && $0["message"] != nil })
        let problem = try #require(messages.first { $0["level"] == "error" })
        #expect(problem["identifier"] == "empty-source" && problem["source"] == "empty")
    }

    /// A folder in place of the file simulates a disk that cannot be written.
    @Test func reportsAStatusThatCannotBeWritten() throws {
        try run("build")
        try remove("Notebook/.notebinder/status.json")
        try folder.write("", to: "Notebook/.notebinder/status.json/in-the-way")
        // 1 if there is nothing to do, 2 if files are too new for that to be known.
        #expect(try [1, 2].contains(run("build", status: nil, says: "status").status))
        try addNote("Alpha", body: "second", to: "a")
        try run("build", status: 2, says: "published; the status could not be written")
    }

    @Test func runsHooksWithStatusAndReport() throws {
        try folder.write(
            """
            hooks:
              published: test ! -e refuse && echo "$NOTEBINDER_STATUS" >> told && cat >> told
              failed: echo "$NOTEBINDER_STATUS" >> told; true
            """, to: "notebinder.yml")
        func told() throws -> String {
            defer { try? remove("told") }
            return try folder.text("told")
        }
        func hook() throws -> [String: String]? {
            (try status()["hook"] as? [String: Any])?.compactMapValues { $0 as? String }
        }
        try run("build")
        let text = try told()
        #expect(text.hasPrefix("published\n") && text.contains("\"sources\""), "\(text)")
        try run("build")
        #expect(!exists("told"))
        // A hook that failed runs again, although nothing has changed.
        try folder.write("", to: "refuse")
        try addNote("Alpha", body: "second", to: "a")
        try run("build", status: 3, says: "ended with status 1")
        #expect(try status()["exitStatus"] as? Int == 3)
        #expect(
            try hook() == [
                "event": "published", "status": "failed", "reason": "ended with status 1",
            ])
        try run("build", status: 3)
        try remove("refuse")
        try run("build")
        #expect(try told().hasPrefix("published\n"))
        #expect(try hook()?["status"] == "done")
        try remove("MyNotes")
        try run("build", status: 1)
        #expect(try told() == "failed\n")
    }

    @Test func failsOrWaitsWhileAnotherBuildRuns() throws {
        try folder.write("hooks: { published: sleep 2; true }\n", to: "notebinder.yml")
        let other = try start(["build", "--quiet"])
        while !exists("Notebook/site") { usleep(10_000) }
        try run("build", status: 75, says: "Another run")
        try run("build", "--wait", "60")
        other.waitUntilExit()
        #expect(other.terminationStatus == 0)
    }

    @Test func rollsBackToThePreviousPublication() throws {
        func page() throws -> String { try folder.text("Notebook/site/notes/alpha.html") }
        try run("rollback", status: 1)
        try run("build")
        try run("rollback", status: 1, says: "has no earlier publication")
        try addNote("Alpha", body: "a mistake", to: "a")
        try run("build")
        try run("rollback")
        #expect(try page().contains("first"))
        #expect(try run("build").errors.isEmpty)
        #expect(try page().contains("first"))
        try run("build", "--full")
        #expect(try page().contains("a mistake"))
    }

    @Test func printsWhatItWouldDo() throws {
        try run("build")
        let before = try contents("Notebook")
        #expect(try run("build", "--dry-run").output == "Nothing would change.\n")
        try addNote("Alef", body: "first", to: "a")
        try remove("MyNotes/b")
        let plan = try run("build", "--dry-run").output
        for line in [
            "~ Alef: title", "> Alef: notes/alpha becomes notes/alef", "- Beta",
            "+ notes/alef.html", "- notes/beta.html",
        ] { #expect(plan.contains("  \(line)\n"), "\(plan)") }
        #expect(try contents("Notebook") == before)
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
}
