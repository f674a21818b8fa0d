/// A note that another one replaces, because its source, such as a Core Data store, is never
/// written.
package struct ReplacedNote: Hashable, Sendable {
    /// The app's identifier of the note or, if it has none, its source and number.
    package internal(set) var identifier: String
    /// The digest of the note's content when it was replaced. If its app has changed it since, both
    /// notes are shown.
    package internal(set) var version: String
    /// True if nothing is shown in its place.
    package internal(set) var isHidden: Bool

    package init(identifier: String, version: String, isHidden: Bool = false) {
        (self.identifier, self.version, self.isHidden) = (identifier, version, isHidden)
    }
}

extension Note {
    /// True for a note that hides the one it replaces, and is not shown itself.
    package var isHiding: Bool { replaced?.isHidden == true }
}
