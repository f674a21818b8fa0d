import FileFormats
import Foundation
import LocalFiles
import NoteArchives
import TestSupport
import Testing

@testable import PhoneBackups

/// Containers of apps as other tools copy them, as folders and in ZIP files.
///
/// Serialized, since the cache of unpacked files belongs to the process.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct ContainerTests {
    private let folder = TemporaryFolder(isInMemory: true)

    init() throws {
        setenv("XDG_CACHE_HOME", folder.path + "/cache", 1)
    }

    private static let archive = "bplist00 $archiver"

    private func list(_ fields: [String: String], to name: String) throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: fields, format: .xml, options: 0)
        try folder.write(Array(data), to: name)
    }

    private func location(_ name: String) throws -> String {
        let found = try NotesLocation(folder.path + "/" + name).folder
        return found.replacing(try #require(LocalFiles.resolved(folder.path)) + "/", with: "")
    }

    @Test func locatesTheNotesFolder() throws {
        try list(
            ["CFBundleIdentifier": "com.a", "CFBundleDisplayName": "A"],
            to: "A.xcappdata/AppDataInfo.plist")
        try folder.write(Self.archive, to: "A.xcappdata/AppData/Documents/MyNotes/1.data")
        try folder.write("x", to: "A.xcappdata/AppData/Library/x")
        try list(
            ["MCMMetadataIdentifier": "com.b"],
            to: "B/.com.apple.mobile_container_manager.metadata.plist")
        try folder.write("x", to: "B/Documents/readme.txt")
        try folder.write(Self.archive, to: "B/Library/Application Support/b.archive")
        try list(["softwareVersionBundleId": "com.c"], to: "C/iTunesMetadata.plist")
        try folder.write(Self.archive, to: "C/Container/AppGroups/group.c/MyNotes/1.data")
        try folder.write(Self.archive, to: "AppDomain-com.d/Documents/MyNotes/1.data")
        try folder.write(Self.archive, to: "AppDomain-com.d/Documents/other.archive")
        try folder.write(Self.archive, to: "iCloud~com~e~notes/Documents/1.data")
        try folder.write(Self.archive, to: "F/Documents/mynotes/1.data")
        try folder.write("x", to: "F/Library/Caches/x")
        for (name, notes, app) in [
            ("A.xcappdata", "AppData/Documents/MyNotes", "com.a"),
            ("B", "Library/Application Support", "com.b"),
            ("C", "Container/AppGroups/group.c/MyNotes", "com.c"),
            // Nothing beside `MyNotes` is passed over.
            ("AppDomain-com.d", "Documents", "com.d"),
            ("iCloud~com~e~notes", "Documents", "com.e.notes"), ("F", "Documents/mynotes", nil),
        ] {
            #expect(try location(name) == name + "/" + notes)
            #expect(AppContainer(folder.path + "/" + name)?.app == app)
        }
    }

    @Test func leavesOrdinaryFoldersAlone() throws {
        try folder.write(Self.archive, to: "MyNotes/Documents/1.data")
        try folder.write(Self.archive, to: "MyNotes/Library/2.data")
        try folder.write("x", to: "file.data")
        // A folder in it that looks like a backup is none without the name of one.
        try folder.write("x", to: "MyNotes/Documents/Manifest.db")
        for name in ["MyNotes", "file.data", "missing"] {
            #expect(try NotesLocation(folder.path + "/" + name).folder == folder.path + "/" + name)
        }
    }

    @Test(arguments: ["00008110-000A1B2C3D4E5F60", String(repeating: "a1", count: 20)])
    func refusesBackupsGivenAsNotes(device: String) throws {
        try folder.write("x", to: "Backup/\(device)/Manifest.db")
        for name in ["Backup", "Backup/" + device] {
            let path = folder.path + "/" + name
            #expect(throws: BackupError.isBackup(path: path)) { try NotesLocation(path) }
        }
    }

    /// Notes in several folders are read together, but neither caches nor settings without notes.
    @Test func combinesSeveralNotesFolders() throws {
        try folder.write("x", to: "B/tmp/x")
        try folder.write(Self.archive, to: "B/Documents/MyNotes/1.data")
        try list(["theme": "dark"], to: "B/Library/Preferences/com.b.plist")
        #expect(try location("B") == "B/Documents/MyNotes")
        let notes = try PropertyListSerialization.data(
            fromPropertyList: ["notes": [["title": "A", "text": "x"]]], format: .binary, options: 0)
        try folder.write(Array(notes), to: "B/Library/Preferences/com.c.plist")
        try folder.write(Self.archive, to: "B/Library/Caches/2.data")
        #expect(try location("B") == "B")
        let read = try NotesFolder(folder.path + "/B")
        #expect(
            read.sources.map(\.name).sorted() == [
                "Documents/MyNotes/1.data", "Library/Preferences/com.b.plist",
                "Library/Preferences/com.c.plist",
            ])
        let reader = SourceReader(folder: read)
        let settings = try #require(read.sources.first { $0.name.hasSuffix("com.b.plist") })
        guard case .skipped = reader.read(settings).result else {
            Issue.record("settings are no notes")
            return
        }
        try LocalFiles.remove(folder.path + "/B/Documents/MyNotes")
        #expect(try location("B") == "B/Library/Preferences")
    }

    private func zip(_ members: [(String, String)], to name: String = "notes.zip") throws -> String
    {
        let path = folder.path + "/" + name
        try LocalFiles.remove(path)
        var writer = try ZipWriter(path)
        for (name, text) in members { try writer.add(name, bytes: Array(text.utf8)) }
        try writer.finish()
        return path
    }

    @Test func unpacksOnlyWhatHasChanged() throws {
        let path = try zip([
            ("MyNotes/1.data", "one"), ("MyNotes/2.data", "two"),
            ("__MACOSX/MyNotes/._1.data", "x"),
            ("MyNotes/.DS_Store", "x"), ("MyNotes/sub/cafe\u{301}.data", "three"),
        ])
        let found = try NotesLocation(path)
        #expect(found.isCopy && found.folder.hasSuffix("/files/MyNotes"))
        let first = try FolderContents(found.folder).files
        #expect(
            first.mapValues { String(decoding: $0.bytes, as: UTF8.self) } == [
                "1.data": "one", "2.data": "two", "sub/cafe\u{301}.data": "three",
            ])
        #expect(try NotesLocation(path).folder == found.folder)
        #expect(try FolderContents(found.folder).files == first)
        _ = try zip([
            ("MyNotes/1.data", "one"), ("MyNotes/2.data", "changed"), ("MyNotes/4.data", ""),
        ])
        let second = try FolderContents(try NotesLocation(path).folder).files
        #expect(second.keys.sorted() == ["1.data", "2.data", "4.data"])
        #expect(second["1.data"] == first["1.data"])
        #expect(second["2.data"]?.bytes == Array("changed".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: found.folder)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func reportsMembersThatCannotBeUnpacked() throws {
        let path = try zip([
            ("MyNotes/good.data", "good"), ("MyNotes/bad.data", "damaged here"),
            ("MyNotes/../../up.data", "x"),
            ("/absolute.data", "x"), ("MyNotes/a\\b.data", "x"),
            ("MyNotes/" + String(repeating: "n", count: 300), "x"),
        ])
        var bytes = try LocalFiles.read(path)
        let place = try #require(bytes.firstRange(of: Array("damaged here".utf8)))
        bytes[place.lowerBound] ^= 1
        try LocalFiles.replace(path, bytes: bytes)
        let notes = try NotesFolder(try NotesLocation(path).folder)
        #expect(notes.sources.map(\.name) == ["good.data"])
        let left = notes.leftOut.filter(\.mayHoldNotes)
        #expect(left.count == 5, "\(left)")
        #expect(
            left.contains { $0.name == "bad.data" && $0.reason.contains("notes.zip is damaged") })
        for name in ["../../up.data", "/absolute.data", "a\\b.data", "nnn"] {
            #expect(left.contains { $0.reason.contains(name) }, "\(name)")
        }
        let before = try FolderContents(notes.path).files
        #expect(try FolderContents(try NotesLocation(path).folder).files == before)
        #expect(!FileManager.default.fileExists(atPath: "/absolute.data"))
        // Once it is repaired, nothing is named any more.
        _ = try zip([("MyNotes/good.data", "good")])
        #expect(try NotesFolder(try NotesLocation(path).folder).leftOut.isEmpty)
    }

    @Test func reportsMembersWithConflictingPaths() throws {
        let path = try zip([
            ("MyNotes/1.data", "one"), ("MyNotes/1.data", "another"), ("MyNotes/2.DATA", "two"),
            ("MyNotes/2.data", "again"), ("MyNotes/x/3.data", "three"), ("MyNotes/x", "a file"),
        ])
        let folder = try NotesLocation(path).folder
        let notes = try NotesFolder(folder)
        #expect(notes.sources.map(\.name) == ["1.data", "2.DATA", "x/3.data"])
        #expect(notes.leftOut.filter(\.mayHoldNotes).count == 3)
        #expect(try LocalFiles.read(folder + "/1.data") == Array("one".utf8))
        // A folder of the last time becomes a file.
        _ = try zip([("MyNotes/x", "a file"), ("MyNotes/1.data", "one")])
        let after = try NotesFolder(try NotesLocation(path).folder)
        #expect(after.sources.map(\.name) == ["1.data", "x"] && after.leftOut.isEmpty)
    }

    /// One header that is damaged costs its member.
    @Test func readsOtherMembersDespiteADamagedHeader() throws {
        let path = try zip([("MyNotes/1.data", "one"), ("MyNotes/2.data", "two")])
        var bytes = try LocalFiles.read(path)
        bytes[28] = 0xFF
        try LocalFiles.replace(path, bytes: bytes)
        let notes = try NotesFolder(try NotesLocation(path).folder)
        #expect(notes.sources.map(\.name) == ["2.data"])
        #expect(notes.leftOut.map(\.name) == ["1.data"])
    }

    @Test func refusesDamagedZipsAndAppPackages() throws {
        try folder.write(Array("PK\u{3}\u{4}".utf8) + [1, 2, 3], to: "torn.zip")
        #expect(throws: BackupError.self) { try location("torn.zip") }
        _ = try zip([("Payload/A.app/Info.plist", "x")], to: "a.ipa")
        #expect(throws: BackupError.appOnly(path: folder.path + "/a.ipa")) { try location("a.ipa") }
    }
}
