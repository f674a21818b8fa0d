package import ContentHashing

extension Diagnostic: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(identifier)
        writer.write(origin.source)
        writer.write(origin.place)
        writer.write(summary)
        writer.write(suggestion)
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(
            try reader.choice(Identifier.self),
            origin: Origin(source: try reader.string(), place: try reader.string()),
            summary: try reader.string(), suggestion: try reader.string())
    }
}
