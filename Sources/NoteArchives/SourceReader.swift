package import Diagnostics
import KeyedArchives
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
    package let result: Result
    package let diagnostics: [Diagnostic]
}

/// Reads the notes of one source at a time, whatever kind of archive it is.
package struct SourceReader: Sendable {
    private let folder: NotesFolder

    /// Files up to this size are read in one call; larger ones piece by piece.
    private static let sizeOfSmallFiles = 1 << 20

    package init(folder: NotesFolder) {
        self.folder = folder
    }

    /// Reads a source. Never throws: what went wrong is in the outcome, by name.
    package func read(_ source: NotesFolder.SourceFile) -> SourceOutcome {
        do throws(FileError) {
            let file = try OpenFile(source.path)
            let size = try file.status().size
            guard size > Self.sizeOfSmallFiles else {
                let bytes = try LocalFiles.read(file, count: size)
                return outcome(of: ArchiveBytes(bytes), source)
            }
            return try readLarge(file, size: size, source)
        } catch {
            return failure(
                source, .unreadableSource, "\(source.name) cannot be read: \(error.reason).",
                suggestion: "Check that the file may be read by you.")
        }
    }

    private func readLarge(
        _ file: borrowing OpenFile, size: Int, _ source: NotesFolder.SourceFile
    ) throws(FileError) -> SourceOutcome {
        // Opened anew by the closure, which may not capture a borrowed file.
        let opened = try SharedFile(path: source.path)
        let bytes = ArchiveBytes(count: size) { offset, buffer in
            (try? opened.file.read(at: offset, into: buffer)) ?? 0
        }
        return outcome(of: bytes, source)
    }

    private func outcome(of bytes: ArchiveBytes, _ source: NotesFolder.SourceFile) -> SourceOutcome
    {
        let kind = FileKind(bytes)
        switch kind {
        case .propertyList(.binary), .propertyList(.xml): break
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
        case .propertyList, .typedStream, .json, .database:
            return failure(
                source, .unsupportedSource, "\(source.name) is \(kind).",
                suggestion: "Move it out of the notes folder if it holds no notes.")
        }
        do throws(ArchiveError) {
            let archive = try KeyedArchive(bytes)
            var decoder = NoteObjDecoder(archive: archive, source: source, folder: folder)
            let notes = try decoder.notes()
            guard !notes.isEmpty || decoder.diagnostics.isEmpty else {
                return SourceOutcome(
                    source: source, result: .failed, diagnostics: decoder.diagnostics)
            }
            return SourceOutcome(
                source: source, result: .read(notes), diagnostics: decoder.diagnostics)
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

/// An open file that a closure can hold.
private final class SharedFile {
    let file: OpenFile

    init(path: String) throws(FileError) {
        file = try OpenFile(path)
    }
}
