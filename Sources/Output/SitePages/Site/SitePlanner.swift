package import Hashing
import Markup
package import NoteModel
package import OutputPlan
package import SiteSearch

/// A function that maps a range of positions to planned files, in order and possibly on several
/// threads.
package typealias FileMapping = (Range<Int>, @Sendable (Int) -> OutputFile) throws -> [OutputFile]

/// The pages and assets of a site without its search, and what is in the navigation of them all.
package struct PlannedPages: Sendable {
    package let files: [OutputFile]
    let navigation: SiteNavigation
}

/// Plans the site of a notebook: every page, picture and asset. Pages are rendered only when a
/// planned file is written.
package struct SitePlanner: Sendable {
    private let options: SiteOptions
    private let templates: SiteTemplates
    private let assets: SiteAssets
    private let words: LocalizedStrings

    /// Creates a planner.
    ///
    /// - Parameters:
    ///   - options: The owner's settings.
    ///   - templates: The templates, which have been checked.
    ///   - assets: The content of each file of the folder `assets`, by name.
    package init(options: SiteOptions, templates: SiteTemplates, assets: [String: [UInt8]]) {
        (self.options, self.templates) = (options, templates)
        self.assets = SiteAssets(assets, theme: options.theme)
        words = options.words
    }

    /// Returns the pages and assets of the site, without its search.
    ///
    /// - Parameters:
    ///   - orders: The orders of the notes.
    ///   - site: The notes of the notebook, compiled.
    ///   - searchDirectory: The path of the directory of the search; nil if only the search page
    ///     prints it.
    ///   - redirects: Former paths, without extensions, with the positions of the notes to which
    ///     they redirect.
    ///   - changes: The changes to be listed; nil lists none.
    ///   - environment: The fingerprint of the inputs common to all pages; nil if it is unknown.
    ///   - mapping: Plans the pages of the notes.
    /// - Returns: The files, and the navigation of the pages.
    /// - Throws: The error of `mapping`.
    package func pages(
        _ notebook: Notebook, site: SiteNotes, orders: NoteOrders, media: PreparedMedia,
        searchDirectory: String?, redirects: [(path: String, note: Int)] = [],
        changes: [SiteChange]? = nil,
        environment: Fingerprint? = nil, mapping: FileMapping
    ) throws -> PlannedPages {
        let map = site.map
        let tagged = map.tags.map { orders.sorted($0.notes) }
        let trails = NavigationTrails(site, orders: orders, tagged: tagged, words: words)
        let dates = NoteDates(options)
        let atRoot = NoteMedia(media: media, words: words, root: "")
        let indexes = NoteIndexes(
            site, orders: orders, trails: trails, tagged: tagged, language: options.language,
            words: words, dates: dates, media: atRoot)
        // There is a page once there is a change to list.
        let listed = changes.flatMap { $0.isEmpty ? nil : $0.inOrder }
        let navigation = SiteNavigation(
            views: indexes.views(hasChanges: listed != nil),
            tags: templates.listsAllTags ? indexes.allTags : [])
        let names = names(searchDirectory, site: site)
        let keys = PageFingerprints(
            environment: environment.map {
                self.environment($0, names: names, navigation: navigation)
            }, site)
        let frame = { (root: String) in
            self.frame(notebook, root: root, names: names, navigation: navigation)
        }
        let filler = { (place: RenderDestination) in
            NoteFiller(site, templates: templates, media: media, options: options, place: place)
        }
        let inner = frame("../")
        let lists = NoteLists(
            indexes: indexes, frame: frame(""), inner: inner, templates: templates, keys: keys,
            changes: listed)
        let pages = NotePages(
            filler(.ownPage), orders: orders, trails: trails, frame: inner, dates: dates,
            keys: keys, dateAddress: lists.dateAddresses)
        let listFiles = lists.files()
        var files = try pages.files(mapping: mapping)
        files += listFiles + assets.files
        // A server shows this one in place of pages at any depth. Without an address, the site is
        // taken for all that the server has.
        files.append(
            page(
                TemplateFile.notFound, at: "404.html",
                frame: frame(options.address?.path ?? "/")))
        let innerTemplates = templates.inside(inner)
        files += redirects.map { path, note in
            moved(
                from: path, to: note, site: site, frame: inner, templates: innerTemplates,
                keys: keys)
        }
        if let address = options.address {
            let feeds = SiteFeeds(
                notebook: notebook, options: options, address: address,
                filler: filler(.elsewhere(address)), keys: keys, changes: changes?.inOrder)
            files += feeds.files(pages: listFiles.map(\.path.text))
        }
        return PlannedPages(files: files, navigation: navigation)
    }

    /// Returns the page of one note as the site would have it, without what other notes determine:
    /// the notes that link it, and its neighbours in lists.
    ///
    /// - Parameters:
    ///   - index: The position of the note in the notebook.
    ///   - site: The notes, of which this one and those that it refers to are compiled.
    ///   - media: The media of this note.
    /// - Returns: The page, and the pictures, recordings and attachments that it shows.
    /// - Throws: ``TemplateError`` if the page cannot be rendered.
    package func page(
        ofNote index: Int, in notebook: Notebook, site: SiteNotes, media: PreparedMedia
    ) throws -> (page: [UInt8], files: [OutputFile]) {
        let filler = NoteFiller(
            site, templates: templates, media: media, options: options, place: .ownPage)
        let pages = NotePages(
            filler, orders: nil, trails: nil,
            frame: frame(
                notebook, root: "../", names: names(nil, site: site), navigation: SiteNavigation()),
            dates: NoteDates(options), keys: PageFingerprints(environment: nil, site),
            dateAddress: { _ in nil })
        return (try pages.rendered(index), filler.media.files(of: site.notes[index]))
    }

    /// Returns the plan of the site, to which the search page and the files of the search are
    /// added.
    ///
    /// - Parameters:
    ///   - pages: The pages and assets without the search, as returned by `pages`.
    ///   - search: The search of the same notes.
    package func plan(
        _ pages: PlannedPages, search: SearchIndex, notebook: Notebook, site: SiteNotes
    ) -> TreePlan {
        let names = names(search.directoryPath, site: site)
        let frame = frame(notebook, root: "", names: names, navigation: pages.navigation)
        let page = page(TemplateFile.search, at: "search.html", frame: frame)
        var files = pages.files
        files += [page, names.searchStart(words)]
        files += search.files
        return TreePlan(tree: "site", files: files)
    }

    private func names(_ searchDirectory: String?, site: SiteNotes) -> SiteAssets.Addresses {
        assets.addresses(
            searchDirectory: searchDirectory ?? "",
            feed: SiteFeeds.hasFeed(site.notes, options: options) ? SiteFeeds.feedPath : nil)
    }

    private func frame(
        _ notebook: Notebook, root: String, names: SiteAssets.Addresses, navigation: SiteNavigation
    ) -> PageFrame {
        PageFrame(
            notebookTitle: notebook.title, root: root, words: words, options: options,
            assets: names, navigation: navigation)
    }

    private func environment(
        _ environment: Fingerprint, names: SiteAssets.Addresses, navigation: SiteNavigation
    ) -> Fingerprint {
        Fingerprinter(
            "site", environment, names["feed"], names["searchDirectory"],
            navigation.views.flatMap { [$0.title, $0.address] },
            navigation.tags.flatMap { [$0.name, $0.address, $0.count] }
        ).fingerprint
    }

    private func moved(
        from path: String, to note: Int, site: SiteNotes, frame: PageFrame,
        templates: PageTemplates, keys: PageFingerprints
    ) -> OutputFile {
        OutputFile(
            OutputPath(path + ".html"),
            content: .rendered {
                let link = NoteLink(
                    title: site.notes[note].title,
                    address: site.map.address(ofNote: note, from: "../"))
                return try templates.render(
                    TemplateFile.moved,
                    with: frame.moved(to: site.map.path(ofNote: note), link: link))
            }, inputs: keys.key("moved", rows: CollectionOfOne(note)), role: .page)
    }

    /// Returns a page without notes, which has no fingerprint and is rendered in every build.
    private func page(_ template: String, at path: String, frame: PageFrame) -> OutputFile {
        OutputFile(
            OutputPath(path),
            content: .rendered { [templates] in
                try templates.inside(frame).render(template, with: frame.plainPage(template))
            }, role: .page)
    }
}
