package import ContentHashing

extension NoteFacts: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(excerpt)
        writer.write(language)
        writer.write(titleLanguage)
        writer.write(excerptLanguage)
        writer.write(list: headings) { writer, heading in
            writer.write(heading.depth)
            writer.write(heading.text)
            writer.write(heading.identifier)
        }
        writer.write(references)
        writer.write(list: firstReferences) { $0.write($1) }
        writer.write(questions)
        writer.write(unrenderedReason?.rawValue)
    }

    package convenience init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(
            excerpt: try reader.string(), language: try reader.optionalString(),
            titleLanguage: try reader.optionalString(),
            excerptLanguage: try reader.optionalString(),
            headings: try reader.list { reader throws(BinaryDecodingError) in
                Heading(
                    depth: try reader.int(), text: try reader.string(),
                    identifier: try reader.string())
            },
            references: try reader.values(),
            firstReferences: try reader.list { reader throws(BinaryDecodingError) in
                try reader.int()
            },
            questions: try reader.strings(),
            unrenderedReason: try reader.optionalString().flatMap(RenderBudgetExceeded.init))
    }
}

extension Reference: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(Int(kind.rawValue) << 1 | (isLinked ? 1 : 0))
        writer.write(name)
        writer.write(words)
        writer.write(title)
        writer.write(offset)
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let number = try reader.int()
        guard let raw = UInt8(exactly: number >> 1), let kind = Kind(rawValue: raw) else {
            throw BinaryDecodingError()
        }
        self.init(
            kind, name: try reader.string(), words: try reader.optionalString(),
            title: try reader.string(), isLinked: number & 1 == 1, offset: try reader.int())
    }
}

extension CompiledBody: BinaryCodable {
    package func write(to writer: inout ByteWriter) { writer.write(texts) }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(try reader.values())
    }
}

extension CompiledText: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(html)
        writer.write(list: slots) { writer, slot in
            writer.write(slot.offset)
            writer.write(Int(slot.kind.rawValue))
            writer.write(slot.value)
        }
        writer.write(text)
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        let html = try reader.slice()
        var last = 0
        let slots = try reader.list { reader throws(BinaryDecodingError) in
            let offset = try reader.int()
            let kind = UInt8(exactly: try reader.int()).flatMap(Slot.Kind.init)
            let value = try reader.int()
            guard let kind, (last...html.count).contains(offset), value >= 0 else {
                throw BinaryDecodingError()
            }
            last = offset
            return Slot(offset: offset, kind: kind, value: value)
        }
        self.init(html: html, slots: slots, text: try reader.slice())
    }
}
