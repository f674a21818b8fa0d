import Foundation
import NoteArchives
import NoteModel
import SampleNotes
import TestSupport
import Testing

@Suite(.tags(.fast))
struct SampleNotesTests {
    @Test func writesANotesFolderWithEveryFormOfPhoto() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/MyNotes"
        let count = try SampleNotes.write(to: path, photoWorker: Places.photoWorker)
        let notes = try NotesFolder(path)
        let outcomes = notes.sources.map { SourceReader(folder: notes).read($0) }
        var read: [Note] = []
        var failed: [String] = []
        for outcome in outcomes {
            switch outcome.result {
            case .read(let found): read += found
            case .failed: failed.append(outcome.source.name)
            case .skipped: Issue.record("\(outcome.source.name) was skipped")
            }
        }
        #expect(notes.captionFiles.map(\.name) == ["Photos/captions.yml"])
        #expect(PhotoName("song.wav").flatMap { notes.photoFile(named: $0) } != nil)
        #expect(failed == ["Torn.data"])
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
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["MyNotes"])
    }

    @Test func leavesAFolderAloneThatHoldsAnything() throws {
        let folder = try TemporaryFolder()
        try folder.write("mine", to: "a")
        #expect(throws: (any Error).self) {
            try SampleNotes.write(to: folder.path, photoWorker: Places.photoWorker)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }

    @Test func leavesNothingBehindWithoutAWorker() throws {
        let folder = try TemporaryFolder()
        #expect(throws: (any Error).self) {
            try SampleNotes.write(to: folder.path + "/MyNotes", photoWorker: "/nonexistent")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
