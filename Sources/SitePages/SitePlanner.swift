package import NoteModel
package import OutputPlan
import StoredValues
import TextTemplates

/// Plans a file for each number, in their order, on as many threads as it likes.
package typealias FileMapping = (Range<Int>, @Sendable (Int) -> OutputFile) throws -> [OutputFile]

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
    ///   - orders: Of the notes.
    ///   - rendered: Rendered text of each note, in the notebook's order.
    ///   - search: Of the same notes; asked for once everything else is planned, or where
    ///     templates need it.
    ///   - redirects: Paths, without their endings, that lead to notes by their places.
    ///   - changes: What is told of changes; nil for nothing.
    ///   - environment: Of all that every page is made with; nil where it is not known.
    ///   - mapping: Plans the pages of the notes.
    package func plan(
        _ notebook: Notebook, map: SiteMap, orders: NoteOrders, rendered: [RenderedNote],
        media: PreparedMedia,
        search: @escaping @Sendable () throws -> SearchIndex,
        redirects: [(path: String, note: Int)] = [],
        changes: [SiteChange]? = nil,
        environment: ContentKey? = nil,
        mapping: FileMapping
    ) throws -> TreePlan {
        let notes = notebook.notes
        let tagged = map.tags.map { orders.sorted($0.notes) }
        let ways = NoteWays(
            notes: notes, map: map, orders: orders, tagged: tagged, words: words)
        let dates = NoteDates(timeZone: options.timeZone, words: words)
        let names = assets.names(
            // Where there is no search the plan has failed, and no page is made.
            searchDirectory: { (try? search().directoryPath) ?? "" },
            feed: SiteFeeds.hasFeed(notes, options) ? SiteFeeds.feedPath : nil)
        let keys = SiteKeys(
            environment: try environment.map { environment in
                var parts = KeyParts("site")
                parts.add(environment)
                parts.add(names.feed)
                if templates.usesSearchDirectory { parts.add(try search().directoryPath) }
                return parts.key
            }, rendered)
        let frame = { (root: String) in
            PageFrame(
                notebookTitle: notebook.title, root: root, words: words, options: options,
                assets: names)
        }
        let atRoot = NoteMedia(media: media, words: words, root: "")
        let below = NoteMedia(media: media, words: words, root: "../")
        let pages = try NotePages(
            notes, map: map, rendered: rendered, orders: orders, ways: ways, frame: frame("../"),
            media: below, templates: templates, keys: keys)
        let lists = NoteLists(
            indexes: NoteIndexes(
                notes: notes, map: map, rendered: rendered, orders: orders, ways: ways,
                tagged: tagged, language: options.language, words: words, dates: dates,
                media: atRoot),
            sheet: ContactSheet(
                notes: notes, map: map, media: atRoot, dates: dates, words: words),
            frame: frame(""), inner: frame("../"), templates: templates, keys: keys,
            // There is a page once there is something to tell.
            changes: changes.flatMap { $0.isEmpty ? nil : $0.inOrder })
        let renderer = { @Sendable [options, templates, words] (place: TextPlace) in
            NoteRenderer(
                templates: templates, media: media, map: map, options: options, words: words,
                place: place)
        }
        let print = PrintPages(
            notes: notes, map: map, orders: orders, rendered: rendered, media: below,
            frame: frame("../"), words: words, templates: templates, keys: keys, renderer: renderer)
        let listFiles = try lists.files()
        var files = try pages.files(mapping: mapping) + listFiles + print.files() + assets.files
        files.append(page(SiteTemplates.Name.search, at: "search.html", frame("")))
        // A server shows this one in place of pages at any depth.
        files.append(
            page(SiteTemplates.Name.notFound, at: "404.html", frame(options.address?.path ?? "")))
        if !redirects.isEmpty {
            let template = try templates.page(SiteTemplates.Name.moved, frame("../"))
            let frame = frame("../")
            files += redirects.map { path, note in
                moved(from: path, to: note, notebook, map, template, frame, keys)
            }
        }
        if let address = options.address {
            let feeds = SiteFeeds(
                notebook: notebook, map: map, options: options, address: address,
                renderer: renderer(.elsewhere(address)), keys: keys,
                changes: changes?.inOrder)
            files += feeds.files(pages: listFiles.map(\.path.text))
        }
        files += try search().files
        return TreePlan(tree: "site", files: files)
    }

    private func moved(
        from path: String, to note: Int, _ notebook: Notebook, _ map: SiteMap,
        _ template: PreparedTemplate, _ frame: PageFrame, _ keys: SiteKeys
    ) -> OutputFile {
        OutputFile(
            OutputPath(path + ".html"),
            .rendered {
                try template.render(
                    MovedPage(
                        frame: frame, path: map.path(ofNote: note),
                        link: NoteLink(
                            title: notebook.notes[note].title,
                            address: map.address(ofNote: note, from: "../"))
                    ).value)
            }, inputs: keys.key("moved", rows: CollectionOfOne(note)))
    }

    /// A page that shows no note.
    private func page(
        _ template: String, at path: String, _ frame: PageFrame
    ) -> OutputFile {
        OutputFile(
            OutputPath(path),
            .rendered { [templates] in
                try templates.page(template, frame).render(
                    PlainPage(frame: frame, template: template).value)
            })
    }
}
