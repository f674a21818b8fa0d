import BuildPipeline
import Synchronization

/// Builds the notebook whenever notes have changed, one build after the other.
final class SiteBuilder: Sendable {
    private struct State {
        /// The number of requests for a build, and how many of them a finished build has answered.
        var wanted = 0
        var built = 0
        var isRunning = false
        var problem: String?
    }

    private let options: BuildOptions
    private let state = Mutex(State())

    init(_ options: BuildOptions) {
        self.options = options
    }

    /// The result of the last build, for pages.
    struct Status: Sendable, Equatable {
        /// The number of requests that finished builds have answered.
        let built: Int
        let isBuilding: Bool
        /// The sentence that says why the last build published nothing; nil if it did.
        let problem: String?
    }

    var status: Status {
        state.withLock {
            Status(built: $0.built, isBuilding: $0.built < $0.wanted, problem: $0.problem)
        }
    }

    /// Starts a build, or has the present one be followed by another.
    ///
    /// - Returns: The number that ``Status/built`` reaches when the present notes are published.
    @discardableResult
    func build() -> Int {
        let (number, isNew) = state.withLock { state in
            state.wanted += 1
            defer { state.isRunning = true }
            return (state.wanted, !state.isRunning)
        }
        if isNew { Task.detached { await self.run() } }
        return number
    }

    private func run() async {
        while true {
            let number = state.withLock { $0.wanted }
            var problem: String?
            do throws(BuildError) {
                _ = try await Build.run(options)
            } catch {
                problem = error.message
            }
            let isDone = state.withLock { state in
                state.built = number
                state.problem = problem
                state.isRunning = state.wanted > number
                return !state.isRunning
            }
            if isDone { return }
        }
    }
}
