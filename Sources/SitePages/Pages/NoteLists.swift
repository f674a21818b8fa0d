import OutputPlan
import TextTemplates

/// The pages that list notes, tags and photos, as far as there are such.
struct NoteLists: Sendable {
    let indexes: NoteIndexes
    let sheet: ContactSheet
    /// For pages at the root.
    let frame: PageFrame
    /// For pages in a folder of the root.
    let inner: PageFrame
    let templates: SiteTemplates
    let keys: PageFingerprints
    /// Nil where they are not told.
    let changes: [SiteChange]?

    private var orders: NoteOrders { indexes.orders }

    func files() -> [OutputFile] {
        let (hasPictures, decks) = (sheet.hasPictures, indexes.decks)
        let views = views(hasPictures: hasPictures, hasDecks: !decks.isEmpty)
        let navigation = views.map(\.address) + orders.offered.map(\.rawValue)
        var files = orders.offered.map { order in
            file(orders.path(of: order), rows: orders[order], navigation) {
                switch order {
                case .title:
                    try page(SiteTemplates.Name.index, indexes.byTitle(frame, views).value)
                case .order:
                    try page(SiteTemplates.Name.index, indexes.byOwnOrder(frame, views).value)
                case .date:
                    try page(SiteTemplates.Name.byDate, indexes.byDate(frame, views).value)
                }
            }
        }
        if let changes {
            files.append(
                file(
                    SiteTemplates.Name.changes, rows: changes.map(\.note), navigation + changes.told
                ) {
                    try page(
                        SiteTemplates.Name.index, indexes.changes(changes, frame, views).value)
                })
        }
        if hasPictures {
            files.append(
                file(SiteTemplates.Name.photos, content: sheet.notes.indices, navigation) {
                    try page(SiteTemplates.Name.photos, sheet.page(frame, views: views).value)
                })
        }
        if !decks.isEmpty {
            files.append(
                file(SiteTemplates.Name.decks, content: decks, navigation) {
                    try page(SiteTemplates.Name.decks, indexes.decks(frame, views).value)
                })
        }
        guard !indexes.map.tags.isEmpty else { return files }
        files.append(
            file(
                SiteTemplates.Name.tags,
                navigation
                    + indexes.map.tags.flatMap { [$0.name, $0.slug.text, String($0.notes.count)] }
            ) {
                try page(SiteTemplates.Name.tags, indexes.tags(frame, views).value)
            })
        return files
            + indexes.map.tags.indices.map { tag in
                file(
                    indexes.map.tags[tag].path, rows: indexes.tagged[tag],
                    navigation + [indexes.map.tags[tag].name]
                ) {
                    try templates.render(
                        SiteTemplates.Name.tag, indexes.tag(tag, inner).value, inner)
                }
            }
    }

    /// A page of which there is one.
    private func page(
        _ template: String, _ value: TemplateValue
    ) throws(TemplateError) -> [UInt8] {
        try templates.render(template, value, frame)
    }

    private func views(hasPictures: Bool, hasDecks: Bool) -> [IndexView] {
        var views = orders.offered.map {
            IndexView(title: indexes.words.name(of: $0), address: orders.path(of: $0))
        }
        if !indexes.map.tags.isEmpty {
            views.append(
                IndexView(title: indexes.words.tags, address: SiteTemplates.Name.tags))
        }
        if hasPictures {
            views.append(
                IndexView(title: indexes.words.photos, address: SiteTemplates.Name.photos))
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

    /// - Parameters:
    ///   - content: Notes of which it shows what their own pages show.
    ///   - rows: Notes that it lists.
    ///   - others: What else it is made from, beginning with the lists that it leads to.
    private func file(
        _ path: String, content: some Sequence<Int> = EmptyCollection(),
        rows: some Sequence<Int> = EmptyCollection(), _ others: [String],
        _ page: @escaping @Sendable () throws -> [UInt8]
    ) -> OutputFile {
        OutputFile(
            OutputPath(path), .rendered(page),
            inputs: keys.key(path, content: content, rows: rows, others))
    }
}
