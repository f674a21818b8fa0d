package import Hashing
import LocalFiles
package import MarkdownText
package import NoteModel
package import OutputPlan
import Synchronization

/// Checks everything that is about to be published for content of excluded notes: pictures and
/// recordings that no published note has, and words that only excluded notes have.
///
/// It does not know how pages are made, so it finds mistakes there and in templates. The texts of
/// excluded and of published notes, and every file, are compared as ``FoldedText``. Each note is
/// taken as it was written and as Markdown is rendered, so whatever a file shows of a published
/// note is among the public texts. An excluded note is recognised by a whole title, caption, line
/// or block of four words or more, and by any eight words in a row. Phrases that a published note
/// contains do not count, nor do eight words of which five in a row are public: such runs arise
/// where two public texts adjoin.
package final class LeakCheck: Sendable {
    private let corpus: LeakCorpus
    /// The runs by which excluded notes are recognised, without those that published notes of the
    /// corpus have; nil unless it has all published notes. Their pages hardly ever have others, and
    /// are read only if a file has suspicious words.
    private let suspects: WordRuns?
    /// The runs of excluded notes that no published text has; nil until they are needed.
    private let secrets = Mutex<Secrets?>(nil)
    private let findSecrets: @Sendable () throws -> Secrets
    private let acceptsAll: Bool
    /// The originals of published notes, and what was made from them.
    private let publishedOriginals: Set<ContentDigest>
    private let publishedDerivatives: Set<Fingerprint>
    private let found = Mutex<Set<Leak>>([])

    private struct Secrets: Sendable {
        let runs: WordRuns
        /// The numbers of the runs that may be published nevertheless.
        let accepted: Set<Int>
    }

    /// Words of an excluded note in a file.
    package struct Leak: Hashable, Sendable {
        /// Path of the file below the output folder.
        package let path: String
        /// The excluded note.
        package let note: Note
        /// The complete words in common, without case and punctuation.
        package let words: String
        /// True if the words may be published nevertheless.
        package let isAccepted: Bool
    }

    /// The text of a published note: as its page shows it, or compiled where there are no pages.
    package enum PublicText: Sendable {
        case shown(html: [UInt8], words: [UInt8])
        case compiled(CompiledNote)
    }

    /// - Parameters:
    ///   - excluded: Notes that must appear nowhere.
    ///   - corpus: The words of these notes, and perhaps of others.
    ///   - pages: The texts of pages themselves: templates, the interface, names that the owner
    ///     gave.
    ///   - accepted: Words that may be published nevertheless.
    ///   - acceptsAll: True if all words may be published.
    ///   - width: Number of threads.
    ///   - text: Returns the text of the published note at a position.
    ///   - search: Returns what a search finds in each published note, from an earlier run if that
    ///     is known; nil to search all of them.
    /// - Throws: The errors of `text` and `search`.
    package init(
        _ excluded: Set<NoteID>, of corpus: LeakCorpus, published notebook: Notebook,
        media: PreparedMedia, pages: [PublicTexts] = [], accepted: [String] = [],
        acceptsAll: Bool = false, width: Int = 1,
        text: @escaping @Sendable (_ index: Int) throws -> PublicText,
        search: (@Sendable (PublicSearch) throws -> [[UInt64]])? = nil
    ) throws {
        (self.corpus, self.acceptsAll) = (corpus, acceptsAll)
        var (knowledge, isComplete) = try corpus.knowledge(
            of: excluded, published: notebook.notes, width: width)
        knowledge.add(
            try Self.found(knowledge.probes, besidesNotesOf: notebook, pages: pages, width: width))
        suspects = isComplete ? corpus.secrets(knowledge) : nil
        findSecrets = { [knowledge] in
            var knowledge = knowledge
            let probes = knowledge.probes
            let all = PublicSearch(probes: probes, notes: notebook.notes, text: text)
            let found =
                try search?(all)
                ?? all.notes.indices.concurrentMap(width: width) { try all.found(inNoteAt: $0) }
            knowledge.add(found.joined().compactMap(probes.number(ofHash:)))
            let runs = corpus.secrets(knowledge)
            return Secrets(
                runs: runs,
                accepted: runs.found(in: accepted.map { FoldedText(Array($0.utf8), as: .plain) }))
        }
        var originals = Set<ContentDigest>()
        var derivatives = Set<Fingerprint>()
        for note in notebook.notes {
            for medium in note.media.all.compactMap({ media[$0] }) {
                originals.insert(medium.original.digest)
                derivatives.formUnion(medium.files.map(\.key))
            }
        }
        publishedOriginals = originals
        publishedDerivatives = derivatives
        if suspects == nil { _ = try knownSecrets() }
    }

    private func knownSecrets() throws -> Secrets {
        try secrets.withLock { known in
            let found = try known ?? findSecrets()
            known = found
            return found
        }
    }

    /// Creates a check of notes that are not compiled yet.
    ///
    /// - Throws: No error of its own: published notes are compiled, too.
    package convenience init(
        _ excluded: [Note], compiler: NoteCompiler, published notebook: Notebook,
        accepted: [String] = [], acceptsAll: Bool = false
    ) throws {
        try self.init(
            Set(excluded.map(\.id)),
            of: LeakCorpus(excluded) { compiler.compile(excluded[$0]) }, published: notebook,
            media: PreparedMedia(), accepted: accepted, acceptsAll: acceptsAll,
            text: { .compiled(compiler.compile(notebook.notes[$0])) })
    }

    /// Returns the numbers of the runs that are in pages themselves, or in what exports have besides
    /// notes.
    private static func found(
        _ probes: WordRuns, besidesNotesOf notebook: Notebook, pages: [PublicTexts], width: Int
    ) throws -> some Sequence<Int> {
        // Identifiers and objects of archives that are not notes are published in exports.
        let names =
            [notebook.title] + notebook.notes.compactMap(\.identifier)
            + notebook.unread.flatMap { NoteTexts.strings(in: $0.description) }
        let inPages = try pages.flatMap(\.folded).concurrentMap(width: width) {
            probes.found(in: [$0])
        }
        let inNames = try names.concurrentMap(width: width) { name in
            probes.found(in: [.plain, .markup].lazy.map { FoldedText(Array(name.utf8), as: $0) })
        }
        return (inPages + inNames).joined()
    }

    /// The search of published notes for words that excluded notes have as well.
    package struct PublicSearch: Sendable {
        fileprivate let probes: WordRuns
        fileprivate let notes: [Note]
        fileprivate let text: @Sendable (_ index: Int) throws -> PublicText

        /// The fingerprint of what is looked for.
        package var key: Fingerprint { probes.key }

        /// Returns numbers that stand for what the note at a position has. They depend on nothing but
        /// its texts and what is looked for.
        ///
        /// - Throws: The errors of its text.
        package func found(inNoteAt index: Int) throws -> [UInt64] {
            let texts =
                switch try text(index) {
                case .shown(let html, let words): NoteTexts(notes[index], shown: [(html, words)])
                case .compiled(let compiled): NoteTexts(notes[index], compiled: compiled)
                }
            return probes.found(in: texts.whole).map(probes.hash(ofRun:)).sorted()
        }
    }

    /// Requires that a picture or a recording is one of a published note.
    ///
    /// - Parameter path: Path of the file that is or contains it.
    /// - Throws: ``UserError`` for a picture or a recording that no published note has, which only a
    ///   defect of the program can cause.
    package func check(_ content: OutputContent, at path: String) throws {
        let isPublished =
            switch content {
            case .original(_, let digest): publishedOriginals.contains(digest)
            case .derivative(let derived): publishedDerivatives.contains(derived.key)
            case .bytes, .rendered, .pieces, .written, .checksums: true
            }
        guard isPublished else {
            throw UserError(
                "\(path) would be a picture or recording that no published note has; nothing was published.",
                "Please report this.")
        }
    }

    /// Looks for words of excluded notes in a file; ``leaks`` has what was found.
    ///
    /// - Parameter path: Path of the file below the output folder.
    /// - Throws: The errors of reading published texts.
    package func check(_ bytes: [UInt8], at path: String) throws {
        guard case let runs = try suspects ?? knownSecrets().runs, !runs.isEmpty else { return }
        let file = FoldedText(bytes, as: .init(path: path))
        guard runs.isFound(in: file) else { return }
        let secrets = try knownSecrets()
        var matches: [(offset: Int, run: Int)] = []
        secrets.runs.forEachMatch(in: file) { run, offset in
            // Of the runs that begin at one place, the last is the longest.
            if matches.last?.offset == offset { matches.removeLast() }
            matches.append((offset, run))
        }
        var places: [Place] = []
        for (offset, run) in matches {
            let (note, range) = secrets.runs.place(ofRun: run)
            let isAccepted = acceptsAll || secrets.accepted.contains(run)
            if let last = places.last, offset + range.count <= last.end {
                if !isAccepted { places[places.count - 1].isAccepted = false }
                continue
            }
            let shared = shared(
                range, of: secrets.runs.bytes(ofText: note), file: file.bytes, offset: offset)
            places.append(
                Place(
                    note: note, shared: shared,
                    end: offset + shared.upperBound - range.lowerBound, isAccepted: isAccepted))
        }
        guard !places.isEmpty else { return }
        let leaks = places.map { place in
            let (note, words) = corpus.words(place.shared, ofNote: place.note)
            return Leak(path: path, note: note, words: words, isAccepted: place.isAccepted)
        }
        found.withLock { $0.formUnion(leaks) }
    }

    /// Words in a file that an excluded note has as well.
    private struct Place {
        /// The position of the note in the corpus.
        let note: Int
        /// The words in the note's text.
        let shared: Range<Int>
        /// The offset in the file after the last of them.
        let end: Int
        var isAccepted: Bool
    }

    /// Returns the text around a run that a file and a note have in common, as a range of the
    /// note's text.
    private func shared(
        _ run: Range<Int>, of bytes: [UInt8], file: [UInt8], offset: Int
    ) -> Range<Int> {
        let before = zip(bytes[..<run.lowerBound].reversed(), file[..<offset].reversed())
        let after = zip(bytes[run.upperBound...], file[(offset + run.count)...])
        func isShared(_ pair: (UInt8, UInt8)) -> Bool { pair.0 == pair.1 && pair.0 != 0 }
        return run.lowerBound - before.lazy.prefix(while: isShared).count..<run.upperBound
            + after.lazy.prefix(while: isShared).count
    }

    /// The words found so far, in the order of files, notes and words.
    package var leaks: [Leak] {
        found.withLock { $0 }.sorted {
            ($0.path, $0.note.id.text, $0.words) < ($1.path, $1.note.id.text, $1.words)
        }
    }
}
