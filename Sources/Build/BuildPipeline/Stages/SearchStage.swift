import Hashing
import LocalFiles
import NoteModel
import SitePages
import SiteSearch

/// The stage that indexes the notes for the search of the site, taking unchanged chunks of notes
/// and unchanged shards of their words from the cache.
struct SearchStage: Sendable {
    let options: SiteOptions
    let cache: BuildCache
    let width: Int

    /// Returns the search index of the published notes, with the paths and contents of its files.
    ///
    /// - Parameter environment: The fingerprint of the inputs that all pages have in common.
    func run(
        _ site: SiteNotes, media: PreparedMedia, environment: Fingerprint
    ) throws -> SearchIndex {
        let searchable = SearchableNotes(site, media: media, options: options)
        let ranges = searchable.parts
        let chunks = try ranges.concurrentMap(width: width, grain: 1) { range in
            let fingerprint = searchable.fingerprint(of: range, environment: environment)
            let member = try cache.chunk(
                "index", name: searchable.name(of: range), inputs: [fingerprint]
            ) { _, _ in
                let (chunk, content) = try searchable.chunk(range)
                return BuildCache.Computed(value: chunk, attachment: content)
            }[0]
            let again = Lazy { Result { try searchable.chunk(range) } }
            let content = SearchContent {
                member.attachment.bytes(in: $0)
            } make: {
                try again.value.get()
            }
            return (member.value, content)
        }
        let merge = searchable.merge(ranges, chunks: chunks)
        let lines = try merge.shards.concurrentMap(width: width, grain: 1) { shard in
            try cache.value(
                "words", name: String(shard), input: merge.fingerprint(ofShard: shard)
            ) { try merge.lines(ofShard: shard) }
        }
        let biwords = try merge.groups.concurrentMap(width: width, grain: 1) { group in
            try cache.value(
                "biwords", name: String(group), input: merge.fingerprint(ofGroup: group)
            ) { try merge.biwords(ofGroup: group) }
        }
        return searchable.index(merge.texts, lines: lines, biwords: biwords)
    }
}
