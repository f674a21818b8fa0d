import Foundation
import LocalFiles
import MadeBackups
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import PhoneBackups

/// Notes copied out of backups that were made here.
@Suite(.tags(.fast))
struct ExtractionTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private var backup: String { folder.path + "/backup" }
    private var output: String { folder.path + "/MyNotes" }

    private static let archive =
        Array("bplist00\u{D4}$archiver".utf8) + [UInt8](repeating: 9, count: 5_000)

    private static var files: [MadeBackup.File] {
        [
            .init("Documents/MyNotes/1.data", bytes: archive),
            .init("Documents/MyNotes/2.data", bytes: []),
            .init("Documents/MyNotes/Photos/é.jpg", bytes: [1, 2, 3]),
            .init("Documents/Other.archive", bytes: archive),
            .init("Documents/beside.png", bytes: [4]), .init("Documents/movie.bin", bytes: [5]),
            .init("Library/Preferences/x.plist", bytes: Array("bplist00 dark".utf8)),
            .init("Documents/MyNotes/x.data", domain: "AppDomain-com.other", bytes: [6]),
        ]
    }

    /// Whatever was in the way may be gone, although neither the backup nor the folder shows it.
    @Test func retriesFilesThatCouldNotBeWritten() throws {
        try MadeBackup(Self.files).write(to: backup)
        let inTheWay = try folder.write("x", to: "MyNotes/Photos")
        let first = try folder.extract()
        #expect(first.failed.map(\.name) == ["Documents/MyNotes/Photos/é.jpg"])
        try LocalFiles.remove(inTheWay)
        let second = try folder.extract()
        #expect(second.failed == [] && second.copied == 1)
        #expect(try folder.extracted()["Photos/é.jpg"] == [1, 2, 3])
    }

    @Test(arguments: [nil, "word"])
    func copiesNotesAndRelatedFiles(password: String?) throws {
        try MadeBackup(Self.files, password: password).write(to: backup)
        let report = try folder.extract()
        #expect(report.copied == 5 && report.failed.isEmpty && report.addsUp)
        #expect(
            try folder.extracted() == [
                "1.data": Self.archive, "2.data": [], "Photos/é.jpg": [1, 2, 3],
                "Documents/Other.archive": Self.archive, "Documents/beside.png": [4],
            ])
        let attributes = try FileManager.default.attributesOfItem(atPath: output + "/1.data")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(
            attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_600_000_000))
        let ofFolder = try FileManager.default.attributesOfItem(atPath: output + "/Photos")
        #expect(ofFolder[.posixPermissions] as? Int == 0o700)
        #expect(try folder.extract(isAll: true).copied == 2)
    }

    /// Notes that an app writes with `Codable`; settings are none.
    @Test func copiesNotesInJSONAndPlainPropertyLists() throws {
        let json = Array("[{\"title\":\"A\",\"text\":\"B\"}]".utf8)
        let list = Array("<?xml version=\"1.0\"?><plist><key>title</key><key>body</key>".utf8)
        try MadeBackup([
            .init("Documents/a.json", bytes: json), .init("Documents/b.plist", bytes: list),
            .init("Documents/c.json", bytes: Array("{\"title\":1}".utf8)),
            .init("Library/Application Support/d.json", bytes: json),
        ]).write(to: backup)
        _ = try folder.extract()
        #expect(try folder.extracted().keys.sorted() == ["Documents/a.json", "Documents/b.plist"])
    }

    @Test func touchesNothingTheSecondTime() throws {
        try MadeBackup(Self.files, password: "word").write(to: backup)
        _ = try folder.extract()
        let before = try FolderContents(output).files
        // Without a password no key can be derived.
        let report = try folder.extract(password: nil)
        #expect(report.unchanged == 5 && report.copied == 0 && report.addsUp)
        #expect(try FolderContents(output).files == before)
    }

    @Test func copiesOnlyWhatHasChanged() throws {
        var made = MadeBackup(Self.files, password: "word")
        try made.write(to: backup)
        _ = try folder.extract()
        let before = try FolderContents(output).files
        made.files[2].bytes = [7]
        made.files.append(.init("Documents/MyNotes/new.data", bytes: Self.archive))
        made.files.removeAll { $0.path == "Documents/Other.archive" }
        made.date += 86_400
        try made.write(to: backup)
        let report = try folder.extract()
        #expect(report.copied == 2 && report.addsUp && report.removed == 0)
        let after = try FolderContents(output).files
        #expect(after["1.data"] == before["1.data"] && after["Photos/é.jpg"]?.bytes == [7])
        #expect(after["Documents/Other.archive"] == before["Documents/Other.archive"])
        let mirrored = try folder.extract(isMirror: true)
        // The picture beside the archive had no other reason to be copied.
        #expect(mirrored.removed == 2 && mirrored.addsUp)
        #expect(try folder.extracted()["Documents/Other.archive"] == nil)
    }

    @Test func keepsUserChanges() throws {
        var made = MadeBackup(Self.files)
        try made.write(to: backup)
        _ = try folder.extract()
        try folder.write("mine", to: "MyNotes/1.data")
        try FileManager.default.removeItem(atPath: output + "/Photos/é.jpg")
        made.date += 1
        try made.write(to: backup)
        let report = try folder.extract()
        #expect(report.copied == 0 && report.failed.isEmpty && report.deleted == 1 && report.addsUp)
        #expect(try folder.extracted()["1.data"] == Array("mine".utf8))
        #expect(try folder.extracted()["Photos/é.jpg"] == nil)
        made.files[0].bytes += [1]
        made.date += 1
        try made.write(to: backup)
        let conflict = try folder.extract()
        #expect(conflict.failed.map(\.name) == ["Documents/MyNotes/1.data"] && conflict.addsUp)
        #expect(try folder.extracted()["1.data"] == Array("mine".utf8))
        #expect(try folder.extract(password: nil).failed == conflict.failed)
    }

    @Test(arguments: [nil, "word"])
    func reportsFilesThatCannotBeCopied(password: String?) throws {
        var files = Self.files
        func add(_ path: String?, change: (inout MadeBackup.File) -> Void = { _ in }) {
            var file = MadeBackup.File(path ?? "null", bytes: [1])
            file.path = path
            change(&file)
            files.append(file)
        }
        add("Documents/MyNotes/../../../up.data")
        add("/absolute.data")
        add(nil)
        add("Documents/MyNotes/gone.data") { $0.isStored = false }
        add("Documents/MyNotes/link.data") { $0.flags = 4 }
        add("Documents/MyNotes/id.data") {
            $0.identifier = "../../../../etc/passwd"; $0.isStored = false
        }
        add("Documents/MyNotes/.notebinder/backup.lock")
        add("Documents/MyNotes/small.data") {
            $0.bytes = Array(0...99); $0.statedSize = 3
        }
        add("Documents/MyNotes/large.data") { $0.statedSize = 1 << 40 }
        if password != nil { add("Documents/MyNotes/device.data") { $0.protectionClass = 9 } }
        try MadeBackup(files, password: password).write(to: backup)
        let report = try folder.extract()
        #expect(report.addsUp && report.copied == 7)
        #expect(report.failed.count == (password == nil ? 7 : 8), "\(report.failed)")
        #expect(report.failed.allSatisfy { !$0.name.isEmpty && !$0.reason.isEmpty })
        let found = try folder.extracted()
        #expect(found["small.data"] == Array(0...99) && found["large.data"] == [1])
        #expect(
            try FolderContents(folder.path).names.allSatisfy {
                $0.hasPrefix("MyNotes/") || $0.hasPrefix("backup/")
            })
        #expect(!FileManager.default.fileExists(atPath: "/absolute.data"))
    }

    /// The domain of a row decides a part of the place of a file.
    @Test func staysWithinTheFolderForHostileDomains() throws {
        let domain = "AppDomainGroup-group.com.example.notes."
        try MadeBackup(
            Self.files + [
                .init("Documents/MyNotes/first.data", domain: domain, bytes: [1]),
                .init("Documents/MyNotes/evil.data", domain: domain + "/../../../evil", bytes: [1]),
            ]
        ).write(to: backup)
        let report = try folder.extract()
        #expect(report.failed.count == 1, "\(report)")
        #expect(report.copied == 6 && report.addsUp)
        let names = try FolderContents(folder.path).names
        #expect(names.filter { $0.hasSuffix("evil.data") } == [])
    }

    @Test func separatesFilesWithCollidingPaths() throws {
        let files = [
            MadeBackup.File("Documents/MyNotes/a.data", bytes: [1]),
            MadeBackup.File("Library/Application Support/MyNotes/a.data", bytes: [2]),
        ]
        try MadeBackup(files).write(to: backup)
        #expect(try folder.extract().copied == 2)
        #expect(Set(try folder.extracted().values) == [[1], [2]])
    }

    @Test func reportsUnreadableFilesOutsideMyNotes() throws {
        var gone = MadeBackup.File("Documents/gone.archive", bytes: Self.archive)
        gone.isStored = false
        var made = MadeBackup([gone, .init("Documents/x.archive", bytes: Self.archive)])
        try made.write(to: backup)
        let report = try folder.extract()
        #expect(report.copied == 1 && report.failed.map(\.name) == ["Documents/gone.archive"])
        // Once the copy of the backup is complete, the file is copied, without a new backup.
        made.files[0].isStored = true
        let manifest = backup + "/Manifest.db"
        let before = try LocalFiles.status(manifest)?.modified ?? 0
        try made.write(to: backup)
        try LocalFiles.setModified(
            manifest, date: Date(timeIntervalSince1970: Double(before) / 1e9))
        #expect(try folder.extract().copied == 1)
    }

    @Test func copiesDatabasesWhoseTablesAreInTheirLogs() throws {
        let header = Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 0, count: 84)
        try MadeBackup([
            .init("Documents/a.sqlite", bytes: header), .init("Documents/a.sqlite-wal", bytes: [1]),
            .init("Documents/b.sqlite", bytes: header),
        ]).write(to: backup)
        _ = try folder.extract()
        #expect(
            Set(try folder.extracted().keys) == ["Documents/a.sqlite", "Documents/a.sqlite-wal"])
    }

    /// A run that was killed has written no record.
    @Test func recognizesFilesOfAnInterruptedRun() throws {
        var made = MadeBackup(Self.files)
        try made.write(to: backup)
        _ = try folder.extract()
        let record = try #require(
            try LocalFiles.entries(of: output + "/.notebinder").map(\.name)
                .first { $0.hasSuffix(".json") })
        // What the journal of the first file says before it is placed.
        let path = output + "/.notebinder/" + record
        let known = ExtractionRecord(at: path)
        let file = try #require(known.files["1.data"])
        let line = try JSONEncoder().encode(ExtractionRecord.Placed(path: "1.data", file: file))
        try LocalFiles.remove(path)
        try LocalFiles.create(
            path.replacing(".json", with: ".journal"), bytes: Array(line) + [0x0A])
        made.files[0].bytes += [1]
        made.date += 1
        try made.write(to: backup)
        let report = try folder.extract()
        #expect(report.failed.isEmpty && report.copied == 1 && report.unchanged == 4)
    }

    @Test func removesOnlyWhatItHasWritten() throws {
        try folder.write(Self.archive, to: "MyNotes/1.data")
        var made = MadeBackup(Self.files)
        try made.write(to: backup)
        #expect(try folder.extract().copied == 4)
        made.files.removeAll {
            $0.path?.hasPrefix("Documents/MyNotes/") == true && $0.domain.hasSuffix("notes")
        }
        made.date += 1
        try made.write(to: backup)
        #expect(try folder.extract(isMirror: true).removed == 2)
        #expect(try folder.extracted()["1.data"] == Self.archive)
    }

    @Test func keepsTheNotesOfTwoDevicesApart() throws {
        try MadeBackup(Self.files).write(to: backup)
        _ = try folder.extract()
        var other = MadeBackup(Self.files)
        other.device = "other"
        other.files[0].bytes += [1]
        other.files.remove(at: 2)
        try other.write(to: folder.path + "/other")
        let report = try folder.extract(from: folder.path + "/other", isMirror: true)
        #expect(report.failed.map(\.name) == ["Documents/MyNotes/1.data"] && report.removed == 0)
        #expect(try folder.extracted().count == 5)
    }

    @Test func keepsNotesFoldersSeparate() throws {
        try MadeBackup([
            .init("Documents/MyNotes/a.data", bytes: [1]),
            .init("Documents/MyNotes/Photos/p.jpg", bytes: [2]),
            .init("Documents/Old/MyNotes/b.data", bytes: [3]),
            .init("Documents/Old/MyNotes/Photos/p.jpg", bytes: [4]),
        ]).write(to: backup)
        _ = try folder.extract()
        #expect(
            try folder.extracted() == [
                "a.data": [1], "Photos/p.jpg": [2], "Documents/Old/MyNotes/b.data": [3],
                "Documents/Old/MyNotes/Photos/p.jpg": [4],
            ])
    }

    @Test(arguments: [nil, "word"])
    func leavesTheBackupUnchanged(password: String?) throws {
        try MadeBackup(Self.files, password: password).write(to: backup)
        let before = try FolderContents(backup).files
        _ = try folder.extract()
        func word(_: String) throws -> String { "word" }
        #expect(try NotesFinder(password: word).findings(at: backup).count == 2)
        #expect(try FolderContents(backup).files == before)
    }

    @Test func refusesToWriteIntoTheBackup() throws {
        try MadeBackup(Self.files).write(to: backup)
        #expect(throws: BackupError.self) { try folder.extract(to: backup + "/MyNotes") }
        #expect(throws: BackupError.isBackup(path: backup)) { try NotesLocation(backup) }
    }

    /// A folder in the way may be a link to another place.
    @Test func neverFollowsSymbolicLinks() throws {
        try MadeBackup(Self.files).write(to: backup)
        try folder.write("x", to: "elsewhere/x")
        try LocalFiles.makeFolder(output)
        try FileManager.default.createSymbolicLink(
            atPath: output + "/Photos", withDestinationPath: folder.path + "/elsewhere")
        let stored = try #require(Self.files.first)
        let path = "\(backup)/\(stored.identifier.prefix(2))/\(stored.identifier)"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: folder.path + "/elsewhere/x")
        let report = try folder.extract()
        #expect(
            report.failed.map(\.name).sorted() == [
                "Documents/MyNotes/1.data", "Documents/MyNotes/Photos/é.jpg",
            ])
        #expect(try FolderContents(folder.path + "/elsewhere").names == ["x"])
    }

    @Test func readsAManifestWithoutPadding() throws {
        var made = MadeBackup(Self.files, password: "word")
        made.padsManifest = false
        try made.write(to: backup)
        #expect(try folder.extract().copied == 5)
    }

    @Test func locksTheFolderWhileRunning() throws {
        try MadeBackup(Self.files).write(to: backup)
        let options = ExtractionOptions(backup: backup, app: "com.example.notes", folder: output)
        var attempts = 0
        var locked = 0
        let path = output + "/.notebinder/backup.lock"
        _ = try Extraction(options, password: { "" }) { _, _ in
            attempts += 1
            guard let other = try? OpenFile(path, access: .update) else { return }
            if (try? other.lockExclusively()) == true { locked += 1 }
        }.run()
        #expect(attempts == 5 && locked == 0)
        let other = try OpenFile(path, access: .update)
        #expect(try other.lockExclusively())
        var next = MadeBackup(Self.files)
        next.date += 1
        try next.write(to: backup)
        #expect(throws: BackupError.busy(folder: output)) { try folder.extract() }
        _ = other.path
    }

    @Test func reportsUnfinishedBackups() throws {
        var made = MadeBackup(Self.files)
        made.isFinished = false
        try made.write(to: backup)
        let report = try folder.extract()
        #expect(report.copied == 5 && !report.isFinished)
    }

    @Test func leavesNothingAfterAWrongPassword() throws {
        try MadeBackup(Self.files, password: "word").write(to: backup)
        let error = #expect(throws: BackupError.self) { try folder.extract(password: "other") }
        #expect(error?.exitStatus == 77)
        #expect(throws: BackupError.passwordNeeded(path: "")) { try folder.extract(password: nil) }
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test func listsAppsWithNotesWhenTheAppIsUnknown() throws {
        try MadeBackup(Self.files).write(to: backup)
        let error = #expect(throws: BackupError.self) { try folder.extract(app: "com.exmaple") }
        #expect(error?.message.contains("Apps with notes: com.example.notes, com.other") == true)
    }

    @Test func readsTheOneBackupInAFolder() throws {
        try MadeBackup(Self.files).write(to: backup)
        #expect(try folder.extract(from: folder.path).copied == 5)
        try MadeBackup(Self.files).write(to: folder.path + "/second")
        #expect(throws: BackupError.self) { try folder.extract(from: folder.path) }
    }
}
