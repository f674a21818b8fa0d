import MarkdownText
import Markup
import NoteModel

// The contexts of pages. The article *Templates* explains every name.

/// The context common to all pages at one folder depth, including the path to the root of the site.
struct PageFrame: Sendable {
    let notebookTitle: String
    let words: LocalizedStrings
    /// The address at which the site is published; nil if it is not on the web, in which case pages
    /// have no canonical address.
    let address: SiteAddress?
    /// The record of names whose values are the same on all pages of the depth, made once and
    /// looked up after the page's own.
    let constants: TemplateValue

    /// Creates the frame of pages at one depth.
    ///
    /// - Parameters:
    ///   - root: The path from the pages to the root of the site: empty, `../`, or an absolute
    ///     path.
    ///   - assets: The addresses of the site's assets; see
    ///     ``SiteAssets/addresses(searchDirectory:feed:)``.
    init(
        notebookTitle: String, root: String, words: LocalizedStrings, options: SiteOptions,
        assets: SiteAssets.Addresses, navigation: SiteNavigation
    ) {
        (self.notebookTitle, self.words) = (notebookTitle, words)
        address = options.address
        let own: [TemplateValue.Field] = [
            ("notebookTitle", .text(notebookTitle)),
            ("author", .text(options.author)), ("root", .text(root)), ("words", words.value),
        ]
        constants = .record(
            options.languageFields + own + assets.all.map { ($0.name, .text($0.address)) }
                + navigation.fields(root: root) + options.interfaceFields)
    }

    /// Returns the context of a page, without ``constants``.
    ///
    /// - Parameters:
    ///   - path: The path of the page within the site; nil for one without a canonical address.
    ///   - picture: The path of the preview picture for social media; nil for none.
    ///   - own: The page's own fields, which take precedence.
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

/// A date as a page shows it: the day as text, and the instant for programs.
struct DateContext: Sendable {
    let text: String
    /// The value of `<time datetime>` (RFC 3339); nil for a date that the archive has as text only.
    let machine: String?

    var value: TemplateValue {
        .record([("text", .text(text)), ("machine", .text(machine))])
    }
}

/// A link to a note, or to a list of notes. The address is relative to the page, and
/// percent-encoded.
struct NoteLink: Sendable {
    let title: String
    var address: String
    /// The language tag of the title, detected from its script; nil if it is the page's language.
    var language: String?

    var value: TemplateValue {
        .record([
            ("title", .text(title)), ("address", .text(address)), ("language", .text(language)),
        ])
    }
}

/// The content of a note, as its page and books show it, including the files that its text does not
/// show.
struct NoteContent: Sendable {
    let title: String
    /// The language tags of the title and of the text, detected from their script; nil if it is
    /// the page's language.
    let titleLanguage: String?
    let language: String?
    let created: DateContext?
    let edited: DateContext?
    let body: [UInt8]
    /// The photos and recordings below the text: those that it does not contain.
    let photos: [PhotoContext]
    /// The CSS classes of the rows of these photos, such as `n-20 w-24`; nil for rows that are not
    /// adapted to the photos, and in books.
    let photoRows: String?
    let recordings: [RecordingContext]
    /// The transcripts of all recordings of the note, wherever these are shown.
    let transcripts: [TranscriptContext]
    /// The attachments, which the text may link but never shows; nil for a note without any.
    let attachments: AttachmentsContext?
    /// The drawing on the back of a napkin note; nil for a note without one, or if everything drawn
    /// was erased.
    let back: BackContext?
    /// The link to the day of the note in the list by date; nil in books, and for a note without a
    /// date.
    var dateAddress: String?

    /// True if the note has code, alerts, embedded notes, formulas or transcripts, which have a
    /// style sheet of their own.
    var hasBlocks: Bool {
        !transcripts.isEmpty
            || body.withUnsafeBufferPointer { body in
                var next = 0
                // Few tags of a text have a class in quotation marks.
                while let quote = body.place(of: UInt8(ascii: "\""), from: next) {
                    if body.has("<div class=\"code\"", at: quote - 11)
                        || body.has("<div class=\"embed\"", at: quote - 11)
                        || body.has("<div class=\"alert ", at: quote - 11)
                        || body.has("<annotation encoding=\"", at: quote - 21)
                    {
                        return true
                    }
                    next = quote + 1
                }
                return false
            }
    }

    var fields: [TemplateValue.Field] {
        [
            ("title", .text(title)), ("titleLanguage", .text(titleLanguage)),
            ("noteLanguage", .text(language)),
            ("isRightToLeft", .flag(language.map(TextLanguage.isRightToLeft) ?? false)),
            ("noteDirection", .text(language.map(SiteOptions.direction))),
            ("created", created?.value ?? .absent), ("edited", edited?.value ?? .absent),
            ("hasDates", .flag(created != nil || edited != nil)), ("body", .markup(body)),
            ("photos", .list(photos.map(\.value))), ("hasPhotos", .flag(!photos.isEmpty)),
            ("photoRows", .text(photoRows)),
            ("recordings", .list(recordings.map(\.value))),
            ("hasRecordings", .flag(!recordings.isEmpty)),
            ("transcripts", .list(transcripts.map(\.value))),
            ("dateAddress", .text(dateAddress)),
            ("attachments", attachments?.value ?? .absent), ("back", back?.value ?? .absent),
        ]
    }
}

/// The drawing on the back of a note: a photo, or strokes as SVG.
struct BackContext: Sendable {
    let photo: PhotoContext?
    /// The SVG attribute `viewBox` and the SVG elements of the strokes; nil and empty for a photo.
    var box: String?
    var ink: [UInt8] = []
    /// True if the drawing is shown initially and not collapsed.
    let isOpen: Bool
    /// True if the drawing is always shown: in a book, which has no collapsible elements, and on
    /// the page of a note without photos, which has no other side.
    var isBound = false

    /// Returns the context of strokes, whose `viewBox` is the rectangle that they cover, in points.
    ///
    /// - Parameters:
    ///   - name: The prefix of the SVG identifiers, unique on the page.
    ///   - isOpen: True if the drawing is shown initially.
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

/// The page of a note: its content and the navigation around it. The page of a deck has a part for
/// studying as well.
struct NotePage: Sendable {
    let frame: PageFrame
    let path: String
    let content: NoteContent
    let excerpt: String
    let headings: [Heading]
    /// True if the page shows a picture, in the text or below it, and so needs the style sheet and
    /// viewer for photos.
    let hasPictures: Bool
    /// True if the page shows handwriting that is replayed with its recordings.
    let isReplayed: Bool
    /// The path within the site of the preview picture for social media, which is shown if the site
    /// has an address; nil for none.
    let picture: String?
    /// The notes that link to this one, each with the sentence that does.
    let backlinks: [(link: NoteLink, sentence: String?)]
    /// The links to the pages of its tags.
    let tags: [NoteLink]
    /// The notes to which the text links, each with its first words.
    let previews: [(link: NoteLink, excerpt: String)]
    let trails: [TrailContext]
    /// The part for studying; nil for a note that is not a deck.
    let deck: DeckPart?

    var value: TemplateValue {
        frame.value(
            path: path, picture: picture,
            content.fields + [
                ("isNote", .flag(true)), ("hasBlocks", .flag(content.hasBlocks)),
                ("excerpt", .text(excerpt)),
                ("hasPictures", .flag(hasPictures)), ("isReplayed", .flag(isReplayed)),
                ("hasContents", .flag(headings.count >= Self.fewestHeadings)),
                ("contents", .list(headings.filter { !$0.text.isEmpty }.map(\.value))),
                ("hasBacklinks", .flag(!backlinks.isEmpty)),
                (
                    "backlinks",
                    .list(
                        backlinks.map { entry in
                            .record([
                                ("title", .text(entry.link.title)),
                                ("address", .text(entry.link.address)),
                                ("language", .text(entry.link.language)),
                                ("sentence", .text(entry.sentence)),
                            ])
                        })
                ),
                ("tags", .list(tags.map(\.value))), ("hasTags", .flag(!tags.isEmpty)),
                ("hasPreviews", .flag(!previews.isEmpty)),
                (
                    "previews",
                    .list(
                        previews.map { entry in
                            .record([
                                ("title", .text(entry.link.title)),
                                ("address", .text(entry.link.address)),
                                ("language", .text(entry.link.language)),
                                ("excerpt", .text(entry.excerpt)),
                            ])
                        })
                ),
                ("trails", .list(trails.map(\.value))),
            ] + (deck?.fields ?? []))
    }

    /// The minimum number of headings for which a page has a table of contents. Headings without
    /// words count, but are not listed.
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
