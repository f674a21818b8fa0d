package import OutputPlan

extension ContentKey: StoredValue {
    package func write(to writer: inout ByteWriter) {
        let numbers = numbers
        writer.write(eightBytes: numbers.0)
        writer.write(eightBytes: numbers.1)
        writer.write(eightBytes: numbers.2)
        writer.write(eightBytes: numbers.3)
    }

    package init(from reader: inout ByteReader) throws(UnreadableValue) {
        self.init(
            numbers: (
                try reader.eightBytes(), try reader.eightBytes(), try reader.eightBytes(),
                try reader.eightBytes()
            ))
    }
}
