import ContentHashing
import NoteModel
import OutputPlan
import TextTemplates

/// The ways in which a reader can have come to a note, with its neighbours on each.
///
/// A list leads to `note.html#by.date`. The note's page has an empty element of that name above
/// everything else, and the style sheet shows the neighbours that belong to it; without a name,
/// those of the usual order. So it works without scripts, and survives a reload.
package struct NavigationTrails: Sendable {
    private let notes: [Note]
    private let map: SiteMap
    private let orders: NoteOrders
    /// Notes of each tag in the usual order.
    private let tagged: [[Int]]
    /// For each note the ways to it, the usual one last.
    private let ways: [[Way]]
    /// What leads to notes: the pages of tags, in the map's order, and those of orders.
    private let listsOfTags: [List]
    private let listsOfOrders: [NoteOrder: List]

    /// Of a note, as many as the style sheet knows.
    package static let most = 12

    init(
        notes: [Note], map: SiteMap, orders: NoteOrders, tagged: [[Int]],
        words: InterfaceWords
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
        let others = orders.offered.dropFirst().map { Way.order($0) }
        ways = notes.indices.map { index in
            var ways = others
            for tag in notes[index].tags.lazy.compactMap({ map.tag($0) }) {
                guard ways.count < Self.most - 1 else { break }
                ways.append(.tag(tag))
            }
            return ways + [.order(orders.usual)]
        }
    }

    /// A list that leads to notes.
    enum Way: Hashable {
        case order(NoteOrder)
        /// The page of a tag, by its place in the map.
        case tag(Int)
    }

    /// A list as pages in a folder of the root offer it.
    private struct List: Sendable {
        /// Of the element on a note's page that links of the list lead to.
        let identifier: String
        /// What addresses of notes end in for one who comes from the list.
        let ending: String
        let link: TemplateValue
        /// The fingerprint of all of this.
        let fingerprint: Fingerprint

        /// - Parameter address: From the root.
        init(name: String, title: String, address: String) {
            identifier = PageIdentifier.way(name)
            ending = "#" + encodedPath(identifier)
            link = NoteLink(title: title, address: "../" + address).value
            var parts = Fingerprinter("list")
            parts.add([name, title, address])
            fingerprint = parts.fingerprint
        }
    }

    /// What the address of a note ends in for one who comes from a list: empty where that makes
    /// no difference.
    func ending(_ way: Way, at note: Int) -> String {
        isNamed(way, at: note) ? list(way)?.ending ?? "" : ""
    }

    /// Returns true if the address of a note names the list that it is reached from.
    private func isNamed(_ way: Way, at note: Int) -> Bool {
        way != .order(orders.usual) && ways[note].contains(way)
    }

    /// All ways to a note, as its page offers them; the usual one last.
    func values(ofNote index: Int) -> [TrailContext] {
        let ways = ways[index]
        return ways.enumerated().map { number, way in
            let neighbours = neighbours(of: index, on: way)
            let list = list(way)
            return TrailContext(
                identifier: number < ways.count - 1 ? list?.identifier : nil, number: number + 1,
                list: list?.link ?? .absent,
                previous: neighbours.previous.map { link(to: $0, on: way, from: index) },
                next: neighbours.next.map { link(to: $0, on: way, from: index) })
        }
    }

    /// Adds to the fingerprint of a note's page the lists of all ways to it, and the notes before and
    /// after it on each.
    ///
    /// - Parameter addLink: Adds what a link to a note shows.
    func add(
        waysTo index: Int, to parts: inout Fingerprinter,
        _ addLink: (Int, inout Fingerprinter) -> Void
    ) {
        func add(_ neighbour: Int?, on way: Way) {
            parts.add(neighbour != nil)
            guard let neighbour else { return }
            addLink(neighbour, &parts)
            parts.add(isNamed(way, at: neighbour))
        }
        for way in ways[index] {
            switch way {
            case .order(let order): parts.add(order.rawValue)
            case .tag(let tag): parts.add(listsOfTags[tag].fingerprint)
            }
            let neighbours = neighbours(of: index, on: way)
            add(neighbours.previous, on: way)
            add(neighbours.next, on: way)
        }
    }

    private func neighbours(of index: Int, on way: Way) -> (previous: Int?, next: Int?) {
        switch way {
        case .order(let order): orders.neighbours(of: index, in: order)
        case .tag(let tag): orders.neighbours(of: index, among: tagged[tag])
        }
    }

    /// Nil for an order that is not offered.
    private func list(_ way: Way) -> List? {
        switch way {
        case .order(let order): listsOfOrders[order]
        case .tag(let tag): listsOfTags[tag]
        }
    }

    private func link(to index: Int, on way: Way, from other: Int) -> NoteLink {
        var link = NoteLink(
            title: notes[index].title, address: map.address(ofNote: index, fromNote: other))
        link.address += ending(way, at: index)
        return link
    }
}

/// A list that leads to a note, and the note's neighbours on it.
struct TrailContext: Sendable {
    /// Of the element that the list's links lead to; nil for the usual order.
    let identifier: String?
    /// From 1, as the style sheet counts them.
    let number: Int
    /// Title and address of the list.
    let list: TemplateValue
    let previous: NoteLink?
    let next: NoteLink?

    var value: TemplateValue {
        .record([
            ("identifier", .text(identifier)), ("number", .text(String(number))),
            ("isUsual", .flag(identifier == nil)), ("list", list),
            ("previous", previous?.value ?? .absent), ("next", next?.value ?? .absent),
        ])
    }
}
