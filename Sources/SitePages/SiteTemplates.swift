package import TextTemplates

/// The templates of a site, checked against what its pages offer.
package struct SiteTemplates: Sendable {
    let library: TemplateLibrary

    enum Name {
        // Pages and their templates have one name.
        static let index = "index.html"
        static let byDate = "by-date.html"
        static let note = "note.html"
        static let photo = "photo.html"
        static let photos = "photos.html"
        static let recording = "recording.html"
    }

    /// - Parameter sources: The text of each template by its file name.
    /// - Throws: ``TemplateError`` for a template that does not parse, includes one that is not
    ///   there, or uses a name that its page does not offer.
    package init(_ sources: [String: String]) throws(TemplateError) {
        library = try TemplateLibrary(sources)
        try library.check(Name.index, against: Self.index.value)
        try library.check(Name.byDate, against: Self.byDate.value)
        try library.check(Name.note, against: Self.note.value)
        try library.check(Name.photo, against: Self.photo.value)
        try library.check(Name.photos, against: Self.photos.value)
        try library.check(Name.recording, against: Self.recording.value)
    }

    // Pages with every part filled: what they offer is what templates may use.

    private static let frame = PageFrame(
        language: "en", notebookTitle: "Notebook", root: "../",
        words: InterfaceWords(language: "en"),
        stylesheet: "style.css", colours: "colours.css", viewer: "viewer.js")
    private static let date = DateValue(text: "1 May 2014", machine: "2014-05-01")
    private static let picture = PictureValue(
        address: "a.jpg", large: "b.jpg", sources: "a.jpg 3w", width: 3, height: 4,
        colour: "c-000")
    private static let download = DownloadValue(
        address: "a.bin", fileName: "a.svg", label: "A")
    private static let photo = PhotoValue(
        picture: picture, download: download, anchor: "photo-1", caption: "A", alternative: "A",
        notice: "A", isLazy: true)
    private static let recording = RecordingValue(
        download: download, isVideo: true, caption: "A", facts: "A", notice: "A")
    private static let link = NoteLink(title: "A", address: "a.html")
    private static let note = NotePage(
        frame: frame, title: "A", created: date, edited: date, excerpt: "A",
        body: Array("<p>A</p>".utf8), photos: [photo],
        recordings: [recording], hasPictures: true, previous: link, next: link)
    private static let views = [
        IndexView(title: "A", address: "a.html"), IndexView(title: "B", address: "b.html"),
    ]
    private static let rows = IndexRows(count: 1) { _ in
        IndexRow(link: link, date: date, excerpt: "A", thumbnail: picture)
    }
    private static let index = IndexPage(
        frame: frame, count: "1 note", views: views,
        groups: [.init(letter: "A", identifier: "A", rows: rows)])
    private static let byDate = DateIndexPage(
        frame: frame, count: "1 note", views: views,
        years: [
            .init(
                year: "2014", identifier: "year-2014",
                months: [.init(name: "May 2014", rows: rows)])
        ], undated: rows)
    private static let photos = PhotosPage(
        frame: frame, count: "1 photo", views: views,
        months: [
            .init(
                name: "May 2014", identifier: "month-1",
                photoCount: 1,
                photo: { _ in
                    .init(thumbnail: picture, link: link, caption: "A", isLazy: true)
                })
        ])
}
