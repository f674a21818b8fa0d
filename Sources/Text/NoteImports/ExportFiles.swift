import LocalFiles

/// The files of an export, to which it refers by relative addresses.
struct ExportFiles: Sendable {
    /// The absolute path of the export's folder, with symbolic links resolved.
    let root: String

    init(_ root: String) {
        self.root = LocalFiles.resolved(root) ?? root
    }

    /// Returns a file of the export; nil if it does not exist, is hidden or is outside of the
    /// export.
    ///
    /// - Parameter folder: The folder, relative to the root, that the address is relative to.
    func stored(_ address: String, from folder: String = "") -> StoredBytes? {
        let path = folder.isEmpty ? "\(root)/\(address)" : "\(root)/\(folder)/\(address)"
        guard !address.isEmpty, !address.utf8.contains(0), address.utf8.first != UInt8(ascii: "/"),
            let resolved = LocalFiles.resolved(path), LocalFiles.isBelow(resolved, root),
            !resolved.utf8.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/"))
                .contains(where: { $0.first == UInt8(ascii: ".") }),
            let status = (try? LocalFiles.status(resolved)).flatMap(\.self), status.isFile
        else { return nil }
        return StoredBytes(file: resolved, range: 0..<status.size)
    }
}
