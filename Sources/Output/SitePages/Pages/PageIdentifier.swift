/// The identifiers on pages, except for those of headings. Headings never have a dot in theirs, so
/// ``isReserved(_:)`` need only exclude the identifiers here that have none and occur on pages of
/// the site.
package enum PageIdentifier {
    /// The beginning of the page's own content, which the link for skipping the navigation targets.
    static let content = "text"

    static func photo(_ position: Int) -> String { "photo-\(position + 1)" }

    /// Returns the identifier of a note in a book, such as `note-1` for the note at position 0 of
    /// the notebook.
    static func inBook(_ index: Int) -> String { "note-\(index + 1)" }

    /// Returns the identifier of a card in the list of all cards of its deck, such as `card.1` for
    /// position 0.
    static func card(_ position: Int) -> String { "card.\(position + 1)" }

    /// Returns the identifier of a handwritten page within its note, such as `page.1` for position
    /// 0.
    static func handwrittenPage(_ position: Int) -> String { "page.\(position + 1)" }

    /// Returns the identifier that a list targets on the pages of its notes, such as `by.date`; see
    /// ``NavigationTrails``.
    static func trail(_ name: String) -> String { "by.\(name)" }

    /// The list of a note's attachments in a book. Links to attachments lead there, since books do
    /// not include the files.
    static let attachments = "files.attachments"

    /// Returns true if an identifier must not be that of a heading: `text`, and `photo-` followed
    /// by a number.
    package static func isReserved(_ identifier: String) -> Bool {
        identifier == content
            || identifier.hasPrefix("photo-") && Int(identifier.dropFirst(6)) != nil
    }
}
