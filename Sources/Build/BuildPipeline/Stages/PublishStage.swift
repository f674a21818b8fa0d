import LocalFiles
import OutputChecks
import OutputPlan
import OutputTree

/// The stage that writes all trees next to the published ones, and only then swaps them one after
/// another.
struct PublishStage: Sendable {
    private let folder: OutputFolder
    private let stagings: [TreeStaging]
    private let validator: OutputValidator
    private let options: BuildOptions

    /// - Parameters:
    ///   - published: The published trees by name, with one for each plan.
    ///   - validator: Checks every file that is made.
    /// - Throws: ``OutputTreeError`` if a file that Notebinder did not write is in the way.
    init(
        _ plans: [TreePlan], replacing published: [String: PublishedTree],
        in folder: OutputFolder, validator: OutputValidator, derivatives: DerivativeFiles,
        options: BuildOptions
    ) throws {
        (self.folder, self.validator, self.options) = (folder, validator, options)
        stagings = try plans.map { plan in
            guard let old = published[plan.tree] else {
                preconditionFailure("nothing is known of the tree \(plan.tree)")
            }
            let hasChecksums = options.writesChecksums && plan.tree == "site"
            return try TreeStaging(
                hasChecksums ? plan.withChecksums : plan, replacing: old, in: folder,
                isDry: options.isDry, isFull: options.isFull,
                validator: validator.validator(of: plan.tree), width: options.width
            ) { try derivatives.verified($0) }
        }
    }

    /// The results of publishing the trees, or of comparing them in a dry run.
    struct Published: Sendable {
        let results: [TreeStaging.Result]
        let validator: OutputValidator
        /// Returns snapshots of the new trees, by name. Trees that would have to be listed for one
        /// are left out. Empty in a dry run.
        let snapshots: @Sendable () -> [String: TreeSnapshot]
    }

    /// Writes the files that are not published with the planned content, next to the published
    /// trees.
    ///
    /// - Throws: ``UserError`` for content of an excluded note. What was written is discarded in
    ///   case of any error.
    func stage(_ progress: BuildProgress) throws -> Placed {
        try discardingAfterFailure {
            let placed = try write(progress)
            try validator.requireNoLeaks()
            return placed
        }
    }

    /// Swaps the trees, after writing the records that have to be on the disk before that.
    ///
    /// - Parameter writeLedger: Writes the new ledger, before anything is published.
    func run(
        _ placed: Placed, record: ChangeRecord?, writeLedger: () throws -> Void
    ) throws -> Published {
        try discardingAfterFailure {
            try publish(placed, record: record, writeLedger: writeLedger)
        }
    }

    private func discardingAfterFailure<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            if !options.isDry { folder.discardStaging(of: stagings.map(\.plan.tree)) }
            throw error
        }
    }

    /// The trees with their placed files.
    typealias Placed = [(staging: TreeStaging, files: [TreeStaging.StagedFile])]

    private func write(_ progress: BuildProgress) throws -> Placed {
        // Files of small folders come first: they are made from many notes, and the last of them
        // should not keep the other threads waiting.
        let groups = stagings.indices.flatMap { tree in
            stagings[tree].filesToMake.map { files in files.map { (tree: tree, file: $0) } }
        }
        let places = groups.sorted { $0.count < $1.count }.flatMap(\.self)
        let counter = progress.counter("Writing", of: places.count)
        let placed = try places.concurrentMap(width: options.width, grain: 4) { [stagings] place in
            defer { counter.advance() }
            return (place, try stagings[place.tree].place(place.file))
        }
        var all = stagings.map { (staging: $0, files: $0.files) }
        for (place, placement) in placed { all[place.tree].files[place.file].placement = placement }
        return try all.map { ($0.staging, try $0.staging.completing($0.files)) }
    }

    private func publish(
        _ placed: Placed, record: ChangeRecord?, writeLedger: () throws -> Void
    ) throws -> Published {
        guard !options.isDry else {
            let results = placed.map { $0.staging.compare($0.files) }
            return Published(results: results, validator: validator) { [:] }
        }
        let completed = try placed.concurrentMap(width: options.width, grain: 1) { tree in
            (tree.staging, try tree.staging.complete(tree.files))
        }
        try writeLedger()
        try record?.write(to: folder.noteChanges)
        try folder.recordChanges(of: completed.map { ($0.0, $0.1) })
        if completed.contains(where: { $0.1.needsSwap }) { try folder.synchronize() }
        let generation = try folder.newGeneration()
        for (staging, result) in completed {
            try staging.publish(result, generation: generation)
        }
        return Published(results: completed.map(\.1), validator: validator) {
            var snapshots: [String: TreeSnapshot] = [:]
            for (staging, result) in completed {
                snapshots[result.tree] = staging.snapshot(after: result)
            }
            return snapshots
        }
    }
}
