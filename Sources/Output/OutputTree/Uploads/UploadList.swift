package import Hashing
import LocalFiles
import NoteModel
package import OutputPlan
import Platform

/// The files that differ between two states of a notebook, in the order in which they have to be
/// uploaded: wherever the upload stops, no page that a reader comes to lacks what it needs.
///
/// Parts come first. New pages and lists follow, which no page links yet, then those that an earlier,
/// unfinished upload may have brought, then changed ones; these may link to any of the new. Removals
/// come last: pages, and then what they needed.
package struct UploadList: Sendable {
    package private(set) var items: [Item] = []

    /// A file that has to be uploaded or removed.
    package struct Item: Sendable {
        /// The path below the output folder, as `site/index.html`.
        package let path: String
        /// The SHA-256 of the content; nil for a file to remove.
        package let digest: ContentDigest?
        /// The number of the step: all files of a step may be uploaded at the same time, and only
        /// when those of the earlier steps are there.
        package let step: Int
        package let action: Action

        package enum Action: String, Sendable {
            case add, change, remove
        }

        /// The state of the path of a file, where it is uploaded to.
        package enum Presence: Sendable {
            case nothing
            /// Nothing, or an earlier version that pages may link to.
            case unknown
            case earlierVersion
        }

        /// - Parameter digest: Nil for a file to remove.
        package init(path: String, digest: ContentDigest?, role: OutputRole, over old: Presence) {
            (self.path, self.digest) = (path, digest)
            action = digest == nil ? .remove : old == .earlierVersion ? .change : .add
            let place =
                digest == nil
                ? Self.order.count + (path.hasSuffix(".html") ? 0 : 1)
                : Self.order.firstIndex { $0 == (role, old) }
            step = (place ?? 0) + 1
        }

        /// The roles in their order, with what is there already.
        private static let order: [(OutputRole, Presence)] = [
            (.part, .nothing), (.part, .unknown), (.part, .earlierVersion),
            (.page, .nothing), (.list, .nothing), (.entry, .nothing),
            (.page, .unknown), (.list, .unknown), (.entry, .unknown),
            (.page, .earlierVersion), (.list, .earlierVersion), (.entry, .earlierVersion),
        ]
        /// True if readers may come to the file as soon as it is uploaded, or others that are uploaded
        /// with it.
        package var isOfPages: Bool { step > Self.lastNewStep }
        private static let lastNewStep = 6
    }

    package var isEmpty: Bool { items.isEmpty }

    package init(_ items: [Item]) {
        self.items = items.sorted {
            $0.step != $1.step
                ? $0.step < $1.step : $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
        }
    }

    /// The list as JSON. Its values are made one at a time, since those of a first publication would
    /// take much memory.
    fileprivate var pendingDocument: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(items.count * 200)
        bytes += "{\n  \"format\": 1,\n  \"state\": \"pending\",\n  \"files\": [".utf8
        for (index, item) in items.enumerated() {
            bytes += (index == 0 ? "\n    " : ",\n    ").utf8
            item.json.appendIndented(to: &bytes, depth: 2)
        }
        bytes += "\n  ]\n}\n".utf8
        return bytes
    }
}

extension UploadList.Item {
    fileprivate var json: JSONValue {
        var fields: [(String, JSONValue)] = [
            ("step", .integer(step)), ("action", .string(action.rawValue)), ("path", .string(path)),
        ]
        if let digest { fields.append(("sha256", .string(digest.text))) }
        return .object(fields)
    }
}

// MARK: - The file

extension OutputFolder {
    /// Writes the list of the files that trees are about to change, before they do, so that a run
    /// that is killed meanwhile loses nothing. The changes of earlier publications that have not
    /// succeeded are in it as well. Does nothing if no file changes.
    ///
    /// - Throws: ``FileError`` if the list cannot be written.
    package func recordChanges(
        of trees: [(staging: TreeStaging, result: TreeStaging.Result)]
    ) throws {
        try recordChanges(
            of: trees.compactMap { staging, result in
                result.next.map { (staging.plan.tree, staging.published.manifest, $0) }
            })
    }

    /// - Parameter trees: The changed trees with their manifests before and after the change; nil
    ///   for one without a manifest.
    func recordChanges(of trees: [(tree: String, old: Manifest?, new: Manifest?)]) throws {
        guard !trees.isEmpty else { return }
        var pending = pendingChanges()
        var items: [UploadList.Item] = []
        for (tree, old, new) in trees {
            Manifest.forEachFile(of: old, and: new) { known, entry in
                guard let entry else {
                    if let known { pending[tree + "/" + known.path] = .earlierVersion }
                    return
                }
                let isChanged = known?.key != entry.key
                guard isChanged || !pending.isEmpty else { return }
                let path = tree + "/" + entry.path
                let earlier = pending.removeValue(forKey: path)
                guard isChanged || earlier != nil else { return }
                items.append(
                    UploadList.Item(
                        path: path, digest: entry.key, role: entry.role,
                        over: earlier ?? (known == nil ? .nothing : .earlierVersion)))
            }
        }
        // What remains of these trees is gone, and what is in other trees is as it was.
        let changed = Set(trees.map(\.tree))
        items += try pending.compactMap { path, old in
            let tree = String(path.prefix { $0 != "/" })
            let entry =
                changed.contains(tree)
                ? nil : try publishedEntry(String(path.dropFirst(tree.count + 1)), of: tree)
            return UploadList.Item(
                path: path, digest: entry?.key, role: entry?.role ?? .part, over: old)
        }
        try LocalFiles.replace(changes, bytes: UploadList(items).pendingDocument)
    }

    private func publishedEntry(_ path: String, of tree: String) throws -> Manifest.Entry? {
        guard let manifest = try? Manifest(contentsOf: manifestPath(tree)),
            let place = manifest.entries.place(of: path, \.path)
        else { return nil }
        return manifest.entries[place]
    }

    /// The part of the file that is read again.
    private struct Recorded: Decodable {
        let files: [File]

        struct File: Decodable {
            let path: String
            let action: String
        }
    }

    /// Returns the paths of the files whose publication has not succeeded, and what may be there.
    private func pendingChanges() -> [String: UploadList.Item.Presence] {
        guard let bytes = try? LocalFiles.read(changes), Self.pendingState(in: bytes) != nil,
            let recorded = try? JSONDecoder().decode(Recorded.self, from: Data(bytes))
        else { return [:] }
        return Dictionary(
            recorded.files.map { ($0.path, $0.action == "add" ? .unknown : .earlierVersion) },
            uniquingKeysWith: { $1 })
    }

    /// Returns the place of the word that says that the publication has not succeeded; nil if it has.
    private static func pendingState(in bytes: [UInt8]) -> Range<Int>? {
        // The state is one of the first fields.
        bytes.prefix(80).firstRange(of: Array("\"pending\"".utf8))
    }

    /// Records that the publication of all changes has succeeded. What cannot be written is
    /// published once more.
    package func markChangesPublished() {
        guard let bytes = try? LocalFiles.read(changes), let state = Self.pendingState(in: bytes)
        else { return }
        try? LocalFiles.replace(
            changes,
            bytes: bytes[..<state.lowerBound] + Array("\"published\"".utf8)
                + bytes[state.upperBound...])
    }
}

// MARK: - Published files

/// A file of a published tree.
package struct PublishedFile: Sendable {
    /// The path relative to the tree.
    package let path: String
    /// The SHA-256 of the content.
    package let digest: ContentDigest
    package let role: OutputRole
}

extension OutputFolder {
    /// Returns the files of a published tree, with those that others have put there.
    ///
    /// - Throws: ``OutputTreeError/damagedManifest(path:)`` if it is not known what was published,
    ///   or if nothing was; ``FileError`` for a file of others that cannot be read.
    package func publishedFiles(of tree: String) throws -> [PublishedFile] {
        guard let manifest = try? Manifest(contentsOf: publishedManifestPath(tree)) else {
            throw OutputTreeError.damagedManifest(path: treePath(tree))
        }
        let foreign = try manifest.foreign.compactMap { path -> PublishedFile? in
            let file = treePath(tree) + "/" + path
            guard try LocalFiles.status(file)?.isFile == true else { return nil }
            return PublishedFile(path: path, digest: try ContentDigest(ofFileAt: file), role: .part)
        }
        return manifest.entries.map {
            PublishedFile(path: $0.path, digest: $0.key, role: $0.role)
        } + foreign
    }
}

extension UploadList {
    /// A file of a copy.
    package struct KnownFile: Sendable, Hashable {
        /// The SHA-256 of the content; nil if its upload or removal may have been cut off.
        package let digest: ContentDigest?
        /// True if a page that readers come to may refer to the file. One that was uploaded for pages
        /// which are not there yet may itself refer to what is missing, and counts as new.
        package let isInUse: Bool

        package init(_ digest: ContentDigest?, isInUse: Bool) {
            (self.digest, self.isInUse) = (digest, isInUse)
        }
    }

    /// Creates the list of the files that differ from those of a copy.
    ///
    /// - Parameter known: The files of the copy, by their paths.
    package init(from known: [String: KnownFile], to files: [PublishedFile]) {
        var rest = known
        var items: [Item] = []
        for file in files {
            let earlier = rest.removeValue(forKey: file.path)
            guard earlier?.digest != file.digest else { continue }
            items.append(
                Item(
                    path: file.path, digest: file.digest, role: file.role,
                    over: earlier?.isInUse == true ? .earlierVersion : .nothing))
        }
        items += rest.keys.map { Item(path: $0, digest: nil, role: .part, over: .earlierVersion) }
        self.init(items)
    }
}
