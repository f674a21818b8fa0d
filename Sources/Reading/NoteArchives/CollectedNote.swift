package import NoteModel

/// A note of an archive, and its place there.
package struct CollectedNote: Sendable {
    package internal(set) var note: Note
    /// The path of the object that holds the texts, or of the list of the cards.
    package let path: ArchivePath
    package var keys = NoteKeys()
    /// The path of the object that is removed with the note: its own, or an enclosing one that
    /// belongs to it.
    package var whole: ArchivePath
    /// The places of the cards of a deck, in their order; empty for any other note.
    package var cards: [CardPlace] = []
    /// The names of the objects that hold the note, from the innermost.
    var folders: [String] = []
}

/// The archive keys of the parts of a note; nil for a part that the app did not archive.
package struct NoteKeys: Hashable, Sendable {
    package var title: String?
    package var body: String?
    package var photos: [String] = []
    /// The key of the drawing on the back, if that is a picture.
    package var drawing: String?
}
