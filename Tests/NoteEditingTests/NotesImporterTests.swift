import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// The files that an import writes, and those that it leaves alone.
@Suite(.tags(.fast))
struct NotesImporterTests: NoteEditingSuite {
    let folder = TemporaryFolder()
    private var target: String { folder.path + "/notes" }

    private func note(_ source: String, photos: [Medium] = []) -> Note {
        .made("T", source: source, photos: photos)
    }

    @discardableResult
    private func write(_ notes: [Note]) throws -> NotesImporter.Outcome {
        var importer = try NotesImporter(target, reading: ReadingOptions())
        try importer.write(notes, plainName: { "plain-\($0.title)" })
        return importer.outcome
    }

    private var names: [String] { get throws { try LocalFiles.files(below: target).sorted() } }

    private func photo(_ name: String?, bytes: String, at path: String? = nil) throws -> Medium {
        let path = try folder.write(bytes, to: "in/" + (path ?? name ?? "photo"))
        return Medium(
            .photo, name: name,
            content: .stored(StoredBytes(file: path, range: 0..<bytes.utf8.count)))
    }

    @Test func writesNothingTheSecondTime() throws {
        let notes = [note("a.data", photos: [try photo("p.jpg", bytes: "x")]), note("sub/b.data")]
        let first = try write(notes)
        #expect(
            first.notes == 2 && first.archives == 2 && first.photos == 1 && first.unchanged == 0)
        let before = try FolderContents(target)
        let second = try write(notes)
        #expect(second.notes == 0 && second.archives == 0 && second.photos == 0)
        #expect(second.unchanged == 2 && second.problems.isEmpty)
        #expect(second.isWritten == [notes[0].id: false, notes[1].id: false])
        #expect(try FolderContents(target) == before)
    }

    @Test func neverOverwritesAnArchive() throws {
        try folder.write("mine", to: "notes/a.data")
        let outcome = try write([note("a.data", photos: [try photo("p.jpg", bytes: "x")])])
        #expect(outcome.problems.first?.hasPrefix("a.data exists and differs") == true)
        #expect(outcome.isWritten.isEmpty && outcome.notes == 0)
        #expect(try names == ["a.data"])
        #expect(try folder.text("notes/a.data") == "mine")
    }

    @Test(arguments: [
        "../a.data", "/etc/a.data", ".hidden", "a/../b", "a//b", "", "a/", "Photos/a.data",
        "x/THUMBNAILS/a", "a\u{0}b", ".trash/a/note.data", String(repeating: "a", count: 256),
        String(repeating: "a/", count: 16) + "a",
    ])
    func renamesNotesWithInvalidSourceNames(source: String) throws {
        let outcome = try write([note(source)])
        #expect(outcome.problems.count == 1 && outcome.notes == 1)
        #expect(try names == ["plain-T"])
    }

    @Test func avoidsNameCollisionsAcrossFileSystems() throws {
        let notes = ["caf\u{E9}", "cafe\u{301}", "CAFÉ", "plain-T"].map { note($0) }
        let outcome = try write(notes)
        #expect(outcome.archives == 4)
        #expect(Set(try names.map { $0.lowercased() }).count == 4)
        #expect(try names.contains("plain-T-2"))
    }

    @Test func deduplicatesEqualPhotosAndNumbersOthers() throws {
        let photos = [
            try photo("p.jpg", bytes: "one", at: "1"), try photo("P.JPG", bytes: "two", at: "2"),
            try photo("p.jpg", bytes: "one", at: "3"), try photo("p.jpg", bytes: "three", at: "4"),
        ]
        try write(photos.enumerated().map { note("\($0).data", photos: [$1]) })
        let written = try names.filter { $0.hasPrefix("Photos/") }
        #expect(written == ["Photos/P-2.JPG", "Photos/p-3.jpg", "Photos/p.jpg"])
        // Texts refer to the photos by the names that they had.
        #expect(
            Set(try notes(in: target).flatMap { $0.photos.map(\.name) }) == ["p.jpg", "P.JPG"])
    }

    @Test(arguments: ["captions.yml", "Captions.YAML", ".hidden.jpg", "100%25.jpg"])
    func embedsPhotosWithUnusableNames(name: String) throws {
        try write([note("a.data", photos: [try photo(name, bytes: "x", at: "p")])])
        #expect(try names == ["a.data"])
        #expect(try notes(in: target).flatMap { $0.photos.map(\.stored?.count) } == [1])
    }

    @Test func renamesAttachmentsWithUnusableNames() throws {
        var made = note("a.data")
        let photo = try photo(nil, bytes: "x")
        made.attachments = [
            Medium(.attachment, name: "captions.yml", content: photo.content),
            Medium(.attachment, name: ".x", content: .missing),
        ]
        try write([made])
        #expect(try names == ["Photos/attachment.yml", "a.data"])
    }

    @Test func reportsANoteWhosePhotoCannotBeRead() throws {
        let outcome = try write([note("a.data", photos: [.made("gone.jpg")]), note("b.data")])
        #expect(outcome.problems.count == 1)
        #expect(outcome.problems.first?.hasSuffix("It counts as missing.") == true)
        #expect(try names == ["a.data", "b.data"])
    }

    @Test func neverWritesThroughSymbolicLinks() throws {
        let outside = TemporaryFolder()
        try LocalFiles.makeFolder(target)
        try FileManager.default.createSymbolicLink(
            atPath: target + "/a.data", withDestinationPath: outside.path + "/a.data")
        let outcome = try write([note("a.data")])
        #expect(outcome.problems.count == 1)
        #expect(try LocalFiles.entries(of: outside.path).isEmpty)
    }
}
