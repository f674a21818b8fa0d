import BuildPipeline
import LocalFiles
import NoteArchives
import NoteModel
import Platform
import Synchronization

/// Keeps the notes of a folder in memory, and reads them again when their files change.
///
/// The files are authoritative: every change starts from their current content, and the state in
/// memory is for lists and searches only.
final class EditorNotebook: Sendable {
    private let notes: String
    private let reader: NotesReader
    private let current: Mutex<NotebookState>
    /// True if files may have changed since the state was read.
    private let isStale = Mutex(false)
    /// The identifier of the note that the editor is changing, by its place in the files.
    private let own = Mutex<[NoteID: String]>([:])
    /// Held while the editor changes files.
    private let changing = Mutex(())

    /// - Throws: ``UserFacingError`` if the notes folder cannot be listed.
    init(_ options: BuildOptions) throws {
        notes = options.notes
        reader = NotesReader(options)
        current = Mutex(NotebookState(try reader.read(after: nil), after: nil))
    }

    /// Returns the present notes, as far as changes to the files have been reported.
    ///
    /// - Throws: ``UserFacingError`` if the folder has changed and cannot be listed any more.
    func state() throws -> NotebookState { try state(isStale: false) }

    /// Returns the notes as they are in the files now.
    ///
    /// - Throws: ``UserFacingError`` if the folder cannot be listed.
    func refreshed() throws -> NotebookState { try state(isStale: true) }

    private func state(isStale: Bool) throws -> NotebookState {
        // Others wait while the folder is read, so that none gets a state from before a change.
        try current.withLock { state in
            let wasStale = self.isStale.withLock { stale in
                defer { stale = false }
                return stale
            }
            guard isStale || wasStale else { return state }
            do {
                let own = own.withLock { $0 }
                state = NotebookState(
                    try reader.read(after: state.reading, changing: own), after: state)
                return state
            } catch {
                self.isStale.withLock { $0 = true }
                throw error
            }
        }
    }

    /// Runs a change of files. The watch waits until it has returned.
    func change<Value>(_ change: () throws -> Value) rethrows -> Value {
        try changing.withLock { _ in try change() }
    }

    /// Begins the change of a note, which keeps its identifier whatever it contains afterwards.
    func beginChange(of identifier: String, at id: NoteID) {
        own.withLock { $0 = [id: identifier] }
    }

    func endChange() { own.withLock { $0 = [:] } }

    /// Watches the folder as long as this process runs.
    ///
    /// - Parameter onChange: Called at the beginning, and whenever something may have changed.
    func watch(onChange: () -> Void) {
        while true {
            let folder = current.withLock { $0.folder }
            let watch = FolderWatch(folders: [folder.isSingleFile ? notes : folder.path])
            // Changes before the watch was complete are not reported.
            isStale.withLock { $0 = true }
            onChange()
            while let changes = watch.wait(seconds: watch.isComplete ? 60 : 2) {
                // Hidden files are temporary, and the editor's own changes are known already.
                let reading = changing.withLock { _ in current.withLock { $0.reading } }
                let isNew = changes.paths.contains {
                    !LocalFiles.name(of: $0).hasPrefix(".") && !reading.hasSeen($0)
                }
                guard isNew || changes.mayBeMore else { continue }
                isStale.withLock { $0 = true }
                onChange()
                // New folders are not watched yet.
                if changes.mayBeMore { break }
            }
        }
    }
}
