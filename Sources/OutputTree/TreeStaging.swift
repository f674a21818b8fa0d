package import ContentHashing
package import LocalFiles
import NoteModel
package import OutputPlan
import Synchronization

/// Looks at files on their way to the disk.
package struct FileValidator: Sendable {
    /// Whether a file is to be looked at again, though nothing of it changed.
    let mustRecheck: @Sendable (OutputPath) -> Bool
    /// Throws for bytes that may not be published.
    package let look: @Sendable (OutputPath, [UInt8]) throws -> Void

    package init(
        mustRecheck: @escaping @Sendable (OutputPath) -> Bool = { _ in false },
        look: @escaping @Sendable (OutputPath, [UInt8]) throws -> Void = { _, _ in }
    ) {
        self.mustRecheck = mustRecheck
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
    package let plan: TreePlan
    private let derivative: @Sendable (DerivedFile) throws -> (path: String, digest: ContentDigest)
    private let isDry: Bool
    private let isFull: Bool
    private let validator: FileValidator
    let published: PublishedTree
    /// The position of each planned file in the manifest; nil for one that is not published.
    private let places: [Int?]
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
        let key: ContentDigest
        /// True if the published file should have had the same content, and had another or none.
        let isRepaired: Bool
        /// Of a file that was written; nil where it has to be looked at.
        fileprivate(set) var status: FileStatus?

        fileprivate init(
            isChanged: Bool, key: ContentDigest, isRepaired: Bool = false, status: FileStatus? = nil
        ) {
            self.isChanged = isChanged
            self.key = key
            self.isRepaired = isRepaired
            self.status = status
        }
    }

    /// - Parameters:
    ///   - published: What there is of the tree.
    ///   - isDry: Whether nothing is to be written.
    ///   - isFull: Whether each file is made, and the published one read, to tell them apart.
    ///   - validator: Of the files that are made.
    ///   - derivative: Returns the path of a derivative's file, and the digest of the content that
    ///     it has been found to have. That digest differs from the planned one only for a damaged
    ///     file that had to be made again by another version of a library.
    package init(
        _ plan: TreePlan, replacing published: PublishedTree, in folder: OutputFolder,
        isDry: Bool = false, isFull: Bool = false, validator: FileValidator = FileValidator(),
        derivative:
            @escaping @Sendable (DerivedFile) throws -> (path: String, digest: ContentDigest)
    ) throws(OutputTreeError) {
        self.folder = folder
        self.plan = plan
        self.published = published
        self.isDry = isDry
        self.isFull = isFull
        self.validator = validator
        self.derivative = derivative
        let entries = published.manifest?.entries ?? []
        let places = published.manifest?.places(of: plan.files) ?? plan.files.map { _ in nil }
        var isPlanned = Array(repeating: false, count: entries.count)
        for case let place? in places { isPlanned[place] = true }
        removed = entries.indices.filter { !isPlanned[$0] }.map { entries[$0].path }
        self.places = places
        known = plan.files.indices.map { index in
            guard !isFull, let place = places[index], published.isIntact[place],
                let inputs = plan.files[index].inputs,
                inputs == entries[place].inputs, !validator.mustRecheck(plan.files[index].path)
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
        var placement = try placeContent(of: index)
        if placement.isChanged, !isDry, let modified = file.modified {
            // Some file systems set no times, and a tree is whole without.
            try? LocalFiles.setModified(fresh + "/" + file.path.text, modified)
            placement.status = nil
        }
        return placement
    }

    /// What is known of a planned file that is published as it was written.
    func entry(of index: Int) -> Manifest.Entry? {
        places[index].flatMap { published.isIntact[$0] ? published.manifest?.entries[$0] : nil }
    }

    private func placeContent(of index: Int) throws -> Placement {
        let file = plan.files[index]
        switch file.content {
        case .bytes(let bytes): return try place(bytes, at: index)
        case .rendered(let render): return try place(try render(), at: index)
        case .original(let stored, let digest):
            let state = publishedState(of: index, digest)
            return try place(file.path, digest, state) { target throws(FileError) in
                try linkOriginal(stored, digest, to: target)
                return nil
            }
        case .derivative(let derived):
            let state = publishedState(of: index, derived.digest)
            guard state != .same, !isDry else {
                return try place(file.path, derived.digest, state) { _ in nil }
            }
            let source = try derivative(derived)
            return try place(file.path, source.digest, state) { target throws(FileError) in
                try LocalFiles.linkOrCopy(source.path, to: target)
                return nil
            }
        }
    }

    private func place(_ bytes: [UInt8], at index: Int) throws -> Placement {
        let path = plan.files[index].path
        try validator.look(path, bytes)
        let digest = ContentDigest(of: bytes)
        return try place(path, digest, publishedState(of: index, digest)) {
            target throws(FileError) in
            try LocalFiles.create(target, bytes)
        }
    }

    private func place(
        _ path: OutputPath, _ digest: ContentDigest, _ state: PublishedState,
        _ write: (String) throws(FileError) -> FileStatus?
    ) throws(FileError) -> Placement {
        if state == .same { return Placement(isChanged: false, key: digest) }
        var status: FileStatus?
        if !isDry {
            try LocalFiles.makingFolder(of: fresh + "/" + path.text) { target throws(FileError) in
                status = try write(target)
            }
        }
        return Placement(
            isChanged: true, key: digest, isRepaired: state == .damaged, status: status)
    }

    /// The published file at the path of a planned one.
    private enum PublishedState {
        /// It is to stay.
        case same
        /// It should have the planned content, and has another or is gone.
        case damaged
        /// It is to be replaced for another reason, or there is none.
        case different
    }

    /// Compares a published file with the content that is planned.
    ///
    /// The content is read in a full build, and where size, time or inode are not those that were
    /// recorded.
    private func publishedState(of index: Int, _ digest: ContentDigest) -> PublishedState {
        guard let place = places[index], published.manifest?.entries[place].key == digest else {
            return .different
        }
        let isIntact = published.isIntact[place]
        if isIntact, !isFull { return .same }
        let path = live + "/" + plan.files[index].path.text
        guard (try? ContentDigest(ofFileAt: path)) == digest else { return .damaged }
        return isIntact ? .same : .different
    }

    /// Originals are kept once, and every tree links to that one file.
    private func linkOriginal(
        _ stored: StoredBytes, _ digest: ContentDigest, to target: String
    ) throws(FileError) {
        let kept = folder.store + "/" + digest.text
        if !folder.verifiedOriginals.withLock({ $0.contains(digest) }) {
            let isThere = try LocalFiles.status(kept, followingLinks: false) != nil
            if !isThere || (try? ContentDigest(ofFileAt: kept)) != digest {
                try keepOriginal(stored, digest, at: kept, isDamaged: isThere, named: target)
            }
            folder.verifiedOriginals.withLock { _ = $0.insert(digest) }
        }
        try LocalFiles.linkOrCopy(kept, to: target)
    }

    /// Copies an original into the store. A damaged file there gets a new inode: published trees and
    /// older generations may share that of the old one.
    ///
    /// - Throws: ``FileError`` for an original that has changed since its digest was computed.
    private func keepOriginal(
        _ stored: StoredBytes, _ digest: ContentDigest, at kept: String, isDamaged: Bool,
        named target: String
    ) throws(FileError) {
        // Two threads may keep one original at once: each writes a file of its own, and the trees
        // of both link to that of the first.
        let beside = "\(kept).\(target.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })"
        try LocalFiles.makeFolder(folder.store)
        try LocalFiles.remove(beside)
        try stored.copy(to: beside)
        guard (try? ContentDigest(ofFileAt: beside)) == digest else {
            try LocalFiles.remove(beside)
            throw FileError(action: "read", path: stored.file, code: FileError.cutOff)
        }
        guard isDamaged else { return try LocalFiles.renameUnlessThere(beside, to: kept) }
        try folder.verifiedOriginals.withLock { verified throws(FileError) in
            guard verified.insert(digest).inserted else { return try LocalFiles.remove(beside) }
            try LocalFiles.rename(beside, to: kept)
        }
    }
}

extension OutputFolder {
    /// Removes originals that no tree links to any more.
    package func pruneOriginals(keeping keys: Set<ContentDigest>) throws(FileError) {
        guard try LocalFiles.status(store) != nil else { return }
        for entry in try LocalFiles.entries(of: store) {
            if let key = ContentDigest(text: entry.name), keys.contains(key) { continue }
            try LocalFiles.remove(store + "/" + entry.name)
        }
    }
}
