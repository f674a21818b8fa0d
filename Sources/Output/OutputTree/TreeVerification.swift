import Hashing
import LocalFiles
package import OutputPlan

/// A comparison of the published files of an output folder with the digests in their manifests.
///
/// Older generations are ignored.
package struct TreeVerification: Sendable {
    /// A file that a manifest lists.
    package struct File: Sendable {
        /// The path below the output folder, as `site/index.html`.
        package let path: String
        /// The size in bytes when it was published.
        package let size: Int
        fileprivate let digest: ContentDigest
    }

    /// The files of all trees.
    package private(set) var files: [File] = []
    /// The problems of trees as a whole, whose files are not among ``files``, a sentence each.
    package private(set) var problems: [String] = []
    /// True if the manifest of a tree cannot be read. Such a tree cannot be published again, not
    /// even by a full build.
    package private(set) var hasDamagedManifest = false
    /// The paths below the output folder of files that Notebinder did not write, ordered by tree.
    package private(set) var foreign: [String] = []
    private let root: String

    /// Reads the manifests of all published trees.
    ///
    /// - Throws: ``FileError`` if the manifests or the folders of a tree cannot be listed.
    package init(_ folder: OutputFolder) throws {
        root = folder.path
        for tree in try folder.publishedTrees() {
            guard let manifest = try? Manifest(contentsOf: folder.publishedManifestPath(tree))
            else {
                hasDamagedManifest = true
                problems.append(
                    "The record of what was published in \(tree) is damaged. Move that folder away, then run notebinder build."
                )
                continue
            }
            let own = manifest.places
            foreign += try Self.paths(in: folder.treePath(tree)).filter { own[TreePath($0)] == nil }
                .map { tree + "/" + $0 }
            files += manifest.entries.map {
                File(path: tree + "/" + $0.path, size: $0.size, digest: $0.key)
            }
        }
    }

    /// Compares a tree with a file of checksums that it contains.
    ///
    /// - Throws: ``FileError`` if the folders of the tree cannot be listed.
    package init(_ checksums: TreeChecksums, ofTreeAt path: String) throws {
        root = path
        for (file, digest) in checksums.files {
            guard OutputPath.isPath(file) else {
                problems.append("\(file) is missing.")
                continue
            }
            let size = try LocalFiles.status(root + "/" + file, followingLinks: false)?.size ?? 0
            files.append(File(path: file, size: size, digest: digest))
        }
        let own = Set(checksums.files.map(\.path) + [TreeChecksums.path])
        foreign = try Self.paths(in: path).filter { !own.contains($0) }
    }

    /// Returns the sorted paths of the files in a tree that can be examined; empty for a missing
    /// tree.
    private static func paths(in root: String) throws -> [String] {
        guard try LocalFiles.status(root) != nil else { return [] }
        var paths: [String] = []
        _ = try ListedTree(root).forEach { entry in
            guard !entry.status.isFolder else { return }
            paths.append(String(decoding: entry.path, as: UTF8.self))
        }
        return paths.sorted()
    }

    /// Returns the problem with a file, in a sentence, after reading it; nil if its content is
    /// unchanged.
    package func problem(with file: File) -> String? {
        let path = root + "/" + file.path
        do {
            guard let status = try LocalFiles.status(path, followingLinks: false) else {
                return "\(file.path) is missing."
            }
            let isSame =
                try status.isFile && status.size == file.size
                && ContentDigest(ofFileAt: path) == file.digest
            return isSame ? nil : "\(file.path) differs from what was published."
        } catch {
            let reason = (error as? FileError)?.reason ?? "\(error)"
            return "\(file.path) cannot be read: \(reason)."
        }
    }
}

extension OutputFolder {
    /// Returns the sorted names of the trees that have a manifest: those that were published.
    ///
    /// - Throws: ``FileError`` if the manifests cannot be listed.
    package func publishedTrees() throws -> [String] {
        let manifests = records + "/manifests"
        guard try LocalFiles.status(manifests) != nil else { return [] }
        var trees: Set<String> = []
        for name in try LocalFiles.entries(of: manifests).map(\.name) {
            let tree = name.hasSuffix(".next") ? String(name.dropLast(5)) : name
            guard !tree.contains("."), try LocalFiles.status(publishedManifestPath(tree)) != nil
            else { continue }
            trees.insert(tree)
        }
        return trees.sorted()
    }

    /// Returns the paths of the files that a tree was published with, in their order; none for a tree
    /// without a manifest that can be read.
    package func publishedPaths(of tree: String) -> [String] {
        (try? Manifest(contentsOf: publishedManifestPath(tree)))?.entries.map(\.path) ?? []
    }

    /// Returns the path of the manifest of a published tree: the next one if a run was killed after
    /// it replaced the tree, and before it replaced the manifest.
    func publishedManifestPath(_ tree: String) -> String {
        let current = manifestPath(tree)
        guard let inode = Manifest.folderInode(in: current + ".next"),
            inode == (try? LocalFiles.status(treePath(tree)))??.inode
        else { return current }
        return current + ".next"
    }
}
