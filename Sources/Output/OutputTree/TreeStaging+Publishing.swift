import LocalFiles
import OutputPlan

extension TreeStaging {
    /// The changes that a publication makes to a tree.
    package struct Result: Sendable {
        package let tree: String
        /// The number of planned files.
        package let files: Int
        /// The paths of new files, in the order of the plan.
        package let added: [String]
        /// The paths of files with new content, in the order of the plan.
        package let changed: [String]
        /// The paths of files that are no longer planned.
        package let removed: [String]
        /// The paths of files that were damaged: they were published with the planned content, but
        /// were missing or had other content. A subset of ``changed``.
        package let repaired: [String]
        /// The paths, relative to the tree, of files that Notebinder did not write and that are
        /// kept.
        package let foreign: [String]
        /// The paths of files of another publication, which were in the tree and are set aside.
        package let remains: [String]
        /// The folder for ``remains``.
        package let remainsFolder: String
        let isFirst: Bool
        /// True if the manifest changes although no file does, because files are made from other
        /// inputs.
        let hasOtherInputs: Bool
        /// The manifest of the new tree; nil if the tree is not replaced.
        fileprivate(set) var next: Manifest?

        package var isUnchanged: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
        /// True if the new tree differs from the old one only in files that were damaged.
        var onlyRepairs: Bool {
            !repaired.isEmpty && repaired.count == changed.count && added.isEmpty
                && removed.isEmpty
        }
        /// True if the tree has to be replaced.
        package var needsSwap: Bool { isFirst || !isUnchanged || !remains.isEmpty }
    }

    /// Returns the changes that publishing the placed files would make.
    package func compare(_ placed: [StagedFile]) -> Result {
        var added: [String] = []
        var changed: [String] = []
        var repaired: [String] = []
        var hasOtherInputs = false
        for file in placed {
            let path = file.file.path.text
            if file.placement?.isRepaired == true { repaired.append(path) }
            if file.isChanged {
                if published.manifest?.holds(path) == true {
                    changed.append(path)
                } else {
                    added.append(path)
                }
            } else if entry(of: file)?.inputs != file.file.inputs {
                hasOtherInputs = true
            }
        }
        return Result(
            tree: plan.tree, files: placed.count, added: added, changed: changed,
            removed: removed, repaired: repaired, foreign: foreign,
            remains: published.remains, remainsFolder: folder.setAsidePath(plan.tree),
            isFirst: published.manifest == nil,
            hasOtherInputs: hasOtherInputs)
    }

    /// Completes the staged tree with the unchanged and the foreign files, so that only the swap
    /// remains.
    ///
    /// - Parameter placed: The files, all of which have been placed.
    /// - Throws: ``FileError``, for instance if the disk is full.
    package func complete(_ placed: [StagedFile]) throws -> Result {
        var result = compare(placed)
        guard result.needsSwap else {
            // The folder of a file that turned out to be the same.
            try LocalFiles.remove(fresh)
            if result.hasOtherInputs { try write(manifest(of: placed, root: live)) }
            return result
        }
        var copied = try patchRecycledTree(placed)
        if copied == nil { copied = try linkUnchanged(placed) }
        let next = try manifest(of: placed, root: staged, copied: copied ?? [])
        try write(next)
        result.next = next
        return result
    }

    /// Replaces the published tree by the completed one, in one step.
    ///
    /// - Parameter generation: The number under which the old tree is kept. An old tree that
    ///   differs from the new one only in damaged files is deleted instead.
    /// - Throws: ``FileError`` if a tree cannot be moved; ``OutputFolder/recover(tree:)`` repairs
    ///   that.
    package func publish(_ result: Result, generation: Int) throws {
        let (next, current) = (
            folder.manifestPath(plan.tree) + ".next", folder.manifestPath(plan.tree)
        )
        guard result.needsSwap else {
            if result.hasOtherInputs { try LocalFiles.rename(next, to: current) }
            return
        }
        try swap(isFirst: result.isFirst)
        let old = [staged, folder.replacedPath(plan.tree)]
        for path in old where published.snapshot?.isUntouched(at: path) != true {
            try folder.rescueLateFiles(
                of: plan.tree, from: path, known: foreign + published.remains)
        }
        for path in old {
            try setAside(from: path)
            if result.onlyRepairs {
                // Rolling back to it would restore the damage.
                try LocalFiles.remove(path)
            } else {
                try folder.archive(plan.tree, from: path, generation: generation)
            }
        }
        try LocalFiles.rename(next, to: current)
    }

    /// Moves the files of another publication out of the replaced tree. They might be the only copies
    /// of what somebody has put there.
    private func setAside(from old: String) throws {
        for path in published.remains
        where try LocalFiles.status(old + "/" + path, followingLinks: false) != nil {
            let target = folder.setAsidePath(plan.tree) + "/" + path
            try LocalFiles.makingFolder(of: target) {
                try LocalFiles.remove($0)
                try LocalFiles.rename(old + "/" + path, to: $0)
            }
        }
    }

    /// Returns a snapshot of the tree once it is published; nil if it has to be listed.
    package func snapshot(after result: Result) -> TreeSnapshot? {
        guard let next = result.next, next.foreign.isEmpty else { return nil }
        return try? TreeSnapshot(at: live, files: next.fileSetHash, folders: next.folders)
    }

    /// Adds a file of the published tree to the staged one.
    ///
    /// - Returns: True if the file was linked; false if it was copied.
    @discardableResult
    private func keep(_ path: String) throws -> Bool {
        try LocalFiles.makingFolder(of: staged + "/" + path) { target in
            try LocalFiles.linkOrCopy(live + "/" + path, to: target)
        }
    }

    /// Adds the foreign files to the staged tree. Files that were removed since they were listed
    /// are skipped.
    private func keepForeign() throws {
        for path in foreign {
            do {
                try keep(path)
            } catch let error as FileError where error.isMissing {}
        }
    }

    /// Makes the staged tree from the new files and links to the unchanged ones.
    ///
    /// - Returns: The paths of unchanged files that were copied because they could not be linked.
    private func linkUnchanged(_ placed: [StagedFile]) throws -> Set<String> {
        try LocalFiles.makeFolder(fresh)
        try LocalFiles.rename(fresh, to: staged)
        let copied = try placed.concurrentMap(width: width, grain: 256) { file -> String? in
            let path = file.file.path.text
            return try file.isChanged || keep(path) ? nil : path
        }
        try keepForeign()
        return Set(copied.compactMap(\.self))
    }

    /// Returns the manifest of a tree with the placed files.
    ///
    /// - Parameters:
    ///   - root: The path of the tree, from which the statuses of new files are read.
    ///   - copied: The paths of unchanged files that are copies, with new inodes.
    private func manifest(
        of placed: [StagedFile], root: String, copied: Set<String> = []
    ) throws -> Manifest {
        guard let inode = try LocalFiles.status(root)?.inode else {
            throw FileError(action: "find", path: root, code: FileError.noSuchFile)
        }
        let entries = try placed.concurrentMap(width: width, grain: 256) { file in
            let (path, inputs, role) = (file.file.path.text, file.file.inputs, file.file.role)
            guard let placement = file.placement else {
                preconditionFailure("\(path) was not placed")
            }
            if !placement.isChanged, copied.isEmpty || !copied.contains(path),
                var known = entry(of: file)
            {
                (known.inputs, known.role) = (inputs, role)
                return known
            }
            let status = try placement.status ?? Self.status(of: root + "/" + path)
            return Manifest.Entry(
                path: path, key: placement.key, inputs: inputs, role: role, status: status)
        }
        return Manifest(folderInode: inode, entries: entries, foreign: foreign)
    }

    private static func status(of path: String) throws -> FileStatus {
        if let status = try LocalFiles.status(path, followingLinks: false) { return status }
        throw FileError(action: "find", path: path, code: FileError.noSuchFile)
    }

    /// Writes a manifest under a temporary name, before the swap. If the run is interrupted, the
    /// inode of the published folder shows whether the swap took place.
    private func write(_ manifest: Manifest) throws {
        let path = folder.manifestPath(plan.tree) + ".next"
        try LocalFiles.makeFolder(LocalFiles.folder(of: path))
        try LocalFiles.replace(path, bytes: manifest.bytes)
    }

    private func swap(isFirst: Bool) throws {
        if isFirst {
            try LocalFiles.rename(staged, to: live)
        } else {
            try LocalFiles.replaceFolder(
                at: live, with: staged, moving: folder.replacedPath(plan.tree))
        }
        try OpenFile(folder.path).synchronize()
    }
}

// MARK: - The recycled tree

extension TreeStaging {
    /// Makes the staged tree from the recycled one by replacing the files that differ, which are
    /// usually few.
    ///
    /// - Returns: The paths of unchanged files that were copied because they could not be linked;
    ///   nil if there is no usable recycled tree.
    private func patchRecycledTree(_ placed: [StagedFile]) throws -> Set<String>? {
        guard let old = published.recycledTree else {
            try LocalFiles.remove(folder.recycledTreePath(plan.tree))
            try LocalFiles.remove(folder.recycledManifestPath(plan.tree))
            return nil
        }
        var copied: Set<String> = []
        try LocalFiles.makeFolder(fresh)
        try LocalFiles.rename(folder.recycledTreePath(plan.tree), to: staged)
        // Files are removed first: a file may be planned where the recycled tree has a folder, and
        // vice versa.
        for path in old.unshared + removed { try removeStaged(path) }
        for file in placed {
            if !file.isChanged, let place = file.place, !published.altered.contains(place),
                !old.lacking.contains(place)
            {
                continue
            }
            let path = file.file.path.text
            if file.isChanged {
                try LocalFiles.makingFolder(of: staged + "/" + path) { target in
                    try LocalFiles.rename(fresh + "/" + path, to: target)
                }
            } else {
                try LocalFiles.remove(staged + "/" + path)
                if !(try keep(path)) { copied.insert(path) }
            }
        }
        try keepForeign()
        try LocalFiles.remove(fresh)
        return copied
    }

    /// Removes a file from the staged tree, and the folders that become empty.
    private func removeStaged(_ path: String) throws {
        try LocalFiles.remove(staged + "/" + path)
        var parent = LocalFiles.folder(of: path)
        while parent != ".", LocalFiles.removeIfEmpty(staged + "/" + parent) {
            parent = LocalFiles.folder(of: parent)
        }
    }
}
