import ContentHashing
package import NoteModel
package import OutputPlan
import Permalinks

/// The addresses of a site: the paths of notes and tags. References of notes are resolved against it.
package struct SiteMap: Sendable {
    let slugs: [Slug]
    let tags: [TagEntry]
    /// The folder of each note's page, `notes/` or for decks `decks/`, parallel to the notes.
    private let folders: [String]
    private let paths: [String]
    /// The percent-encoded file name of each note's page, such as `a-walk.html`, parallel to the
    /// notes.
    private let names: [String]
    let noteNames: NoteNames
    private let tagsByKey: [NameKey: Int]

    /// A tag of notes, which has one page however it is spelled in different notes.
    struct TagEntry: Sendable {
        /// The tag in its most frequent spelling; of equally frequent ones, the first in the order
        /// of Unicode.
        let name: String
        let slug: Slug
        /// The positions of its notes in the notebook, in ascending order.
        let notes: [Int]

        var path: String { "tags/\(slug.text).html" }
    }

    /// Creates the map of a notebook.
    ///
    /// - Parameter slugs: The slug of each note, parallel to `notebook.notes`.
    package init(_ notebook: Notebook, slugs: [Slug]) {
        self.slugs = slugs
        folders = notebook.notes.map { $0.deck == nil ? "notes/" : "decks/" }
        paths = zip(folders, slugs).map { "\($0)\($1.text).html" }
        names = slugs.map { encodedPath($0.text) + ".html" }
        noteNames = NoteNames(notebook.notes, slugs: slugs)
        (tags, tagsByKey) = Self.tags(of: notebook.notes)
    }

    /// Returns the positions of the notes in chunks. Their boundaries are defined by the slugs of
    /// notes, so that a new note changes one chunk, and not all that follow.
    ///
    /// - Parameters:
    ///   - minimum: The minimum number of notes in a chunk, except for the last.
    ///   - maximum: The maximum number of notes in a chunk.
    package func chunks(minimum: Int, maximum: Int) -> [Range<Int>] {
        slugs.indices.chunks(minimum: minimum, maximum: maximum) { slugs[$0].text.utf8 }
    }

    func tag(_ tag: Tag) -> Int? { tagsByKey[tag.key] }

    /// Returns the path of a tag's page, such as `tags/recipes.html`; nil for a tag that no note
    /// has.
    func tag(named name: String) -> String? { tag(Tag(name)).map { tags[$0].path } }

    func path(ofNote index: Int) -> String { paths[index] }

    /// Returns the address of a note's page.
    ///
    /// - Parameter root: The path or URL of the root of the site, such as `../`; empty at the root.
    func address(ofNote index: Int, from root: String) -> String {
        root + folders[index] + names[index]
    }

    /// Returns the address of a note's page, relative to that of another note: the file name alone
    /// if both are in one folder.
    func address(ofNote index: Int, fromNote other: Int) -> String {
        folders[index] == folders[other] ? names[index] : address(ofNote: index, from: "../")
    }

    private static func tags(of notes: [Note]) -> ([TagEntry], [NameKey: Int]) {
        var places: [NameKey: Int] = [:]
        var found: [(names: [String: Int], notes: [Int])] = []
        for index in notes.indices {
            for tag in notes[index].tags {
                let place = places[tag.key] ?? found.count
                if place == found.count {
                    places[tag.key] = place
                    found.append(([:], []))
                }
                found[place].names[tag.name, default: 0] += 1
                found[place].notes.append(index)
            }
        }
        let names = found.map { entry in
            entry.names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
        }
        let slugs = Slug.distinct(for: names)
        let entries = found.indices.map {
            TagEntry(name: names[$0], slug: slugs[$0], notes: found[$0].notes)
        }
        return (entries, places)
    }
}
