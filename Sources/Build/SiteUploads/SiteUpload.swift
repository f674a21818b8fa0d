import Hashing
import LocalFiles
import NoteModel
package import OutputTree
import Platform

/// An upload of a published site to a destination. Only what has changed since the last upload is
/// carried there, in an order in which no page lacks what it needs; what others have put there is
/// neither removed nor overwritten.
package struct SiteUpload: Sendable {
    private let folder: OutputFolder
    private let destination: Destination
    private let takesOver: Bool
    private let progress: @Sendable (_ done: Int, _ all: Int) -> Void

    /// The result of an upload.
    package struct Outcome: Sendable {
        /// The files that were uploaded or removed, in this order, and what was done with each:
        /// `add`, `change` or `remove`.
        package let files: [(action: String, path: String)]
        /// The number of the generation at the destination, from 1.
        package let generation: Int

        fileprivate init(_ list: UploadList, generation: Int) {
            files = list.items.map { ($0.action.rawValue, $0.path) }
            self.generation = generation
        }
    }

    /// The name of the tree that is uploaded.
    private static let tree = "site"

    /// - Parameters:
    ///   - folder: The notebook, locked.
    ///   - takesOver: True to go on although another host or notebook has uploaded there, and to
    ///     overwrite what is at the paths of the site.
    ///   - progress: Called with the numbers of files that are done, and of all.
    package init(
        of folder: OutputFolder, to destination: Destination, takesOver: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) {
        (self.folder, self.destination, self.takesOver) = (folder, destination, takesOver)
        self.progress = progress
    }

    /// Uploads the site.
    ///
    /// - Parameter isDry: True only to say what would be uploaded.
    /// - Returns: What was uploaded, which is nothing if the destination has the same site.
    /// - Throws: ``UserError`` if there is no site, a program fails, or the destination belongs to
    ///   another notebook or host; a run after a failure goes on where this one stopped.
    package func run(isDry: Bool = false) throws -> Outcome {
        guard try LocalFiles.status(folder.treePath(Self.tree))?.isFolder == true else {
            throw UserError(
                "\(folder.path) holds no site to publish.", "Run notebinder build first.")
        }
        let files = try folder.publishedFiles(of: Self.tree)
        let scratch = ScratchFolder()
        defer { withExtendedLifetime(scratch) {} }
        var record = UploadRecord(of: destination, in: folder.records)
        let carrier = try carrier(scratch: try scratch.path(), folder: record.folder)
        let found = try carrier.generation()
        let present = found.flatMap(Generation.init)
        try require(present, found: found, record: record)
        // A first upload that was cut off has left files of its own.
        let isBegun = !record.generations.isEmpty && record.files.isEmpty
        if found == nil || !isKnown(present, to: record) {
            // Whatever was there has been removed, or is not ours.
            record.files = [:]
        } else if takesOver {
            // What is there may have been changed or lost since.
            record.files = record.files.mapValues { .init(nil, isInUse: $0.isInUse) }
        }
        let list = UploadList(from: record.files, to: files)
        if !takesOver, found != nil || !isBegun {
            let added = list.items.filter { $0.action == .add && record.files[$0.path] == nil }
            try requireFree(try carrier.occupied(Set(added.map(\.path)), isFirst: found == nil))
        }
        let isComplete = list.isEmpty && present?.state == .complete
        guard !isDry, !isComplete else {
            return Outcome(list, generation: present?.generation ?? 0)
        }
        for item in list.items { try requireIntact(item) }
        let isResumed = present?.state == .uploading && isKnown(present, to: record)
        let number = (present?.generation ?? 0) + (isResumed ? 0 : 1)
        // A run that was cut off is continued under its name.
        let cutOff = record.generations.first { $0.generation == number && $0 != present }
        let next = Generation(
            notebook: record.notebook, number: number,
            run: cutOff?.run ?? UUID().uuidString.lowercased(), state: .uploading)
        do {
            try carrier.carry(list, from: found, to: next, &record)
        } catch is OtherHost {
            throw otherHost(try? carrier.generation().flatMap(Generation.init))
        }
        return Outcome(list, generation: next.generation)
    }

    private func carrier(scratch: String, folder: String) throws -> any Carrier {
        let context = CarrierContext(
            site: self.folder.treePath(Self.tree), scratch: scratch,
            lock: self.folder.lockDescriptor, folder: folder, takesOver: takesOver,
            progress: progress)
        return switch destination {
        case .store(let remote): try StoreCarrier(remote, context)
        case .server(let host, let port, let folder):
            try ServerCarrier(host: host, port: port, folder: folder, context)
        case .branch(let branch, let repository):
            try BranchCarrier(branch, repository: repository, context)
        }
    }

    private func isKnown(_ present: Generation?, to record: UploadRecord) -> Bool {
        present.map(record.generations.contains) ?? false
    }

    /// Requires that nobody else has written to the destination.
    private func require(
        _ present: Generation?, found: [UInt8]?, record: UploadRecord
    ) throws {
        guard !takesOver, found != nil, !isKnown(present, to: record) else { return }
        guard let present else {
            throw UserError(
                "\(destination.description) holds a file \(Generation.fileName) that Notebinder has not written.",
                "Choose another destination, or overwrite what is there with --take-over.")
        }
        guard present.notebook != record.notebook else { throw otherHost(present) }
        throw UserError(
            "\(destination.description) holds another notebook, or was published by a notebook whose records are lost; nothing was uploaded.",
            "Choose another destination, or replace what is there with --take-over.")
    }

    /// Requires that a file to upload is as it was published.
    private func requireIntact(_ item: UploadList.Item) throws {
        let path = folder.treePath(Self.tree) + "/" + item.path
        guard let digest = item.digest, (try? ContentDigest(ofFileAt: path)) != digest else {
            return
        }
        throw UserError(
            "\(path) is not as it was published, or missing; nothing was uploaded.",
            "Run notebinder build, which repairs it.")
    }

    private func requireFree(_ paths: [String]) throws {
        guard let first = paths.min() else { return }
        let others = paths.count > 1 ? " and \(paths.count - 1) more of the same names" : ""
        throw UserError(
            "\(destination.description) holds a file \(first)\(others) that Notebinder has not put there; nothing was uploaded.",
            "Choose an empty folder, or overwrite them with --take-over.")
    }

    private func otherHost(_ present: Generation?) -> UserError {
        let generation = present.map { " (generation \($0.generation))" } ?? ""
        return UserError(
            "Another host has published to \(destination.description)\(generation), or is publishing there now; nothing more was uploaded.",
            "Publish from one host, or go on from here with --take-over.", exitStatus: 75)
    }
}
