/// Where a note stands in its archive.
struct ArchiveLocation: Hashable, Sendable {
    let path: ArchivePath
    let keys: NoteKeys
    /// Of the object that the note goes with: its own, or one around it that belongs to it.
    var whole: ArchivePath
    /// Of a deck: where each of its cards stands.
    var cards: [CardPlace] = []
}

/// The keys under which an app archived the parts of a note; nil for one that it did not.
struct NoteKeys: Hashable, Sendable {
    var title: String?
    var body: String?
    var photos: [String] = []
}
