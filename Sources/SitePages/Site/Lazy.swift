import Synchronization

/// A value that is made for the first that asks. Most runs change few pages, and ask for little.
final class Lazy<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let made = Mutex<Value?>(nil)

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        made.withLock { made in
            let value = made ?? make()
            made = value
            return value
        }
    }
}
