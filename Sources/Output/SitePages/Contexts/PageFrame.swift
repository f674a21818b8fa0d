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
    /// The links to the pages that list the whole notebook, relative to the root of the site.
    let views: [NoteLink]
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
        (address, views) = (options.address, navigation.views)
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
        let canonical = path.flatMap { address?.url($0 == TemplateFile.index ? "" : $0) }
        return .record(
            own + [
                ("canonical", .text(canonical)), ("isNote", .flag(false)),
                ("socialPicture", .text(picture.flatMap { address?.url($0) })),
            ])
    }
}

extension TemplateValue {
    /// Returns the content of a note, as its page and books show it, including the files that its
    /// text does not show.
    ///
    /// - Parameters:
    ///   - titleLanguage: The language tag of the title, detected from its script; nil if it is the
    ///     page's language. That of the text likewise is `language`.
    ///   - photos: The photos below the text.
    ///   - photoRows: The CSS classes of the rows of these photos, such as `n-20 w-24`; nil for
    ///     rows that are not adapted to the photos, and in books.
    ///   - transcripts: The transcripts of all recordings of the note, wherever these are shown.
    ///   - back: The drawing on the back of a napkin note; nil for a note without one, or if
    ///     everything drawn was erased.
    ///   - dateAddress: The link to the day of the note in the list by date.
    ///   - folders: The folders that hold the note in its app, the outermost first.
    static func content(
        title: String, titleLanguage: String?, language: String?, created: DateContext?,
        edited: DateContext?, body: [UInt8], photos: [TemplateValue], photoRows: String?,
        recordings: [TemplateValue], transcripts: [TemplateValue], attachments: TemplateValue?,
        back: TemplateValue?, dateAddress: String?, folders: [String]
    ) -> [Field] {
        [
            ("title", .text(title)), ("titleLanguage", .text(titleLanguage)),
            ("noteLanguage", .text(language)),
            ("isRightToLeft", .flag(language.map(TextLanguage.isRightToLeft) ?? false)),
            ("noteDirection", .text(language.map(SiteOptions.direction))),
            ("created", created?.value ?? .absent), ("edited", edited?.value ?? .absent),
            ("hasDates", .flag(created != nil || edited != nil)), ("body", .markup(body)),
            ("photos", .list(photos)), ("hasPhotos", .flag(!photos.isEmpty)),
            ("photoRows", .text(photoRows)), ("recordings", .list(recordings)),
            ("hasRecordings", .flag(!recordings.isEmpty)), ("transcripts", .list(transcripts)),
            ("dateAddress", .text(dateAddress)),
            ("folder", .text(folders.isEmpty ? nil : folders.joined(separator: " › "))),
            ("attachments", attachments ?? .absent),
            ("back", back ?? .absent),
        ]
    }
}

extension PageFrame {
    /// Returns the page of a note: its content and the navigation around it. The page of a deck has
    /// a part for studying as well.
    ///
    /// - Parameters:
    ///   - picture: The path within the site of the preview picture for social media, which is
    ///     shown if the site has an address; nil for none.
    ///   - hasBlocks: True if the page needs the style sheet for code, transcripts and the like.
    ///   - hasPictures: True if the page shows a picture, in the text or below it, and so needs the
    ///     style sheet and viewer for photos.
    ///   - isReplayed: True if the page shows handwriting that is replayed with its recordings.
    ///   - backlinks: The notes that link to this one, each with the sentence that does.
    ///   - tags: The links to the pages of its tags.
    ///   - previews: The notes to which the text links, each with its first words.
    ///   - deck: The identifier under which the browser stores the marks of a deck: 20 hexadecimal
    ///     digits, which do not depend on the title; and the name of the file in which marks are
    ///     saved, without extension: the slug of the note. Nil for a note that is not a deck.
    func note(
        path: String, picture: String?, content: [TemplateValue.Field], excerpt: String,
        headings: [Heading], hasBlocks: Bool, hasPictures: Bool, isReplayed: Bool,
        backlinks: [(link: NoteLink, sentence: String?)], tags: [NoteLink],
        previews: [(link: NoteLink, excerpt: String)], trails: [TemplateValue],
        deck: (identifier: String, fileName: String, hasCards: Bool)?
    ) -> TemplateValue {
        let linking = backlinks.map {
            TemplateValue.record($0.link.fields + [("sentence", .text($0.sentence))])
        }
        let linked = previews.map {
            TemplateValue.record($0.link.fields + [("excerpt", .text($0.excerpt))])
        }
        var own: [TemplateValue.Field] = [
            ("isNote", .flag(true)), ("hasBlocks", .flag(hasBlocks)), ("excerpt", .text(excerpt)),
            ("hasPictures", .flag(hasPictures)), ("isReplayed", .flag(isReplayed)),
            ("hasContents", .flag(headings.count >= Self.fewestHeadings)),
            ("contents", .list(headings.filter { !$0.text.isEmpty }.map(\.value))),
            ("hasBacklinks", .flag(!backlinks.isEmpty)), ("backlinks", .list(linking)),
            ("tags", .list(tags.map(\.value))), ("hasTags", .flag(!tags.isEmpty)),
            ("hasPreviews", .flag(!previews.isEmpty)), ("previews", .list(linked)),
            ("trails", .list(trails)),
        ]
        if let deck {
            own += [
                ("deckIdentifier", .text(deck.identifier)), ("fileName", .text(deck.fileName)),
                ("hasCards", .flag(deck.hasCards)),
            ]
        }
        return value(path: path, picture: picture, content + own)
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

extension [UInt8] {
    /// True if the HTML of a note has code, alerts, embedded notes or formulas, which have a style
    /// sheet of their own.
    var hasBlocks: Bool {
        withUnsafeBufferPointer { body in
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
}
