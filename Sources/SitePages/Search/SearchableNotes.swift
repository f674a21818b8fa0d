package import NoteModel
package import OutputPlan
import StoredValues
import Synchronization

/// What a search can find of a notebook.
package struct SearchableNotes: Sendable {
    private let notes: [Note]
    private let map: SiteMap
    private let rendered: [RenderedNote]
    private let keys: SiteKeys

    /// - Parameters:
    ///   - rendered: Rendered text of each note, in the notebook's order.
    ///   - environment: Of all that every page is made with; nil where it is not known.
    package init(
        _ notebook: Notebook, map: SiteMap, rendered: [RenderedNote],
        environment: ContentKey? = nil
    ) {
        notes = notebook.notes
        self.map = map
        self.rendered = rendered
        keys = SiteKeys(environment: environment, rendered)
    }

    private func document(_ index: Int) throws -> SearchDocument {
        let (note, body) = (notes[index], rendered[index])
        let captions =
            note.photos.compactMap(\.shownCaption) + note.recordings.compactMap(\.shownCaption)
            + body.facts.descriptions
        // What is found is shown: captions stand behind the text.
        var text = try body.body().text
        for caption in captions { text += Array("\(caption)\n".utf8) }
        return SearchDocument(
            title: note.title, address: encodedPath(map.path(ofNote: index)),
            date: (body.facts.created ?? body.facts.edited)?.text ?? "",
            language: body.facts.excerptLanguage,
            tags: note.tags.map(\.name), captions: captions, text: text)
    }

    /// The notes in parts.
    package var parts: [Range<Int>] {
        map.parts(least: Self.smallestPart, most: Self.largestPart)
    }

    /// What can be found in one part of the notes. Pure; parts may be read at once.
    package func content(of part: Range<Int>) throws -> SearchPart {
        SearchPart(try part.map(document))
    }

    /// What a part is made from; nil where that is not known.
    package func key(of part: Range<Int>) -> ContentKey? {
        keys.key("search", content: part)
    }

    /// - Parameters:
    ///   - ranges: The parts.
    ///   - contents: Of each; one that is remembered has its texts made again where they are wanted.
    package func index(_ ranges: [Range<Int>], _ contents: [SearchPart]) -> SearchIndex {
        let last = LastMade()
        let parts = zip(ranges, contents).map { range, content in
            SearchIndex.Part(
                name: String(
                    ContentKey(of: Array(map.path(ofNote: range.lowerBound).utf8)).short.prefix(12)),
                notes: range, content: content)
        }
        return SearchIndex(documents: notes.count, parts) { part, file in
            try last.texts(of: part) { SearchTexts(try part.map(self.document)) }.files[file].bytes
        }
    }

    /// A part ends behind so many notes, and then where an address says so.
    private static let smallestPart = 64
    private static let largestPart = 256
}

/// The texts that were made last: those of a part are wanted one behind the other.
private final class LastMade: Sendable {
    private let last = Mutex<(part: Range<Int>, texts: SearchTexts)?>(nil)

    func texts(
        of part: Range<Int>, _ make: () throws -> SearchTexts
    ) throws -> SearchTexts {
        if let known = last.withLock({ $0 }), known.part == part { return known.texts }
        let texts = try make()
        last.withLock { $0 = (part, texts) }
        return texts
    }
}
