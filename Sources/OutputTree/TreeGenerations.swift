package import LocalFiles

// Trees that were published before, kept in `kept/NUMBER/TREE` with their manifests beside them.
// What they have in common with the published trees are the same files by hard links.
//
// The tree that is the next to go is not removed, but set aside as the spare: the next tree is
// made of it by changing what is different, and not by linking every file anew.

extension OutputFolder {
    private var kept: String { records + "/kept" }
    func sparePath(_ tree: String) -> String { records + "/spare/" + tree }
    func spareManifestPath(_ tree: String) -> String { records + "/spare/" + tree + ".manifest" }

    private func keptPath(_ number: Int, _ tree: String) -> String { "\(kept)/\(number)/\(tree)" }

    private func keptManifestPath(_ number: Int, _ tree: String) -> String {
        keptPath(number, tree) + ".manifest"
    }

    /// Numbers of the generations that are kept, the latest first.
    private func generations() throws(FileError) -> [Int] {
        guard try LocalFiles.status(kept) != nil else { return [] }
        return try LocalFiles.entries(of: kept).compactMap { Int($0.name) }.sorted(by: >)
    }

    /// A number for the trees that a run is about to replace.
    package func newGeneration() throws(FileError) -> Int { (try generations().first ?? 0) + 1 }

    /// Sets a tree aside that was replaced, with the manifest of it that still stands.
    ///
    /// - Parameter generation: Nil for one of its own.
    func retire(
        _ tree: String, from path: String, generation: Int? = nil
    ) throws(FileError) {
        guard try LocalFiles.status(path, followingLinks: false) != nil else { return }
        guard try LocalFiles.status(manifestPath(tree)) != nil else {
            return try LocalFiles.remove(path)
        }
        var number = generation ?? 0
        if generation == nil { number = try newGeneration() }
        try LocalFiles.makeFolder("\(kept)/\(number)")
        try LocalFiles.rename(manifestPath(tree), to: keptManifestPath(number, tree))
        try LocalFiles.rename(path, to: keptPath(number, tree))
    }

    /// Removes the generations that are more than are kept.
    ///
    /// - Parameter count: How many are kept; 0 or more.
    package func pruneGenerations(keeping count: Int) throws(FileError) {
        for number in try generations().dropFirst(count) {
            for name in try LocalFiles.entries(of: "\(kept)/\(number)").map(\.name)
            where !name.hasSuffix(".manifest") {
                try setAside(name, of: number)
            }
            try LocalFiles.remove("\(kept)/\(number)")
        }
        // Who keeps nothing wants nothing of it to be left.
        if count == 0 { try removeSpares() }
    }

    private func setAside(_ tree: String, of number: Int) throws(FileError) {
        // Whether the manifest is whole is looked at when it is used.
        guard let inode = Manifest.folderInode(in: keptManifestPath(number, tree)),
            inode == (try LocalFiles.status(keptPath(number, tree))?.inode),
            try LocalFiles.status(sparePath(tree)) == nil
        else { return }
        try LocalFiles.remove(spareManifestPath(tree))
        try LocalFiles.makingFolder(of: spareManifestPath(tree)) { target throws(FileError) in
            try LocalFiles.rename(keptManifestPath(number, tree), to: target)
        }
        try LocalFiles.rename(keptPath(number, tree), to: sparePath(tree))
    }

    /// Removes the spares; where file systems have no links they cost as much as a tree.
    func removeSpares() throws(FileError) { try LocalFiles.remove(records + "/spare") }
}

// MARK: - Going back

extension OutputFolder {
    /// Puts the trees back that the last run replaced, each in one step. What others put into the
    /// published trees stays there.
    ///
    /// - Returns: Names of the trees; none where no generation is kept.
    /// - Throws: ``OutputTreeError``, also for an older tree with a damaged file; ``FileError``.
    package func rollBack() throws -> [String] {
        for number in try generations() {
            let trees = try LocalFiles.entries(of: "\(kept)/\(number)").map(\.name)
                .filter { !$0.hasSuffix(".manifest") }
            for tree in trees { try recover(tree: tree) }
            // All of them can be brought back, or none is touched.
            for tree in trees {
                _ = try foreignFiles(of: tree, besides: number)
                try requireIntact(tree, of: number)
            }
            var restored: [String] = []
            for tree in trees where try restore(tree, of: number) { restored.append(tree) }
            try LocalFiles.remove("\(kept)/\(number)")
            if !restored.isEmpty { return restored }
        }
        return []
    }

    /// Reads the files of an older tree and compares them with the digests in its manifest.
    ///
    /// - Throws: ``OutputTreeError/damagedGeneration(file:generation:)``.
    private func requireIntact(_ tree: String, of number: Int) throws(OutputTreeError) {
        // Without its manifest a tree is skipped.
        guard let manifest = try? Manifest(contentsOf: keptManifestPath(number, tree)) else {
            return
        }
        let root = keptPath(number, tree)
        for entry in manifest.entries
        where !entry.isIntact(below: root, comparingDigest: manifest.hasDigests) {
            throw .damagedGeneration(
                file: tree + "/" + entry.path, generation: "\(kept)/\(number)")
        }
    }

    /// False for a tree that is not whole any more.
    private func restore(_ tree: String, of number: Int) throws -> Bool {
        let old = keptPath(number, tree)
        guard let manifest = try? Manifest(contentsOf: keptManifestPath(number, tree)),
            manifest.folderInode == (try LocalFiles.status(old)?.inode)
        else { return false }
        for path in manifest.foreign { try LocalFiles.remove(old + "/" + path) }
        let foreign = try foreignFiles(of: tree, besides: number)
        try carry(foreign, from: treePath(tree), to: old)
        let next = manifestPath(tree) + ".next"
        try LocalFiles.remove(next)
        try LocalFiles.linkOrCopy(keptManifestPath(number, tree), to: next)
        try synchronize()
        let isThere = try LocalFiles.status(treePath(tree)) != nil
        if isThere, try LocalFiles.exchange(old, treePath(tree)) {
        } else {
            if isThere { try LocalFiles.rename(treePath(tree), to: retiredPath(tree)) }
            try LocalFiles.rename(old, to: treePath(tree))
        }
        try LocalFiles.rename(next, to: manifestPath(tree))
        // What somebody put into the tree meanwhile.
        for replaced in [old, retiredPath(tree)] {
            try carry(foreign, from: replaced, to: treePath(tree))
        }
        try LocalFiles.remove(retiredPath(tree))
        try OpenFile(path).synchronize()
        return true
    }

    /// Paths of files in a published tree that this program did not write.
    ///
    /// - Throws: ``OutputTreeError`` for one in whose place an older tree has a file of its own,
    ///   and where it cannot be told which they are.
    private func foreignFiles(of tree: String, besides number: Int) throws -> [String] {
        let live = treePath(tree)
        guard try LocalFiles.status(live) != nil else { return [] }
        guard let manifest = try? Manifest(contentsOf: manifestPath(tree)) else {
            throw OutputTreeError.damagedManifest(path: live)
        }
        let own = manifest.places
        let foreign = try LocalFiles.files(below: live).filter { own[$0] == nil }
        let older = try? Manifest(contentsOf: keptManifestPath(number, tree)).places
        if let inTheWay = foreign.first(where: { older?[$0] != nil }) {
            throw OutputTreeError.foreignFile(path: live + "/" + inTheWay)
        }
        return foreign
    }

    /// Links files into another tree, as far as they are there.
    private func carry(
        _ paths: [String], from tree: String, to other: String
    ) throws(FileError) {
        for path in paths
        where try LocalFiles.status(tree + "/" + path, followingLinks: false) != nil {
            try LocalFiles.makingFolder(of: other + "/" + path) { target throws(FileError) in
                // It may have been carried along before.
                try LocalFiles.remove(target)
                try LocalFiles.linkOrCopy(tree + "/" + path, to: target)
            }
        }
    }
}
