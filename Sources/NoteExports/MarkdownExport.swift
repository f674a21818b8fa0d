package import NoteModel
package import OutputPlan
import YAMLText

import struct Foundation.Date

/// Plans the Markdown tree: a file a note, its body byte for byte under a front matter in YAML,
/// and the original photos.
package enum MarkdownExport {
    /// - Parameter slugs: Address of each note, in the notebook's order.
    package static func plan(
        _ notebook: Notebook, slugs: [Slug], media: PreparedMedia
    ) -> TreePlan {
        var files: [OutputFile] = []
        for (note, slug) in zip(notebook.notes, slugs) {
            let exported = ExportedMedia(note, slug: slug, media)
            files.append(
                OutputFile(
                    OutputPath("\(slug.text).md"),
                    .rendered { try text(of: note, exported) }))
            files += exported.files
        }
        return TreePlan(tree: "markdown", files: files)
    }

    /// The file of a note.
    ///
    /// - Parameter media: Those whose addresses its front matter lists.
    static func text(of note: Note, _ media: ExportedMedia) throws -> [UInt8] {
        var bytes = Array("---\n".utf8)
        bytes += Array(try frontMatter(of: note, media).serialized().utf8)
        bytes += Array("---\n".utf8)
        bytes += Array(note.body.utf8)
        return bytes
    }

    /// The note on its own, without files beside it.
    package static func text(of note: Note) throws -> [UInt8] { try text(of: note, .none) }

    private static func frontMatter(of note: Note, _ media: ExportedMedia) -> YAMLValue {
        var entries: [YAMLValue.Entry] = [.init("title", .text(note.title))]
        // Plain scalars: YAML's own timestamps, which other generators expect unquoted.
        if let created = date(note.created) { entries.append(.init("date", created)) }
        if let modified = date(note.modified) { entries.append(.init("lastmod", modified)) }
        // What is no date would stop the generators that read `date`.
        if note.created == nil, let words = note.dateTexts.created {
            entries.append(.init("dateText", .text(words)))
        }
        if !note.tags.isEmpty {
            entries.append(.init("tags", .list(note.tags.map { .text($0.name) })))
        }
        entries.append(.init("source", .text(note.id.source)))
        let addresses = [
            ("photos", media.photos.compactMap(\.path)),
            ("recordings", media.recordings.compactMap(\.path)),
        ]
        for (key, paths) in addresses where !paths.isEmpty {
            entries.append(.init(key, .list(paths.map { .text($0.text) })))
        }
        return .mapping(entries)
    }

    private static func date(_ instant: Date?) -> YAMLValue? {
        instant.map { .plain(CivilTime($0).rfc3339) }
    }
}
