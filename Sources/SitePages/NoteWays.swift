import NoteModel
import OutputPlan
import StoredValues
import TextTemplates

/// The ways in which a reader can have come to a note, with its neighbours on each.
///
/// A list leads to `note.html#by.date`. The note's page has an empty element of that name above
/// everything else, and the style sheet shows the neighbours that belong to it; without a name,
/// those of the usual order. So it works without scripts, and survives a reload.
package struct NoteWays: Sendable {
    private let notes: [Note]
    private let map: SiteMap
    private let orders: NoteOrders
    private let words: InterfaceWords
    /// Notes of each tag in the usual order.
    private let tagged: [[Int]]
    /// For each note the ways to it, the usual one last.
    private let ways: [[Way]]

    /// Of a note, as many as the style sheet knows.
    package static let most = 12

    init(
        notes: [Note], map: SiteMap, orders: NoteOrders, tagged: [[Int]],
        words: InterfaceWords
    ) {
        self.notes = notes
        self.map = map
        self.orders = orders
        self.words = words
        self.tagged = tagged
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

    /// What the address of a note ends in for one who comes from a list: empty where that makes
    /// no difference.
    func ending(_ way: Way, at note: Int) -> String {
        way == .order(orders.usual) || !ways[note].contains(way)
            ? "" : "#" + encodedPath(identifier(way))
    }

    /// All ways to a note, as its page offers them; the usual one last.
    func values(ofNote index: Int) -> [WayValue] {
        let ways = ways[index]
        return ways.enumerated().map { number, way in
            let neighbours = neighbours(of: index, on: way)
            return WayValue(
                identifier: number < ways.count - 1 ? identifier(way) : nil, number: number + 1,
                list: list(way),
                previous: neighbours.previous.map { link(to: $0, on: way, from: index) },
                next: neighbours.next.map { link(to: $0, on: way, from: index) })
        }
    }

    /// Adds to the key of a note's page the lists of all ways to it, and the notes beside it on each.
    func add(waysTo index: Int, to parts: inout KeyParts, _ row: (Int) -> ContentKey) {
        for way in ways[index] {
            switch way {
            case .order(let order): parts.add(order.rawValue)
            case .tag(let tag):
                parts.add(map.tags[tag].name)
                parts.add(map.tags[tag].slug.text)
            }
            let neighbours = neighbours(of: index, on: way)
            for neighbour in [neighbours.previous, neighbours.next] {
                parts.add(neighbour != nil)
                if let neighbour { parts.add(row(neighbour)) }
            }
        }
    }

    private func neighbours(of index: Int, on way: Way) -> (previous: Int?, next: Int?) {
        switch way {
        case .order(let order): orders.neighbours(of: index, in: order)
        case .tag(let tag): orders.neighbours(of: index, among: tagged[tag])
        }
    }

    private func identifier(_ way: Way) -> String {
        switch way {
        case .order(let order): PageIdentifier.way(order.rawValue)
        case .tag(let tag): PageIdentifier.way("tag." + map.tags[tag].slug.text)
        }
    }

    private func list(_ way: Way) -> NoteLink {
        switch way {
        case .order(let order):
            NoteLink(
                title: words.name(of: order), address: "../" + orders.path(of: order))
        case .tag(let tag):
            NoteLink(
                title: "#" + map.tags[tag].name, address: "../" + encodedPath(map.tags[tag].path))
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
struct WayValue: Sendable {
    /// Of the element that the list's links lead to; nil for the usual order.
    let identifier: String?
    /// From 1, as the style sheet counts them.
    let number: Int
    let list: NoteLink
    let previous: NoteLink?
    let next: NoteLink?

    var value: TemplateValue {
        .record([
            ("identifier", .text(identifier)), ("number", .text(String(number))),
            ("isUsual", .flag(identifier == nil)), ("list", list.value),
            ("previous", previous?.value ?? .absent), ("next", next?.value ?? .absent),
        ])
    }
}
