import MadeBackups
import TestSupport
import Testing

@testable import PhoneBackups

/// The files of a backup that are copied, wherever apps keep them.
@Suite(.tags(.fast))
struct ExtractedPlaceTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private var backup: String { folder.path + "/backup" }
    private static let archive = Array("bplist00\u{34}$archiver".utf8)

    /// Apps keep notes in their settings as well, and in folders of the system.
    @Test func copiesNotesFromSettingsAndSystemFolders() throws {
        let settings = Array("bplist00".utf8) + [UInt8](repeating: 0, count: 100_000) + Self.archive
        let places = [
            "Library/Preferences/com.example.notes.plist", "Library/Private Documents/a.data",
            "Library/NoCloud/b.data", "Library/notes.data", "SystemData/c.data",
        ]
        let others = ["Library/Caches/x.data", "Library/Other/x.data"]
        let group = "AppDomainGroup-group.com.example.notes"
        try MadeBackup(
            (places + others).map { path in
                .init(path, bytes: path.hasSuffix(".plist") ? settings : Self.archive)
            }
                + [.init("Library/Preferences/group.plist", domain: group, bytes: settings)]
        )
        .write(to: backup)
        let report = try folder.extract()
        #expect(report.failed == [])
        #expect(
            try Set(folder.extracted().keys)
                == Set(places + ["group.com.example.notes/Library/Preferences/group.plist"]))
    }

    /// Any number of rows with the same content would fill the disk.
    @Test func copiesEachContentOnce() throws {
        var files = (0..<5).map { number in
            MadeBackup.File("Documents/MyNotes/\(number).data", bytes: Self.archive)
        }
        for number in 0..<5 {
            var file = MadeBackup.File("Documents/MyNotes/again-\(number).data", bytes: [])
            file.identifier = files[0].identifier
            file.isStored = false
            files.append(file)
        }
        try MadeBackup(files).write(to: backup)
        let report = try folder.extract()
        #expect(report.copied == 5 && report.failed.count == 5 && report.addsUp)
        #expect(report.failed.allSatisfy { $0.name.hasPrefix("Documents/MyNotes/") })
        #expect(try folder.extracted().count == 5)
    }
}
