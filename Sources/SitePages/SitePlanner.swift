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

    /// Returns the plan of the site.
    ///
    /// - Parameters:
    ///   - orders: The orders of the notes.
    ///   - site: The notes of the notebook, compiled.
    ///   - search: Returns the search files of the same notes; called after everything else is planned,
    ///     or earlier if templates need it.
    ///   - redirects: Former paths, without their endings, with the positions of the notes they lead to.
    ///   - changes: The changes to be listed; nil lists none.
    ///   - environment: The fingerprint of what every page is made with; nil if it is not known.
    ///   - mapping: Plans the pages of the notes.
    package func plan(
        _ notebook: Notebook, _ site: SiteNotes, orders: NoteOrders, media: PreparedMedia,
        search: @escaping @Sendable () throws -> SearchIndex,
        redirects: [(path: String, note: Int)] = [], changes: [SiteChange]? = nil,
        environment: ContentKey? = nil, mapping: FileMapping
    ) throws -> TreePlan {
        let map = site.map
        let tagged = map.tags.map { orders.sorted($0.notes) }
        let ways = NoteWays(
            notes: site.notes, map: map, orders: orders, tagged: tagged, words: words)
        let dates = NoteDates(timeZone: options.timeZone, words: words)
        let names = assets.names(
            // Without a search the plan has failed, and no page is made.
            searchDirectory: { (try? search().directoryPath) ?? "" },
            feed: SiteFeeds.hasFeed(site.notes, options) ? SiteFeeds.feedPath : nil)
        let keys = PageFingerprints(
            environment: try environment.map { try self.environment($0, names, search) }, site)
        let frame = { (root: String) in
            PageFrame(
                notebookTitle: notebook.title, root: root, words: words, options: options,
                assets: names)
        }
        let filler = { (place: TextPlace) in
            NoteFiller(site, templates: templates, media: media, options: options, place: place)
        }
        let atRoot = NoteMedia(media: media, words: words, root: "")
        let pages = try NotePages(
            site, orders: orders, ways: ways, frame: frame("../"), filler: filler(.ownPage),
            dates: dates, keys: keys)
        let lists = NoteLists(
            indexes: NoteIndexes(
                site, orders: orders, ways: ways, tagged: tagged, language: options.language,
                words: words, dates: dates, media: atRoot),
            sheet: ContactSheet(
                notes: site.notes, map: map, media: atRoot, dates: dates, words: words),
            frame: frame(""), inner: frame("../"), templates: templates, keys: keys,
            // There is a page once there is a change to list.
            changes: changes.flatMap { $0.isEmpty ? nil : $0.inOrder })
        let listFiles = try lists.files()
        var files = try pages.files(mapping: mapping) + listFiles + assets.files
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
                filler: filler(.elsewhere(address)), keys: keys,
                changes: changes?.inOrder)
            files += feeds.files(pages: listFiles.map(\.path.text))
        }
        files += try search().files
        return TreePlan(tree: "site", files: files)
    }

    private func environment(
        _ environment: ContentKey, _ names: PageFrame.Assets,
        _ search: () throws -> SearchIndex
    ) throws -> ContentKey {
        var parts = KeyParts("site")
        parts.add(environment)
        parts.add(names.feed)
        if templates.usesSearchDirectory { parts.add(try search().directoryPath) }
        return parts.key
    }

    private func moved(
        from path: String, to note: Int, _ notebook: Notebook, _ map: SiteMap,
        _ template: PreparedTemplate, _ frame: PageFrame, _ keys: PageFingerprints
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
