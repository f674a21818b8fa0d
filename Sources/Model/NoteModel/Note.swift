import LocalFiles
package import Platform

/// A note, independent of the app and the archive class it came from. Copies share their fields
/// until one of them is modified.
package struct Note: Hashable, Sendable {
    var fields: CopyOnWriteBox<Fields>
    package var id: NoteID { fields.value.id }
    /// The title; never empty. A note without a title is named after the first line of its body, or
    /// else after its file, or else “Untitled”.
    package var title: String { fields.value.title }
    /// True if the archive contains a title, so that `title` was not derived from the body or the
    /// file name.
    package var hasOwnTitle: Bool { fields.value.hasOwnTitle }
    /// The body in Markdown: as archived but for its line breaks (see `String.withLineFeeds`), or
    /// converted if the archive contains rich text.
    package var body: String {
        get { fields.value.body }
        _modify { yield &fields.value.body }
    }
    package var created: Date? {
        get { fields.value.created }
        _modify { yield &fields.value.created }
    }
    package var modified: Date? {
        get { fields.value.modified }
        _modify { yield &fields.value.modified }
    }
    /// The dates as archived, for archives that store them as text; shown if no date could be
    /// parsed from them.
    package var dateTexts: DateTexts { fields.value.dateTexts }
    /// The app's own identifier of the note, such as a UUID; nil if the archive has none.
    package var identifier: String? { fields.value.identifier }
    /// The remaining fields of the note in the archive, with their original keys and in the order
    /// of the file, and last the name of the folder that holds the note.
    package var otherFields: [JSONValue.Field] {
        get { fields.value.otherFields }
        _modify { yield &fields.value.otherFields }
    }
    /// The tags without duplicates: the hashtags of the title and the texts in order, which the
    /// build adds after reading, then the tags of an imported file.
    package var tags: [Tag] {
        get { fields.value.tags }
        _modify { yield &fields.value.tags }
    }
    /// The photos in the owner's order, including those used as the drawing, as the thumbnail or on
    /// the pages.
    package var photos: [Medium] {
        get { fields.value.media.photos }
        _modify { yield &fields.value.media.photos }
    }
    /// The recordings in the owner's order. Pages refer to them by their indices in this list.
    package var recordings: [Medium] {
        get { fields.value.media.recordings }
        _modify { yield &fields.value.media.recordings }
    }
    /// The files that are neither photos nor recordings, such as PDF files, in the owner's order.
    package var attachments: [Medium] {
        get { fields.value.media.attachments }
        _modify { yield &fields.value.media.attachments }
    }
    /// The photos, the recordings and the attachments.
    package var media: MediaByKind<[Medium]> {
        get { fields.value.media }
        _modify { yield &fields.value.media }
    }
    /// True if the note has a photo, a recording or an attachment.
    package var hasMedia: Bool { !fields.value.media.isEmpty }
    /// The drawing on the back of a napkin note; nil for a note without one, and for all other
    /// kinds.
    package var drawing: Drawing? {
        get { fields.value.drawing }
        _modify { yield &fields.value.drawing }
    }
    /// The index in `photos` of the small preview that the app made of another photo; nil if there
    /// is none.
    package var thumbnail: Int? {
        get { fields.value.thumbnail }
        _modify { yield &fields.value.thumbnail }
    }
    /// The handwritten pages of a lecture note, in order; empty for a typed note.
    package var pages: [Page] {
        get { fields.value.pages }
        _modify { yield &fields.value.pages }
    }
    /// The flash cards with their identifiers; nil for a note that is not a deck.
    package var deck: Deck? {
        get { fields.value.deck }
        _modify { yield &fields.value.deck }
    }
    /// The kind of app that the note came from, as far as its archive shows; otherwise `note`.
    package var kind: Kind {
        get { fields.value.kind }
        _modify { yield &fields.value.kind }
    }
    /// The state in which the app keeps the note.
    package var state: State {
        get { fields.value.state }
        _modify { yield &fields.value.state }
    }
    /// The note of another source that this one replaces; nil for most notes.
    package var replaced: ReplacedNote? {
        get { fields.value.replaced }
        _modify { yield &fields.value.replaced }
    }
    /// The stable identifier of the note across builds; nil if none has been assigned, as when the
    /// note is only read.
    package var identity: String?

    /// The kinds of apps whose notes are read: typed notes, pictures with a back, handwritten
    /// lectures, and flash cards.
    package enum Kind: String, CaseIterable, Sendable {
        case note, napkin, lecture, deck
    }

    /// The dates of a note as text, as its app wrote them; nil for a date that is not stored as
    /// text.
    package struct DateTexts: Hashable, Sendable {
        package internal(set) var created: String?
        package internal(set) var modified: String?

        package init(created: String? = nil, modified: String? = nil) {
            (self.created, self.modified) = (created, modified)
        }
    }

    /// Creates a note. Tags, attachments, pages and other parts are added afterwards.
    ///
    /// - Parameter fileTitle: The title if `title` is nil or blank and `body` has no text; without
    ///   it, such a note is called “Untitled”.
    package init(
        id: NoteID, title: String?, body: String, created: Date? = nil, modified: Date? = nil,
        dateTexts: DateTexts = DateTexts(), photos: [Medium] = [],
        recordings: [Medium] = [], identifier: String? = nil,
        otherFields: [JSONValue.Field] = [], fileTitle: String? = nil
    ) {
        var fields = Fields(
            id: id, created: created, modified: modified, dateTexts: dateTexts,
            identifier: identifier, otherFields: otherFields,
            media: .init(photos: photos, recordings: recordings, attachments: []))
        fields.setTexts(title: title, body: body, fileTitle: fileTitle)
        self.fields = CopyOnWriteBox(fields)
    }

    /// Returns the note with another title and body. Without a title, it is named as by the
    /// initializer.
    package func with(title: String?, body: String, fileTitle: String? = nil) -> Note {
        var note = self
        note.fields.value.setTexts(title: title, body: body, fileTitle: fileTitle)
        return note
    }

    /// All Markdown texts of the note: the body, then the question and the answer of each card.
    package var texts: [String] {
        [body] + (deck?.cards.flatMap { [$0.question, $0.answer] } ?? [])
    }

    /// The indices of the photos that are shown in a fixed place (on a page, as a drawing or as the
    /// thumbnail) and not below the text.
    package var placedPhotos: Set<Int> {
        var placed = Set(
            pages.flatMap { $0.pictures.map(\.photo) } + [thumbnail].compactMap(\.self))
        placed.formUnion(([drawing] + pages.map(\.drawing)).compactMap { $0?.picture })
        return placed
    }

    /// The indices of the photos that are not shown in a fixed place: those of the note's own list.
    package var listedPhotos: [Int] {
        let placed = placedPhotos
        return photos.indices.filter { !placed.contains($0) }
    }

    /// Creates a deck of flash cards. Without a title it is named after its file.
    package init(
        deck: Deck, id: NoteID, title: String? = nil, created: Date? = nil, modified: Date? = nil,
        photos: [Medium] = []
    ) {
        self.init(
            id: id, title: title, body: "", created: created, modified: modified, photos: photos,
            fileTitle: id.fileStem)
        self.deck = deck
        kind = .deck
    }

    /// The date of the note where only one is shown: when it was created, or else when it was
    /// modified.
    package var date: Date? { created ?? modified }

    /// The later of the two dates, for lists by last change; nil if the note has none.
    package var lastChanged: Date? {
        guard let created, let modified else { return created ?? modified }
        return max(created, modified)
    }
}

/// The identifier of a note within a notes folder, the same in every run as long as the files stay
/// the same.
package struct NoteID: Hashable, Sendable {
    /// The path of the source file relative to the notes folder, with `/` as the separator.
    package let source: String
    /// The index of the note in that source, from 0. Damaged notes count as well, so that the
    /// indices of the others do not change.
    package let index: Int

    package init(source: String, index: Int) {
        (self.source, self.index) = (source, index)
    }

    /// The identifier as shown to people: the source and, for all but its first note, `#` and the
    /// number of the note, from 1.
    package var text: String { index == 0 ? source : numberedText }

    /// The file name without its folders and its last extension: `Note01` for `2019/Note01.data`.
    package var fileStem: String {
        let name = source.utf8.split(separator: UInt8(ascii: "/")).last ?? source.utf8[...]
        let dot = name.lastIndex(of: UInt8(ascii: "."))
        guard let dot, dot > name.startIndex else { return String(Substring(name)) }
        return String(Substring(name[..<dot]))
    }

    /// The source and the number of the note, from 1, also for the first note: `notes.data#1`. It
    /// is unambiguous where the source contains several notes.
    package var numberedText: String { "\(source)#\(index + 1)" }
}

extension NoteID: Comparable {
    package static func < (left: NoteID, right: NoteID) -> Bool {
        (left.source, left.index) < (right.source, right.index)
    }
}

/// The contents of a notes folder, with the notes in the order of their identifiers.
package struct Notebook: Sendable {
    package let title: String
    package var notes: [Note]
    /// The archived objects that are not notes, in the order of sources; they appear in exports
    /// only.
    package var unread: [UnrecognizedObject]

    package init(title: String, notes: [Note], unread: [UnrecognizedObject] = []) {
        (self.title, self.notes, self.unread) = (title, notes, unread)
    }
}

/// An archived object that is not a note; it is kept so that nothing is lost.
package struct UnrecognizedObject: Hashable, Sendable {
    /// The path of the source file relative to the notes folder, with `/` as the separator.
    package let source: String
    /// The location within the source, such as `root[2]`: the steps from the root of the archive.
    package let place: String
    /// The contents of the object as JSON with its class and keys, without the bytes of binary
    /// data.
    package let description: JSONValue

    package init(source: String, place: String, description: JSONValue) {
        (self.source, self.place, self.description) = (source, place, description)
    }
}

extension Note {
    /// Returns a text on one line without surrounding white space; nil if nothing visible is left.
    fileprivate static func singleLine(_ text: String) -> String? {
        // Most titles are one clean line of ASCII already.
        let utf8 = text.utf8
        if let first = utf8.first, let last = utf8.last, first > 0x20, last > 0x20,
            utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        {
            return text
        }
        let words = text.split(whereSeparator: \.isWhitespace)
        // Some characters are invisible.
        guard
            words.contains(where: { word in
                word.unicodeScalars.contains { !$0.properties.isDefaultIgnorableCodePoint }
            })
        else { return nil }
        return words.joined(separator: " ")
    }

    /// Returns the first line of a Markdown text that is not blank, without heading and quotation
    /// marks and cut to 80 characters; nil if there is none.
    fileprivate static func firstLine(of body: String) -> String? {
        for line in HTMLComments.removed(from: body).split(whereSeparator: \.isNewline) {
            let unmarked = line.drop { $0 == "#" || $0 == ">" || $0.isWhitespace }
            guard let text = singleLine(String(unmarked)) else { continue }
            return text.count <= 80 ? text : String(text.prefix(79)) + "…"
        }
        return nil
    }
}

extension Note {
    /// The note without its location and those of its media, to find out whether a changed file has
    /// changed it.
    package var unplaced: Note {
        var note = self
        note.fields.value.id = NoteID(source: "", index: 0)
        note.media.forEach { $0.content = $0.content.unplaced }
        for (index, page) in pages.enumerated() {
            guard let background = page.background else { continue }
            note.pages[index].background?.document = background.document.unplaced
        }
        return note
    }
}

extension MediaContent {
    /// The content without the location of its bytes; only their number is kept.
    fileprivate var unplaced: MediaContent {
        stored.map { .stored(StoredBytes(file: "", range: 0..<$0.count)) } ?? self
    }
}

extension Note {
    /// The fields of a note, as ``Note`` documents them.
    struct Fields: Hashable, Sendable {
        var id: NoteID
        var title = ""
        var hasOwnTitle = false
        var body = ""
        var created: Date?
        var modified: Date?
        var dateTexts = DateTexts()
        var identifier: String?
        var otherFields: [JSONValue.Field] = []
        var tags: [Tag] = []
        var media = MediaByKind<[Medium]>()
        var drawing: Drawing?
        var thumbnail: Int?
        var pages: [Page] = []
        var deck: Deck?
        var kind: Kind = Kind.note
        var state: State = State.published
        var replaced: ReplacedNote?

        /// Sets the body, and the title, which is derived unless it is given.
        mutating func setTexts(title: String?, body: String, fileTitle: String?) {
            let ownTitle = title.flatMap(Note.singleLine)
            self.body = body.withLineFeeds
            self.title =
                ownTitle ?? Note.firstLine(of: self.body) ?? fileTitle.flatMap(Note.singleLine)
                ?? "Untitled"
            hasOwnTitle = ownTitle != nil
        }
    }
}
