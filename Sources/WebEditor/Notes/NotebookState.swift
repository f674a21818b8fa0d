import ContentHashing
import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel

/// The notes of a folder at one moment.
struct NotebookState: Sendable {
    /// The number of changes of the folder that were seen before this state.
    let revision: Int
    let folder: NotesFolder
    /// The notes in the order of their identifiers.
    let notes: [Note]
    /// The opaque identifiers of the notes, parallel to them.
    let identifiers: [String]
    /// The names of the sources of which nothing could be read, such as damaged archives.
    let failed: [String]
    /// The sources that were read, by their names.
    let sources: [String: Source]
    private let positions: [String: Int]
    /// The sources of all notes of this state and earlier ones, by their opaque identifiers.
    private let sourcesByIdentifier: [String: String]

    /// A source as it was read. A class, since each state refers to thousands of the same ones.
    final class Source: Sendable {
        let stamp: Stamp
        /// The revision of the notes as of which the source has been what it is.
        let revision: Int
        let outcome: SourceOutcome
        /// True if its notes refer to photos by name, so that they change with the folder Photos.
        let namesPhotos: Bool
        /// Keeps the temporary files of a database, to which its notes refer.
        private let scratch: ScratchFolder

        init(
            _ outcome: SourceOutcome, stamp: Stamp, revision: Int, namesPhotos: Bool,
            scratch: ScratchFolder
        ) {
            self.stamp = stamp
            self.revision = revision
            self.outcome = outcome
            self.namesPhotos = namesPhotos
            self.scratch = scratch
        }

        /// Returns the present stamp of a file.
        ///
        /// - Parameter known: The file as it was read last; nil if it was not.
        static func stamp(of path: String, known: Source?) -> Stamp? {
            Stamp(path, mayBeDatabase: known?.outcome.isOfDatabase ?? true)
        }
    }

    /// The attributes by which changes of a file are detected.
    struct Stamp: Hashable, Sendable {
        private let status: FileStatus
        private let changed: Int64
        /// The log of changes beside a database (sqlite.org, section “Write-Ahead Logging”), in
        /// which they are written first; nil if there is none.
        private let log: FileStatus?

        /// - Parameter mayBeDatabase: False for a file that is known to be no database.
        init?(_ path: String, mayBeDatabase: Bool) {
            guard let found = try? LocalFiles.statusAndChange(of: path) else { return nil }
            (status, changed) = found
            log = mayBeDatabase ? (try? LocalFiles.status(path + "-wal")) ?? nil : nil
        }
    }

    /// - Parameter last: The state before this one, in which notes may have other places.
    init(after last: NotebookState?, folder: NotesFolder, sources: [String: Source]) {
        revision = (last?.revision ?? 0) + 1
        self.folder = folder
        self.sources = sources
        let outcomes = folder.sources.compactMap { sources[$0.name]?.outcome }
        let all = EmptyDecks.found(in: DocumentPackages.joined(outcomes), of: folder)
            .flatMap(\.notes).sorted { $0.id < $1.id }
        let replaced = ReplacedNotes.positions(in: all)
        notes =
            replaced.isEmpty ? all : all.indices.filter { !replaced.contains($0) }.map { all[$0] }
        failed = outcomes.filter { if case .failed = $0.result { true } else { false } }
            .map(\.source.name)
        identifiers = notes.map { Self.identifier($0.id) }
        positions = Dictionary(
            identifiers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        sourcesByIdentifier = zip(identifiers, notes)
            .reduce(into: last?.sourcesByIdentifier ?? [:]) { $0[$1.0] = $1.1.id.source }
    }

    /// Returns the revision as of which the note at a position has been what it is.
    func revision(ofNoteAt position: Int) -> Int {
        sources[notes[position].id.source]?.revision ?? revision
    }

    /// Returns the source of the note that an identifier stands for, or has stood for; nil if it is
    /// unknown.
    func source(of identifier: String) -> String? { sourcesByIdentifier[identifier] }

    /// Returns the positions of the notes in the file of the note that an identifier stands for, or
    /// has stood for.
    func positionsBeside(_ identifier: String) -> [Int] {
        guard let source = source(of: identifier) else { return [] }
        return notes.indices.filter { notes[$0].id.source == source }
    }

    /// Returns the position of the note with an opaque identifier; nil if there is none.
    func position(of identifier: String) -> Int? { positions[identifier] }

    /// Returns the opaque identifier of a note, from which nothing about its file can be read.
    static func identifier(_ id: NoteID) -> String {
        String(ContentDigest(ofLines: ["note", id.source, String(id.index)]).text.prefix(32))
    }
}
