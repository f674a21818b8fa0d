import MarkdownText
package import Markup
import NoteModel
import Platform

/// Examples of the contexts of templates, by which templates are checked and linked.
package enum PageExemplars {
    /// Returns the context common to all pages with which a template is checked, besides its
    /// exemplar; an empty record for templates that are rendered without it.
    package static func constants(of template: String) -> TemplateValue {
        withoutFrame.contains(template) ? .record([]) : frame.constants
    }

    /// The templates that are rendered without a page frame: parts of a text, and books, which have
    /// a frame of their own.
    private static let withoutFrame: Set<String> = [
        TemplateFile.photo, TemplateFile.recording, TemplateFile.cards,
        TemplateFile.handwrittenPages, TemplateFile.book, TemplateFile.bookChapter,
        TemplateFile.bookContents, TemplateFile.bookCover, TemplateFile.sealed,
    ]

    /// An example of the context of each template, in which every name has a value and every list a
    /// member, so that all parts are checked.
    package static let all: [(template: String, value: TemplateValue)] = [
        (TemplateFile.index, index), (TemplateFile.byDate, byDate), (TemplateFile.part, part),
        (TemplateFile.days, days),
        (TemplateFile.tags, frame.tags([listedTag])),
        (TemplateFile.tag, tag), (TemplateFile.photos, photos),
        (TemplateFile.note, note(deck: nil)), (TemplateFile.photo, photo),
        (TemplateFile.recording, recording),
        (TemplateFile.cards, cards), (TemplateFile.handwrittenPages, handwrittenPages),
        (TemplateFile.deck, note(deck: ("a", "a", true))),
        (TemplateFile.decks, decks), (TemplateFile.search, frame.plainPage(TemplateFile.search)),
        (TemplateFile.notFound, frame.plainPage(TemplateFile.notFound)),
        (TemplateFile.moved, frame.moved(to: "notes/a.html", link: link)),
        (TemplateFile.sealed, .sealed([], digest: "x", words: words, options: SiteOptions())),
        (TemplateFile.book, .book([chapter], style: [], frame: book)),
        (TemplateFile.bookChapter, .bookChapter(chapter, stylesheet: "book.css", frame: book)),
        (TemplateFile.bookContents, bookContents), (TemplateFile.bookCover, bookContents),
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.lazy.map { $0 })

    /// Returns the exemplar of a template; an absent value for one of the owner's partials.
    static func of(_ template: String) -> TemplateValue { byName[template] ?? .absent }

    private static let options: SiteOptions = {
        var options = SiteOptions()
        options.author = "A"
        options.address = SiteAddress("https://example.org/")
        return options
    }()
    private static let words = LocalizedStrings.ofLanguage("en")
    private static let frame = PageFrame(
        notebookTitle: "Notebook", root: "../", words: words, options: options,
        assets: SiteAssets(["custom.css": []], theme: SiteTheme())
            .addresses(searchDirectory: "d.js", feed: "feed.xml"),
        navigation: SiteNavigation(views: views, tags: [listedTag]))
    private static let listedTag = ListedTag(name: "a", address: "a.html", count: "1")
    private static let date = DateContext(text: "1 May 2014", machine: "2014-05-01")
    private static let link = NoteLink(title: "A", address: "a.html", language: "he")
    private static let picture = PictureContext(
        address: "a.jpg", large: "b.jpg", sources: "a.jpg 3w", size: PixelSize(width: 3, height: 4),
        colour: "c-000", ratio: "r-7 s-50")
    private static let download = TemplateValue.download("a.bin", fileName: "a.svg", label: "A")
    private static let photo = TemplateValue.photo(
        picture, download: download, anchor: "photo-1", caption: "A", alternative: "A", label: "A",
        notice: "A", isLinked: false, isLazy: true, isSmall: false)
    private static let recording = TemplateValue.recording(
        download, isVideo: true, caption: "A", facts: "A", notice: "A")
    private static let transcript = TemplateValue.transcript(
        Transcript(
            cues: [.init(start: 0, end: 1000, speaker: "A", text: "A")], text: "A", problems: []),
        title: "A", address: "a.m4a", words: words)
    private static let content = TemplateValue.content(
        title: "A", titleLanguage: "he", language: "he", created: date, edited: date,
        body: Array("<p>A</p>".utf8), photos: [photo], photoRows: "n-24 w-24",
        recordings: [recording], transcripts: [transcript],
        attachments: .attachments(
            [.attachment(download, name: "A", facts: "A", notice: "A")], anchor: "attachments",
            label: "A"),
        back: .back(
            photo: photo, box: "0 0 1 1", ink: Array("<g/>".utf8), isOpen: true, isBound: false),
        dateAddress: "a.html#day", folders: ["A"])
    private static func note(
        deck: (identifier: String, fileName: String, hasCards: Bool)?
    ) -> TemplateValue {
        let heading = Heading(depth: 0, text: "A", identifier: "a")
        return frame.note(
            path: "notes/a.html", picture: "photos/a.jpg", content: content, excerpt: "A",
            headings: [heading, heading, heading], hasBlocks: true, hasPictures: true,
            isReplayed: true, backlinks: [(link, "A")], tags: [link], previews: [(link, "A")],
            trails: [.trail(identifier: "by.a", list: link.value, previous: link, next: link)],
            deck: deck)
    }
    private static let cards = TemplateValue.cards(
        [
            .card(
                Card(question: "A", answer: "A"), anchor: "card.1", number: "1", identifier: "a",
                question: Array("A".utf8), answer: Array("A".utf8), score: "1 right")
        ], words: words, language: "en")
    private static let handwrittenPages: TemplateValue = {
        guard let frame = Frame(x: 0, y: 0, width: 1, height: 1) else { return .absent }
        let placed = TemplateValue.placedPicture(
            picture, frame: frame, rotation: 90, whole: frame, label: "A", anchor: "photo-1")
        let page = TemplateValue.handwrittenPage(
            Page(
                drawing: nil, paper: Paper(frame, colour: "#000000"), recognizedText: "A",
                textBoxes: [TextBox("A", frame: frame, rotation: 90, colour: "#000000")]),
            content: DrawnContent(
                placed: [placed], hasLinks: true, loose: [photo],
                icons: [
                    .recordingIcon(at: Point(x: 1, y: 1), address: "recordings/a.m4a", label: "A")
                ], ink: Array("<g/>".utf8)),
            identifier: "page.1", number: "1", title: "A", label: "A",
            size: HandwrittenPageSize(width: 1, height: 1), download: download,
            recordings: [recording], words: words)
        return .handwrittenPages(
            [page, page], hasNumbers: true, replay: .replay([(0, "a.m4a")]), words: words)
    }()
    private static let book = TemplateValue.bookFrame(
        title: "Notebook", count: "1 note", words: words, options: options)
    private static let chapter = BookChapter(
        path: "notes/note-1.xhtml", identifier: "note-1", address: "#note-1", title: "A",
        titleLanguage: "he", date: date, content: content)
    private static let bookContents = TemplateValue.bookContents(
        [chapter], groups: [("A", [chapter])], cover: "cover.jpg", stylesheet: "book.css",
        frame: book)
    private static let views = [
        NoteLink(title: "A", address: "a.html"), NoteLink(title: "B", address: "b.html"),
    ]
    private static let rows = IndexRows(count: 1) { _ in
        .row(
            link, date: date, excerpt: "A", excerptLanguage: "he", thumbnail: picture, kind: "A",
            tags: "#a", anchor: "day")
    }
    private static let group = TemplateValue.group("A", identifier: "A", rows: rows)
    private static let home = HomePart(
        pictured: rows, recent: rows, parts: [parts[0].value(root: "", count: "1")], days: "0")
    private static let index = frame.index(
        path: "index.html", title: "A", count: "1 note", groups: [group], home: home)
    private static let parts = ["a", "b", "c"].map {
        ListPart(title: $0, path: "by-title/\($0).html", notes: [0])
    }
    private static let tag = frame.tag(
        "a", path: "tags/a.html", count: "1 note", rows: rows,
        parts: [parts[0].value(root: "../")])
    private static let decks = frame.decks(rows, missed: [(link, "A", "1 wrong")])
    private static let calendar = YearCalendar(
        year: 2014,
        counts: [.init(time: CivilTime(Date(timeIntervalSince1970: 1.4e9)), first: 0, count: 1)],
        words: words, photo: { _ in "a.jpg" }
    ) { _ in "#a" }
    private static let part = frame.part(
        parts, at: 1, list: link, count: "1 note", groups: [group], calendar: calendar)
    private static let days = frame.days(
        ofMonth: 5, days: [(1, "1 May", [(link, "2014")])])
    private static let byDate = frame.byDate(
        path: "by-date.html", count: "1 note", years: [(calendar, [(5, "May 2014", rows)])],
        undated: rows, home: home, overview: [(parts[0], calendar)])
    private static let listedPhoto = TemplateValue.listedPhoto(
        picture, link: link, date: date, caption: "A", isLazy: true)
    private static let photos = frame.photos(
        count: "1 photo", months: [("May 2014", "month-1", "x-1 w-24", .list([listedPhoto]))])
}
