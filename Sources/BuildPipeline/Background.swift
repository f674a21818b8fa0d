import Dispatch
import Synchronization

/// A value that is made on another thread until it is asked for.
final class Background<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isDone = DispatchGroup()

    init(_ make: @escaping @Sendable () throws -> Value) {
        DispatchQueue.global().async(group: isDone) { [self] in
            let made = Result { try make() }
            result.withLock { $0 = made }
        }
    }

    /// The value, once it is made.
    ///
    /// - Throws: What making it threw.
    func value() throws -> Value {
        isDone.wait()
        guard let made = result.withLock({ $0 }) else {
            preconditionFailure("it was waited for")
        }
        return try made.get()
    }
}
