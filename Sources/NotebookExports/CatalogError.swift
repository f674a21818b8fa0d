import Diagnostics
package import NoteModel

/// The reason why a name refers to no note or deck, or to several.
package enum CatalogError: UserFacingError {
    /// The name is empty.
    case noName
    /// No note has the name; `nearest` is a note whose title begins with it.
    case noNote(String, nearest: Note? = nil)
    /// Several notes have the name.
    case ambiguous(String, [Note])
    /// No deck has the name.
    case noDeck(String)
    /// The only note with the name is not a deck.
    case notADeck(title: String)

    /// The maximum number of notes that a message lists.
    private static let maximumListed = 5

    package var message: String {
        switch self {
        case .noName: "No note is named. `notebinder list` shows them."
        case .noNote(let name, nil):
            "There is no note “\(name)”. `notebinder list` shows them with their sources."
        case .noNote(let name, let note?):
            "There is no note “\(name)”. If you mean “\(note.title)”, name it by its whole title or by \(note.id.text)."
        case .ambiguous(let name, let notes):
            "“\(name)” may be \(Self.listed(notes)). Name one of these sources."
        case .noDeck(let name):
            "There is no deck “\(name)”. `notebinder list` shows all decks, `notebinder check` what cannot be read."
        case .notADeck(let title): "“\(title)” is not a deck of flash cards."
        }
    }

    private static func listed(_ notes: [Note]) -> String {
        let names = notes.prefix(maximumListed).map { "\($0.id.numberedText) (“\($0.title)”)" }
        let more =
            notes.count > maximumListed ? " and \(notes.count - maximumListed) more" : ""
        return names.joined(separator: ", ") + more
    }
}
