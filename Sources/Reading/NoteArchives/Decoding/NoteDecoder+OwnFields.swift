import KeyedArchives
import NoteModel

/// The keys of fields that only archives imported by this program have (see the article *The
/// archive format*). Their prefix avoids conflicts with the keys of apps.
package enum NotebinderKey {
    package static let kind = "notebinder.kind"
    /// The state of a note that is not published.
    package static let state = "notebinder.state"
    package static let tags = "notebinder.tags"
    package static let thumbnail = "notebinder.thumbnail"
    package static let drawing = "notebinder.drawing"
    /// The strokes in a drawing that is a picture, and the picture below them, which only the editor
    /// reads.
    package static let ink = "notebinder.ink"
    package static let inkBase = "notebinder.inkBase"
    package static let pages = "notebinder.pages"
    package static let cards = "notebinder.cards"
    /// The fields of an app whose keys have a meaning for the decoder: a flat list with position,
    /// key and value of each.
    package static let other = "notebinder.other"
    /// The photo in a dictionary that also contains its caption.
    package static let photo = "notebinder.photo"
    package static let caption = "notebinder.caption"
    /// The names by which texts refer to photos without a file of that name: a list with a member
    /// for each photo, empty for a photo that needs none.
    package static let photoNames = "notebinder.photoNames"
    /// The captions of photos that have no place for one: a list with a member for each
    /// photo, an empty string for one without a caption.
    package static let photoCaptions = "notebinder.photoCaptions"
    /// The name by which texts refer to a photo, recording or attachment, if its file has another
    /// one.
    package static let name = "notebinder.name"
    package static let attachments = "notebinder.attachments"
    /// The note that an archive replaces: its identifier and its version.
    package static let replaced = "notebinder.replaces"
    package static let prefix = "notebinder."
}

/// The fields that an imported archive has in addition to those of a note.
struct OwnFields {
    /// The fields that are values of lists, dictionaries, numbers and texts alone.
    var plain: [JSONValue.Field] = []
    /// The file name of each photo; empty if the archive has none.
    var photoNames: [String] = []
    /// The caption of each photo; empty if the archive has none.
    var photoCaptions: [String] = []
    var drawing: Drawing?
    var pages: [Page] = []
    var cards: [Card]?
    var attachments: [Medium] = []
}

extension NoteDecoder {
    /// Returns the fields that an import wrote; nil if the record has none.
    mutating func ownFields(
        of record: ArchivedRecord, at path: ArchivePath, photoCount: Int, used: inout UsedKeys
    ) -> OwnFields? {
        guard record.fields.contains(where: { $0.key.hasPrefix(NotebinderKey.prefix) }) else {
            return nil
        }
        var own = OwnFields()
        for field in record.fields where field.key.hasPrefix(NotebinderKey.prefix) {
            let place = path.description + "." + field.key
            switch field.key {
            case NotebinderKey.photoNames:
                let names = strings(field.value)
                if names.count == photoCount { own.photoNames = names }
            case NotebinderKey.photoCaptions:
                let captions = strings(field.value)
                if captions.count == photoCount { own.photoCaptions = captions }
            case NotebinderKey.attachments:
                own.attachments = photoDecoder.attachments(of: field.value, place: place)
                diagnostics += photoDecoder.takeDiagnostics()
            case NotebinderKey.ink, NotebinderKey.inkBase: break
            case NotebinderKey.drawing: own.drawing = ownDrawing(field.value, place: place)
            case NotebinderKey.pages:
                own.pages = members(field.value).compactMap { ownPage($0, place: place) }
            case NotebinderKey.cards:
                own.cards = ownCards(
                    field.value, at: path.appending(.key(field.key)), photoCount: photoCount)
            default:
                guard Note.archiveKeys.contains(field.key) else { continue }
                let value = try? plain(field.value, place: place)
                if let value { own.plain.append(.init(field.key, value: value)) }
            }
            used.insert(field.key)
        }
        return own
    }

    /// Adds the fields to a note. Positions of photos and recordings that the note does not have
    /// are dropped.
    func add(_ own: OwnFields, to note: inout Note) {
        if let cards = own.cards {
            // A deck without a title is named after its file.
            note = note.with(
                title: note.hasOwnTitle ? note.title : nil, body: note.body,
                fileTitle: note.id.fileStem)
            note.deck = Deck(cards)
            note.kind = .deck
            note.state = .implied(by: note.otherFields)
        }
        let photos = note.photos.indices
        let thumbnail = note.thumbnail
        note.take(archived: own.plain)
        for file in own.attachments {
            // One that holds a photo or a recording is appended to these instead, so that it is
            // published without metadata.
            let format = photoDecoder.format(of: file.content)
            note.media.append(
                file.stored == nil
                    ? file
                    : Medium(file.content, named: file.name, caption: file.caption, format: format))
        }
        note.thumbnail = note.thumbnail.flatMap { photos.contains($0) ? $0 : nil } ?? thumbnail
        note.drawing = own.drawing?.limited(toPhotos: photos.count) ?? note.drawing
        note.pages = own.pages.map {
            $0.limited(toPhotos: photos.count, recordings: note.recordings.count)
        }
    }

    private func members(_ value: PropertyListValue) -> [PropertyListValue] {
        (try? archive.array(value)) ?? []
    }

    private func strings(_ value: PropertyListValue) -> [String] {
        members(value).compactMap { [archive] in (try? archive.string($0)).flatMap(\.self) }
    }

    private func position(_ value: PropertyListValue) -> Int? {
        guard case .integer(let number) = try? archive.number(value), number >= 0 else {
            return nil
        }
        return Int(exactly: number)
    }

    /// Returns a drawing that is stored as the position of a photo or as strokes; nil if it cannot
    /// be read, which is reported.
    private mutating func ownDrawing(_ value: PropertyListValue, place: String) -> Drawing? {
        if let position = position(value) { return .picture(position) }
        return strokes(of: value, place: place, expectsDots: true).map { .strokes($0) }
    }

    private mutating func ownPage(_ value: PropertyListValue, place: String) -> Page? {
        var drawing: Drawing?
        var fields: [JSONValue.Field] = []
        do {
            guard let pairs = try archive.dictionary(value) else { return nil }
            for pair in pairs {
                guard let key = try? archive.name(pair.key) else { continue }
                if key == NotebinderKey.drawing {
                    drawing = ownDrawing(pair.value, place: place)
                } else {
                    fields.append(.init(key, value: try plain(pair.value, place: place)))
                }
            }
        } catch {
            reportDamage(of: "a page", place: place, error: error)
        }
        var page = Page.read(.object(fields), in: .archive)
        page?.drawing = drawing
        return page
    }

    /// Returns a value of lists, dictionaries, numbers and texts as JSON, with null for any other
    /// value. Values that cannot be read become null too, and are reported.
    ///
    /// - Throws: ``ArchiveError`` for lists with too many members in all.
    private mutating func plain(
        _ value: PropertyListValue, place: String, depth: Int = 0
    ) throws -> JSONValue {
        guard depth < Self.deepestField else { return .null }
        do {
            if let text = try archive.string(value) { return .string(text) }
            if let number = try archive.number(value) { return JSONValue(scalar: number) }
            if let members = try archive.array(value) {
                // Many lists may share their members.
                try opened.budget.spend(members.count, on: .points)
                var values: [JSONValue] = []
                for member in members {
                    values.append(try plain(member, place: place, depth: depth + 1))
                }
                return .array(values)
            }
            var fields: [JSONValue.Field] = []
            for pair in try archive.dictionary(value) ?? [] {
                guard let key = try? archive.name(pair.key) else { continue }
                let value = try plain(pair.value, place: place, depth: depth + 1)
                fields.append(.init(key, value: value))
            }
            return .object(fields)
        } catch {
            if error.isTooMuch { throw error }
            reportDamage(of: "a value", place: place, error: error)
            return .null
        }
    }

    /// The depth of lists and dictionaries in a page.
    private static let deepestField = 4

    private mutating func ownCards(
        _ value: PropertyListValue, at path: ArchivePath, photoCount: Int
    ) -> [Card] {
        var read: [Card] = []
        for (index, member) in members(value).enumerated() {
            let place = path.appending(.index(index))
            guard let record = try? record(of: member),
                let card = card(
                    record, at: place, named: "card \(index + 1)", photosBefore: photoCount)
            else { continue }
            read.append(card.card)
            cards.append(card.place)
        }
        return read
    }
}
