import Foundation
import Hashing
import LocalFiles
import TestSupport
import Testing

@testable import PhoneBackups

/// Backups that another program has made from real notebooks, as other readers see them.
@Suite(
    .tags(.acceptance),
    .enabled(
        if: canMakeBackups, "needs the shared backup maker and the Python package cryptography"),
    .timeLimit(.minutes(5)))
struct SharedBackupTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private let name = "00008110-000A1B2C3D4E5F60"
    private var backup: String { folder.path + "/" + name }

    /// The containers of the backup, with the notebook that each holds.
    private static let apps = [
        ("AppDomain-com.example.notes", "camera"), ("AppDomain-com.example.cards", "cards"),
        ("AppDomain-com.example.napkin", "napkin"),
        ("AppDomain-com.example.lectures", "lectures"),
    ]

    private func make(_ options: [String]) throws {
        var arguments = [Places.shared + "/backups/make_backup.py", backup] + options
        for (domain, notebook) in Self.apps {
            arguments += [
                "--put",
                "\(domain):Documents/MyNotes=\(Places.shared)/notebooks/\(notebook)/MyNotes",
            ]
        }
        let run = try FinishedProgram(Places.python ?? "", arguments: arguments)
        try #require(run.status == 0, "\(run.errors)")
    }

    private func extract(_ app: String, password: String?) throws -> ExtractionReport {
        try folder.extract(
            from: backup, app: app, to: folder.path + "/" + app, password: password ?? "")
    }

    /// Returns the files of a notebook from which a backup is made.
    private func original(_ notebook: String) throws -> [String: [UInt8]] {
        try FolderContents("\(Places.shared)/notebooks/\(notebook)/MyNotes").bytes
    }

    @Test(
        arguments: [
            ([], nil), (["--wal"], nil), (["--password", "Pässwort 密"], "Pässwort 密"),
            (["--password", "x", "--wal", "--dpic", "5000"], "x"),
        ] as [([String], String?)])
    func extractsFilesByteForByte(options: [String], password: String?) throws {
        try make(options)
        for (domain, notebook) in Self.apps {
            let app = try #require(BackupManifest.app(ofDomain: domain))
            let report = try extract(app, password: password)
            #expect(report.failed.isEmpty && report.addsUp)
            let found = try folder.extracted(to: app)
            #expect(try found == original(notebook), "\(app)")
            let read = try FinishedProgram(
                Places.python ?? "",
                arguments: [
                    Places.package + "/Tests/TestSupport/read-backup.py", backup, domain,
                ] + (password.map { [$0] } ?? []))
            let others = try JSONDecoder().decode(
                [String: [String: String]].self, from: Data(read.output.utf8))
            let digests = Dictionary(
                uniqueKeysWithValues: found.map {
                    ("Documents/MyNotes/" + $0.key, ContentDigest(of: $0.value).text)
                })
            for (reader, files) in others { #expect(files == digests, "\(reader): \(app)") }
        }
    }

    @Test func buildsTheSameSiteAsTheOriginal() throws {
        try make(["--password", "x"])
        let app = "com.example.notes"
        _ = try extract(app, password: "x")
        for (notes, output) in [
            (Places.shared + "/notebooks/camera/MyNotes", "first"),
            (folder.path + "/" + app, "second"),
        ] {
            let run = try FinishedProgram(
                Places.notebinder,
                arguments: ["build", notes, "--output", folder.path + "/" + output, "--quiet"])
            #expect(run.status == 2, "\(run.errors)")
        }
        for tree in ["site", "markdown", "json"] {
            let first = try FolderContents(folder.path + "/first/" + tree).bytes
            #expect(try FolderContents(folder.path + "/second/" + tree).bytes == first, "\(tree)")
        }
    }

    @Test(arguments: [nil, "x"])
    func extractsGoodFilesAndReportsBadOnes(password: String?) throws {
        try make(["--hostile"] + (password.map { ["--password", $0] } ?? []))
        let report = try extract("com.example.notes", password: password)
        #expect(report.addsUp)
        var bad = [
            "notebinder-escaped", "notebinder-absolute", "gone.data", "link", "nonsense.data",
        ]
        if password != nil {
            bad += ["device-only.data", "no-key.data", "torn.data", "flipped.data"]
        }
        for name in bad {
            #expect(report.failed.contains { $0.name.hasSuffix("/" + name) }, "\(name)")
        }
        // The row without a path is named by its identifier.
        #expect(report.failed.count == bad.count + 1, "\(report.failed)")
        var good = try original("camera")
        good["odd-id.data"] = Array("not its hash".utf8)
        good["empty.data"] = []
        good["size-too-small.sqlite"] = (0..<64).flatMap { _ in (0...255).map { UInt8($0) } }
        good["size-too-large.data"] = Array("short".utf8)
        #expect(try folder.extracted(to: "com.example.notes") == good)
        for path in ["/tmp/notebinder-escaped", "/tmp/notebinder-absolute"] {
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }
}

/// True if the shared program that makes backups can be run.
let canMakeBackups: Bool = {
    guard let python = Places.python, Places.hasShared("backups/make_backup.py") else {
        return false
    }
    return (try? FinishedProgram(python, arguments: ["-c", "import cryptography"]))?.status == 0
}()
