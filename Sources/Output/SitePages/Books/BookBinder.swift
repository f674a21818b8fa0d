import Foundation
import MarkdownText
import Markup
package import NoteModel
import Orthography
package import OutputPlan

/// Makes a book of a notebook: a single page of HTML, or the files of an electronic book. It writes
/// nothing.
package struct BookBinder: Sendable {
    private let notebook: Notebook
    private let site: SiteNotes
    private let media: PreparedMedia
    private let options: SiteOptions
    private let templates: SiteTemplates
    private let words: LocalizedStrings
    /// The positions of the notes in the notebook, in the order of the book.
    private let sequence: [Int]
    /// The files of books, by name: the style sheets `book.css` for a book of one file and
    /// `epub.css` for electronic books, and the script `sealed.js` of encrypted ones.
    let styles: [String: [UInt8]]
    private let theme: [UInt8]

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
    }

    /// Renders the notes, in the order of the book.
    ///
    /// - Returns: The notes, and the diagnostics of their texts, such as dead links.
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
    /// - Throws: ``TemplateError``.
    package func page(_ chapters: [BookChapter]) throws -> [UInt8] {
        let style = theme + (styles["book.css"] ?? [])
        return try templates.library.render(
            SiteTemplates.Name.book,
            value: BookPage(frame: frame(stylesheet: ""), style: style, chapters: chapters).value)
    }

    /// Returns the page that contains a book of one file encrypted, with marks in place of what is
    /// known only when it is written. It reveals nothing of the notebook.
    ///
    /// - Parameter scriptDigest: Returns the digest of the script by which browsers allow it
    ///   (Content Security Policy, Level 3).
    /// - Throws: ``TemplateError``.
    package func sealedPage(scriptDigest: ([UInt8]) -> String) throws -> [UInt8] {
        let script = styles["sealed.js"] ?? []
        let page = SealedPage(
            words: words, options: options, script: script, scriptDigest: scriptDigest(script))
        return try templates.library.render(SiteTemplates.Name.sealed, value: page.value)
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
        let page = BookChapterPage(frame: frame(stylesheet: stylesheet), chapter: chapter)
        return XHTMLText.converted(
            try templates.library.render(SiteTemplates.Name.bookChapter, value: page.value))
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
        let page = BookContentsPage(
            frame: frame(stylesheet: stylesheet), cover: cover, chapters: chapters,
            groups: groups(chapters))
        return XHTMLText.converted(try templates.library.render(template, value: page.value))
    }

    /// The maximum number of notes in a table of contents without groups.
    private static let maximumUngrouped = 200

    /// Returns the chapters under letters or years, in the order of the book; none for a short book
    /// and for one in the owner's order.
    private func groups(_ chapters: [BookChapter]) -> [BookContentsPage.Group] {
        guard chapters.count > Self.maximumUngrouped, options.sort != .order else { return [] }
        var groups: [BookContentsPage.Group] = []
        for (index, chapter) in zip(sequence, chapters) {
            let note = notebook.notes[index]
            let heading =
                options.sort == .title
                ? IndexLetter(title: note.title, language: options.language).text
                : note.date.map { date in
                    let offset = options.timeZone.secondsFromGMT(for: date)
                    return String(CivilTime(date, offset: offset).dateText.prefix { $0 != "-" })
                } ?? words[.undated]
            if groups.last?.heading == heading {
                groups[groups.count - 1].chapters.append(chapter)
            } else {
                groups.append(.init(heading: heading, chapters: [chapter]))
            }
        }
        return groups
    }

    private func chapter(
        _ index: Int, form: BookForm
    ) throws -> (chapter: BookChapter, diagnostics: [Diagnostic]) {
        let filler = NoteFiller(
            site, templates: templates, media: media, options: options,
            place: .inBook(index, form))
        let note = notebook.notes[index]
        let dates = NoteDates(timeZone: options.timeZone, words: words)
        let chapter = BookChapter(
            path: BookForm.path(ofChapter: index), identifier: PageIdentifier.inBook(index),
            address: form == .oneFile
                ? form.address(ofNote: index) : BookForm.path(ofChapter: index),
            content: filler.media.content(
                of: note, facts: site.rows[index].facts, filled: try filler.fill(index),
                dates: dates,
                isAlone: false))
        let dead = filler.deadLinks(of: index)
        let resolver = ReferenceResolver(site.map, media: media, options: options, notes: site.rows)
        return (
            chapter,
            resolver.diagnostics(
                of: note, facts: site.rows[index].facts, targets: site.rows[index].targets)
                + (dead.isEmpty ? [] : [ReferenceResolver.deadLinks(dead, note: note)])
        )
    }

    private func frame(stylesheet: String) -> BookFrame {
        BookFrame(
            notebookTitle: notebook.title, count: count,
            stylesheet: stylesheet, words: words, options: options)
    }

    /// The numbers of notes and decks, such as `23 notes, 1 deck`.
    private var count: String {
        let decks = notebook.notes.count { $0.deck != nil }
        return words.count(of: notebook.notes.count - decks, decks: decks)
    }

    var title: String { notebook.title }
    var language: String { options.language }
    var author: String? { options.author }
    var isRightToLeft: Bool { TextLanguage.isRightToLeft(options.language) }
    var notes: [Note] { notebook.notes }
}

/// The context common to all pages of a book, which takes the place of the frame of the site's
/// pages.
struct BookFrame: Sendable {
    let notebookTitle: String
    let count: String
    let stylesheet: String
    let words: LocalizedStrings
    let options: SiteOptions

    var fields: [TemplateValue.Field] {
        options.languageFields + [
            ("notebookTitle", .text(notebookTitle)), ("count", .text(count)),
            ("author", .text(options.author)), ("words", words.value),
        ] + options.interfaceFields
    }
}

/// A note in a book, filled for the form of the book for which it was made.
package struct BookChapter: Sendable {
    /// The path of its page in an electronic book, relative to the package, such as
    /// `notes/note-1.xhtml`.
    let path: String
    let identifier: String
    /// The address of the note on the page of contents: the path of its page, or in a book of one
    /// file a fragment.
    let address: String
    let content: NoteContent

    var fields: [TemplateValue.Field] {
        [
            ("identifier", .text(identifier)), ("address", .text(address)),
            ("date", date?.value ?? .absent),
        ] + content.fields
    }

    /// The context of the note in the list of contents, which needs no content but the title and
    /// the date.
    var entry: [TemplateValue.Field] {
        [
            ("title", .text(content.title)), ("address", .text(address)),
            ("titleLanguage", .text(content.titleLanguage)), ("date", date?.value ?? .absent),
        ]
    }

    private var date: DateContext? { content.created ?? content.edited }
}

/// A book that is one page, with the style sheet in it. Chapters are converted to values one at a
/// time.
struct BookPage: Sendable {
    let frame: BookFrame
    let style: [UInt8]
    let chapters: [BookChapter]

    var value: TemplateValue {
        .record(
            frame.fields + [
                ("stylesheet", .markup(style)),
                (
                    "chapters",
                    .made(count: chapters.count) { .record(chapters[$0].fields) }
                ),
            ])
    }
}

/// The page that contains an encrypted book.
struct SealedPage: Sendable {
    let words: LocalizedStrings
    let options: SiteOptions
    let script: [UInt8]
    let scriptDigest: String

    var value: TemplateValue {
        .record(
            options.languageFields + [
                ("words", words.value), ("script", .markup(script)),
                ("scriptDigest", .text(scriptDigest)),
            ])
    }
}

/// The page of a note in an electronic book, which is rendered as HTML and converted to XHTML.
struct BookChapterPage: Sendable {
    let frame: BookFrame
    let chapter: BookChapter

    var value: TemplateValue {
        .record(chapter.fields + frame.fields + [("stylesheet", .text(frame.stylesheet))])
    }
}

/// The contents of an electronic book, or its cover, for which two templates get the same names.
struct BookContentsPage: Sendable {
    let frame: BookFrame
    /// The address of the picture of the cover, such as `cover.jpg`, relative to the page.
    let cover: String
    let chapters: [BookChapter]
    /// The chapters under headings; empty if they are not divided.
    let groups: [Group]

    struct Group: Sendable {
        let heading: String
        var chapters: [BookChapter]
    }

    private static func list(_ chapters: [BookChapter]) -> TemplateValue {
        .made(count: chapters.count) { .record(chapters[$0].entry) }
    }

    var value: TemplateValue {
        .record(
            frame.fields + [
                ("stylesheet", .text(frame.stylesheet)), ("cover", .text(cover)),
                ("chapters", Self.list(chapters)), ("isGrouped", .flag(!groups.isEmpty)),
                (
                    "groups",
                    .made(count: groups.count) { index in
                        .record([
                            ("heading", .text(groups[index].heading)),
                            ("chapters", Self.list(groups[index].chapters)),
                        ])
                    }
                ), ("start", .text(chapters.first?.address)),
            ])
    }
}
