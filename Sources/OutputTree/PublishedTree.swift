import LocalFiles

/// What there is of a tree before another one takes its place.
package struct PublishedTree: Sendable {
    /// Nil for a tree that was never published.
    let manifest: Manifest?
    /// For each entry whether the file is still the one that was written.
    let isIntact: [Bool]
    /// Files that this program did not write.
    let foreign: [String]
    /// Nil for a tree that was never published.
    let snapshot: TreeSnapshot?
    /// What the spare tree holds; nil where there is none, or not what it should be.
    let spare: Manifest?

    /// Looks at a tree, once what a killed run may have left of it is made ready.
    ///
    /// - Parameters:
    ///   - known: How it looked when this run began; nil where that is not known.
    ///   - isDry: Whether nothing is to be written.
    /// - Throws: ``OutputTreeError``.
    package init(
        _ tree: String, in folder: OutputFolder, known: TreeSnapshot? = nil, isDry: Bool = false
    ) throws(OutputTreeError) {
        let live = folder.treePath(tree)
        let isPublished = try OutputTreeError.wrapping { () throws(FileError) in
            if !isDry { try folder.recover(tree: tree) }
            return try LocalFiles.status(live, followingLinks: false) != nil
        }
        guard isPublished else {
            (manifest, isIntact, foreign) = (nil, [], [])
            (snapshot, spare) = (nil, nil)
            return
        }
        guard let manifest = try? Manifest(contentsOf: folder.manifestPath(tree)) else {
            throw .damagedManifest(path: live)
        }
        self.manifest = manifest
        spare = isDry ? nil : Self.spare(tree, in: folder)
        if let known, manifest.fileSetHash == known.files, known.isUntouched(at: live) {
            snapshot = known
            isIntact = Array(repeating: true, count: manifest.entries.count)
            foreign = []
            return
        }
        let found = try OutputTreeError.wrapping { () throws(FileError) in
            try Self.comparison(of: live, manifest)
        }
        if let path = found.unnameable { throw .unnameableFile(path: live + "/" + path) }
        if let path = found.passedOver.first { throw .unreachable(path: live + "/" + path) }
        snapshot = found.snapshot
        isIntact = found.isIntact
        foreign = found.foreign.sorted()
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
        var snapshot: TreeSnapshot?
    }

    private static func comparison(
        of root: String, _ manifest: Manifest
    ) throws(FileError) -> Comparison {
        let places = manifest.places
        var found = Comparison(
            isIntact: Array(repeating: false, count: manifest.entries.count))
        let start = FileStatus.now
        var sum = FileSetHash()
        let listed = try ListedTree(root)
        found.passedOver = listed.look { entry in
            sum.add(entry)
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
        found.snapshot = TreeSnapshot(
            of: listed, since: start, isWhole: found.passedOver.isEmpty, [sum])
        return found
    }

    /// The manifest of the spare tree, if that holds what it says and nothing else.
    ///
    /// Names and inodes tell enough: a file of the spare is either the very one of the published
    /// tree, which is looked at, or is replaced by that.
    private static func spare(_ tree: String, in folder: OutputFolder) -> Manifest? {
        let root = folder.sparePath(tree)
        guard let status = try? LocalFiles.status(root, followingLinks: false),
            let manifest = try? Manifest(contentsOf: folder.spareManifestPath(tree)),
            manifest.folderInode == status.inode,
            let listed = try? ListedTree(root), listed.passedOver.isEmpty
        else { return nil }
        let foreign = Set(manifest.foreign)
        var (found, known) = (FileSetHash(), manifest.namesSum)
        for folder in listed.folders {
            if !folder.path.isEmpty {
                folder.path.dropLast().withUnsafeBufferPointer {
                    known.add($0, inode: folder.inode)
                }
            }
            folder.forEachName { path, inode in
                if !foreign.isEmpty, foreign.contains(String(decoding: path, as: UTF8.self)) {
                    return
                }
                found.add(path, inode: inode)
            }
        }
        return found == known ? manifest : nil
    }
}
