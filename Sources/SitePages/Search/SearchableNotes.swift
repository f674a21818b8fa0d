package import NoteModel
package import OutputPlan
import StoredValues

/// What a search can find of a notebook.
package struct SearchableNotes: Sendable {
    private let notes: [Note]
    private let map: SiteMap
    private let rendered: [RenderedNote]
    private let environment: ContentKey?

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
        self.environment = environment
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

    /// Parts of one size, so that a part stays the same while its notes do.
    package var tableParts: Range<Int> { 0..<Self.parts(notes.count, of: Self.tablePartSize) }

    /// The words of one part of the notes. Pure; parts may be read at once.
    package func table(ofPart part: Int) throws -> SearchTable {
        let range = range(ofPart: part, of: Self.tablePartSize)
        return SearchTable(try range.map(document), first: range.lowerBound)
    }

    /// What the words of a part are made from; nil where that is not known.
    package func tableKey(ofPart part: Int) -> ContentKey? {
        key("words", range(ofPart: part, of: Self.tablePartSize))
    }

    /// Parts of one size, so that the files are the same however many are made at once.
    package var textParts: Range<Int> { 0..<Self.parts(notes.count, of: Self.textPartSize) }

    /// What is shown of one part of the notes. Pure; parts may be made at once.
    package func texts(ofPart part: Int) throws -> SearchTexts {
        let range = range(ofPart: part, of: Self.textPartSize)
        return SearchTexts(try range.map(document), first: range.lowerBound)
    }

    /// What the texts of a part are made from; nil where that is not known.
    package func textsKey(ofPart part: Int) -> ContentKey? {
        key("texts", range(ofPart: part, of: Self.textPartSize))
    }

    /// - Parameters:
    ///   - tables: Of all parts, in their order.
    ///   - texts: The same; one that is remembered has its files made again where they are wanted.
    package func index(_ tables: [SearchTable], _ texts: [SearchTexts]) -> SearchIndex {
        SearchIndex(documents: notes.count, tables, texts) { part, file in
            try self.texts(ofPart: part).files[file].bytes
        }
    }

    private func key(_ name: String, _ range: Range<Int>) -> ContentKey? {
        SiteKeys(environment: environment, rendered).key("search " + name, content: range)
    }

    private func range(ofPart part: Int, of size: Int) -> Range<Int> {
        min(notes.count, part * size)..<min(notes.count, (part + 1) * size)
    }

    private static func parts(_ count: Int, of size: Int) -> Int { (count + size - 1) / size }

    private static let tablePartSize = 1024
    private static let textPartSize = 128
}
