import Foundation
package import MarkdownText
package import NoteModel
package import OutputPlan
import ParallelWork

/// The names by which texts refer to the notes of a notebook: titles, and file names made from
/// slugs. They are indexed when a note is first looked up.
package struct NoteNames: Sendable {
    private let notesByTitle: Lazy<[NameKey: Int]>
    private let notesBySlug: Lazy<[Slug: Int]>

    /// The target of a reference that names a note or a file of the note itself.
    package enum Target: Hashable, Sendable {
        case ownFile
        /// A note, by its position in the notebook, from 0, and the part of it that the reference
        /// names after `#`: the words of a heading within double brackets, a fragment in a link;
        /// empty for the whole note.
        case note(Int, part: String)
    }

    /// - Parameter slugs: The slugs of the notes, parallel to `notes`.
    package init(_ notes: [Note], slugs: [Slug]) {
        notesByTitle = Lazy { Self.notesByTitle(notes, slugs: slugs) }
        notesBySlug = Lazy {
            Dictionary(zip(slugs, slugs.indices), uniquingKeysWith: { first, _ in first })
        }
    }

    /// Returns the target of a link, a wiki link or an embedded note; nil if it has none here, and
    /// for references of other kinds.
    ///
    /// Double brackets name a note rather than a file, links the reverse.
    ///
    /// - Parameter isOwnFile: True if the reference names a file of the note that has the text.
    package func target(
        of reference: Reference, isOwnFile: @autoclosure () -> Bool
    ) -> Target? {
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
            return note(at: path.removingPercentEncoding ?? path).map { .note($0, part: part) }
        }
    }

    package func note(titled title: String) -> Int? { notesByTitle.value[NameKey(title)] }

    /// Returns the position of the note that `[[…]]` names by its title, and the words after the
    /// `#` that may follow; nil if there is no such note.
    package func note(named name: String) -> (note: Int, part: String)? {
        if let index = note(titled: name.trimmed) { return (index, "") }
        let title = name.prefixBeforeSharp
        return note(titled: title.trimmed).map { index in
            (index, String(name[title.endIndex...].drop { $0 == "#" }).trimmed)
        }
    }

    /// Returns the position of the note whose slug is that of a file name without extension, such
    /// as `a-walk.md`. Other programs name files by titles.
    package func note(atFile path: String) -> Int? {
        guard let name = path.split(separator: "/").last, !name.hasPrefix(".") else { return nil }
        let stem = [".md", ".markdown", ".html"].first(where: name.hasSuffix)
            .map { name.dropLast($0.count) }
        return notesBySlug.value[Slug(title: String(stem ?? name))]
    }

    /// Returns the position of the note that a link in a text names by title or file name; nil if
    /// there is none.
    func note(at address: String) -> Int? { note(titled: address) ?? note(atFile: address) }

    private static func notesByTitle(_ notes: [Note], slugs: [Slug]) -> [NameKey: Int] {
        var notesByTitle: [NameKey: Int] = [:]
        notesByTitle.reserveCapacity(notes.count)
        for index in notes.indices {
            let key = NameKey(notes[index].title)
            // The note with the shortest slug, which has no number, wins.
            if let other = notesByTitle[key],
                slugs[other].text.utf8.count <= slugs[index].text.utf8.count
            {
                continue
            }
            notesByTitle[key] = index
        }
        return notesByTitle
    }
}
