import Hashing
import LocalFiles
import NoteArchives
import NoteModel

/// The readings of sources by earlier runs, as the cache stores them. They are needed only if a
/// source can no longer be read: its notes stay published as they were last read, until it can be
/// read again or is gone.
struct LastReadings: Sendable {
    static let step = "read"
    /// The step that stores the names of the chunks of ``step``.
    private static let names = "read-names"

    private let cache: BuildCache
    private let known: Lazy<[String: ReadSource]>

    init(_ cache: BuildCache) {
        self.cache = cache
        known = Lazy {
            let names: [[String]] = cache.stored(LastReadings.names)
            var all: [String: ReadSource] = [:]
            for name in names.joined() {
                for source in cache.stored(LastReadings.step, name: name) as [ReadSource] {
                    let last = source.last ?? source
                    if !last.outcome.notes.isEmpty { all[last.outcome.source.name] = last }
                }
            }
            return all
        }
    }

    /// All readings that contain notes, by the name of the source.
    var all: [String: ReadSource] { known.value }

    /// Returns the last reading of a source that can no longer be read, wholly or in part; nil if
    /// the new outcome has no fewer notes or no more errors.
    func reading(insteadOf outcome: SourceOutcome) -> ReadSource? {
        switch outcome.result {
        case .skipped: return nil
        case .failed: return all[outcome.source.name]
        case .read(let notes):
            // A note that was deleted is not kept because of damage that was there before.
            guard outcome.errorCount > 0, let last = all[outcome.source.name],
                notes.count < last.outcome.notes.count,
                outcome.errorCount > last.outcome.errorCount
            else { return nil }
            return last
        }
    }

    /// Records the names of the chunks, by which the next run finds the readings of this one.
    func recordChunks(named names: [String]) {
        _ = cache.value(Self.names, input: Fingerprinter("names", names).fingerprint) { names }
    }
}

extension SourceOutcome {
    fileprivate var errorCount: Int { diagnostics.count { $0.severity == .error } }
}
