import ContentHashing
import Diagnostics
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
    private let positionsByID: [NoteID: Int]
    /// The identifiers of all notes, with those that others replace.
    private let identities: NoteIdentities
    /// The identifiers of notes that replace others, by those of the latter.
    private let successors: [String: String]
    /// The names and stamps of the files of the folder Photos, and its own stamp.
    let photos: PhotoStamps

    /// A source as it was read. A class, since each state refers to thousands of the same ones.
    final class Source: Sendable {
        let stamp: Stamp
        /// The revision of the notes as of which the source has been what it is.
        let revision: Int
        let outcome: SourceOutcome
        /// The files of the folder that the source names, as they were when it was read.
        private let named: [String: MediaContent]
        /// Keeps the temporary files of a database, to which its notes refer.
        private let scratch: ScratchFolder

        init(
            _ outcome: SourceOutcome, stamp: Stamp, revision: Int, named: [String: MediaContent],
            scratch: ScratchFolder
        ) {
            self.stamp = stamp
            self.revision = revision
            self.outcome = outcome
            self.named = named
            self.scratch = scratch
        }

        /// Returns true if the names in the source still lead to the same files.
        func namesTheSame(in folder: NotesFolder) -> Bool {
            named.allSatisfy { folder.content(ofPhotoNamed: $0.key) == $0.value }
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

    /// - Parameters:
    ///   - last: The state before this one, in which notes may have other places.
    ///   - own: The identifiers of notes that the editor itself is changing.
    init(
        after last: NotebookState?, folder: NotesFolder, photos: PhotoStamps,
        sources: [String: Source], own: [NoteID: String]
    ) {
        self.photos = photos
        revision = (last?.revision ?? 0) + 1
        self.folder = folder
        self.sources = sources
        let outcomes = folder.sources.compactMap { sources[$0.name]?.outcome }
        let all = EmptyDecks.found(in: DocumentPackages.joined(outcomes), of: folder)
            .flatMap(\.notes).sorted { $0.id < $1.id }
        let replaced = ReplacedNotes.positions(in: all)
        identities = NoteIdentities(
            of: all, after: last?.identities,
            isUnchanged: { last?.sources[$0] === sources[$0] }, own: own)
        let shown = all.indices.filter { !replaced.contains($0) }
        notes = replaced.isEmpty ? all : shown.map { all[$0] }
        identifiers = shown.map { [identities] in identities.identifiers[$0] }
        var successors = last?.successors ?? [:]
        for position in replaced {
            let record = ReplacedNote(of: all[position])
            guard let other = all.firstIndex(where: { $0.replaced == record }) else { continue }
            successors[identities.identifiers[position]] = identities.identifiers[other]
        }
        self.successors = successors
        failed = outcomes.filter { if case .failed = $0.result { true } else { false } }
            .map(\.source.name)
        positions = Dictionary(
            identifiers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        positionsByID = Dictionary(
            notes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the revision as of which the note at a position has been what it is.
    func revision(ofNoteAt position: Int) -> Int {
        sources[notes[position].id.source]?.revision ?? revision
    }

    /// Returns the position of the note with an opaque identifier, or of the one that replaces it;
    /// nil if there is none.
    func position(of identifier: String) -> Int? {
        positions[identifier] ?? successors[identifier].flatMap { positions[$0] }
    }

    /// Returns the reason why there is no note with an identifier: it is gone, or its file cannot be
    /// read as a whole.
    ///
    /// - Parameter name: A phrase for what is missing, such as “The note”.
    func absence(of identifier: String, called name: String) -> EditorError {
        guard let source = identities.source(ofGone: identifier),
            let outcome = sources[source]?.outcome,
            outcome.diagnostics.contains(where: { $0.severity == .error })
        else { return .gone(name) }
        return .unreadable(source: source)
    }

    /// Returns the position of the note at a place in the files; nil if there is none.
    func position(of id: NoteID) -> Int? { positionsByID[id] }
}

/// The files of the folder Photos by their names and stamps, by which changes are detected.
struct PhotoStamps: Hashable, Sendable {
    /// The stamp of the folder, which changes with the names in it.
    let folder: NotebookState.Stamp?
    private let files: [String: NotebookState.Stamp]

    init(of folder: NotesFolder) {
        self.folder = Self.stamp(of: folder)
        let path = folder.path + "/Photos"
        let names = (try? LocalFiles.files(below: path)) ?? []
        files = Dictionary(
            names.compactMap { name in
                NotebookState.Stamp(path + "/" + name, mayBeDatabase: false).map { (name, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the present stamp of the folder; nil if there is none.
    static func stamp(of folder: NotesFolder) -> NotebookState.Stamp? {
        NotebookState.Stamp(folder.path + "/Photos", mayBeDatabase: false)
    }
}
