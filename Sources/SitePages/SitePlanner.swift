package import NoteModel
package import OutputPlan
import TextTemplates

/// Plans the site of a notebook: every page, picture and asset.
package struct SitePlanner: Sendable {
    private let options: SiteOptions
    private let templates: SiteTemplates
    private let assets: SiteAssets
    private let words: InterfaceWords

    /// - Parameter assets: Bytes of each file for `assets/`, by its name.
    package init(options: SiteOptions, templates: SiteTemplates, assets: [String: [UInt8]]) {
        self.options = options
        self.templates = templates
        self.assets = SiteAssets(assets, theme: options.theme)
        words = options.words
    }

    /// The plan of the site.
    ///
    /// - Parameters:
    ///   - rendered: Rendered text of each note, in the notebook's order.
    ///   - search: Of the same notes.
    ///   - identifiers: Of all notes, for the feed; nil for none.
    package func plan(
        _ notebook: Notebook, map: SiteMap, rendered: [RenderedNote], media: PreparedMedia,
        search: SearchIndex, identifiers: FeedIdentifiers?
    ) -> TreePlan {
        let notes = notebook.notes
        let orders = NoteOrders(notes, usual: options.sort, language: options.language)
        let tagged = map.tags.map { orders.sorted($0.notes) }
        let ways = NoteWays(
            notes: notes, map: map, orders: orders, tagged: tagged, words: words)
        let dates = NoteDates(timeZone: options.timeZone, words: words)
        let names = assets.names(
            searchDirectory: search.directoryPath,
            feed: SiteFeeds.hasFeed(notes, options) ? SiteFeeds.feedPath : nil)
        let frame = { (root: String) in
            PageFrame(
                notebookTitle: notebook.title, root: root, words: words, options: options,
                assets: names)
        }
        let atRoot = NoteMedia(media: media, words: words, root: "")
        let below = NoteMedia(media: media, words: words, root: "../")
        let pages = NotePages(
            notes, map: map, rendered: rendered, orders: orders, ways: ways, frame: frame("../"),
            media: below, templates: templates)
        let lists = NoteLists(
            indexes: NoteIndexes(
                notes: notes, map: map, rendered: rendered, orders: orders, ways: ways,
                tagged: tagged, language: options.language, words: words, dates: dates,
                media: atRoot),
            sheet: ContactSheet(
                notes: notes, map: map, media: atRoot, dates: dates, words: words),
            frame: frame(""), inner: frame("../"), library: templates.library)
        let renderer = { @Sendable [options, templates, words] (place: TextPlace) in
            NoteRenderer(
                templates: templates, media: media, map: map, options: options, words: words,
                place: place)
        }
        let print = PrintPages(
            notes: notes, orders: orders, rendered: rendered, media: below, frame: frame("../"),
            words: words, templates: templates, renderer: renderer)
        let listFiles = lists.files
        var files = pages.files + listFiles + print.files + search.files + assets.files
        files.append(page(SiteTemplates.Name.search, at: "search.html", frame("")))
        // A server shows this one in place of pages at any depth.
        files.append(
            page(SiteTemplates.Name.notFound, at: "404.html", frame(options.address?.path ?? "")))
        if let address = options.address, let identifiers {
            let feeds = SiteFeeds(
                notebook: notebook, map: map, options: options, address: address,
                renderer: renderer(.elsewhere(address)), identifiers: identifiers)
            files += feeds.files(pages: listFiles.map(\.path.text))
        }
        return TreePlan(tree: "site", files: files)
    }

    /// A page that shows no note.
    private func page(
        _ template: String, at path: String, _ frame: PageFrame
    ) -> OutputFile {
        OutputFile(
            OutputPath(path),
            .rendered { [templates] in
                try templates.library.render(
                    template, PlainPage(frame: frame, template: template).value)
            })
    }
}
