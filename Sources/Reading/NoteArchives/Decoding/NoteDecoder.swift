import KeyedArchives
import NoteModel
import Platform

/// Decodes a record into a note: finds its title, text, dates and photos under the keys that the
/// app used, and keeps all other fields.
struct NoteDecoder: DiagnosticReporter {
    let opened: OpenedArchive
    let folder: NotesFolder
    let reading: ReadingOptions
    var diagnostics: [Diagnostic] = []
    /// The archive keys of the most recently decoded note.
    var keys = NoteKeys()
    /// The locations of the cards of the most recently decoded note; empty if it is not a deck.
    var cards: [CardPlace] = []
    var photoDecoder: ArchivedPhotoDecoder
    /// True once the attachments of the archive's texts have exhausted the budget.
    var isOutOfAttachments = false
    private var description: ArchiveDescription

    var archive: KeyedArchive { opened.archive }
    var source: NotesFolder.SourceFile { opened.source }

    /// Returns the record of an object or a dictionary of the archive; nil for other values.
    func record(of value: PropertyListValue) throws -> ArchivedRecord? {
        try ArchivedRecord(value, in: archive, vocabulary: reading.vocabulary)
    }

    init(_ opened: OpenedArchive, folder: NotesFolder, reading: ReadingOptions) {
        (self.opened, self.folder, self.reading) = (opened, folder, reading)
        photoDecoder = ArchivedPhotoDecoder(opened, folder: folder)
        description = ArchiveDescription(opened, keepsData: true)
    }

    /// Returns the note of a record.
    ///
    /// - Parameter isNapkin: True if the thumbnail is a small copy of the picture, to be kept in
    ///   addition to it.
    /// - Throws: ``ArchiveError`` if the record is blank because of damage.
    mutating func note(
        _ record: ArchivedRecord, index: Int, at path: ArchivePath, isNapkin: Bool = false
    ) throws -> Note {
        let diagnosticsBefore = diagnostics.count
        let place = path.description
        keys = NoteKeys()
        cards = []
        var used = UsedKeys()
        var media = media(of: record, place: place, used: &used)
        let own = ownFields(of: record, at: path, photoCount: media.photos.count, used: &used)
        for (index, name) in (own?.photoNames ?? []).enumerated()
        where !name.isEmpty {
            media.photos[index].name = name
        }
        for (index, caption) in (own?.photoCaptions ?? []).enumerated() where !caption.isEmpty {
            media.photos[index].caption = caption
        }
        let thumbnail =
            isNapkin
            ? thumbnail(of: record, place: place, photos: &media.photos, used: &used) : nil
        let drawing = drawing(of: record, place: place, photos: &media.photos, used: &used)
        var title = title(of: record, place: place, used: &used)
        var body = body(of: record, place: place, photos: &media.photos, used: &used)
        if body == nil, let text = title, text.contains(where: \.isNewline) {
            // Some apps store the text under the key of the title.
            (title, body) = (nil, text)
            (keys.title, keys.body) = (nil, keys.title)
        }
        if body == nil, record[.body].isEmpty {
            guess(record, title: &title, body: &body, place: place, used: &used)
        }
        let identifier = identifier(of: record, &used)
        var created = date(record[.created], place: place, used: &used)
        let modified = date(record[.modified], place: place, used: &used)
        if created.instant == nil, created.text == nil {
            created.instant = dateInParts(of: record, &used) ?? instant(inIdentifier: identifier)
        }
        let isBlank = title == nil && body == nil && media.isEmpty
        // A blank note is valid, unless it is blank because of damage.
        guard !isBlank || diagnostics.count == diagnosticsBefore else {
            throw ArchiveError(.badObject("neither its title nor its text can be read"))
        }
        var note = Note(
            id: NoteID(source: source.name, index: index), title: title, body: body ?? "",
            created: created.instant, modified: modified.instant,
            dateTexts: .init(created: created.text, modified: modified.text),
            identifier: identifier, otherFields: otherFields(of: record, used))
        note.media = media
        if isNapkin { note.kind = .napkin }
        note.drawing = drawing
        note.thumbnail = thumbnail
        note.state = .implied(by: note.otherFields)
        if let own { add(own, to: &note) }
        return note
    }

    /// Returns the parts of a record that is not a note, but belongs to one.
    ///
    /// - Parameter used: The keys of these parts, which are added to it.
    mutating func part(
        _ record: ArchivedRecord, place: String, used: inout UsedKeys
    ) -> DocumentFragment {
        var media = media(of: record, place: place, used: &used)
        let drawing = drawing(of: record, place: place, photos: &media.photos, used: &used)
        return DocumentFragment(
            title: title(of: record, place: place, used: &used),
            created: date(record[.created], place: place, used: &used).instant,
            modified: date(record[.modified], place: place, used: &used).instant, media: media,
            drawing: drawing)
    }

    mutating func otherFields(of record: ArchivedRecord, _ used: UsedKeys) -> [JSONValue.Field] {
        guard record.fields.count > used.keys.count else { return [] }
        var others: [JSONValue.Field] = []
        var placed: [PropertyListValue] = []
        let decorations = record[.decoration].filter { !isWord($0.value) }.map(\.key)
        for field in record.fields
        where !used.contains(field.key) && !decorations.contains(field.key) {
            if field.key == NotebinderKey.other {
                placed = (try? archive.array(field.value)).flatMap(\.self) ?? []
                continue
            }
            let value = description.value(field.value)
            if value != .null { others.append(.init(field.key, value: value)) }
        }
        var known: [(place: Int, field: JSONValue.Field)] = []
        for start in stride(from: 0, to: placed.count - 2, by: 3) {
            guard
                case .integer(let place)? = (try? archive.number(placed[start])).flatMap(\.self),
                let key = (try? archive.string(placed[start + 1])).flatMap(\.self)
            else { continue }
            known.append(
                (Int(clamping: place), .init(key, value: description.value(placed[start + 2]))))
        }
        guard !known.isEmpty else { return others }
        var rest = others[...]
        others = []
        for (place, field) in known.sorted(by: { $0.place < $1.place }) {
            while others.count < place, let next = rest.popFirst() { others.append(next) }
            others.append(field)
        }
        return others + rest
    }

    /// True for a text or a number, which says something where a picture would be decoration.
    private func isWord(_ value: PropertyListValue) -> Bool {
        archive.isText(value) && PhotoKind(name: (try? archive.string(value)) ?? "") == nil
            || isNumber(value)
    }
}

/// The keys of a record that have been read; an array, since there are few.
struct UsedKeys {
    private(set) var keys: [String] = []

    func contains(_ key: String) -> Bool { keys.contains(key) }

    mutating func insert(_ key: String) {
        if !keys.contains(key) { keys.append(key) }
    }
}

extension String {
    /// True if the text is empty or consists of white space.
    var isBlank: Bool {
        if let first = utf8.first, first > 0x20, first < 0x7F { return false }
        return allSatisfy(\.isWhitespace)
    }
}
