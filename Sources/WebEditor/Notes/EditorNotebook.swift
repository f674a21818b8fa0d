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
    /// True if the folder may have changed since the state was read.
    private let isStale = Mutex(false)

    /// - Throws: ``BuildError`` if the notes folder cannot be listed.
    init(_ options: BuildOptions) throws(BuildError) {
        self.options = options
        current = Mutex(
            try Self.read(options, after: nil))
    }

    /// The present notes.
    ///
    /// - Throws: ``BuildError`` if the folder has changed and cannot be listed any more.
    func state() throws(BuildError) -> NotebookState {
        // Others wait while the folder is read, so that none gets a state from before a change.
        try current.withLock { state throws(BuildError) in
            let wasStale = isStale.withLock { isStale in
                defer { isStale = false }
                return isStale
            }
            if wasStale { state = try Self.read(options, after: state) }
            return state
        }
    }

    /// Reads a source again whose file may have changed, and returns the notes.
    ///
    /// - Throws: ``BuildError`` if the folder has changed and cannot be listed any more.
    func state(rereading name: String) throws(BuildError) -> NotebookState {
        try current.withLock { state throws(BuildError) in
            guard let file = state.folder.sources.first(where: { $0.name == name }),
                let stamp = NotebookState.Source.stamp(of: file.path, known: state.sources[name])
            else {
                state = try Self.read(options, after: state)
                return state
            }
            if state.sources[name]?.stamp == stamp { return state }
            var sources = state.sources
            sources[name] = Self.source(
                file, stamp: stamp, folder: state.folder,
                reader: SourceReader(folder: state.folder, reading: options.reading))
            state = NotebookState(after: state, folder: state.folder, sources: sources)
            return state
        }
    }

    private static func source(
        _ file: NotesFolder.SourceFile, stamp: NotebookState.Stamp, folder: NotesFolder,
        reader: SourceReader
    ) -> NotebookState.Source {
        let outcome = reader.read(file)
        let namesPhotos = outcome.notes.contains { note in
            note.photos.contains { $0.stored?.file != file.path }
        }
        return NotebookState.Source(
            stamp: stamp, outcome: outcome, namesPhotos: namesPhotos, scratch: folder.scratch)
    }

    /// Notes that the folder has changed, so that the next request reads it again.
    func invalidate() { isStale.withLock { $0 = true } }

    /// Watches the folder until its thread is cancelled.
    ///
    /// - Parameter onChange: Called after each change.
    func watch(onChange: () -> Void) {
        while !Thread.current.isCancelled {
            let watch = FolderWatch(folders: [options.notes])
            // Changes before the watch was complete are not reported.
            invalidate()
            let isChanged = watch.wait(seconds: watch.isComplete ? 60 : 2)
            invalidate()
            if isChanged { onChange() }
        }
    }

    private static func read(
        _ options: BuildOptions, after last: NotebookState?
    ) throws(BuildError) -> NotebookState {
        do {
            let folder = try NotesFolder(options.notes)
            let photos = photoStamps(of: folder)
            let isPhotoChanged = photos != last.map { photoStamps(of: $0.folder) }
            let reader = SourceReader(folder: folder, reading: options.reading)
            let read = try folder.sources.concurrentMap(width: options.width) { file in
                let known = last?.sources[file.name]
                let stamp = NotebookState.Source.stamp(of: file.path, known: known)
                if let known, let stamp, known.stamp == stamp,
                    !known.namesPhotos || !isPhotoChanged
                {
                    return (file.name, known, false)
                }
                guard let stamp else { return nil as (String, NotebookState.Source, Bool)? }
                return (file.name, source(file, stamp: stamp, folder: folder, reader: reader), true)
            }.compactMap { $0 }
            if let last, read.count == last.sources.count, !read.contains(where: \.2) {
                return last
            }
            return NotebookState(
                after: last, folder: folder,
                sources: Dictionary(uniqueKeysWithValues: read.map { ($0.0, $0.1) }))
        } catch {
            throw BuildError(error)
        }
    }

    private static func photoStamps(of folder: NotesFolder) -> [String] {
        ((try? LocalFiles.files(below: folder.path + "/Photos")) ?? []).sorted()
    }
}
