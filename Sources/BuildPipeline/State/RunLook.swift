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

    /// - Parameters:
    ///   - notes: The notes folder, or a single archive.
    ///   - trees: Names of those that are published.
    /// - Throws: ``FileError`` where the notes folder cannot be listed.
    init(
        _ options: BuildOptions, notes: NotesPlace, in folder: OutputFolder
    ) throws {
        let start = FileMoment.now
        // Of a single archive only the photos beside it are read as well.
        let only = try notes.file.map { (file) throws(FileError) in try FileMoment(file) }
        var roots = [
            Root(
                path: only == nil ? notes.folder : notes.folder + "/Photos", isInput: true,
                mayBeMissing: only != nil)
        ]
        if let templates = options.templates { roots.append(Root(path: templates, isInput: true)) }
        let trees = Self.trees(options, folder)
        let looks = try (roots + trees).concurrentMap(width: options.width, grain: 1) {
            try Look($0)
        }
        let ofInputs = looks[..<roots.count]
        var inputs = KeyParts("inputs")
        inputs.add(ProgramVersion.build)
        inputs.add(options.toldOfOutput)
        inputs.add(options.keptGenerations)
        inputs.add(options.formats.map(\.rawValue).sorted())
        inputs.add([notes.folder, notes.file ?? "", options.photoWorker, options.templates ?? ""])
        only?.add(to: &inputs)
        if let worker = try? FileMoment(options.photoWorker) { worker.add(to: &inputs) }
        for look in ofInputs { inputs.add(look.key) }
        self.inputs = inputs.key
        outputs = Self.outputs(options, folder, looks[roots.count...])
        isSettled =
            ofInputs.allSatisfy { FileMoment.isSettled($0.latest, before: start) }
            && only?.isSettled(before: start) ?? true
    }

    /// The key of the published trees and their records alone.
    static func outputs(_ options: BuildOptions, in folder: OutputFolder) throws -> ContentKey {
        let looks = try trees(options, folder).concurrentMap(width: options.width, grain: 1) {
            try Look($0)
        }
        return outputs(options, folder, looks[...])
    }

    private static func trees(_ options: BuildOptions, _ folder: OutputFolder) -> [Root] {
        options.formats.map(\.tree).sorted()
            .map { Root(path: folder.treePath($0), isInput: false) }
    }

    private static func outputs(
        _ options: BuildOptions, _ folder: OutputFolder, _ looks: ArraySlice<Look>
    ) -> ContentKey {
        var outputs = KeyParts("outputs")
        for path in [folder.ledger] + options.formats.map(\.tree).sorted().map(folder.manifest) {
            guard let moment = try? FileMoment(path) else { continue }
            moment.add(to: &outputs)
        }
        for look in looks { outputs.add(look.key) }
        return outputs.key
    }

    private struct Root: Sendable {
        let path: String
        /// Whether others write there.
        let isInput: Bool
        var mayBeMissing = true
    }

    /// What a walk through a folder saw.
    private struct Look: Sendable {
        let key: ContentKey
        /// Of all changes, in nanoseconds since 1970.
        private(set) var latest: Int64 = 0

        /// A tree that is not there looks like nothing.
        init(_ root: Root) throws(FileError) {
            var bytes: [UInt8] = []
            var latest: Int64 = 0
            func add(_ number: Int64) {
                withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
            }
            func add(_ status: FileStatus) {
                add(Int64(status.size))
                add(Int64(bitPattern: status.inode))
                add(status.modified)
            }
            do throws(FileError) {
                try LocalFiles.walk(root.path) { entry in
                    bytes.append(contentsOf: entry.path)
                    bytes.append(entry.status.isFolder ? 1 : 0)
                    add(entry.status)
                    if let target = entry.target { add(target) }
                    guard root.isInput else { return }
                    // A link that a backup adds to a file of ours is no change.
                    add(entry.changed)
                    latest = max(latest, entry.changed, entry.target?.modified ?? 0)
                }
            } catch {
                guard error.isMissing, root.mayBeMissing else { throw error }
            }
            key = ContentKey(of: bytes)
            self.latest = latest
        }
    }
}

/// Where notes are read from.
struct NotesPlace: Sendable {
    /// Absolute, links resolved.
    let folder: String
    /// Name of the only file that is read; nil for all.
    let file: String?
}
