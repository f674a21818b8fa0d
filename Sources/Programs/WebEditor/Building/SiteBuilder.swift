import BuildPipeline
import LocalFiles
import NoteModel
import Platform
import Synchronization

/// Builds the notebook whenever notes change, one build at a time: the site at once, the exports
/// after the editor has been idle for a while.
final class SiteBuilder: Sendable {
    private struct State {
        /// The number of requests for a build, and how many of them a finished build has answered.
        var wanted = 0
        var built = 0
        /// The number of requests up to which the exports are complete.
        var exported = 0
        var isRunning = false
        var problem: String?
        var lastUse = ContinuousClock.now
        /// The last revision of the notes for which a build was requested.
        var revision: Int?
    }

    private let formats: Set<BuildOptions.Format>
    private let options: @Sendable () throws -> BuildOptions
    private let memory = CacheMemory()
    private let state = Mutex(State())

    /// The idle time before the exports are built, since building them delays replies.
    private static let quiet = Duration.seconds(3)

    /// - Parameters:
    ///   - formats: The formats of the trees.
    ///   - options: Returns the options of a build. It is called for each one, since the
    ///     configuration may change while the editor runs.
    init(
        _ formats: Set<BuildOptions.Format>,
        options: @escaping @Sendable () throws -> BuildOptions
    ) {
        (self.formats, self.options) = (formats, options)
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

    /// Records that the editor is in use.
    func use() { state.withLock { $0.lastUse = .now } }

    /// Starts a build, or schedules another one after the present build.
    ///
    /// - Parameter revision: The revision of the notes, which is built only once; nil if it is
    ///   unknown.
    func build(revision: Int? = nil) {
        let isNew = state.withLock { state in
            if let revision {
                if state.revision == revision { return false }
                state.revision = revision
            }
            state.wanted += 1
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isNew { Task.detached { await self.run() } }
    }

    /// Completes the exports before the program ends.
    func finish() async {
        while state.withLock({ $0.isRunning }) { try? await Task.sleep(for: .milliseconds(20)) }
        guard state.withLock({ $0.exported < $0.wanted }) else { return }
        await publish(formats)
    }

    private func run() async {
        while await publish(formats.intersection([.html])) {}
        await exportWhenQuiet()
    }

    private func exportWhenQuiet() async {
        let number = state.withLock { state in
            state.lastUse = .now
            return state.wanted
        }
        while true {
            let end = state.withLock { $0.lastUse } + Self.quiet
            guard end > .now else { break }
            try? await Task.sleep(until: end, clock: .continuous)
        }
        let isQuiet = state.withLock { state in
            guard state.wanted == number, state.exported < number, !state.isRunning else {
                return false
            }
            state.isRunning = true
            return true
        }
        guard isQuiet else { return }
        if await publish(formats) { await run() }
    }

    /// Builds some of the trees, or all if `formats` is empty.
    ///
    /// - Returns: True if another build has been requested meanwhile.
    @discardableResult
    private func publish(_ formats: Set<BuildOptions.Format>) async -> Bool {
        let number = state.withLock { $0.wanted }
        var problem: String?
        do {
            var options = try options()
            // The builds of the site and of the exports share what they read.
            options.hashesSources = self.formats.contains(.json)
            options.formats = formats.isEmpty ? self.formats : formats
            _ = try await Build.run(options, memory: memory)
        } catch is NoNotesError {
            // In a new folder there is nothing to publish before the first note is saved.
        } catch {
            problem = error.message
        }
        // Deferred, since it takes a while, and open pages wait for the state.
        defer { ProcessMemory.returnFree() }
        let isWhole = formats.isEmpty || formats == self.formats
        return state.withLock { state in
            state.built = number
            if isWhole { state.exported = number }
            state.problem = problem
            state.isRunning = state.wanted > number
            return state.isRunning
        }
    }
}
