import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import Platform

/// Archives notes as `NoteObj` without loss: reading the archive gives equal notes.
struct ImportedArchive {
    private var writer = ArchiveEditor()
    /// The names of photos, recordings and attachments that are files in the folder Photos.
    private let names: [StoredBytes: String]
    private let reading: ReadingOptions
    /// The problems found, one sentence for each field that could not be archived.
    private(set) var problems: [String] = []

    private typealias Value = ArchiveEditor.Value
    private typealias Field = (String, Value)

    /// The maximum number of consecutive positions without a note that are filled with
    /// placeholders, to preserve the positions of the notes after them.
    private static let widestGap = 1000

    private static let keysAfterAttachments: Set = [
        NotebinderKey.thumbnail, NotebinderKey.drawing, NotebinderKey.pages,
        NotebinderKey.replaced,
    ]

    /// - Parameter names: The names of files in the folder Photos; media without one are stored in
    ///   the archive.
    init(names: [StoredBytes: String], reading: ReadingOptions) {
        (self.names, self.reading) = (names, reading)
    }

    /// Returns an archive of notes.
    ///
    /// - Parameter notes: The notes of one source, sorted by their positions in it.
    /// - Throws: ``FileError`` if a photo, recording or attachment cannot be read.
    mutating func bytes(of notes: [Note]) throws -> [UInt8] {
        if notes.count == 1, notes[0].id.index == 0 { return try bytes(ofOnly: notes[0]) }
        var members: [Value] = []
        for note in notes {
            let gap = note.id.index - members.count
            if (0...Self.widestGap).contains(gap) {
                for _ in 0..<gap { members.append(writer.blank()) }
            }
            let fields = try fields(of: note)
            members.append(writer.object("NoteObj", superclasses: ["NSObject"], fields: fields))
        }
        return writer.archive(rootArray: members)
    }

    /// Returns an archive of one note, whatever its position in its source is.
    ///
    /// - Throws: ``FileError`` if a photo, recording or attachment cannot be read.
    mutating func bytes(ofOnly note: Note) throws -> [UInt8] {
        let fields = try fields(of: note)
        return writer.archive(root: "NoteObj", superclasses: ["NSObject"], fields: fields)
    }

    private mutating func fields(of note: Note) throws -> [Field] {
        var fields: [Field] = []
        func add(_ key: String, _ value: Value?) {
            if let value { fields.append((key, value)) }
        }
        add("title", plain(note.hasOwnTitle ? .string(note.title) : nil))
        add("note", writer.string(note.body))
        add("photos", try list(of: note.photos))
        add("recordings", try list(of: note.recordings))
        add("created", date(note.created, text: note.dateTexts.created))
        add("modified", date(note.modified, text: note.dateTexts.modified))
        add("identifier", plain(note.identifier.map { .string($0) }))
        let own = note.members(in: .archive).filter { $0.key.hasPrefix(NotebinderKey.prefix) }
        // Archives keep the order of their keys.
        let place = own.firstIndex { Self.keysAfterAttachments.contains($0.key) } ?? own.endIndex
        for field in own[..<place] { add(field.key, plain(field.value)) }
        add(NotebinderKey.attachments, try list(of: note.attachments))
        for field in own[place...] { add(field.key, plain(field.value)) }
        if let deck = note.deck {
            let cards = deck.cards.map { value(of: $0, in: note) }
            add(NotebinderKey.cards, writer.array(cards))
        }
        return fields + otherFields(note.otherFields, of: note.id.text)
    }

    /// Archives a value of lists, dictionaries, numbers and texts; nil for none.
    private mutating func plain(_ json: JSONValue?) -> Value? {
        json.map { writer.value(of: $0) }
    }

    private mutating func value(of card: Card, in note: Note) -> Value {
        var fields: [Field] = [
            ("question", writer.string(card.question)), ("answer", writer.string(card.answer)),
            ("rightCount", .integer(card.rightCount)), ("wrongCount", .integer(card.wrongCount)),
        ]
        if let identifier = card.identifier {
            fields.append(("identifier", writer.string(identifier)))
        }
        fields += otherFields(card.otherFields, of: "a card of \(note.id.text)")
        return writer.object("FlashCard", superclasses: ["NSObject"], fields: fields)
    }

    /// Returns the other fields of a note or a card. A field whose key has a meaning for the
    /// decoder is added to a list under ``NotebinderKey/other``, with its position; any other field
    /// keeps its key.
    private mutating func otherFields(_ others: [JSONValue.Field], of name: String) -> [Field] {
        var fields: [Field] = []
        var known: [Value] = []
        for (position, field) in others.enumerated() {
            var maker = ObjectMaker()
            let value = maker.value(of: field.value, in: &writer)
            problems += maker.problems.map { "\(name), “\(field.key)”, \($0)" }
            // The decoder drops null fields, except for those in the list.
            let isPlain =
                field.value != .null && reading.vocabulary.meanings(of: field.key).isEmpty
                && !field.key.hasPrefix("$")
                && !field.key.hasPrefix(NotebinderKey.prefix)
            if isPlain {
                fields.append((field.key, value))
            } else {
                known += [writer.number(position), writer.string(field.key), value]
            }
        }
        if !known.isEmpty { fields.append((NotebinderKey.other, writer.array(known))) }
        return fields
    }

    /// Returns the text of a date if it denotes the same instant when it is read again; otherwise
    /// the instant, or the text if there is no instant.
    private mutating func date(_ instant: Date?, text: String?) -> Value? {
        if let text, DateText.date(text, zone: reading.timeZone) == instant {
            return writer.string(text)
        }
        return instant.map { writer.date($0.timeIntervalSinceReferenceDate) }
            ?? text.map { writer.string($0) }
    }
}

// MARK: - Photos, recordings and attachments

extension ImportedArchive {
    /// Returns a list of media; nil if there are none.
    private mutating func list(of media: [Medium]) throws -> Value? {
        guard !media.isEmpty else { return nil }
        var members: [Value] = []
        for medium in media {
            let photo = try value(of: medium)
            // Several notes may have files of the same name, of which only one can keep it in
            // Photos.
            let ownName: String? =
                switch medium.content {
                case .stored(let stored): names[stored] == medium.name ? nil : medium.name
                case .damaged: medium.name
                case .missing: nil
                }
            let name = ownName.map { writer.string($0) }
            members.append(writer.record(photo, name: name, caption: medium.caption))
        }
        return writer.array(members)
    }

    private mutating func value(of medium: Medium) throws -> Value {
        switch medium.content {
        // An image object without data is read as a damaged photo.
        case .damaged: return writer.object("UIImage", superclasses: ["NSObject"], fields: [])
        // The name of a file that does not exist is read as a missing photo.
        case .missing: return writer.string(medium.name ?? "..")
        case .stored(let stored):
            if let name = names[stored] { return writer.string(name) }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(stored.count)
            try stored.forEachChunk { bytes += $0 }
            let data = writer.data(bytes)
            guard let orientation = medium.orientation else { return data }
            return writer.object(
                "UIImage", superclasses: ["NSObject"],
                fields: [
                    ("UIImageData", data),
                    ("UIImageOrientation", .integer(orientation.uiImageOrientation)),
                ])
        }
    }
}
