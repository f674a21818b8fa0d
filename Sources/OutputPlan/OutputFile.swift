package import NoteModel

/// A file that a tree shall hold.
package struct OutputFile: Sendable {
    package let path: OutputPath
    package let content: OutputContent

    package init(_ path: OutputPath, _ content: OutputContent) {
        self.path = path
        self.content = content
    }
}

/// What a planned file shall contain.
package enum OutputContent: Sendable {
    case bytes([UInt8])
    /// Bytes that are made when the file's turn comes, so that a plan of many pages does not
    /// hold them all. Pure: the same bytes at every call.
    case rendered(@Sendable () throws -> [UInt8])
    /// The bytes of a source as they are, with their digest.
    case original(StoredBytes, ContentKey)
    /// A picture that the photo workers made.
    case derivative(ContentKey)
}

/// Every file that a tree shall hold, each path once.
package struct TreePlan: Sendable {
    /// Name of the tree's folder: `site`, `markdown`, `json`.
    package let tree: String
    /// In the order of their paths.
    package let files: [OutputFile]

    /// Files with equal paths must have equal content, and are planned once. Paths that differ
    /// in case only are a mistake of the station that made them: slugs prevent it.
    package init(tree: String, files: [OutputFile]) {
        self.tree = tree
        var seen: Set<String> = []
        self.files = files.sorted { $0.path < $1.path }
            .filter { seen.insert($0.path.text.lowercased()).inserted }
    }
}
