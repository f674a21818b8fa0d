package import Hashing
package import Platform

extension Note.Fields: Described {
    static var blank: Note.Fields { Note.Fields(id: NoteID(source: "", index: 0)) }

    /// In archives, only the keys that begin with `notebinder.` are used: the other fields have the
    /// keys of the apps. The writers of exports name and write the media themselves.
    mutating func describe(_ fields: inout some FieldVisitor) throws {
        try fields.visit(cached: &id)
        try fields.visit(cached: &media)
        try fields.visit(&kind, "kind", archived: "notebinder.kind", omitted: .note, .inTree)
        try fields.visit(
            &state, "state", archived: "notebinder.state", missing: .published, .ifSet)
        try fields.visit(&title, "title")
        try fields.visit(&hasOwnTitle, "hasOwnTitle", missing: true)
        try fields.visit(&created, "created")
        try fields.visit(&modified, "modified")
        try fields.visit(&dateTexts.created, "createdText")
        try fields.visit(&dateTexts.modified, "modifiedText")
        try fields.visit(&identifier, "identifier")
        try fields.visit(&tags, "tags", archived: "notebinder.tags", missing: [], .inTree)
        try fields.visit(&body, "body")
        try fields.visit(&thumbnail, "thumbnail", archived: "notebinder.thumbnail", .inTree)
        try fields.visit(&drawing, "drawing", archived: "notebinder.drawing", .inTree)
        try fields.visit(&pages, "pages", archived: "notebinder.pages", missing: [], .inTree)
        try fields.visit(&deck, "cards")
        try fields.visit(&otherFields, "other", missing: [])
        try fields.visit(&replaced, archived: "notebinder.replaces", .ifSet)
    }

    var completed: Note.Fields? {
        var named = self
        named.setTexts(title: hasOwnTitle ? title : nil, body: body, fileTitle: title)
        return named
    }
}

extension Note {
    /// Creates a note from an object of the JSON tree, without media; nil if the object lacks a
    /// kind, a title or a text.
    package init?(_ json: JSONValue, id: NoteID) {
        guard var fields = Fields.read(json, in: .tree) else { return nil }
        fields.id = id
        self.fields = CopyOnWriteBox(fields)
    }

    /// Returns the fields with their keys, but for the media.
    package func members(in form: JSONForm) -> [JSONValue.Field] { fields.value.members(in: form) }

    /// The keys of the fields in archives.
    package static let archiveKeys = Fields.keys(in: .archive)

    /// Replaces the fields that an archive has under keys of this program.
    package mutating func take(archived members: [JSONValue.Field]) {
        fields.value.take(members, in: .archive)
    }
}

extension Note.Kind: FieldValue {}

extension Note.State: FieldValue {
    package static func read(_ json: JSONValue, in form: JSONForm) -> Note.State? {
        // An unknown state comes from a later version, and the note is not published.
        String.read(json, in: form).map { Self(rawValue: $0) ?? .hidden }
    }
}

/// A date is text in RFC 3339.
extension Date: FieldValue {
    package func json(in form: JSONForm) -> JSONValue { .string(CivilTime.exact(self)) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Date? {
        String.read(json, in: form).flatMap(CivilTime.instant)
    }
}

/// A tag is its name.
extension Tag: FieldValue {
    package func write(to writer: inout ByteWriter) { writer.write(name) }

    package init(from reader: inout ByteReader) throws { self.init(try reader.value()) }

    package func json(in form: JSONForm) -> JSONValue { name.json(in: form) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Tag? {
        String.read(json, in: form).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : Tag($0) }
    }
}

/// A deck is the list of its cards.
extension Deck: FieldValue {
    package func write(to writer: inout ByteWriter) { writer.write(cards) }

    package init(from reader: inout ByteReader) throws { self.init(try reader.value()) }

    package func json(in form: JSONForm) -> JSONValue { cards.json(in: form) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Deck? {
        [Card].read(json, in: form).map(Deck.init)
    }
}
