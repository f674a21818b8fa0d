import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// The parts that suites which change notes share.
protocol NoteEditingSuite {
    var folder: TemporaryFolder { get }
}

extension NoteEditingSuite {
    var picture: [UInt8] { PNGPicture.quarters(width: 4, height: 2) }
    var later: Date { Date(timeIntervalSinceReferenceDate: 500) }

    /// Returns all notes of the folder as they are read now.
    func notes(in path: String? = nil) throws -> [Note] {
        let notes = try NotesFolder(path ?? folder.path)
        let reader = SourceReader(folder: notes)
        return notes.sources.flatMap { reader.read($0).notes }.sorted { $0.id < $1.id }
    }

    func editor(of path: String? = nil) throws -> NotesEditor {
        try NotesEditor(
            path ?? folder.path, notebook: Notebook(title: "", notes: try notes(in: path)),
            isComplete: true, reading: ReadingOptions())
    }

    func id(_ title: String, in path: String? = nil) throws -> NoteID {
        try #require(try notes(in: path).first { $0.title == title }).id
    }

    func contents(_ photo: Medium) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try photo.stored?.forEachChunk { bytes += Array($0) }
        return bytes
    }

    /// Returns an archive of some app: three notes in a list, with keys and fields of its own.
    func list(_ titles: [String] = ["One", "Two", "Three"]) -> [UInt8] {
        var writer = ArchiveEditor()
        let notes = titles.map { title in
            writer.object(
                "Shop.Memo", superclasses: ["Base", "NSObject"],
                fields: [
                    ("noteTitle", writer.string(title)),
                    ("content", writer.string("Text of \(title)")),
                    ("updatedAt", writer.date(10)), ("isPinned", .bool(true)),
                    ("images", writer.array([writer.data(picture)])),
                ])
        }
        return writer.archive(rootArray: notes)
    }
}
