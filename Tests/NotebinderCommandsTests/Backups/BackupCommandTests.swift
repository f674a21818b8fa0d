import FileFormats
import Foundation
import MadeBackups
import NoteEditing
import TestSupport
import Testing

/// The commands that find notes on a phone's backup and copy them, as they are called.
@Suite(.tags(.acceptance))
struct BackupCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> FinishedProgram {
        try FinishedProgram(
            Places.notebinder, arguments: arguments, in: folder.path,
            environment: ["XDG_CACHE_HOME": folder.path + "/cache"].merging(environment) { $1 })
    }

    private func note(_ title: String) -> [UInt8] {
        NoteArchiveWriter.archive(ArchivedNote(title: title, body: "Text"))
    }

    private func writeBackup(_ titles: [String], password: String?, day: Double = 0) throws {
        var made = MadeBackup(
            titles.map { MadeBackup.File("Documents/MyNotes/\($0).data", bytes: note($0)) },
            password: password)
        made.date += day * 86_400
        try made.write(to: folder.path + "/backup")
    }

    @Test func findsAndExtractsAndBuilds() throws {
        try writeBackup(["One", "Two"], password: "word")
        try folder.write("word\nsecond line\n", to: "password")
        let encrypted = try run("find", "backup")
        #expect(encrypted.status == 1 && encrypted.errors.contains("It is encrypted."))
        let found = try run("find", "backup", "--password-file", "password")
        #expect(found.status == 0)
        #expect(found.output.hasPrefix("com.example.notes\tJane’s iPhone\t2023-11-14\t2 notes\t"))
        #expect(found.errors.contains("/backup --app com.example.notes --password-file password\n"))
        let first = try run(
            "extract", "backup", "--app", "com.example.notes",
            environment: ["NOTEBINDER_BACKUP_PASSWORD": "word"])
        #expect(
            first.status == 0 && first.errors.hasPrefix("Copied 2 files to "), "\(first.errors)")
        // Nothing is new, so that no password is needed and nothing is printed.
        let second = try run("extract", "backup", "--app", "com.example.notes")
        #expect(second.status == 0 && second.errors == "" && second.output == "")
        let build = try run("build", "--formats", "html")
        #expect(build.status == 0 && build.errors.contains("Read 2 notes from 2 files"))
    }

    @Test func saysThatNothingWasCopied() throws {
        try MadeBackup([.init("Documents/readme.html", bytes: [1])]).write(
            to: folder.path + "/backup")
        for _ in 0..<2 {
            let run = try run("extract", "backup", "--app", "com.example.notes")
            #expect(run.status == 2 && run.errors.contains("nothing was copied"), "\(run.errors)")
        }
    }

    @Test func endsWithAStatusForEachFailure() throws {
        try writeBackup(["One"], password: "word")
        let arguments = ["extract", "backup", "--app", "com.example.notes"]
        func status(_ more: [String] = [], word: String = "") throws -> Int32 {
            try FinishedProgram(
                Places.notebinder, arguments: arguments + more, in: folder.path,
                environment: ["NOTEBINDER_BACKUP_PASSWORD": word]
            ).status
        }
        #expect(try status(word: "wrong") == 77)
        #expect(try status(["--password", "word"]) == 64)
        #expect(try status(["--password-file", "missing"]) == 77)
        #expect(try status(["--to", ""]) == 64)
        #expect(try run("extract", "nothing", "--app", "a").status == 1)
        #expect(try run("extract", "backup").status == 64)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/MyNotes"))
        try FileManager.default.removeItem(atPath: folder.path + "/backup")
        var file = MadeBackup.File("Documents/MyNotes/1.data", bytes: note("One"))
        file.isStored = false
        try MadeBackup([file]).write(to: folder.path + "/backup")
        let run = try run("extract", "backup", "--app", "com.example.notes", "--json")
        #expect(run.status == 2)
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect(report?["files"] as? Int == 1 && (report?["failed"] as? [Any])?.count == 1)
    }

    @Test func keepsASiteUpToDateWithBackups() throws {
        try writeBackup(["One"], password: "word")
        try folder.write("word", to: "password")
        try folder.write(
            "formats: html\nbackup:\n  path: backup\n  app: com.example.notes\n  password-file: password\n",
            to: "notebinder.yml")
        let first = try run("build")
        #expect(first.status == 0, "\(first.errors)")
        #expect(try run("build").errors == "")
        try writeBackup(["One", "Two"], password: "word", day: 1)
        let second = try run("build")
        #expect(second.status == 0 && second.errors.contains("Read 2 notes from 2 files"))
        // Without the backup, the site stays as it is, and cron gets a message.
        try FileManager.default.removeItem(atPath: folder.path + "/backup")
        let third = try run("build")
        #expect(
            third.status == 2
                && third.errors.contains(
                    "backup (backup: path in the configuration) does not exist.")
        )
        #expect(
            FileManager.default.fileExists(atPath: folder.path + "/Notebook/site/notes/two.html"))
        let other = try TemporaryFolder()
        try other.write("backup:\n  path: backup\n", to: "notebinder.yml")
        let wrong = try FinishedProgram(Places.notebinder, arguments: ["build"], in: other.path)
        #expect(wrong.status == 64 && wrong.errors.contains("“backup” needs “path” and “app”"))
    }

    @Test func readsAZIPFileInPlace() throws {
        var writer = try ZipWriter(folder.path + "/notes.zip")
        try writer.add("MyNotes/1.data", bytes: note("One"))
        try writer.finish()
        #expect(try run("list", "notes.zip").output.hasPrefix("One\t"))
        #expect(try run("check", "notes.zip").status == 0)
        #expect(try run("build", "notes.zip", "--formats", "html").status == 0)
        #expect(try run("build", "notes.zip", "--formats", "html").errors == "")
        let inspected = try run("inspect", "notes.zip")
        #expect(inspected.status == 0 && inspected.output.contains("\"1.data\""))
        let edited = try run("delete", "One", "--notes", "notes.zip")
        #expect(edited.status == 1 && edited.errors.contains("cannot be changed"))
    }
}
