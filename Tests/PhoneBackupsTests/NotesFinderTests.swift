import LocalFiles
import MadeBackups
import NoteEditing
import NoteModel
import TestSupport
import Testing

@testable import PhoneBackups

/// Notes that are found wherever they are.
@Suite(.tags(.fast))
struct NotesFinderTests {
    private let folder = TemporaryFolder(isInMemory: true)

    private static func note(_ title: String) -> [UInt8] {
        NoteArchiveWriter.archive(ArchivedNote(title: title, body: "Text"))
    }

    private static var files: [MadeBackup.File] {
        func file(_ path: String, _ app: String, _ bytes: [UInt8]) -> MadeBackup.File {
            .init(path, domain: app, bytes: bytes)
        }
        return [
            file("Documents/MyNotes/1.data", "AppDomain-com.a", note("One")),
            file("Documents/MyNotes/2.data", "AppDomain-com.a", note("Two")),
            file("Documents/MyNotes/Photos/p.jpg", "AppDomain-com.a", [1, 2]),
            file("Documents/notes.archive", "AppDomain-com.b", note("Three")),
            file("Documents/empty.txt", "AppDomain-com.c", [1]),
            file("Library/x.plist", "HomeDomain", note("Not an app")),
            file("Documents/MyNotes/1.data", "AppDomain-com.apple.thing", note("Apple")),
            file("NoteStore.sqlite", "AppDomainGroup-group.com.apple.notes", [1]),
            file("Documents/default.realm", "AppDomain-com.realm", [1]),
        ]
    }

    private func findings(password: String? = nil) throws -> [Finding] {
        func given(_: String) throws -> String { password ?? "" }
        let finder = password == nil ? NotesFinder(password: nil) : NotesFinder(password: given)
        return try finder.findings(at: folder.path + "/backups")
    }

    @Test(arguments: [nil, "word"])
    func listsTheAppsOfABackup(password: String?) throws {
        let path = folder.path + "/backups/phone"
        try MadeBackup(Self.files, password: password).write(to: path)
        let found = try findings(password: password)
        let withNotes = found.filter { $0.counts.files > 0 }
        #expect(withNotes.map(\.app) == ["com.a", "com.b"])
        #expect(withNotes.map(\.counts.notes) == [[.note: 2], [.note: 1]])
        #expect(
            withNotes.first?.device == "Jane’s iPhone" && withNotes.first?.date == 1_700_000_000)
        let command = try #require(withNotes.first?.command)
        #expect(command.first == "extract" && command.suffix(2) == ["--app", "com.a"])
        let remarks = found.compactMap(\.remark)
        #expect(remarks.count == 1 && remarks[0].contains("Realm"))
    }

    @Test func ignoresOutOfRangeDates() throws {
        var made = MadeBackup(Self.files)
        made.date = 1e15
        try made.write(to: folder.path + "/backups/phone")
        #expect(try findings().first?.date == nil)
    }

    @Test func reportsEncryptedBackups() throws {
        try MadeBackup(Self.files, password: "word").write(to: folder.path + "/backups/phone")
        let found = try findings()
        #expect(found.count == 1 && found.first?.remark?.contains("--password-file") == true)
        #expect(throws: BackupError.self) { try findings(password: "wrong") }
    }

    @Test func reportsUnreadableBackups() throws {
        try folder.write("mbdb\u{5}\u{0}", to: "backups/old/Manifest.mbdb")
        try folder.write("x", to: "backups/torn/Manifest.plist")
        try folder.write("x", to: "backups/torn/Manifest.db")
        try MadeBackup(Self.files).write(to: folder.path + "/backups/phone")
        let found = try findings()
        #expect(found.count { $0.counts.files > 0 } == 2)
        let remarks = found.compactMap(\.remark).joined(separator: "\n")
        #expect(
            remarks.contains("iOS 9 or older")
                && remarks.contains("torn/Manifest.plist cannot be read"))
    }

    @Test func countsTheNotesOfFoldersAndContainers() throws {
        try folder.write(Self.note("One"), to: "MyNotes/1.data")
        try folder.write(Self.note("Two"), to: "all/AppDomain-com.a/Documents/MyNotes/2.data")
        try folder.write(Self.note("Three"), to: "all/AppDomain-com.b/Documents/3.data")
        let finder = NotesFinder(password: nil)
        let notes = try finder.findings(at: folder.path + "/MyNotes")
        #expect(notes.map(\.counts.notes) == [[.note: 1]] && notes.first?.command.first == "build")
        let all = try finder.findings(at: folder.path + "/all")
        #expect(all.map(\.app) == ["com.a", "com.b"] && all.map(\.counts.all) == [1, 1])
        let single = try finder.findings(at: folder.path + "/MyNotes/1.data")
        #expect(single.map(\.counts.notes) == [[.note: 1]])
        #expect(throws: FileError.self) { try finder.findings(at: folder.path + "/nothing") }
    }
}
