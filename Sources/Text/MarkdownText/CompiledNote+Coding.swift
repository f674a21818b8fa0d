package import Hashing

extension NoteFacts: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(
            excerpt, language, titleLanguage, excerptLanguage, headings, references,
            firstReferences, questions, unrenderedReason?.rawValue)
    }

    package convenience init(from reader: inout ByteReader) throws {
        self.init(
            excerpt: try reader.value(), language: try reader.value(),
            titleLanguage: try reader.value(), excerptLanguage: try reader.value(),
            headings: try reader.value(), references: try reader.value(),
            firstReferences: try reader.value(), questions: try reader.value(),
            unrenderedReason: try reader.value(String?.self).flatMap(RenderBudgetExceeded.init))
    }
}

extension Heading: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(depth, text, identifier) }

    package init(from reader: inout ByteReader) throws {
        self.init(
            depth: try reader.value(), text: try reader.value(), identifier: try reader.value())
    }
}

extension Reference: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(
            Int(kind.rawValue) << 1 | (isLinked ? 1 : 0), name, words, title, offset)
    }

    package init(from reader: inout ByteReader) throws {
        let number = try reader.value(Int.self)
        guard let raw = UInt8(exactly: number >> 1), let kind = Kind(rawValue: raw) else {
            throw BinaryDecodingError()
        }
        self.init(
            kind, name: try reader.value(), words: try reader.value(),
            title: try reader.value(), isLinked: number & 1 == 1, offset: try reader.value())
    }
}

extension CompiledBody: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(texts) }

    package init(from reader: inout ByteReader) throws {
        self.init(try reader.value())
    }
}

extension CompiledText: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(bytes: html)
        writer.write(list: slots) { $0.write($1.offset, Int($1.kind.rawValue), $1.value) }
        writer.write(bytes: text)
    }

    package init(from reader: inout ByteReader) throws {
        let html = try reader.slice()
        var last = 0
        let slots = try reader.list { reader in
            let offset = try reader.value(Int.self)
            let kind = UInt8(exactly: try reader.value(Int.self)).flatMap(Slot.Kind.init)
            let value = try reader.value(Int.self)
            guard let kind, (last...html.count).contains(offset), value >= 0 else {
                throw BinaryDecodingError()
            }
            last = offset
            return Slot(offset: offset, kind: kind, value: value)
        }
        self.init(html: html, slots: slots, text: try reader.slice())
    }
}
