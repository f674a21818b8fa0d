package import MarkdownText
package import MediaModel
package import NoteModel
package import OutputPlan

/// A notebook with everything that an export into one file contains.
package struct ExportableNotebook: Sendable {
    let notebook: Notebook
    /// The slugs of the notes, parallel to `notebook.notes`, as are the facts.
    let slugs: [Slug]
    let media: PreparedMedia
    let facts: [NoteFacts]
    /// Returns the rendered texts of a note, by its position.
    let body: @Sendable (Int) throws -> CompiledBody

    package init(
        _ notebook: Notebook, slugs: [Slug], media: PreparedMedia, facts: [NoteFacts],
        body: @escaping @Sendable (Int) throws -> CompiledBody
    ) {
        self.notebook = notebook
        self.slugs = slugs
        self.media = media
        self.facts = facts
        self.body = body
    }

    /// Returns the words of a note without markup.
    func plainText(_ index: Int) throws -> String {
        String(decoding: try body(index).plainText, as: UTF8.self)
    }
}

extension String {
    /// The number of words between white space.
    var wordCount: Int { split(whereSeparator: \.isWhitespace).count }
}
