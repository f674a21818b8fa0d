package import Diagnostics
package import KeyedArchives
import LocalFiles
package import NoteModel

/// What became of one source.
package struct SourceOutcome: Sendable {
    package enum Result: Sendable {
        /// Notes were read from it; what could not be is in the diagnostics.
        case read([Note])
        /// It is of a kind that holds no notes; in words that complete "NAME is …".
        case skipped(reason: String)
        /// It may hold notes, and none could be read; the diagnostics say why.
        case failed
    }

    package let source: NotesFolder.SourceFile
    package private(set) var result: Result
    package let diagnostics: [Diagnostic]
    /// What the source holds that is no note.
    package var unread: [UnrecognizedObject] = []
    /// What the source adds to a note beside it, where it holds none of its own.
    package var part: DocumentFragment?
    /// Whether it is a list without members, and may have been one of anything.
    package internal(set) var isEmptyList = false
    /// Whether it was read from a database.
    var isOfDatabase = false

    /// The notes that were read.
    package var notes: [Note] {
        if case .read(let notes) = result { notes } else { [] }
    }

    /// The same outcome with other notes.
    package func replacingNotes(_ notes: [Note]) -> SourceOutcome {
        var outcome = self
        outcome.result = .read(notes)
        return outcome
    }

    /// The outcome of a source all of which went into a note of another one.
    var takenIntoAnother: SourceOutcome {
        SourceOutcome(source: source, result: .read([]), diagnostics: part?.diagnostics ?? [])
    }
}

/// Reads the notes of one source at a time, whatever kind of archive it is.
package struct SourceReader: Sendable {
    private let folder: NotesFolder
    private let reading: ReadingOptions

    package init(folder: NotesFolder, reading: ReadingOptions = ReadingOptions()) {
        self.folder = folder
        self.reading = reading
    }

    /// Reads a source. Never throws: what went wrong is in the outcome, by name.
    package func read(_ source: NotesFolder.SourceFile) -> SourceOutcome {
        do throws(FileError) {
            return outcome(of: try ArchiveBytes.ofFile(at: source.path), source)
        } catch {
            return failure(
                source, .unreadableSource, "\(source.name) cannot be read: \(error.reason).",
                suggestion: "Check that the file may be read by you.")
        }
    }

    /// What the bytes of a source are, wherever they come from.
    package func outcome(
        of bytes: ArchiveBytes, _ source: NotesFolder.SourceFile
    ) -> SourceOutcome {
        let kind = FileKind(bytes)
        switch kind {
        case .propertyList(.binary), .propertyList(.xml), .json: break
        case .empty:
            return failure(
                source, .emptySource, "\(source.name) is empty.",
                suggestion: "Copy it again from the device or from a backup.")
        case .picture, .recording, .document, .text:
            return SourceOutcome(
                source: source, result: .skipped(reason: kind.description), diagnostics: [])
        case .zeros, .unknown:
            return failure(
                source, .damagedArchive, "\(source.name) is \(kind).",
                suggestion: "Copy it again from the device or from a backup.")
        case .database: return store(source)
        case .propertyList, .typedStream:
            return failure(
                source, .unsupportedSource, "\(source.name) is \(kind).",
                suggestion: "Move it out of the notes folder if it holds no notes.")
        }
        do throws(ArchiveError) {
            let opened = OpenedArchive(try KeyedArchive(bytes), of: source)
            var collector = NoteCollector(folder: folder, reading: reading)
            try collector.collect(opened)
            let isRead = !collector.notes.isEmpty || collector.diagnostics.isEmpty
            return SourceOutcome(
                source: source, result: isRead ? .read(collector.notes) : .failed,
                diagnostics: collector.diagnostics, unread: collector.unread,
                part: collector.part, isEmptyList: collector.isEmptyList)
        } catch {
            let identifier: Diagnostic.Identifier =
                if case .notAnArchive = error.reason { .unsupportedSource } else { .damagedArchive }
            return failure(
                source, identifier, "\(source.name) \(error).",
                suggestion: identifier == .damagedArchive
                    ? "Copy it again from the device or from a backup."
                    : "Move it out of the notes folder if it holds no notes.")
        }
    }

    /// The notes of a Core Data store.
    private func store(_ source: NotesFolder.SourceFile) -> SourceOutcome {
        do throws(StoreError) {
            var store = try NoteStore(source, folder: folder, reading: reading)
            let notes = try store.notes()
            return SourceOutcome(
                source: source, result: .read(notes), diagnostics: store.diagnostics,
                isOfDatabase: true)
        } catch {
            var outcome = failure(
                source, error.identifier, "\(source.name) \(error.problem).",
                suggestion: error.advice)
            outcome.isOfDatabase = true
            return outcome
        }
    }

    private func failure(
        _ source: NotesFolder.SourceFile, _ identifier: Diagnostic.Identifier, _ summary: String,
        suggestion: String
    ) -> SourceOutcome {
        let diagnostic = Diagnostic(
            identifier, origin: .init(source: source.name), summary: summary,
            suggestion: suggestion)
        return SourceOutcome(
            source: source, result: .failed, diagnostics: [diagnostic])
    }
}

extension ArchiveBytes {
    /// Files up to this size are read in one call; larger ones piece by piece.
    private static let sizeOfSmallFiles = 1 << 20

    /// The bytes of a file; of a large one, as they are asked for.
    static func ofFile(at path: String) throws(FileError) -> ArchiveBytes {
        let file = try OpenFile(path)
        let size = try file.status().size
        guard size > sizeOfSmallFiles else {
            return try ArchiveBytes(count: size) { buffer throws(FileError) in
                try file.read(at: 0, into: buffer)
            }
        }
        // Opened anew, since a closure may not hold a borrowed file.
        let shared = try SharedFile(path: path)
        return ArchiveBytes(count: size) { offset, buffer in
            (try? shared.file.read(at: offset, into: buffer)) ?? 0
        }
    }
}

/// An open file that a closure can hold.
private final class SharedFile {
    let file: OpenFile

    init(path: String) throws(FileError) {
        file = try OpenFile(path)
    }
}
