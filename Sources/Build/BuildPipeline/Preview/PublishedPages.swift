import LocalFiles
package import NoteModel
import OutputPlan

/// The pages that the last publication gave to notes, according to the permalink ledger.
package struct PublishedPages: Sendable {
    private let entries: [PermalinkLedger.Entry]

    /// Reads the ledger; there are no pages if it is missing or damaged.
    ///
    /// - Parameter output: The path of the notebook.
    package init(of output: String) {
        let ledger = LocalFiles.absolute(output) + "/.notebinder/ledger.json"
        let document = (try? LocalFiles.read(ledger)).flatMap { try? PermalinkLedger(document: $0) }
        entries = document?.entries.filter(\.isPresent) ?? []
    }

    /// Returns the path of a note's page in the site, such as `notes/a-walk.html`; nil for a note
    /// that is not published.
    package func path(of note: NoteID) -> String? {
        entries.first { $0.source == note.numberedText }.map { $0.path + ".html" }
    }

    /// Returns the note of a page; nil if the site has no such page of a note.
    package func note(at path: String) -> (source: String, index: Int)? {
        guard let entry = entries.first(where: { $0.path + ".html" == path }),
            let number = Int(entry.source.dropFirst(entry.sourceName.count + 1))
        else { return nil }
        return (String(entry.sourceName), number - 1)
    }
}
