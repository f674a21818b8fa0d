import Hashing
import LocalFiles

/// The state of a published tree before another one replaces it.
package struct PublishedTree: Sendable {
    /// The manifest; nil for a tree that was never published.
    let manifest: Manifest?
    /// The positions in the manifest of files that are not as they were written.
    let altered: Set<Int>
    /// The sorted paths, relative to the tree, of files that Notebinder did not write.
    let foreign: [String]
    /// The sorted paths of files of another publication: the tree was replaced, as from a backup,
    /// and they are not in the manifest but where it has others of their kind. They may be of notes
    /// that are deleted or excluded by now.
    let remains: [String]
    /// The snapshot; nil for a tree that was never published.
    let snapshot: TreeSnapshot?
    /// The recycled tree, an old tree from which the next one can be made; nil if there is none, if
    /// it does not match its manifest, and in a dry run.
    let recycledTree: RecycledTree?

    /// The differences of a recycled tree from the published one, whose unchanged files it shares.
    struct RecycledTree: Sendable {
        /// The paths of its files that it does not share.
        let unshared: [String]
        /// The positions in the manifest of the published tree of the files that it does not share.
        let lacking: Set<Int>

        fileprivate init(_ old: Manifest, beside published: Manifest) {
            var isShared = Array(repeating: false, count: old.entries.count)
            let places = old.places(of: published.entries.lazy.map(\.path))
            lacking = Set(
                published.entries.indices.filter { index in
                    guard let place = places[index],
                        old.entries[place].inode == published.entries[index].inode
                    else { return true }
                    isShared[place] = true
                    return false
                })
            unshared =
                old.foreign
                + old.entries.indices.filter { !isShared[$0] }.map { old.entries[$0].path }
        }
    }

    /// Examines a tree, after repairing what a killed run may have left of it.
    ///
    /// - Parameters:
    ///   - known: A snapshot of the tree from the start of this run; nil if there is none.
    ///   - isDry: True if nothing may be written.
    ///   - start: The current time, in nanoseconds since 1970. Files that were changed shortly
    ///     before may change again without a new time stamp.
    /// - Throws: ``OutputTreeError`` for a damaged manifest, and for a foreign file that could not
    ///   be carried over into the next tree.
    package init(
        _ tree: String, in folder: OutputFolder, known: TreeSnapshot? = nil, isDry: Bool = false,
        start: Int64 = FileStatus.now
    ) throws {
        let live = folder.treePath(tree)
        if !isDry { try folder.recover(tree: tree) }
        guard try LocalFiles.status(live, followingLinks: false) != nil else {
            (manifest, altered, foreign, remains) = (nil, [], [], [])
            (snapshot, recycledTree) = (nil, nil)
            return
        }
        guard let manifest = try? Manifest(contentsOf: folder.publishedManifestPath(tree)) else {
            throw OutputTreeError.damagedManifest(path: live)
        }
        self.manifest = manifest
        recycledTree =
            isDry
            ? nil
            : Self.recycledTree(tree, in: folder).map { RecycledTree($0, beside: manifest) }
        if let known, manifest.fileSetHash == known.files, known.isUntouched(at: live) {
            snapshot = known
            (altered, foreign, remains) = ([], [], [])
            return
        }
        let unlisted: [String]
        (altered, unlisted, snapshot) = try Self.comparison(of: live, manifest, start: start)
        let remains = try manifest.remains(among: unlisted, altered: altered, in: live)
        self.remains = unlisted.filter(remains.contains)
        foreign = unlisted.filter { !remains.contains($0) }
    }

    /// Returns the positions in the manifest of files that were not found as they were written, the
    /// paths of files that it does not list, and the snapshot of the tree.
    private static func comparison(
        of root: String, _ manifest: Manifest, start: Int64
    ) throws -> (altered: Set<Int>, unlisted: [String], snapshot: TreeSnapshot?) {
        let places = manifest.places
        var altered = Set(manifest.entries.indices)
        var unlisted: [String] = []
        // The path of a file whose name is not valid UTF-8, with replacement characters.
        var unnameable: String?
        var sum = FileSetHash()
        let listed = try ListedTree(root)
        let passedOver = listed.forEach { entry in
            sum.add(entry)
            guard !entry.status.isFolder else { return }
            let path = String(decoding: entry.path, as: UTF8.self)
            if let place = places[TreePath(path)] {
                if manifest.entries[place].matches(entry.status) { altered.remove(place) }
            } else if path.utf8.elementsEqual(entry.path) {
                unlisted.append(path)
            } else {
                unnameable = path
            }
        }
        if let unnameable { throw OutputTreeError.unnameableFile(path: root + "/" + unnameable) }
        if let path = passedOver.first {
            throw OutputTreeError.unreachable(path: root + "/" + path)
        }
        return (
            altered, unlisted.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
            TreeSnapshot(of: listed, since: start, isWhole: true, [sum])
        )
    }

    /// Returns the manifest of the recycled tree; nil unless the tree contains exactly what the
    /// manifest lists.
    ///
    /// Comparing names and inodes suffices: a file of the recycled tree either shares the inode of
    /// the published file, which is examined itself, or is replaced by that file.
    private static func recycledTree(_ tree: String, in folder: OutputFolder) -> Manifest? {
        let root = folder.recycledTreePath(tree)
        guard let status = try? LocalFiles.status(root, followingLinks: false),
            let manifest = try? Manifest(contentsOf: folder.recycledManifestPath(tree)),
            manifest.folderInode == status.inode,
            let listed = try? ListedTree(root), listed.passedOver.isEmpty
        else { return nil }
        return manifest.lists(exactly: listed, besides: manifest.foreign) ? manifest : nil
    }
}

extension Manifest {
    /// Returns the files of a tree that are of another publication than this one; none if the tree
    /// is that of this publication.
    ///
    /// - Parameters:
    ///   - unlisted: The paths of files that are not in the manifest.
    ///   - altered: The positions of files that are not as they were written.
    fileprivate func remains(
        among unlisted: [String], altered: Set<Int>, in root: String
    ) throws -> Set<String> {
        let unlisted = Set(unlisted).subtracting(foreign)
        guard !unlisted.isEmpty else { return [] }
        let isOther =
            try LocalFiles.status(root, followingLinks: false)?.inode != folderInode
            || altered.contains { place in
                let digest = try? ContentDigest(ofFileAt: root + "/" + entries[place].path)
                return digest.map { $0 != entries[place].key } ?? false
            }
        guard isOther else { return [] }
        let kinds = Set(entries.compactMap { Self.kind(of: $0.path) })
        return unlisted.filter { Self.kind(of: $0).map(kinds.contains) ?? false }
    }

    /// Returns the folder and the extension of a path, which files of a kind have in common; nil for
    /// a name without an extension.
    private static func kind(of path: String) -> [Substring]? {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
        let start = name ?? path.startIndex
        return path[start...].utf8.lastIndex(of: UInt8(ascii: ".")).map {
            [path[..<start], path[$0...]]
        }
    }

    /// Returns true if a tree contains the files of the manifest, by their names and inodes, and
    /// nothing else.
    ///
    /// - Parameter foreign: The paths of files that may be there, too.
    func lists(exactly listed: ListedTree, besides foreign: [String]) -> Bool {
        let foreign = Set(foreign.map(TreePath.init))
        var (found, known) = (FileSetHash(), namesSum)
        for folder in listed.folders {
            if !folder.path.isEmpty {
                folder.path.dropLast().withUnsafeBufferPointer {
                    known.add($0, inode: folder.stamp.status.inode)
                }
            }
            folder.forEachName { path, inode in
                guard
                    foreign.isEmpty
                        || !foreign.contains(TreePath(String(decoding: path, as: UTF8.self)))
                else { return }
                found.add(path, inode: inode)
            }
        }
        return found == known
    }
}
