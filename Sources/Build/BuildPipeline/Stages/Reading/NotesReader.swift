package import Hashing
import LocalFiles
package import NoteArchives
package import NoteModel

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
        /// All notes, also those that others replace, with identifiers by which they are recognized.
        package let identities: NoteIdentities
        /// The fingerprint of the paths, sizes, inodes and times of the files.
        package let files: Fingerprint
        fileprivate let stamps: FileStampIndex.Lookup

        /// Returns true if a file is as it was when the folder was read.
        ///
        /// - Parameter path: The absolute path.
        package func hasSeen(_ path: String) -> Bool {
            let inFolder = path.utf8.dropFirst(folder.path.utf8.count + 1)
            // What is no file, such as a link, has no stamp.
            guard let known = stamps.stamp(of: String(decoding: inFolder, as: UTF8.self)) else {
                return false
            }
            return known == (try? FileStamp(path))
        }
    }

    package init(_ options: BuildOptions) { self.options = options }

    /// Reads the folder.
    ///
    /// - Parameters:
    ///   - last: The last result, which is returned if no file has changed since.
    ///   - own: The identifiers of notes that the process itself is changing, by their places.
    /// - Throws: ``UserFacingError`` if the folder cannot be listed.
    package func read(after last: Reading?, changing own: [NoteID: String] = [:]) throws -> Reading
    {
        // If the folder cannot be listed, reading it says why.
        let seen = NotesInput(options.notes).flatMap {
            try? FolderSnapshot.files(of: $0, width: options.width)
        }
        if let last, let seen, seen.key == last.files { return last }
        let cache = BuildCache(in: memory)
        let stamps = (seen?.stamps ?? FileStampIndex()).lookup
        let stage = try ReadStage(options, cache: cache, stamps: stamps)
        var report = Report()
        let notes = try stage.run(into: &report, .none)
        cache.deleteUnused()
        let all =
            notes.replaced.isEmpty
            ? notes.notes : (notes.notes + notes.replaced).sorted { $0.note.id < $1.note.id }
        return Reading(
            folder: stage.folder, notes: notes, report: report,
            identities: NoteIdentities(of: all, after: last?.identities, own: own),
            files: seen?.key ?? Fingerprint(ofLines: []), stamps: stamps)
    }
}
