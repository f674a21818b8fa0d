package import NoteModel

/// What a search can find of a notebook.
package struct SearchableNotes: Sendable {
    private let documents: [SearchDocument]

    /// - Parameter rendered: Rendered text of each note, in the notebook's order.
    package init(
        _ notebook: Notebook, map: SiteMap, rendered: [RenderedNote]
    ) {
        documents = zip(notebook.notes, rendered).enumerated().map { index, pair in
            let (note, body) = pair
            let captions =
                note.photos.compactMap(\.shownCaption) + note.recordings.compactMap(\.shownCaption)
                + body.descriptions
            // What is found is shown: captions stand behind the text.
            var text = body.text
            for caption in captions { text += Array("\(caption)\n".utf8) }
            return SearchDocument(
                title: note.title, address: encodedPath(map.path(ofNote: index)),
                date: (body.created ?? body.edited)?.text ?? "",
                language: body.excerptLanguage,
                tags: note.tags.map(\.name), captions: captions, text: text)
        }
    }

    /// The words of one of several parts of the notes. Pure; parts may be read at once.
    package func table(ofPart part: Int, of parts: Int) -> SearchTable {
        let size = (documents.count + parts - 1) / max(1, parts)
        let range = range(from: part * size, count: size)
        return SearchTable(documents[range], first: range.lowerBound)
    }

    /// Parts of one size, so that the files are the same however many are made at once.
    package var textParts: Int { (documents.count + Self.textPartSize - 1) / Self.textPartSize }

    /// What is shown of one part of the notes. Pure; parts may be made at once.
    package func texts(ofPart part: Int) -> SearchTexts {
        let range = range(from: part * Self.textPartSize, count: Self.textPartSize)
        return SearchTexts(documents[range], first: range.lowerBound)
    }

    /// - Parameters:
    ///   - tables: Of all parts, in their order.
    ///   - texts: The same.
    package func index(_ tables: [SearchTable], _ texts: [SearchTexts]) -> SearchIndex {
        SearchIndex(documents: documents.count, tables, texts)
    }

    private func range(from start: Int, count: Int) -> Range<Int> {
        min(documents.count, start)..<min(documents.count, start + count)
    }

    private static let textPartSize = 128
}
