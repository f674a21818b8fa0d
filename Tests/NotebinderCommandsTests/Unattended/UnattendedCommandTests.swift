import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import TestSupport
import Testing

/// The features for unattended use: cron, monitoring, deployments.
@Suite(.tags(.acceptance))
struct UnattendedCommandTests {
    let folder: TemporaryFolder
    private var output: String { folder.path + "/Notebook" }

    init() throws {
        folder = try TemporaryFolder()
        try write("a", title: "Alpha", body: "first")
        try write("b", title: "Beta", body: "text")
    }

    private func write(_ name: String, title: String, body: String) throws {
        try folder.write(
            note: ArchivedNote(title: title, body: body, created: Date(timeIntervalSince1970: 1e9)),
            to: "MyNotes/" + name)
    }

    private func run(_ arguments: [String]) throws -> FinishedProgram {
        try FinishedProgram(Places.notebinder, arguments: arguments, in: folder.path)
    }

    private func json(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: output + "/.notebinder/" + path))
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    @Test func tellsEachProblemOnce() throws {
        try folder.write("", to: "MyNotes/empty")
        let first = try run(["build"])
        #expect(first.status == 2 && first.errors.contains("empty is empty."))
        let second = try run(["build"])
        #expect(second.status == 2 && second.errors.isEmpty)
        try write("a", title: "Alpha", body: "second")
        let third = try run(["build"])
        #expect(third.status == 2)
        #expect(!third.errors.contains("empty is empty."), "\(third.errors)")
        #expect(third.errors.contains("1 problem reported before"))
        #expect(third.errors.contains("Changed 1 note."))
        try write("c", title: "Gamma", body: "third")
        let fourth = try run(["build", "--repeat-problems"])
        #expect(fourth.errors.contains("empty is empty."))
        #expect(fourth.errors.contains("Added 1 note."))
    }

    /// Media extracted from databases are as private as the notes.
    @Test func leavesNothingInTheTemporaryFolder() throws {
        let temporary = folder.path + "/tmp"
        try LocalFiles.makeFolder(temporary)
        #expect(try run(["sample", "Sample"]).status == 0)
        for arguments in [["build", "Sample"], ["build", "Sample", "--full"]] {
            let run = try FinishedProgram(
                Places.notebinder, arguments: arguments, in: folder.path,
                environment: ["TMPDIR": temporary])
            // One of the sample's archives is damaged.
            #expect(run.status == 2, "\(run.errors)")
            #expect(try LocalFiles.files(below: temporary) == [])
        }
        // The recording of the database was extracted while it was needed.
        #expect(try !LocalFiles.entries(of: output + "/site/recordings").isEmpty)
    }

    @Test func leavesItsStatusForMonitoring() throws {
        #expect(try run(["build"]).status == 0)
        #expect(try json("status.json")["status"] as? String == "published")
        let published = try json("status.json")["published"] as? String
        #expect(published?.hasSuffix("Z") == true)
        #expect(try run(["build"]).errors.isEmpty)
        let unchanged = try json("status.json")
        #expect(unchanged["status"] as? String == "unchanged")
        #expect(unchanged["exitStatus"] as? Int == 0 && unchanged["notes"] as? Int == 2)
        #expect(unchanged["published"] as? String == published)
        try FileManager.default.removeItem(atPath: folder.path + "/MyNotes")
        #expect(try run(["build"]).status == 1)
        let failed = try json("status.json")
        #expect(failed["status"] as? String == "failed" && failed["exitStatus"] as? Int == 1)
        #expect((failed["message"] as? String)?.contains("MyNotes") == true)
    }

    @Test func writesMessagesForPrograms() throws {
        try folder.write("", to: "MyNotes/empty")
        let lines = try run(["build", "--log-format", "json"]).errors.split(separator: "\n")
        let messages = try lines.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String] ?? [:]
        }
        #expect(messages.allSatisfy { $0["time"] != nil && $0["message"] != nil })
        let problem = try #require(messages.first { $0["level"] == "error" })
        #expect(problem["identifier"] == "empty-source" && problem["source"] == "empty")
    }

    /// A folder in place of the file simulates a disk that cannot be written.
    @Test func reportsAStatusThatCannotBeWritten() throws {
        #expect(try run(["build"]).status == 0)
        let status = output + "/.notebinder/status.json"
        try LocalFiles.remove(status)
        try LocalFiles.makeFolder(status + "/in-the-way")
        let unchanged = try run(["build"])
        // 1 if there is nothing to do, 2 if files are too new for that to be known.
        #expect([1, 2].contains(unchanged.status) && unchanged.errors.contains("status"))
        try write("a", title: "Alpha", body: "second")
        let changed = try run(["build"])
        #expect(changed.status == 2)
        #expect(changed.errors.contains("published; the status could not be written"))
    }

    /// The part of `status.json` that is about the hook.
    private struct HookStatus: Decodable {
        struct Hook: Decodable {
            let event: String
            let status: String
            let reason: String?
        }
        let exitStatus: Int
        let hook: Hook?
    }

    @Test func runsHooksWithThePathOfTheReport() throws {
        try folder.write(
            """
            hooks:
              published: test ! -e refuse && echo "$NOTEBINDER_STATUS" >> told && cat >> told
              failed: echo "$NOTEBINDER_STATUS" >> told; true
            """, to: "notebinder.yml")
        func told() throws -> String {
            defer { try? FileManager.default.removeItem(atPath: folder.path + "/told") }
            return try String(contentsOfFile: folder.path + "/told", encoding: .utf8)
        }
        #expect(try run(["build"]).status == 0)
        let text = try told()
        #expect(text.hasPrefix("published\n") && text.contains("\"sources\""), "\(text)")
        #expect(try run(["build"]).status == 0)
        #expect(throws: (any Error).self) { try told() }
        // A hook that failed runs again, although nothing has changed.
        try folder.write("", to: "refuse")
        try write("a", title: "Alpha", body: "second")
        let refused = try run(["build"])
        #expect(refused.status == 3 && refused.errors.contains("ended with status 1"))
        let status = try LocalFiles.read(output + "/.notebinder/status.json")
        let written = try JSONDecoder().decode(HookStatus.self, from: Data(status))
        #expect(written.exitStatus == 3 && written.hook?.status == "failed")
        #expect(written.hook?.reason == "ended with status 1")
        #expect(written.hook?.event == "published")
        #expect(try run(["build"]).status == 3)
        try FileManager.default.removeItem(atPath: folder.path + "/refuse")
        #expect(try run(["build"]).status == 0)
        #expect(try told().hasPrefix("published\n"))
        let mended = try LocalFiles.read(output + "/.notebinder/status.json")
        #expect(
            try JSONDecoder().decode(HookStatus.self, from: Data(mended)).hook?.status == "done")
        try FileManager.default.removeItem(atPath: folder.path + "/MyNotes")
        #expect(try run(["build"]).status == 1)
        #expect(try told() == "failed\n")
    }

    @Test func endsAtOnceOrWaitsWhileAnotherRunIsAtWork() throws {
        try folder.write("hooks: { published: sleep 2; true }\n", to: "notebinder.yml")
        let other = Process()
        other.executableURL = URL(fileURLWithPath: Places.notebinder)
        other.arguments = ["build", "--quiet"]
        other.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        try other.run()
        while !FileManager.default.fileExists(atPath: output + "/site") { usleep(10_000) }
        let second = try run(["build"])
        #expect(second.status == 75 && second.errors.contains("Another run"))
        let third = try run(["build", "--wait", "60"])
        #expect(third.status == 0, "\(third.errors)")
        other.waitUntilExit()
        #expect(other.terminationStatus == 0)
    }

    @Test func bringsTheOldTreesBack() throws {
        #expect(try run(["rollback"]).status == 1)
        #expect(try run(["build"]).status == 0)
        let none = try run(["rollback"])
        #expect(none.status == 1 && none.errors.contains("keeps no earlier publication"))
        try write("a", title: "Alpha", body: "a mistake")
        #expect(try run(["build"]).status == 0)
        #expect(try run(["rollback"]).status == 0)
        let page = output + "/site/notes/alpha.html"
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("first"))
        let quiet = try run(["build"])
        #expect(quiet.status == 0 && quiet.errors.isEmpty)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("first"))
        #expect(try run(["build", "--full"]).status == 0)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("a mistake"))
    }

    @Test func printsWhatItWouldDo() throws {
        #expect(try run(["build"]).status == 0)
        let before = try FolderContents(output)
        #expect(try run(["build", "--dry-run"]).output == "Nothing would change.\n")
        try write("a", title: "Alef", body: "first")
        try FileManager.default.removeItem(atPath: folder.path + "/MyNotes/b")
        let plan = try run(["build", "--dry-run"])
        #expect(plan.status == 0)
        #expect(plan.output.contains("  ~ Alef: title\n"), "\(plan.output)")
        #expect(plan.output.contains("  > Alef: notes/alpha becomes notes/alef\n"))
        #expect(plan.output.contains("  - Beta\n"))
        #expect(plan.output.contains("  + notes/alef.html\n"))
        #expect(plan.output.contains("  - notes/beta.html\n"))
        #expect(try FolderContents(output) == before)
    }

    @Test func publishesWhileItWatches() throws {
        let watcher = Process()
        watcher.executableURL = URL(fileURLWithPath: Places.notebinder)
        watcher.arguments = ["watch", "--quiet"]
        watcher.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        watcher.standardError = FileHandle.nullDevice
        watcher.standardOutput = FileHandle.nullDevice
        try watcher.run()
        // Threads of tests block other signals, which the processes that they start inherit.
        defer { kill(watcher.processIdentifier, SIGKILL) }
        func waitFor(_ words: String, in page: String) -> Bool {
            for _ in 0..<600 {
                let text = try? String(contentsOfFile: output + "/site/" + page, encoding: .utf8)
                if text?.contains(words) == true { return true }
                usleep(100_000)
            }
            return false
        }
        #expect(waitFor("first", in: "notes/alpha.html"))
        try write("a", title: "Alpha", body: "another text")
        #expect(waitFor("another text", in: "notes/alpha.html"))
        // The note is in a new folder.
        try write("new/c", title: "Gamma", body: "in a new folder")
        #expect(waitFor("in a new folder", in: "notes/gamma.html"))
        try write("new/c", title: "Gamma", body: "and changed")
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

    @Test func showsTheSiteToThisMachine() throws {
        #expect(try run(["serve"]).errors.contains("holds no site"))
        #expect(try run(["build"]).status == 0)
        let server = Process()
        server.executableURL = URL(fileURLWithPath: Places.notebinder)
        server.arguments = ["serve", "--port", "0"]
        server.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let log = try folder.write("", to: "log")
        server.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        server.standardOutput = FileHandle.nullDevice
        try server.run()
        defer { kill(server.processIdentifier, SIGKILL) }
        var address: String?
        for _ in 0..<300 where address == nil {
            let text = try String(contentsOfFile: log, encoding: .utf8)
            address = text.split(separator: " ").first { $0.hasPrefix("http://") }.map(String.init)
            usleep(100_000)
        }
        let url = try #require(address.flatMap(URL.init(string:)))
        let page = try FinishedProgram(
            "/usr/bin/curl", arguments: ["--silent", "\(url)notes/alpha.html"])
        #expect(page.output.contains("first"))
        let stranger = try FinishedProgram(
            "/usr/bin/curl",
            arguments: [
                "--silent", "--output", "/dev/null", "--write-out", "%{http_code}", "-H",
                "Host: a.example", "\(url)",
            ])
        #expect(stranger.output == "421")
        let port = String(url.port ?? 0)
        let second = try run(["serve", "--port", port])
        #expect(second.status == 1)
        #expect(
            second.errors.contains("Port \(port) is already in use. Choose another with --port"))
        // The parent that could end the server is gone, so the server has to exit on its own.
        kill(server.processIdentifier, SIGKILL)
        var answers = true
        for _ in 0..<100 where answers {
            answers =
                try FinishedProgram("/usr/bin/curl", arguments: ["--silent", "\(url)"]).status == 0
            usleep(50_000)
        }
        #expect(!answers)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/parallel")))
    func publishesManyNotebooksAtOnce() throws {
        for name in ["one", "two", "three"] {
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
            ] + ["one", "two", "three"].map { folder.path + "/\($0)/notebinder.yml" })
        // One of the notebooks could not be read completely.
        #expect(run.status == 1, "\(run.errors)")
        for name in ["one", "two", "three"] {
            let page = folder.path + "/\(name)/Notebook/site/notes/a.html"
            let other = folder.path + "/\(name)/Notebook/site/notes/\(name).html"
            #expect([page, other].contains { FileManager.default.fileExists(atPath: $0) })
        }
    }
}
