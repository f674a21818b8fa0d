import Hashing
import LocalFiles
import Synchronization

/// The decoded entries of a cache file, in memory from one run of the process to the next.
///
/// They are used only if the file is still what the last successful run left: records name the
/// ranges of attachments that are in the file.
package final class CacheMemory: Sendable {
    private struct State {
        /// The status of the file as the last run left it; nil if that run has not succeeded.
        var file: FileStatus?
        var entries: [Fingerprint: [CacheRecord]] = [:]
        /// The entries of this run, which the next one finds.
        var next: [Fingerprint: [CacheRecord]] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Begins a run with the file at a path.
    func begin(_ path: String) {
        let file = (try? LocalFiles.status(path)) ?? nil
        state.withLock { state in
            if file == nil || file != state.file { state.entries = [:] }
            (state.file, state.next) = (nil, [:])
        }
    }

    /// Ends a run that has succeeded and has written the file at a path.
    ///
    /// - Parameter isUsed: Returns false for the keys of entries that are not in the file any more.
    func end(_ path: String, keeping isUsed: (Fingerprint) -> Bool) {
        let file = (try? LocalFiles.status(path)) ?? nil
        state.withLock { state in
            state.entries = state.entries.merging(state.next) { $1 }.filter { isUsed($0.key) }
            (state.file, state.next) = (file, [:])
        }
    }

    var keys: Set<Fingerprint> { state.withLock { Set($0.entries.keys) } }

    /// Returns the records of an entry of the last run; nil if it had none with the key.
    func records(of key: Fingerprint) -> [CacheRecord]? { state.withLock { $0.entries[key] } }

    /// Keeps the records of an entry of this run.
    func keep(_ records: [CacheRecord], of key: Fingerprint) {
        state.withLock { $0.next[key] = records }
    }
}
