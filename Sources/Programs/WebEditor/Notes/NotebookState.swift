import BuildPipeline
import NoteArchives
import NoteEditing
import NoteModel

/// The notes of a folder at one moment.
struct NotebookState: Sendable {
    /// The number of changes of the folder that were seen before this state.
    let revision: Int
    let reading: NotesReader.Reading
    /// The notes in the order of their places in the files.
    let notes: [IdentifiedNote]
    private let positions: [String: Int]
    private let positionsByID: [NoteID: Int]
    /// The identifiers of the replacing notes, by those of the replaced ones.
    private let successors: [String: String]

    /// - Parameter last: The state before this one, in which notes may have other places.
    init(_ reading: NotesReader.Reading, after last: NotebookState?) {
        if let last, last.reading.files == reading.files {
            self = last
            return
        }
        self.reading = reading
        revision = (last?.revision ?? 0) + 1
        let all = reading.identities.notes
        let hidden = Set(reading.notes.replaced.map(\.note.id))
        notes = hidden.isEmpty ? all : all.filter { !hidden.contains($0.note.id) }
        var successors = last?.successors ?? [:]
        for note in all where hidden.contains(note.note.id) {
            let record = ReplacedNote(of: note.note)
            guard let other = notes.first(where: { $0.note.replaced == record }) else { continue }
            successors[note.identifier] = other.identifier
        }
        self.successors = successors
        positions = Dictionary(
            notes.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        positionsByID = Dictionary(
            notes.enumerated().map { ($1.note.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var folder: NotesFolder { reading.folder }
    /// The names of files from which nothing could be read, such as damaged archives.
    var unread: [String] { reading.report.sources.failed.map(\.name) }

    /// Returns the path of the file with a note; nil if there is none.
    func file(of identifier: String) -> String? {
        self[identifier].map { folder.path + "/" + $0.note.id.source }
    }

    /// Returns true if a note is in a database, which is never written.
    func isOfDatabase(_ id: NoteID) -> Bool { reading.notes.databases[id.source] != nil }

    /// Returns the note with an opaque identifier, or the one that replaces it; nil if there is
    /// none.
    subscript(identifier: String) -> IdentifiedNote? {
        position(of: identifier).map { notes[$0] }
    }

    /// Returns the note at a place in the files; nil if there is none.
    subscript(id: NoteID) -> IdentifiedNote? { positionsByID[id].map { notes[$0] } }

    /// Returns the position of the note with an opaque identifier, or of the one that replaces it;
    /// nil if there is none.
    func position(of identifier: String) -> Int? {
        positions[identifier] ?? successors[identifier].flatMap { positions[$0] }
    }

    /// Returns the reason why there is no note with an identifier: it is gone, or its file cannot
    /// be read as a whole.
    ///
    /// - Parameter name: A phrase for what is missing, such as “The note”.
    func absence(of identifier: String, called name: String) -> EditorError {
        guard let source = reading.identities.source(ofGone: identifier),
            reading.report.diagnostics.contains(where: {
                $0.severity == .error && $0.origin.source == source
            })
        else { return .gone(name) }
        return .unreadable(source: source)
    }
}
