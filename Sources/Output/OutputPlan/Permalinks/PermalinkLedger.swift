import NoteModel
import Orthography
import Platform

/// The permanent assignment of addresses to notes. A published address is never reassigned, and
/// leads to its note for as long as that is published.
package struct PermalinkLedger: Sendable, Equatable {
    /// The entries, ordered by ``Entry/identity``.
    package private(set) var entries: [Entry]

    package struct Entry: Sendable, Equatable {
        /// The stable identifier of the note; see ``StableIDs``.
        package var identity: String
        /// The path of the page on the site, without extension, such as `notes/a-walk`.
        package var path: String
        /// The former paths of the note, the oldest first.
        package var former: [String]
        package var title: String
        /// The source, with the number of the note in it.
        package var source: String
        /// A short hash of the beginning of the text; see ``NoteSignature/beginning``.
        package var beginning: String
        /// True if the note was present at the last publication.
        package var isPresent: Bool

        package init(
            identity: String, path: String, former: [String], title: String, source: String,
            beginning: String, isPresent: Bool
        ) {
            self.identity = identity
            self.path = path
            self.former = former
            self.title = title
            self.source = source
            self.beginning = beginning
            self.isPresent = isPresent
        }

        /// The source without the number of the note, which follows it.
        package var sourceName: Substring {
            source[..<(source.utf8.lastIndex(of: UInt8(ascii: "#")) ?? source.endIndex)]
        }

        /// Returns true if the note is in one of some sources or folders.
        ///
        /// - Parameter places: The names of sources and folders.
        package func isIn(_ places: Set<String>) -> Bool {
            var place = sourceName
            while !places.contains(String(place)) {
                guard let slash = place.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
                place = place[..<slash]
            }
            return true
        }
    }

    package init(_ entries: [Entry] = []) {
        let isInOrder = entries.indices.dropFirst().allSatisfy {
            entries[$0 - 1].identity <= entries[$0].identity
        }
        self.entries = isInOrder ? entries : entries.sorted { $0.identity < $1.identity }
    }

    /// The addresses that a run assigns.
    package struct Assignment: Sendable {
        package var ledger: PermalinkLedger
        /// The addresses of the notes, in their order. A note that is not published has its earlier
        /// slug, or one made from its title.
        package var permalinks: [Permalink]
        /// The former paths, and the positions of the notes that they redirect to.
        package var redirects: [(path: String, note: Int)]
        /// The positions of the notes whose path changed, with the old path.
        package var renamed: [(note: Int, from: String)]
        /// The entries of the notes that were present at the last publication and are gone. A note
        /// that shares only its place with a present one counts as gone.
        package var gone: [Entry]
        /// The number of notes that were present at the last publication.
        package var earlierCount: Int
        /// True if there were notes and none of them is among the present ones.
        package var isUnrelated: Bool
    }

    /// Returns an assignment of addresses to all notes, with the updated ledger.
    ///
    /// - Parameter notes: All notes that were read. Those that are not to be published keep the
    ///   addresses that they have, but get no new ones.
    package func assigning(_ notes: [LedgerNote]) -> Assignment {
        let names = StableIDs.names(
            of: notes,
            sources: Dictionary(
                entries.map { ($0.identity, $0.source) }, uniquingKeysWith: { first, _ in first }))
        let (matches, replaced) = matches(of: notes, names: names)
        var entries = entries
        let earlier = entries.count { $0.isPresent }
        let known = Set(matches.compactMap(\.self))
        // A note that shares only its place with an earlier one may be a different note.
        let gone = entries.indices.filter {
            entries[$0].isPresent && (!known.contains($0) || replaced.contains($0))
        }
        for index in entries.indices where entries[index].isPresent != known.contains(index) {
            entries[index].isPresent.toggle()
        }
        var assignment = Assignment(
            ledger: self, permalinks: [], redirects: [], renamed: [],
            gone: gone.map { entries[$0] }, earlierCount: earlier,
            isUnrelated: earlier > 0 && known.isEmpty)
        assignment.permalinks.reserveCapacity(notes.count)
        let paths = paths(of: notes, matches: matches)
        for (index, row) in notes.enumerated() {
            let note = row.note
            let identity = matches[index].map { entries[$0].identity } ?? names[index]
            guard let slug = paths[index] else {
                let known = matches[index].flatMap { entries[$0].slug }
                assignment.permalinks.append(
                    Permalink(slug: known ?? row.signature.slug, identity: identity))
                continue
            }
            assignment.permalinks.append(Permalink(slug: slug, identity: identity))
            let folder = note.deck == nil ? Self.noteFolder : Self.deckFolder
            let path = folder + slug.text
            let beginning = row.signature.beginning
            let (title, source) = (note.title, note.id.numberedText)
            guard let match = matches[index] else {
                entries.append(
                    Entry(
                        identity: names[index], path: path, former: [], title: title,
                        source: source, beginning: beginning, isPresent: true))
                continue
            }
            if entries[match].path != path {
                assignment.renamed.append((index, entries[match].path))
                entries[match].former.append(entries[match].path)
                entries[match].former.removeAll { $0 == path }
                entries[match].path = path
            }
            if entries[match].title != title { entries[match].title = title }
            if entries[match].source != source { entries[match].source = source }
            if entries[match].beginning != beginning { entries[match].beginning = beginning }
            for former in entries[match].former { assignment.redirects.append((former, index)) }
        }
        assignment.ledger = PermalinkLedger(entries)
        return assignment
    }

    /// The folders of pages.
    static let noteFolder = "notes/"
    static let deckFolder = "decks/"
}

// MARK: - Matching notes to entries

extension PermalinkLedger {
    /// Returns the positions of the entries of notes, in the order of the notes; nil for a new
    /// note.
    ///
    /// A note is matched by its stable identifier. If that has changed, the note is matched with
    /// the only unmatched, present entry that has the same title and beginning, the same place and
    /// title, the same beginning, the same source and title, or the same place in a source with as
    /// many notes as before, in this order. A note with an identifier from its app is matched by
    /// its stable identifier alone, as is a note that is not published.
    ///
    /// - Returns: The positions, and those among them that were matched by place alone.
    private func matches(
        of notes: [LedgerNote], names: [String]
    ) -> (entries: [Int?], byPlace: Set<Int>) {
        let places = Dictionary(
            entries.indices.map { (entries[$0].identity, $0) },
            uniquingKeysWith: { first, _ in first })
        var matches = names.map { places[$0] }
        var isTaken = Array(repeating: false, count: entries.count)
        for case let match? in matches { isTaken[match] = true }
        @discardableResult
        func match(_ entryKey: (Entry) -> String, noteKey: (LedgerNote) -> String?) -> Set<Int> {
            // An entry that was gone before the last publication is not given to another note.
            let free = entries.indices.filter { !isTaken[$0] && entries[$0].isPresent }
            guard !free.isEmpty else { return [] }
            var found: Set<Int> = []
            var byKey: [String: [Int]] = [:]
            for index in free { byKey[entryKey(entries[index]), default: []].append(index) }
            var wanting: [String: [Int]] = [:]
            for index in notes.indices
            where matches[index] == nil && notes[index].isPublished
                && notes[index].note.identifier == nil
            {
                guard let key = noteKey(notes[index]) else { continue }
                wanting[key, default: []].append(index)
            }
            for (key, alike) in wanting {
                guard alike.count == 1, let entry = byKey[key], entry.count == 1 else { continue }
                matches[alike[0]] = entry[0]
                isTaken[entry[0]] = true
                found.insert(entry[0])
            }
            return found
        }
        guard matches.contains(where: { $0 == nil }) else { return (matches, []) }
        match({ $0.beginning + $0.title }) { $0.signature.beginning + $0.note.title }
        match({ $0.source + "\n" + $0.title }) {
            $0.note.id.numberedText + "\n" + $0.note.title
        }
        match(\.beginning) { $0.signature.beginning }
        match({ $0.sourceName + "\n" + $0.title }) { $0.note.id.source + "\n" + $0.note.title }
        // In a list with more or fewer notes, others are in their places.
        var counts: [Substring: Int] = [:]
        for entry in entries where entry.isPresent { counts[entry.sourceName, default: 0] += 1 }
        for row in notes where row.isPublished { counts[row.note.id.source[...], default: 0] -= 1 }
        let byPlace = match(\.source) {
            counts[$0.note.id.source[...]] == 0 ? $0.note.id.numberedText : nil
        }
        return (matches, byPlace)
    }

    /// Returns the slugs of the notes to publish, and nil for the others, in their order. A note
    /// keeps its slug, or regains a former one, if its title still yields it; otherwise it gets a
    /// new one. The oldest notes choose first.
    private func paths(of notes: [LedgerNote], matches: [Int?]) -> [Slug?] {
        var slugs: [Slug?] = Array(repeating: nil, count: notes.count)
        var without: [Int] = []
        for index in notes.indices where notes[index].isPublished {
            if let match = matches[index], let slug = kept(match, title: notes[index].note.title) {
                slugs[index] = slug
            } else {
                without.append(index)
            }
        }
        guard !without.isEmpty else { return slugs }
        let dates = notes.map { $0.note.date ?? .distantFuture }
        without.sort { dates[$0] != dates[$1] ? dates[$0] < dates[$1] : $0 < $1 }
        let taken = entries.flatMap { [$0.path] + $0.former }.compactMap(Self.slugText)
        let new = Slug.distinct(without.map { notes[$0].signature.slug }, besides: taken)
        for (index, slug) in zip(without, new) { slugs[index] = slug }
        return slugs
    }

    /// Returns the current or former slug of an entry that a title still yields; nil if there is
    /// none.
    private func kept(_ place: Int, title: String) -> Slug? {
        // Most notes keep their titles.
        if title == entries[place].title, let slug = entries[place].slug { return slug }
        let entry = entries[place]
        let wanted = Slug(title: title)
        if wanted == Slug(title: entry.title), let slug = entry.slug { return slug }
        return entry.former.lazy.compactMap(Self.slugText).compactMap(Slug.init(known:))
            .last { $0 == wanted }
    }

    static func slugText(of path: String) -> String? {
        path.utf8.firstIndex(of: UInt8(ascii: "/")).map {
            String(path[path.utf8.index(after: $0)...])
        }
    }
}

extension PermalinkLedger.Entry {
    fileprivate var slug: Slug? { PermalinkLedger.slugText(of: path).flatMap(Slug.init(known:)) }
}
