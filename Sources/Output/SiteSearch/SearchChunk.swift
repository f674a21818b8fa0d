package import Hashing

/// A chunk of documents, which are numbered from 0: where its content has the terms of each shard
/// and the biwords of each group, and its snippets. It is a pure function of the documents and can be
/// cached, apart from the content, of which few parts are read again.
package struct SearchChunk: Sendable {
    /// The sections of the content with the terms of a shard, in ascending order of the shards.
    let shards: [(shard: Int, section: Section)]
    /// The section with the biwords of each group.
    let groups: [Section]
    let snippets: SnippetFiles

    /// A part of the content.
    struct Section: Sendable {
        let range: Range<Int>
        let digest: ContentDigest
    }

    /// Returns the chunk of documents, and its content.
    package static func made(
        of documents: [SearchDocument]
    ) -> (chunk: SearchChunk, content: [UInt8]) {
        let index = InvertedIndex(documents)
        var content = ByteWriter(capacity: 1 << 18)
        func section(_ write: () -> Void) -> Section {
            let start = content.bytes.count
            write()
            let range = start..<content.bytes.count
            return Section(range: range, digest: ContentDigest(of: content.bytes[range]))
        }
        let shards = index.shards.map { shard, terms in
            (shard, section { content.write(terms) })
        }
        let groups = index.biwords.map { group in section { content.write(numbers: group) } }
        return (
            SearchChunk(shards: shards, groups: groups, snippets: SnippetFiles(documents)),
            content.bytes
        )
    }

    /// Returns the section of a shard; nil if the chunk has no terms of it.
    func section(ofShard shard: Int) -> Section? {
        shards.first { $0.shard == shard }?.section
    }
}

/// The content of a chunk, of which sections are read when they are needed.
package struct SearchContent: Sendable {
    private let read: @Sendable (Range<Int>) -> [UInt8]?
    private let make: @Sendable () throws -> (chunk: SearchChunk, content: [UInt8])

    /// - Parameters:
    ///   - read: Returns a range of the content from where it is kept; nil if it cannot be read.
    ///   - make: Makes the chunk with its content again, if what was read is not what it was.
    package init(
        read: @escaping @Sendable (Range<Int>) -> [UInt8]?,
        make: @escaping @Sendable () throws -> (chunk: SearchChunk, content: [UInt8])
    ) {
        (self.read, self.make) = (read, make)
    }

    /// Returns a reader of a section; nil if the chunk does not have it.
    ///
    /// - Parameter section: Returns the section of a chunk.
    /// - Throws: The error of making the content again.
    func reader(
        of chunk: SearchChunk, _ section: (SearchChunk) -> SearchChunk.Section?
    ) throws -> ByteReader? {
        guard let known = section(chunk) else { return nil }
        if let bytes = read(known.range), ContentDigest(of: bytes) == known.digest {
            return ByteReader(bytes)
        }
        // What is known of the sections may be as damaged as they are.
        let (chunk, content) = try make()
        return section(chunk).map { ByteReader(content, range: $0.range) }
    }
}

extension SearchChunk: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(list: shards) { $0.write($1.shard, $1.section) }
        writer.write(groups)
        writer.write(snippets)
    }

    package init(from reader: inout ByteReader) throws {
        shards = try reader.list { (try $0.value(), try $0.value()) }
        groups = try reader.value()
        snippets = try reader.value()
        guard zip(shards, shards.dropFirst()).allSatisfy({ $0.shard < $1.shard }),
            groups.count == BiwordGroups.count
        else { throw BinaryDecodingError() }
    }
}

extension SearchChunk.Section: BinaryCodable {
    func write(to writer: inout ByteWriter) { writer.write(range, digest) }

    init(from reader: inout ByteReader) throws {
        self.init(range: try reader.value(), digest: try reader.value())
    }
}
