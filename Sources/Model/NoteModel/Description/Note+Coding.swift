package import Hashing
package import LocalFiles

extension Note: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(fields.value, identity) }

    package init(from reader: inout ByteReader) throws {
        fields = CopyOnWriteBox(try reader.value())
        identity = try reader.value()
    }
}

extension NoteID: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(source, index) }

    package init(from reader: inout ByteReader) throws {
        self.init(source: try reader.value(), index: try reader.value())
    }
}

extension MediaByKind: BinaryCodable where Value == [Medium] {
    package func write(to writer: inout ByteWriter) {
        for kind in Medium.Kind.allCases {
            writer.write(list: self[kind]) {
                $0.write($1.name, $1.caption, $1.orientation?.rawValue ?? 0, $1.content)
            }
        }
    }

    package init(from reader: inout ByteReader) throws {
        try self.init { kind in
            try reader.list { reader in
                Medium(
                    kind, name: try reader.value(), caption: try reader.value(),
                    orientation: Medium.Orientation(rawValue: try reader.value()),
                    content: try reader.value())
            }
        }
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
