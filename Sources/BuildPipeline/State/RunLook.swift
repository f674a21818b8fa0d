import LocalFiles
import OutputPlan
import OutputTree
import StoredValues

/// All that a run goes by and all that it leaves, as far as can be seen without opening a file:
/// while both look as they did after the last run, there is nothing to do.
struct RunLook: Sendable {
    /// Of the notes, the templates, the program and what it is told.
    let inputs: ContentKey
    /// Of the published trees and their records.
    let outputs: ContentKey
    /// Whether every later change of a note would show.
    let isSettled: Bool
    /// The published trees by their names.
    let trees: [String: TreeLook]
    /// Of what lies in the notes folder.
    let notes: SeenFiles

    /// - Parameters:
    ///   - notes: The notes folder, or a single archive.
    ///   - trees: Names of those that are published.
    /// - Throws: ``FileError`` where the notes folder cannot be listed.
    init(
        _ options: BuildOptions, notes: NotesPlace, in folder: OutputFolder
    ) throws {
        let start = FileStatus.now
        // Of a single archive only the photos beside it are read as well.
        let only = try notes.file.map { (file) throws(FileError) in try FileMoment(file) }
        var roots = [
            Root(
                path: only == nil ? notes.folder : notes.folder + "/Photos", isInput: true,
                mayBeMissing: only != nil)
        ]
        if let templates = options.templates { roots.append(Root(path: templates, isInput: true)) }
        let trees = Self.trees(options, folder)
        let looks = try Self.looks(at: roots + trees, width: options.width)
        let ofInputs = looks[..<roots.count]
        var inputs = KeyParts("inputs")
        inputs.add(ProgramVersion.build)
        inputs.add(options.toldOfOutput)
        inputs.add(options.keptGenerations)
        // They change nothing that is written, but whether anything is.
        inputs.add(options.leavingOut.optional)
        inputs.add(options.formats.map(\.rawValue).sorted())
        inputs.add([notes.folder, notes.file ?? "", options.photoWorker, options.templates ?? ""])
        only?.add(to: &inputs)
        if let worker = try? FileMoment(options.photoWorker) { worker.add(to: &inputs) }
        for look in ofInputs { inputs.add(look.key) }
        self.inputs = inputs.key
        outputs = Self.outputs(options, folder, looks[roots.count...].map(\.tree))
        self.notes = only == nil ? looks[0].files : SeenFiles()
        self.trees = Dictionary(
            uniqueKeysWithValues: zip(trees, looks[roots.count...]).map { root, look in
                (LocalFiles.name(of: root.path), look.tree)
            })
        isSettled =
            ofInputs.allSatisfy { FileStatus.isSettled($0.latest, before: start) }
            && only?.isSettled(before: start) ?? true
    }

    /// The key of the published trees and their records alone.
    ///
    /// - Parameter known: How trees look by their names; the others are looked at.
    static func outputs(
        _ options: BuildOptions, in folder: OutputFolder, known: [String: TreeLook] = [:]
    ) throws -> ContentKey {
        let trees = trees(options, folder)
        let unknown = trees.filter { known[LocalFiles.name(of: $0.path)] == nil }
        var seen = try looks(at: unknown, width: options.width)[...]
        return outputs(
            options, folder,
            trees.compactMap { known[LocalFiles.name(of: $0.path)] ?? seen.popFirst()?.tree })
    }

    private static func trees(_ options: BuildOptions, _ folder: OutputFolder) -> [Root] {
        options.formats.map(\.tree).sorted()
            .map { Root(path: folder.treePath($0), isInput: false) }
    }

    private static func outputs(
        _ options: BuildOptions, _ folder: OutputFolder, _ looks: [TreeLook]
    ) -> ContentKey {
        var outputs = KeyParts("outputs")
        for path in [folder.ledger] + options.formats.map(\.tree).sorted().map(folder.manifest) {
            guard let moment = try? FileMoment(path) else { continue }
            moment.add(to: &outputs)
        }
        for look in looks { look.add(to: &outputs) }
        return outputs.key
    }

    private struct Root: Sendable {
        let path: String
        /// Whether others write there.
        let isInput: Bool
        var mayBeMissing = true
    }

    /// What was seen below a root.
    private struct Look: Sendable {
        /// Of an input.
        let key: ContentKey
        /// Of all changes, in nanoseconds since 1970.
        let latest: Int64
        let files: SeenFiles
        /// Of an output.
        let tree: TreeLook
    }

    /// A piece of a folder below a root.
    private struct Piece: Sendable {
        let root: Int
        let folder: ListedFolder
        let entries: Range<Int>
    }

    private static let largestPiece = 1024

    /// Folders are listed, and then looked at in pieces: of a notebook that lies in one folder every
    /// thread has a share.
    private static func looks(at roots: [Root], width: Int) throws -> [Look] {
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
                stride(from: 0, to: folder.count, by: largestPiece).map {
                    Piece(
                        root: root, folder: folder,
                        entries: $0..<min($0 + largestPiece, folder.count))
                }
            }
        }
        let seen = try pieces.concurrentMap(width: width, grain: 1) { piece in
            Seen(piece, isInput: roots[piece.root].isInput)
        }
        return roots.indices.map { root in
            let own = zip(pieces, seen).filter { $0.0.root == root }.map(\.1)
            return Look(
                key: ContentKey(of: own.flatMap(\.bytes)), latest: own.map(\.latest).max() ?? 0,
                files: SeenFiles(own.map(\.files)),
                tree: TreeLook(
                    of: listed[root], since: start, isWhole: own.allSatisfy(\.isWhole),
                    own.map(\.sum)))
        }
    }

    /// What was seen of a piece.
    private struct Seen: Sendable {
        private(set) var bytes: [UInt8] = []
        private(set) var latest: Int64 = 0
        private(set) var files = SeenFiles.Part()
        private(set) var sum = FilesSum()
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

/// Files below a folder, as they looked when a run began.
struct SeenFiles: Sendable {
    private var parts: [Part] = []

    init() {}

    fileprivate init(_ parts: [Part]) { self.parts = parts }

    /// Some of them, their paths in one buffer: most runs ask for none.
    struct Part: Sendable {
        private var paths: [UInt8] = []
        private var ends: [Int] = []
        private var moments: [FileMoment] = []

        fileprivate mutating func add(_ entry: borrowing ListedEntry) {
            // What a link leads to is another file.
            guard entry.status.isFile else { return }
            paths.append(contentsOf: entry.path)
            ends.append(paths.count)
            moments.append(FileMoment(status: entry.status, changed: entry.changed))
        }

        fileprivate func add(to all: inout [[UInt8]: FileMoment]) {
            var start = 0
            for (end, moment) in zip(ends, moments) {
                all[Array(paths[start..<end])] = moment
                start = end
            }
        }
    }

    /// By the bytes of their paths below the folder: as texts two names may be the same that are two
    /// files.
    var moments: [[UInt8]: FileMoment] {
        var all: [[UInt8]: FileMoment] = [:]
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
