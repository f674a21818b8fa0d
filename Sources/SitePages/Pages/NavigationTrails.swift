import ContentHashing
import NoteModel
import OutputPlan
import TextTemplates

/// The previous and next notes in each list that leads to a note.
///
/// A list links `note.html#by.date`. The note's page begins with an empty element of that name, and
/// the style sheet shows the neighbours that belong to the target of the address; without a target,
/// those of the default order. So it works without scripts, and survives a reload.
package struct NavigationTrails: Sendable {
    private let notes: [Note]
    private let map: SiteMap
    private let orders: NoteOrders
    /// The positions of the notes of each tag in the default order, parallel to `map.tags`.
    private let tagged: [[Int]]
    /// The trails of each note, parallel to `notes`: the other orders, its tags, and the default
    /// order last.
    private let trails: [[Trail]]
    /// The pages of tags, parallel to `map.tags`, and those of the orders.
    private let listsOfTags: [List]
    private let listsOfOrders: [NoteOrder: List]

    /// The maximum number of trails of a note, including the default order. The style sheet has
    /// rules for the others, `way-1` to `way-11`; further tags have no trail.
    package static let maximumCount = 12

    init(
        notes: [Note], map: SiteMap, orders: NoteOrders, tagged: [[Int]],
        words: LocalizedStrings
    ) {
        self.notes = notes
        self.map = map
        self.orders = orders
        self.tagged = tagged
        listsOfTags = map.tags.map { tag in
            List(
                name: "tag." + tag.slug.text, title: "#" + tag.name,
                address: encodedPath(tag.path))
        }
        listsOfOrders = Dictionary(
            uniqueKeysWithValues: orders.offered.map { order in
                (
                    order,
                    List(
                        name: order.rawValue, title: words.name(of: order),
                        address: orders.path(of: order))
                )
            })
        let others = orders.offered.dropFirst().map { Trail.order($0) }
        trails = notes.indices.map { index in
            var trails = others
            for tag in notes[index].tags.lazy.compactMap({ map.tag($0) }) {
                guard trails.count < Self.maximumCount - 1 else { break }
                trails.append(.tag(tag))
            }
            return trails + [.order(orders.defaultOrder)]
        }
    }

    /// A list that leads to notes: the page of an order, or the page of a tag.
    enum Trail: Hashable {
        case order(NoteOrder)
        /// The page of a tag, by its position in `map.tags`.
        case tag(Int)
    }

    /// A list, linked from pages in a folder of the root. All that is common to its notes is made
    /// once.
    private struct List: Sendable {
        /// The identifier of the element on a note's page that the links of the list target.
        let identifier: String
        /// The fragment of the links of the list, with its `#`.
        let fragment: String
        let link: TemplateValue
        /// The fingerprint of the list's name, title and address, but not of its notes, of which a
        /// page shows only two.
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
            var parts = Fingerprinter("list")
            parts.add([name, title, address])
            fingerprint = parts.fingerprint
        }
    }

    /// Returns the fragment of a link to a note on a trail, with its `#`; empty on the default
    /// order, which needs none, and on a trail that the note's page does not have.
    func fragment(to note: Int, on trail: Trail) -> String {
        hasFragment(note, on: trail) ? list(trail)?.fragment ?? "" : ""
    }

    private func hasFragment(_ note: Int, on trail: Trail) -> Bool {
        trail != .order(orders.defaultOrder) && trails[note].contains(trail)
    }

    /// Returns the trails of a note as its template is offered them, the default order last.
    func contexts(ofNote index: Int) -> [TrailContext] {
        let trails = trails[index]
        return trails.enumerated().map { number, trail in
            let neighbours = neighbours(of: index, on: trail)
            let list = list(trail)
            return TrailContext(
                identifier: number < trails.count - 1 ? list?.identifier : nil, number: number + 1,
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
        for trail in trails[index] {
            switch trail {
            case .order(let order): parts.add(order.rawValue)
            case .tag(let tag): parts.add(listsOfTags[tag].fingerprint)
            }
            let neighbours = neighbours(of: index, on: trail)
            add(neighbours.previous, on: trail)
            add(neighbours.next, on: trail)
        }
    }

    private func neighbours(of index: Int, on trail: Trail) -> (previous: Int?, next: Int?) {
        switch trail {
        case .order(let order): orders.neighbours(of: index, in: order)
        case .tag(let tag): orders.neighbours(of: index, among: tagged[tag])
        }
    }

    /// Returns the list of a trail; nil for an order that is not offered, as for the notebook's own
    /// order if it is that of titles.
    private func list(_ trail: Trail) -> List? {
        switch trail {
        case .order(let order): listsOfOrders[order]
        case .tag(let tag): listsOfTags[tag]
        }
    }

    private func link(to index: Int, on trail: Trail, from other: Int) -> NoteLink {
        var link = NoteLink(
            title: notes[index].title, address: map.address(ofNote: index, fromNote: other))
        link.address += fragment(to: index, on: trail)
        return link
    }
}

/// A list that contains a note, and the note's neighbours in it, as a template is offered them.
struct TrailContext: Sendable {
    /// The identifier of the element that the list's links target; nil for the default order.
    let identifier: String?
    /// The number in the style sheet's rules, from 1, which pairs the element at the top of the
    /// page with the links.
    let number: Int
    /// The title and the address of the list, as a ``NoteLink``; absent if the list is not offered.
    let list: TemplateValue
    let previous: NoteLink?
    let next: NoteLink?

    var value: TemplateValue {
        .record([
            ("identifier", .text(identifier)), ("number", .text(String(number))),
            ("isDefault", .flag(identifier == nil)), ("list", list),
            ("previous", previous?.value ?? .absent), ("next", next?.value ?? .absent),
        ])
    }
}
