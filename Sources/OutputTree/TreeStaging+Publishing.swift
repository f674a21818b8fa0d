package import LocalFiles
import OutputPlan

extension TreeStaging {
    /// What a publication did to a tree.
    package struct Result: Sendable {
        package let tree: String
        /// Files that the tree holds by its plan.
        package let files: Int
        /// Paths of files that were not there before, in their order.
        package let added: [String]
        /// Paths of files that are others than before.
        package let changed: [String]
        /// Paths of files that are there no more.
        package let removed: [String]
        /// Paths of files that were damaged: published with the content that is planned, and found
        /// with another or gone.
        package let repaired: [String]
        /// Files of somebody else, which were kept; below the tree.
        package let foreign: [String]
        let isFirst: Bool
        /// True if the manifest changes although no file does: files are made from other inputs.
        let hasOtherInputs: Bool
        /// What the tree holds once it is published; nil where nothing is to be replaced.
        fileprivate(set) var next: Manifest?

        package var isUnchanged: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
        /// True if the new tree differs from the old one only in files that were damaged.
        var onlyRepairs: Bool {
            !repaired.isEmpty && repaired.count == changed.count && added.isEmpty
                && removed.isEmpty
        }
        /// Whether the tree is about to be replaced.
        package var needsSwap: Bool { isFirst || !isUnchanged }
    }

    /// What would be published.
    package func compare(_ placements: [Placement]) -> Result {
        var added: [String] = []
        var changed: [String] = []
        var repaired: [String] = []
        // A manifest of an earlier version is written again.
        var hasOtherInputs = published.manifest?.hasDigests == false
        for (index, placement) in placements.enumerated() {
            let path = plan.files[index].path.text
            if placement.isRepaired { repaired.append(path) }
            if placement.isChanged {
                if published.manifest?.holds(path) == true {
                    changed.append(path)
                } else {
                    added.append(path)
                }
            } else if entry(of: index)?.inputs != plan.files[index].inputs {
                hasOtherInputs = true
            }
        }
        return Result(
            tree: plan.tree, files: placements.count, added: added, changed: changed,
            removed: removed, repaired: repaired, foreign: foreign,
            isFirst: published.manifest == nil,
            hasOtherInputs: hasOtherInputs)
    }

    /// Completes the staged tree with what did not change and with files of others, so that only
    /// the swap is left to do.
    ///
    /// - Parameter placements: What ``place(_:)`` gave for each file of the plan.
    package func complete(_ placements: [Placement]) throws(FileError) -> Result {
        precondition(placements.count == plan.files.count, "a planned file was not placed")
        var result = compare(placements)
        guard result.needsSwap else {
            if result.hasOtherInputs { try write(manifest(of: placements, root: live)) }
            return result
        }
        var copied = try patchSpare(placements)
        if copied == nil { copied = try linkUnchanged(placements) }
        let next = try manifest(of: placements, root: staged, copied: copied ?? [])
        try write(next)
        result.next = next
        return result
    }

    /// Puts the completed tree in the place of the published one, in one step.
    ///
    /// - Parameter generation: The number under which the old tree is kept. A tree that differs from
    ///   the new one by its damage alone is deleted.
    package func publish(_ result: Result, generation: Int) throws(FileError) {
        let (next, current) = (
            folder.manifestPath(plan.tree) + ".next", folder.manifestPath(plan.tree)
        )
        guard result.needsSwap else {
            if result.hasOtherInputs { try LocalFiles.rename(next, to: current) }
            return
        }
        try swap(isFirst: result.isFirst)
        let old = [staged, folder.retiredPath(plan.tree)]
        for path in old where published.snapshot?.isUntouched(at: path) != true {
            try folder.rescueLateFiles(of: plan.tree, from: path, known: Set(foreign))
        }
        for path in old {
            if result.onlyRepairs {
                // As a generation it would bring the damage back.
                try LocalFiles.remove(path)
            } else {
                try folder.retire(plan.tree, from: path, generation: generation)
            }
        }
        try LocalFiles.rename(next, to: current)
    }

    /// Returns a snapshot of the tree once it is published; nil if it has to be listed.
    package func snapshot(after result: Result) -> TreeSnapshot? {
        guard let next = result.next, next.foreign.isEmpty else { return nil }
        return try? TreeSnapshot(at: live, files: next.fileSetHash, folders: next.folders)
    }

    /// - Returns: Whether it is the same file.
    @discardableResult
    private func keep(_ path: String) throws(FileError) -> Bool {
        var isLinked = false
        try LocalFiles.makingFolder(of: staged + "/" + path) { target throws(FileError) in
            isLinked = try LocalFiles.linkOrCopy(live + "/" + path, to: target)
        }
        return isLinked
    }

    /// Others may have taken their files away since they were listed.
    private func keepForeign() throws(FileError) {
        for path in foreign {
            do throws(FileError) {
                try keep(path)
            } catch {
                guard error.isMissing else { throw error }
            }
        }
    }

    /// Links all that did not change beside what was written.
    ///
    /// - Returns: Numbers of files that are copies, where there are no links.
    private func linkUnchanged(_ placements: [Placement]) throws(FileError) -> Set<Int> {
        try LocalFiles.makeFolder(fresh)
        try LocalFiles.rename(fresh, to: staged)
        var copied: Set<Int> = []
        for (index, placement) in placements.enumerated() where !placement.isChanged {
            if !(try keep(plan.files[index].path.text)) { copied.insert(index) }
        }
        try keepForeign()
        return copied
    }

    /// - Parameter copied: Numbers of files that did not change and are others all the same.
    private func manifest(
        of placements: [Placement], root: String, copied: Set<Int> = []
    ) throws(FileError) -> Manifest {
        guard let inode = try LocalFiles.status(root)?.inode else {
            throw FileError(action: "find", path: root, code: FileError.noSuchFile)
        }
        var entries: [Manifest.Entry] = []
        entries.reserveCapacity(plan.files.count)
        for (index, placement) in placements.enumerated() {
            let file = plan.files[index]
            if !placement.isChanged, copied.isEmpty || !copied.contains(index),
                let known = entry(of: index)
            {
                entries.append(
                    known.inputs == file.inputs
                        ? known : Manifest.Entry(known, inputs: file.inputs))
                continue
            }
            let path = file.path.text
            // Not `??`, behind which nothing throws errors of one type.
            let status =
                if let written = placement.status { written } else {
                    try Self.status(of: root + "/" + path)
                }
            entries.append(
                Manifest.Entry(
                    path: path, key: placement.key, inputs: file.inputs, status: status))
        }
        return Manifest(folderInode: inode, entries: entries, foreign: foreign)
    }

    private static func status(of path: String) throws(FileError) -> FileStatus {
        if let status = try LocalFiles.status(path, followingLinks: false) { return status }
        throw FileError(action: "find", path: path, code: FileError.noSuchFile)
    }

    /// Written before the swap under another name: whether it took place can be told by the
    /// inode of the folder, however the run ends.
    private func write(_ manifest: Manifest) throws(FileError) {
        let path = folder.manifestPath(plan.tree) + ".next"
        try LocalFiles.makeFolder(LocalFiles.folder(of: path))
        try LocalFiles.replace(path, manifest.bytes)
    }

    private func swap(isFirst: Bool) throws(FileError) {
        if isFirst {
            try LocalFiles.rename(staged, to: live)
        } else if !(try LocalFiles.exchange(staged, live)) {
            // Without an exchange there is a moment without a tree; recovery ends it.
            try LocalFiles.rename(live, to: folder.retiredPath(plan.tree))
            try LocalFiles.rename(staged, to: live)
        }
        try OpenFile(folder.path).synchronize()
    }
}

// MARK: - The spare

extension TreeStaging {
    /// Makes the staged tree of the spare one, by changing what is different: of many files few
    /// are. Nil where there is no spare, or it is not what its manifest says.
    ///
    /// - Returns: Numbers of files that are copies, where there are no links.
    private func patchSpare(_ placements: [Placement]) throws(FileError) -> Set<Int>? {
        guard let old = published.spare else {
            for path in [folder.sparePath(plan.tree), folder.spareManifestPath(plan.tree)] {
                try LocalFiles.remove(path)
            }
            return nil
        }
        var copied: Set<Int> = []
        try LocalFiles.makeFolder(fresh)
        try LocalFiles.rename(folder.sparePath(plan.tree), to: staged)
        let places = old.places(of: plan.files)
        var isWanted = Array(repeating: false, count: old.entries.count)
        for case let place? in places { isWanted[place] = true }
        // First, since a folder may be where a file shall be, and the other way round.
        for path in old.foreign { try removeStaged(path) }
        for (place, entry) in old.entries.enumerated() where !isWanted[place] {
            try removeStaged(entry.path)
        }
        for (index, placement) in placements.enumerated() {
            if !placement.isChanged,
                let known = entry(of: index), let place = places[index],
                old.entries[place].inode == known.inode
            {
                continue
            }
            let path = plan.files[index].path.text
            if placement.isChanged {
                try LocalFiles.makingFolder(of: staged + "/" + path) { target throws(FileError) in
                    try LocalFiles.rename(fresh + "/" + path, to: target)
                }
            } else {
                if places[index] != nil { try LocalFiles.remove(staged + "/" + path) }
                if !(try keep(path)) { copied.insert(index) }
            }
        }
        try keepForeign()
        try LocalFiles.remove(fresh)
        return copied
    }

    /// Removes a file, and the folders that are empty without it.
    private func removeStaged(_ path: String) throws(FileError) {
        try LocalFiles.remove(staged + "/" + path)
        var parent = LocalFiles.folder(of: path)
        while parent != ".", LocalFiles.removeIfEmpty(staged + "/" + parent) {
            parent = LocalFiles.folder(of: parent)
        }
    }
}
