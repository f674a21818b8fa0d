import Foundation
import NoteArchives
import NoteModel
import SampleNotes
import TestSupport
import Testing

@Suite(.tags(.fast))
struct SampleNotesTests {
    private let folder = TemporaryFolder()

    private func entries() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    @Test func writesANotesFolderWithEveryFormOfPhoto() throws {
        let path = folder.path + "/MyNotes"
        let count = try SampleNotes.write(to: path, photoWorker: Places.photoWorker)
        let notes = try NotesFolder(path)
        let outcomes = notes.sources.map { SourceReader(folder: notes).read($0) }
        let read = outcomes.flatMap(\.notes)
        let failed = outcomes.filter { if case .failed = $0.result { true } else { false } }
        let skipped = outcomes.filter { if case .skipped = $0.result { true } else { false } }
        #expect(failed.map(\.source.name) == ["Torn.data"])
        #expect(skipped.map(\.source.name) == [])
        #expect(notes.captionFiles.map(\.name) == ["Photos/captions.yml"])
        #expect(PhotoName("song.wav").map(notes.hasPhotoFile) == true)
        #expect(read.count == count)
        #expect(count >= 15)
        let titles = read.map(\.title)
        #expect(Set(titles).count < titles.count)
        #expect(read.contains { !$0.hasOwnTitle })
        let photos = read.flatMap(\.photos)
        #expect(photos.filter { $0.content == .missing }.map(\.name) == ["sunrise.jpg"])
        #expect(photos.contains { $0.orientation == .right })
        #expect(photos.contains { $0.caption == "1 Oranges" })
        #expect(
            Set(photos.compactMap(\.name)).isSuperset(of: ["tart.jpg", "train.jpg", "Café.png"]))
        // Nothing but the notes folder is left.
        #expect(try entries() == ["MyNotes"])
    }

    @Test func refusesANonemptyFolder() throws {
        try folder.write("mine", to: "a")
        #expect(throws: (any Error).self) {
            try SampleNotes.write(to: folder.path, photoWorker: Places.photoWorker)
        }
        #expect(try entries() == ["a"])
    }

    @Test func leavesNothingBehindWithoutAWorker() throws {
        #expect(throws: (any Error).self) {
            try SampleNotes.write(to: folder.path + "/MyNotes", photoWorker: "/nonexistent")
        }
        #expect(try entries().isEmpty)
    }
}
