package import ContentHashing

import struct Foundation.Date

extension Note: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(id)
        writer.write(hasOwnTitle ? title : nil)
        // Written even if it is derived: the decoder derives it again, with this title as the
        // fallback, and rejects a different result.
        writer.write(title)
        writer.write(body)
        writer.write(created)
        writer.write(modified)
        writer.write(dateTexts.created)
        writer.write(dateTexts.modified)
        writer.write(identifier)
        writer.write(otherFields)
        writer.write(tags.map(\.name))
        for kind in Medium.Kind.allCases {
            writer.write(list: media[kind]) { $1.write(to: &$0) }
        }
        writer.write(drawing)
        writer.write(thumbnail) { $0.write($1) }
        writer.write(pages)
        writer.write(deck)
        writer.write(kind)
        writer.write(state)
        writer.write(replaced)
        writer.write(identity)
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let id: NoteID = try reader.value()
        let ownTitle = try reader.optionalString()
        let title = try reader.string()
        self.init(
            id: id, title: ownTitle, body: try reader.string(), created: try reader.optionalDate(),
            modified: try reader.optionalDate(),
            dateTexts: DateTexts(
                created: try reader.optionalString(), modified: try reader.optionalString()),
            identifier: try reader.optionalString(), otherFields: try reader.values(),
            fileTitle: title)
        tags = try reader.strings().map(Tag.init)
        for kind in Medium.Kind.allCases {
            media[kind] = try reader.list { reader throws(BinaryDecodingError) in
                try Medium(kind, from: &reader)
            }
        }
        drawing = try reader.optionalValue()
        thumbnail = try reader.optional { reader throws(BinaryDecodingError) in try reader.int() }
        pages = try reader.values()
        deck = try reader.optionalValue()
        kind = try reader.choice(Kind.self)
        state = try reader.choice(State.self)
        replaced = try reader.optionalValue()
        identity = try reader.optionalString()
        guard self.title == title else { throw BinaryDecodingError() }
    }
}

extension NoteID: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(source)
        writer.write(index)
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(source: try reader.string(), index: try reader.int())
    }
}

extension Medium {
    /// Appends everything but the kind, which is that of the list.
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(name)
        writer.write(caption)
        writer.write(orientation?.rawValue ?? 0)
        writer.write(content)
    }

    fileprivate init(_ kind: Kind, from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(
            kind, name: try reader.optionalString(), caption: try reader.optionalString(),
            orientation: Orientation(rawValue: try reader.int()), content: try reader.value())
    }
}

extension MediaContent: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        switch self {
        case .missing: writer.write(0)
        case .damaged: writer.write(1)
        case .stored(let stored):
            writer.write(2)
            writer.write(stored)
        }
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        switch try reader.int() {
        case 0: self = .missing
        case 1: self = .damaged
        case 2: self = .stored(try reader.value())
        default: throw BinaryDecodingError()
        }
    }
}

extension StoredBytes: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(file)
        writer.write(range)
        writer.write(decodedRange) { $0.write($1) }
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(
            file: try reader.string(), range: try reader.range(),
            decodedRange: try reader.optional { reader throws(BinaryDecodingError) in
                try reader.range()
            })
    }
}

extension Deck: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(cards) }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(try reader.values())
    }
}

extension UnrecognizedObject: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(source)
        writer.write(place)
        writer.write(description)
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(
            source: try reader.string(), place: try reader.string(),
            description: try reader.value())
    }
}

extension JSONValue.Field: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(key)
        writer.write(value)
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(try reader.string(), value: try reader.value())
    }
}

extension JSONValue: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        switch self {
        case .null: writer.write(0)
        case .bool(let value):
            writer.write(1)
            writer.write(value)
        case .integer(let value):
            writer.write(2)
            writer.write(value)
        case .real(let value):
            writer.write(3)
            writer.write(value)
        case .string(let value):
            writer.write(4)
            writer.write(value)
        case .array(let values):
            writer.write(5)
            writer.write(values)
        case .numbers(let values):
            writer.write(6)
            writer.write(list: values) { $0.write($1) }
        case .object(let fields):
            writer.write(7)
            writer.write(fields)
        }
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        switch try reader.int() {
        case 0: self = .null
        case 1: self = .bool(try reader.bool())
        case 2: self = .integer(try reader.int())
        case 3: self = .real(try reader.double())
        case 4: self = .string(try reader.string())
        case 5: self = .array(try reader.values())
        case 6:
            self = .numbers(
                try reader.list { reader throws(BinaryDecodingError) in try reader.double() })
        case 7: self = .object(try reader.values() as [Field])
        default: throw BinaryDecodingError()
        }
    }
}

extension ByteWriter {
    mutating func write(_ date: Date?) {
        write(date) { $0.write($1.timeIntervalSinceReferenceDate) }
    }

    package mutating func write(_ range: Range<Int>) {
        write(range.lowerBound)
        write(range.count)
    }
}

extension ByteReader {
    mutating func optionalDate() throws(BinaryDecodingError) -> Date? {
        try bool() ? Date(timeIntervalSinceReferenceDate: try double()) : nil
    }

    package mutating func range() throws(BinaryDecodingError) -> Range<Int> {
        let (start, count) = (try int(), try int())
        guard start >= 0, count >= 0, count <= Int.max - start else { throw BinaryDecodingError() }
        return start..<start + count
    }
}
