import FileFormats
package import Hashing
package import KeyedArchives
import LocalFiles
package import NoteModel

/// The result of reading one source.
package struct SourceOutcome: Sendable {
    package enum Result: Sendable {
        /// The notes that were read; the diagnostics report what could not be read.
        case read([Note])
        /// A file of a kind that holds no notes, with the reason as a phrase that completes "NAME
        /// is …".
        case skipped(reason: String)
        /// A file that may hold notes, but none could be read; the diagnostics report why.
        case failed
    }

    package let source: NotesFolder.SourceFile
    /// The digest of the source's bytes, without a write-ahead log of a database; nil if it could
    /// not be read, or was not asked for.
    package internal(set) var digest: ContentDigest?
    package private(set) var result: Result
    package private(set) var diagnostics: [Diagnostic] = []
    /// The objects of the source that were not recognised as notes.
    package var unread: [UnrecognizedObject] = []
    /// The fragment that the source adds to a note in another file, if it holds no notes itself.
    package var part: DocumentFragment?
    /// True if the source is an empty list, which may have held anything.
    package internal(set) var isEmptyList = false
    /// True if the next run has to read the source again even if its file is unchanged: its notes
    /// refer to files that exist for one run only, or other files belong to it.
    package internal(set) var isTransient = false
    /// True if the source is a database.
    package internal(set) var isOfDatabase = false
    /// The numbers of notes by folder, for a store with folders.
    package internal(set) var tallies: [FolderTally] = []
    /// The temporary files to which the notes refer, as long as these are used; nil for none.
    var scratch: ScratchFolder?

    /// The notes that were read.
    package var notes: [Note] {
        if case .read(let notes) = result { notes } else { [] }
    }

    /// Returns a copy of the outcome with other notes.
    package func replacingNotes(_ notes: [Note]) -> SourceOutcome {
        var outcome = self
        outcome.result = .read(notes)
        return outcome
    }

    /// The outcome with long texts cut to a length that can be rendered, searched and compared in
    /// seconds. A diagnostic names each note that was cut.
    fileprivate var withBearableTexts: SourceOutcome {
        let limit = LocalFiles.maximumTextSize
        guard case .read(let notes) = result,
            notes.contains(where: { $0.body.utf8.count > limit })
        else { return self }
        var outcome = self
        outcome.result = .read(
            notes.map { note in
                guard note.body.utf8.count > limit else { return note }
                outcome.diagnostics.append(
                    Diagnostic(
                        .damagedObject, origin: .init(source: source.name),
                        summary:
                            "“\(note.title)” in \(source.name) has a text of \(note.body.utf8.count >> 20) MB, of which the first \(limit >> 20) MB are read.",
                        suggestion: "Divide it into several notes in the app."))
                var note = note
                // A character that is divided becomes a replacement character.
                note.body = String(decoding: note.body.utf8.prefix(limit), as: UTF8.self)
                return note
            })
        return outcome
    }

    /// The outcome for a source that was merged into a note of another one: no notes, and the
    /// diagnostics of its fragment.
    var takenIntoAnother: SourceOutcome {
        SourceOutcome(source: source, result: .read([]), diagnostics: part?.diagnostics ?? [])
    }
}

/// Reads the notes of one source at a time, from an archive of any kind or a database.
package struct SourceReader: Sendable {
    private var folder: NotesFolder
    private let reading: ReadingOptions
    private let hashesSources: Bool

    /// - Parameter hashesSources: True to compute the digests of sources, for which large archives
    ///   are read as a whole.
    package init(
        folder: NotesFolder, reading: ReadingOptions = ReadingOptions(),
        hashesSources: Bool = false
    ) {
        (self.folder, self.reading, self.hashesSources) = (folder, reading, hashesSources)
    }

    /// Reads a source. Errors are reported by the diagnostics of the outcome, which name the
    /// source.
    package func read(_ source: NotesFolder.SourceFile) -> SourceOutcome {
        var reader = self
        reader.folder = folder.seen(from: source.name)
        return reader.outcome(of: source)
    }

    private func outcome(of source: NotesFolder.SourceFile) -> SourceOutcome {
        do {
            if source.isPackageFolder {
                return package(source) {
                    NotabilityPackage(folder: LocalFiles.folder(of: source.path))
                }.withBearableTexts
            }
            let bytes = try ArchiveBytes.ofFile(at: source.path)
            var outcome = wholeOutcome(of: bytes, source).withBearableTexts
            if hashesSources, case .read = outcome.result { outcome.digest = bytes.digest }
            return outcome
        } catch {
            return failure(
                source, identifier: .unreadableSource,
                summary: "\(source.name) cannot be read: \(error.reason).",
                suggestion: error.isDenied ? "Check that the file may be read by you." : nil)
        }
    }

    /// Returns the outcome for a source with the given bytes. A database is read from its file.
    package func outcome(
        of bytes: ArchiveBytes, _ source: NotesFolder.SourceFile
    ) -> SourceOutcome {
        var reader = self
        reader.folder = folder.seen(from: source.name)
        return reader.wholeOutcome(of: bytes, source).withBearableTexts
    }

    private func wholeOutcome(
        of bytes: ArchiveBytes, _ source: NotesFolder.SourceFile
    ) -> SourceOutcome {
        let kind = FileKind(bytes)
        if kind == .unknown, let refusal = ofOtherApp(source) { return refusal }
        func failed(
            _ identifier: Diagnostic.Identifier, suggestion: String? = nil
        ) -> SourceOutcome {
            failure(
                source, identifier: identifier, summary: "\(source.name) is \(kind).",
                suggestion: suggestion)
        }
        switch kind {
        case .archive: break
        case .empty: return failed(.emptySource)
        case .withoutNotes:
            return SourceOutcome(source: source, result: .skipped(reason: kind.description))
        case .damaged: return failed(.damagedArchive)
        case .unsupported: return failed(.unsupportedSource)
        case .packed:
            return failed(.unsupportedSource, suggestion: "Unpack it, and name the folder.")
        case .database: return store(source)
        case .zip:
            return package(source) {
                try NotabilityPackage(source.path, scratch: folder.scratch.makeFolder)
            }
        }
        do {
            let opened = OpenedArchive(try KeyedArchive(bytes), of: source)
            var collector = NoteCollector(of: source, folder: folder, reading: reading)
            try collector.collect(opened)
            if Self.isOfSettings(source), collector.archived.isEmpty {
                return SourceOutcome(
                    source: source, result: .skipped(reason: "the settings of an app"))
            }
            let isRead = !collector.archived.isEmpty || collector.diagnostics.isEmpty
            return SourceOutcome(
                source: source, result: isRead ? .read(collector.notes) : .failed,
                diagnostics: collector.diagnostics, unread: collector.unread,
                part: collector.part, isEmptyList: collector.isEmptyList)
        } catch {
            let identifier: Diagnostic.Identifier =
                switch (error as? ArchiveError)?.reason {
                case .notAnArchive: .unsupportedSource
                default: .damagedArchive
                }
            return failure(
                source, identifier: identifier, summary: "\(source.name) \(error).")
        }
    }

    /// True for the settings that iOS keeps for an app (`UserDefaults`), where some apps keep their
    /// notes.
    package static func isOfSettings(_ source: NotesFolder.SourceFile) -> Bool {
        let path = source.path.utf8
        return LocalFiles.folder(of: source.path).hasSuffix("Library/Preferences")
            && path.suffix(6).elementsEqual(".plist".utf8)
    }

    /// Returns the outcome for a Core Data store.
    private func store(_ source: NotesFolder.SourceFile) -> SourceOutcome {
        do {
            var store = try NoteStore(source, folder: folder, reading: reading)
            let notes = try store.notes()
            var outcome = SourceOutcome(
                source: source, result: .read(notes), diagnostics: store.diagnostics,
                isOfDatabase: true)
            outcome.tallies = store.tallies
            outcome.scratch = folder.scratch
            return outcome
        } catch {
            var outcome =
                switch error {
                case is StoreError:
                    failure(
                        source, identifier: .unsupportedSource, summary: "\(source.name) \(error).")
                case let error as FileError:
                    failure(
                        source, identifier: .unreadableSource,
                        summary: "\(source.name) cannot be read: \(error.reason).",
                        suggestion:
                            "Check that it may be read by you, that nothing writes to it, and that the folder for temporary files has room."
                    )
                default:
                    failure(
                        source, identifier: .damagedArchive, summary: "\(source.name) \(error).",
                        suggestion:
                            "Copy it again from the device or from a backup, with the files beside it."
                    )
                }
            outcome.isOfDatabase = true
            return outcome
        }
    }

    /// Returns the outcome for a ZIP file or a folder, which may be a package of an app.
    ///
    /// - Parameter open: Opens the package; returns nil if it is none.
    private func package(
        _ source: NotesFolder.SourceFile, open: () throws -> NotabilityPackage?
    ) -> SourceOutcome {
        do {
            guard let package = try open() else {
                return ofOtherApp(source)
                    ?? SourceOutcome(
                        source: source, result: .skipped(reason: FileKind.zip.description))
            }
            var reader = try NotabilityNote(package, of: source, measuring: reading.measuring)
            let note = try reader.note()
            var outcome = SourceOutcome(
                source: source, result: .read([note]), diagnostics: reader.diagnostics,
                unread: reader.unread)
            outcome.isTransient = reader.isTransient
            outcome.scratch = folder.scratch
            return outcome
        } catch {
            let problem = (error as? ZipError)?.problem ?? "\(error)"
            return failure(
                source, identifier: .damagedArchive, summary: "\(source.name) \(problem).")
        }
    }

    /// Returns the outcome for a package of an app whose notes are not read; nil for other files.
    private func ofOtherApp(_ source: NotesFolder.SourceFile) -> SourceOutcome? {
        PackagesOfOtherApps.name(of: source.name).map { app in
            failure(
                source, identifier: .unsupportedSource,
                summary: "\(source.name) is a note of \(app), which Notebinder does not read.",
                suggestion: "Export it from the app as PDF, or move it out of the notes folder.")
        }
    }

    /// - Parameter suggestion: Nil for the usual one.
    private func failure(
        _ source: NotesFolder.SourceFile, identifier: Diagnostic.Identifier, summary: String,
        suggestion: String? = nil
    ) -> SourceOutcome {
        let usual =
            identifier == .unsupportedSource
            ? "Move it out of the notes folder if it holds no notes."
            : "Copy it again from the device or from a backup."
        let diagnostic = Diagnostic(
            identifier, origin: .init(source: source.name), summary: summary,
            suggestion: suggestion ?? usual)
        return SourceOutcome(source: source, result: .failed, diagnostics: [diagnostic])
    }
}

extension ArchiveBytes {
    /// The digest of all bytes.
    fileprivate var digest: ContentDigest {
        ContentDigest { use in
            for start in stride(from: 0, to: count, by: Self.sizeOfPieces) {
                if let piece = bytes(start..<min(count, start + Self.sizeOfPieces)) { use(piece) }
            }
        }
    }

    private static let sizeOfPieces = 64 << 10
    /// The maximum size in bytes of files that are read in one call; larger ones are read in
    /// pieces.
    private static let sizeOfSmallFiles = 1 << 20

    /// Returns the bytes of a file; those of a large file are read on demand.
    static func ofFile(at path: String) throws(FileError) -> ArchiveBytes {
        let file = try OpenFile(path)
        let size = try file.status().size
        guard size > sizeOfSmallFiles else {
            return try ArchiveBytes(count: size) { buffer throws(FileError) in
                try file.read(at: 0, into: buffer)
            }
        }
        // Opened a second time, since a closure cannot hold a borrowed file.
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
