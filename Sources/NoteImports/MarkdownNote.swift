import Foundation
import MarkdownText
import NoteArchives
import NoteExports
import NoteModel
import OutputPlan
import YAMLText

/// Makes a note of a Markdown file.
struct MarkdownNote {
    let path: String
    let head: FrontMatter
    let zone: TimeZone
    var problems: [String] = []

    /// Keys that have a meaning here; others are kept with the note.
    private static let known: Set<String> = [
        "title", "date", "created", "datetext", "lastmod", "modified", "updated", "lastmodtext",
        "last_modified_at", "tags", "keywords", "id", "source", "photos", "photonames",
        "recordings", "recordingnames", "notekind", "drawing", "cards", "generator",
    ]

    /// Whether an export wrote the file.
    private var isOurs: Bool {
        head["generator"]?.scalar == MarkdownExport.generator && head["source"]?.scalar != nil
    }

    mutating func note(_ resolve: (String) -> StoredBytes?) -> Note {
        let id = noteID
        var photos = media("photos", "photoNames", resolve).map { name, content in
            Photo(name: name, content: content)
        }
        let recordings = media("recordings", "recordingNames", resolve).map { name, content in
            Recording(name: name, content: content)
        }
        var drawing: Drawing?
        if let address = head["drawing"]?.scalar, let stored = resolve(address) {
            let known = photos.firstIndex { $0.stored == stored }
            if known == nil { photos.append(Photo(content: .stored(stored))) }
            drawing = .picture(known ?? photos.count - 1)
        }
        var body = head.body
        if isOurs {
            let appendix = Appendix(
                addresses: Set(
                    ["photos", "recordings"].flatMap { head[$0]?.scalars ?? [] }
                        + [head["drawing"]?.scalar].compactMap(\.self)),
                hasCards: head["cards"] != nil, isLecture: head["noteKind"]?.scalar == "lecture")
            let (own, captions, drawings) = appendix.taken(from: body)
            body = own
            if let cards, !head.body.hasPrefix(MarkdownExport.text(of: Deck(cards))) {
                problems.append(
                    "\(path) has cards in its text that are not those of its head; those of the head were imported."
                )
            }
            let addresses = head["photos"]?.scalars ?? []
            // Lines that somebody wrote around keep their places, and name the files as notes do.
            body = Self.naming(
                addresses, photos.enumerated().map { $1.name ?? String($0 + 1) }, in: body)
            body = Self.naming(
                head["recordings"]?.scalars ?? [], recordings.map(\.name), in: body)
            for (index, address) in addresses.enumerated() where photos.indices.contains(index) {
                if let caption = captions[address] {
                    photos[index] = photos[index].captioned(caption)
                }
            }
            // What was written by hand comes back as pictures of it.
            for address in drawings {
                if let stored = resolve(address), !photos.contains(where: { $0.stored == stored }) {
                    photos.append(Photo(content: .stored(stored)))
                }
            }
        }
        if !isOurs { body = Self.withoutEmbeds(body, resolve) }
        let created = date("date", "created", text: "dateText")
        let modified = date(
            "lastmod", "modified", "updated", "last_modified_at", text: "lastmodText")
        var note = Note(
            id: id, title: head["title"]?.scalar ?? plainTitle, body: body,
            created: created.instant, modified: modified.instant,
            dateTexts: .init(created: created.text, modified: modified.text), photos: photos,
            recordings: recordings, identifier: identifier(of: id), otherFields: otherFields)
        if let cards = cards { note.deck = Deck(cards) }
        note.kind = head["noteKind"]?.scalar.flatMap { Note.Kind(rawValue: $0) } ?? note.kind
        if note.deck == nil, note.kind == .deck { note.kind = .note }
        note.drawing = drawing
        note.tags = tags
        addWhatTheTextNames(to: &note, resolve)
        return note
    }

    /// A text with the addresses of an export replaced by what notes call them.
    private static func naming(
        _ addresses: [String], _ names: [String?], in text: String
    ) -> String {
        zip(addresses, names).reduce(text) { text, item in
            guard let name = item.1, text.contains("](\(item.0))") else { return text }
            return text.replacing("](\(item.0))", with: "](\(plain(name)))")
        }
    }

    /// A name as an address in Markdown.
    private static func plain(_ name: String) -> String {
        name.contains { $0.isWhitespace || "()<>".contains($0) } ? "<\(name)>" : name
    }

    /// The source that an export tells, as `a.data#2`; else one made of the file's own name.
    private var noteID: NoteID {
        if isOurs, let source = head["source"]?.scalar {
            let parts = source.split(separator: "#", omittingEmptySubsequences: false)
            if parts.count > 1, let last = parts.last, let number = Int(last),
                (2...1_000_000).contains(number)
            {
                return NoteID(
                    source: parts.dropLast().joined(separator: "#"), index: number - 1)
            }
            return NoteID(source: source, index: 0)
        }
        // With an ending, since a folder may go by the same name.
        return NoteID(source: stem + ".data", index: 0)
    }

    /// The path without its ending.
    private var stem: String {
        let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex
        return String(path[..<dot])
    }

    /// The name of the file, as Obsidian has titles; of a folder with one text, that folder's.
    private var plainTitle: String {
        var parts = stem.split(separator: "/")
        if parts.count > 1, ["index", "_index"].contains(parts.last ?? "") { parts.removeLast() }
        return String(parts.last ?? "")
    }

    /// What an app knew the note by; not what an export made up.
    private func identifier(of id: NoteID) -> String? {
        head["id"]?.scalar.flatMap { $0 == id.studyIdentifier ? nil : $0 }
    }

    private mutating func media(
        _ key: String, _ namesKey: String, _ resolve: (String) -> StoredBytes?
    ) -> [(String?, MediaContent)] {
        let names = head[namesKey]?.members.map(\.scalar) ?? []
        return (head[key]?.scalars ?? []).enumerated().map { index, address in
            let name = names.indices.contains(index) ? names[index] : nil
            guard let stored = resolve(address) else {
                problems.append(
                    "\(path) names \(address), which is not there; it counts as missing.")
                return (name ?? PhotoName(address)?.text, .missing)
            }
            return (name, .stored(stored))
        }
    }

    private func date(_ keys: String..., text: String) -> (instant: Date?, text: String?) {
        let told = keys.lazy.compactMap { head[$0]?.scalar }.first
        let words = head[text]?.scalar
        guard let told else { return (nil, words) }
        let instant = CivilTime.instant(told) ?? DateText.date(told, zone: zone)
        return (instant, words ?? (instant == nil ? told : nil))
    }

    private var tags: [Tag] {
        let value = head["tags"] ?? head["keywords"]
        let names =
            value?.scalar.map { $0.split { ", ".contains($0) }.map { String($0) } }
            ?? value?.scalars ?? []
        var isNew = Set<Tag>()
        return names.map { String($0.drop { $0 == "#" }) }.filter { !$0.isEmpty }.map { Tag($0) }
            .filter { isNew.insert($0).inserted }
    }

    private var cards: [Card]? {
        guard isOurs, case .list(let members)? = head["cards"] else { return nil }
        return members.map { card in
            Card(
                question: card["question"]?.scalar ?? "", answer: card["answer"]?.scalar ?? "",
                rightCount: card["right"]?.scalar.flatMap { Int($0) }.map { max(0, $0) } ?? 0,
                wrongCount: card["wrong"]?.scalar.flatMap { Int($0) }.map { max(0, $0) } ?? 0,
                identifier: card["id"]?.scalar)
        }
    }

    private var otherFields: [JSONValue.Field] {
        let known = isOurs ? Self.known : Self.known.subtracting(["generator", "cards"])
        return head.entries.filter { !known.contains($0.key.lowercased()) && $0.value != .empty }
            .map { .init($0.key, $0.value.json) }
    }

    /// A text with what Obsidian embeds, `![[picture.png|300]]`, as images; where the file is there.
    private static func withoutEmbeds(
        _ text: String, _ resolve: (String) -> StoredBytes?
    ) -> String {
        let pieces = text.utf8.split(separator: "![[".utf8, omittingEmptySubsequences: false)
        var plain = ""
        for (number, piece) in pieces.enumerated() {
            guard number > 0 else {
                plain += Substring(piece)
                continue
            }
            // Names of files are short.
            guard let end = piece.prefix(1600).firstRange(of: "]]".utf8),
                let image = Self.image(ofEmbed: Substring(piece[..<end.lowerBound]), resolve)
            else {
                plain += "![[" + Substring(piece)
                continue
            }
            plain += image + Substring(piece[end.upperBound...])
        }
        return plain
    }

    /// Nil for what is no picture or recording that is there.
    private static func image(
        ofEmbed embed: Substring, _ resolve: (String) -> StoredBytes?
    ) -> String? {
        let parts = embed.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let address = String(parts.first?.prefix { $0 != "#" } ?? "")
        let words = parts.count > 1 ? String(parts[1]) : ""
        guard PhotoKind(name: address) != nil || RecordingKind(name: address) != nil,
            resolve(address) != nil
        else { return nil }
        // A number is a width there, and no description.
        let description = words.allSatisfy { $0.isNumber || $0 == "x" } ? "" : words
        return "![\(description)](\(Self.plain(PhotoName(address)?.text ?? address)))"
    }

    /// Pictures and recordings that the text shows come along.
    private mutating func addWhatTheTextNames(
        to note: inout Note, _ resolve: (String) -> StoredBytes?
    ) {
        let references = TextReferences(note.body)
        for address in references.images + references.links {
            let isImage = PhotoKind(name: address) != nil
            guard isImage || RecordingKind(name: address) != nil, !address.contains("://"),
                let name = PhotoName(address)?.text
            else { continue }
            guard note.photoIndex(forAddress: name) == nil,
                note.recordingIndex(forAddress: name) == nil
            else { continue }
            guard let stored = resolve(address) else {
                // An export has told what is missing.
                if !isOurs, !references.links.contains(address) {
                    problems.append("\(path) shows \(address), which is not there.")
                }
                continue
            }
            guard !note.photos.contains(where: { $0.stored == stored }) else { continue }
            if isImage {
                note.photos.append(Photo(name: name, content: .stored(stored)))
            } else {
                note.recordings.append(Recording(name: name, content: .stored(stored)))
            }
        }
    }
}

extension YAMLValue {
    /// The text of a value that is one.
    fileprivate var scalar: String? {
        switch self {
        case .text(let text), .plain(let text): text
        case .number(let number): String(number)
        case .list, .mapping, .empty: nil
        }
    }

    /// The members of a list.
    fileprivate var members: [YAMLValue] {
        guard case .list(let members) = self else { return [] }
        return members
    }

    /// The texts of a list; of a text, itself.
    fileprivate var scalars: [String] {
        scalar.map { [$0] } ?? members.compactMap(\.scalar)
    }

    fileprivate subscript(key: String) -> YAMLValue? {
        guard case .mapping(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    fileprivate var json: JSONValue {
        switch self {
        case .text(let text), .plain(let text): .string(text)
        case .number(let number): .integer(number)
        case .list(let members): .array(members.map(\.json))
        case .mapping(let entries): .object(entries.map { ($0.key, $0.value.json) })
        case .empty: .null
        }
    }
}
