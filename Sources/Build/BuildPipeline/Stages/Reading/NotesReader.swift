package import Hashing
package import NoteArchives

/// Reads a notes folder repeatedly, as builds do, for a process that shows the notes while they
/// change. What has not changed is taken from memory.
package struct NotesReader: Sendable {
    private let options: BuildOptions
    private let memory = CacheMemory()

    /// The result of reading the folder.
    package struct Reading: Sendable {
        package let folder: NotesFolder
        package let notes: SourceNotes
        package let report: Report
        /// The fingerprint of the paths, sizes, inodes and times of the files.
        package let files: Fingerprint
    }

    package init(_ options: BuildOptions) { self.options = options }

    /// Reads the folder.
    ///
    /// - Parameter last: The last result, which is returned if no file has changed since.
    /// - Throws: ``UserFacingError`` if the folder cannot be listed.
    package func read(after last: Reading?) throws -> Reading {
        // If the folder cannot be listed, reading it says why.
        let seen = NotesInput(options.notes).flatMap {
            try? FolderSnapshot.files(of: $0, width: options.width)
        }
        if let last, let seen, seen.key == last.files { return last }
        let cache = BuildCache(in: memory)
        let stage = try ReadStage(options, cache: cache, stamps: seen?.stamps ?? FileStampIndex())
        var report = Report()
        let notes = try stage.run(into: &report, .none)
        cache.deleteUnused()
        return Reading(
            folder: stage.folder, notes: notes, report: report,
            files: seen?.key ?? Fingerprint(ofLines: []))
    }
}
