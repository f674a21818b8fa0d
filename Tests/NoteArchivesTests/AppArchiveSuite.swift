import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// The parts that suites reading other apps' archives share.
protocol AppArchiveSuite {
    var folder: TemporaryFolder { get }
}

extension AppArchiveSuite {
    var picture: [UInt8] { PNGPicture.quarters(width: 4, height: 2) }

    func read(
        _ bytes: [UInt8], as name: String = "notes", reading: ReadingOptions = ReadingOptions()
    ) throws -> SourceOutcome {
        try folder.write(bytes, to: name)
        let notes = try NotesFolder(folder.path)
        let source = try #require(notes.sources.first { $0.name == name })
        return SourceReader(folder: notes, reading: reading).read(source)
    }

    /// Returns an object of a class with texts for some keys.
    func object(
        _ className: String, texts: [(String, String)], writer: inout ArchiveEditor
    ) -> ArchiveEditor.Value {
        let fields = texts.map { ($0.0, writer.string($0.1)) }
        return writer.object(className, superclasses: ["NSObject"], fields: fields)
    }
}
