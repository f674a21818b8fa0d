package import NoteArchives
package import NoteModel

/// Notes that were found somewhere, or something that is there but cannot be read.
package struct Finding: Sendable, Equatable {
    /// The absolute path of what was looked into: a backup, a container, a folder or a file.
    package let path: String
    /// The kind, for people, such as `backup` or `Xcode container`.
    package let kind: String
    /// The bundle identifier of the app, or of a group of apps; nil if it is unknown.
    package var app: String?
    package var device: String?
    /// The time of the backup, in seconds since 1970.
    package var date: Double?
    package var counts = Counts()
    /// The size of the files, in bytes.
    package var size = 0
    /// The command that goes on with the notes, as arguments; empty if there is none.
    package var command: [String] = []
    /// A sentence about what is there but cannot be read, or about what to do.
    package var remark: String?
    /// True for an encrypted backup whose password is not given.
    package var needsPassword = false

    /// The numbers of notes and files.
    package struct Counts: Sendable, Equatable {
        package var notes: [Note.Kind: Int] = [:]
        /// The files that hold notes, as far as they can be read.
        package var files = 0
        /// The numbers of notes by folder, for apps with folders.
        package var folders: [FolderTally] = []
        /// The files that may hold notes and cannot be read, or are too large to be counted.
        package var uncounted = 0

        package var all: Int { notes.values.reduce(0, +) }
    }
}
