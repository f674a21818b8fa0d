import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel

/// Archives notes as `NoteObj` without loss: reading the archive gives equal notes.
struct ImportedArchive {
    private var writer = KeyedArchiveWriter()
    /// The names of photos, recordings and attachments that are files in the folder Photos.
    private let names: [StoredBytes: String]
    private let reading: ReadingOptions
    /// The problems found, one sentence for each field that could not be archived.
    private(set) var problems: [String] = []

    private typealias Reference = KeyedArchiveWriter.Reference
    private typealias Field = (String, KeyedArchiveWriter.Field)

    /// The maximum number of consecutive positions without a note that are filled with
    /// placeholders, to preserve the positions of the notes after them.
    private static let widestGap = 1000

    /// - Parameter names: The names of files in the folder Photos; media without one are stored in
    ///   the archive.
    init(names: [StoredBytes: String], reading: ReadingOptions) {
        self.names = names
        self.reading = reading
    }

    /// Returns an archive of notes.
    ///
    /// - Parameter notes: The notes of one source, sorted by their positions in it.
    /// - Throws: ``FileError`` if a photo, recording or attachment cannot be read.
    mutating func bytes(of notes: [Note]) throws(FileError) -> [UInt8] {
        if notes.count == 1, notes[0].id.index == 0 { return try bytes(ofOnly: notes[0]) }
        var members: [Reference] = []
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
    mutating func bytes(ofOnly note: Note) throws(FileError) -> [UInt8] {
        let fields = try fields(of: note)
        return writer.archive(root: "NoteObj", superclasses: ["NSObject"], fields: fields)
    }

    private mutating func fields(of note: Note) throws(FileError) -> [Field] {
        var fields: [Field] = []
        func add(_ key: String, reference: Reference?) {
            if let reference { fields.append((key, .object(reference))) }
        }
        if note.hasOwnTitle { add("title", reference: writer.string(note.title)) }
        add("note", reference: writer.string(note.body))
        if !note.photos.isEmpty { add("photos", reference: try list(of: note.photos)) }
        if !note.recordings.isEmpty { add("recordings", reference: try list(of: note.recordings)) }
        add("created", reference: date(note.created, text: note.dateTexts.created))
        add("modified", reference: date(note.modified, text: note.dateTexts.modified))
        add("identifier", reference: note.identifier.map { writer.string($0) })
        try addOwnFields(of: note, to: &fields)
        fields += otherFields(note.otherFields, of: note.id.text)
        return fields
    }

    /// Returns the other fields of a note or a card. A field whose key has a meaning for the
    /// decoder is added to a list under ``NotebinderKey/other``, with its position; any other field
    /// keeps its key.
    private mutating func otherFields(
        _ others: [JSONValue.Field], of name: String
    ) -> [Field] {
        var fields: [Field] = []
        var known: [Reference] = []
        for (position, field) in others.enumerated() {
            var archived: [Int: Reference] = [:]
            let value = reference(
                to: field.value, archived: &archived, place: "\(name), “\(field.key)”,")
            // The decoder drops null fields, except for those in the list.
            let isPlain =
                field.value != .null && reading.vocabulary.meanings(of: field.key).isEmpty
                && !field.key.hasPrefix("$")
                && !field.key.hasPrefix(NotebinderKey.prefix)
            if isPlain {
                fields.append((field.key, .object(value)))
            } else {
                known += [writer.number(position), writer.string(field.key), value]
            }
        }
        if !known.isEmpty { fields.append((NotebinderKey.other, .object(writer.array(known)))) }
        return fields
    }

    /// Returns the text of a date if it denotes the same instant when it is read again; otherwise
    /// the instant, or the text if there is no instant.
    private mutating func date(_ instant: Date?, text: String?) -> Reference? {
        if let text, DateText.date(text, zone: reading.timeZone) == instant {
            return writer.string(text)
        }
        return instant.map { writer.date($0.timeIntervalSinceReferenceDate) }
            ?? text.map { writer.string($0) }
    }
}

// MARK: - Photos, recordings and attachments

extension ImportedArchive {
    private mutating func list(of media: [Medium]) throws(FileError) -> Reference {
        var members: [Reference] = []
        for medium in media {
            let photo = try reference(to: medium)
            // Several notes may have files of the same name, of which only one can keep it in
            // Photos.
            let ownName = medium.name.flatMap { name in
                medium.content.stored.flatMap { names[$0] == name ? nil : name }
            }
            guard medium.caption != nil || ownName != nil else {
                members.append(photo)
                continue
            }
            members.append(
                record([
                    (NotebinderKey.photo, photo),
                    (NotebinderKey.name, ownName.map { writer.string($0) }),
                    (NotebinderKey.caption, medium.caption.map { writer.string($0) }),
                ]))
        }
        return writer.array(members)
    }

    private mutating func reference(to medium: Medium) throws(FileError) -> Reference {
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
                    ("UIImageData", .object(data)),
                    ("UIImageOrientation", .integer(orientation.uiImageOrientation)),
                ])
        }
    }
}

// MARK: - Notebinder's own fields

extension ImportedArchive {
    private mutating func addOwnFields(of note: Note, to fields: inout [Field]) throws(FileError) {
        func add(_ key: String, reference: Reference) { fields.append((key, .object(reference))) }
        if note.kind != .note {
            add(NotebinderKey.kind, reference: writer.string(note.kind.rawValue))
        }
        if note.state != .published {
            add(NotebinderKey.state, reference: writer.string(note.state.rawValue))
        }
        if !note.tags.isEmpty {
            add(
                NotebinderKey.tags,
                reference: writer.array(note.tags.map { writer.string($0.name) }))
        }
        if !note.attachments.isEmpty {
            add(
                NotebinderKey.attachments,
                reference: try list(of: note.attachments))
        }
        if let thumbnail = note.thumbnail {
            add(NotebinderKey.thumbnail, reference: writer.number(thumbnail))
        }
        if let drawing = note.drawing {
            add(NotebinderKey.drawing, reference: plain(drawing.json(in: .archive)))
        }
        if !note.pages.isEmpty {
            add(NotebinderKey.pages, reference: plain(note.pages.json(in: .archive)))
        }
        if let replaced = note.replaced {
            add(NotebinderKey.replaced, reference: plain(replaced.json(in: .archive)))
        }
        if let deck = note.deck {
            add(
                NotebinderKey.cards,
                reference: writer.array(deck.cards.map { reference(to: $0, of: note) }))
        }
    }

    private mutating func record(_ fields: [(String, Reference?)]) -> Reference {
        var pairs: [(key: Reference, value: Reference)] = []
        for (key, value) in fields {
            if let value { pairs.append((writer.string(key), value)) }
        }
        return writer.dictionary(pairs)
    }

    /// Archives a value of lists, dictionaries, numbers and texts.
    private mutating func plain(_ value: JSONValue) -> Reference {
        var archived: [Int: Reference] = [:]
        return reference(to: value, archived: &archived, place: "")
    }

    private mutating func reference(to card: Card, of note: Note) -> Reference {
        var fields: [Field] = [
            ("question", .object(writer.string(card.question))),
            ("answer", .object(writer.string(card.answer))),
            ("rightCount", .integer(card.rightCount)), ("wrongCount", .integer(card.wrongCount)),
        ]
        if let identifier = card.identifier {
            fields.append(("identifier", .object(writer.string(identifier))))
        }
        fields += otherFields(card.otherFields, of: "a card of \(note.id.text)")
        return writer.object("FlashCard", superclasses: ["NSObject"], fields: fields)
    }
}

// MARK: - Other fields of apps

extension ImportedArchive {
    /// Archives a value that an ``ArchiveDescription`` produced, and returns a reference to it.
    ///
    /// - Parameter archived: The lists, dictionaries and objects archived so far, by their numbers.
    private mutating func reference(
        to value: JSONValue, archived: inout [Int: Reference], place: String
    ) -> Reference {
        switch value {
        case .null: return .null
        case .bool(let value): return writer.bool(value)
        case .integer(let number): return writer.number(number)
        case .real(let number): return writer.number(number)
        case .string(let text): return writer.string(text)
        case .numbers(let numbers):
            return reference(
                to: .array(numbers.map { .real($0) }), archived: &archived, place: place)
        case .array(let members):
            let number = Self.taken(&archived)
            var references: [Reference] = []
            for member in members {
                references.append(reference(to: member, archived: &archived, place: place))
            }
            archived[number] = writer.array(references)
            return archived[number] ?? .null
        case .object(let fields):
            return reference(toObject: fields, archived: &archived, place: place)
        }
    }

    /// Reserves and returns the next number. It refers to null until its object is complete.
    private static func taken(_ archived: inout [Int: Reference]) -> Int {
        let number = archived.count + 1
        archived[number] = .null
        return number
    }

    private mutating func reference(
        toObject fields: [JSONValue.Field], archived: inout [Int: Reference], place: String
    ) -> Reference {
        let values = Dictionary(fields.map { ($0.key, $0.value) }) { first, _ in first }
        if case .integer(let number)? = values["$ref"] {
            guard let object = archived[number], object != .null else {
                problems.append(
                    "\(place) holds an object that holds itself, which cannot be archived so; that reference was left out."
                )
                return .null
            }
            return object
        }
        if case .integer(let count)? = values["$data"] {
            if case .string(let text)? = values["base64"], let data = Data(base64Encoded: text),
                data.count == count
            {
                return writer.data(Array(data))
            }
            problems.append(
                "\(place) was data of \(count) bytes, which the export does not hold; it was left out."
            )
            return .null
        }
        if values["$cut"] != nil || values["$damaged"] != nil {
            problems.append("\(place) was not whole when it was exported; it was left out.")
            return .null
        }
        var number = Self.taken(&archived)
        if case .integer(let own)? = values["$id"], values["$class"] != nil {
            archived[number] = nil
            number = own
            archived[own] = .null
        }
        if case .string(let name)? = values["$class"] {
            var written: [Field] = []
            for field in fields where !field.key.hasPrefix("$") {
                written.append(
                    (
                        field.key,
                        .object(reference(to: field.value, archived: &archived, place: place))
                    ))
            }
            archived[number] = writer.object(name, superclasses: ["NSObject"], fields: written)
        } else {
            var pairs: [(key: Reference, value: Reference)] = []
            for field in fields {
                pairs.append(
                    (
                        writer.string(field.key),
                        reference(to: field.value, archived: &archived, place: place)
                    ))
            }
            archived[number] = writer.dictionary(pairs)
        }
        return archived[number] ?? .null
    }
}
