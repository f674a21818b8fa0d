package import Hashing

/// The terms and the snippets of a chunk of documents, which are numbered from 0. It is a pure
/// function of them and can be cached.
package struct SearchChunk: Sendable, BinaryCodable {
    let index: InvertedIndex
    let snippets: SnippetFiles

    package init(_ documents: [SearchDocument]) {
        index = InvertedIndex(documents)
        snippets = SnippetFiles(documents)
    }

    package func write(to writer: inout ByteWriter) { writer.write(index, snippets) }

    package init(from reader: inout ByteReader) throws {
        index = try reader.value()
        snippets = try reader.value()
    }
}
