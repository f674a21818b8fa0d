import NoteModel
import OutputPlan
import Platform

/// Plans the feeds and the site map of a site whose address is known, since both contain whole
/// URLs.
struct SiteFeeds: Sendable {
    let notebook: Notebook
    let options: SiteOptions
    let address: SiteAddress
    /// Fills the texts of notes for feed readers, with URLs of the site in place of relative
    /// addresses.
    let filler: NoteFiller
    let keys: PageFingerprints
    /// The changes to list, newest first, of which the feed contains at most 30; nil if none are
    /// recorded.
    let changes: [SiteChange]?

    static let feedPath = "feed.xml"
    private static let changesPath = "changes.xml"
    private static let mapPath = "sitemap.xml"
    private static let maximumEntries = 30
    /// The maximum number of addresses in one file that the sitemap protocol allows.
    private static let maximumAddresses = 50_000

    /// Returns true if the site has a feed: if its address is known and a note has a date, which
    /// RFC 4287 requires in each entry.
    static func hasFeed(_ notes: some Sequence<Note>, options: SiteOptions) -> Bool {
        options.address != nil && notes.contains { $0.date != nil }
    }

    /// Returns the feed of notes and that of changes, if they have entries, and the site map.
    ///
    /// - Parameter pages: The paths of the other pages of the site map, besides those of notes.
    func files(pages: [String]) -> [OutputFile] {
        var files: [OutputFile] = []
        if Self.hasFeed(notebook.notes, options: options) {
            files.append(file(newest, at: Self.feedPath, titled: notebook.title))
        }
        if let changes = changes?.prefix(Self.maximumEntries), !changes.isEmpty {
            files.append(
                file(
                    changes.map { ($0.note, $0.date) }, at: Self.changesPath,
                    titled: "\(notebook.title) – \(filler.words[.changes])"))
        }
        return files + maps(pages: pages)
    }

    private func file(
        _ entries: [(note: Int, updated: Date)], at path: String, titled title: String
    ) -> OutputFile {
        OutputFile(
            OutputPath(path), content: .rendered { try feed(entries, at: path, titled: title) },
            inputs: keys.key(
                path, content: entries.map(\.note),
                // Everything that an entry shows of a note besides its content.
                others: entries.map { note, updated in
                    "\(updated.timeIntervalSince1970) \(notebook.notes[note].identity ?? "")"
                }), role: .entry)
    }

    /// The positions of the most recently created or changed notes, newest first, at most 30, with
    /// the dates. Notes without a date are left out.
    private var newest: [(note: Int, updated: Date)] {
        let notes = notebook.notes
        let dated = notes.indices.filter { notes[$0].date != nil }.map { index in
            (note: index, updated: notes[index].lastChanged ?? .distantPast)
        }
        let sorted = dated.sorted { left, right in
            left.updated != right.updated ? left.updated > right.updated : left.note < right.note
        }
        return Array(sorted.prefix(Self.maximumEntries))
    }

    /// Returns an Atom feed (RFC 4287) that contains the whole text of each note.
    ///
    /// - Parameters:
    ///   - notes: The positions of the notes, with the dates of their entries, newest first.
    ///   - path: The path of the feed within the site.
    ///   - title: The title of the feed.
    /// - Throws: ``TemplateError`` if a part of a text cannot be rendered.
    private func feed(
        _ notes: [(note: Int, updated: Date)], at path: String, titled title: String
    ) throws -> [UInt8] {
        var xml = XMLText()
        try xml.element(
            "feed",
            attributes: [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", options.language)]
        ) { xml in
            xml.element("title", text: title)
            xml.element("id", text: path == Self.feedPath ? address.text : address.url(path))
            xml.element(
                "link",
                attributes: [("rel", "alternate"), ("type", "text/html"), ("href", address.text)])
            xml.element(
                "link",
                attributes: [
                    ("rel", "self"), ("type", "application/atom+xml"),
                    ("href", address.url(path)),
                ])
            xml.element("updated", text: rfc3339(notes.first?.updated))
            xml.element("author") { $0.element("name", text: options.author ?? notebook.title) }
            xml.element("generator", text: "Notebinder")
            for (index, updated) in notes {
                let note = notebook.notes[index]
                let page = address.url(filler.site.map.path(ofNote: index))
                let excerpt = filler.site.rows[index].facts.shownExcerpt(of: note, filler.words)
                let html = try filler.fill(index).html
                xml.element("entry") { xml in
                    xml.element("title", text: note.title)
                    xml.element("id", text: note.identity ?? page)
                    xml.element(
                        "link",
                        attributes: [("rel", "alternate"), ("type", "text/html"), ("href", page)])
                    if let created = note.created {
                        xml.element("published", text: rfc3339(created))
                    }
                    xml.element("updated", text: rfc3339(updated))
                    for tag in note.tags {
                        xml.element("category", attributes: [("term", tag.name)])
                    }
                    if !excerpt.isEmpty { xml.element("summary", text: excerpt) }
                    xml.element(
                        "content", attributes: [("type", "html"), ("xml:base", page)], text: html)
                }
            }
        }
        return xml.bytes
    }

    private func rfc3339(_ date: Date?) -> String { CivilTime(date ?? .distantPast).rfc3339 }
}

extension SiteFeeds {
    /// Returns the site map, or for more than 50,000 addresses an index of several site maps.
    private func maps(pages: [String]) -> [OutputFile] {
        let ofNotes = notebook.notes.enumerated().map { index, note in
            (url: address.url(filler.site.map.path(ofNote: index)), date: note.lastChanged)
        }
        let entries: [(url: String, date: Date?)] =
            pages.map { (address.url($0 == TemplateFile.index ? "" : $0), nil) } + ofNotes
        guard entries.count > Self.maximumAddresses else {
            return [
                OutputFile(
                    OutputPath(Self.mapPath), content: .rendered { Self.map(of: entries) },
                    inputs: keys.key(
                        Self.mapPath,
                        others: entries.map { "\($0.url) \($0.date?.timeIntervalSince1970 ?? 0)" }),
                    role: .entry)
            ]
        }
        let parts = stride(from: 0, to: entries.count, by: Self.maximumAddresses).map {
            Array(entries[$0..<min($0 + Self.maximumAddresses, entries.count)])
        }
        var list = XMLText()
        list.element("sitemapindex", attributes: [("xmlns", Self.namespace)]) { xml in
            for number in parts.indices {
                xml.element("sitemap") {
                    $0.element("loc", text: address.url("sitemap-\(number + 1).xml"))
                }
            }
        }
        return [OutputFile(OutputPath(Self.mapPath), content: .bytes(list.bytes), role: .entry)]
            + parts.enumerated().map { number, part in
                OutputFile(
                    OutputPath("sitemap-\(number + 1).xml"),
                    content: .rendered { Self.map(of: part) }, role: .list)
            }
    }

    private static func map(of entries: [(url: String, date: Date?)]) -> [UInt8] {
        var xml = XMLText()
        xml.element("urlset", attributes: [("xmlns", namespace)]) { xml in
            for entry in entries {
                xml.element("url") { xml in
                    xml.element("loc", text: entry.url)
                    if let date = entry.date {
                        xml.element("lastmod", text: CivilTime(date).rfc3339)
                    }
                }
            }
        }
        return xml.bytes
    }

    private static let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
}
