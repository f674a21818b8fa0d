package import OutputPlan

extension ContentKey: StoredValue {
    package func write(to writer: inout ByteWriter) {
        for number in numbers { writer.write(eightBytes: number) }
    }

    package init(from reader: inout ByteReader) throws(UnreadableValue) {
        let numbers = [
            try reader.eightBytes(), try reader.eightBytes(), try reader.eightBytes(),
            try reader.eightBytes(),
        ]
        guard let key = ContentKey(numbers: numbers) else { throw UnreadableValue() }
        self = key
    }
}
