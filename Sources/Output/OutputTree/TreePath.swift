/// The path of a file relative to its tree, compared byte by byte. Strings are equal if they are
/// canonically equivalent, such as `é` and `e` with U+0301, but may name two files.
struct TreePath: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (one: TreePath, other: TreePath) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// The paths of the folders that contain the file, the innermost first; none for a file in the
    /// root of the tree.
    var folders: some Sequence<TreePath> {
        sequence(state: text[...]) { rest in
            guard let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
            rest = rest[..<slash]
            return TreePath(String(rest))
        }
    }
}

extension OutputTreeError {
    /// Requires that no foreign file is in the way of a tree: at the path of one of its files or
    /// folders, or in a folder where the tree has a file.
    ///
    /// - Parameters:
    ///   - foreign: The paths, relative to the tree, of files that Notebinder did not write.
    ///   - paths: The paths of the files that the tree is to have.
    ///   - live: The path of the published tree.
    /// - Throws: ``foreignFile(path:)``.
    static func requireFree(
        _ foreign: [String], in paths: @autoclosure () -> [String], live: String
    ) throws {
        guard !foreign.isEmpty else { return }
        let files = Set(paths().map(TreePath.init))
        var taken = files
        for file in files { taken.formUnion(file.folders) }
        let inTheWay = foreign.lazy.map(TreePath.init).first { path in
            taken.contains(path) || path.folders.contains(where: files.contains)
        }
        if let inTheWay { throw OutputTreeError.foreignFile(path: live + "/" + inTheWay.text) }
    }
}
