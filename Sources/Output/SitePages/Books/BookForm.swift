/// The file structure of a book, which determines how its notes and pictures are addressed.
package enum BookForm: Hashable, Sendable {
    /// One page with all notes and embedded pictures, in which identifiers have the prefix of their
    /// note.
    case oneFile
    /// One page for each note, in the folder `notes`, with separate pictures, as in electronic
    /// books.
    case chapters

    /// The prefix of the addresses of files that are to be embedded into the page, which the writer
    /// of the book replaces by `data:` URLs.
    package static let embedded = "embedded:"

    static func path(ofChapter index: Int) -> String { "notes/note-\(index + 1).xhtml" }

    /// Returns the address of a note, relative to the page of another note: `#note-1` or
    /// `note-1.xhtml` for position 0.
    func address(ofNote index: Int) -> String {
        switch self {
        case .oneFile: "#" + PageIdentifier.inBook(index)
        case .chapters: "note-\(index + 1).xhtml"
        }
    }
}
