import LocalFiles
import NoteExports
package import NoteModel
import Orthography
import OutputPlan
package import Platform

/// An index of the notes of a notebook, for lookup by name and for listings.
package struct Catalog: Sendable {
    package let entries: [Entry]
    private let language: String

    /// A note with the slug that a first build would give it.
    package struct Entry: Sendable {
        package let note: Note
        let slug: Slug
        /// The stable identifier of the note; see ``StableIDs``.
        let identity: String

        /// The note with its stable identifier.
        var named: Note {
            var note = note
            note.identity = identity
            return note
        }
    }

    /// The orders in which notes can be listed.
    package enum Order: String, CaseIterable, Sendable {
        case title, created, modified
        /// The order of the sources, and of the notes within each.
        case order
    }

    /// The catalog of the notes that are decks of flash cards.
    package var decks: Catalog {
        Catalog(entries: entries.filter { $0.note.deck != nil }, language: language)
    }

    /// Returns the deck that a name refers to. A note with the name that is not a deck counts only
    /// if no deck matches, and is an error then.
    ///
    /// - Throws: ``UserError`` if no deck matches, or several do.
    package func deck(_ name: String) throws -> Entry {
        if let own = try? decks.entry(name) { return own }
        guard let other = try? entry(name) else {
            let wanted = Self.folded(name)
            let begins = decks.entries.filter { Self.folded($0.note.title).hasPrefix(wanted) }
            if begins.count > 1 { return try decks.entry(name) }
            throw UserError(
                "There is no deck “\(name)”.",
                "`notebinder list` shows all decks, `notebinder check` what cannot be read.")
        }
        guard other.note.deck == nil else { return try decks.entry(name) }
        throw UserError("“\(other.note.title)” is not a deck of flash cards.")
    }

    /// Returns the deck that a study record from a reader's browser belongs to: the one with the
    /// identifier or, if its file was renamed, the only one with the title or the only one with all
    /// of the cards; nil if there is none.
    package func entry(
        studiedAs identifier: String, titled title: String, with cards: [String]
    ) -> Entry? {
        let ways: [(Entry) -> Bool] = [
            { $0.named.studyIdentifier == identifier }, { $0.note.title == title },
            { entry in cards.allSatisfy { entry.note.deck?.index(of: $0) != nil } },
        ]
        return ways.lazy.map { entries.filter($0) }.first { $0.count == 1 }?.first
    }

    /// Returns the notes that contain a text, sorted. If they are sorted by date, those without one
    /// come last.
    ///
    /// - Parameter search: A text in titles, texts or captions, whose case and accents are ignored;
    ///   nil or empty for all notes.
    package func entries(sortedBy order: Order, search: String? = nil) -> [Entry] {
        var found = entries
        if let search, !search.isEmpty {
            let wanted = Self.folded(search)
            found = entries.filter { entry in
                let note = entry.note
                return ([note.title] + note.texts + note.photos.compactMap(\.caption))
                    .contains { Self.folded($0).contains(wanted) }
            }
        }
        func sorted<Key: Comparable>(by key: (Note) -> Key) -> [Entry] {
            let keyed: [(key: Key, entry: Entry)] = found.map { (key($0.note), $0) }
            return keyed.sorted { first, second in
                first.key == second.key
                    ? first.entry.note.id < second.entry.note.id : first.key < second.key
            }.map(\.entry)
        }
        return switch order {
        case .order: found
        case .title: sorted { SortKey($0.title, language: language) }
        case .created: sorted { $0.created ?? .distantFuture }
        case .modified: sorted { $0.modified ?? .distantFuture }
        }
    }

    /// Returns the note that a name refers to: by its source (`notes.archive#2` for the second note
    /// of a file), its title, the name of its file without an extension, its slug, the identifier
    /// that its app gave it, or the beginning of its title. The first of these that matches any
    /// note is decisive.
    ///
    /// - Parameter exactly: True if the beginning of a title does not suffice.
    /// - Throws: ``UserError`` if no note matches, or several do.
    package func entry(_ name: String, exactly: Bool = false) throws -> Entry {
        let wanted = Self.folded(name)
        guard !wanted.isEmpty else {
            throw UserError("No note is named.", "`notebinder list` shows them.")
        }
        var ways: [(Entry) -> Bool] = [
            { $0.note.id.numberedText == name },
            { $0.note.id.source == name },
            { Self.folded($0.note.title) == wanted },
            { $0.note.id.fileStem == name },
            { $0.slug.text == name || $0.note.identifier == name },
        ]
        if !exactly { ways.append { Self.folded($0.note.title).hasPrefix(wanted) } }
        for way in ways {
            let found = entries.filter(way)
            if found.count == 1 { return found[0] }
            guard found.isEmpty else {
                throw UserError(
                    "“\(name)” may be \(Self.listed(found.map(\.note))).",
                    "Name one of these sources.")
            }
        }
        let near = exactly ? entries.filter { Self.folded($0.note.title).hasPrefix(wanted) } : []
        let advice =
            switch near.count {
            case 0: "`notebinder list` shows them with their sources."
            case 1:
                "If you mean “\(near[0].note.title)”, name it by its whole title or by \(near[0].note.id.text)."
            default: "If you mean one of these, name its source: \(Self.listed(near.map(\.note)))."
            }
        throw UserError("There is no note “\(name)”.", advice)
    }

    private static func listed(_ notes: [Note]) -> String {
        notes.map { "\($0.id.numberedText) (“\($0.title)”)" }.listed
    }

    /// Returns another note that a name may mean: one whose file or address has it, beside the note
    /// that was found; nil if there is none.
    package func otherMeaning(of name: String, than found: Entry) -> Entry? {
        entries.first {
            ($0.note.id.fileStem == name || $0.slug.text == name) && $0.note.id != found.note.id
        }
    }

    /// Returns the file name, without extension, for a note with a title.
    package static func fileName(of title: String) -> String { Slug(title: title).text }

    private static func folded(_ text: String) -> String {
        text.foldedWithoutAccents
    }
}

extension Catalog {
    /// - Parameter language: The language tag by which titles are sorted.
    package init(_ notebook: Notebook, language: String) {
        let slugs = BuildPipeline.slugs(of: notebook.notes)
        let identities = StableIDs.names(of: notebook.notes)
        let entries = notebook.notes.indices.map {
            Entry(note: notebook.notes[$0], slug: slugs[$0], identity: identities[$0])
        }
        self.init(entries: entries, language: language)
    }
}

extension Catalog.Entry {
    /// The name, without extension, for files made from the note.
    package var fileName: String { slug.text }

    /// Returns the columns of a listing: title, date of creation, date of modification, number of
    /// photos and source. A date that is known only as text is that text, and an unknown one is
    /// empty.
    package func row(in zone: ZoneInfo) -> [String] {
        func day(_ date: Date?, words: String?) -> String {
            guard let date else { return words ?? "" }
            return CivilTime(date, offset: zone.offset(at: date)).dateText
        }
        return [
            note.title, day(note.created, words: note.dateTexts.created),
            day(note.modified, words: note.dateTexts.modified), String(note.photos.count),
            note.id.text,
        ]
    }

    /// The photos, an object for each, with its number from 1.
    package var photosJSON: JSONValue {
        .array(
            note.photos.enumerated().map { index, photo in
                .object([
                    ("number", .integer(index + 1)), ("name", .string(photo.name)),
                    ("caption", .string(photo.caption)),
                    ("bytes", photo.stored.map { .integer($0.count) } ?? .null),
                ])
            })
    }

    /// Returns the fields of a note, and whether it is published.
    ///
    /// - Parameter reason: The reason why it is not published; nil if it is.
    package func json(unpublishedBecause reason: String?) -> JSONValue {
        guard case .object(let fields) = json else { return json }
        let known = fields.map { ($0.key, $0.value) }
        return .object(known + [("published", .bool(reason == nil)), ("reason", .string(reason))])
    }

    package var json: JSONValue {
        .object([
            ("kind", .string(note.kind.rawValue)), ("state", .string(note.state.rawValue)),
            ("title", .string(note.title)),
            ("slug", .string(slug.text)),
            (
                "created",
                .string(note.created.map { CivilTime($0).rfc3339 } ?? note.dateTexts.created)
            ),
            (
                "modified",
                .string(note.modified.map { CivilTime($0).rfc3339 } ?? note.dateTexts.modified)
            ),
            ("photos", photosJSON), ("source", .string(note.id.source)),
            ("index", .integer(note.id.index)),
        ])
    }

    /// Returns the note as in the Markdown tree, ending with a line feed.
    ///
    /// - Throws: The error of writing the front matter.
    package func markdown() throws -> [UInt8] {
        var bytes = try MarkdownExport.text(of: note)
        if bytes.last != 0x0A { bytes.append(0x0A) }
        return bytes
    }
}
