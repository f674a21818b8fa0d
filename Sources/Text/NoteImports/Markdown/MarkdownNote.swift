import FileFormats
import LocalFiles
import MarkdownText
import NoteArchives
import NoteModel
import Orthography
import Platform

/// Creates a note from a Markdown file.
struct MarkdownNote {
    let path: String
    /// The path without its extension, or that of the text bundle.
    private let stem: String
    let head: FrontMatter
    let zone: ZoneInfo
    /// Returns the file that an address refers to; nil if there is none. With `byName`, it may be in
    /// another folder than the address says.
    private let lookup: (_ address: String, _ byName: Bool) -> StoredBytes?
    /// The date of a note for which the front matter names none; nil to leave it without one.
    var fileDate: Date?
    /// False for a file of a program that shows single line breaks of Markdown as such.
    var followsMarkdown = true
    /// True for the text of a text bundle.
    var isBundled = false
    /// The description of the text bundle that contains the file.
    var bundle = TextBundle.Details()
    var problems: [String] = []
    /// The number of Obsidian's comments in the text.
    private(set) var commentCount = 0
    /// The tags of several words in the text of a note of Bear.
    private(set) var bearTags: [Tag] = []
    /// The keys, in lower case, of entries that became part of the note; the other entries are
    /// stored with it.
    var usedKeys: Set<String> = []
    /// The parts of used entries that did not become part of the note.
    var storedEntries: [YAMLValue.Entry] = []

    /// - Parameter stem: The path that names the note; nil for that of the file without its
    ///   extension.
    init(
        path: String, stem: String? = nil, head: FrontMatter, zone: ZoneInfo,
        lookup: @escaping (_ address: String, _ byName: Bool) -> StoredBytes?
    ) {
        (self.path, self.head, self.zone, self.lookup) = (path, head, zone, lookup)
        let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex
        self.stem = stem ?? String(path[..<dot])
        if let fault = head.fault?.error {
            problems.append(
                "\(path), line \(fault.line), \(fault.problem). The text was imported as a draft, without tags."
            )
        }
    }

    /// Returns the file that an address refers to; nil if there is none.
    ///
    /// - Parameter isBracketed: True for a name in double brackets, which may be in any folder, as a
    ///   mere name may. Another file of the name is not that of a path.
    func resolve(_ address: String, isBracketed: Bool = false) -> StoredBytes? {
        lookup(address, !isOurs && (isBracketed || !address.contains("/")))
    }

    /// True if the file was written by an export.
    var isOurs: Bool {
        head["generator"]?.scalar == FrontMatterKeys.generator && head["source"]?.scalar != nil
    }

    mutating func note() -> Note {
        if isOurs {
            usedKeys = FrontMatterKeys.exported
            // The Markdown tree for Obsidian adds the title to files that cannot have its name.
            if let title = head["title"]?.scalar, head["aliases"]?.scalars == [title] {
                usedKeys.insert("aliases")
            }
        }
        let id = noteID
        var media = MediaByKind { self.media($0) }
        var drawing: Drawing?
        if isOurs, let address = head["drawing"]?.scalar, let stored = resolve(address) {
            let known = media.photos.firstIndex { $0.stored == stored }
            if known == nil { media.append(Medium(.photo, content: .stored(stored))) }
            drawing = .picture(known ?? media.photos.count - 1)
        }
        let body = isOurs ? takeExportedBody(&media) : takeBody()
        let created = date("date", "created", text: "dateText")
        let tags = readTags()
        let state = readState()
        let modified = date(
            "lastmod", "modified", "updated", "last_modified_at", text: "lastmodText")
        let dates = [created.instant, modified.instant].compactMap(\.self)
        let isDated = !dates.isEmpty || created.text != nil || modified.text != nil
        let own = (isDated ? created.instant : nil) ?? bundle.created
        var note = Note(
            id: id, title: scalar("title") ?? plainTitle, body: body,
            created: isDated ? own : own ?? fileDate,
            modified: modified.instant ?? bundle.modified,
            dateTexts: .init(created: created.text, modified: modified.text),
            // An export generates an identifier for a note without one of its own.
            identifier: scalar("id").flatMap { $0 == id.studyIdentifier ? nil : $0 },
            otherFields: otherFields)
        note.media = media
        if let cards = cards { note.deck = Deck(cards) }
        let kind = isOurs ? head["noteKind"]?.scalar : nil
        note.kind = kind.flatMap { Note.Kind(rawValue: $0) } ?? note.kind
        if note.deck == nil, note.kind == .deck { note.kind = .note }
        note.drawing = drawing
        if isOurs, let address = head["thumbnailPhoto"]?.scalar, let stored = resolve(address) {
            note.thumbnail = note.photos.firstIndex { $0.stored == stored }
        }
        note.tags = tags
        note.state = state == .published && !isOurs ? .implied(by: note.otherFields) : state
        addWhatTheTextNames(to: &note)
        return note
    }

    /// Returns the text of a file that no export wrote, with comments of HTML in place of
    /// Obsidian's, and Markdown in place of the HTML elements that show files.
    private mutating func takeBody() -> String {
        let own = bundle.isOfBear ? BearTags(head.body) : nil
        bearTags = own?.tags ?? []
        let comments = ObsidianComments(own?.text ?? head.body, isFound: !isBundled)
        commentCount = comments.count
        if comments.isOpen {
            problems.append(
                "\(path) has a comment that does not end: what follows the last %% is not published."
            )
        }
        return FileElements(
            destination: { [self] in $0.contains("://") || file($0) == nil ? nil : $0 },
            isPhoto: { PhotoKind(name: $0) != nil }
        ).replaced(in: comments.text)
    }

    /// The source according to an export, such as `a.data#2`; otherwise one made of the file name.
    private var noteID: NoteID {
        if isOurs, let source = head["source"]?.scalar {
            let parts = source.split(separator: "#", omittingEmptySubsequences: false)
            if parts.count > 1, let last = parts.last, let number = Int(last),
                (2...1_000_000).contains(number)
            {
                return NoteID(source: parts.dropLast().joined(separator: "#"), index: number - 1)
            }
            return NoteID(source: source, index: 0)
        }
        // The extension distinguishes it from a folder of the same name.
        return NoteID(source: stem + ".data", index: 0)
    }

    /// The title of a file without one, as in Obsidian: the name of the file, or that of its folder
    /// for an `index` file. If the name is the slug of a heading at the beginning of the text, that
    /// heading is the title.
    private var plainTitle: String {
        var parts = stem.split(separator: "/")
        if parts.count > 1, ["index", "_index"].contains(parts.last ?? "") { parts.removeLast() }
        let name = String(parts.last ?? "")
        let line = head.body.utf8.drop { $0 <= 0x20 }.prefix { $0 != 0x0A && $0 != 0x0D }
        guard line.starts(with: "# ".utf8) else { return name }
        let heading = String(Substring(line.dropFirst(2))).trimmed
        let slug = Slug(title: heading).text
        return !heading.isEmpty && slug == name.lowercased().replacing("_", with: "-")
            ? heading : name
    }

    /// Returns the value of the first of the keys that has one, and marks the key as used.
    private mutating func scalar(_ keys: String...) -> String? {
        guard let entry = head.entry(keys), let text = entry.value.scalar else { return nil }
        usedKeys.insert(entry.key.lowercased())
        return text
    }

    private mutating func media(_ kind: Medium.Kind) -> [Medium] {
        // In files not written by an export these keys may contain anything.
        guard isOurs else { return [] }
        let key = kind.plural
        let names = texts(kind.rawValue + "Names", of: key)
        let unusable = head[key]?.members.count { $0.scalar == nil } ?? 0
        if unusable > 0 {
            problems.append(
                "\(path) has \(unusable) empty or unusable values among its \(key); the others were imported."
            )
        }
        return (head[key]?.scalars ?? []).enumerated().map { index, address in
            let name =
                names.indices.contains(index) ? names[index].flatMap { $0.isEmpty ? nil : $0 } : nil
            let fallback = kind == .attachment ? "file" : nil
            guard let stored = resolve(address) else {
                problems.append(
                    "\(path) names \(address), which does not exist; it counts as missing.")
                return Medium(
                    kind, name: name ?? PhotoName(address)?.text ?? fallback, content: .missing)
            }
            return Medium(kind, name: name ?? fallback, content: .stored(stored))
        }
    }

    /// Returns the texts of a list about the files in another list, one for each of the addresses
    /// there. Values that are not addresses have none.
    func texts(_ key: String, of filesKey: String) -> [String?] {
        let texts = head[key]?.members.map(\.scalar) ?? []
        let files = head[filesKey]?.members ?? []
        return texts.enumerated().filter { index, _ in
            !files.indices.contains(index) || files[index].scalar != nil
        }.map(\.element)
    }

    private mutating func date(_ keys: String..., text: String) -> (instant: Date?, text: String?) {
        let entry = head.entry(keys.filter { head[$0]?.scalar != nil })
        if let entry { usedKeys.insert(entry.key.lowercased()) }
        let words = isOurs ? head[text]?.scalar : nil
        guard let scalar = entry?.value.scalar else { return (nil, words) }
        let instant = CivilTime.instant(scalar) ?? DateText.date(scalar, zone: zone)
        return (instant, words ?? (instant == nil ? scalar : nil))
    }

    /// The entries that did not become part of the note, and those that an export stored under
    /// ``FrontMatterKeys/other``.
    private var otherFields: [JSONValue.Field] {
        var seen: Set<String> = []
        var entries = head.entries.filter { entry in
            let key = entry.key.lowercased()
            // A known key without a value has no meaning; one of another program may have.
            guard entry.value != .empty else {
                return !usedKeys.union(FrontMatterKeys.reserved).contains(key)
            }
            // Of keys that differ only in case, one became part of the note; keys of tags all did.
            let isFirst = seen.insert(key).inserted || Self.tagKeys.contains(key)
            return !isFirst || !usedKeys.contains(key)
        }
        entries += storedEntries
        if isOurs, case .mapping(let others)? = head[FrontMatterKeys.other] { entries += others }
        if let head = head.fault?.head, !head.isEmpty {
            entries.append(.init("frontMatter", .text(head)))
        }
        return entries.map { .init($0.key, value: $0.value.json) } + bundle.otherFields
    }

    /// Adds the files that the text shows or links to, and those that other entries of the front
    /// matter refer to.
    private mutating func addWhatTheTextNames(to note: inout Note) {
        let facts = MarkdownCompiler().compile(note.body).facts
        if facts.hasSoftBreaks, followsMarkdown, !isOurs {
            note.otherFields.append(Note.markdownFormat)
        }
        let references = facts.references
        let named = references.compactMap { reference -> (address: String, isBracketed: Bool)? in
            switch reference.kind {
            case .image, .link: (reference.name, false)
            case .wikiLink, .embed: reference.bracketedName.map { ($0, true) }
            case .tag, .missingHeading: nil
            }
        }
        let blocks = references.count { $0.kind != .tag && $0.name.contains("#^") }
        if blocks > 0 {
            problems.append(
                "\(path) refers to \(blocks == 1 ? "a block of a note" : "\(blocks) blocks of notes"), as in [[Note#^name]]; no link leads to the block itself."
            )
        }
        let shown = Set(references.compactMap { $0.kind == .image ? $0.name : $0.bracketedName })
        var known: Set<String> = []
        var files: [(address: String, stored: StoredBytes)] = []
        // A name without an extension is that of a note.
        let inHead = isOurs ? [] : note.otherFields.flatMap { Self.addresses(in: $0.value) }
        for (address, isBracketed) in named + inHead.map({ ($0, true) })
        where address.contains(".") && !address.contains("://") && known.insert(address).inserted {
            // An export already lists its files.
            guard !isOurs || !note.holdsFile(address) else { continue }
            if let file = file(address, isBracketed: isBracketed) {
                let isNew = !note.holds(file.stored) && !files.contains { $0.stored == file.stored }
                if isNew, !MarkdownFolder.isMarkdown(file.stored.file) { files.append(file) }
            } else if !isOurs, shown.contains(address),
                PhotoKind(name: address) != nil || RecordingKind(name: address) != nil
            {
                problems.append("\(path) shows \(address), which does not exist.")
            }
        }
        let byName = Dictionary(grouping: files) { PhotoName($0.address) }
        for (address, stored) in files {
            guard let name = PhotoName(address) else { continue }
            // Files that share a name keep the folders of their addresses.
            let isShared = byName[name, default: []].count > 1 || note.holdsFile(name.text)
            let ownName = isShared ? address.percentDecoded ?? address : name.text
            note.media.append(Medium(.stored(stored), named: ownName, format: stored.format))
        }
    }

    /// Returns the addresses that a value in the front matter may contain: a string, or the names
    /// in `[[…]]`.
    private static func addresses(in value: JSONValue) -> [String] {
        switch value {
        case .string(let text):
            let names =
                text.contains("[[")
                ? MarkdownCompiler().compile(text).facts.references.compactMap(\.bracketedName)
                : []
            return names.isEmpty ? [text] : names
        case .array(let members): return members.flatMap(addresses)
        case .object(let fields): return fields.flatMap { addresses(in: $0.value) }
        case .null, .bool, .integer, .real, .numbers: return []
        }
    }

    /// Returns the file that an address refers to, and the address without its query or fragment;
    /// nil if there is none.
    private func file(
        _ address: String, isBracketed: Bool = false
    ) -> (address: String, stored: StoredBytes)? {
        for name in [address, String(address.prefix { $0 != "#" && $0 != "?" })]
        where PhotoName(name) != nil {
            if let stored = resolve(name, isBracketed: isBracketed) { return (name, stored) }
        }
        return nil
    }
}

extension Note {
    /// True if an address in the text refers to one of the note's files.
    fileprivate func holdsFile(_ address: String) -> Bool {
        NoteFiles(self).file(Medium.Kind.allCases, forAddress: address) != nil
    }

    fileprivate func holds(_ stored: StoredBytes) -> Bool {
        media.all.contains { $0.stored == stored }
    }
}

extension YAMLValue {
    /// The text of a scalar; nil for any other value.
    var scalar: String? {
        switch self {
        case .text(let text), .plain(let text): text
        case .number(let number): String(number)
        case .list, .mapping, .empty: nil
        }
    }

    /// The members of a list; empty for any other value.
    var members: [YAMLValue] {
        guard case .list(let members) = self else { return [] }
        return members
    }

    /// The texts in a list, or the one text of a scalar.
    var scalars: [String] {
        scalar.map { [$0] } ?? members.compactMap(\.scalar)
    }

    subscript(key: String) -> YAMLValue? {
        guard case .mapping(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    var isMapping: Bool {
        if case .mapping = self { true } else { false }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .plain(let text):
            switch YAMLLiteral(plain: text) {
            case .bool(let value): .bool(value)
            case .integer(let number): .integer(number)
            case .real(let number): .real(number)
            case nil: .string(text)
            }
        case .number(let number): .integer(number)
        case .list(let members): .array(members.map(\.json))
        case .mapping(let entries): .object(entries.map { ($0.key, $0.value.json) })
        case .empty: .null
        }
    }
}
