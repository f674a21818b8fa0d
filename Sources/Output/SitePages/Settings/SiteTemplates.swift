import Markup
import NoteModel

/// The templates of a site, checked against the contexts of its pages.
package struct SiteTemplates: Sendable {
    private let library: TemplateLibrary
    /// The templates that are rendered without a page frame: parts of texts, and books, which have
    /// a frame of their own.
    let parts: PageTemplates
    /// True if a template other than that of the search uses `searchDirectory`, whose value changes
    /// with every text.
    package let usesSearchDirectory: Bool
    /// True if a template lists all tags, so that a new tag changes every page.
    let listsAllTags: Bool
    /// True if the templates of lists show the parts of a list that is divided.
    let dividesLists: Bool

    /// Parses and checks templates.
    ///
    /// - Parameters:
    ///   - sources: The text of each template, by file name.
    ///   - checksNames: False for the built-in templates, which were checked before.
    /// - Throws: ``TemplateError`` for a template that does not parse, includes a missing one, or
    ///   uses a name that its page does not offer.
    package init(_ sources: [String: String], checksNames: Bool = true) throws {
        func mentions(_ name: StaticString, in text: String?) -> Bool {
            var text = text ?? ""
            return text.withUTF8 { bytes in
                bytes.place(of: name.utf8Start[0], where: { bytes.has(name, at: $0) }) != nil
            }
        }
        library = try TemplateLibrary(sources)
        parts = PageTemplates(library)
        usesSearchDirectory = sources.contains { name, text in
            name != TemplateFile.search && mentions("searchDirectory", in: text)
        }
        listsAllTags = sources.values.contains { mentions("allTags", in: $0) }
        dividesLists = [TemplateFile.index, TemplateFile.byDate].allSatisfy {
            mentions("parts", in: sources[$0])
        }
        for (name, exemplar) in PageExemplars.all where checksNames {
            try library.check(
                name, against: exemplar, with: PageExemplars.constants(of: name))
        }
    }

    /// Returns the templates of pages in a frame.
    func inside(_ frame: PageFrame) -> PageTemplates {
        PageTemplates(library, constants: frame.constants)
    }

    /// The names of the templates that others include, which are therefore used even if no page has
    /// their name.
    package var includedNames: Set<String> { library.includedNames }

    /// Returns the strings of the interface that templates can show, which are public even if an
    /// excluded note contains them.
    package static func words(of options: SiteOptions) -> [String] {
        // Pages of days list all months in a row.
        options.words.texts + [options.words.monthNames.joined(separator: " ")]
    }
}
