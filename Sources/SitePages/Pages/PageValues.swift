import InkDrawings
import MarkdownText
import NoteModel
import OutputPlan
import TextTemplates

// What each page offers to its template. The article *Templates* explains every name.

/// What every page has.
struct PageFrame: Sendable {
    let notebookTitle: String
    let words: LocalizedStrings
    /// Where the site is published; nil for one that is not on the web.
    let address: SiteAddress?
    /// What all pages offer alike, a record.
    let constants: TemplateValue

    /// Addresses of the site's own files, relative to its root.
    struct Assets: Sendable {
        var icon: String
        var stylesheet: String
        var listStylesheet: String
        var photoStylesheet: String
        var viewer: String
        var keys: String
        var lookup: String
        var searcher: String
        var study: String
        var cardStylesheet: String
        /// The file that the search loads first; empty if no page prints it but that of the search.
        var searchDirectory: String
        /// Nil for a site without a feed.
        var feed: String?
    }

    /// - Parameter root: The way to the root of the site: empty, or `../`.
    init(
        notebookTitle: String, root: String, words: LocalizedStrings, options: SiteOptions,
        assets: Assets
    ) {
        self.notebookTitle = notebookTitle
        self.words = words
        address = options.address
        constants = .record([
            ("language", .text(options.language)),
            (
                "direction",
                .text(TextLanguage.isRightToLeft(options.language) ? "rtl" : "ltr")
            ), ("notebookTitle", .text(notebookTitle)),
            ("author", .text(options.author)), ("root", .text(root)), ("words", words.value),
            ("icon", .text(assets.icon)), ("stylesheet", .text(assets.stylesheet)),
            ("listStylesheet", .text(assets.listStylesheet)),
            ("photoStylesheet", .text(assets.photoStylesheet)), ("viewer", .text(assets.viewer)),
            ("keys", .text(assets.keys)), ("lookup", .text(assets.lookup)),
            ("searcher", .text(assets.searcher)), ("study", .text(assets.study)),
            ("cardStylesheet", .text(assets.cardStylesheet)),
            ("feed", .text(assets.feed)), ("searchDirectory", .text(assets.searchDirectory)),
        ])
    }

    /// What a page offers beside ``constants``.
    ///
    /// - Parameters:
    ///   - path: Of the page within the site; nil for one that has no address of its own.
    ///   - picture: Path of a picture that stands for the page elsewhere.
    func value(
        path: String?, picture: String? = nil, _ own: [TemplateValue.Field]
    ) -> TemplateValue {
        .record(
            own + [
                (
                    "canonical",
                    .text(path.flatMap { address?.url($0 == SiteTemplates.Name.index ? "" : $0) })
                ),
                ("isNote", .flag(false)),
                ("socialPicture", .text(picture.flatMap { address?.url($0) })),
            ])
    }
}

/// A date as a page shows it.
struct DateContext: Sendable {
    let text: String
    /// For `<time datetime>`; nil for a date in somebody's words.
    let machine: String?

    var value: TemplateValue {
        .record([("text", .text(text)), ("machine", .text(machine))])
    }
}

/// A link to a note, or to a list of notes.
struct NoteLink: Sendable {
    let title: String
    var address: String
    /// Language tag of the title, where it is told by its letters and not the page's.
    var language: String?

    var value: TemplateValue {
        .record([
            ("title", .text(title)), ("address", .text(address)), ("language", .text(language)),
        ])
    }
}

/// The content of a note wherever all of it is shown: on its page and in books.
struct NoteContent: Sendable {
    let title: String
    /// Of the title and of the text, where letters tell it and it is not the page's.
    let titleLanguage: String?
    let language: String?
    let created: DateContext?
    let edited: DateContext?
    let body: [UInt8]
    /// Those that do not stand in the text.
    let photos: [PhotoContext]
    let recordings: [RecordingContext]
    /// Nil for a note without any.
    let attachments: AttachmentsContext?
    /// The drawing on the back; nil for a note without one.
    let back: BackContext?

    var fields: [TemplateValue.Field] {
        [
            ("title", .text(title)), ("titleLanguage", .text(titleLanguage)),
            ("noteLanguage", .text(language)),
            ("isRightToLeft", .flag(language.map(TextLanguage.isRightToLeft) ?? false)),
            ("created", created?.value ?? .absent), ("edited", edited?.value ?? .absent),
            ("hasDates", .flag(created != nil || edited != nil)), ("body", .markup(body)),
            ("photos", .list(photos.map(\.value))), ("hasPhotos", .flag(!photos.isEmpty)),
            ("recordings", .list(recordings.map(\.value))),
            ("hasRecordings", .flag(!recordings.isEmpty)),
            ("attachments", attachments?.value ?? .absent), ("back", back?.value ?? .absent),
        ]
    }
}

/// The back of a note: a picture, or strokes as SVG.
struct BackContext: Sendable {
    let photo: PhotoContext?
    /// `viewBox` of the strokes, and SVG elements.
    var box: String?
    var ink: [UInt8] = []
    /// Whether it is shown from the start, as on paper.
    let isOpen: Bool
    /// Whether it stands in a book, where nothing is folded.
    var isBound = false

    /// - Parameter name: Tells the drawing from others on one page.
    static func ink(_ drawing: InkDrawing, named name: String, isOpen: Bool) -> BackContext {
        let box = drawing.bounds.map { bounds in
            [bounds.x, bounds.y, bounds.width, bounds.height].map(InkDrawing.text)
                .joined(separator: " ")
        }
        return BackContext(
            photo: nil, box: box, ink: drawing.elements(prefix: name), isOpen: isOpen)
    }

    var value: TemplateValue {
        .record([
            ("photo", photo?.value ?? .absent), ("box", .text(box)), ("ink", .markup(ink)),
            ("isOpen", .flag(isOpen)), ("isBound", .flag(isBound)),
        ])
    }
}

/// The page of a note.
struct NotePage: Sendable {
    let frame: PageFrame
    let path: String
    let content: NoteContent
    let excerpt: String
    let headings: [Heading]
    /// Whether a picture is on the page, in the text or below it.
    let hasPictures: Bool
    /// Path of the picture that stands for the note elsewhere.
    let picture: String?
    let backlinks: [NoteLink]
    let trails: [TrailContext]
    /// Nil for a note that is no deck.
    let deck: DeckPart?

    var value: TemplateValue {
        frame.value(
            path: path, picture: picture,
            content.fields + [
                ("isNote", .flag(true)), ("excerpt", .text(excerpt)),
                ("hasPictures", .flag(hasPictures)),
                ("hasContents", .flag(headings.count >= Self.fewestHeadings)),
                ("contents", .list(headings.filter { !$0.text.isEmpty }.map(\.value))),
                ("hasBacklinks", .flag(!backlinks.isEmpty)),
                ("backlinks", .list(backlinks.map(\.value))), ("ways", .list(trails.map(\.value))),
            ] + (deck?.fields ?? []))
    }

    /// A list of fewer headings says less than the page itself.
    private static let fewestHeadings = 3
}

extension Heading {
    fileprivate var value: TemplateValue {
        .record([
            ("title", .text(text)), ("address", .text("#" + encodedPath(identifier))),
            ("level", .text(String(min(6, 2 + depth)))),
        ])
    }
}
