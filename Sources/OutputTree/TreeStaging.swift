package import LocalFiles
import NoteModel
package import OutputPlan

/// Looks at files on their way to the disk.
package struct FileInspector: Sendable {
    /// Whether a file is to be looked at again, though nothing of it changed.
    let isSuspect: @Sendable (OutputPath) -> Bool
    /// Throws for bytes that may not be published.
    package let look: @Sendable (OutputPath, [UInt8]) throws -> Void

    package init(
        isSuspect: @escaping @Sendable (OutputPath) -> Bool = { _ in false },
        look: @escaping @Sendable (OutputPath, [UInt8]) throws -> Void = { _, _ in }
    ) {
        self.isSuspect = isSuspect
        self.look = look
    }
}

/// One tree on its way to be published: built beside the old one, which stays as it is until
/// ``publish(_:generation:)`` puts the new one in its place in one step.
///
/// Files that did not change are taken over as they are, by hard link, so that they keep inode
/// and time; where nothing changed at all, nothing is touched.
package final class TreeStaging: Sendable {
    let folder: OutputFolder
    let plan: TreePlan
    private let derivativeFile: @Sendable (ContentKey) -> String
    private let isDry: Bool
    private let isFull: Bool
    private let inspector: FileInspector
    let published: PublishedTree
    /// For each planned file where it stands in the manifest, if what was written is still there.
    private let intact: [Int?]
    /// For each planned file what becomes of it, where that is known without making it.
    package let known: [Placement?]
    /// Paths that the manifest has and the plan does not.
    let removed: [String]
    /// Files of the tree that this program did not write.
    var foreign: [String] { published.foreign }

    /// Numbers of the planned files that have to be made to tell what becomes of them, those of each
    /// folder together.
    package var filesToMake: [[Int]] {
        // Those of a folder stand one behind the other, but for what is in folders of it.
        var runs: [Range<Int>] = []
        let files = known.indices.filter { known[$0] == nil }
        var folder: Substring = ""
        for (place, index) in files.enumerated() {
            let own = plan.files[index].path.folder
            if place > 0, own.utf8.elementsEqual(folder.utf8) {
                runs[runs.count - 1] = runs[runs.count - 1].lowerBound..<place + 1
            } else {
                runs.append(place..<place + 1)
                folder = own
            }
        }
        return runs.map { Array(files[$0]) }
    }
    var live: String { folder.treePath(plan.tree) }
    var staged: String { folder.stagingPath(plan.tree) }
    /// Where files are written before it is known that the tree is published at all.
    var fresh: String { folder.freshPath(plan.tree) }

    /// What became of a planned file.
    package struct Placement: Sendable {
        package let isChanged: Bool
        let key: ContentKey
        /// Of a file that was written; nil where it has to be looked at.
        fileprivate(set) var status: FileStatus?
    }

    /// - Parameters:
    ///   - published: What there is of the tree.
    ///   - isDry: Whether nothing is to be written.
    ///   - isFull: Whether each file is made, and the published one read, to tell them apart.
    ///   - inspector: Of the files that are made.
    ///   - derivativeFile: Where the picture of a key lies.
    package init(
        _ plan: TreePlan, replacing published: PublishedTree, in folder: OutputFolder,
        isDry: Bool = false, isFull: Bool = false, inspector: FileInspector = FileInspector(),
        derivativeFile: @escaping @Sendable (ContentKey) -> String
    ) throws(OutputTreeError) {
        self.folder = folder
        self.plan = plan
        self.published = published
        self.isDry = isDry
        self.isFull = isFull
        self.inspector = inspector
        self.derivativeFile = derivativeFile
        let entries = published.manifest?.entries ?? []
        let places = published.manifest?.places(of: plan.files) ?? plan.files.map { _ in nil }
        var isPlanned = Array(repeating: false, count: entries.count)
        for case let place? in places { isPlanned[place] = true }
        removed = entries.indices.filter { !isPlanned[$0] }.map { entries[$0].path }
        let intact = places.map { place in
            place.flatMap { published.isIntact[$0] ? $0 : nil }
        }
        self.intact = intact
        known = plan.files.indices.map { index in
            guard !isFull, let place = intact[index], let inputs = plan.files[index].inputs,
                inputs == entries[place].inputs, !inspector.isSuspect(plan.files[index].path)
            else { return nil }
            return Placement(isChanged: false, key: entries[place].key)
        }
        let planned = foreign.isEmpty ? [] : Set(plan.files.map(\.path.text))
        if let inTheWay = foreign.first(where: planned.contains) {
            throw .foreignFile(path: live + "/" + inTheWay)
        }
    }

    /// Writes a planned file for the staged tree, unless the published one is the same. Files may
    /// be placed on several threads.
    ///
    /// - Parameter index: Of the file in the plan.
    package func place(_ index: Int) throws -> Placement {
        if let known = known[index] { return known }
        let file = plan.files[index]
        var placement = try placeContent(of: file, entry(of: index))
        if placement.isChanged, !isDry, let modified = file.modified {
            // Some file systems set no times, and a tree is whole without.
            try? LocalFiles.setModified(fresh + "/" + file.path.text, modified)
            placement.status = nil
        }
        return placement
    }

    /// What is known of a planned file that is published as it was written.
    func entry(of index: Int) -> Manifest.Entry? {
        intact[index].flatMap { published.manifest?.entries[$0] }
    }

    private func placeContent(
        of file: OutputFile, _ entry: Manifest.Entry?
    ) throws -> Placement {
        switch file.content {
        case .bytes(let bytes): return try place(bytes, of: file, entry)
        case .rendered(let render): return try place(try render(), of: file, entry)
        case .original(let stored, let key):
            return try place(file.path, key, entry) { target throws(FileError) in
                try linkOriginal(stored, key, to: target)
                return nil
            }
        case .derivative(let key):
            return try place(file.path, key, entry) { target throws(FileError) in
                try LocalFiles.linkOrCopy(derivativeFile(key), to: target)
                return nil
            }
        }
    }

    private func place(
        _ bytes: [UInt8], of file: OutputFile, _ entry: Manifest.Entry?
    ) throws -> Placement {
        try inspector.look(file.path, bytes)
        return try place(file.path, ContentKey(of: bytes), entry) { target throws(FileError) in
            try LocalFiles.create(target, bytes)
        }
    }

    private func place(
        _ path: OutputPath, _ key: ContentKey, _ entry: Manifest.Entry?,
        _ write: (String) throws(FileError) -> FileStatus?
    ) throws(FileError) -> Placement {
        if entry?.key == key {
            var found: ContentKey? = key
            if isFull { found = try Self.key(ofFileAt: live + "/" + path.text) }
            if found == key { return Placement(isChanged: false, key: key) }
        }
        var status: FileStatus?
        if !isDry {
            try LocalFiles.makingFolder(of: fresh + "/" + path.text) { target throws(FileError) in
                status = try write(target)
            }
        }
        return Placement(isChanged: true, key: key, status: status)
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
            // Two threads may keep one original at once: each writes a file of its own, and the
            // first to be done gives it its name.
            let beside = "\(kept).\(target.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })"
            try LocalFiles.makeFolder(folder.store)
            try LocalFiles.remove(beside)
            try stored.copy(to: beside)
            if found == nil {
                try LocalFiles.renameUnlessThere(beside, to: kept)
            } else {
                // Somebody wrote into it through a published name. Others may be about to link it.
                try LocalFiles.rename(beside, to: kept)
            }
        }
        try LocalFiles.linkOrCopy(kept, to: target)
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
