import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import PhoneBackups

/// Apple Notes in backups that another program has made.
@Suite(
    .tags(.acceptance),
    .enabled(
        if: canMakeBackups && Places.hasShared("apple-notes"),
        "needs the shared makers of backups and stores, and the Python package cryptography"),
    .timeLimit(.minutes(5)))
struct AppleNotesBackupTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private let app = "group.com.apple.notes"
    private var backup: String { folder.path + "/00008110-000A1B2C3D4E5F60" }

    private func run(_ script: String, _ arguments: [String]) throws {
        let run = try FinishedProgram(
            Places.python ?? "", arguments: [Places.shared + "/" + script] + arguments)
        try #require(run.status == 0, "\(run.errors)")
    }

    private func make(password: String?) throws {
        let store = folder.path + "/store"
        try run("apple-notes/make_notestore.py", [store, "--ios", "17", "--wal"])
        try run(
            "backups/make_backup.py",
            [
                backup, "--put", "AppDomainGroup-\(app):=\(store)/\(app)",
                "--put", "HomeDomain:Library/Notes=\(store)/home/Library/Notes",
            ] + (password.map { ["--password", $0] } ?? []))
    }

    @Test(arguments: [nil, "Pässwort"]) func findsAndExtractsAllNotes(password: String?) throws {
        try make(password: password)
        func given(_: String) throws -> String { password ?? "" }
        let finding = try #require(
            try NotesFinder(password: password == nil ? nil : given).findings(at: backup).first)
        #expect(finding.app == app && finding.remark == nil)
        #expect(finding.counts.notes == [.note: 49])
        let tallies = finding.counts.folders
        // The notes that are read, locked, in iCloud, in the trash and deleted, of both stores.
        let total = tallies.flatMap { Array($0.counts.values) }.reduce(0, +)
        #expect(total == 57)
        #expect(Set(tallies.map(\.account)) == ["iCloud", "On My iPhone", "Mail"])
        #expect(finding.command.suffix(2) == ["--app", app])
        let report = try folder.extract(
            from: backup, app: app, to: folder.path + "/notes", password: password ?? "")
        #expect(report.failed.isEmpty && report.addsUp)
        let original = try FolderContents("\(folder.path)/store/\(app)").bytes
        let extracted = try FolderContents(folder.path + "/notes").bytes
        for (path, bytes) in original where !path.hasPrefix("NotesIndexerState") {
            #expect(extracted[path] == bytes, "\(path)")
        }
        let found = try NotesFolder(folder.path + "/notes")
        #expect(found.sources.map(\.name) == ["Library/Notes/notes.sqlite", "NoteStore.sqlite"])
        let reader = SourceReader(folder: found)
        let notes = found.sources.flatMap { reader.read($0).notes }
        #expect(notes.count == 49)
        let lost = notes.flatMap { $0.media.all }.filter { $0.stored == nil }
        #expect(lost.count == 2)
    }

    @Test func extractsUnderTheNameOfTheAppAsWell() throws {
        try make(password: nil)
        let report = try folder.extract(
            from: backup, app: "com.apple.mobilenotes", to: folder.path + "/notes", password: "")
        #expect(report.copied > 20)
    }

    @Test func findsTheContainersOfOtherTools() throws {
        try make(password: nil)
        let container = folder.path + "/AppDomainGroup-" + app
        try FileManager.default.copyItem(atPath: "\(folder.path)/store/\(app)", toPath: container)
        try LocalFiles.makeFolder(container + "/Library/Caches")
        let finding = try #require(try NotesFinder(password: nil).findings(at: container).first)
        #expect(finding.kind == "app container" && finding.counts.notes == [.note: 46])
        #expect(finding.counts.uncounted == 0)
        #expect(finding.command == ["build", container])
    }
}
