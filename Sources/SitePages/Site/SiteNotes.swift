package import MarkdownText
package import NoteModel

/// The notes of a site with their facts and targets, from which every page is made. Their rendered
/// texts are read on demand.
package struct SiteNotes: Sendable {
    let notes: [Note]
    let map: SiteMap
    /// The facts about each note, such as excerpt and headings, parallel to `notes`.
    let facts: [NoteFacts]
    /// The targets of the references of each note, parallel to `notes`, and each list parallel to
    /// ``NoteFacts/references``.
    let targets: [[ReferenceTarget]]
    /// Returns the rendered texts of a note, by its position. It may be called on several threads,
    /// and may read from the cache.
    package let body: @Sendable (Int) throws -> CompiledBody
    /// The fingerprints of the notes, parallel to `notes`; nil if they are unknown, in which case
    /// all pages are rendered in every build.
    let fingerprints: [NoteFingerprints]?

    /// Creates the notes of a site.
    ///
    /// - Parameters:
    ///   - facts: The facts about the notes, parallel to them.
    ///   - targets: The targets of their references, parallel to the notes; see
    ///     ``ReferenceResolver``.
    ///   - fingerprints: The fingerprints of the notes, parallel to them; nil if they are unknown.
    ///   - body: Returns the rendered texts of a note, by its position.
    package init(
        _ notes: [Note], map: SiteMap, facts: [NoteFacts], targets: [[ReferenceTarget]],
        fingerprints: [NoteFingerprints]? = nil,
        body: @escaping @Sendable (Int) throws -> CompiledBody
    ) {
        self.notes = notes
        self.map = map
        self.facts = facts
        self.targets = targets
        self.fingerprints = fingerprints
        self.body = body
    }

    /// Returns the text of a note, or of the part of it, that a reference embeds; nil for a note that
    /// is not only text, and for a part without a heading.
    ///
    /// - Throws: The error of reading the text.
    func text(
        embeddedBy reference: Reference, target: ReferenceTarget
    ) throws -> CompiledText? {
        guard let index = target.note, notes[index].deck == nil, notes[index].pages.isEmpty,
            facts[index].unrenderedReason == nil
        else { return nil }
        let text = try body(index).texts[0]
        guard case .part(_, let heading) = target else {
            // A block that is named with `#^` is not known.
            return reference.name.contains("#") || text.html.isEmpty ? nil : text
        }
        let place = facts[index].headings.firstIndex { $0.identifier == heading }
        return place.flatMap { text.section(ofHeading: $0) }
    }

    /// The positions of the notes that link each note, parallel to `notes` and in ascending order.
    var backlinks: [[Int]] {
        var backlinks: [[Int]] = Array(repeating: [], count: notes.count)
        for (index, targets) in targets.enumerated() {
            for linked in targets.compactMap(\.note)
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
            parts = [words.count(ofCards: deck.cards.count), questions.first ?? ""]
        } else if !note.pages.isEmpty {
            parts = [words.count(ofPages: note.pages.count), excerpt]
        } else {
            return excerpt
        }
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
