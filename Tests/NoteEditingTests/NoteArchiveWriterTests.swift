import Foundation
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// The archives of new notes, read by Foundation and by this program.
@Suite(.tags(.fast))
struct NoteArchiveWriterTests: NoteEditingSuite {
    let folder = TemporaryFolder()

    private func read(_ note: ArchivedNote) throws -> Note {
        try folder.write(note: note, to: "n.data")
        return try #require(try notes().first)
    }

    private func read(_ photos: ArchivedNote.Photos) throws -> [Medium] {
        try read(ArchivedNote(title: "T", body: "", photos: photos)).photos
    }

    @Test func writesAFoundationKeyedArchive() throws {
        let bytes = NoteArchiveWriter.archive(
            ArchivedNote(title: "Ü 😀", body: "x", photos: .array([.data([1, 2, 3])])))
        var format = PropertyListSerialization.PropertyListFormat.xml
        let list = try #require(
            try PropertyListSerialization.propertyList(from: Data(bytes), format: &format)
                as? [String: Any])
        #expect(format == .binary)
        #expect(list["$archiver"] as? String == "NSKeyedArchiver")
        #expect(list["$version"] as? Int == 100_000)
        let objects = try #require(list["$objects"] as? [Any])
        #expect(objects.first as? String == "$null")
        #expect(objects.contains { $0 as? String == "Ü 😀" })
        #expect(objects.contains { ($0 as? [String: Any])?["$classname"] as? String == "NoteObj" })
    }

    @Test func keepsTextsAndDates() throws {
        let note = try read(
            ArchivedNote(
                title: "T", body: "a\n\u{0}b", created: later,
                modified: .day(1999, month: 12, day: 31)))
        #expect(note.title == "T" && note.body == "a\n\u{0}b")
        #expect(note.created == later && note.modified == .day(1999, month: 12, day: 31))
        let bare = try read(ArchivedNote(title: nil, body: "First line\nmore"))
        #expect(bare.title == "First line" && !bare.hasOwnTitle)
        #expect(bare.created == nil && bare.modified == nil && bare.photos.isEmpty)
    }

    @Test func keepsPhotosInEveryForm() throws {
        try folder.write(picture, to: "Photos/p.png")
        let forms: [ArchivedPhoto] = [
            .data(picture), .mutableData(picture), .name("p.png"), .name("/var/mobile/p.png"),
            .url("file:///var/mobile/p.png"), .name("gone.png"),
        ]
        let photos = try read(.array(forms))
        #expect(photos.count == forms.count)
        for photo in photos.dropLast() { #expect(try contents(photo) == picture) }
        #expect(photos.last?.content == .missing)
    }

    @Test(arguments: 0...7)
    func keepsTheOrientationOfAnImage(orientation: Int) throws {
        let photos = try read(.array([.image(png: picture, orientation: orientation)]))
        #expect(photos.first?.orientation?.uiImageOrientation == orientation)
        #expect(try photos.map(contents) == [picture])
    }

    @Test func keepsCaptionsAndNames() throws {
        let captioned = try read(.dictionary([("The lake", .data(picture))]))
        #expect(captioned.map(\.caption) == ["The lake"])
        var named = ArchivedNote(
            title: "T", body: "", photos: .array([.data(picture), .data(picture)]))
        named.photoNames = ["a.png", ""]
        #expect(try read(named).photos.map(\.name) == ["a.png", nil])
    }

    @Test func writesListsDeterministically() throws {
        let list = ["A", "B"].map { ArchivedNote(title: $0, body: "") }
        #expect(NoteArchiveWriter.archive(list) == NoteArchiveWriter.archive(list))
        try folder.write(notes: list, to: "l.data")
        #expect(try notes().map(\.id.text) == ["l.data", "l.data#2"])
        try folder.write(NoteArchiveWriter.archive(list[0], className: "Foo.Note"), to: "m.data")
        #expect(try notes().map(\.title) == ["A", "B", "A"])
    }
}
