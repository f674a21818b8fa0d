package import Hashing

extension Diagnostic.Identifier: BinaryCodable {}

extension Diagnostic: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(identifier, origin.source, origin.place, summary, suggestion)
    }

    package init(from reader: inout ByteReader) throws {
        self.init(
            try reader.value(),
            origin: Origin(source: try reader.value(), place: try reader.value()),
            summary: try reader.value(), suggestion: try reader.value())
    }
}
