import Foundation
import LocalFiles
import TestSupport
import Testing

/// Conditions that only the operating system can create: a full disk, and an unreadable folder.
@Suite(.tags(.acceptance))
struct OperatingSystemTests: CommandSuite {
    let folder = TemporaryFolder()

    @Test(.enabled(if: TinyDisk.isAvailable, "needs the right to mount a disk"))
    func keepsTheOldTreesWhenTheDiskIsFull() throws {
        let disk = try TinyDisk(at: folder.path + "/disk")
        defer { disk.unmount() }
        let output = disk.path + "/Notebook"
        try addNote("first")
        try run("build", "-o", output)
        let before = try FolderContents(output + "/site")
        try addNote("large", body: String(repeating: "word ", count: 200_000), to: "b.data")
        let full = try run("build", "-o", output, status: 1, says: "Free some space")
        #expect(full.errors.split(separator: "\n").count == 1)
        #expect(try FolderContents(output + "/site") == before)
        // Unfinished files do not stay on the full disk.
        #expect(!exists("disk/Notebook/.notebinder/staging"))
    }

    /// Whoever presses Ctrl-C wants to know what that has done.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "needs /proc"))
    func reportsAnInterruptAndKeepsThePublication() throws {
        try addNote()
        try run("build")
        let before = try contents("Notebook/site")
        // The run waits for the lock, and cannot end meanwhile.
        let lock = try OpenFile(folder.path + "/Notebook/.notebinder/lock", access: .update)
        #expect(try lock.lockExclusively())
        let errors = Pipe()
        let build = try start(["build", "--wait", "600"], errors: errors)
        // The signals that a process handles are a mask in hexadecimal digits (proc_pid_status(5)).
        var isHandled = false
        for _ in 0..<1_200 where !isHandled {
            usleep(50_000)
            let status = try String(
                contentsOfFile: "/proc/\(build.processIdentifier)/status", encoding: .utf8)
            let mask = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
            let digits = mask?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
            isHandled = digits & UInt64(1 << (SIGINT - 1)) != 0
        }
        #expect(isHandled)
        kill(build.processIdentifier, SIGINT)
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        build.waitUntilExit()
        #expect(build.terminationReason == .uncaughtSignal && build.terminationStatus == SIGINT)
        #expect(text.contains("\nInterrupted; the previous publication is intact.\n"))
        #expect(try contents("Notebook/site") == before)
        withExtendedLifetime(lock) {}
    }

    @Test(.enabled(if: Nobody.isAvailable, "needs the right to run as nobody"))
    func reportsAnUnreadableNotesFolder() throws {
        try addNote()
        try setMode(0o700, of: "/MyNotes")
        let notes = folder.path + "/MyNotes"
        let run = try Nobody.run(["build", notes, "-o", "/nonexistent/Notebook"])
        #expect(run.status == 1)
        #expect(
            run.errors.hasPrefix("notebinder: The notes folder \(notes) cannot be read"),
            "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    /// Permissions are lost when a folder is restored by another user.
    @Test(.enabled(if: Nobody.isAvailable, "needs the right to run as nobody"))
    func keepsNotesThatBecomeUnreadable() throws {
        let notes = folder.path + "/MyNotes"
        let output = folder.path + "/out/Notebook"
        try folder.write(PNGPicture.quarters(width: 40, height: 30), to: "MyNotes/Photos/beach.png")
        try addNote("a.data", body: "![](beach.png)")
        for name in ["Walks/b.data", "Walks/c.data"] { try addNote(name, to: name) }
        try LocalFiles.makeFolder(folder.path + "/out")
        for path in ["", "/out", "/MyNotes", "/MyNotes/Photos", "/MyNotes/Walks"] {
            try setMode(0o777, of: path)
        }
        func build() throws -> FinishedProgram {
            try Nobody.run(["build", notes, "-o", output, "--repeat-problems"])
        }
        #expect(try build().status == 0)
        let before = try FolderContents(output + "/site").bytes
        for (path, sentence) in [
            ("/MyNotes/Walks", "Its 2 notes stay as they were last read."),
            ("/MyNotes/a.data", "Its note stays as it was last read."),
            ("/MyNotes/Photos/beach.png", "beach.png of “a.data” cannot be read any more"),
        ] {
            try setMode(0, of: path)
            let run = try build()
            #expect(run.status == 2)
            #expect(run.errors.contains(sentence), "\(run.errors)")
            #expect(try FolderContents(output + "/site").bytes == before)
            try setMode(0o777, of: path)
            #expect(try build().status == 0)
        }
        try setMode(0, of: "/MyNotes/Photos")
        let run = try build()
        #expect(run.status == 1 && run.errors.contains("Photos is a folder that cannot be listed"))
        #expect(try FolderContents(output + "/site").bytes == before)
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder.path + path)
    }
}

/// A disk of one megabyte in memory.
private struct TinyDisk {
    let path: String

    static let isAvailable: Bool = {
        let folder = TemporaryFolder()
        guard let disk = try? TinyDisk(at: folder.path + "/d") else { return false }
        disk.unmount()
        return true
    }()

    init(at path: String) throws {
        self.path = path
        try LocalFiles.makeFolder(path)
        let run = try FinishedProgram(
            "/usr/bin/env", arguments: ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path])
        guard run.status == 0 else { throw Unavailable() }
    }

    func unmount() {
        _ = try? FinishedProgram("/usr/bin/env", arguments: ["umount", path])
    }

    struct Unavailable: Error {}
}

/// A user without privileges, for programs that root starts.
private enum Nobody {
    static let isAvailable = (try? run(["--version"]))?.status == 0

    static func run(_ arguments: [String]) throws -> FinishedProgram {
        try FinishedProgram(
            "/usr/bin/env",
            arguments: [
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", Places.notebinder,
            ] + arguments)
    }
}
