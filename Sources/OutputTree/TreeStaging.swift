package import LocalFiles
import NoteModel
package import OutputPlan

/// One tree on its way to be published: built beside the old one, which stays as it is until
/// ``publish(_:)`` puts the new one in its place in one step.
///
/// Files that did not change are taken over as they are, by hard link, so that they keep inode
/// and time; where nothing changed at all, nothing is touched.
package final class TreeStaging: Sendable {
    private let folder: OutputFolder
    private let plan: TreePlan
    private let derivativeFile: @Sendable (ContentKey) -> String
    private let manifest: Manifest?
    /// Files of the tree that this program did not write.
    private let foreign: [String]

    private var live: String { folder.treePath(plan.tree) }
    private var staged: String { folder.stagingPath(plan.tree) }

    /// What became of a planned file.
    package struct Placement: Sendable {
        package let isChanged: Bool
        let key: ContentKey
    }

    /// - Parameter derivativeFile: Where the picture of a key lies.
    package init(
        _ plan: TreePlan, in folder: OutputFolder,
        derivativeFile: @escaping @Sendable (ContentKey) -> String
    ) throws(OutputTreeError) {
        self.folder = folder
        self.plan = plan
        self.derivativeFile = derivativeFile
        let live = folder.treePath(plan.tree)
        let isPublished = try OutputTreeError.wrapping { () throws(FileError) in
            try folder.recover(tree: plan.tree)
            return try LocalFiles.status(live, followingLinks: false) != nil
        }
        guard isPublished else {
            manifest = nil
            foreign = []
            return
        }
        guard let manifest = try? Manifest(contentsOf: folder.manifestPath(plan.tree)) else {
            throw .damagedManifest(path: live)
        }
        self.manifest = manifest
        foreign = try OutputTreeError.wrapping { () throws(FileError) in
            try LocalFiles.files(below: live).filter { manifest.entries[$0] == nil }
        }
        let planned = Set(plan.files.map(\.path.text))
        if let inTheWay = foreign.first(where: planned.contains) {
            throw .foreignFile(path: folder.treePath(plan.tree) + "/" + inTheWay)
        }
    }

    /// Writes a planned file into the staged tree, unless the published one is the same. Files
    /// may be placed on several threads.
    package func place(_ file: OutputFile) throws -> Placement {
        let placement = try placeContent(of: file)
        if placement.isChanged, let modified = file.modified {
            // Some file systems set no times, and a tree is whole without.
            try? LocalFiles.setModified(staged + "/" + file.path.text, modified)
        }
        return placement
    }

    private func placeContent(of file: OutputFile) throws -> Placement {
        switch file.content {
        case .bytes(let bytes): return try place(bytes, at: file.path)
        case .rendered(let render): return try place(try render(), at: file.path)
        case .original(let stored, let key):
            return try place(file.path, key) { target throws(FileError) in
                try linkOriginal(stored, key, to: target)
            }
        case .derivative(let key):
            return try place(file.path, key) { target throws(FileError) in
                try LocalFiles.linkOrCopy(derivativeFile(key), to: target)
            }
        }
    }

    private func place(_ bytes: [UInt8], at path: OutputPath) throws(FileError) -> Placement {
        try place(path, ContentKey(of: bytes)) { target throws(FileError) in
            try LocalFiles.create(target, bytes)
        }
    }

    private func place(
        _ path: OutputPath, _ key: ContentKey, _ write: (String) throws(FileError) -> Void
    ) throws(FileError) -> Placement {
        if let entry = manifest?.entries[path.text], entry.key == key,
            let status = try LocalFiles.status(live + "/" + path.text, followingLinks: false),
            entry.matches(status)
        {
            return Placement(isChanged: false, key: key)
        }
        try LocalFiles.makingFolder(of: staged + "/" + path.text, write)
        return Placement(isChanged: true, key: key)
    }

    /// Nil where there is no file.
    private static func key(ofFileAt path: String) throws(FileError) -> ContentKey? {
        guard let status = try LocalFiles.status(path) else { return nil }
        var hasher = ContentHasher()
        try StoredBytes(file: path, range: 0..<status.size).forEachChunk { chunk in
            hasher.update(chunk)
        }
        return hasher.key()
    }

    /// Originals are kept once, and every tree links to that one file.
    private func linkOriginal(
        _ stored: StoredBytes, _ key: ContentKey, to target: String
    ) throws(FileError) {
        let kept = folder.store + "/" + key.text
        let found = try Self.key(ofFileAt: kept)
        if found != key {
            // Somebody wrote into it through a published name.
            if found != nil { try LocalFiles.remove(kept) }
            // Two threads may keep one original at once: each writes a file of its own, and the
            // first to be done gives it its name.
            let beside = "\(kept).\(target.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })"
            try LocalFiles.makeFolder(folder.store)
            try LocalFiles.remove(beside)
            try stored.copy(to: beside)
            try LocalFiles.renameUnlessThere(beside, to: kept)
        }
        try LocalFiles.linkOrCopy(kept, to: target)
    }
}

// MARK: - Publishing

extension TreeStaging {
    /// What a publication did to a tree.
    package struct Result: Sendable {
        package let tree: String
        /// Files that the tree holds by its plan.
        package let files: Int
        package let written: Int
        package let removed: Int
        /// Files of somebody else, which were kept; below the tree.
        package let foreign: [String]
        let isFirst: Bool

        var needsSwap: Bool { isFirst || !isUnchanged }
        package var isUnchanged: Bool { written == 0 && removed == 0 }
    }

    /// Completes the staged tree with what did not change and with files of others, so that only
    /// the swap is left to do.
    ///
    /// - Parameter placements: What ``place(_:)`` gave for each file of the plan.
    package func complete(_ placements: [Placement]) throws(FileError) -> Result {
        precondition(placements.count == plan.files.count, "a planned file was not placed")
        let removed = manifest?.entries.keys.count { !plan.holds($0) } ?? 0
        let written = placements.count { $0.isChanged }
        let result = Result(
            tree: plan.tree, files: placements.count, written: written, removed: removed,
            foreign: foreign, isFirst: manifest == nil)
        guard result.needsSwap else { return result }
        try LocalFiles.makeFolder(staged)
        for (file, placement) in zip(plan.files, placements) where !placement.isChanged {
            try keep(file.path.text)
        }
        for path in foreign { try keep(path) }
        try writeManifest(placements)
        return result
    }

    /// Puts the completed tree in the place of the published one, in one step.
    package func publish(_ result: Result) throws(FileError) {
        guard result.needsSwap else { return }
        try swap(isFirst: result.isFirst)
        try LocalFiles.rename(
            folder.manifestPath(plan.tree) + ".next", to: folder.manifestPath(plan.tree))
        try rescueLateFiles()
        try LocalFiles.remove(staged)
        try LocalFiles.remove(folder.retiredPath(plan.tree))
    }

    /// What somebody put into the old tree after it was listed goes into the new one.
    private func rescueLateFiles() throws(FileError) {
        for old in [staged, folder.retiredPath(plan.tree)] {
            guard try LocalFiles.status(old) != nil else { continue }
            let known = Set(foreign)
            for path in try LocalFiles.files(below: old)
            where manifest?.entries[path] == nil && !known.contains(path) {
                let target = live + "/" + path
                guard try LocalFiles.status(target, followingLinks: false) == nil else { continue }
                try LocalFiles.makeFolder(LocalFiles.folder(of: target))
                try LocalFiles.linkOrCopy(old + "/" + path, to: target)
            }
        }
    }

    private func keep(_ path: String) throws(FileError) {
        try LocalFiles.makingFolder(of: staged + "/" + path) { target throws(FileError) in
            try LocalFiles.linkOrCopy(live + "/" + path, to: target)
        }
    }

    /// Written before the swap under another name: whether it took place can be told by the
    /// inode of the folder, however the run ends.
    private func writeManifest(_ placements: [Placement]) throws(FileError) {
        guard let inode = try LocalFiles.status(staged)?.inode else { return }
        var bytes = Manifest.head(folderInode: inode)
        // A line is the path and some numbers; growing would copy what is there.
        bytes.reserveCapacity(
            plan.files.reduce(bytes.count) { $0 + $1.path.text.utf8.count + 128 })
        for (file, placement) in zip(plan.files, placements) {
            let path = staged + "/" + file.path.text
            guard let status = try LocalFiles.status(path, followingLinks: false) else {
                throw FileError(action: "find", path: path, code: FileError.noSuchFile)
            }
            Manifest.Entry(key: placement.key, status: status)
                .append(to: &bytes, path: file.path.text)
        }
        let path = folder.manifestPath(plan.tree) + ".next"
        try LocalFiles.makeFolder(LocalFiles.folder(of: path))
        try LocalFiles.replace(path, bytes)
    }

    private func swap(isFirst: Bool) throws(FileError) {
        if isFirst { return try LocalFiles.rename(staged, to: live) }
        if try LocalFiles.exchange(staged, live) { return }
        // Without an exchange there is a moment without a tree; recovery ends it.
        try LocalFiles.rename(live, to: folder.retiredPath(plan.tree))
        try LocalFiles.rename(staged, to: live)
    }
}

extension OutputFolder {
    /// Removes originals that no tree links to any more.
    package func pruneOriginals(keeping keys: Set<ContentKey>) throws(FileError) {
        guard try LocalFiles.status(store) != nil else { return }
        for entry in try LocalFiles.entries(of: store) {
            if let key = ContentKey(text: entry.name), keys.contains(key) { continue }
            try LocalFiles.remove(store + "/" + entry.name)
        }
    }
}
