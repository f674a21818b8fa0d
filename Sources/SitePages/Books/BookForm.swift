/// The file structure of a book.
package enum BookForm: Hashable, Sendable {
    /// One page with all notes and embedded pictures.
    case oneFile
    /// One page for each note, with separate pictures, as in electronic books.
    case chapters

    /// The prefix of the addresses of files that are to be embedded into the page.
    package static let embedded = "embedded:"

    static func path(ofChapter index: Int) -> String { "notes/note-\(index + 1).xhtml" }

    /// Returns the address of a note, relative to the page of another note.
    func address(ofNote index: Int) -> String {
        switch self {
        case .oneFile: "#" + PageIdentifier.inBook(index)
        case .chapters: "note-\(index + 1).xhtml"
        }
    }
}
