package import ContentHashing
package import MediaModel
package import NoteModel
package import OutputPlan
import Transcripts
import YAMLText

import struct Foundation.Date

/// Plans the Markdown tree: for each note a file with front matter in YAML and its body byte for
/// byte, and its photos: the originals, or upright copies of those whose orientation only the
/// archive contains.
package enum MarkdownExport {
    /// The value of `generator` in the front matter, by which an import recognizes exported files.
    package static let generator = "Notebinder"

    /// - Parameters:
    ///   - slugs: The names of the notes' files, parallel to `notebook.notes`.
    ///   - keys: The fingerprints of the notes with their photos and of the program, parallel to
    ///     `notebook.notes`; nil if they are unknown.
    package static func plan(
        _ notebook: Notebook, slugs: [Slug], media: PreparedMedia, keys: [Fingerprint]? = nil
    ) -> TreePlan {
        var files: [OutputFile] = []
        let notes = notebook.notes
        for (index, slug) in slugs.enumerated() {
            let exported = ExportedMedia(notes[index], slug: slug, media: media, isUpright: true)
            let drawings = ExportedDrawings(notes[index], slug: slug, media: exported)
            files.append(
                OutputFile(
                    OutputPath("\(slug.text).md"),
                    content: .rendered {
                        try text(of: notes[index], slug: slug, media: exported, drawings: drawings)
                    },
                    modified: notes[index].lastChanged,
                    inputs: keys.map { Self.key(of: $0[index], at: slug) }))
            files += exported.files + drawings.files
        }
        return TreePlan(tree: "markdown", files: files)
    }

    private static func key(of note: Fingerprint, at slug: Slug) -> Fingerprint {
        var inputs = Fingerprinter("markdown")
        inputs.add(note)
        inputs.add(slug.text)
        return inputs.fingerprint
    }

    /// Returns the file of a note. Content that is not part of its body (cards and pages, pictures
    /// and recordings) is appended as Markdown, after one more empty line than the body has.
    ///
    /// - Parameters:
    ///   - slug: The name of the file without its extension; nil for a text without a file.
    ///   - media: The media whose addresses the front matter lists.
    ///   - drawings: The drawings whose addresses the front matter lists.
    static func text(
        of note: Note, slug: Slug?, media: ExportedMedia, drawings: ExportedDrawings
    ) throws -> [UInt8] {
        var bytes = Array("---\n".utf8)
        bytes += Array(
            try frontMatter(of: note, slug: slug, media: media, drawings: drawings).serialized()
                .utf8)
        bytes += Array("---\n".utf8)
        bytes += Array(note.body.utf8)
        let parts = [
            note.deck.map { DeckText.body(of: $0) },
            mediaLines(of: note, media: media, drawings: drawings),
            drawings.pages.isEmpty ? nil : pages(of: note, media: media, drawings: drawings),
        ].compactMap(\.self).filter { !$0.isEmpty }
        guard !parts.isEmpty else { return bytes }
        if !note.body.isEmpty { bytes += [0x0A, 0x0A] }
        return bytes + Array(parts.joined(separator: "\n").utf8)
    }

    /// Returns the drawing, the photos and recordings without a place on a page, and the
    /// attachments, one per line.
    private static func mediaLines(
        of note: Note, media: ExportedMedia, drawings: ExportedDrawings
    ) -> String {
        let placed = note.placedPhotos
        let heard = Set(note.pages.flatMap(\.recordings))
        var lines = [drawings.back.map { "![](\($0.text))" }]
        lines += media.photos.enumerated().map { position, photo in
            placed.contains(position)
                ? nil : photo.path.map { "![\(label(photo.photo.caption))](\($0.text))" }
        }
        lines += media.recordings.enumerated().map { position, recording in
            heard.contains(position) ? nil : link(to: recording)
        }
        lines += media.attachments.map { attachment in
            let name = attachment.attachment.caption ?? attachment.attachment.fileName
            return attachment.path.map { "[\(label(name))](\($0.text))" }
        }
        return lines.compactMap(\.self).map { $0 + "\n" }.joined(separator: "\n")
    }

    /// Returns a text escaped for use between brackets.
    private static func label(_ text: String?) -> String {
        var label = ""
        for character in text ?? "" {
            if "\\[]<`*_&".contains(character) { label.append("\\") }
            label.append(character.isNewline ? " " : character)
        }
        return label
    }

    private static func link(to recording: ExportedRecording) -> String? {
        recording.path.map { path in
            let name = recording.recording.caption ?? recording.recording.name ?? "Recording"
            return "[\(label(name))](\(path.text))"
        }
    }

    /// Returns the text that follows the front matter of a deck.
    package static func text(of deck: Deck) -> String { DeckText.body(of: deck) }

    /// Returns the file of a note alone, without other files.
    package static func text(of note: Note) throws -> [UInt8] {
        try text(of: note, slug: nil, media: .none, drawings: .none)
    }

    /// Returns the pages in order: for each the drawing, then its pictures and recordings.
    private static func pages(
        of note: Note, media: ExportedMedia, drawings: ExportedDrawings
    ) -> String {
        zip(note.pages, drawings.pages).enumerated().map { index, page in
            let pictures = page.0.pictures.compactMap { media.photos[$0.photo].path }
            let images = ([page.1].compactMap(\.self) + pictures).map { "![](\($0.text))\n" }
            let sounds = page.0.recordings.compactMap {
                link(to: media.recordings[$0]).map { $0 + "\n" }
            }
            return (["## Page \(index + 1)\n"] + images + sounds).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func frontMatter(
        of note: Note, slug: Slug?, media: ExportedMedia, drawings: ExportedDrawings
    ) -> YAMLValue {
        var entries: [YAMLValue.Entry] = [.init("title", .text(note.title))]
        // Plain scalars, because other generators expect YAML timestamps unquoted.
        if let created = date(note.created) { entries.append(.init("date", created)) }
        if let modified = date(note.modified) { entries.append(.init("lastmod", modified)) }
        // The dates as written. In `date`, a text that is not a date would stop other generators.
        let words = [
            ("dateText", note.dateTexts.created), ("lastmodText", note.dateTexts.modified),
        ]
        for (key, text) in words {
            if let text { entries.append(.init(key, .text(text))) }
        }
        if !note.tags.isEmpty {
            entries.append(.init("tags", .list(note.tags.map { .text($0.name) })))
        }
        if let slug { entries.append(.init("slug", .text(slug.text))) }
        entries.append(.init("id", .text(note.identifier ?? note.id.studyIdentifier)))
        entries.append(.init("source", .text(note.id.text)))
        entries.append(.init("generator", .text(generator)))
        // The names are listed as well as the addresses, since texts refer to photos by name.
        let photos = media.photos.filter { $0.path != nil }
        let recordings = media.recordings.filter { $0.path != nil }
        let attachments = media.attachments.filter { $0.path != nil }
        let lists = [
            ("photos", photos.map { $0.path?.text }), ("photoNames", photos.map(\.photo.name)),
            ("recordings", recordings.map { $0.path?.text }),
            ("recordingNames", recordings.map(\.recording.name)),
            ("transcripts", recordings.map(\.recording.transcript?.text)),
            ("attachments", attachments.map { $0.path?.text }),
            ("attachmentNames", attachments.map(\.attachment.name)),
        ]
        // Readers of front matter expect strings in these lists, so a missing name is an empty
        // string.
        for (key, texts) in lists where texts.contains(where: { $0 != nil }) {
            entries.append(.init(key, .list(texts.map { .text($0 ?? "") })))
        }
        // Hugo uses `kind` for something else.
        if note.kind != .note { entries.append(.init("noteKind", .text(note.kind.rawValue))) }
        if let back = drawings.back { entries.append(.init("drawing", .text(back.text))) }
        if let deck = note.deck { entries.append(.init("cards", DeckText.frontMatter(of: deck))) }
        return .mapping(entries + OtherFields.entries(of: note))
    }

    private static func date(_ instant: Date?) -> YAMLValue? {
        instant.map { .plain(CivilTime.exact($0)) }
    }
}
