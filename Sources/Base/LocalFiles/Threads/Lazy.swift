import Synchronization

/// A value that is computed on first access. Most builds change few pages and need few such values.
package final class Lazy<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let made = AtomicLazyReference<Made>()
    /// Keeps other threads waiting while one computes the value.
    private let lock = Mutex(())

    private final class Made: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    package var value: Value {
        // Most values are asked for often, and by several threads.
        if let made = made.load() { return made.value }
        return lock.withLock { _ in
            made.load()?.value ?? made.storeIfNil(Made(make())).value
        }
    }
}
