package import ContentHashing

extension Note: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        // The title is written even if it is derived: the decoder derives it again, with this one as
        // the fallback, and rejects a different result.
        writer.write(
            id, hasOwnTitle ? title : nil, title, body, created, modified, dateTexts.created,
            dateTexts.modified, identifier, otherFields, tags.map(\.name))
        for kind in Medium.Kind.allCases {
            writer.write(list: media[kind]) { $1.write(to: &$0) }
        }
        writer.write(drawing, thumbnail, pages, deck, kind, state, replaced, identity)
    }

    package init(from reader: inout ByteReader) throws {
        let id: NoteID = try reader.value()
        let (ownTitle, title): (String?, String) = (try reader.value(), try reader.value())
        self.init(
            id: id, title: ownTitle, body: try reader.value(), created: try reader.value(),
            modified: try reader.value(),
            dateTexts: DateTexts(
                created: try reader.value(), modified: try reader.value()),
            identifier: try reader.value(), otherFields: try reader.value(),
            fileTitle: title)
        tags = try reader.value([String].self).map(Tag.init)
        for kind in Medium.Kind.allCases {
            media[kind] = try reader.list { try Medium(kind, from: &$0) }
        }
        drawing = try reader.value()
        thumbnail = try reader.value()
        pages = try reader.value()
        deck = try reader.value()
        kind = try reader.value()
        state = try reader.value()
        replaced = try reader.value()
        identity = try reader.value()
        guard self.title == title else { throw BinaryDecodingError() }
    }
}

extension Note.Kind: BinaryCodable {}

extension Note.State: BinaryCodable {}

extension NoteID: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(source, index) }

    package init(from reader: inout ByteReader) throws {
        self.init(source: try reader.value(), index: try reader.value())
    }
}

extension Medium {
    /// Appends everything but the kind, which is that of the list.
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(name, caption, orientation?.rawValue ?? 0, content)
    }

    fileprivate init(_ kind: Kind, from reader: inout ByteReader) throws {
        self.init(
            kind, name: try reader.value(), caption: try reader.value(),
            orientation: Orientation(rawValue: try reader.value()), content: try reader.value())
    }
}

extension MediaContent: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        switch self {
        case .missing: writer.write(0)
        case .damaged: writer.write(1)
        case .stored(let stored): writer.write(2, stored)
        }
    }

    package init(from reader: inout ByteReader) throws {
        switch try reader.value(Int.self) {
        case 0: self = .missing
        case 1: self = .damaged
        case 2: self = .stored(try reader.value())
        default: throw BinaryDecodingError()
        }
    }
}

extension StoredBytes: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(file, range, decodedRange) }

    package init(from reader: inout ByteReader) throws {
        self.init(
            file: try reader.value(), range: try reader.value(), decodedRange: try reader.value())
    }
}

extension Deck: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(cards) }

    package init(from reader: inout ByteReader) throws {
        self.init(try reader.value())
    }
}

extension UnrecognizedObject: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(source, place, description) }

    package init(from reader: inout ByteReader) throws {
        self.init(
            source: try reader.value(), place: try reader.value(),
            description: try reader.value())
    }
}

extension JSONValue.Field: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(key, value) }

    package init(from reader: inout ByteReader) throws {
        self.init(try reader.value(), value: try reader.value())
    }
}

extension JSONValue: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        switch self {
        case .null: writer.write(0)
        case .bool(let value): writer.write(1, value)
        case .integer(let value): writer.write(2, value)
        case .real(let value): writer.write(3, value)
        case .string(let value): writer.write(4, value)
        case .array(let values): writer.write(5, values)
        case .numbers(let values): writer.write(6, values)
        case .object(let fields): writer.write(7, fields)
        }
    }

    package init(from reader: inout ByteReader) throws {
        switch try reader.value(Int.self) {
        case 0: self = .null
        case 1: self = .bool(try reader.value())
        case 2: self = .integer(try reader.value())
        case 3: self = .real(try reader.value())
        case 4: self = .string(try reader.value())
        case 5: self = .array(try reader.value())
        case 6: self = .numbers(try reader.value())
        case 7: self = .object(try reader.value([Field].self))
        default: throw BinaryDecodingError()
        }
    }
}
