import LocalFiles
package import MarkdownText
package import NoteModel

/// The words of notes by which they are recognised, prepared once for several checks: what one
/// edition excludes, another one may publish.
package final class LeakCorpus: Sendable {
    let notes: [Note]
    let confidential: ConfidentialText
    /// The runs of all units, cores and windows, one after the other.
    private let runs: WordRuns

    /// - Parameters:
    ///   - notes: The notes that any of the checks excludes, compiled.
    ///   - width: The number of threads.
    /// - Throws: No error of its own; that of a thread.
    package init(_ notes: [(note: Note, compiled: CompiledNote)], width: Int = 1) throws {
        self.notes = notes.map(\.note)
        confidential = try ConfidentialText(notes, width: width)
        runs = try WordRuns(
            confidential.folded.bytes,
            candidates: confidential.units + confidential.cores
                + confidential.windows.map(\.range), width: width)
    }

    /// Returns the runs of excluded notes that are not public.
    ///
    /// - Parameters:
    ///   - excluded: The excluded notes, all of which are in the corpus. All others are published.
    ///   - published: Returns the numbers of those runs that are found in published texts.
    func secrets(
        of excluded: Set<NoteID>, published: (WordRuns) throws -> Set<Int>
    ) rethrows -> WordRuns {
        let isExcluded = notes.map { excluded.contains($0.id) }
        let (units, cores) = (confidential.units.count, confidential.cores.count)
        var isWanted = [Bool](repeating: false, count: runs.ranges.count)
        var isPublic = isWanted
        for note in notes.indices {
            let phrases = confidential.phrases(ofNote: note)
            for unit in phrases.units {
                if isExcluded[note] {
                    isWanted[runs.numbers[unit]] = true
                } else {
                    isPublic[runs.numbers[unit]] = true
                }
            }
            for core in phrases.cores {
                if isExcluded[note] {
                    isWanted[runs.numbers[units + core]] = true
                } else {
                    isPublic[runs.numbers[units + core]] = true
                }
            }
        }
        for run in isWanted.indices where isPublic[run] { isWanted[run] = false }
        for run in try published(runs.narrowed(to: isWanted)) { isPublic[run] = true }
        var isSecret = [Bool](repeating: false, count: runs.ranges.count)
        for note in notes.indices where isExcluded[note] {
            let phrases = confidential.phrases(ofNote: note)
            for unit in phrases.units where !isPublic[runs.numbers[unit]] {
                isSecret[runs.numbers[unit]] = true
            }
            for window in phrases.windows {
                let known = confidential.windows[window].cores
                guard !known.contains(where: { isPublic[runs.numbers[units + $0]] }) else {
                    continue
                }
                isSecret[runs.numbers[units + cores + window]] = true
            }
        }
        return runs.narrowed(to: isSecret)
    }
}
