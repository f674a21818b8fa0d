import LocalFiles
package import MarkdownText
package import NoteModel
package import Orthography
import Platform

/// The names by which texts refer to the notes of a notebook: titles, aliases, the paths of their
/// sources, the identifiers of their apps, and file names made from slugs. They are indexed when a
/// note is first looked up, or before by ``index()``.
package struct NoteNames: Sendable {
    private let notes: [(note: Note, slug: Slug)]
    private let notesByTitle: Lazy<[NameKey: Int]>
    private let notesByAlias: Lazy<[NameKey: Int]>
    /// The sources with a single note, by the names of their files without extensions.
    private let notesByFile: Lazy<NotesByFile>
    private let notesBySlug: Lazy<[Slug: Int]>
    private let notesByIdentifier: Lazy<[NameKey: Int]>

    /// The notes by the names of their files: the last one with a name, and the one before each that
    /// has the same name.
    private struct NotesByFile: Sendable {
        fileprivate(set) var last: [NameKey: Int] = [:]
        fileprivate(set) var previous: [Int: Int] = [:]
    }

    /// The target of a reference that names a note or a file of the note itself.
    package enum Target: Hashable, Sendable {
        case ownFile
        /// A note, by its position in the notebook, from 0, and the part of it that the reference
        /// names after `#`: the words of a heading within double brackets, a fragment in a link;
        /// empty for the whole note.
        case note(Int, part: String)
    }

    package init(_ notes: [(note: Note, slug: Slug)]) {
        self.notes = notes
        notesByTitle = Lazy { Self.notesByTitle(notes) }
        notesByAlias = Lazy { Self.notesByAlias(notes.map(\.note)) }
        notesByFile = Lazy { Self.notesByFile(notes) }
        notesByIdentifier = Lazy {
            let known = notes.enumerated().compactMap { index, row in
                row.note.identifier.map { (NameKey($0), index) }
            }
            return Dictionary(known, uniquingKeysWith: { first, _ in first })
        }
        notesBySlug = Lazy {
            Dictionary(
                notes.enumerated().map { ($1.slug, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Indexes the titles and the paths of sources, before a note is looked up.
    package func index() async {
        async let titles = notesByTitle.value
        async let files = notesByFile.value
        _ = await (titles, files)
    }

    /// Returns the target of a link, a wiki link or an embedded note; nil if it has none here, and
    /// for references of other kinds.
    ///
    /// Double brackets name a note rather than a file, links the reverse.
    ///
    /// - Parameter isOwnFile: True if the reference names a file of the note that has the text.
    package func target(of reference: Reference, isOwnFile: @autoclosure () -> Bool) -> Target? {
        switch reference.kind {
        case .image, .missingHeading, .tag: return nil
        case .wikiLink, .embed:
            if let found = note(named: reference.name) {
                return .note(found.note, part: found.part)
            }
            return isOwnFile() ? .ownFile : nil
        case .link:
            if isOwnFile() { return .ownFile }
            guard !reference.isElsewhere else { return nil }
            let path = String(reference.name.prefix { $0 != "#" && $0 != "?" })
            let part = String(reference.name.drop { $0 != "#" }.dropFirst())
            return note(at: path.percentDecoded ?? path).map { .note($0, part: part) }
        }
    }

    package func note(titled title: String) -> Int? { notesByTitle.value[NameKey(title)] }

    /// Returns the position of the note that `[[…]]` names by its title, an alias or its file, and
    /// the words after the `#` that may follow; nil if there is no such note.
    package func note(named name: String) -> (note: Int, part: String)? {
        if let index = note(titled: name.trimmed) { return (index, "") }
        let bare = name.prefixBeforeSharp
        let title = bare.trimmed
        let found = note(titled: title) ?? notesByAlias.value[NameKey(title)] ?? note(inFile: title)
        return found.map { index in
            (index, String(name[bare.endIndex...].drop { $0 == "#" }).trimmed)
        }
    }

    /// Returns the position of the note in the source at a path; nil if there is none. The path may
    /// be relative to any folder, with or without a Markdown extension. Of several sources, the one
    /// that shares the most folders with the path is chosen, then the one with the shortest path.
    private func note(inFile path: String) -> Int? {
        let wanted = Self.components(of: path, endings: [".md", ".markdown"])
        guard let name = wanted.first else { return nil }
        let files = notesByFile.value
        var (best, next) = (nil as (Int, Int, Int)?, files.last[name])
        while let note = next {
            let source = notes[note].note.id.source
            let components = Self.components(
                of: String(source[..<Self.stemEnd(of: source)]), endings: [])
            let shared = zip(components, wanted).prefix { $0 == $1 }.count
            let rank = (shared, -components.count, -note)
            if best.map({ $0 < rank }) ?? true { best = rank }
            next = files.previous[note]
        }
        return best.map { -$0.2 }
    }

    /// Returns the end of a path without its extension.
    private static func stemEnd(of path: String) -> String.Index {
        path.utf8.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex
    }

    private static func components(of path: String, endings: [String]) -> [NameKey] {
        var path = path[...]
        if let ending = endings.first(where: { path.lowercased().hasSuffix($0) }) {
            path = path.dropLast(ending.count)
        }
        return path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
            .filter { $0 != "." && $0 != ".." }.reversed().map { NameKey($0) }
    }

    /// Returns the notes by the names that the front matter of imported files has for them.
    private static func notesByAlias(_ notes: [Note]) -> [NameKey: Int] {
        var notesByAlias: [NameKey: Int] = [:]
        for (index, note) in notes.enumerated() {
            for field in note.otherFields
            where field.key.utf8.first.map({ $0 | 0x20 }) == UInt8(ascii: "a")
                && ["aliases", "alias"].contains(field.key.lowercased())
            {
                let values =
                    if case .array(let members) = field.value { members } else { [field.value] }
                for value in values {
                    let alias: String
                    switch value {
                    case .string(let text): alias = text
                    case .integer(let number): alias = String(number)
                    default: continue
                    }
                    let key = NameKey(alias.trimmed)
                    notesByAlias[key] = notesByAlias[key] ?? index
                }
            }
        }
        return notesByAlias
    }

    private static func notesByFile(_ notes: [(note: Note, slug: Slug)]) -> NotesByFile {
        let crowded = Set(notes.lazy.filter { $0.note.id.index > 0 }.map(\.note.id.source))
        var files = NotesByFile()
        files.last.reserveCapacity(notes.count)
        for index in notes.indices {
            let source = notes[index].note.id.source
            guard crowded.isEmpty || !crowded.contains(source) else { continue }
            let path = source[..<stemEnd(of: source)]
            let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:))
            let name = path[(start ?? path.startIndex)...]
            guard !name.isEmpty else { continue }
            if let same = files.last.updateValue(index, forKey: NameKey(String(name))) {
                files.previous[index] = same
            }
        }
        return files
    }

    /// Returns the position of the note whose slug is that of a file name without extension, such
    /// as `a-walk.md`. Other programs name files by titles.
    package func note(atFile path: String) -> Int? {
        guard let name = path.split(separator: "/").last, !name.hasPrefix(".") else { return nil }
        let stem = [".md", ".markdown", ".html"].first(where: name.hasSuffix)
            .map { name.dropLast($0.count) }
        return notesBySlug.value[Slug(title: String(stem ?? name))]
    }

    /// Returns the position of the note that a link in a text names by title, file name or, as
    /// `note/IDENTIFIER`, by its identifier; nil if there is none.
    func note(at address: String) -> Int? {
        if address.hasPrefix(Note.identifierFolder),
            let found = notesByIdentifier.value[
                NameKey(String(address.dropFirst(Note.identifierFolder.count)))]
        {
            return found
        }
        return note(titled: address) ?? (address.contains("/") ? note(inFile: address) : nil)
            ?? note(atFile: address) ?? note(inFile: address)
    }

    private static func notesByTitle(_ notes: [(note: Note, slug: Slug)]) -> [NameKey: Int] {
        var notesByTitle: [NameKey: Int] = [:]
        notesByTitle.reserveCapacity(notes.count)
        for index in notes.indices {
            let key = NameKey(notes[index].note.title)
            // The note with the shortest slug, which has no number, wins.
            if let other = notesByTitle[key],
                notes[other].slug.text.utf8.count <= notes[index].slug.text.utf8.count
            {
                continue
            }
            notesByTitle[key] = index
        }
        return notesByTitle
    }
}
