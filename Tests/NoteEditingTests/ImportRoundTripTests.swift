import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// Notes that are archived by an import and read again.
@Suite(.tags(.fast))
struct ImportRoundTripTests: NoteEditingSuite {
    let folder = TemporaryFolder()

    /// Imports notes and returns what is read of them.
    private func imported(_ notes: [Note]) throws -> [Note] {
        var importer = try NotesImporter(folder.path + "/notes", reading: ReadingOptions())
        try importer.write(notes, plainName: { $0.title })
        #expect(importer.outcome.problems.isEmpty, "\(importer.outcome.problems)")
        #expect(importer.outcome.notes == notes.count)
        return try self.notes(in: folder.path + "/notes")
    }

    private func note(
        _ index: Int, title: String? = "T", body: String = "B", dates: Note.DateTexts = .init(),
        created: Date? = nil, fields: [JSONValue.Field] = []
    ) -> Note {
        Note(
            id: NoteID(source: "a.data", index: index), title: title, body: body, created: created,
            dateTexts: dates, otherFields: fields, fileTitle: "a")
    }

    @Test(arguments: [
        "", " ", "Text", "a\r\nb\n", "\u{0}\u{1}", "😀 e\u{301} é \u{A0}", "{\\rtf1 no}",
        "bplist00", "<b>x</b>",
    ])
    func keepsTextsByteForByte(text: String) throws {
        let read = try imported([note(0, body: text), note(1, title: nil, body: text)])
        #expect(read.map { Array($0.body.utf8) } == [Array(text.utf8), Array(text.utf8)])
        #expect(read.map(\.hasOwnTitle) == [true, false])
    }

    @Test func keepsTranscriptsBesideTheirRecordings() throws {
        func recording(_ name: String?, _ content: String?, _ transcript: Transcript?) throws
            -> Medium
        {
            let stored = try content.map { content in
                let path = try folder.write(content, to: "export/" + content)
                return StoredBytes(file: path, range: 0..<content.utf8.count)
            }
            var medium = Medium(
                .recording, name: name, content: stored.map { .stored($0) } ?? .missing)
            medium.transcript = transcript
            return medium
        }
        let timed = Transcript(
            cues: [.init(start: 61_001, end: 62_002, speaker: "Jo <3", text: "a\nb & c")],
            text: "a b & c", problems: [])
        let plain = Transcript(cues: [], text: "Only words\n\nand more", problems: [])
        var own = note(0)
        own.recordings = [
            try recording("talk.m4a", "one", timed), try recording("gone.m4a", nil, plain),
            try recording(nil, "three", plain),
        ]
        var other = note(1)
        // Of another note, with the same name and other content.
        other.recordings = [try recording("talk.m4a", "four", plain)]
        _ = try imported([own, other])
        let notes = try NotesFolder(folder.path + "/notes")
        func transcript(_ name: String) throws -> Transcript? {
            try notes.transcript(ofRecording: name)?.transcript.get()
        }
        #expect(try transcript("talk.m4a") == timed)
        #expect(try transcript("gone.m4a") == plain)
        #expect(try transcript("talk-2.m4a") == plain)
        #expect(try transcript("recording.bin") == plain)

        // The same recording with other words, and a missing one that nothing names.
        var later = Note(id: NoteID(source: "b.data", index: 0), title: "Later", body: "")
        later.recordings = [try recording("talk.m4a", "one", plain)]
        var lost = Note(id: NoteID(source: "c.data", index: 0), title: "Lost", body: "")
        lost.recordings = [try recording(nil, nil, plain)]
        var importer = try NotesImporter(folder.path + "/notes", reading: ReadingOptions())
        try importer.write([own, other], plainName: { $0.title })
        #expect(importer.outcome.problems == [])
        try importer.write([later, lost], plainName: { $0.title })
        #expect(
            importer.outcome.problems == [
                "“Later”: The transcript of talk.m4a differs from talk.m4a.vtt, which exists; it was not imported.",
                "“Lost”: The transcript of a missing recording without a name cannot be found by any; it was not imported.",
            ])
        #expect(try transcript("talk.m4a") == timed)
    }

    @Test func keepsTheNamesOfUnreadableMedia() throws {
        var note = note(0)
        note.recordings = [Medium(.recording, name: "gone.m4a", content: .damaged)]
        note.photos = [Medium(.photo, name: "lost.heic", content: .damaged)]
        var importer = try NotesImporter(folder.path + "/notes", reading: ReadingOptions())
        try importer.write([note], plainName: { $0.title })
        let folder = try NotesFolder(folder.path + "/notes")
        let read = SourceReader(folder: folder).read(try #require(folder.sources.first)).notes
        #expect(read.first?.recordings == note.recordings)
        #expect(read.first?.photos == note.photos)
    }

    @Test func keepsData() throws {
        let data = JSONValue.object([("$data", .integer(3)), ("base64", .string("AQID"))])
        let read = try imported([note(0, fields: [.init("data", value: data)])])
        #expect(read.first?.otherFields == [.init("data", value: data)])
    }

    @Test func keepsDatesAsInstantsAndAsTexts() throws {
        let day = Date.day(2024, month: 5, day: 1)
        let early = Date(timeIntervalSinceReferenceDate: -1e9 + 0.25)
        let read = try imported([
            note(0, created: day), note(1, dates: .init(created: "last summer")),
            note(2, dates: .init(created: "2024-05-01"), created: day),
            note(3, created: early),
        ])
        #expect(read.map(\.created) == [day, nil, day, early])
        #expect(read.map(\.dateTexts.created) == [nil, "last summer", "2024-05-01", nil])
    }

    @Test func keepsThePositionsOfNotesInTheirFile() throws {
        let read = try imported([7, 2, 2000].map { note($0, title: "\($0)") })
        #expect(read.map(\.title) == ["2", "7", "2000"])
        #expect(read.prefix(2).map(\.id.index) == [2, 7])
    }

    @Test func keepsPhotosInsideAndBesideTheArchive() throws {
        let path = try folder.write(picture, to: "in/p.png")
        let stored = MediaContent.stored(StoredBytes(file: path, range: 0..<picture.count))
        var made = note(0)
        made.photos = [
            Medium(.photo, name: "p.png", caption: "C", content: stored),
            Medium(.photo, content: stored),
            Medium(.photo, caption: "only here", orientation: .right, content: stored),
        ]
        let read = try #require(try imported([made]).first)
        #expect(read.photos.map(\.name) == ["p.png", "p.png", "p.png"])
        #expect(read.photos.map(\.caption) == ["C", nil, "only here"])
        for photo in read.photos { #expect(try contents(photo) == picture) }
    }

    @Test func writesTheSameArchiveForTheSameNotes() throws {
        func bytes() throws -> [UInt8] {
            let exemplar = try Exemplar(folder, media: "in")
            var archive = ImportedArchive(names: exemplar.names, reading: ReadingOptions())
            return try archive.bytes(of: exemplar.notes)
        }
        #expect(try bytes() == bytes())
    }

    @Test(arguments: [
        (JSONValue.object([("$data", .integer(3))]), "was data of 3 bytes"),
        (.object([("$data", .integer(9)), ("base64", .string("AQID"))]), "was data of 9 bytes"),
        (.object([("$cut", .bool(true))]), "was not whole"),
        (.object([("$damaged", .string("x"))]), "was not whole"),
        (.array([.object([("$ref", .integer(1))])]), "holds an object that holds itself"),
        (.object([("$ref", .integer(99))]), "holds an object that holds itself"),
    ])
    func reportsFieldsThatCannotBeArchived(value: JSONValue, words: String) throws {
        var archive = ImportedArchive(names: [:], reading: ReadingOptions())
        _ = try archive.bytes(of: [note(0, fields: [.init("key", value: value)])])
        #expect(archive.problems.count == 1)
        #expect(archive.problems.first?.hasPrefix("a.data, “key”, ") == true)
        #expect(archive.problems.first?.contains(words) == true, "\(archive.problems)")
    }
}
