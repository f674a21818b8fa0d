package import LocalFiles
package import NoteModel

/// A note that was read from an export.
package struct ReadNote: Sendable {
    /// The note, whose photos, recordings and attachments refer to files of the export.
    package var note: Note
    /// The SHA-256 digests of these files in hexadecimal digits, as far as the export contains
    /// them.
    package let digests: [StoredBytes: String]
    /// The absolute path of the Markdown file that it was read from; nil for a note of a JSON tree.
    package let file: String?
    /// The number of comments in the text that became comments of HTML.
    package internal(set) var commentCount = 0
    /// The absolute paths of the files from which the transcripts of its recordings were read.
    package internal(set) var transcriptFiles: [String] = []

    package init(_ note: Note, digests: [StoredBytes: String] = [:], file: String? = nil) {
        (self.note, self.digests, self.file) = (note, digests, file)
    }
}

/// The notes of an export, as far as they could be read.
package struct ReadExport: Sendable {
    package var notes: [ReadNote] = []
    /// The problems found, one sentence each: what could not be read or was changed.
    package var problems: [String] = []
    /// The number of notes in a JSON tree, readable or not; 0 for a Markdown folder.
    package var noteCount = 0
    /// The files of a Markdown folder; empty for a JSON tree.
    package var files: [FoundFile] = []
    /// The hidden files and folders of a Markdown folder, which are not read.
    package var hidden: [String] = []
    /// The names of files that are not imported for a reason that is already in `problems`.
    package var explained: Set<String> = []

    package init() {}
}

extension UserError {
    static func tooLarge(_ path: String) -> UserError {
        UserError(
            "\(path) has more than \(LocalFiles.maximumTextSize >> 20) MB of text; it was not imported.",
            "Split it.")
    }
}

/// A file that was found in a Markdown folder.
package struct FoundFile: Hashable, Sendable {
    /// The path relative to the folder.
    package let name: String
    /// The absolute path with symbolic links resolved; nil if it is not a file inside the folder.
    package let path: String?

    package init(name: String, path: String?) {
        (self.name, self.path) = (name, path)
    }
}
