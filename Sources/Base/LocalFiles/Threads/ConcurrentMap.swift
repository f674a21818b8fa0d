import Dispatch
import Synchronization

extension RandomAccessCollection where Self: Sendable, Index == Int {
    /// Returns the results of `transform` for all members, in their order, computed on up to
    /// `width` threads. After the first error, no further blocks of members are started.
    ///
    /// ```swift
    /// let sizes = try paths.concurrentMap(width: 4) { path in
    ///     try OpenFile(path).status().size
    /// }
    /// ```
    ///
    /// Threads are used instead of tasks because the work blocks, on files and on worker processes.
    ///
    /// - Parameter grain: The maximum number of members that a thread takes at a time; 1 if each is
    ///   much work.
    /// - Throws: The error of `transform` for the first member that has one.
    package func concurrentMap<Result: Sendable>(
        width: Int, grain: Int = 32, _ transform: @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        guard count > 1, width > 1 else { return try map(transform) }
        // The lock is taken once for each block of members, not for each member.
        let blockSize = Swift.max(1, Swift.min(grain, count / (width * 4)))
        let blocks = (count + blockSize - 1) / blockSize
        let next = Atomic<Int>(0)
        let outcome = Mutex<(results: [[Result]], failure: (block: Int, error: any Error)?)>(
            (Array(repeating: [], count: blocks), nil))
        DispatchQueue.concurrentPerform(iterations: Swift.min(width, blocks)) { _ in
            while true {
                let block = next.wrappingAdd(1, ordering: .relaxed).oldValue
                // Blocks before a failed one go on, so that the error is the same in every run.
                guard block < blocks, outcome.withLock({ block < $0.failure?.block ?? blocks })
                else { return }
                let start = startIndex + block * blockSize
                do {
                    let results = try self[start..<Swift.min(start + blockSize, endIndex)]
                        .map(transform)
                    outcome.withLock { $0.results[block] = results }
                } catch {
                    outcome.withLock {
                        if block < $0.failure?.block ?? blocks { $0.failure = (block, error) }
                    }
                }
            }
        }
        let (results, failure) = outcome.withLock { $0 }
        if let failure { throw failure.error }
        var all: [Result] = []
        all.reserveCapacity(count)
        for block in results { all += block }
        return all
    }
}
