import FileFormats
import MarkdownText
import NoteModel
import Orthography
import OutputPlan
import Platform

extension MarkdownFile {
    /// Returns the front matter.
    ///
    /// - Parameter body: The text that follows it.
    func frontMatter(_ body: RewrittenBody) -> YAMLValue {
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
        entries.append(.init("generator", .text(FrontMatterKeys.generator)))
        entries += mediaEntries(placed: body.placed)
        // Hugo uses `kind` for something else.
        if note.kind != .note { entries.append(.init("noteKind", .text(note.kind.rawValue))) }
        entries += NoteStateFields.entries(of: note.state, for: style.profile)
        if let back = drawings.back { entries.append(.init("drawing", .text(relative(back)))) }
        if let path = note.thumbnail.flatMap({ media.media.photos[$0].path }) {
            entries.append(.init("thumbnailPhoto", .text(relative(path))))
        }
        if let deck = note.deck { entries.append(.init("cards", DeckText.frontMatter(of: deck))) }
        return .mapping(
            entries + profileEntries(body.records)
                + OtherFields.entries(of: note, for: style.profile))
    }

    /// The names are listed as well as the addresses, since texts refer to photos by name. Captions
    /// are listed only for photos that the text shows, since the appendix has the others. A caption
    /// is not a description.
    private func mediaEntries(placed: Set<NoteFile>) -> [YAMLValue.Entry] {
        let lists = Medium.Kind.allCases.flatMap { kind -> [(String, [String?])] in
            let listed = media.media[kind].enumerated().filter { $0.element.path != nil }
            let own: [(String, [String?])] = [
                (kind.plural, listed.map { $0.element.path.map(relative) }),
                (kind.rawValue + "Names", listed.map(\.element.medium.name)),
            ]
            switch kind {
            case .photo:
                let captions = listed.map { position, photo in
                    placed.contains(NoteFile(kind, position)) ? photo.medium.caption : nil
                }
                return own + [("photoCaptions", captions)]
            case .recording:
                return own + [
                    ("recordingCaptions", listed.map(\.element.medium.caption)),
                    ("transcripts", listed.map(\.element.medium.transcript?.text)),
                ]
            case .attachment:
                return own + [("attachmentCaptions", listed.map(\.element.medium.caption))]
            }
        }
        // Readers of front matter expect strings in these lists, so a missing name is an empty
        // string.
        return lists.filter { $1.contains { $0 != nil } }.map { key, texts in
            .init(key, .list(texts.map { .text($0 ?? "") }))
        }
    }

    /// The keys for the program that reads the tree, and those with which an import restores the
    /// archived text.
    private func profileEntries(_ records: [TextEdits.Record]) -> [YAMLValue.Entry] {
        var entries: [YAMLValue.Entry] = []
        switch style.profile {
        case .jekyll: entries.append(.init("render_with_liquid", .plain("false")))
        // Obsidian finds a note by its title, even if a file cannot have that name.
        case .obsidian
        where path.name != note.title + ".md"
            && !note.otherFields.contains { $0.key.lowercased() == "aliases" }:
            entries.append(.init("aliases", .list([.text(note.title)])))
        default: break
        }
        guard !records.isEmpty else { return entries }
        let rewritten = records.map { record in
            YAMLValue.mapping([.init("now", .text(record.now)), .init("was", .text(record.was))])
        }
        return entries + [.init(FrontMatterKeys.rewritten, .list(rewritten))]
    }

    private func date(_ instant: Date?) -> YAMLValue? {
        instant.map { .plain(CivilTime.exact($0)) }
    }
}
