package import ContentHashing
package import NoteModel

package import struct Foundation.Date

/// A file that a tree shall hold.
package final class OutputFile: Sendable {
    package let path: OutputPath
    package let content: OutputContent
    /// When it shall say that it was changed last; nil for when it is written.
    package let modified: Date?
    /// Of all that its bytes are made from: while it is the same, so are they. Nil where that is
    /// not told, and the bytes are made every time.
    package let inputs: Fingerprint?

    package init(
        _ path: OutputPath, _ content: OutputContent, modified: Date? = nil,
        inputs: Fingerprint? = nil
    ) {
        self.path = path
        self.content = content
        self.modified = modified
        self.inputs = inputs
    }
}

/// What a planned file shall contain.
package enum OutputContent: Sendable {
    case bytes([UInt8])
    /// Bytes that are made when the file's turn comes, so that a plan of many pages does not
    /// hold them all. Pure: the same bytes at every call.
    case rendered(@Sendable () throws -> [UInt8])
    /// The bytes of a source as they are, with their digest.
    // Most files of a plan with many pictures are derivatives; this case must not be larger.
    indirect case original(StoredBytes, ContentDigest)
    /// A file that the photo workers made.
    case derivative(DerivedFile)
}

/// Every file that a tree shall hold, each path once.
package struct TreePlan: Sendable {
    /// Name of the tree's folder: `site`, `markdown`, `json`.
    package let tree: String
    /// In the order of their paths.
    package let files: [OutputFile]

    /// Files with equal paths must have equal content, and are planned once. Paths that differ
    /// in case only are a mistake of the stage that made them: slugs prevent it.
    package init(tree: String, files: [OutputFile]) {
        self.tree = tree
        var paths = ByteStrings(count: files.count)
        for file in files { paths.append(file.path.text) }
        let order = paths.order(<)
        self.files = order.indices.compactMap { place in
            let file = files[order[place]]
            return place > 0 && files[order[place - 1]].path == file.path ? nil : file
        }
    }

    /// Whether the tree shall hold a file of a path.
    package func holds(_ path: String) -> Bool { files.place(of: path, \.path.text) != nil }
}
