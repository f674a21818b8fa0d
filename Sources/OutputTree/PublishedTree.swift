import LocalFiles

/// What there is of a tree before another one takes its place.
package struct PublishedTree: Sendable {
    /// Nil for a tree that was never published.
    let manifest: Manifest?
    /// Where each file stands among the entries of the manifest.
    let places: [String: Int]
    /// For each entry whether the file is still the one that was written.
    let isIntact: [Bool]
    /// Files that this program did not write.
    let foreign: [String]
    /// What the spare tree holds; nil where there is none, or not what it should be.
    let spare: Manifest?

    /// Looks at a tree, once what a killed run may have left of it is made ready.
    ///
    /// - Parameter isDry: Whether nothing is to be written.
    /// - Throws: ``OutputTreeError``.
    package init(
        _ tree: String, in folder: OutputFolder, isDry: Bool = false
    ) throws(OutputTreeError) {
        let live = folder.treePath(tree)
        let isPublished = try OutputTreeError.wrapping { () throws(FileError) in
            if !isDry { try folder.recover(tree: tree) }
            return try LocalFiles.status(live, followingLinks: false) != nil
        }
        guard isPublished else {
            (manifest, places, isIntact, foreign, spare) = (nil, [:], [], [], nil)
            return
        }
        guard let manifest = try? Manifest(contentsOf: folder.manifestPath(tree)) else {
            throw .damagedManifest(path: live)
        }
        let places = manifest.places
        let found = try OutputTreeError.wrapping { () throws(FileError) in
            try Self.comparison(of: live, manifest, places)
        }
        if let path = found.unnameable { throw .unnameableFile(path: live + "/" + path) }
        if let path = found.passedOver.first { throw .unreachable(path: live + "/" + path) }
        self.manifest = manifest
        self.places = places
        isIntact = found.isIntact
        foreign = found.foreign.sorted()
        spare = isDry ? nil : Self.spare(tree, in: folder)
    }

    private struct Comparison {
        /// For each entry whether its file is there as it was written.
        var isIntact: [Bool]
        /// Paths of what else is there.
        var foreign: [String] = []
        /// Of a file whose name is no UTF-8, with signs in place of what is none.
        var unnameable: String?
        /// Paths of what could not be looked at.
        var passedOver: [String] = []
    }

    private static func comparison(
        of root: String, _ manifest: Manifest, _ places: [String: Int]
    ) throws(FileError) -> Comparison {
        var found = Comparison(
            isIntact: Array(repeating: false, count: manifest.entries.count))
        found.passedOver = try LocalFiles.walk(root) { entry in
            guard !entry.status.isFolder else { return }
            let path = String(decoding: entry.path, as: UTF8.self)
            if let place = places[path] {
                found.isIntact[place] = manifest.entries[place].matches(entry.status)
            } else if path.utf8.elementsEqual(entry.path) {
                found.foreign.append(path)
            } else {
                found.unnameable = path
            }
        }
        return found
    }

    /// The manifest of the spare tree, if that holds what it says and nothing else.
    private static func spare(_ tree: String, in folder: OutputFolder) -> Manifest? {
        let root = folder.sparePath(tree)
        guard let status = try? LocalFiles.status(root, followingLinks: false),
            let manifest = try? Manifest(contentsOf: folder.spareManifestPath(tree)),
            manifest.folderInode == status.inode,
            let found = try? comparison(of: root, manifest, manifest.places),
            found.isIntact.allSatisfy(\.self), found.unnameable == nil, found.passedOver.isEmpty,
            Set(manifest.foreign).isSuperset(of: found.foreign)
        else { return nil }
        return manifest
    }
}
