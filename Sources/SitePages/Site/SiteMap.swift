import ContentHashing
package import NoteModel
package import OutputPlan

/// What has an address on the site: notes by their titles, and tags.
package struct SiteMap: Sendable {
    let slugs: [Slug]
    let tags: [TagEntry]
    /// For each note the folder of its page, with a slash at its end.
    private let folders: [String]
    private let paths: [String]
    /// For each note the name of its page, as an address.
    private let names: [String]
    private let notesByTitle: Lazy<[NameKey: Int]>
    private let notesBySlug: Lazy<[Slug: Int]>
    private let tagsByKey: [NameKey: Int]

    /// A tag that notes bear.
    struct TagEntry: Sendable {
        /// As it is written most often.
        let name: String
        let slug: Slug
        /// Positions in the notebook.
        let notes: [Int]

        var path: String { "tags/\(slug.text).html" }
    }

    /// - Parameter slugs: Address of each note, in the notebook's order.
    package init(_ notebook: Notebook, slugs: [Slug]) {
        self.slugs = slugs
        folders = notebook.notes.map { $0.deck == nil ? "notes/" : "decks/" }
        paths = zip(folders, slugs).map { "\($0)\($1.text).html" }
        names = slugs.map { encodedPath($0.text) + ".html" }
        notesByTitle = Lazy { Self.notesByTitle(notebook.notes, slugs) }
        notesBySlug = Lazy {
            Dictionary(zip(slugs, slugs.indices), uniquingKeysWith: { first, _ in first })
        }
        (tags, tagsByKey) = Self.tags(of: notebook.notes)
    }

    /// The notes in parts. Where a part ends is told by the address of the note behind it, so that
    /// a new note makes one part another, and not all that follow.
    ///
    /// - Parameters:
    ///   - least: How many notes a part has at least, but the last.
    ///   - most: How many it has at most.
    package func chunks(minimum: Int, maximum: Int) -> [Range<Int>] {
        slugs.indices.chunks(minimum: minimum, maximum: maximum) { slugs[$0].text.utf8 }
    }

    func note(titled title: String) -> Int? { notesByTitle.value[NameKey(title)] }

    /// The note that `[[…]]` names: by its title, behind which a part of it may stand.
    func note(named name: String) -> Int? {
        note(titled: name.trimmed) ?? note(titled: name.prefix { $0 != "#" }.trimmed)
    }

    /// The note that a file of a text is, as other programs name files by titles: `a-walk.md`.
    func note(atFile path: String) -> Int? {
        guard let name = path.split(separator: "/").last, !name.hasPrefix(".") else { return nil }
        let stem = [".md", ".markdown", ".html"].first(where: name.hasSuffix)
            .map { name.dropLast($0.count) }
        return notesBySlug.value[Slug(title: String(stem ?? name))]
    }

    /// The note that a link of a text means by its title or the name of its file.
    func note(at address: String) -> Int? { note(titled: address) ?? note(atFile: address) }

    func tag(_ tag: Tag) -> Int? { tagsByKey[tag.key] }

    /// The path of a tag's page.
    func tag(named name: String) -> String? { tag(Tag(name)).map { tags[$0].path } }

    func path(ofNote index: Int) -> String { paths[index] }

    /// The address of a note's page.
    ///
    /// - Parameter root: The way to the root of the site: empty, or `../`.
    func address(ofNote index: Int, from root: String) -> String {
        root + folders[index] + names[index]
    }

    /// The address of a note's page on that of another note.
    func address(ofNote index: Int, fromNote other: Int) -> String {
        folders[index] == folders[other] ? names[index] : address(ofNote: index, from: "../")
    }

    private static func notesByTitle(_ notes: [Note], _ slugs: [Slug]) -> [NameKey: Int] {
        var notesByTitle: [NameKey: Int] = [:]
        notesByTitle.reserveCapacity(notes.count)
        for index in notes.indices {
            let key = NameKey(notes[index].title)
            // Of several the one with the bare address is meant: the shortest.
            if let other = notesByTitle[key],
                slugs[other].text.utf8.count <= slugs[index].text.utf8.count
            {
                continue
            }
            notesByTitle[key] = index
        }
        return notesByTitle
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

extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
