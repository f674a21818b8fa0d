import Foundation
import LocalFiles
import MadeBackups
import NoteEditing
import TestSupport
import Testing

/// The unit for systemd, as it is installed.
@Suite(.tags(.acceptance))
struct UnitFileTests {
    private static let folder = Places.package + "/Sources/Programs/NotebinderCommands/Installation"
    private let unit: [Substring]

    init() throws {
        let text = try String(contentsOfFile: Self.folder + "/notebinder@.service", encoding: .utf8)
        unit = text.split(separator: "\n").map { $0 }
    }

    private func value(_ key: String) throws -> String {
        let line = try #require(unit.first { $0.hasPrefix(key + "=") }, "\(key)")
        return String(line.dropFirst(key.count + 1))
    }

    private static let analyzer = Places.program("/usr/bin/systemd-analyze")

    @Test(.enabled(if: analyzer != nil, "needs systemd-analyze"))
    func isWellFormed() throws {
        let folder = TemporaryFolder()
        try folder.write(
            unit.joined(separator: "\n")
                .replacing("@PREFIX@/bin/notebinder", with: "/bin/true"),
            to: "notebinder@.service")
        try folder.write(
            try LocalFiles.read(Self.folder + "/notebinder@.timer"), to: "notebinder@.timer")
        for name in ["notebinder@recipes.service", "notebinder@recipes.timer"] {
            let run = try FinishedProgram(
                try #require(Self.analyzer),
                arguments: ["verify", "--man=no", folder.path + "/" + name])
            // Other units of the machine are none of ours.
            #expect(!run.errors.contains("notebinder@"), "\(run.errors)")
        }
    }

    /// Runs the command of the unit with its umask and with folders of its own.
    @Test func readsABackupAndPublishesForAWebServer() throws {
        let folder = TemporaryFolder()
        let note = NoteArchiveWriter.archive(ArchivedNote(title: "Lemon tart", body: "Butter"))
        try MadeBackup([MadeBackup.File("Documents/MyNotes/a.data", bytes: note)])
            .write(to: folder.path + "/Backup")
        try folder.write(
            "notes: \(folder.path)/srv/MyNotes\nbackup: { path: \(folder.path)/Backup, app: com.example.notes }\n",
            to: "etc/recipes.yml")
        var command = try value("ExecStart")
        for (old, new) in [
            ("@PREFIX@/bin/notebinder", Places.notebinder),
            ("/etc/notebinder", folder.path + "/etc"),
            ("/var/lib/notebinder", folder.path + "/state"), ("%i", "recipes"),
        ] {
            command.replace(old, with: new)
        }
        let run = try FinishedProgram(
            "/bin/sh", arguments: ["-c", "umask \(try value("UMask")) && exec \(command)"],
            in: "/", environment: ["PATH": "/usr/bin:/bin"])
        #expect(run.status == 0, "\(run.errors)")
        let site = folder.path + "/state/recipes/site"
        #expect(try LocalFiles.files(below: site).contains("notes/lemon-tart.html"))
        for path in ["", "/index.html", "/notes", "/notes/lemon-tart.html"] {
            #expect(try permissions(site + path) & 0o004 != 0, "\(path)")
        }
        for path in [folder.path + "/state/recipes/.notebinder", folder.path + "/srv/MyNotes"] {
            #expect(try permissions(path) == 0o700, "\(path)")
        }
    }

    private func permissions(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }
}
