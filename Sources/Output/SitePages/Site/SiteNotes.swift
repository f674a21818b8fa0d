package import Hashing
package import MarkdownText
package import NoteModel

/// A note of a site: its facts, and what its references lead to. The rendered texts are read when a
/// page needs them.
///
/// A class, because many pages use it, and copying its fields would take longer than using them.
package final class SiteNote: Sendable {
    package let note: Note
    package let text: CompiledNote.Handle
    /// The fingerprint of the note with its media; nil if it is unknown.
    let key: Fingerprint?
    /// The targets of the references in ``facts``, in their order.
    package let targets: [ReferenceTarget]
    /// The positions of the notes that its texts embed.
    let embedded: [Int]
    /// The positions of the references that hide a name and have no target, such as those to an
    /// excluded note, whose names readers must not find.
    let unreachable: [Int]
    /// True if the note may have files besides its page.
    let mayHaveFiles: Bool
    /// The fingerprints of what pages show of it; nil if they are unknown, in which case all pages
    /// are rendered in every build.
    package let fingerprints: NoteFingerprints?
    /// The facts about its texts, such as excerpt and headings.
    package var facts: NoteFacts { text.facts }
    /// The rendered texts, which are decoded at every call.
    var body: CompiledBody { text.body(of: note) }

    package init(
        _ note: Note, text: CompiledNote.Handle, key: Fingerprint? = nil,
        targets: [ReferenceTarget] = [], fingerprints: NoteFingerprints? = nil
    ) {
        (self.note, self.text, self.key) = (note, text, key)
        (self.targets, self.fingerprints) = (targets, fingerprints)
        mayHaveFiles = note.hasMedia || !note.pages.isEmpty
        let references = text.facts.references
        embedded = zip(references, targets).compactMap { $0.isEmbeddedNote ? $1.note : nil }
        unreachable = zip(references.indices, targets).compactMap {
            $1 == .nothing && references[$0].hidesItsName ? $0 : nil
        }
    }

    /// Returns the note with the targets of its references.
    package func leading(
        to targets: [ReferenceTarget], fingerprints: NoteFingerprints? = nil
    ) -> SiteNote {
        SiteNote(note, text: text, key: key, targets: targets, fingerprints: fingerprints)
    }
}

/// The notes of a site, from which every page is made.
package struct SiteNotes: Sendable {
    package let rows: [SiteNote]
    let map: SiteMap

    var notes: LazyMapCollection<[SiteNote], Note> { rows.lazy.map(\.note) }

    /// Creates the notes of a site.
    ///
    /// - Parameter rows: The notes with the targets of their references; see ``ReferenceResolver``.
    package init(_ rows: [SiteNote], map: SiteMap) {
        self.rows =
            rows.contains { !$0.embedded.isEmpty }
            ? NoteFingerprints.includingEmbedded(rows) : rows
        self.map = map
    }

    /// Returns the text of a note, or of the part of it, that a reference embeds; nil for a note
    /// that is not only text, and for a part without a heading.
    func text(embeddedBy reference: Reference, target: ReferenceTarget) -> CompiledText? {
        guard let index = target.note, case let row = rows[index], row.note.deck == nil,
            row.note.pages.isEmpty, row.facts.unrenderedReason == nil
        else { return nil }
        let text = row.body.texts[0]
        guard case .part(_, let heading) = target else {
            // A block that is named with `#^` is not known.
            return reference.name.contains("#") || text.html.isEmpty ? nil : text
        }
        let place = row.facts.headings.firstIndex { $0.identifier == heading }
        return place.flatMap { text.section(ofHeading: $0) }
    }

    /// For each note the positions of the notes that link it, in ascending order.
    var backlinks: [[Int]] {
        var backlinks: [[Int]] = Array(repeating: [], count: rows.count)
        for (index, row) in rows.enumerated() {
            for linked in row.targets.compactMap(\.note)
            where linked != index && backlinks[linked].last != index {
                backlinks[linked].append(index)
            }
        }
        return backlinks
    }
}

extension NoteFacts {
    /// Returns the excerpt of a note in lists: for a deck the number of cards and the first
    /// question, for handwriting the number of pages and the first words, else the first words.
    func shownExcerpt(of note: Note, _ words: LocalizedStrings) -> String {
        let parts: [String]
        if let deck = note.deck {
            parts = [words.count(of: deck.cards.count, as: \.cardCount), questions.first ?? ""]
        } else if !note.pages.isEmpty {
            parts = [words.count(of: note.pages.count, as: \.pageCount), excerpt]
        } else {
            return excerpt
        }
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
