/// The identifiers on pages that are not those of headings. Those with a dot in them no heading
/// can have.
package enum PageIdentifier {
    /// Where the page's own content begins.
    static let content = "text"

    static func photo(_ position: Int) -> String { "photo-\(position + 1)" }

    /// A note in a book.
    static func inBook(_ index: Int) -> String { "note-\(index + 1)" }

    /// A card among all of its deck.
    static func card(_ position: Int) -> String { "card.\(position + 1)" }

    /// A page that was written by hand.
    static func leaf(_ position: Int) -> String { "page.\(position + 1)" }

    /// Marks a page that was come to by a list; see ``NavigationTrails``.
    static func trail(_ name: String) -> String { "by.\(name)" }

    /// The list of attachments of a note in a book.
    static let attachments = "files.attachments"

    /// Returns whether an identifier is not available to headings.
    package static func isReserved(_ identifier: String) -> Bool {
        identifier == content
            || identifier.hasPrefix("photo-") && Int(identifier.dropFirst(6)) != nil
    }
}
