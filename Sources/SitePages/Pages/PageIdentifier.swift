/// The identifiers on pages, except for those of headings, which never contain a dot.
package enum PageIdentifier {
    /// The beginning of the page's own content.
    static let content = "text"

    static func photo(_ position: Int) -> String { "photo-\(position + 1)" }

    /// Returns the identifier of a note in a book.
    static func inBook(_ index: Int) -> String { "note-\(index + 1)" }

    /// Returns the identifier of a card in the list of all cards of its deck.
    static func card(_ position: Int) -> String { "card.\(position + 1)" }

    /// Returns the identifier of a handwritten page.
    static func handwrittenPage(_ position: Int) -> String { "page.\(position + 1)" }

    /// Returns the identifier that a list targets on the pages of its notes; see
    /// ``NavigationTrails``.
    static func trail(_ name: String) -> String { "by.\(name)" }

    /// The list of attachments of a note in a book.
    static let attachments = "files.attachments"

    /// Returns true if an identifier must not be that of a heading.
    package static func isReserved(_ identifier: String) -> Bool {
        identifier == content
            || identifier.hasPrefix("photo-") && Int(identifier.dropFirst(6)) != nil
    }
}
