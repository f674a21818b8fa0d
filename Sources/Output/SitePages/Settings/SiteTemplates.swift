import Foundation
import MarkdownText
package import Markup
import NoteModel

/// The templates of a site, checked against the contexts of its pages.
package struct SiteTemplates: Sendable {
    let library: TemplateLibrary
    /// True if a template other than that of the search uses `searchDirectory`, whose value changes
    /// with every text.
    package let usesSearchDirectory: Bool
    /// True if a template lists all tags, so that a new tag changes every page.
    let listsAllTags: Bool
    /// True if the templates of lists show the parts of a list that is divided.
    let dividesLists: Bool

    enum Name {
        static let index = "index.html"
        static let part = "part.html"
        static let days = "days.html"
        static let byDate = "by-date.html"
        static let tags = "tags.html"
        static let tag = "tag.html"
        static let photos = "photos.html"
        static let note = "note.html"
        static let photo = "photo.html"
        static let recording = "recording.html"
        static let cards = "cards.html"
        static let handwrittenPages = "handwritten-pages.html"
        static let deck = "deck.html"
        static let decks = "decks.html"
        static let search = "search.html"
        static let notFound = "not-found.html"
        static let moved = "moved.html"
        /// The path of the page of changes, which is rendered with the template ``index``.
        static let changes = "changes.html"
        static let book = "book.html"
        static let bookChapter = "book-chapter.html"
        static let bookContents = "book-contents.html"
        static let bookCover = "book-cover.html"
        static let sealed = "sealed.html"
    }

    /// Parses and checks templates.
    ///
    /// - Parameter sources: The text of each template, by file name.
    /// - Throws: ``TemplateError`` for a template that does not parse, includes a missing one, or
    ///   uses a name that its page does not offer.
    package init(_ sources: [String: String]) throws(TemplateError) {
        library = try TemplateLibrary(sources)
        usesSearchDirectory = sources.contains { name, text in
            name != Name.search && text.contains("searchDirectory")
        }
        listsAllTags = sources.values.contains { $0.contains("allTags") }
        dividesLists = [Name.index, Name.byDate].allSatisfy { name in
            sources[name]?.contains("parts") == true
        }
        for (name, exemplar) in Self.exemplars {
            try library.check(name, against: exemplar, with: Self.constants(of: name))
        }
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

    /// Returns the context common to all pages with which a template is checked, besides its
    /// exemplar; an empty record for templates that are rendered without it.
    package static func constants(of template: String) -> TemplateValue {
        withoutFrame.contains(template) ? .record([]) : frame.constants
    }

    /// The templates that are rendered without a page frame: parts of a text, and books, which have
    /// a frame of their own.
    private static let withoutFrame: Set<String> = [
        Name.photo, Name.recording, Name.cards, Name.handwrittenPages, Name.book, Name.bookChapter,
        Name.bookContents, Name.bookCover, Name.sealed,
    ]

    /// An example of the context of each template, in which every name has a value and every list a
    /// member, so that all parts are checked.
    package static let exemplars: [(template: String, value: TemplateValue)] = [
        (Name.index, index.value), (Name.byDate, byDate.value), (Name.part, part.value),
        (Name.days, days.value), (Name.tags, tags.value),
        (Name.tag, tag.value), (Name.photos, photos.value), (Name.note, note.value),
        (Name.photo, photo.value), (Name.recording, recording.value),
        (Name.cards, cards.value), (Name.handwrittenPages, handwrittenPages.value),
        (Name.deck, deck.value),
        (Name.decks, decks.value),
        (Name.search, PlainPage(frame: frame, template: Name.search).value),
        (Name.notFound, PlainPage(frame: frame, template: Name.notFound).value),
        (Name.moved, MovedPage(frame: frame, path: "notes/a.html", link: link).value),
        (
            Name.sealed,
            SealedPage(words: words, options: SiteOptions(), script: [], scriptDigest: "x").value
        ),
        (Name.book, BookPage(frame: book, style: [], chapters: [chapter]).value),
        (Name.bookChapter, BookChapterPage(frame: book, chapter: chapter).value),
        (Name.bookContents, bookContents.value), (Name.bookCover, bookContents.value),
    ]

    private static let frame: PageFrame = {
        var options = SiteOptions()
        options.author = "A"
        options.address = SiteAddress("https://example.org/")
        return PageFrame(
            notebookTitle: "Notebook", root: "../", words: LocalizedStrings.ofLanguage("en"),
            options: options,
            assets: SiteAssets(["custom.css": []], theme: SiteTheme())
                .addresses(searchDirectory: "d.js", feed: "feed.xml"),
            navigation: SiteNavigation(views: views, tags: [.init(link: link, count: "1")]))
    }()
    private static let date = DateContext(text: "1 May 2014", machine: "2014-05-01")
    private static let picture = PictureContext(
        address: "a.jpg", large: "b.jpg", sources: "a.jpg 3w", width: 3, height: 4,
        colour: "c-000", ratio: "r-7 s-50")
    private static let download = DownloadContext(address: "a.bin", fileName: "a.svg", label: "A")
    private static let photo = PhotoContext(
        picture: picture, download: download, anchor: "photo-1", caption: "A", alternative: "A",
        label: "A", notice: "A", isLazy: true)
    private static let recording = RecordingContext(
        download: download, isVideo: true, caption: "A", facts: "A", notice: "A")
    private static let transcripts = [
        TranscriptContext(
            transcript: Transcript(
                cues: [.init(start: 0, end: 1000, speaker: "A", text: "A")], text: "A",
                problems: []),
            title: "A", address: "a.m4a", words: words)
    ]
    private static let attachments = AttachmentsContext(
        anchor: "attachments", label: "A",
        files: [AttachmentContext(download: download, name: "A", facts: "A", notice: "A")])
    private static let link = NoteLink(title: "A", address: "a.html", language: "he")
    private static let content = NoteContent(
        title: "A", titleLanguage: "he", language: "he", created: date, edited: date,
        body: Array("<p>A</p>".utf8),
        photos: [photo], photoRows: "n-24 w-24", recordings: [recording], transcripts: transcripts,
        attachments: attachments,
        back: BackContext(photo: photo, box: "0 0 1 1", ink: Array("<g/>".utf8), isOpen: true),
        dateAddress: "a.html#day")
    private static let heading = Heading(depth: 0, text: "A", identifier: "a")
    private static let note = notePage(deck: nil)
    private static let deck = notePage(
        deck: DeckPart(identifier: "a", fileName: "a", hasCards: true))
    private static func notePage(deck: DeckPart?) -> NotePage {
        NotePage(
            frame: frame, path: "notes/a.html", content: content, excerpt: "A",
            headings: [heading, heading, heading], hasPictures: true, isReplayed: true,
            picture: "photos/a.jpg",
            backlinks: [(link, "A")], tags: [link],
            previews: [(link, "A")],
            trails: [
                TrailContext(
                    identifier: "by.a", isDefault: false, list: link.value, previous: link,
                    next: link)
            ], deck: deck)
    }
    private static let words = LocalizedStrings.ofLanguage("en")
    private static let cards = CardsContext(
        cards: [
            CardContext(
                anchor: "card.1", number: "1", identifier: "a",
                card: Card(question: "A", answer: "A"),
                question: Array("A".utf8), answer: Array("A".utf8), score: "1 right")
        ], words: words, language: "en")
    private static let handwrittenPages = HandwrittenPagesContext(
        pages: [1, 2].map { number in
            HandwrittenPageContext(
                identifier: "page.\(number)", number: "1", title: "A", label: "A",
                size: HandwrittenPageSize(width: 1, height: 1), paper: "#000000",
                description: "A",
                placed: frameOfOne.map {
                    [
                        PlacedPictureContext(
                            picture: picture, frame: $0, rotation: 90, whole: $0, label: "A",
                            anchor: "photo-1")
                    ]
                } ?? [],
                textBoxes: frameOfOne.map {
                    [TextBox("A", frame: $0, rotation: 90, colour: "#000000")]
                } ?? [],
                ink: Array("<g/>".utf8), loose: [photo],
                download: download, recordings: [recording])
        }, replay: ReplayContext(recordings: [(0, "a.m4a")]), words: words)
    private static let frameOfOne = Frame(x: 0, y: 0, width: 1, height: 1)
    private static let decks = DecksPage(
        frame: frame, count: "1 deck", views: views, rows: rows,
        missed: [.init(link: link, deck: "A", score: "1 wrong")])
    private static let book: BookFrame = {
        var options = SiteOptions()
        options.author = "A"
        return BookFrame(
            notebookTitle: "Notebook", count: "1 note", stylesheet: "book.css", words: words,
            options: options)
    }()
    private static let chapter = BookChapter(
        path: "notes/note-1.xhtml", identifier: "note-1", address: "#note-1", content: content)
    private static let bookContents = BookContentsPage(
        frame: book, cover: "cover.jpg", chapters: [chapter],
        groups: [.init(heading: "A", chapters: [chapter])])
    private static let views = [
        IndexView(title: "A", address: "a.html"), IndexView(title: "B", address: "b.html"),
    ]
    private static let rows = IndexRows(count: 1) { _ in
        IndexRow(
            link: link, date: date, excerpt: "A", excerptLanguage: "he", thumbnail: picture,
            kind: "A", tags: "#a", anchor: "day")
    }
    private static let home = HomePart(
        pictured: rows, recent: rows, parts: [parts[0].value(root: "", count: "1")], days: "0")
    private static let index = IndexPage(
        frame: frame, path: "index.html", title: "A", count: "1 note", views: views,
        groups: [.init(heading: "A", identifier: "A", rows: rows)], home: home)
    private static let parts = ["a", "b", "c"].map {
        ListPart(title: $0, path: "by-title/\($0).html", notes: [0])
    }
    private static let calendar = YearCalendar(
        year: 2014,
        counts: [.init(time: CivilTime(Date(timeIntervalSince1970: 1.4e9)), first: 0, count: 1)],
        words: words, photo: { _ in "a.jpg" }
    ) { _ in "#a" }
    private static let part = PartPage(
        frame: frame, parts: parts, position: 1, list: link, count: "1 note",
        groups: [.init(heading: "A", identifier: "A", rows: rows)], calendar: calendar)
    private static let days = DayPage(
        frame: frame, month: 5, days: [.init(number: 1, title: "1 May", notes: [(link, "2014")])])
    private static let byDate = DateIndexPage(
        frame: frame, path: "by-date.html", count: "1 note", views: views,
        years: [
            .init(
                year: "2014", identifier: "year-2014", calendar: calendar,
                months: [.init(name: "May 2014", rows: rows)])
        ], undated: rows, home: home, overview: [(parts[0], calendar)])
    private static let tags = TagsPage(
        frame: frame, count: "1 tag", views: views, tags: [.init(link: link, count: "1")])
    private static let tag = TagPage(
        frame: frame, path: "tags/a.html", tag: "a", count: "1 note", rows: rows,
        parts: [parts[0].value(root: "../")])
    private static let photos = PhotosPage(
        frame: frame, count: "1 photo", views: views,
        months: [
            .init(
                name: "May 2014", identifier: "month-1", rows: "x-1 w-24",
                photoCount: 1,
                photo: { _ in
                    .init(thumbnail: picture, link: link, date: date, caption: "A", isLazy: true)
                })
        ])
}
