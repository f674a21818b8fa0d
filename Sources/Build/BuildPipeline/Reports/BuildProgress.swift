import Synchronization

/// A receiver of progress reports, such as a line in the terminal. It may be called on several
/// threads at once.
package struct BuildProgress: Sendable {
    package typealias Receiver = @Sendable (_ stage: String, _ done: Int, _ all: Int) -> Void

    private let report: Receiver

    /// - Parameter report: Called from time to time with the name of the stage, the number of items
    ///   that are done, and the number of all items.
    package init(_ report: @escaping Receiver) {
        self.report = report
    }

    package static let none = BuildProgress { _, _, _ in }

    /// Reports how many of all parts of a stage are done, for a caller that counts itself.
    package func update(_ stage: String, done: Int, of all: Int) { report(stage, done, all) }

    package func counter(_ stage: String, of all: Int) -> Counter {
        Counter(stage, all: all, report: report)
    }

    package final class Counter: Sendable {
        private let done = Atomic<Int>(0)
        private let stage: String
        private let all: Int
        private let report: Receiver

        fileprivate init(_ stage: String, all: Int, report: @escaping Receiver) {
            (self.stage, self.all, self.report) = (stage, all, report)
        }

        package func advance() {
            let count = done.wrappingAdd(1, ordering: .relaxed).newValue
            // More than a few hundred steps would not be visible.
            if count % max(1, all / 100) == 0 || count == all { report(stage, count, all) }
        }
    }
}
