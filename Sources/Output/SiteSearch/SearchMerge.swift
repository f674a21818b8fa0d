package import Hashing

/// The parts of a search that are to be merged, shard by shard: all terms that begin alike, and all
/// biwords with neighbouring numbers. What is made of a shard depends on that shard alone, so that
/// an edited note changes few, and threads may share the work.
///
/// ```swift
/// let merge = SearchMerge(parts)
/// let index = SearchIndex(
///     merge.texts, lines: try merge.shards.map(merge.lines(ofShard:)),
///     biwords: try merge.groups.map(merge.biwords(ofGroup:))
/// ) { documents[$0] }
/// ```
package struct SearchMerge: Sendable {
    /// A part of the documents: its name in the paths of its files of texts, which is stable when
    /// other parts change, the positions of its documents among those of all parts, and their
    /// content.
    package typealias Part = (
        name: String, documents: Range<Int>, chunk: SearchChunk, content: SearchContent
    )

    let parts: [Part]
    /// The shards that have terms, in the order of their terms.
    package let shards: [Int]
    /// The groups of biwords; none if all texts are in few files.
    package let groups: Range<Int>

    private var documents: Int { parts.last?.documents.upperBound ?? 0 }

    /// The maximum size in bytes of the lines of all words with a prefix. A prefix with more has a
    /// line of its own, with the best documents only.
    ///
    /// Lines of this size are spread over three files at most, on which `lookup.js` relies.
    private static let maximumPrefixSearchSize = 2 * WordsFiles.minimumSize
    /// The maximum size in bytes of the postings of a word. A word with more has the best postings
    /// only, and a set of its documents.
    private static let maximumPostingsSize = 8_000
    /// The maximum number of the best documents of such a word or prefix.
    private static let maximumListed = 100
    /// The number of files of texts that a search may load for a phrase.
    private static let fewTexts = 50

    /// - Parameter parts: The parts in the order of their documents, which together are all
    ///   documents.
    package init(_ parts: [Part]) {
        self.parts = parts
        shards = Set(parts.flatMap { $0.chunk.shards.map(\.shard) }).sorted()
        let texts = parts.reduce(0) { $0 + $1.chunk.snippets.files.count }
        groups = 0..<(texts > Self.fewTexts ? BiwordGroups.count : 0)
    }

    /// The texts of the parts, which is all that is needed of them once the rest is merged.
    package var texts: SearchTexts {
        SearchTexts(parts: parts.map { ($0.name, $0.documents, $0.chunk.snippets) })
    }

    /// Returns the fingerprint of everything that the lines of a shard are made of.
    package func fingerprint(ofShard shard: Int) -> Fingerprint {
        fingerprint { $0.section(ofShard: shard) }
    }

    /// Returns the lines of a shard.
    ///
    /// - Throws: The error of making content again that cannot be read.
    package func lines(ofShard shard: Int) throws -> WordLines {
        let terms = try parts.compactMap { part -> MergedIndex.Source? in
            let reader = try part.content.reader(of: part.chunk) { $0.section(ofShard: shard) }
            guard var reader else { return nil }
            return (part.documents.lowerBound, try reader.value())
        }
        var writer = PostingListWriter(
            MergedIndex(terms), documents: documents, limit: Self.maximumPostingsSize,
            maximum: Self.maximumListed)
        writer.addPrefixes(costing: Self.maximumPrefixSearchSize, maximum: Self.maximumListed)
        return WordLines(writer)
    }

    /// Returns the fingerprint of everything that the sets of a group of biwords are made of.
    package func fingerprint(ofGroup group: Int) -> Fingerprint {
        fingerprint { $0.groups[group] }
    }

    /// Returns the sets of a group of biwords.
    ///
    /// - Throws: The error of making content again that cannot be read.
    package func biwords(ofGroup group: Int) throws -> BiwordSets {
        let entries = try parts.compactMap { part -> (first: Int, entries: [UInt16])? in
            let reader = try part.content.reader(of: part.chunk) { $0.groups[group] }
            guard var reader else { return nil }
            return (part.documents.lowerBound, try reader.numbers())
        }
        return BiwordSets(entries, documents: documents)
    }

    private func fingerprint(_ section: (SearchChunk) -> SearchChunk.Section?) -> Fingerprint {
        var inputs = Fingerprinter("sections", documents)
        for part in parts {
            guard let section = section(part.chunk) else { continue }
            inputs.add(part.documents.lowerBound, section.digest)
        }
        return inputs.fingerprint
    }
}

/// The texts of the parts of a search.
package struct SearchTexts: Sendable {
    let parts: [(name: String, documents: Range<Int>, snippets: SnippetFiles)]

    /// The number of all documents.
    var documents: Int { parts.last?.documents.upperBound ?? 0 }
}
