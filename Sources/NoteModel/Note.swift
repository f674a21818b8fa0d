package import struct Foundation.Date

/// A note as its owner knows it, whatever app and archive class it came from.
package struct Note: Hashable, Sendable {
    private var fields: CopyOnWriteBox<Fields>
    package var id: NoteID { fields.value.id }
    /// Never empty: a note without a title of its own is named by its first line.
    package var title: String { fields.value.title }
    /// Whether the archive holds a title, so that `title` was not taken from the body.
    package var hasOwnTitle: Bool { fields.value.hasOwnTitle }
    /// Markdown, exactly as archived; made of it where the archive holds rich text.
    package var body: String { fields.value.body }
    package var created: Date? { fields.value.created }
    package var modified: Date? { fields.value.modified }
    /// The dates as they were archived, where that was as text; shown where no date could be
    /// made of it.
    package var dateTexts: DateTexts { fields.value.dateTexts }
    /// What the app knew the note by; nil where the archive does not say.
    package var identifier: String? { fields.value.identifier }
    /// What else the archive keeps of the note, under its own keys, in the order of the file.
    package var otherFields: [JSONValue.Field] { fields.value.otherFields }
    /// What the text calls itself by `#hashtags`, each once, in its order.
    package var tags: [Tag] {
        get { fields.value.tags }
        _modify { yield &fields.value.tags }
    }
    /// In the owner's order; also those that are its drawing, its thumbnail or lie on its pages.
    package var photos: [Photo] {
        get { fields.value.photos }
        _modify { yield &fields.value.photos }
    }
    /// In the owner's order.
    package var recordings: [Recording] {
        get { fields.value.recordings }
        _modify { yield &fields.value.recordings }
    }
    /// Files of other kinds, in the owner's order.
    package var attachments: [Attachment] {
        get { fields.value.attachments }
        _modify { yield &fields.value.attachments }
    }
    /// On its back, as napkin notes have one.
    package var drawing: Drawing? {
        get { fields.value.drawing }
        _modify { yield &fields.value.drawing }
    }
    /// Position among the photos of the small copy that the app made of another one.
    package var thumbnail: Int? {
        get { fields.value.thumbnail }
        _modify { yield &fields.value.thumbnail }
    }
    /// Of a note that was written by hand.
    package var pages: [Page] {
        get { fields.value.pages }
        _modify { yield &fields.value.pages }
    }
    /// Of a note that is a deck of flash cards.
    package var deck: Deck? {
        get { fields.value.deck }
        _modify { yield &fields.value.deck }
    }
    /// What kind of app kept it.
    package var kind: Kind {
        get { fields.value.kind }
        _modify { yield &fields.value.kind }
    }
    /// A name that stays the note's own from one publication to the next; nil where the note was
    /// only read.
    package var identity: String?

    /// The kinds of apps whose notes are read.
    package enum Kind: String, CaseIterable, Sendable {
        case note, napkin, lecture, deck
    }

    /// Dates in somebody's words.
    package struct DateTexts: Hashable, Sendable {
        package let created: String?
        package let modified: String?

        package init(created: String? = nil, modified: String? = nil) {
            self.created = created
            self.modified = modified
        }
    }

    /// - Parameter fileTitle: What names it where neither a title nor a text does.
    package init(
        id: NoteID, title: String?, body: String, created: Date? = nil, modified: Date? = nil,
        dateTexts: DateTexts = DateTexts(), photos: [Photo] = [],
        recordings: [Recording] = [], identifier: String? = nil,
        otherFields: [JSONValue.Field] = [], fileTitle: String? = nil
    ) {
        let ownTitle = title.flatMap(Note.singleLine)
        fields = CopyOnWriteBox(
            Fields(
                id: id,
                title: ownTitle ?? Note.firstLine(of: body) ?? fileTitle.flatMap(Note.singleLine)
                    ?? "Untitled",
                hasOwnTitle: ownTitle != nil, body: body, created: created, modified: modified,
                dateTexts: dateTexts, identifier: identifier, otherFields: otherFields,
                photos: photos, recordings: recordings))
    }

    /// All of its Markdown: the text, the two sides of each card.
    package var texts: [String] {
        [body] + (deck?.cards.flatMap { [$0.question, $0.answer] } ?? [])
    }

    /// Positions of the photos that have a place of their own, and are not shown below the text.
    package var placedPhotos: Set<Int> {
        var placed = Set(
            pages.flatMap { $0.pictures.map(\.photo) } + [thumbnail].compactMap(\.self))
        for case .picture(let photo)? in [drawing] + pages.map(\.drawing) { placed.insert(photo) }
        return placed
    }

    /// A deck of flash cards; without a title it goes by the name of its file.
    package init(
        deck: Deck, id: NoteID, title: String? = nil, created: Date? = nil, modified: Date? = nil,
        photos: [Photo] = []
    ) {
        self.init(
            id: id, title: title, body: "", created: created, modified: modified, photos: photos,
            fileTitle: id.fileStem)
        self.deck = deck
        kind = .deck
    }

    /// The date that stands for the note where only one is shown.
    package var date: Date? { created ?? modified }

    /// When it was changed last, or else written.
    package var lastChanged: Date? { [created, modified].compactMap(\.self).max() }
}

/// Names a note within a notes folder, the same in every run.
package struct NoteID: Hashable, Sendable {
    /// Path of the source below the notes folder, with `/` between its parts.
    package let source: String
    /// Position among the notes of that source, from 0.
    package let index: Int

    package init(source: String, index: Int) {
        self.source = source
        self.index = index
    }

    /// As people name it: the source, and behind a sign which of its notes, from 1.
    package var text: String { index == 0 ? source : numberedText }

    /// The file's name without its folders and its ending.
    package var fileStem: String {
        let name = source.utf8.split(separator: UInt8(ascii: "/")).last ?? source.utf8[...]
        let dot = name.lastIndex(of: UInt8(ascii: "."))
        guard let dot, dot > name.startIndex else { return String(Substring(name)) }
        return String(Substring(name[..<dot]))
    }

    /// With the number of the first note as well, where the source alone may mean several.
    package var numberedText: String { "\(source)#\(index + 1)" }
}

extension NoteID: Comparable {
    package static func < (left: NoteID, right: NoteID) -> Bool {
        (left.source, left.index) < (right.source, right.index)
    }
}

/// All that was read from a notes folder, notes in the order of their identifiers.
package struct Notebook: Sendable {
    package let title: String
    package var notes: [Note]
    /// What was found beside the notes and is none, in the order of sources.
    package var unread: [UnrecognizedObject]

    package init(title: String, notes: [Note], unread: [UnrecognizedObject] = []) {
        self.title = title
        self.notes = notes
        self.unread = unread
    }
}

/// Something archived that is no note: kept, so that nothing is lost.
package struct UnrecognizedObject: Hashable, Sendable {
    /// Path of the source below the notes folder.
    package let source: String
    /// Where in the source, as `root[2]`.
    package let place: String
    /// All that the archive says of it but the contents of its data.
    package let description: JSONValue

    package init(source: String, place: String, description: JSONValue) {
        self.source = source
        self.place = place
        self.description = description
    }
}

extension Note {
    /// `text` on one line without surrounding white space, or nil where nothing is left.
    private static func singleLine(_ text: String) -> String? {
        // Most titles are one clean line of ASCII already.
        let utf8 = text.utf8
        if let first = utf8.first, let last = utf8.last, first > 0x20, last > 0x20,
            utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        {
            return text
        }
        let words = text.split(whereSeparator: \.isWhitespace)
        // Some signs leave no trace of themselves.
        guard
            words.contains(where: { word in
                word.unicodeScalars.contains { !$0.properties.isDefaultIgnorableCodePoint }
            })
        else { return nil }
        return words.joined(separator: " ")
    }

    /// The first line of a Markdown text that says something, without heading marks, at most
    /// 80 characters long.
    private static func firstLine(of body: String) -> String? {
        for line in body.split(whereSeparator: \.isNewline) {
            let unmarked = line.drop { $0 == "#" || $0 == ">" || $0.isWhitespace }
            guard let text = singleLine(String(unmarked)) else { continue }
            return text.count <= 80 ? text : String(text.prefix(79)) + "…"
        }
        return nil
    }
}

extension Note {
    private struct Fields: Hashable, Sendable {
        let id: NoteID
        let title: String
        let hasOwnTitle: Bool
        let body: String
        let created: Date?
        let modified: Date?
        let dateTexts: DateTexts
        let identifier: String?
        let otherFields: [JSONValue.Field]
        var tags: [Tag] = []
        var photos: [Photo]
        var recordings: [Recording]
        var attachments: [Attachment] = []
        var drawing: Drawing?
        var thumbnail: Int?
        var pages: [Page] = []
        var deck: Deck?
        var kind: Kind = Kind.note
    }
}
