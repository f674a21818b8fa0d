import BuildPipeline
import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import ParallelWork
import Synchronization

/// Keeps the notes of a folder in memory, and reads those again whose files change.
///
/// The files are the truth: every change is made to what they hold at that moment, and the state in
/// memory serves lists and searches.
final class EditorNotebook: Sendable {
    private let options: BuildOptions
    private let current: Mutex<NotebookState>
    private let unread = Mutex(Unread())
    /// The identifier of the note that the editor is changing, by its place in the files.
    private let own = Mutex<[NoteID: String]>([:])

    /// The changes since the state was read, as far as they are known.
    private struct Unread {
        /// The paths of files.
        var paths: Set<String> = []
        /// True if anything may have changed.
        var isAnything = false
    }

    /// - Throws: ``UserFacingError`` if the notes folder cannot be listed.
    init(_ options: BuildOptions) throws {
        self.options = options
        current = Mutex(try Self.read(options, after: nil, own: [:]))
    }

    /// The present notes.
    ///
    /// - Throws: ``UserFacingError`` if the folder has changed and cannot be listed any more.
    func state() throws -> NotebookState {
        // Others wait while the folder is read, so that none gets a state from before a change.
        try current.withLock { state in
            let unread = unread.withLock { unread in
                defer { unread = Unread() }
                return unread
            }
            let files = state.folder.sources.filter { unread.paths.contains($0.path) }
            state =
                if unread.isAnything || files.count < unread.paths.count {
                    // A photo, or a file that is new.
                    try readAll(after: state)
                } else {
                    try reread(files, after: state)
                }
            return state
        }
    }

    /// Begins the change of a note, which keeps its identifier whatever it contains afterwards.
    func beginChange(of identifier: String, at id: NoteID) {
        own.withLock { $0 = [id: identifier] }
    }

    func endChange() { own.withLock { $0 = [:] } }

    private func readAll(after last: NotebookState) throws -> NotebookState {
        try Self.read(options, after: last, own: own.withLock { $0 })
    }

    /// Reads a source again whose file may have changed, and returns the notes.
    ///
    /// - Throws: ``UserFacingError`` if the folder has changed and cannot be listed any more.
    func state(rereading name: String) throws -> NotebookState {
        try current.withLock { state in
            let file = state.folder.sources.first { $0.name == name }
            state =
                if let file {
                    try reread([file], after: state)
                } else {
                    try readAll(after: state)
                }
            return state
        }
    }

    private func reread(
        _ files: [NotesFolder.SourceFile], after last: NotebookState
    ) throws -> NotebookState {
        // The notes of other files show these photos as well.
        guard PhotoStamps.stamp(of: last.folder) == last.photos.folder else {
            return try readAll(after: last)
        }
        var sources = last.sources
        var isChanged = false
        for file in files {
            let known = sources[file.name]
            guard let stamp = NotebookState.Source.stamp(of: file.path, known: known) else {
                return try readAll(after: last)
            }
            if known?.stamp == stamp { continue }
            sources[file.name] = Self.source(
                file, stamp: stamp, after: last, folder: last.folder, reading: options.reading)
            isChanged = true
        }
        return isChanged
            ? NotebookState(
                after: last, folder: last.folder, photos: last.photos, sources: sources,
                own: own.withLock { $0 }) : last
    }

    private static func source(
        _ file: NotesFolder.SourceFile, stamp: NotebookState.Stamp, after last: NotebookState?,
        folder: NotesFolder, reading: ReadingOptions
    ) -> NotebookState.Source {
        let named = NamedFiles()
        let observed = folder.observed { name, content in
            named.contents.withLock { $0[name] = content }
        }
        let outcome = SourceReader(folder: observed, reading: reading).read(file)
        return NotebookState.Source(
            outcome, stamp: stamp, revision: (last?.revision ?? 0) + 1,
            named: named.contents.withLock { $0 }, scratch: folder.scratch)
    }

    /// The files that a source names, collected while it is read.
    private final class NamedFiles: Sendable {
        let contents = Mutex<[String: MediaContent]>([:])
    }

    /// Notes that the folder has changed, so that the next request reads it again.
    func invalidate() { unread.withLock { $0.isAnything = true } }

    /// Watches the folder until its thread is cancelled.
    ///
    /// - Parameter onChange: Called after each change.
    func watch(onChange: () -> Void) {
        while !Thread.current.isCancelled {
            let folder = current.withLock { $0.folder }
            let watch = FolderWatch(folders: [folder.isSingleFile ? options.notes : folder.path])
            // Changes before the watch was complete are not reported.
            invalidate()
            while let changes = watch.wait(seconds: watch.isComplete ? 60 : 2) {
                unread.withLock { unread in
                    // Hidden files are temporary.
                    unread.paths.formUnion(
                        changes.paths.filter { !LocalFiles.name(of: $0).hasPrefix(".") })
                    if changes.mayBeMore { unread.isAnything = true }
                }
                onChange()
                // Folders may be new, which are not watched yet.
                if changes.mayBeMore { break }
            }
        }
    }

    private static func read(
        _ options: BuildOptions, after last: NotebookState?, own: [NoteID: String]
    ) throws -> NotebookState {
        let folder = try NotesFolder(options.notes)
        let photos = PhotoStamps(of: folder)
        let read = try folder.sources.concurrentMap(width: options.width) { file in
            let known = last?.sources[file.name]
            let stamp = NotebookState.Source.stamp(of: file.path, known: known)
            if let known, let stamp, known.stamp == stamp, known.namesTheSame(in: folder) {
                return (file.name, known, false)
            }
            guard let stamp else { return nil as (String, NotebookState.Source, Bool)? }
            let source = source(
                file, stamp: stamp, after: last, folder: folder, reading: options.reading)
            return (file.name, source, true)
        }.compactMap { $0 }
        // Whether an empty list is a deck depends on more than its file.
        if let last, read.count == last.sources.count, photos == last.photos,
            !read.contains(where: { $0.2 || $0.1.outcome.isEmptyList })
        {
            return last
        }
        return NotebookState(
            after: last, folder: folder, photos: photos,
            sources: Dictionary(uniqueKeysWithValues: read.map { ($0.0, $0.1) }), own: own)
    }
}
