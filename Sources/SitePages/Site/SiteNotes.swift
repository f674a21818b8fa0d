package import MarkdownText
package import NoteModel

/// The notes of a site with what is known of them: what every page is made of.
package struct SiteNotes: Sendable {
    let notes: [Note]
    let map: SiteMap
    /// Parallel to the notes, like the targets.
    let facts: [NoteFacts]
    /// What the references of each note lead to.
    let targets: [[ReferenceTarget]]
    /// Returns the rendered texts of a note, by its position.
    package let body: @Sendable (Int) throws -> CompiledBody
    /// Nil if it is not known what the notes were made of; pages are then made in every run.
    let fingerprints: [NoteFingerprints]?

    /// - Parameters:
    ///   - facts: The facts of the notes, in their order.
    ///   - targets: What their references lead to; see ``ReferenceResolver``.
    ///   - fingerprints: Parallel to the notes.
    package init(
        _ notes: [Note], _ map: SiteMap, facts: [NoteFacts], targets: [[ReferenceTarget]],
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

    /// For each note the notes that link it.
    var backlinks: [[Int]] {
        var backlinks: [[Int]] = Array(repeating: [], count: notes.count)
        for (index, targets) in targets.enumerated() {
            for case .note(let linked) in targets
            where linked != index && backlinks[linked].last != index {
                backlinks[linked].append(index)
            }
        }
        return backlinks
    }
}

extension NoteFacts {
    /// The first words of a note as lists show them: of a deck the number of cards and the first question,
    /// of handwriting also the number of pages.
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
