package import Hashing
import MarkdownText
package import NoteModel
import Platform
package import SiteSearch

/// The notes of a notebook as documents of its search. A document depends only on the content and
/// the address of its note, and not on other notes to which it links.
package struct SearchableNotes: Sendable {
    private let notes: [SiteNote]
    private let map: SiteMap
    private let dates: NoteDates
    private let media: NoteMedia

    /// Creates the documents. No text is read before a part is requested.
    ///
    /// - Parameter media: The photos, of which results show the smallest size of one.
    package init(_ site: SiteNotes, media: PreparedMedia, options: SiteOptions) {
        (notes, map) = (site.rows, site.map)
        self.media = NoteMedia(media: media, words: options.words, root: "")
        dates = NoteDates(options)
    }

    private func document(_ index: Int) throws -> SearchDocument {
        let (note, facts) = (notes[index].note, notes[index].facts)
        let captions =
            note.photos.compactMap(\.shownCaption) + note.recordings.compactMap(\.shownCaption)
            + note.attachments.map { $0.caption ?? $0.fileName } + facts.imageDescriptions
        // Snippets must contain captions, so these follow the text.
        let body = notes[index].body
        var text = body.plainText
        for caption in captions { text += Array("\(caption)\n".utf8) }
        for transcript in note.recordings.compactMap(\.transcript) {
            text += Array("\(transcript.text)\n".utf8)
        }
        for page in note.pages {
            for own in page.textBoxes.map(\.text) + [page.recognizedText].compactMap(\.self) {
                text += Array("\(own)\n".utf8)
            }
        }
        var addresses = body.linkedAddresses
        for (position, reference) in facts.references.enumerated()
        where reference.hidesItsName && !notes[index].unreachable.contains(position) {
            addresses += Array("\(reference.name)\n".utf8)
        }
        return document(index, captions: captions, addresses: addresses, text: text)
    }

    private func document(
        _ index: Int, captions: [String], addresses: [UInt8], text: [UInt8]
    ) -> SearchDocument {
        let note = notes[index].note
        return SearchDocument(
            title: note.title, address: map.address(ofNote: index, from: ""),
            date: (dates.created(note) ?? dates.edited(note))?.text ?? "",
            language: notes[index].facts.excerptLanguage,
            tags: note.tags.map(\.name), kind: note.kind.rawValue,
            year: note.date.map { dates.time($0).year },
            thumbnail: media.thumbnail(of: note)?.address ?? "", captions: captions,
            addresses: addresses, text: text)
    }

    /// The notes that changed last, the latest first; those without dates in their order after the
    /// others.
    private var recent: [SearchDocument] {
        let last = notes.map { $0.note.lastChanged?.timeIntervalSinceReferenceDate ?? -.infinity }
        var latest: [Int] = []
        for index in notes.indices {
            // Most notes are older than the last one of the list.
            if latest.count == Self.maximumRecent, last[latest[latest.count - 1]] >= last[index] {
                continue
            }
            let place = latest.firstIndex { last[$0] < last[index] } ?? latest.endIndex
            latest.insert(index, at: place)
            if latest.count > Self.maximumRecent { latest.removeLast() }
        }
        return latest.map { index in
            let excerpt = notes[index].facts.shownExcerpt(of: notes[index].note, media.words)
            return document(index, captions: [], addresses: [], text: Array(excerpt.utf8))
        }
    }

    /// The number of recent notes that a search lists before anything is searched for.
    private static let maximumRecent = 8

    /// The positions of the notes, in parts of 64 to 256, except for a smaller last one. A new note
    /// changes only the parts near it.
    package var parts: [Range<Int>] {
        map.chunks(minimum: Self.minimumChunkSize, maximum: Self.maximumChunkSize)
    }

    /// Returns a unique name of a part: 12 hexadecimal digits of the digest of its first note's
    /// path.
    package func name(of part: Range<Int>) -> String {
        let path = map.path(ofNote: part.lowerBound)
        return String(ContentDigest(of: Array(path.utf8)).short.prefix(12))
    }

    /// Returns what a search has of a part of the notes. It is a pure function that may be called
    /// from several threads at once.
    ///
    /// - Throws: The error of reading a text.
    package func chunk(_ part: Range<Int>) throws -> (chunk: SearchChunk, content: [UInt8]) {
        SearchChunk.made(of: try part.map(document))
    }

    /// Returns the fingerprint of a part, which changes with the content, the media and the address
    /// of each of its notes, and with the links that have a target.
    ///
    /// - Parameter environment: The fingerprint of the site's options.
    package func fingerprint(of part: Range<Int>, environment: Fingerprint) -> Fingerprint {
        var parts = Fingerprinter("search", environment)
        for index in part {
            if let key = notes[index].key { parts.add(key) }
            parts.add(map.path(ofNote: index), media.thumbnail(of: notes[index].note)?.address)
            if !notes[index].unreachable.isEmpty { parts.add(notes[index].unreachable) }
        }
        return parts.fingerprint
    }

    /// Returns the parts of the search, which are to be merged.
    ///
    /// - Parameters:
    ///   - ranges: The parts, as returned by ``parts``.
    ///   - chunks: Their chunks with their contents, in their order.
    package func merge(
        _ ranges: [Range<Int>], chunks: [(chunk: SearchChunk, content: SearchContent)]
    ) -> SearchMerge {
        SearchMerge(zip(ranges, chunks).map { (name(of: $0), $0, $1.chunk, $1.content) })
    }

    /// Returns the search of the notes, whose files can then be planned.
    ///
    /// - Parameters:
    ///   - texts: The texts of all parts.
    ///   - lines: The lines of each shard.
    ///   - biwords: The sets of each group of biwords.
    package func index(
        _ texts: SearchTexts, lines: [WordLines], biwords: [BiwordSets]
    ) -> SearchIndex {
        SearchIndex(texts, lines: lines, biwords: biwords, recent: recent, document: document)
    }

    /// The minimum number of notes in a part, except for the last. Above it a part ends at the next
    /// content-defined boundary.
    private static let minimumChunkSize = 64
    private static let maximumChunkSize = 256
}
