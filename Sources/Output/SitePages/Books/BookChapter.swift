import Markup

/// A note in a book, filled for the form of the book for which it was made.
package struct BookChapter: Sendable {
    /// The path of its page in an electronic book, relative to the package, such as
    /// `notes/note-1.xhtml`.
    let path: String
    /// The address of the note on the page of contents: the path of its page, or in a book of one
    /// file a fragment.
    let address: String
    let title: String
    /// The context of the note in the list of contents, which needs no content but the title and
    /// the date.
    let entry: TemplateValue
    let fields: [TemplateValue.Field]

    init(
        path: String, identifier: String, address: String, title: String, titleLanguage: String?,
        date: DateContext?, content: [TemplateValue.Field]
    ) {
        (self.path, self.address, self.title) = (path, address, title)
        let date = date?.value ?? .absent
        entry = .record([
            ("title", .text(title)), ("address", .text(address)),
            ("titleLanguage", .text(titleLanguage)), ("date", date),
        ])
        fields =
            [("identifier", .text(identifier)), ("address", .text(address)), ("date", date)]
            + content
    }
}

// MARK: - Pages

extension TemplateValue {
    /// Returns the fields common to all pages of a book, which take the place of the frame of the
    /// site's pages.
    ///
    /// - Parameter count: The numbers of notes and decks, such as `23 notes, 1 deck`.
    static func bookFrame(
        title: String, count: String, words: LocalizedStrings, options: SiteOptions
    ) -> [Field] {
        options.languageFields + [
            ("notebookTitle", .text(title)), ("count", .text(count)),
            ("author", .text(options.author)), ("words", words.value),
        ] + options.interfaceFields
    }

    /// Returns a book that is one page, with the style sheet in it.
    static func book(_ chapters: [BookChapter], style: [UInt8], frame: [Field]) -> TemplateValue {
        .record(
            frame + [
                ("stylesheet", .markup(style)),
                ("chapters", .list(chapters.map { .record($0.fields) })),
            ])
    }

    /// Returns the page that contains an encrypted book.
    static func sealed(
        _ script: [UInt8], digest: String, words: LocalizedStrings, options: SiteOptions
    ) -> TemplateValue {
        .record(
            options.languageFields + [
                ("words", words.value), ("script", .markup(script)),
                ("scriptDigest", .text(digest)),
            ])
    }

    /// Returns the page of a note in an electronic book, which is rendered as HTML and converted to
    /// XHTML.
    static func bookChapter(
        _ chapter: BookChapter, stylesheet: String, frame: [Field]
    ) -> TemplateValue {
        .record(chapter.fields + frame + [("stylesheet", .text(stylesheet))])
    }

    /// Returns the contents of an electronic book, or its cover, for which two templates get the
    /// same names.
    ///
    /// - Parameters:
    ///   - groups: The chapters under headings; empty if they are not divided.
    ///   - cover: The address of the picture of the cover, such as `cover.jpg`, relative to the
    ///     page.
    static func bookContents(
        _ chapters: [BookChapter], groups: [(heading: String, chapters: [BookChapter])],
        cover: String, stylesheet: String, frame: [Field]
    ) -> TemplateValue {
        let values = groups.map { heading, chapters in
            TemplateValue.record([
                ("heading", .text(heading)), ("chapters", .list(chapters.map(\.entry))),
            ])
        }
        return .record(
            frame + [
                ("stylesheet", .text(stylesheet)), ("cover", .text(cover)),
                ("chapters", .list(chapters.map(\.entry))), ("isGrouped", .flag(!groups.isEmpty)),
                ("groups", .list(values)), ("start", .text(chapters.first?.address)),
            ])
    }
}
