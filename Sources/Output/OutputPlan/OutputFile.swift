package import Hashing
package import LocalFiles
package import NoteModel
import Orthography
package import Platform

/// A planned file of an output tree.
///
/// ```swift
/// OutputFile(OutputPath("notebook.json"), content: .bytes(document))
/// OutputFile(
///     OutputPath("notes/a-walk.html"), content: .rendered { try pages.rendered(index) },
///     inputs: fingerprint)
/// ```
package final class OutputFile: Sendable {
    package let path: OutputPath
    package let content: OutputContent
    /// The modification time to set; nil leaves the time of writing.
    package let modified: Date?
    /// The fingerprint of everything that the content is made from. A file whose fingerprint is
    /// unchanged is not rendered again; nil means that it is rendered in every build.
    package let inputs: Fingerprint?
    package let role: OutputRole

    package init(
        _ path: OutputPath, content: OutputContent, modified: Date? = nil,
        inputs: Fingerprint? = nil, role: OutputRole = .part
    ) {
        (self.path, self.content, self.modified, self.inputs) = (path, content, modified, inputs)
        self.role = role
    }
}

/// The role of a file for readers of its tree. A file needs only files of its own role and of those
/// before it, so that a copy made in this order is usable whenever it stops.
package enum OutputRole: Int, Comparable, Sendable {
    /// A part of pages, such as a photo, an asset or a file of the search.
    case part
    case page
    /// A page or file that lists others.
    case list
    /// A page or file by which a tree is entered, such as its index or feed.
    case entry

    package static func < (left: OutputRole, right: OutputRole) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The content of a planned file.
package enum OutputContent: Sendable {
    case bytes([UInt8])
    /// Bytes that are made when the file is written, so that a plan with many pages does not
    /// hold them all. The closure is pure: every call returns the same bytes.
    case rendered(@Sendable () throws -> [UInt8])
    /// Text that is made in pieces, because all of it would take much memory. The closures are pure.
    /// Each piece is checked on its own, so no text of a note may be divided between two.
    case pieces([@Sendable () throws -> [UInt8]])
    /// A file of an export, made in pieces because it may be too large for memory, or by a library
    /// that writes files itself. No tree has such files.
    case written(@Sendable (any OutputFileWriter) throws -> Void)
    /// An unmodified copy of bytes of a source, with their digest.
    // Most files of a plan with many pictures are derivatives; this case must not be larger.
    indirect case original(StoredBytes, ContentDigest)
    /// A file that the photo workers made.
    case derivative(DerivedFile)
    /// The SHA-256 of all other files of the tree, a line for each in the format of `sha256sum`.
    /// Only the program that writes the tree knows them.
    case checksums
}

/// The files of an output tree, or of an export. Each path occurs once.
///
/// ```swift
/// let file = OutputFile(OutputPath("notebook.json"), content: .bytes(document))
/// let tree = TreePlan(tree: "json", files: [file])
/// let export = TreePlan(export: [file])
/// ```
package struct TreePlan: Sendable {
    /// The name of the tree's folder: `site`, `markdown` or `json`; empty for an export.
    package let tree: String
    /// The files, sorted by the bytes of their paths; those of an export are in the order in which
    /// they are written.
    package let files: [OutputFile]

    /// Creates the plan of an export.
    package init(export files: [OutputFile]) {
        tree = ""
        self.files = files
    }

    /// Creates the plan of a tree.
    ///
    /// - Parameters:
    ///   - tree: The name of the tree's folder.
    ///   - files: The files in any order. Files with equal paths must have equal content; only
    ///     one of them is kept. Paths must not differ in case only, which ``Slug`` ensures.
    package init(tree: String, files: [OutputFile]) {
        self.tree = tree
        var paths = ByteStrings(count: files.count)
        for file in files { paths.append(file.path.text) }
        let order = paths.order(<)
        self.files = order.indices.compactMap { place in
            place > 0 && paths.areEqual(at: order[place - 1], and: order[place])
                ? nil : files[order[place]]
        }
    }

    /// The plan with a file of checksums.
    package var withChecksums: TreePlan {
        TreePlan(
            tree: tree,
            files: files + [
                OutputFile(OutputPath(TreeChecksums.path), content: .checksums, role: .entry)
            ])
    }

    /// Returns a file's path as messages name it: below the output folder, or within an export.
    package static func place(of path: OutputPath, in tree: String) -> String {
        tree.isEmpty ? path.text : tree + "/" + path.text
    }

    /// Returns true if the tree has a file with a path.
    package func holds(_ path: String) -> Bool { files.place(of: path, \.path.text) != nil }
}
