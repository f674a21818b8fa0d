import ArgumentParser
import BuildPipeline
import Hashing
import Platform

/// One of several parts of a work that are done apart, on one machine each: `2/8` is the second of
/// eight.
struct Shard: ExpressibleByArgument, Sendable {
    /// The number of the part, from 0.
    let index: Int
    /// The number of all parts, 1 or more.
    let count: Int

    /// All of the work.
    static let whole = Shard(index: 0, count: 1)

    private init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
            (1...100_000).contains(count), (1...count).contains(number)
        else { return nil }
        self.init(index: number - 1, count: count)
    }

    /// Returns the part that a scheduler has given to this process: a task of a Slurm array, a pod of
    /// an indexed job of Kubernetes, or a child of an array job of AWS Batch. All of the work if
    /// there is none.
    ///
    /// - Throws: `ValidationError` if the number of parts is missing, or the values make no sense.
    static func scheduled(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> Shard {
        func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }
        let own = number("NOTEBINDER_SHARDS")
        let found: (name: String, index: Int, count: Int?)
        if let task = number("SLURM_ARRAY_TASK_ID") {
            let first = number("SLURM_ARRAY_TASK_MIN") ?? 0
            let step = max(1, number("SLURM_ARRAY_TASK_STEP") ?? 1)
            // With a number of parts of its own, a task that is submitted again keeps its part.
            found = (
                "SLURM_ARRAY_TASK_ID", own == nil ? (task - first) / step : task,
                own ?? number("SLURM_ARRAY_TASK_COUNT")
            )
        } else if let pod = number("JOB_COMPLETION_INDEX") {
            found = ("JOB_COMPLETION_INDEX", pod, own)
        } else if let child = number("AWS_BATCH_JOB_ARRAY_INDEX") {
            found = ("AWS_BATCH_JOB_ARRAY_INDEX", child, own ?? number("AWS_BATCH_JOB_ARRAY_SIZE"))
        } else {
            return .whole
        }
        guard let count = found.count else {
            throw ValidationError(
                "\(found.name) is set, but not the number of parts; set NOTEBINDER_SHARDS to it, or use --shard."
            )
        }
        guard count > 0, (0..<count).contains(found.index) else {
            throw ValidationError(
                "\(found.name) is out of range: there are parts 0 to \(count - 1). Correct NOTEBINDER_SHARDS, or use --shard."
            )
        }
        return Shard(index: found.index, count: count)
    }

    var part: WorkPart { WorkPart(index: index, count: count) }

    /// Returns true if a path belongs to the part, on every machine the same.
    func contains(_ path: String) -> Bool {
        Int(FNVHash(path.utf8).value % UInt64(count)) == index
    }
}
