import FileFormats
import NoteModel
import Orthography
import OutputPlan

import struct Foundation.Date

/// The front matter of a note's file in the Markdown tree.
struct MarkdownFrontMatter {
    let note: Note
    let slug: Slug?
    let path: OutputPath
    let profile: MarkdownStyle.Profile
    /// The media whose addresses are listed.
    let media: ExportedMedia
    let drawings: ExportedDrawings
    let body: RewrittenBody

    var value: YAMLValue {
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
        entries.append(.init("generator", .text(MarkdownExport.generator)))
        entries += mediaEntries
        // Hugo uses `kind` for something else.
        if note.kind != .note { entries.append(.init("noteKind", .text(note.kind.rawValue))) }
        entries += NoteStateFields.entries(of: note.state, for: profile)
        if let back = drawings.back { entries.append(.init("drawing", .text(address(of: back)))) }
        if let deck = note.deck { entries.append(.init("cards", DeckText.frontMatter(of: deck))) }
        return .mapping(entries + profileEntries + OtherFields.entries(of: note, for: profile))
    }

    /// The names are listed as well as the addresses, since texts refer to photos by name.
    private var mediaEntries: [YAMLValue.Entry] {
        let photos = media.photos.filter { $0.path != nil }
        let recordings = media.recordings.filter { $0.path != nil }
        let attachments = media.attachments.filter { $0.path != nil }
        let lists = [
            ("photos", photos.map { $0.path.map(address) }),
            ("photoNames", photos.map(\.medium.name)), ("photoCaptions", captions),
            ("recordings", recordings.map { $0.path.map(address) }),
            ("recordingNames", recordings.map(\.medium.name)),
            ("transcripts", recordings.map(\.medium.transcript?.text)),
            ("attachments", attachments.map { $0.path.map(address) }),
            ("attachmentNames", attachments.map(\.medium.name)),
        ]
        // Readers of front matter expect strings in these lists, so a missing name is an empty
        // string.
        return lists.filter { $1.contains { $0 != nil } }.map { key, texts in
            .init(key, .list(texts.map { .text($0 ?? "") }))
        }
    }

    /// The caption of each photo with an address; only those of photos that the
    /// text shows, since the appendix has the others. A caption is not a description.
    private var captions: [String?] {
        media.photos.enumerated().filter { $0.element.path != nil }.map { position, photo in
            body.placed.contains(NoteFile(.photo, position)) ? photo.medium.caption : nil
        }
    }

    /// The keys for the program that reads the tree, and those with which an import restores the
    /// archived text.
    private var profileEntries: [YAMLValue.Entry] {
        var entries: [YAMLValue.Entry] = []
        switch profile {
        case .jekyll: entries.append(.init("render_with_liquid", .plain("false")))
        // Obsidian finds a note by its title, even if a file cannot have that name.
        case .obsidian
        where path.name != note.title + ".md"
            && !note.otherFields.contains { $0.key.lowercased() == "aliases" }:
            entries.append(.init("aliases", .list([.text(note.title)])))
        default: break
        }
        guard !body.records.isEmpty else { return entries }
        let rewritten = body.records.map { record in
            YAMLValue.mapping([.init("now", .text(record.now)), .init("was", .text(record.was))])
        }
        return entries + [.init(MarkdownExport.rewrittenKey, .list(rewritten))]
    }

    /// The addresses in lists are paths, which are not encoded.
    private func address(of file: OutputPath) -> String {
        MarkdownPaths.relative(file.text, from: path)
    }

    private func date(_ instant: Date?) -> YAMLValue? {
        instant.map { .plain(CivilTime.exact($0)) }
    }
}
