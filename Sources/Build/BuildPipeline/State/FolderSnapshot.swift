import Hashing
import LocalFiles
import MediaProcessing
import OutputTree
import SiteUploads

/// The inputs and outputs of a run as far as they can be examined without opening a file. If both
/// are the same as after the last run, there is nothing to do.
struct FolderSnapshot: Sendable {
    /// The fingerprint of the notes, the templates, the program and its options, computed from
    /// names, sizes and times of files.
    let inputs: Fingerprint
    /// The fingerprint of the published trees and their records, such as the ledger and the
    /// manifests.
    let outputs: Fingerprint
    /// True if every later change of an input would show in the snapshot; false if a file was
    /// changed just before.
    let isSettled: Bool
    /// The snapshots of the published trees, by the names of the trees, such as `site`.
    let trees: [String: TreeSnapshot]
    /// The stamps of the files in the notes folder, by which unchanged sources are found; empty for
    /// a single archive.
    let notes: FileStampIndex
    private let viewOfNotes: View
    /// The time before anything was examined, in nanoseconds since 1970.
    private let start: Int64

    /// - Parameters:
    ///   - notes: The notes folder, or a single archive.
    ///   - other: The snapshot of another edition, which has examined the same notes.
    /// - Throws: ``FileError`` if the notes folder cannot be listed.
    init(
        _ options: BuildOptions, notes: NotesInput, in folder: OutputFolder,
        sharing other: FolderSnapshot? = nil
    ) throws {
        start = other?.start ?? options.now()
        let only = try notes.file.map { try FileStamp($0) }
        var roots = other == nil ? [Self.root(of: notes)] : []
        if let templates = options.templates { roots.append(Root(path: templates, isInput: true)) }
        let trees = Self.trees(options, folder: folder)
        var seen = try Self.views(at: roots + trees, width: options.width, start: start)
        if let other { seen.insert(other.viewOfNotes, at: 0) }
        let (ofInputs, ofTrees) = (seen.dropLast(trees.count), seen.suffix(trees.count))
        viewOfNotes = seen[0]
        var inputs = Fingerprinter(
            "inputs", ProgramVersion.build, options.outputSettings, options.keptGenerations)
        // Optional rules do not change what is written, but whether a build fails.
        inputs.add(options.rules.optional)
        // Nor do problems that were met before the build, but the report names them.
        inputs.add(
            options.notices.map(\.key), options.formats.map(\.rawValue).sorted(),
            [notes.folder, notes.file ?? "", options.photoWorker, options.templates ?? ""])
        // A site that is unchanged has to reach a new destination.
        inputs.add(options.destination?.text ?? "")
        if let file = options.passwordFile, let stamp = try? FileStamp(file) {
            stamp.add(to: &inputs)
        }
        only?.add(to: &inputs)
        if let worker = try? FileStamp(options.photoWorker) { worker.add(to: &inputs) }
        inputs.add(options.converter?.fingerprint.text ?? "")
        for view in ofInputs { inputs.add(view.key) }
        self.inputs = inputs.fingerprint
        outputs = Self.outputs(options, folder: folder, snapshots: ofTrees.map(\.tree))
        self.notes = only == nil ? viewOfNotes.files : FileStampIndex()
        self.trees = Dictionary(
            uniqueKeysWithValues: zip(trees, ofTrees).map { root, view in
                (LocalFiles.name(of: root.path), view.tree)
            })
        isSettled =
            ofInputs.allSatisfy { [start] in FileStatus.isSettled($0.latest, before: start) }
            && only?.isSettled(before: start) ?? true
    }

    /// Examines the files of a notes folder.
    ///
    /// - Returns: The fingerprint of their paths, sizes, inodes and times, and their stamps, which
    ///   are empty for a single archive.
    /// - Throws: ``FileError`` if the folder cannot be listed.
    static func files(
        of notes: NotesInput, width: Int
    ) throws -> (key: Fingerprint, stamps: FileStampIndex) {
        let view = try views(at: [root(of: notes)], width: width, start: 0)[0]
        guard let file = notes.file else { return (view.key, view.files) }
        var parts = Fingerprinter("archive", view.key)
        // The changes of a database are in its log first.
        for path in [file, file + "-wal"] { (try? FileStamp(path))?.add(to: &parts) }
        return (parts.fingerprint, FileStampIndex())
    }

    /// Returns the fingerprint of the published trees and their records.
    ///
    /// - Parameter known: The snapshots of trees, by name. All other trees are examined.
    static func outputs(
        _ options: BuildOptions, in folder: OutputFolder, known: [String: TreeSnapshot] = [:]
    ) throws -> Fingerprint {
        let trees = trees(options, folder: folder)
        let unknown = trees.filter { known[LocalFiles.name(of: $0.path)] == nil }
        var seen = try views(at: unknown, width: options.width, start: options.now())[...]
        return outputs(
            options, folder: folder,
            snapshots: trees.compactMap {
                known[LocalFiles.name(of: $0.path)] ?? seen.popFirst()?.tree
            })
    }

    /// Returns the root of the notes. Besides a single archive, only the photos next to it are
    /// read.
    private static func root(of notes: NotesInput) -> Root {
        let isFolder = notes.file == nil
        return Root(
            path: isFolder ? notes.folder : notes.folder + "/Photos", isInput: true,
            mayBeMissing: !isFolder)
    }

    private static func trees(_ options: BuildOptions, folder: OutputFolder) -> [Root] {
        options.formats.map(\.tree).sorted()
            .map { Root(path: folder.treePath($0), isInput: false) }
    }

    private static func outputs(
        _ options: BuildOptions, folder: OutputFolder, snapshots: [TreeSnapshot]
    ) -> Fingerprint {
        var outputs = Fingerprinter("outputs")
        for path in [folder.ledger, folder.noteChanges]
            + options.formats.map(\.tree).sorted().map(folder.manifestPath)
        {
            guard let stamp = try? FileStamp(path) else { continue }
            stamp.add(to: &outputs)
        }
        for snapshot in snapshots { snapshot.add(to: &outputs) }
        return outputs.fingerprint
    }

    private struct Root: Sendable {
        let path: String
        /// True for an input, which others write and whose every change counts; false for a
        /// published tree.
        let isInput: Bool
        var mayBeMissing = true
    }

    /// The result of examining a root. Some of its properties are meaningful for inputs only,
    /// others for outputs.
    private struct View: Sendable {
        /// The fingerprint of an input: of the paths, sizes, inodes and times of everything in it.
        let key: Fingerprint
        /// The time of the latest change of an input, in nanoseconds since 1970; 0 for an empty
        /// one.
        let latest: Int64
        let files: FileStampIndex
        /// The snapshot of an output, against which a later state of the tree is compared.
        let tree: TreeSnapshot
    }

    /// A piece of a folder below a root, small enough to be examined by one thread while others
    /// examine other pieces.
    private struct Piece: Sendable {
        let root: Int
        let folder: ListedFolder
        let entries: Range<Int>
    }

    private static let maximumPieceSize = 1024

    /// Examines folders, and returns a view of each. They are listed first, and then examined in
    /// pieces, so that even a notebook in a single folder occupies every thread.
    private static func views(at roots: [Root], width: Int, start: Int64) throws -> [View] {
        let listed = try roots.concurrentMap(width: width, grain: 1) { root -> ListedTree in
            do {
                return try ListedTree(root.path)
            } catch let error as FileError where error.isMissing && root.mayBeMissing {
                // A missing tree is like an empty one.
                return ListedTree()
            }
        }
        let pieces = listed.indices.flatMap { root in
            listed[root].folders.flatMap { folder in
                stride(from: 0, to: folder.count, by: maximumPieceSize).map {
                    Piece(
                        root: root, folder: folder,
                        entries: $0..<min($0 + maximumPieceSize, folder.count))
                }
            }
        }
        let seen = try pieces.concurrentMap(width: width, grain: 1) { piece in
            Seen(piece, isInput: roots[piece.root].isInput)
        }
        return roots.indices.map { root in
            let own = zip(pieces, seen).filter { $0.0.root == root }.map(\.1)
            return View(
                key: Fingerprint(of: ContentDigest(of: own.flatMap(\.bytes))),
                latest: own.map(\.latest).max() ?? 0,
                files: FileStampIndex(parts: own.map(\.files)),
                tree: TreeSnapshot(
                    of: listed[root], since: start, isWhole: own.allSatisfy(\.isWhole),
                    own.map(\.sum)))
        }
    }

    /// The result of examining a piece; the results of all pieces of a root form its view.
    private struct Seen: Sendable {
        private(set) var bytes: [UInt8] = []
        private(set) var latest: Int64 = 0
        private(set) var files = FileStampIndex.Part()
        private(set) var sum = FileSetHash()
        private(set) var isWhole = true

        init(_ piece: Piece, isInput: Bool) {
            if isInput { bytes.reserveCapacity(piece.entries.count * 64) }
            let passedOver = piece.folder.forEach(in: piece.entries) { entry in
                guard isInput else { return sum.add(entry) }
                bytes.append(contentsOf: entry.path)
                bytes.append(entry.status.isFolder ? 1 : 0)
                add(entry.status)
                if let target = entry.target { add(target) }
                // For a published tree it does not count: a hard link that a backup adds is not a
                // change.
                add(entry.stamp.changed)
                files.add(entry)
                latest = max(latest, entry.stamp.changed, entry.target?.modified ?? 0)
            }
            isWhole = passedOver.isEmpty
        }

        private mutating func add(_ number: Int64) {
            withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
        }

        private mutating func add(_ status: FileStatus) {
            add(Int64(status.size))
            add(Int64(bitPattern: status.inode))
            add(status.modified)
        }
    }
}

/// The stamps that the files below a folder had when a run began, by their paths relative to it.
struct FileStampIndex: Sendable {
    fileprivate var parts: [Part] = []

    /// A part of the files, with their paths in one buffer, since most runs do not need them.
    struct Part: Sendable {
        fileprivate var paths: [UInt8] = []
        fileprivate var ends: [Int] = []
        fileprivate var stamps: [FileStamp] = []

        fileprivate func path(of file: Int) -> ArraySlice<UInt8> {
            paths[(file == 0 ? 0 : ends[file - 1])..<ends[file]]
        }

        fileprivate mutating func add(_ entry: borrowing ListedEntry) {
            // The target of a link is another file.
            guard entry.status.isFile else { return }
            paths.append(contentsOf: entry.path)
            ends.append(paths.count)
            stamps.append(entry.stamp)
        }
    }

    /// The stamps in a form that finds many of them.
    var lookup: Lookup { Lookup(self) }

    /// The stamps by the hashes of paths. Strings are not used as keys: two names may be canonically
    /// equivalent and yet name two files.
    struct Lookup: Sendable {
        private let parts: [Part]
        private var places: [UInt64: (part: Int, file: Int)] = [:]

        fileprivate init(_ index: FileStampIndex) {
            parts = index.parts
            places.reserveCapacity(parts.reduce(0) { $0 + $1.ends.count })
            for (part, files) in parts.enumerated() {
                for file in files.ends.indices {
                    places[FNVHash(files.path(of: file)).value] = (part, file)
                }
            }
        }

        /// Returns the stamp of a file; nil if there was none. That of one whose hash is also that of
        /// another may be missing.
        func stamp(of path: String) -> FileStamp? {
            guard let (part, file) = places[FNVHash(path.utf8).value],
                parts[part].path(of: file).elementsEqual(path.utf8)
            else { return nil }
            return parts[part].stamps[file]
        }
    }
}

extension FileStamp {
    func add(to parts: inout Fingerprinter) {
        parts.add(
            status.size, Int(truncatingIfNeeded: status.inode), Int(status.modified), Int(changed))
    }
}

/// The folder or the single archive from which notes are read, as absolute paths that exist.
struct NotesInput: Sendable {
    /// The absolute path of the folder, or of that which contains the single archive, with symbolic
    /// links resolved.
    let folder: String
    /// The absolute path of the only file that is read; nil for all files of the folder.
    let file: String?
}
