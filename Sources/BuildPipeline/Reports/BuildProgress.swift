import Synchronization

/// Where a run tells how far it is. May be called on several threads.
package struct BuildProgress: Sendable {
    package typealias Teller = @Sendable (_ stage: String, _ done: Int, _ all: Int) -> Void

    private let tell: Teller

    /// - Parameter tell: Called now and then with the stage's name, the number of things done
    ///   and of all.
    package init(_ tell: @escaping Teller) {
        self.tell = tell
    }

    package static let none = BuildProgress { _, _, _ in }

    func counter(_ stage: String, of all: Int) -> Counter {
        Counter(stage, all, tell)
    }

    final class Counter: Sendable {
        private let done = Atomic<Int>(0)
        private let stage: String
        private let all: Int
        private let tell: Teller

        fileprivate init(_ stage: String, _ all: Int, _ tell: @escaping Teller) {
            self.stage = stage
            self.all = all
            self.tell = tell
        }

        func advance() {
            let count = done.wrappingAdd(1, ordering: .relaxed).newValue
            // A hundred steps are as many as anybody can see.
            if count % max(1, all / 100) == 0 || count == all { tell(stage, count, all) }
        }
    }
}
