import LocalFiles
package import MarkdownText
package import NoteModel

/// The words of notes by which they are recognised, prepared once for several checks: what one
/// edition excludes, another one may publish.
package final class LeakCorpus: Sendable {
    let notes: [Note]
    private let texts: [ConfidentialText]
    /// The runs of all phrases.
    private let runs: WordRuns

    /// - Parameters:
    ///   - notes: The notes that any of the checks excludes.
    ///   - width: The number of threads.
    ///   - compiled: Returns the note at a position, compiled.
    /// - Throws: The errors of `compiled`.
    package init(
        _ notes: [Note], width: Int = 1, compiled: @Sendable (_ index: Int) throws -> CompiledNote
    ) throws {
        self.notes = notes
        let read = try notes.indices.concurrentMap(width: width) {
            let text = ConfidentialText(notes[$0], compiled: try compiled($0))
            return (text, WordRuns.Distinct(text.folded.bytes, candidates: text.phrases))
        }
        texts = read.map(\.0)
        runs = try WordRuns(read.map(\.1), width: width)
    }

    /// Returns the numbers of the units and cores of a note, by which other runs may be public.
    private func parts(ofNote note: Int) -> ArraySlice<Int32> {
        runs.numbers[note].prefix(texts[note].units.count + texts[note].cores.count)
    }

    /// The knowledge of a check about the runs.
    struct Knowledge {
        fileprivate var isPublic: [Bool]
        /// The positions of the excluded notes.
        fileprivate let excluded: [Int]
        /// The units and cores of excluded notes that may be public.
        let probes: WordRuns

        /// Adds runs, by their numbers, that published texts have.
        mutating func add(_ published: some Sequence<Int>) {
            for run in published { isPublic[run] = true }
        }
    }

    /// Returns what is known before any other text is read, and whether the corpus has all notes that
    /// are published.
    ///
    /// - Parameters:
    ///   - excluded: The excluded notes, all of which are in the corpus.
    ///   - published: All others.
    ///   - width: The number of threads.
    func knowledge(
        of excluded: Set<NoteID>, published: [Note], width: Int
    ) throws -> (Knowledge, isComplete: Bool) {
        let own = notes.indices.filter { excluded.contains(notes[$0].id) }
        let others = notes.indices.filter { !excluded.contains(notes[$0].id) }
        let known = Set(others.lazy.map { [notes] in notes[$0].id })
        var isPublic = [Bool](repeating: false, count: runs.count)
        for note in others { for run in parts(ofNote: note) { isPublic[Int(run)] = true } }
        var isProbe = [Bool](repeating: false, count: runs.count)
        for note in own {
            for run in parts(ofNote: note) where !isPublic[Int(run)] { isProbe[Int(run)] = true }
        }
        let probes = runs.narrowed(to: isProbe)
        var knowledge = Knowledge(isPublic: isPublic, excluded: own, probes: probes)
        let found = try others.concurrentMap(width: width) { [texts] in
            probes.found(in: [texts[$0].folded])
        }
        for runs in found { knowledge.add(runs) }
        return (knowledge, published.allSatisfy { known.contains($0.id) })
    }

    /// Returns the runs by which excluded notes are recognised: what is public is not among them, nor
    /// is a window of which a core is public.
    func secrets(_ knowledge: Knowledge) -> WordRuns {
        let isPublic = knowledge.isPublic
        var isSecret = [Bool](repeating: false, count: runs.count)
        for note in knowledge.excluded {
            let (text, numbers) = (texts[note], runs.numbers[note])
            let (units, parts) = (text.units.count, text.units.count + text.cores.count)
            for run in numbers[..<units] where !isPublic[Int(run)] { isSecret[Int(run)] = true }
            for (run, window) in zip(numbers[parts...], text.windows)
            where !window.cores.contains(where: { isPublic[Int(numbers[units + $0])] }) {
                isSecret[Int(run)] = true
            }
        }
        return runs.narrowed(to: isSecret)
    }

    /// Returns a note, and the words of a range of its text for people, without case and punctuation.
    func words(_ range: Range<Int>, ofNote note: Int) -> (note: Note, words: String) {
        (notes[note], texts[note].words(range))
    }
}
