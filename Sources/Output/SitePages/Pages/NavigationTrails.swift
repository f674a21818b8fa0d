import Hashing
import Markup
import NoteModel
import Orthography

/// The previous and next notes in each list that leads to a note.
///
/// A note's page links the neighbours in all of its lists, but names only those in one: the default
/// order, or the list that the reader came from, whose links end in a fragment such as `#by.date`.
///
/// A class, because it is passed on for each of all pages.
package final class NavigationTrails: Sendable {
    private let site: SiteNotes
    private let orders: NoteOrders
    /// The pages of tags, each with the positions of its notes in the default order.
    private let listsOfTags: [(list: List, notes: [Int])]
    private let listsOfOrders: [NoteOrder: List]

    init(_ site: SiteNotes, orders: NoteOrders, tagged: [[Int]], words: LocalizedStrings) {
        (self.site, self.orders) = (site, orders)
        listsOfTags = zip(site.map.tags, tagged).map { tag, notes in
            let list = List(
                name: "tag." + tag.slug.text, title: "#" + tag.name,
                address: encodedPath(tag.path))
            return (list, notes)
        }
        listsOfOrders = orders.offered.reduce(into: [:]) { lists, order in
            lists[order] = List(
                name: order.rawValue, title: words.name(of: order), address: orders.path(of: order))
        }
    }

    /// Returns the trails of a note: the default order, the other orders, and its tags.
    private func trails(of index: Int) -> [Trail] {
        orders.offered.map { .order($0) } + site.map.tags(ofNote: index).map { .tag($0) }
    }

    /// A list that leads to notes: the page of an order, or the page of a tag.
    enum Trail: Hashable {
        case order(NoteOrder)
        /// The page of a tag, by its position in `map.tags`.
        case tag(Int)
    }

    /// A list, linked from pages in a folder of the root. What its notes have in common is computed
    /// once.
    private struct List: Sendable {
        /// The name of the list in the fragments of its links.
        let identifier: String
        /// The fragment of the links of the list, with its `#`.
        let fragment: String
        let link: TemplateValue
        /// The fingerprint of the list's name, title and address. It excludes the notes: a page
        /// shows only two of them.
        let fingerprint: Fingerprint

        /// Creates a list.
        ///
        /// - Parameters:
        ///   - name: The name of the list in identifiers, such as `date` or `tag.recipes`.
        ///   - title: The title shown on the pages of its notes.
        ///   - address: The address of the list, relative to the root of the site.
        init(name: String, title: String, address: String) {
            identifier = PageIdentifier.trail(name)
            fragment = "#" + encodedPath(identifier)
            link = NoteLink(title: title, address: "../" + address).value
            fingerprint = Fingerprinter("list", [name, title, address]).fingerprint
        }
    }

    /// Returns the fragment of a link to a note on a trail, with its `#`; empty on the default
    /// order, which needs none, and on a trail that the note's page does not have.
    func fragment(to note: Int, on trail: Trail) -> String {
        hasFragment(note, on: trail) ? list(trail)?.fragment ?? "" : ""
    }

    private func hasFragment(_ note: Int, on trail: Trail) -> Bool {
        switch trail {
        case .order(let order): order != orders.defaultOrder && orders.offered.contains(order)
        case .tag(let tag): site.map.tags(ofNote: note).contains(tag)
        }
    }

    /// Returns the trails of a note as its template is offered them, the default order first.
    func values(ofNote index: Int) -> [TemplateValue] {
        trails(of: index).map { trail in
            let neighbours = neighbours(of: index, on: trail)
            let list = list(trail)
            let isDefault = trail == .order(orders.defaultOrder)
            return .trail(
                identifier: isDefault ? nil : list?.identifier, isDefault: isDefault,
                list: list?.link ?? .absent,
                previous: neighbours.previous.map { link(to: $0, on: trail, from: index) },
                next: neighbours.next.map { link(to: $0, on: trail, from: index) })
        }
    }

    /// Adds to the fingerprint of a note's page its trails, and the previous and next note on each.
    ///
    /// - Parameter addLink: Adds what a link to a note shows.
    func add(
        trailsOf index: Int, to parts: inout Fingerprinter,
        _ addLink: (Int, inout Fingerprinter) -> Void
    ) {
        func add(_ neighbour: Int?, on trail: Trail) {
            parts.add(neighbour != nil)
            guard let neighbour else { return }
            addLink(neighbour, &parts)
            parts.add(hasFragment(neighbour, on: trail))
        }
        func add(_ trail: Trail) {
            let neighbours = neighbours(of: index, on: trail)
            add(neighbours.previous, on: trail)
            add(neighbours.next, on: trail)
        }
        for order in orders.offered {
            parts.add(order.rawValue)
            add(.order(order))
        }
        for tag in site.map.tags(ofNote: index) {
            parts.add(listsOfTags[tag].list.fingerprint)
            add(.tag(tag))
        }
    }

    private func neighbours(of index: Int, on trail: Trail) -> (previous: Int?, next: Int?) {
        switch trail {
        case .order(let order): orders.neighbours(of: index, in: order)
        case .tag(let tag): orders.neighbours(of: index, among: listsOfTags[tag].notes)
        }
    }

    /// Returns the list of a trail; nil for an order that is not offered, as for the notebook's own
    /// order if it is that of titles.
    private func list(_ trail: Trail) -> List? {
        switch trail {
        case .order(let order): listsOfOrders[order]
        case .tag(let tag): listsOfTags[tag].list
        }
    }

    private func link(to index: Int, on trail: Trail, from other: Int) -> NoteLink {
        var link = NoteLink(
            title: site.notes[index].title,
            address: site.map.address(ofNote: index, fromNote: other))
        link.address += fragment(to: index, on: trail)
        return link
    }
}

extension TemplateValue {
    /// Returns a list that contains a note, and the note's neighbours in it.
    ///
    /// - Parameters:
    ///   - identifier: The name of the list in the fragments of its links, such as `by.date`; nil
    ///     for the default order.
    ///   - list: The title and the address of the list, as a ``NoteLink``; absent if the list is
    ///     not offered.
    static func trail(
        identifier: String? = nil, isDefault: Bool = false, list: TemplateValue,
        previous: NoteLink? = nil, next: NoteLink? = nil
    ) -> TemplateValue {
        .record([
            ("identifier", .text(identifier)), ("isDefault", .flag(isDefault)), ("list", list),
            ("previous", previous?.value ?? .absent), ("next", next?.value ?? .absent),
        ])
    }
}
