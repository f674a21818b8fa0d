package import NoteModel

/// A note as an export tells it.
package struct ReadNote: Sendable {
    /// Its photos and recordings lie in the export.
    package var note: Note
    /// SHA-256 of photos and recordings, in hexadecimal digits, where the export tells it.
    package let digests: [StoredBytes: String]

    package init(_ note: Note, digests: [StoredBytes: String] = [:]) {
        self.note = note
        self.digests = digests
    }
}

/// The notes of an export, as far as they could be read.
package struct ReadExport: Sendable {
    package var notes: [ReadNote] = []
    /// What could not be read, or not as it was; a sentence each.
    package var problems: [String] = []

    package init() {}
}
