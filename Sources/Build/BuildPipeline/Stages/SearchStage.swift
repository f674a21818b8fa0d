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
        let chunks = searchable.parts
        let contents = try chunks.concurrentMap(width: width, grain: 1) { chunk in
            let fingerprint = searchable.fingerprint(of: chunk, environment: environment)
            return try cache.value(
                "index", name: searchable.name(of: chunk), input: fingerprint
            ) {
                try searchable.content(of: chunk)
            }
        }
        let merge = searchable.merge(chunks, contents: contents)
        let lines = try merge.shards.concurrentMap(width: width, grain: 1) { shard in
            cache.value(
                "words", name: String(shard), input: merge.fingerprint(ofShard: shard)
            ) { merge.lines(ofShard: shard) }
        }
        let biwords = try merge.groups.concurrentMap(width: width, grain: 1) { group in
            cache.value(
                "biwords", name: String(group), input: merge.fingerprint(ofGroup: group)
            ) { merge.biwords(ofGroup: group) }
        }
        return searchable.index(merge.texts, lines: lines, biwords: biwords)
    }
}
