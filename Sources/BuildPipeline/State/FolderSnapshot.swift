import ContentHashing
import LocalFiles
import OutputPlan
import OutputTree

/// The inputs and the outputs of a run as far as they can be seen without opening a file. If both are as
/// the last run left them, there is nothing to do.
struct FolderSnapshot: Sendable {
    /// The fingerprint of the notes, the templates, the program and its options.
    let inputs: Fingerprint
    /// The fingerprint of the published trees and their records.
    let outputs: Fingerprint
    /// True if every later change of a note would show.
    let isSettled: Bool
    /// The published trees by name.
    let trees: [String: TreeSnapshot]
    /// The files of the notes folder.
    let notes: FileStampIndex

    /// - Parameters:
    ///   - notes: The notes folder, or a single archive.
    /// - Throws: ``FileError`` where the notes folder cannot be listed.
    init(
        _ options: BuildOptions, notes: NotesPlace, in folder: OutputFolder
    ) throws {
        let start = FileStatus.now
        // Of a single archive only the photos beside it are read as well.
        let only = try notes.file.map { (file) throws(FileError) in try FileStamp(file) }
        var roots = [
            Root(
                path: only == nil ? notes.folder : notes.folder + "/Photos", isInput: true,
                mayBeMissing: only != nil)
        ]
        if let templates = options.templates { roots.append(Root(path: templates, isInput: true)) }
        let trees = Self.trees(options, folder)
        let seen = try Self.views(at: roots + trees, width: options.width)
        let ofInputs = seen[..<roots.count]
        var inputs = Fingerprinter("inputs")
        inputs.add(ProgramVersion.build)
        inputs.add(options.outputSettings)
        inputs.add(options.keptGenerations)
        // They change nothing that is written, but whether anything is.
        inputs.add(options.leavingOut.optional)
        inputs.add(options.formats.map(\.rawValue).sorted())
        inputs.add([notes.folder, notes.file ?? "", options.photoWorker, options.templates ?? ""])
        only?.add(to: &inputs)
        if let worker = try? FileStamp(options.photoWorker) { worker.add(to: &inputs) }
        for view in ofInputs { inputs.add(view.key) }
        self.inputs = inputs.fingerprint
        outputs = Self.outputs(options, folder, seen[roots.count...].map(\.tree))
        self.notes = only == nil ? seen[0].files : FileStampIndex()
        self.trees = Dictionary(
            uniqueKeysWithValues: zip(trees, seen[roots.count...]).map { root, view in
                (LocalFiles.name(of: root.path), view.tree)
            })
        isSettled =
            ofInputs.allSatisfy { FileStatus.isSettled($0.latest, before: start) }
            && only?.isSettled(before: start) ?? true
    }

    /// The key of the published trees and their records alone.
    ///
    /// - Parameter known: How trees look by their names; the others are looked at.
    static func outputs(
        _ options: BuildOptions, in folder: OutputFolder, known: [String: TreeSnapshot] = [:]
    ) throws -> Fingerprint {
        let trees = trees(options, folder)
        let unknown = trees.filter { known[LocalFiles.name(of: $0.path)] == nil }
        var seen = try views(at: unknown, width: options.width)[...]
        return outputs(
            options, folder,
            trees.compactMap { known[LocalFiles.name(of: $0.path)] ?? seen.popFirst()?.tree })
    }

    private static func trees(_ options: BuildOptions, _ folder: OutputFolder) -> [Root] {
        options.formats.map(\.tree).sorted()
            .map { Root(path: folder.treePath($0), isInput: false) }
    }

    private static func outputs(
        _ options: BuildOptions, _ folder: OutputFolder, _ snapshots: [TreeSnapshot]
    ) -> Fingerprint {
        var outputs = Fingerprinter("outputs")
        for path in [folder.ledger, folder.changes]
            + options.formats.map(\.tree).sorted().map(folder.manifest)
        {
            guard let stamp = try? FileStamp(path) else { continue }
            stamp.add(to: &outputs)
        }
        for snapshot in snapshots { snapshot.add(to: &outputs) }
        return outputs.fingerprint
    }

    private struct Root: Sendable {
        let path: String
        /// Whether others write there.
        let isInput: Bool
        var mayBeMissing = true
    }

    /// What was seen below a root.
    private struct View: Sendable {
        /// Of an input.
        let key: Fingerprint
        /// Of all changes, in nanoseconds since 1970.
        let latest: Int64
        let files: FileStampIndex
        /// Of an output.
        let tree: TreeSnapshot
    }

    /// A piece of a folder below a root.
    private struct Piece: Sendable {
        let root: Int
        let folder: ListedFolder
        let entries: Range<Int>
    }

    private static let maximumPieceSize = 1024

    /// Folders are listed, and then looked at in pieces: of a notebook that lies in one folder every
    /// thread has a share.
    private static func views(at roots: [Root], width: Int) throws -> [View] {
        let start = FileStatus.now
        let listed = try roots.concurrentMap(width: width, grain: 1) { root -> ListedTree in
            do throws(FileError) {
                return try ListedTree(root.path)
            } catch {
                guard error.isMissing, root.mayBeMissing else { throw error }
                // A tree that is not there looks like nothing.
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
                files: FileStampIndex(own.map(\.files)),
                tree: TreeSnapshot(
                    of: listed[root], since: start, isWhole: own.allSatisfy(\.isWhole),
                    own.map(\.sum)))
        }
    }

    /// What was seen of a piece.
    private struct Seen: Sendable {
        private(set) var bytes: [UInt8] = []
        private(set) var latest: Int64 = 0
        private(set) var files = FileStampIndex.Part()
        private(set) var sum = FileSetHash()
        private(set) var isWhole = true

        init(_ piece: Piece, isInput: Bool) {
            if isInput { bytes.reserveCapacity(piece.entries.count * 64) }
            let passedOver = piece.folder.look(at: piece.entries) { entry in
                guard isInput else { return sum.add(entry) }
                bytes.append(contentsOf: entry.path)
                bytes.append(entry.status.isFolder ? 1 : 0)
                add(entry.status)
                if let target = entry.target { add(target) }
                // Of a tree of ours it does not count: a link that a backup adds is no change.
                add(entry.changed)
                files.add(entry)
                latest = max(latest, entry.changed, entry.target?.modified ?? 0)
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

/// The files below a folder as they were when a run began.
struct FileStampIndex: Sendable {
    private var parts: [Part] = []

    init() {}

    fileprivate init(_ parts: [Part]) { self.parts = parts }

    /// Some of the files, their paths in one buffer: most runs ask for none.
    struct Part: Sendable {
        private var paths: [UInt8] = []
        private var ends: [Int] = []
        private var stamps: [FileStamp] = []

        fileprivate mutating func add(_ entry: borrowing ListedEntry) {
            // What a link leads to is another file.
            guard entry.status.isFile else { return }
            paths.append(contentsOf: entry.path)
            ends.append(paths.count)
            stamps.append(FileStamp(status: entry.status, changed: entry.changed))
        }

        fileprivate func add(to all: inout [[UInt8]: FileStamp]) {
            var start = 0
            for (end, moment) in zip(ends, stamps) {
                all[Array(paths[start..<end])] = moment
                start = end
            }
        }
    }

    /// The stamps by the bytes of the paths below the folder. Strings do not do: two names may be canonically
    /// equivalent and yet name two files.
    var byPath: [[UInt8]: FileStamp] {
        var all: [[UInt8]: FileStamp] = [:]
        for part in parts { part.add(to: &all) }
        return all
    }
}

/// Where notes are read from.
struct NotesPlace: Sendable {
    /// Absolute, links resolved.
    let folder: String
    /// Name of the only file that is read; nil for all.
    let file: String?
}
