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
    /// - Throws: The first error of `transform`.
    package func concurrentMap<Result: Sendable>(
        width: Int, grain: Int = 32, _ transform: @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        guard count > 1, width > 1 else { return try map(transform) }
        // The lock is taken once for each block of members, not for each member.
        let blockSize = Swift.max(1, Swift.min(grain, count / (width * 4)))
        let blocks = (count + blockSize - 1) / blockSize
        let next = Atomic<Int>(0)
        let outcome = Mutex<(results: [[Result]], error: (any Error)?)>(
            (Array(repeating: [], count: blocks), nil))
        DispatchQueue.concurrentPerform(iterations: Swift.min(width, blocks)) { _ in
            while true {
                let block = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard block < blocks, outcome.withLock({ $0.error == nil }) else { return }
                let start = startIndex + block * blockSize
                do {
                    let results = try self[start..<Swift.min(start + blockSize, endIndex)]
                        .map(transform)
                    outcome.withLock { $0.results[block] = results }
                } catch {
                    outcome.withLock { if $0.error == nil { $0.error = error } }
                }
            }
        }
        let (results, error) = outcome.withLock { $0 }
        if let error { throw error }
        var all: [Result] = []
        all.reserveCapacity(count)
        for block in results { all += block }
        return all
    }
}
