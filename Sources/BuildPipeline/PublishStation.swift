import LocalFiles
import NoteModel
import OutputPlan
import OutputTree
import PhotoDerivatives

/// Writes the trees beside the published ones, all of them, and only then puts one after the other
/// in its place.
struct PublishStation {
    private let folder: OutputFolder
    private let stagings: [TreeStaging]
    private let options: BuildOptions

    /// - Parameters:
    ///   - published: What there is of each tree.
    ///   - inspection: Of every file that is made.
    /// - Throws: ``OutputTreeError`` where a file of somebody else is in the way.
    init(
        _ plans: [TreePlan], replacing published: [String: PublishedTree],
        in folder: OutputFolder, _ inspection: Inspection, _ derivatives: DerivativeFiles,
        _ options: BuildOptions
    ) throws {
        self.folder = folder
        self.options = options
        stagings = try plans.map { plan in
            guard let old = published[plan.tree] else {
                preconditionFailure("nothing is known of the tree \(plan.tree)")
            }
            return try TreeStaging(
                plan, replacing: old, in: folder, isDry: options.isDry, isFull: options.isFull,
                inspector: inspection.inspector(of: plan.tree)
            ) { try derivatives.verified($0) }
        }
    }

    /// A file of one of the trees.
    private struct Place: Sendable {
        let tree: Int
        let file: Int
    }

    /// What became of the files of each tree.
    typealias Placed = [[TreeStaging.Placement]]

    /// Writes the files that are not published as they shall be.
    func write(_ progress: BuildProgress) throws -> Placed {
        // Those of folders with few files first: they are made of many notes, each of them is much work,
        // and none should keep anybody waiting in the end.
        let places = stagings.indices
            .flatMap { tree in
                stagings[tree].filesToMake.map { $0.map { Place(tree: tree, file: $0) } }
            }
            .sorted { $0.count < $1.count }.flatMap(\.self)
        let counter = progress.counter("Writing", of: places.count)
        let placed = try places.concurrentMap(width: options.width, grain: 4) { [stagings] place in
            defer { counter.advance() }
            return try stagings[place.tree].place(place.file)
        }
        var all = stagings.map(\.known)
        for (place, placement) in zip(places, placed) { all[place.tree][place.file] = placement }
        return all.map { $0.compactMap(\.self) }
    }

    /// - Parameter beforeSwap: Writes what has to be on the disk before any tree is replaced.
    /// - Returns: What became of each tree, and, for whoever asks, how those look that were replaced.
    func publish(
        _ placed: Placed, beforeSwap: () throws -> Void
    ) throws -> (
        results: [TreeStaging.Result], looks: @Sendable () -> [String: TreeLook]
    ) {
        let all = zip(stagings, placed)
        guard !options.isDry else { return (all.map { $0.compare($1) }, { [:] }) }
        let completed = try Array(all).concurrentMap(width: options.width, grain: 1) {
            staging, placed in (staging, try staging.complete(placed))
        }
        try beforeSwap()
        if completed.contains(where: { $0.1.needsSwap }) { try folder.synchronize() }
        let generation = try folder.newGeneration()
        for (staging, result) in completed {
            try staging.publish(result, generation: generation)
        }
        return (
            completed.map(\.1),
            {
                var looks: [String: TreeLook] = [:]
                for (staging, result) in completed {
                    looks[result.tree] = staging.look(after: result)
                }
                return looks
            }
        )
    }
}

extension PreparedNotebook {
    /// Removes what no tree needs any more.
    func tidyUp(_ folder: OutputFolder, _ options: BuildOptions, since last: LastRun?) {
        let (photos, recordings) = (Array(media.allPhotos), Array(media.allRecordings))
        // Its absence means that everything is to be made again.
        try? LocalFiles.makeFolder(folder.cache)
        // What cannot be removed now is removed by a later run; the trees are published.
        try? workshop.prune(keeping: photos, recordings)
        try? folder.pruneOriginals(
            keeping: Set(photos.map(\.original.digest) + recordings.map(\.original.digest)))
        // Older trees may hold what is left out since.
        let isOtherwise = last.map { $0.leavingOut != options.toldOfLeavingOut } ?? false
        try? folder.pruneGenerations(keeping: isOtherwise ? 0 : options.keptGenerations)
    }
}
