import ContentHashing
package import MarkdownText
package import MediaModel
package import NoteModel
package import OutputPlan
import ParallelWork
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
    private let excluded: [Note]
    private let text: ConfidentialText
    private let phrases: PhraseTable
    /// Flags for phrases whose words may be published nevertheless, parallel to the phrases.
    private let isAccepted: [Bool]
    /// The originals of published notes, and what was made from them.
    private let publishedOriginals: Set<ContentDigest>
    private let publishedDerivatives: Set<Fingerprint>
    private let found = Mutex<Set<Leak>>([])

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

    /// The texts that may be published.
    package struct PublicTexts: Sendable {
        /// The texts of pages themselves: templates, the interface, names that the owner gave.
        package var ofPages: [[UInt8]] = []
        /// Returns the text of the published note at a position.
        package var ofNote: @Sendable (_ index: Int) throws -> OfNote

        /// The text of a published note: as its page shows it, or compiled where there are no pages.
        package enum OfNote: Sendable {
            case shown(html: [UInt8], words: [UInt8])
            case compiled(CompiledNote)
        }

        package init(
            ofPages: [[UInt8]] = [], ofNote: @escaping @Sendable (_ index: Int) throws -> OfNote
        ) {
            self.ofPages = ofPages
            self.ofNote = ofNote
        }
    }

    /// - Parameters:
    ///   - excluded: Notes that must appear nowhere, compiled.
    ///   - accepted: Words that may be published nevertheless.
    ///   - acceptsAll: True if all words may be published.
    ///   - width: Number of threads.
    package init(
        _ excluded: [(note: Note, compiled: CompiledNote)], published notebook: Notebook,
        media: PreparedMedia, known: PublicTexts, accepted: [String] = [],
        acceptsAll: Bool = false, width: Int = 1
    ) throws {
        self.excluded = excluded.map(\.note)
        text = ConfidentialText(excluded)
        phrases = try Self.phrases(of: text, notebook: notebook, known: known, width: width)
        isAccepted =
            acceptsAll
            ? phrases.phrases.map { _ in true }
            : Self.found(phrases, in: accepted.map { FoldedText(Array($0.utf8), as: .plain) })
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
    }

    /// Creates a check of notes that are not compiled yet.
    package convenience init(
        _ excluded: [Note], compiler: NoteCompiler, published notebook: Notebook,
        media: PreparedMedia = PreparedMedia(), accepted: [String] = [], acceptsAll: Bool = false
    ) throws {
        try self.init(
            excluded.map { ($0, compiler.compile($0)) }, published: notebook, media: media,
            known: PublicTexts { .compiled(compiler.compile(notebook.notes[$0])) },
            accepted: accepted, acceptsAll: acceptsAll)
    }

    /// The phrases of excluded notes that are not public.
    private static func phrases(
        of text: ConfidentialText, notebook: Notebook, known: PublicTexts, width: Int
    ) throws -> PhraseTable {
        let (probes, numbers) = PhraseTable.make(text.bytes, candidates: text.units + text.cores)
        let pages = known.ofPages.flatMap {
            [FoldedText($0, as: .markup), FoldedText($0, as: .script), FoldedText($0, as: .plain)]
        }
        // Objects of archives that are not notes are published as JSON.
        let names =
            [notebook.title] + notebook.unread.flatMap { NoteTexts.strings(in: $0.description) }
        let named = names.flatMap { name in
            [FoldedText.Syntax.plain, .markup].map { FoldedText(Array(name.utf8), as: $0) }
        }
        var isPublic = found(probes, in: pages + named)
        let notes = notebook.notes
        let inNotes = try notes.indices.concurrentMap(width: width) { index in
            let note = notes[index]
            let texts =
                switch try known.ofNote(index) {
                case .shown(let html, let words): NoteTexts(note, shown: [(html, words)])
                case .compiled(let compiled): NoteTexts(note, compiled: compiled)
                }
            var found: Set<Int> = []
            for text in texts.folded {
                probes.forEachMatch(in: text.bytes) { phrase, _ in found.insert(phrase) }
            }
            return found
        }
        for found in inNotes { for phrase in found { probes.mark(phrase, in: &isPublic) } }
        let (units, cores) = (numbers.prefix(text.units.count), numbers.dropFirst(text.units.count))
        let secretUnits = zip(text.units, units).filter { !isPublic[$1] }.map(\.0)
        let secretWindows = text.windows.filter { window in
            !window.cores.contains { isPublic[cores[cores.startIndex + $0]] }
        }
        return PhraseTable.make(text.bytes, candidates: secretUnits + secretWindows.map(\.range))
            .table
    }

    /// Returns whether any of the texts contains each phrase, parallel to the phrases.
    private static func found(_ phrases: PhraseTable, in texts: [FoldedText]) -> [Bool] {
        var isFound = phrases.phrases.map { _ in false }
        for text in texts {
            phrases.forEachMatch(in: text.bytes) { phrase, _ in phrases.mark(phrase, in: &isFound) }
        }
        return isFound
    }

    /// Requires that a picture or a recording is one of a published note.
    ///
    /// - Parameter path: Path of the file that is or contains it.
    /// - Throws: ``LeakError/medium(path:)`` for a picture or a recording that no published note has.
    package func check(_ content: OutputContent, at path: String) throws(LeakError) {
        let isPublished =
            switch content {
            case .original(_, let digest): publishedOriginals.contains(digest)
            case .derivative(let derived): publishedDerivatives.contains(derived.key)
            case .bytes, .rendered, .written, .checksums: true
            }
        guard isPublished else { throw .medium(path: path) }
    }

    /// Looks for words of excluded notes in a file; ``leaks`` has what was found.
    ///
    /// - Parameter path: Path of the file below the output folder.
    package func check(_ bytes: [UInt8], at path: String) {
        guard !phrases.phrases.isEmpty else { return }
        let file = FoldedText(bytes, as: .init(path: path)).bytes
        var places: [Place] = []
        phrases.forEachMatch(in: file) { phrase, offset in
            let range = phrases.phrases[phrase]
            if let last = places.last, offset + range.count <= last.end {
                if !isAccepted[phrase] { places[places.count - 1].isAccepted = false }
                return
            }
            let shared = shared(range, file: file, offset: offset)
            places.append(
                Place(
                    shared: shared, end: offset + shared.upperBound - range.lowerBound,
                    isAccepted: isAccepted[phrase]))
        }
        guard !places.isEmpty else { return }
        let leaks = places.map { place in
            Leak(
                path: path, note: excluded[text.note(at: place.shared.lowerBound)],
                words: text.words(place.shared),
                isAccepted: place.isAccepted)
        }
        found.withLock { $0.formUnion(leaks) }
    }

    /// Words in a file that an excluded note has as well.
    private struct Place {
        /// The words in the note's text.
        let shared: Range<Int>
        /// The offset in the file after the last of them.
        let end: Int
        var isAccepted: Bool
    }

    /// Returns the text around a phrase that a file and a note have in common, as a range of the
    /// note's text.
    private func shared(_ phrase: Range<Int>, file: [UInt8], offset: Int) -> Range<Int> {
        var (start, end) = (phrase.lowerBound, phrase.upperBound)
        let shift = offset - start
        while start > 0, start + shift > 0, text.bytes[start - 1] != 0,
            text.bytes[start - 1] == file[start + shift - 1]
        {
            start -= 1
        }
        while end < text.bytes.count, end + shift < file.count, text.bytes[end] != 0,
            text.bytes[end] == file[end + shift]
        {
            end += 1
        }
        return start..<end
    }

    /// The words found so far, in the order of files, notes and words.
    package var leaks: [Leak] {
        found.withLock { $0 }.sorted {
            ($0.path, $0.note.id.text, $0.words) < ($1.path, $1.note.id.text, $1.words)
        }
    }
}
