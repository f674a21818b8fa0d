import OutputPlan
import TextTemplates

/// Plans the pages that list notes, tags, photos, decks and changes, if the notebook has any.
struct NoteLists: Sendable {
    let indexes: NoteIndexes
    let sheet: ContactSheet
    /// The frame of pages at the root.
    let frame: PageFrame
    /// The frame of pages in a folder of the root.
    let inner: PageFrame
    let templates: SiteTemplates
    let keys: PageFingerprints
    /// The changes to list, newest first, at least one; nil if there are none, and so no page of
    /// changes.
    let changes: [SiteChange]?

    private var orders: NoteOrders { indexes.orders }

    func files() -> [OutputFile] {
        let (hasPictures, decks) = (sheet.hasPictures, indexes.decks)
        let views = views(hasPictures: hasPictures, hasDecks: !decks.isEmpty)
        let navigation = views.map(\.address) + orders.offered.map(\.rawValue)
        var files = orders.offered.map { order in
            file(orders.path(of: order), rows: orders[order], others: navigation) {
                try index(by: order, views: views)
            }
        }
        if let changes {
            files.append(
                file(
                    SiteTemplates.Name.changes, rows: changes.map(\.note),
                    others: navigation + changes.fingerprintInputs
                ) {
                    try page(
                        SiteTemplates.Name.index,
                        value: indexes.changes(changes, frame: frame, views: views).value)
                })
        }
        if hasPictures {
            files.append(
                file(SiteTemplates.Name.photos, content: sheet.notes.indices, others: navigation) {
                    try page(
                        SiteTemplates.Name.photos, value: sheet.page(frame, views: views).value)
                })
        }
        if !decks.isEmpty {
            files.append(
                file(SiteTemplates.Name.decks, content: decks, others: navigation) {
                    try page(
                        SiteTemplates.Name.decks, value: indexes.decks(frame, views: views).value)
                })
        }
        return files + tagFiles(views, navigation: navigation)
    }

    /// Renders the index in one order of the notes, with the template of that order. Title and
    /// owner's order share one.
    ///
    /// - Throws: ``TemplateError``.
    private func index(by order: NoteOrder, views: [IndexView]) throws -> [UInt8] {
        switch order {
        case .title:
            try page(SiteTemplates.Name.index, value: indexes.byTitle(frame, views: views).value)
        case .order:
            try page(SiteTemplates.Name.index, value: indexes.byOwnOrder(frame, views: views).value)
        case .date:
            try page(SiteTemplates.Name.byDate, value: indexes.byDate(frame, views: views).value)
        }
    }

    /// Returns the list of tags and the page of each tag, in the order of the map; nothing if there
    /// are no tags.
    private func tagFiles(_ views: [IndexView], navigation: [String]) -> [OutputFile] {
        let tags = indexes.map.tags
        guard !tags.isEmpty else { return [] }
        let counts = tags.flatMap { [$0.name, $0.slug.text, String($0.notes.count)] }
        let list = file(SiteTemplates.Name.tags, others: navigation + counts) {
            try page(SiteTemplates.Name.tags, value: indexes.tags(frame, views: views).value)
        }
        return [list]
            + tags.indices.map { tag in
                file(
                    tags[tag].path, rows: indexes.tagged[tag], others: navigation + [tags[tag].name]
                ) {
                    try templates.render(
                        SiteTemplates.Name.tag, value: indexes.tag(tag, frame: inner).value,
                        frame: inner)
                }
            }
    }

    /// Renders a page at the root.
    ///
    /// - Parameters:
    ///   - template: The name of the template, such as `index.html`.
    ///   - value: The context of the page, without the constants of the frame.
    private func page(
        _ template: String, value: TemplateValue
    ) throws(TemplateError) -> [UInt8] {
        try templates.render(template, value: value, frame: frame)
    }

    private func views(hasPictures: Bool, hasDecks: Bool) -> [IndexView] {
        var views = orders.offered.map {
            IndexView(title: indexes.words.name(of: $0), address: orders.path(of: $0))
        }
        if !indexes.map.tags.isEmpty {
            views.append(IndexView(title: indexes.words.tags, address: SiteTemplates.Name.tags))
        }
        if hasPictures {
            views.append(IndexView(title: indexes.words.photos, address: SiteTemplates.Name.photos))
        }
        if hasDecks {
            views.append(IndexView(title: indexes.words.decks, address: SiteTemplates.Name.decks))
        }
        if changes != nil {
            views.append(
                IndexView(title: indexes.words.changes, address: SiteTemplates.Name.changes))
        }
        return views
    }

    /// Returns a planned file with its fingerprint; the page is rendered only if the fingerprint
    /// has changed or is unknown.
    ///
    /// - Parameters:
    ///   - content: The positions of the notes whose whole content the fingerprint includes.
    ///   - rows: The positions of the notes that the page lists.
    ///   - others: The other inputs of the page, such as the navigation between lists.
    private func file(
        _ path: String, content: some Sequence<Int> = EmptyCollection(),
        rows: some Sequence<Int> = EmptyCollection(), others: [String],
        page: @escaping @Sendable () throws -> [UInt8]
    ) -> OutputFile {
        OutputFile(
            OutputPath(path), content: .rendered(page),
            inputs: keys.key(path, content: content, rows: rows, others: others))
    }
}
