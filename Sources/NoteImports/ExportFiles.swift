import LocalFiles
import NoteModel

/// Files that an export names by addresses relative to it.
struct ExportFiles: Sendable {
    /// Absolute path of the export's folder, with links resolved.
    let root: String

    init(_ root: String) {
        self.root = LocalFiles.resolved(root) ?? root
    }

    /// A file of the export; nil for an address that leads out of it, to what is hidden, or
    /// nowhere.
    ///
    /// - Parameter folder: Below the root, where the address is relative to.
    func stored(_ address: String, from folder: String = "") -> StoredBytes? {
        let path = folder.isEmpty ? "\(root)/\(address)" : "\(root)/\(folder)/\(address)"
        guard !address.isEmpty, !address.utf8.contains(0), address.utf8.first != UInt8(ascii: "/"),
            let resolved = LocalFiles.resolved(path), LocalFiles.isBelow(resolved, root),
            !Self.isHidden(resolved.utf8.dropFirst(root.utf8.count)),
            let status = (try? LocalFiles.status(resolved)).flatMap(\.self), status.isFile
        else { return nil }
        return StoredBytes(file: resolved, range: 0..<status.size)
    }
    /// Whether a part of a path begins with a dot.
    static func isHidden(_ path: some Collection<UInt8>) -> Bool {
        path.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }
}
