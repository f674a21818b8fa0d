import Dispatch
import Foundation
import Synchronization

/// Runs concurrent work and waits for it, so that tests can be written as a sequence of steps.
///
/// The work and its child tasks run on Dispatch's threads: the language has only as many as there
/// are cores, and tests that wait would take them all.
package func waiting<Value: Sendable>(
    for work: @escaping @Sendable () async throws -> Value
) throws -> Value {
    let result = WaitedResult<Value>()
    Task(executorPreference: DispatchExecutor()) {
        do {
            result.set(.success(try await work()))
        } catch {
            result.set(.failure(error))
        }
    }
    return try result.wait()
}

/// Runs tasks on the threads of Dispatch.
private final class DispatchExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A result that one task sets and another waits for.
private final class WaitedResult<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    func set(_ value: Result<Value, any Error>) {
        result.withLock { $0 = value }
        isDone.signal()
    }

    func wait() throws -> Value {
        isDone.wait()
        guard let value = result.withLock({ $0 }) else { preconditionFailure("it was waited for") }
        return try value.get()
    }
}

/// Waits for a condition, for as long as a busy machine may take.
///
/// - Returns: False if it is still not met after 60 seconds.
package func waits(until condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try condition() { return true }
        usleep(20_000)
    }
    return try condition()
}
