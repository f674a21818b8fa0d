import Hashing
package import NoteModel
package import Orthography
package import OutputPlan

/// The addresses of a site: the paths of notes and tags. References of notes are resolved against
/// it.
package struct SiteMap: Sendable {
    let tags: [TagEntry]
    private let pages: [PageAddress]
    /// The names by which texts refer to the notes.
    package let noteNames: NoteNames
    private let tagsByKey: [NameKey: Int]
    /// The tags of all notes, those of each in its order, and the ends of the notes in that list.
    private let tagsOfNotes: (all: [Int], ends: [Int])

    /// The address of a note's page.
    private struct PageAddress: Sendable {
        let slug: Slug
        let isDeck: Bool
        let path: String
        /// The path with percent-encoding, which most paths do not need.
        let address: String
        /// The percent-encoded file name, such as `a-walk.html`.
        var name: String { String(Substring(address.utf8.dropFirst(Self.folder.utf8.count))) }

        /// The names of both folders are as long.
        private static let (folder, folderOfDecks) = ("notes/", "decks/")

        init(_ note: Note, slug: Slug) {
            self.slug = slug
            isDeck = note.deck != nil
            path = (isDeck ? Self.folderOfDecks : Self.folder) + slug.text + ".html"
            address = encodedPath(path)
        }
    }

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

    /// Creates the map of the notes of a notebook.
    package init(_ notes: [(note: Note, slug: Slug)]) {
        self.init(notes, names: NoteNames(notes))
    }

    private init(_ notes: [(note: Note, slug: Slug)], names: NoteNames) {
        pages = notes.map { PageAddress($0.note, slug: $0.slug) }
        noteNames = names
        (tags, tagsByKey, tagsOfNotes) = Self.tags(of: notes)
    }

    /// Creates the map of the notes of a notebook, and indexes the names by which most references
    /// name notes.
    package init(indexing notes: [(note: Note, slug: Slug)]) async {
        let names = NoteNames(notes)
        async let indexed: Void = names.index()
        self.init(notes, names: names)
        await indexed
    }

    /// Returns the positions of the notes in chunks. Their boundaries are defined by the slugs of
    /// notes, so that a new note changes one chunk, and not all that follow.
    ///
    /// - Parameters:
    ///   - minimum: The minimum number of notes in a chunk, except for the last.
    ///   - maximum: The maximum number of notes in a chunk.
    package func chunks(minimum: Int, maximum: Int) -> [Range<Int>] {
        pages.indices.chunks(minimum: minimum, maximum: maximum) { pages[$0].slug.text.utf8 }
    }

    func tag(_ tag: Tag) -> Int? { tagsByKey[tag.key] }

    /// Returns the tags of a note in its order, by their positions in ``tags``.
    func tags(ofNote index: Int) -> ArraySlice<Int> {
        tagsOfNotes.all[(index == 0 ? 0 : tagsOfNotes.ends[index - 1])..<tagsOfNotes.ends[index]]
    }

    func slug(ofNote index: Int) -> Slug { pages[index].slug }

    func path(ofNote index: Int) -> String { pages[index].path }

    /// Returns the address of a note's page.
    ///
    /// - Parameter root: The path or URL of the root of the site, such as `../`; empty at the root.
    func address(ofNote index: Int, from root: String) -> String {
        root + pages[index].address
    }

    /// Returns the address of a note's page, relative to that of another note: the file name alone
    /// if both are in one folder.
    func address(ofNote index: Int, fromNote other: Int) -> String {
        pages[index].isDeck == pages[other].isDeck
            ? pages[index].name : address(ofNote: index, from: "../")
    }

    private static func tags(
        of notes: [(note: Note, slug: Slug)]
    ) -> ([TagEntry], [NameKey: Int], ofNotes: (all: [Int], ends: [Int])) {
        var places: [NameKey: Int] = [:]
        var found: [(names: [String: Int], notes: [Int])] = []
        var (all, ends): ([Int], [Int]) = ([], [])
        ends.reserveCapacity(notes.count)
        for index in notes.indices {
            for tag in notes[index].note.tags {
                let place = places[tag.key] ?? found.count
                if place == found.count {
                    places[tag.key] = place
                    found.append(([:], []))
                }
                found[place].names[tag.name, default: 0] += 1
                found[place].notes.append(index)
                all.append(place)
            }
            ends.append(all.count)
        }
        let names = found.map { entry in
            entry.names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
        }
        let slugs = Slug.distinct(for: names)
        let entries = found.indices.map {
            TagEntry(name: names[$0], slug: slugs[$0], notes: found[$0].notes)
        }
        return (entries, places, (all, ends))
    }
}
