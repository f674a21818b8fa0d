import NoteModel
import OutputPlan

import struct Foundation.Date

/// The orders of a notebook's notes: positions in the notebook, in each order that it offers.
struct NoteOrders: Sendable {
    /// The one of `index.html`.
    let usual: NoteOrder
    /// All that the notebook has pages for, the usual one first.
    let offered: [NoteOrder]
    private let sequences: [NoteOrder: [Int]]
    /// For each note its place in a sequence.
    private let places: [NoteOrder: [Int]]

    init(_ notes: [Note], usual: NoteOrder, language: String) {
        self.usual = usual
        let byTitle = Self.byTitle(notes, language)
        var offered: [NoteOrder] = [usual]
        var sequences = [NoteOrder.title: byTitle]
        if usual != .title { offered.append(.title) }
        if usual == .date || notes.contains(where: { $0.date != nil }) {
            sequences[.date] = Self.byDate(notes, byTitle)
            if usual != .date { offered.append(.date) }
        }
        if usual == .order || Self.haveOwnOrder(notes) {
            let own = Self.own(notes)
            sequences[.order] = own
            if usual != .order, own != byTitle { offered.append(.order) }
        }
        self.offered = offered
        self.sequences = sequences
        places = sequences.mapValues { sequence in
            var places = Array(repeating: 0, count: sequence.count)
            for (place, index) in sequence.enumerated() { places[index] = place }
            return places
        }
    }

    /// The page of an order.
    func path(of order: NoteOrder) -> String {
        order == usual ? SiteTemplates.Name.index : "by-\(order.rawValue).html"
    }

    subscript(order: NoteOrder) -> [Int] { sequences[order] ?? [] }

    var usualSequence: [Int] { self[usual] }

    /// The notes before and after one.
    func neighbours(of index: Int, in order: NoteOrder) -> (previous: Int?, next: Int?) {
        guard let places = places[order] else { return (nil, nil) }
        return self[order].neighbours(at: places[index])
    }

    /// The notes before and after one among some that stand in the usual order.
    func neighbours(of index: Int, among some: [Int]) -> (previous: Int?, next: Int?) {
        guard let places = places[usual] else { return (nil, nil) }
        var (low, high) = (0, some.count)
        while low < high {
            let middle = (low + high) / 2
            if places[some[middle]] < places[index] { low = middle + 1 } else { high = middle }
        }
        return some.neighbours(at: low)
    }

    /// Some of the notes in the usual order.
    func sorted(_ indices: some Sequence<Int>) -> [Int] {
        guard let places = places[usual] else { return [] }
        return indices.sorted { places[$0] < places[$1] }
    }

    /// By title, then by date.
    private static func byTitle(_ notes: [Note], _ language: String) -> [Int] {
        let keys = notes.map { SortKey($0.title, language: language) }
        let dates = notes.map { $0.date ?? .distantFuture }
        return notes.indices.sorted { left, right in
            if keys[left] != keys[right] { return keys[left] < keys[right] }
            return dates[left] != dates[right]
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
        var keys: [String: SortKey] = [:]
        for note in notes where keys[note.id.source] == nil {
            keys[note.id.source] = SortKey(note.id.source)
        }
        return notes.indices.map { (keys[notes[$0].id.source], $0) }.sorted { left, right in
            if let first = left.0, let second = right.0, first != second { return first < second }
            return notes[left.1].id < notes[right.1].id
        }.map(\.1)
    }

    /// Files that are named by chance have an order, and nobody made it.
    private static func haveOwnOrder(_ notes: [Note]) -> Bool {
        notes.contains { $0.id.index > 0 || !$0.id.source.isNamedByChance }
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
