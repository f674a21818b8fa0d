/// The location of a note in its archive.
package struct ArchiveLocation: Hashable, Sendable {
    package let path: ArchivePath
    package let keys: NoteKeys
    /// The path of the object that is removed with the note: its own, or an enclosing one that
    /// belongs to it.
    package var whole: ArchivePath
    /// The locations of the cards of a deck, parallel to its cards; empty for any other note.
    package var cards: [CardPlace] = []
}

/// The archive keys of the parts of a note; nil for a part that the app did not archive.
package struct NoteKeys: Hashable, Sendable {
    package var title: String?
    package var body: String?
    package var photos: [String] = []
    /// The key of the drawing on the back, if that is a picture.
    package var drawing: String?
}
