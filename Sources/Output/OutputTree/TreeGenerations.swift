import LocalFiles
package import Platform

// Earlier generations of the published trees, kept in `kept/NUMBER/TREE` next to their manifests.
// Files that they have in common with the published trees are hard links.
//
// A tree that is pruned is not deleted but recycled: the next tree is made from it by
// replacing the files that differ, instead of linking every file again.

extension OutputFolder {
    private var kept: String { records + "/kept" }
    func recycledTreePath(_ tree: String) -> String { records + "/spare/" + tree }
    func recycledManifestPath(_ tree: String) -> String { records + "/spare/" + tree + ".manifest" }

    private func keptPath(_ number: Int, tree: String) -> String { "\(kept)/\(number)/\(tree)" }

    private func keptManifestPath(_ number: Int, tree: String) -> String {
        keptPath(number, tree: tree) + ".manifest"
    }

    /// Returns the numbers of the generations that are kept, the latest first.
    private func generations() throws -> [Int] {
        guard try LocalFiles.status(kept) != nil else { return [] }
        return try LocalFiles.entries(of: kept).compactMap { Int($0.name) }.sorted(by: >)
    }

    /// Returns the number of the generation for trees that a run is about to replace.
    ///
    /// - Throws: ``FileError`` if the generations cannot be listed.
    package func newGeneration() throws -> Int { (try generations().first ?? 0) + 1 }

    /// Moves a replaced tree and its manifest into a generation, before the new manifest takes the
    /// place of the old one. A tree without a manifest is deleted.
    ///
    /// - Parameter generation: The number of the generation; nil for a new one.
    func archive(_ tree: String, from path: String, generation: Int? = nil) throws {
        guard try LocalFiles.status(path, followingLinks: false) != nil else { return }
        guard try LocalFiles.status(manifestPath(tree)) != nil else {
            return try LocalFiles.remove(path)
        }
        let number = try generation ?? newGeneration()
        try LocalFiles.makeFolder("\(kept)/\(number)")
        try LocalFiles.rename(manifestPath(tree), to: keptManifestPath(number, tree: tree))
        try LocalFiles.rename(path, to: keptPath(number, tree: tree))
    }

    /// Deletes all but the newest `count` generations. A tree that is deleted may be recycled.
    ///
    /// - Parameter count: The number of generations to keep. If it is 0, the recycled trees are
    ///   deleted too.
    /// - Throws: ``FileError`` if a generation cannot be listed, moved or deleted.
    package func pruneGenerations(keeping count: Int) throws {
        for number in try generations().dropFirst(count) {
            for tree in try trees(of: number) { try recycle(tree, of: number) }
            try LocalFiles.remove("\(kept)/\(number)")
        }
        // If no generation is kept, a recycled tree must not preserve older content either.
        if count == 0 { try LocalFiles.remove(records + "/spare") }
    }

    private func recycle(_ tree: String, of number: Int) throws {
        // The rest of the manifest is validated when the recycled tree is used.
        guard let inode = Manifest.folderInode(in: keptManifestPath(number, tree: tree)),
            inode == (try LocalFiles.status(keptPath(number, tree: tree))?.inode),
            try LocalFiles.status(recycledTreePath(tree)) == nil
        else { return }
        try LocalFiles.remove(recycledManifestPath(tree))
        try LocalFiles.makingFolder(of: recycledManifestPath(tree)) { target in
            try LocalFiles.rename(keptManifestPath(number, tree: tree), to: target)
        }
        try LocalFiles.rename(keptPath(number, tree: tree), to: recycledTreePath(tree))
    }
}

// MARK: - Going back

extension OutputFolder {
    /// The generations that are kept, the latest first: the number of the publication that replaced
    /// each, the time at which it was published, and the sorted names of its trees, those that the
    /// next publication changed. Higher numbers are later.
    package var keptGenerations: [(number: Int, published: Date, trees: [String])] {
        get throws {
            try generations().map { number in
                let trees = try trees(of: number)
                let published = try trees.reduce(into: 0 as Int64) { latest, tree in
                    let manifest = try LocalFiles.status(keptManifestPath(number, tree: tree))
                    latest = max(latest, manifest?.modified ?? 0)
                }
                let date = Date(timeIntervalSince1970: Double(published) / 1e9)
                return (number: number, published: date, trees: trees.sorted())
            }
        }
    }

    private func trees(of number: Int) throws -> [String] {
        try LocalFiles.entries(of: "\(kept)/\(number)").map(\.name)
            .filter { !$0.hasSuffix(".manifest") }
    }

    /// Returns the generations that a rollback would end, the latest first, and for each tree that it
    /// would restore the number of its generation.
    private func restorable(_ target: Int?) throws -> (ended: [Int], trees: [String: Int]) {
        let kept = try generations()
        let last = try target ?? kept.first { number in try !trees(of: number).isEmpty }
        guard let last else { return ([], [:]) }
        let numbers = Array(kept.prefix { $0 >= last })
        // A generation has only those trees that the next publication changed.
        var wanted: [String: Int] = [:]
        for number in numbers { for tree in try trees(of: number) { wanted[tree] = number } }
        return (numbers, wanted)
    }

    /// Returns the path of a file that a rollback would restore; nil if it would not restore the tree.
    ///
    /// - Parameter target: The number of the generation; nil for the latest that can be restored.
    /// - Throws: ``FileError`` if the generations cannot be listed.
    package func restoredPath(_ path: String, of tree: String, to target: Int?) throws -> String? {
        try restorable(target).trees[tree].map { keptPath($0, tree: tree) + "/" + path }
    }

    /// Restores the trees that the last publication replaced, or those of an earlier generation,
    /// each in one step. Files that others put into the published trees are carried over. Later
    /// generations are deleted.
    ///
    /// - Parameter target: The number of the generation, which has to be kept; nil for the latest
    ///   that can be restored.
    /// - Returns: The names of the restored trees; empty if no generation is kept.
    /// - Throws: ``OutputTreeError``, for instance for an older tree with a damaged file;
    ///   ``FileError``.
    package func rollBack(to target: Int? = nil) throws -> [String] {
        let (numbers, wanted) = try restorable(target)
        let restored = wanted.sorted { $0.key < $1.key }
        // Nothing is changed unless every tree can be restored.
        for (tree, number) in restored {
            try recover(tree: tree)
            _ = try foreignFiles(of: tree, besides: number)
            try requireIntact(tree, of: number)
        }
        try recordChanges(
            of: restored.map { tree, number in
                (
                    tree, try? Manifest(contentsOf: manifestPath(tree)),
                    try? Manifest(contentsOf: keptManifestPath(number, tree: tree))
                )
            })
        for (tree, number) in restored { try restore(tree, of: number) }
        for number in numbers { try LocalFiles.remove("\(self.kept)/\(number)") }
        return restored.map(\.key)
    }

    /// Reads the files of an older tree and compares them with the digests in its manifest. The
    /// content decides, not the inode of the folder: a copy of the notebook has other inodes.
    ///
    /// - Throws: ``OutputTreeError/damagedGeneration(file:generation:)``.
    private func requireIntact(_ tree: String, of number: Int) throws {
        let root = keptPath(number, tree: tree)
        guard let manifest = try? Manifest(contentsOf: keptManifestPath(number, tree: tree)) else {
            throw OutputTreeError.damagedGeneration(
                file: tree + ".manifest", generation: "\(kept)/\(number)")
        }
        for entry in manifest.entries
        where !entry.isIntact(below: root) {
            throw OutputTreeError.damagedGeneration(
                file: tree + "/" + entry.path, generation: "\(kept)/\(number)")
        }
    }

    /// Replaces a published tree by that of a generation, which is intact.
    private func restore(_ tree: String, of number: Int) throws {
        let old = keptPath(number, tree: tree)
        let manifest = try Manifest(contentsOf: keptManifestPath(number, tree: tree))
        // Foreign files come from the published tree: their owners may have changed or removed the
        // versions in the older one.
        let own = manifest.places
        for path in try LocalFiles.files(below: old) where own[TreePath(path)] == nil {
            try LocalFiles.remove(old + "/" + path)
        }
        let foreign = try foreignFiles(of: tree, besides: number)
        try carry(foreign, from: treePath(tree), to: old)
        let next = manifestPath(tree) + ".next"
        try LocalFiles.remove(next)
        if let inode = try LocalFiles.status(old)?.inode, inode != manifest.folderInode {
            // Recovery after an interruption recognizes the tree by its inode.
            let own = Manifest(
                folderInode: inode, entries: manifest.entries, foreign: manifest.foreign)
            try LocalFiles.create(next, bytes: own.bytes)
        } else {
            try LocalFiles.linkOrCopy(keptManifestPath(number, tree: tree), to: next)
        }
        try synchronize()
        if try LocalFiles.status(treePath(tree)) == nil {
            try LocalFiles.rename(old, to: treePath(tree))
        } else {
            try LocalFiles.replaceFolder(at: treePath(tree), with: old, moving: replacedPath(tree))
        }
        // Foreign files may have been added, or replaced by other versions, since they were listed.
        for replaced in [old, replacedPath(tree)] {
            try rescueLateFiles(of: tree, from: replaced, known: foreign)
            try carry(foreign, from: replaced, to: treePath(tree))
        }
        try LocalFiles.rename(next, to: manifestPath(tree))
        try LocalFiles.remove(replacedPath(tree))
        try OpenFile(path).synchronize()
    }

    /// Returns the paths, relative to a published tree, of files that Notebinder did not write.
    ///
    /// - Throws: ``OutputTreeError/foreignFile(path:)`` if one of them is in the way of the
    ///   older tree; ``OutputTreeError/damagedManifest(path:)`` if the manifest cannot be read.
    private func foreignFiles(of tree: String, besides number: Int) throws -> [String] {
        let live = treePath(tree)
        guard try LocalFiles.status(live) != nil else { return [] }
        guard let manifest = try? Manifest(contentsOf: manifestPath(tree)) else {
            throw OutputTreeError.damagedManifest(path: live)
        }
        let own = manifest.places
        let foreign = try LocalFiles.files(below: live).filter { own[TreePath($0)] == nil }
        let older = try? Manifest(contentsOf: keptManifestPath(number, tree: tree))
        try OutputTreeError.requireFree(foreign, in: older?.entries.map(\.path) ?? [], live: live)
        return foreign
    }

    /// Links or copies files into another tree, replacing those at their paths. Files that do not
    /// exist are skipped.
    private func carry(_ paths: [String], from tree: String, to other: String) throws {
        for path in paths
        where try LocalFiles.status(tree + "/" + path, followingLinks: false) != nil {
            try LocalFiles.makingFolder(of: other + "/" + path) { target in
                // The file may have been carried over before.
                try LocalFiles.remove(target)
                try LocalFiles.linkOrCopy(tree + "/" + path, to: target)
            }
        }
    }
}
