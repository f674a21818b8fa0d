package import StoredValues

/// What can be found in some documents, which are numbered from 0.
package struct SearchPart: Sendable, StoredValue {
    let table: SearchTable
    let texts: SearchTexts

    init(_ documents: [SearchDocument]) {
        table = SearchTable(documents)
        texts = SearchTexts(documents)
    }

    package func write(to writer: inout ByteWriter) {
        writer.write(table)
        writer.write(texts)
    }

    package init(from reader: inout ByteReader) throws(UnreadableValue) {
        table = try reader.value()
        texts = try reader.value()
    }
}
