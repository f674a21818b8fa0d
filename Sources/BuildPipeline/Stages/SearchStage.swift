import BuildCache
import OutputPlan
import SitePages
import StoredValues

/// Indexes the notes for the search of the site; unchanged chunks of notes come from the cache.
struct SearchStage: Sendable {
    let options: SiteOptions
    let cache: BuildCache
    let width: Int

    /// - Parameter environment: The fingerprint of what every page is made with.
    func run(_ site: SiteNotes, environment: ContentKey) throws -> SearchIndex {
        let searchable = SearchableNotes(site, options, environment: environment)
        let chunks = searchable.parts
        let contents = try chunks.concurrentMap(width: width, grain: 1) { chunk in
            guard let key = searchable.key(of: chunk) else {
                return try searchable.content(of: chunk)
            }
            return try cache.value(.init("index"), searchable.name(of: chunk), key) {
                try searchable.content(of: chunk)
            }
        }
        return searchable.index(chunks, contents)
    }
}
