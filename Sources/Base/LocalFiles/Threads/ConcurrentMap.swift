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
    @inlinable package func concurrentMap<Result: Sendable>(
        width: Int, grain: Int = 32, _ transform: @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        guard count > 1, width > 1 else { return try map(transform) }
        return try [Result](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            // Every thread puts its results where they stay.
            nonisolated(unsafe) let results = buffer
            try forEachBlock(of: count, width: width, grain: grain) { block in
                var end = block.lowerBound
                do {
                    for place in block {
                        results.initializeElement(
                            at: place, to: try transform(self[startIndex + place]))
                        end += 1
                    }
                } catch {
                    results.extracting(block.lowerBound..<end).deinitialize()
                    throw error
                }
            } undo: { block in
                results.extracting(block).deinitialize()
            }
            initializedCount = count
        }
    }
}

extension Array where Element: Sendable {
    /// Changes all members in place, on up to `width` threads.
    ///
    /// - Parameter change: Changes a member, by its index.
    /// - Throws: The error of `change` for the first member that has one; others may be changed.
    @inlinable package mutating func concurrentUpdate(
        width: Int, grain: Int = 32, _ change: @Sendable (Int, inout Element) throws -> Void
    ) throws {
        try withUnsafeMutableBufferPointer { buffer in
            nonisolated(unsafe) let members = buffer
            try forEachBlock(of: members.count, width: width, grain: grain) { block in
                for place in block { try change(place, &members[place]) }
            } undo: { _ in
            }
        }
    }
}

/// Calls a function for consecutive blocks of the numbers below `count`, on up to `width` threads.
/// After the first error, no further blocks are started.
///
/// - Parameters:
///   - grain: The maximum size of a block.
///   - undo: A function that is called for all finished blocks if there is an error.
/// - Throws: The error of the first block that has one.
@usableFromInline
func forEachBlock(
    of count: Int, width: Int, grain: Int, _ body: @Sendable (Range<Int>) throws -> Void,
    undo: (Range<Int>) -> Void
) throws {
    // The lock is taken once for each block of members, not for each member.
    let blockSize = max(1, min(grain, count / (width * 4)))
    let blocks = (count + blockSize - 1) / blockSize
    let next = Atomic<Int>(0)
    let outcome = Mutex<(finished: [Range<Int>], failure: (block: Int, error: any Error)?)>(
        ([], nil))
    DispatchQueue.concurrentPerform(iterations: min(width, blocks)) { _ in
        while true {
            let block = next.wrappingAdd(1, ordering: .relaxed).oldValue
            // Blocks before a failed one go on, so that the error is the same in every run.
            guard block < blocks, outcome.withLock({ block < $0.failure?.block ?? blocks })
            else { return }
            let range = block * blockSize..<min((block + 1) * blockSize, count)
            do {
                try body(range)
                outcome.withLock { $0.finished.append(range) }
            } catch {
                outcome.withLock {
                    if block < $0.failure?.block ?? blocks { $0.failure = (block, error) }
                }
            }
        }
    }
    let (finished, failure) = outcome.withLock { $0 }
    guard let failure else { return }
    finished.forEach(undo)
    throw failure.error
}
