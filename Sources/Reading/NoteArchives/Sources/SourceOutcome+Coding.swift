package import Hashing
import NoteModel

extension SourceOutcome: BinaryCodable {
    /// True if the outcome can be cached. Three kinds cannot: a part of a note, which has to be
    /// merged with the other parts; the notes of a database or a package whose files exist for one
    /// run only, or may change separately; and a file that the operating system refused to open,
    /// but may permit later.
    package var canBeStored: Bool {
        canBeKept && part == nil && !isOfDatabase && !isTransient
    }

    /// True if the outcome can be kept in memory while its file is unchanged; false if the
    /// operating system refused to open the file.
    package var canBeKept: Bool {
        !diagnostics.contains { $0.identifier == .unreadableSource }
    }

    package func write(to writer: inout ByteWriter) {
        writer.write(source.name, source.path)
        switch result {
        case .read(let notes): writer.write(0, notes)
        case .skipped(let reason): writer.write(1, reason)
        case .failed: writer.write(2)
        }
        writer.write(diagnostics, unread, isEmptyList, digest)
    }

    package init(from reader: inout ByteReader) throws {
        let source = NotesFolder.SourceFile(name: try reader.value(), path: try reader.value())
        let result: Result
        switch try reader.value(Int.self) {
        case 0: result = .read(try reader.value())
        case 1: result = .skipped(reason: try reader.value())
        case 2: result = .failed
        default: throw BinaryDecodingError()
        }
        self.init(
            source: source, result: result, diagnostics: try reader.value(),
            unread: try reader.value(), isEmptyList: try reader.value())
        digest = try reader.value()
    }
}
