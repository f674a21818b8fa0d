import MarkdownText
package import NoteModel

/// The texts of notes as their own pages show them, one at a time, for checks of what the site
/// publishes.
package struct ShownTexts: Sendable {
    private let filler: NoteFiller

    package init(
        _ site: SiteNotes, media: PreparedMedia, templates: SiteTemplates,
        options: SiteOptions
    ) {
        filler = NoteFiller(
            site, templates: templates, media: media, options: options, place: .ownPage)
    }

    /// Returns the HTML of a note's text with its cards and handwritten pages, and the text without
    /// markup, both in UTF-8.
    ///
    /// - Throws: ``TemplateError`` if a part of the text cannot be rendered.
    package func text(of index: Int) throws -> (html: [UInt8], words: [UInt8]) {
        (try filler.fill(index).html, filler.site.rows[index].body.plainText)
    }
}
