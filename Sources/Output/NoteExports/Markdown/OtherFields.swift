import FileFormats
import NoteModel

/// The fields of a note for which the front matter has no key: additional data of an app, or of the
/// front matter of an imported file.
enum OtherFields {
    /// Returns the keys, in lower case, by which the programs of a profile choose templates and
    /// addresses, or leave out a page.
    private static func keys(of profile: MarkdownStyle.Profile) -> Set<String> {
        switch profile {
        case .plain:
            ["category", "hide", "lang", "save_as", "status", "template", "translation", "url"]
        case .hugo:
            [
                "aliases", "audio", "build", "_build", "cascade", "draft", "expirydate", "headless",
                "images", "iscjklanguage", "lang", "layout", "linktitle", "markup", "menu", "menus",
                "outputs", "params", "path", "pubdate", "publishdate", "published", "resources",
                "sitemap", "summary", "translationkey", "type", "unpublishdate", "url", "videos",
                "weight",
            ]
        case .jekyll:
            [
                "categories", "category", "collection", "excerpt", "excerpt_separator", "layout",
                "permalink", "published", "redirect_from", "redirect_to",
            ]
        case .obsidian, .appleNotes, .original: []
        }
    }

    /// Returns the entries for the front matter: first the fields with unreserved keys, then a
    /// mapping of the others.
    ///
    /// Fields that contain binary data or objects of an app are exported only in the JSON tree.
    static func entries(of note: Note, for profile: MarkdownStyle.Profile) -> [YAMLValue.Entry] {
        let reserved = FrontMatterKeys.reserved.union(keys(of: profile))
            .union(
                NoteStateFields.entries(of: note.state, for: profile).map { $0.key.lowercased() })
        var own: [YAMLValue.Entry] = []
        var others: [YAMLValue.Entry] = []
        var taken: Set<String> = []
        for field in note.otherFields {
            guard let value = value(field.value), taken.insert(field.key).inserted
            else { continue }
            let entry = YAMLValue.Entry(field.key, value)
            if reserved.contains(field.key.lowercased()) {
                others.append(entry)
            } else {
                own.append(entry)
            }
        }
        return others.isEmpty ? own : own + [.init(FrontMatterKeys.other, .mapping(others))]
    }

    /// Returns a field as YAML; nil for a value with parts that only an archive can contain.
    private static func value(_ value: JSONValue) -> YAMLValue? {
        switch value {
        case .null: return .empty
        case .bool(let value): return .plain(value ? "true" : "false")
        case .integer(let number): return .number(number)
        case .real(let number): return .plain(YAMLLiteral.text(of: number))
        case .string(let text): return .text(text)
        case .numbers(let numbers): return .list(numbers.map { .plain(YAMLLiteral.text(of: $0)) })
        case .array(let members):
            let values = members.compactMap(Self.value)
            return values.count == members.count ? .list(values) : nil
        case .object(let fields):
            guard !fields.contains(where: { $0.key.hasPrefix("$") }),
                Set(fields.map(\.key)).count == fields.count
            else { return nil }
            let entries = fields.compactMap { field in
                self.value(field.value).map { YAMLValue.Entry(field.key, $0) }
            }
            return entries.count == fields.count ? .mapping(entries) : nil
        }
    }
}
