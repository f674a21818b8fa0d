import MarkdownText
import Markup
package import NoteModel
import Orthography
package import OutputPlan

/// Makes a book of a notebook: a single page of HTML, or the files of an electronic book. It writes
/// nothing.
package struct BookBinder: Sendable {
    let notebook: Notebook
    private let site: SiteNotes
    private let media: PreparedMedia
    let options: SiteOptions
    private let templates: SiteTemplates
    private let words: LocalizedStrings
    /// The positions of the notes in the notebook, in the order of the book.
    private let sequence: [Int]
    /// The files of books, by name: the style sheets `book.css` for a book of one file and
    /// `epub.css` for electronic books, and the script `sealed.js` of encrypted ones.
    let styles: [String: [UInt8]]
    private let theme: [UInt8]
    /// The fields common to all pages of the book.
    private let frame: [TemplateValue.Field]

    /// Creates a binder.
    ///
    /// - Parameters:
    ///   - site: The compiled notes of the notebook.
    ///   - orders: The orders of the notes; the book has the default order.
    ///   - assets: The style sheets of the site, by file name.
    ///   - styles: The style sheets and the script of books, by file name.
    package init(
        _ notebook: Notebook, site: SiteNotes, orders: NoteOrders, media: PreparedMedia,
        options: SiteOptions, templates: SiteTemplates, assets: [String: [UInt8]],
        styles: [String: [UInt8]]
    ) {
        self.notebook = notebook
        self.media = media
        self.options = options
        self.templates = templates
        words = options.words
        self.site = site
        sequence = orders.defaultSequence
        let names = ["style.css", "lists.css", "photos.css", "cards.css", "blocks.css"]
        self.styles = styles
        theme = names.flatMap { assets[$0] ?? [] } + options.theme.bytes
        let decks = notebook.notes.count { $0.deck != nil }
        frame = TemplateValue.bookFrame(
            title: notebook.title,
            count: words.count(of: notebook.notes.count - decks, decks: decks), words: words,
            options: options)
    }

    /// Renders the notes, in the order of the book.
    ///
    /// - Returns: The notes, and the diagnostics of links to what the site has and a book has not.
    /// - Throws: ``TemplateError``; the error of reading a text.
    package func chapters(
        _ form: BookForm
    ) throws -> (chapters: [BookChapter], diagnostics: [Diagnostic]) {
        let read = try sequence.map { try chapter($0, form: form) }
        return (read.map(\.chapter), read.flatMap(\.diagnostics))
    }

    /// Returns the whole notebook as one page of HTML. The addresses of pictures and recordings
    /// consist of ``BookForm/embedded`` and the path of a file of ``mediaFiles(_:)``.
    ///
    /// - Parameter isPrinted: True for a book that is printed at once, with a running title on the
    ///   pages of each note.
    /// - Throws: ``TemplateError``.
    package func page(_ chapters: [BookChapter], isPrinted: Bool = false) throws -> [UInt8] {
        var style = theme + (styles["book.css"] ?? [])
        if isPrinted { style += (styles["pdf.css"] ?? []) + Self.runningTitles(of: chapters) }
        return try templates.parts.render(
            TemplateFile.book, with: .book(chapters, style: style, frame: frame))
    }

    /// Returns rules that give the pages of each note its title (CSS Paged Media Module Level 3).
    private static func runningTitles(of chapters: [BookChapter]) -> [UInt8] {
        chapters.enumerated().flatMap { index, chapter in
            Array(
                """
                \(chapter.address) { page: note\(index) }
                @page note\(index) { @top-center { content: "\(quoted(chapter.title))" } }

                """.utf8)
        }
    }

    /// Returns a text as the content of a string of CSS that may be in an element `style`.
    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\", "<", ">", "&": "\\" + String(scalar.value, radix: 16) + " "
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: " "
            default: String(scalar)
            }
        }.joined()
    }

    /// Returns the page that contains a book of one file encrypted, with marks in place of what is
    /// known only when it is written. It reveals nothing of the notebook.
    ///
    /// - Parameter scriptDigest: Returns the digest of the script by which browsers allow it
    ///   (Content Security Policy, Level 3).
    /// - Throws: ``TemplateError``.
    package func sealedPage(scriptDigest: ([UInt8]) -> String) throws -> [UInt8] {
        let script = styles["sealed.js"] ?? []
        return try templates.parts.render(
            TemplateFile.sealed,
            with: .sealed(script, digest: scriptDigest(script), words: words, options: options))
    }

    /// Returns the pictures and recordings of a book, each once even if several notes have it.
    package func mediaFiles(_ form: BookForm) -> [OutputFile] {
        let media = NoteMedia(media: media, words: words, root: "", book: form)
        return TreePlan(tree: "", files: notebook.notes.flatMap { media.boundFiles(of: $0) }).files
    }

    /// Returns the page of a note in an electronic book, as XHTML.
    ///
    /// - Parameter stylesheet: The file name of the style sheet in the folder of the package.
    /// - Throws: ``TemplateError``.
    func page(of chapter: BookChapter, stylesheet: String) throws -> [UInt8] {
        XHTMLText.converted(
            try templates.parts.render(
                TemplateFile.bookChapter,
                with: .bookChapter(chapter, stylesheet: stylesheet, frame: frame)))
    }

    /// Returns the contents or the cover of an electronic book, as XHTML.
    ///
    /// - Parameters:
    ///   - template: The name of the template.
    ///   - stylesheet: The address of the style sheet.
    ///   - cover: The address of the picture of the cover.
    ///   - chapters: The chapters to list.
    func page(
        _ template: String, stylesheet: String, cover: String, chapters: [BookChapter]
    ) throws -> [UInt8] {
        XHTMLText.converted(
            try templates.parts.render(
                template,
                with: .bookContents(
                    chapters, groups: groups(chapters), cover: cover, stylesheet: stylesheet,
                    frame: frame)))
    }

    /// The maximum number of notes in a table of contents without groups.
    private static let maximumUngrouped = 200

    /// Returns the chapters under letters or years, in the order of the book; none for a short book
    /// and for one in the owner's order.
    private func groups(
        _ chapters: [BookChapter]
    ) -> [(heading: String, chapters: [BookChapter])] {
        guard chapters.count > Self.maximumUngrouped, options.sort != .order else { return [] }
        let dates = NoteDates(options)
        return zip(sequence, chapters).runs { index, _ -> String in
            let note = notebook.notes[index]
            return options.sort == .title
                ? IndexLetter(title: note.title, language: options.language).text
                : note.date.map { String(dates.time($0).dateText.prefix { $0 != "-" }) }
                    ?? words[.undated]
        }.map { ($0.key, $0.elements.map(\.1)) }
    }

    private func chapter(
        _ index: Int, form: BookForm
    ) throws -> (chapter: BookChapter, diagnostics: [Diagnostic]) {
        let filler = NoteFiller(
            site, templates: templates, media: media, options: options,
            place: .inBook(index, form))
        let (note, facts) = (notebook.notes[index], site.rows[index].facts)
        let dates = NoteDates(options)
        let path = BookForm.path(ofChapter: index)
        let chapter = BookChapter(
            path: path, identifier: PageIdentifier.inBook(index),
            address: form == .oneFile ? form.address(ofNote: index) : path, title: note.title,
            titleLanguage: facts.titleLanguage, date: dates.created(note) ?? dates.edited(note),
            content: filler.media.content(
                of: note, facts: facts, filled: try filler.fill(index), dates: dates,
                isAlone: false))
        let dead = filler.deadLinks(of: index)
        return (chapter, dead.isEmpty ? [] : [ReferenceResolver.deadLinks(dead, note: note)])
    }
}
