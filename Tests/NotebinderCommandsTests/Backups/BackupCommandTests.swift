import FileFormats
import Foundation
import MadeBackups
import NoteEditing
import TestSupport
import Testing

/// The commands that find notes on a phone's backup and copy them, as they are called.
@Suite(.tags(.acceptance))
struct BackupCommandTests: CommandSuite {
    let folder = TemporaryFolder()
    var environment: [String: String] { ["XDG_CACHE_HOME": folder.path + "/cache"] }

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
        try run("find", "backup", status: 77, says: "It is encrypted.")
        let found = try run(
            "find", "backup", "--password-file", "password",
            says: "/backup --app com.example.notes --password-file password\n")
        #expect(found.output.hasPrefix("com.example.notes\tJane’s iPhone\t2023-11-14\t2 notes\t"))
        let first = try run(
            "extract", "backup", "--app", "com.example.notes",
            environment: ["NOTEBINDER_BACKUP_PASSWORD": "word"])
        #expect(first.errors.hasPrefix("Copied 2 files to "), "\(first.errors)")
        // Nothing is new, so that no password is needed and nothing is printed.
        let second = try run("extract", "backup", "--app", "com.example.notes")
        #expect(second.errors == "" && second.output == "")
        try run("build", "--formats", "html", says: "Read 2 notes from 2 files")
    }

    @Test func saysThatNothingWasCopied() throws {
        try MadeBackup([.init("Documents/readme.html", bytes: [1])]).write(
            to: folder.path + "/backup")
        for _ in 0..<2 {
            try run(
                "extract", "backup", "--app", "com.example.notes", status: 2,
                says: "nothing was copied")
        }
    }

    @Test func endsWithAStatusForEachFailure() throws {
        try writeBackup(["One"], password: "word")
        let arguments = ["extract", "backup", "--app", "com.example.notes"]
        for (word, more, status) in [
            ("wrong", [], 77), ("", ["--password", "word"], 64),
            ("", ["--password-file", "missing"], 77), ("", ["--to", ""], 64),
        ] as [(String, [String], Int32)] {
            try run(
                arguments + more, environment: ["NOTEBINDER_BACKUP_PASSWORD": word],
                status: status)
        }
        try run("extract", "nothing", "--app", "a", status: 1)
        try run("extract", "backup", status: 64)
        #expect(!exists("MyNotes"))
        try remove("backup")
        var file = MadeBackup.File("Documents/MyNotes/1.data", bytes: note("One"))
        file.isStored = false
        try MadeBackup([file]).write(to: folder.path + "/backup")
        let report: [String: Any] = try run(arguments + ["--json"], status: 2).json()
        #expect(report["files"] as? Int == 1 && (report["failed"] as? [Any])?.count == 1)
    }

    @Test func keepsASiteUpToDateWithBackups() throws {
        try writeBackup(["One"], password: "word")
        try folder.write("word", to: "password")
        try folder.write(
            "formats: html\nbackup:\n  path: backup\n  app: com.example.notes\n  password-file: password\n",
            to: "notebinder.yml")
        try run("build")
        #expect(try run("build").errors == "")
        try writeBackup(["One", "Two"], password: "word", day: 1)
        try run("build", says: "Read 2 notes from 2 files")
        // Without the backup, the site stays as it is, and cron gets a message.
        try remove("backup")
        try run(
            "build", status: 2, says: "backup (backup: path in the configuration) does not exist.")
        #expect(exists("Notebook/site/notes/two.html"))
        try folder.write("backup:\n  path: backup\n", to: "other/notebinder.yml")
        try run(
            ["build"], in: "other", status: 64, says: ["“backup” needs “path” and “app”"])
    }

    @Test func readsAZIPFileInPlace() throws {
        var writer = try ZipWriter(folder.path + "/notes.zip")
        try writer.add("MyNotes/1.data", bytes: note("One"))
        try writer.finish()
        #expect(try run("list", "notes.zip").output.hasPrefix("One\t"))
        try run("check", "notes.zip")
        try run("build", "notes.zip", "--formats", "html")
        #expect(try run("build", "notes.zip", "--formats", "html").errors == "")
        #expect(try run("inspect", "notes.zip").output.contains("\"1.data\""))
        try run("delete", "One", "--notes", "notes.zip", status: 1, says: "cannot be changed")
    }
}
