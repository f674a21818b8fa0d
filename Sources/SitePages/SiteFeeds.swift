import Foundation
import NoteModel
import OutputPlan

/// What machines read of a site whose address is known: its feed and its map.
struct SiteFeeds: Sendable {
    let notebook: Notebook
    let map: SiteMap
    let options: SiteOptions
    let address: SiteAddress
    let renderer: NoteRenderer
    let identifiers: FeedIdentifiers

    static let feedPath = "feed.xml"
    private static let mapPath = "sitemap.xml"
    private static let mostEntries = 30
    /// As many addresses as the protocol allows in one map.
    private static let mostAddresses = 50_000

    /// Whether the site has a feed: whether a note has a date. RFC 4287 asks for one in each entry.
    static func hasFeed(_ notes: [Note], _ options: SiteOptions) -> Bool {
        options.address != nil && notes.contains { $0.date != nil }
    }

    /// - Parameter pages: Paths of the pages that are no note's.
    func files(pages: [String]) -> [OutputFile] {
        var files: [OutputFile] = []
        if Self.hasFeed(notebook.notes, options) {
            files.append(OutputFile(OutputPath(Self.feedPath), .rendered { try feed() }))
        }
        return files + maps(pages: pages)
    }

    /// Atom, RFC 4287: the notes that were written or changed last, with all of their text.
    private func feed() throws -> [UInt8] {
        let notes = notebook.notes.indices.filter { notebook.notes[$0].date != nil }
            .sorted { left, right in
                let dates = (updated(notebook.notes[left]), updated(notebook.notes[right]))
                return dates.0 != dates.1 ? dates.0 > dates.1 : left < right
            }.prefix(Self.mostEntries)
        let entries = try notes.map { (index: $0, body: try renderer.render(notebook.notes[$0])) }
        var xml = XMLText()
        xml.element(
            "feed",
            [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", options.language)]
        ) { xml in
            xml.element("title", text: notebook.title)
            xml.element("id", text: address.text)
            xml.element(
                "link", [("rel", "alternate"), ("type", "text/html"), ("href", address.text)])
            xml.element(
                "link",
                [
                    ("rel", "self"), ("type", "application/atom+xml"),
                    ("href", address.url(Self.feedPath)),
                ])
            xml.element("updated", text: rfc3339(notes.first.map { updated(notebook.notes[$0]) }))
            xml.element("author") { $0.element("name", text: options.author ?? notebook.title) }
            xml.element("generator", text: "Notebinder")
            for (index, body) in entries {
                let note = notebook.notes[index]
                let page = address.url(map.path(ofNote: index))
                xml.element("entry") { xml in
                    xml.element("title", text: note.title)
                    xml.element("id", text: identifiers[note.id])
                    xml.element(
                        "link", [("rel", "alternate"), ("type", "text/html"), ("href", page)])
                    if let created = note.created {
                        xml.element("published", text: rfc3339(created))
                    }
                    xml.element("updated", text: rfc3339(updated(note)))
                    for tag in note.tags { xml.element("category", [("term", tag.name)]) }
                    if !body.excerpt.isEmpty { xml.element("summary", text: body.excerpt) }
                    xml.element("content", [("type", "html"), ("xml:base", page)], text: body.html)
                }
            }
        }
        return xml.bytes
    }

    private func updated(_ note: Note) -> Date { note.lastChanged ?? .distantPast }

    private func rfc3339(_ date: Date?) -> String { CivilTime(date ?? .distantPast).rfc3339 }
}

extension SiteFeeds {
    /// One map, or for a very large notebook a list of maps.
    private func maps(pages: [String]) -> [OutputFile] {
        let ofNotes = notebook.notes.enumerated().map { index, note in
            (url: address.url(map.path(ofNote: index)), date: note.lastChanged)
        }
        let entries: [(url: String, date: Date?)] =
            pages.map { (address.url($0 == SiteTemplates.Name.index ? "" : $0), nil) } + ofNotes
        guard entries.count > Self.mostAddresses else {
            return [OutputFile(OutputPath(Self.mapPath), .rendered { Self.map(of: entries) })]
        }
        let parts = stride(from: 0, to: entries.count, by: Self.mostAddresses).map {
            Array(entries[$0..<min($0 + Self.mostAddresses, entries.count)])
        }
        var list = XMLText()
        list.element("sitemapindex", [("xmlns", Self.namespace)]) { xml in
            for number in parts.indices {
                xml.element("sitemap") {
                    $0.element("loc", text: address.url("sitemap-\(number + 1).xml"))
                }
            }
        }
        return [OutputFile(OutputPath(Self.mapPath), .bytes(list.bytes))]
            + parts.enumerated().map { number, part in
                OutputFile(
                    OutputPath("sitemap-\(number + 1).xml"), .rendered { Self.map(of: part) })
            }
    }

    private static func map(of entries: [(url: String, date: Date?)]) -> [UInt8] {
        var xml = XMLText()
        xml.element("urlset", [("xmlns", namespace)]) { xml in
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
