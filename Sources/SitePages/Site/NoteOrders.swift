package import ContentHashing
package import NoteModel
import OutputPlan

import struct Foundation.Date

/// The orders of a notebook's notes: positions in the notebook, in each order that it offers.
package struct NoteOrders: Sendable {
    /// The one of `index.html`.
    let defaultOrder: NoteOrder
    /// All that the notebook has pages for, the default order first.
    let offered: [NoteOrder]
    private let sequences: PerOrder
    /// For each note its place in a sequence.
    private let places: PerOrder

    /// Numbers for each order; none for one that is not offered.
    private struct PerOrder: Sendable {
        private var title: [Int] = []
        private var date: [Int] = []
        private var own: [Int] = []

        subscript(order: NoteOrder) -> [Int] {
            _read {
                switch order {
                case .title: yield title
                case .date: yield date
                case .order: yield own
                }
            }
            _modify {
                switch order {
                case .title: yield &title
                case .date: yield &date
                case .order: yield &own
                }
            }
        }

        func mapValues(_ transform: ([Int]) -> [Int]) -> PerOrder {
            var mapped = PerOrder()
            for order in NoteOrder.allCases { mapped[order] = transform(self[order]) }
            return mapped
        }
    }

    package init(_ notes: [Note], _ options: SiteOptions) {
        let (defaultOrder, language) = (options.sort, options.language)
        self.defaultOrder = defaultOrder
        let byTitle = Self.byTitle(notes, language)
        var offered: [NoteOrder] = [defaultOrder]
        var sequences = PerOrder()
        sequences[.title] = byTitle
        if defaultOrder != .title { offered.append(.title) }
        if defaultOrder == .date || notes.contains(where: { $0.date != nil }) {
            sequences[.date] = Self.byDate(notes, byTitle)
            if defaultOrder != .date { offered.append(.date) }
        }
        if defaultOrder == .order || Self.haveOwnOrder(notes) {
            let own = Self.own(notes)
            sequences[.order] = own
            if defaultOrder != .order, own != byTitle { offered.append(.order) }
        }
        self.offered = offered
        self.sequences = sequences
        places = sequences.mapValues(Self.places)
    }

    private static func places(of sequence: [Int]) -> [Int] {
        var places = Array(repeating: 0, count: sequence.count)
        for (place, index) in sequence.enumerated() { places[index] = place }
        return places
    }

    /// The page of an order.
    func path(of order: NoteOrder) -> String {
        order == defaultOrder ? SiteTemplates.Name.index : "by-\(order.rawValue).html"
    }

    subscript(order: NoteOrder) -> [Int] { _read { yield sequences[order] } }

    var defaultSequence: [Int] { self[defaultOrder] }

    /// The notes before and after one.
    func neighbours(of index: Int, in order: NoteOrder) -> (previous: Int?, next: Int?) {
        sequences[order].isEmpty
            ? (nil, nil) : sequences[order].neighbours(at: places[order][index])
    }

    /// The notes before and after one among some that stand in the default order.
    func neighbours(of index: Int, among some: [Int]) -> (previous: Int?, next: Int?) {
        let places = places[defaultOrder]
        let own = places[index]
        var (low, high) = (0, some.count)
        while low < high {
            let middle = (low + high) / 2
            if places[some[middle]] < own { low = middle + 1 } else { high = middle }
        }
        return some.neighbours(at: low)
    }

    /// Some of the notes in the default order.
    func sorted(_ indices: some Sequence<Int>) -> [Int] {
        indices.sorted { places[defaultOrder][$0] < places[defaultOrder][$1] }
    }

    /// By title, then by date.
    private static func byTitle(_ notes: [Note], _ language: String) -> [Int] {
        let keys = notes.indices.map { SortKey(notes[$0].title, language: language) }
        let dates = notes.indices.map { notes[$0].date ?? .distantFuture }
        return keys.order { left, right in
            dates[left] != dates[right]
                ? dates[left] < dates[right] : notes[left].id < notes[right].id
        }
    }

    /// The latest first; those without a date in the end, in the order of titles.
    private static func byDate(_ notes: [Note], _ byTitle: [Int]) -> [Int] {
        // A note without a date stands behind one of the most distant past.
        let keys = byTitle.enumerated().map { place, index in
            let date = notes[index].date
            return (date ?? .distantPast, date == nil, place, index)
        }
        return keys.sorted { left, right in
            if left.0 != right.0 { return left.0 > right.0 }
            return left.1 != right.1 ? right.1 : left.2 < right.2
        }.map(\.3)
    }

    private static func own(_ notes: [Note]) -> [Int] {
        // Notes of one source stand one behind the other.
        var keys: [SortKey] = []
        for index in notes.indices {
            let isSame = index > 0 && notes[index - 1].id.source == notes[index].id.source
            keys.append(isSame ? keys[index - 1] : SortKey(notes[index].id.source))
        }
        return keys.order { notes[$0].id < notes[$1].id }
    }

    /// Files that are named by chance have an order, and nobody made it.
    private static func haveOwnOrder(_ notes: [Note]) -> Bool {
        notes.indices.contains { notes[$0].id.index > 0 || !notes[$0].id.source.isNamedByChance }
    }
}

extension NoteOrders: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(defaultOrder)
        writer.write(list: offered) { $0.write($1) }
        for order in NoteOrder.allCases { writer.write(list: sequences[order]) { $0.write($1) } }
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        defaultOrder = try reader.choice(NoteOrder.self)
        offered = try reader.list { reader throws(BinaryDecodingError) in
            try reader.choice(NoteOrder.self)
        }
        var sequences = PerOrder()
        for order in NoteOrder.allCases {
            let sequence = try reader.list { reader throws(BinaryDecodingError) in try reader.int()
            }
            // It was whole when it was written, and is used without another look.
            guard sequence.allSatisfy(sequence.indices.contains) else {
                throw BinaryDecodingError()
            }
            sequences[order] = sequence
        }
        self.sequences = sequences
        places = sequences.mapValues(Self.places)
    }
}

extension [Int] {
    /// What stands before and after a place.
    fileprivate func neighbours(at place: Int) -> (previous: Int?, next: Int?) {
        (
            place > 0 ? self[place - 1] : nil,
            place + 1 < count ? self[place + 1] : nil
        )
    }
}

extension String {
    /// Whether the file's name is a UUID or another long hexadecimal number.
    fileprivate var isNamedByChance: Bool {
        let name = utf8.split(separator: UInt8(ascii: "/")).last ?? utf8[...]
        let stem = name.prefix { $0 != UInt8(ascii: ".") }
        return stem.count >= 20
            && stem.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
                    || $0 == UInt8(ascii: "-")
            }
    }
}
