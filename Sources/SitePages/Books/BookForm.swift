/// How a book lies in its file.
package enum BookForm: Hashable, Sendable {
    /// All notes on one page, which holds its pictures itself.
    case oneFile
    /// A page a note, with pictures beside them, as electronic books have it.
    case chapters

    /// What addresses of files begin with that are to be put into the page.
    package static let embedded = "embedded:"

    static func path(ofChapter index: Int) -> String { "notes/note-\(index + 1).xhtml" }

    /// The address of a note on the page of another one.
    func address(ofNote index: Int) -> String {
        switch self {
        case .oneFile: "#" + PageIdentifier.inBook(index)
        case .chapters: "note-\(index + 1).xhtml"
        }
    }
}
