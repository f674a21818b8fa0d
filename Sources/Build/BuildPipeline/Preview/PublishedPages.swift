import LocalFiles
package import NoteModel
import OutputPlan
import OutputTree

/// The pages that the last publication gave to notes, according to the permalink ledger.
package struct PublishedPages: Sendable {
    private let entries: [PermalinkLedger.Entry]

    /// Reads the ledger; there are no pages if it is missing or damaged.
    ///
    /// - Parameter options: The options of the builds that publish the notebook.
    package init(_ options: BuildOptions) {
        // A ledger that was configured since the last build is still among the records.
        let ledgers = [
            options.place.ledger, options.place.present.records + "/ledger.json",
        ]
        let bytes = ledgers.lazy.compactMap { try? LocalFiles.read($0) }.first
        let document = bytes.flatMap { try? PermalinkLedger(document: $0) }
        entries = document?.entries.filter(\.isPresent) ?? []
    }

    /// Returns the path of a note's page in the site, such as `notes/a-walk.html`; nil for a note
    /// that is not published, or that has moved in its file since and cannot be told from others.
    package func path(of note: Note) -> String? {
        let own = entries.filter { $0.title == note.title && $0.sourceName == note.id.source }
        let same = own.first { $0.source == note.id.numberedText }
        return (same ?? (own.count == 1 ? own[0] : nil)).map { $0.path + ".html" }
    }

    /// Returns the note with a page; nil if the site has no such page of a note.
    package func note(at path: String, among notes: [Note]) -> Note? {
        guard let entry = entries.first(where: { $0.path + ".html" == path }) else { return nil }
        let own = notes.filter { $0.title == entry.title && $0.id.source == entry.sourceName }
        return own.first { $0.id.numberedText == entry.source } ?? (own.count == 1 ? own[0] : nil)
    }
}
