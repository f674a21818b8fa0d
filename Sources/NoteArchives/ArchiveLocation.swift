/// The location of a note in its archive.
struct ArchiveLocation: Hashable, Sendable {
    let path: ArchivePath
    let keys: NoteKeys
    /// The path of the object that is removed with the note: its own, or an enclosing one that
    /// belongs to it.
    var whole: ArchivePath
    /// The locations of the cards of a deck, parallel to its cards; empty for any other note.
    var cards: [CardPlace] = []
}

/// The archive keys of the parts of a note; nil for a part that the app did not archive.
struct NoteKeys: Hashable, Sendable {
    var title: String?
    var body: String?
    var photos: [String] = []
}
