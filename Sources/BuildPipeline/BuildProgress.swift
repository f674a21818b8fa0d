import Synchronization

/// Where a run tells how far it is. May be called on several threads.
package struct BuildProgress: Sendable {
    package typealias Teller = @Sendable (_ station: String, _ done: Int, _ all: Int) -> Void

    private let tell: Teller

    /// - Parameter tell: Called now and then with the station's name, the number of things done
    ///   and of all.
    package init(_ tell: @escaping Teller) {
        self.tell = tell
    }

    package static let none = BuildProgress { _, _, _ in }

    func counter(_ station: String, of all: Int) -> Counter {
        Counter(station, all, tell)
    }

    final class Counter: Sendable {
        private let done = Atomic<Int>(0)
        private let station: String
        private let all: Int
        private let tell: Teller

        fileprivate init(_ station: String, _ all: Int, _ tell: @escaping Teller) {
            self.station = station
            self.all = all
            self.tell = tell
        }

        func advance() {
            let count = done.wrappingAdd(1, ordering: .relaxed).newValue
            // A hundred steps are as many as anybody can see.
            if count % max(1, all / 100) == 0 || count == all { tell(station, count, all) }
        }
    }
}
