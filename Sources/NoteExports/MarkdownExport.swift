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
            let drawings = ExportedDrawings(note, slug: slug, exported)
            files.append(
                OutputFile(
                    OutputPath("\(slug.text).md"),
                    .rendered { try text(of: note, exported, drawings) }))
            files += exported.files + drawings.files
        }
        return TreePlan(tree: "markdown", files: files)
    }

    /// The file of a note. What is no text of its owner's, cards and pages, follows the body as
    /// Markdown made of it.
    ///
    /// - Parameters:
    ///   - media: Those whose addresses its front matter lists.
    ///   - drawings: The same.
    static func text(
        of note: Note, _ media: ExportedMedia, _ drawings: ExportedDrawings
    ) throws -> [UInt8] {
        var bytes = Array("---\n".utf8)
        bytes += Array(try frontMatter(of: note, media, drawings).serialized().utf8)
        bytes += Array("---\n".utf8)
        bytes += Array(note.body.utf8)
        if let deck = note.deck { bytes += Array(DeckText.body(of: deck).utf8) }
        if !drawings.pages.isEmpty {
            if let last = note.body.utf8.last { bytes += last == 0x0A ? [0x0A] : [0x0A, 0x0A] }
            bytes += Array(pages(of: note, media, drawings).utf8)
        }
        return bytes
    }

    /// The note on its own, without files beside it.
    package static func text(of note: Note) throws -> [UInt8] {
        try text(of: note, .none, .none)
    }

    /// The pages one below the other: what is drawn, then what lies on them.
    private static func pages(
        of note: Note, _ media: ExportedMedia, _ drawings: ExportedDrawings
    ) -> String {
        zip(note.pages, drawings.pages).enumerated().map { index, page in
            let pictures = page.0.pictures.compactMap { media.photos[$0.photo].path }
            let images = ([page.1].compactMap(\.self) + pictures).map { "![](\($0.text))\n" }
            let sounds = page.0.recordings.compactMap { position in
                media.recordings[position].path.map { path in
                    "[\(media.recordings[position].recording.name ?? "Recording")](\(path.text))\n"
                }
            }
            return (["## Page \(index + 1)\n"] + images + sounds).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func frontMatter(
        of note: Note, _ media: ExportedMedia, _ drawings: ExportedDrawings
    ) -> YAMLValue {
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
        if note.kind != .note { entries.append(.init("kind", .text(note.kind.rawValue))) }
        if let back = drawings.back { entries.append(.init("drawing", .text(back.text))) }
        if let deck = note.deck { entries.append(.init("cards", DeckText.frontMatter(of: deck))) }
        return .mapping(entries)
    }

    private static func date(_ instant: Date?) -> YAMLValue? {
        instant.map { .plain(CivilTime($0).rfc3339) }
    }
}
