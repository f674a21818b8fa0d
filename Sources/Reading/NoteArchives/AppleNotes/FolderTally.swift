/// The numbers of notes in a folder of an app, by what became of them. They add up to all notes of
/// the folder.
package struct FolderTally: Hashable, Sendable {
    /// What became of a note when its store was read.
    package enum Fate: String, CaseIterable, Sendable {
        case read, locked
        case inCloud = "in iCloud only"
        case damaged
        case inTrash = "in Recently Deleted"
        case deleted
    }

    /// The name of the account; nil if it is not known.
    package let account: String?
    /// The names of the folders, the outermost first; empty for notes in none.
    package let folders: [String]
    package var counts: [Fate: Int] = [:]
}

extension FolderTally: Comparable {
    /// Sorts tallies by account and folder.
    package static func < (left: FolderTally, right: FolderTally) -> Bool {
        ([left.account ?? ""] + left.folders).lexicographicallyPrecedes(
            [right.account ?? ""] + right.folders)
    }
}
