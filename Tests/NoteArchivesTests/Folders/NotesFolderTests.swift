import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// The files that are found in a notes folder, and those that are left out.
@Suite(.tags(.fast))
struct NotesFolderTests {
    private let folder = TemporaryFolder(isInMemory: true)

    private func write(_ names: String...) throws {
        for name in names { try folder.write("x", to: name) }
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/" + name, withDestinationPath: target)
    }

    private func sources() throws -> [String] {
        try NotesFolder(folder.path).sources.map(\.name)
    }

    @Test func listsFilesOfAllFoldersInByteOrder() throws {
        try write("b", "a/z", "a/b/c", "Z", "é", "a b")
        #expect(try sources() == ["Z", "a/b/c", "a/z", "a b", "b", "é"])
    }

    @Test func leavesOutHiddenFilesAndThumbnails() throws {
        try write(".hidden", ".git/a", "thumbnail/a", "Thumbnails/b", ".Store_SUPPORT/c", "note")
        let notes = try NotesFolder(folder.path)
        #expect(notes.sources.map(\.name) == ["note"])
        #expect(
            notes.leftOut.map { "\($0.name): \($0.reason)" } == [
                ".Store_SUPPORT: a database's folder of large files", ".git: a hidden folder",
                ".hidden: a hidden file", "Thumbnails: a folder of thumbnails",
                "thumbnail: a folder of thumbnails",
            ])
        #expect(notes.leftOut.allSatisfy { !$0.mayHoldNotes })
    }

    @Test func leavesOutThePartsOfADatabase() throws {
        try write("a.sqlite", "a.sqlite-wal", "a.sqlite-shm", "b-journal", "b", "alone-wal")
        let notes = try NotesFolder(folder.path)
        #expect(notes.sources.map(\.name) == ["a.sqlite", "alone-wal", "b"])
        #expect(notes.leftOut.map(\.name) == ["a.sqlite-shm", "a.sqlite-wal", "b-journal"])
    }

    /// The property list of a placeholder, in the XML form.
    private func placeholder(_ name: String, size: Int, kind: String = "Regular") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>NSURLNameKey</key><string>\(name)</string>
        <key>NSURLFileSizeKey</key><integer>\(size)</integer>
        <key>NSURLFileResourceTypeKey</key><string>NSURLFileResourceType\(kind)</string>
        </dict></plist>
        """
    }

    @Test func reportsFilesThatAreInICloudOnly() throws {
        try write("note", "old.data")
        for (name, text) in [
            (".a.data.icloud", placeholder("a.data", size: 12_345)),
            ("sub/deep/..b.icloud", placeholder(".b", size: 1)),
            ("Photos/.p.jpg.icloud", placeholder("p.jpg", size: 2_000_000)),
            (".c.sqlite-wal.icloud", placeholder("c.sqlite-wal", size: 0)),
            (".d.data.icloud", "damaged"), (".e.icloud", placeholder("../e", size: -1)),
            (".Old Photos.icloud", placeholder("Old Photos", size: 9, kind: "Directory")),
            (".old.data.icloud", placeholder("old.data", size: 5)), (".icloud", "x"),
        ] {
            try folder.write(text, to: name)
        }
        let notes = try NotesFolder(folder.path)
        #expect(notes.sources.map(\.name) == ["note", "old.data"])
        #expect(
            notes.leftOut.filter(\.mayHoldNotes).map { "\($0.name): \($0.reason)" }.sorted() == [
                "Old Photos: a folder in iCloud only (9 bytes)",
                "Photos/p.jpg: in iCloud only (2.0 MB)", "a.data: in iCloud only (12.3 kB)",
                "c.sqlite-wal: in iCloud only (0 bytes)", "d.data: in iCloud only",
                "e: in iCloud only", "sub/deep/.b: in iCloud only (1 byte)",
            ])
        #expect(
            notes.leftOut.filter { !$0.mayHoldNotes }.map(\.name) == [
                ".icloud", ".old.data.icloud",
            ])
        #expect(
            notes.leftOut.filter(\.mayHoldNotes).allSatisfy {
                $0.advice?.contains("downloaded") == true
            })
    }

    @Test func reportsAStoresLogThatIsInICloudOnly() throws {
        try write("a.sqlite", "b.sqlite", ".a.sqlite-wal.icloud", ".b.sqlite.icloud")
        let left = try NotesFolder(folder.path + "/a.sqlite").leftOut
        #expect(left.map(\.name) == ["a.sqlite-wal"])
        #expect(try NotesFolder(folder.path + "/b.sqlite").leftOut.isEmpty)
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func readsPlaceholdersWrittenByPython() throws {
        try write("note")
        let path = folder.path + "/.Käse.data.icloud"
        let run = try FinishedProgram(
            Places.python ?? "",
            arguments: [
                "-c",
                """
                import plistlib, sys
                plistlib.dump({'NSURLNameKey': 'Käse.data', 'NSURLFileSizeKey': 12000,
                  'NSURLFileResourceTypeKey': 'NSURLFileResourceTypeRegular'},
                  open(sys.argv[1], 'wb'), fmt=plistlib.FMT_BINARY)
                """, path,
            ])
        try #require(run.status == 0, "\(run.errors)")
        let left = try NotesFolder(folder.path).leftOut
        #expect(left.map { "\($0.name): \($0.reason)" } == ["Käse.data: in iCloud only (12.0 kB)"])
    }

    @Test func findsPhotosAndCaptionsInTheirFolder() throws {
        try write("Photos/a.jpg", "photos2/b.jpg", "sub/PHOTOS/c.jpg", "Photos/captions.YAML")
        try write("Photos/deep/d.jpg", "Photos/.e.jpg", "Photos/.hidden/f.jpg", "captions.yml")
        let notes = try NotesFolder(folder.path)
        #expect(notes.sources.map(\.name) == ["captions.yml", "photos2/b.jpg"])
        #expect(notes.captionFiles.map(\.name) == ["Photos/captions.YAML"])
        for name in ["a.jpg", "b.jpg", "C.JPG", "d.jpg"] {
            #expect(notes.photo(named: "anywhere/" + name).stored?.count == 1, "\(name)")
        }
        for name in ["f.jpg", "captions.yaml", "g.jpg", "..", "", "http://x/a.jpg"] {
            #expect(notes.photo(named: name).content == .missing, "\(name)")
        }
    }

    @Test func prefersThePhotosFolderToFilesBesideNotes() throws {
        try folder.write("beside", to: "A.jpg")
        try folder.write("in the folder", to: "Photos/a.JPG")
        let photo = try NotesFolder(folder.path).photo(named: "a.jpg", caption: "c")
        #expect(photo.stored?.count == 13)
        #expect(photo.name == "a.jpg" && photo.caption == "c")
    }

    @Test func dropsPathsWithoutAFileName() throws {
        let photo = try NotesFolder(folder.path).photo(named: "/private/secret/..")
        #expect(photo.name == nil && photo.content == .missing)
    }

    @Test func notifiesTheObserverOfPhotoLookups() throws {
        try write("Photos/a.jpg")
        let seen = Seen()
        let notes = try NotesFolder(folder.path).observed { name, content in
            seen.lines.append("\(name) \(content.stored != nil)")
        }
        for name in ["x/a.jpg", "b.jpg", ".."] { _ = notes.photo(named: name) }
        _ = notes.content(ofPhotoNamed: "a.jpg")
        #expect(seen.lines == ["x/a.jpg true", "b.jpg false"])
        #expect(notes.content(ofPhotoNamed: "..") == nil)
        #expect(notes.content(ofPhotoNamed: "b.jpg") == .missing)
    }

    /// Used from one thread.
    private final class Seen: @unchecked Sendable {
        var lines: [String] = []
    }

    @Test func followsLinksToFilesWithinTheFolderOnly() throws {
        let outside = TemporaryFolder(isInMemory: true)
        try outside.write("x", to: "secret")
        try write("note", "sub/inner")
        try link("inside", to: "sub/inner")
        try link("outside", to: outside.path + "/secret")
        try link("folder", to: "sub")
        try link("nowhere", to: "gone")
        try link("loop", to: "loop")
        let notes = try NotesFolder(folder.path)
        #expect(notes.sources.map(\.name) == ["inside", "note", "sub/inner"])
        #expect(notes.leftOut.map(\.name) == ["folder", "loop", "nowhere", "outside"])
        #expect(notes.leftOut.allSatisfy { $0.mayHoldNotes })
    }

    @Test func skipsPipes() throws {
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let notes = try NotesFolder(folder.path)
        #expect(notes.sources.isEmpty)
        #expect(notes.leftOut.map(\.reason) == ["a device or a pipe, not a file"])
    }

    @Test func skipsFoldersNestedTooDeep() throws {
        let path = (1...18).map { "\($0)" }.joined(separator: "/")
        try write(path + "/note", "1/2/note")
        let notes = try NotesFolder(folder.path)
        #expect(notes.sources.map(\.name) == ["1/2/note"])
        #expect(notes.leftOut.map(\.mayHoldNotes) == [true])
        #expect(notes.leftOut.first?.name == (1...17).map { "\($0)" }.joined(separator: "/"))
    }

    @Test func refusesAFolderThatDoesNotExist() {
        #expect(throws: FileError.self) { try NotesFolder(folder.path + "/gone") }
    }

    @Test func opensASingleFileWithItsPhotosFolder() throws {
        try write("notes.data", "other.data", "a.jpg", "Photos/b.jpg")
        let notes = try NotesFolder(folder.path + "/notes.data")
        #expect(notes.isSingleFile && notes.path == folder.path)
        #expect(notes.sources.map(\.name) == ["notes.data"])
        #expect(notes.photo(named: "b.jpg").stored != nil)
        #expect(notes.photo(named: "a.jpg").content == .missing)
    }

    @Test func listsTheOriginalsOfAFolder() throws {
        try write("note", "Photos/a.jpg", "thumbnail/t", "store.sqlite", "store.sqlite-wal")
        try write(".store_SUPPORT/_EXTERNAL_DATA/E", ".trash/old", ".DS_Store")
        try link("linked", to: "note")
        try link("away", to: "/etc/hosts")
        let originals = try NotesFolder(folder.path).originalFiles()
        #expect(
            originals.map(\.name) == [
                ".store_SUPPORT/_EXTERNAL_DATA/E", "Photos/a.jpg", "linked", "note",
                "store.sqlite", "store.sqlite-wal", "thumbnail/t",
            ])
        // A link is named like itself and leads to its file.
        #expect(originals[2].path == folder.path + "/note")
    }

    @Test func listsTheOriginalsOfASingleFile() throws {
        try write("a.sqlite", "a.sqlite-wal", "b.sqlite", "Photos/p.jpg", ".a_SUPPORT/x", "c")
        let originals = try NotesFolder(folder.path + "/a.sqlite").originalFiles()
        #expect(
            originals.map(\.name) == [".a_SUPPORT/x", "Photos/p.jpg", "a.sqlite", "a.sqlite-wal"])
    }

    @Test func distinguishesPhotosAndRecordingsByContent() throws {
        let picture = PNGPicture.quarters(width: 2, height: 2)
        try folder.write(picture, to: "Photos/picture.m4a")
        try folder.write("caff\0\u{1}", to: "Photos/sound.jpg")
        try write("Photos/unknown.m4a", "Photos/unknown.jpg", "Photos/unknown.txt")
        let notes = try NotesFolder(folder.path)
        func isRecording(_ name: String) -> Bool { notes.medium(named: name).kind == .recording }
        for name in ["sound.jpg", "unknown.m4a", "gone.m4a"] { #expect(isRecording(name)) }
        for name in ["picture.m4a", "unknown.jpg", "unknown.txt", "gone.png", "gone"] {
            #expect(!isRecording(name), "\(name)")
        }
        #expect(notes.medium(named: "sound.jpg").stored != nil)
        #expect(notes.medium(named: "gone.m4a").stored == nil)
        let content = try #require(notes.content(ofPhotoNamed: "unknown.txt"))
        #expect(Medium(content, named: "unknown.txt", format: nil).kind == .attachment)
        #expect(Medium(.missing, named: nil, format: nil).kind == .attachment)
    }
}
