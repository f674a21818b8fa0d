package import Hashing
package import NoteModel
import Orthography

import struct Foundation.Date

/// The orders of a notebook's notes: the positions of the notes, sorted in each order.
package struct NoteOrders: Sendable {
    /// The order of `index.html`, of books, and of previous and next notes without a list.
    let defaultOrder: NoteOrder
    /// The orders that have pages, the default order first. An order that would equal another or
    /// mean nothing is left out.
    let offered: [NoteOrder]
    /// The positions of the notes in each order that was computed.
    private let sequences: [NoteOrder: [Int]]
    /// The index of each note in the sequence of an order; the inverse of `sequences`.
    private let places: [NoteOrder: [Int]]

    package init(_ notes: [Note], options: SiteOptions) {
        let (defaultOrder, language) = (options.sort, options.language)
        self.defaultOrder = defaultOrder
        let byTitle = Self.byTitle(notes, language: language)
        var offered: [NoteOrder] = [defaultOrder]
        var sequences = [NoteOrder.title: byTitle]
        if defaultOrder != .title { offered.append(.title) }
        if defaultOrder == .date || notes.contains(where: { $0.date != nil }) {
            sequences[.date] = Self.byDate(notes, byTitle: byTitle)
            if defaultOrder != .date { offered.append(.date) }
        }
        if defaultOrder == .order || Self.haveOwnOrder(notes) {
            let own = Self.own(notes)
            sequences[.order] = own
            if defaultOrder != .order, own != byTitle { offered.append(.order) }
        }
        (self.offered, self.sequences) = (offered, sequences)
        places = sequences.mapValues(Self.places)
    }

    private static func places(of sequence: [Int]) -> [Int] {
        var places = Array(repeating: 0, count: sequence.count)
        for (place, index) in sequence.enumerated() { places[index] = place }
        return places
    }

    /// Returns the path of the page of an order: `index.html` for the default order, and for the
    /// others such as `by-date.html`.
    func path(of order: NoteOrder) -> String {
        order == defaultOrder ? TemplateFile.index : "by-\(order.rawValue).html"
    }

    /// Returns the positions of the notes in an order; empty for one that was not computed.
    subscript(order: NoteOrder) -> [Int] { sequences[order] ?? [] }

    var defaultSequence: [Int] { self[defaultOrder] }

    /// Returns the positions of the previous and next note in an order; nil at its ends, and in an
    /// order that was not computed.
    func neighbours(of index: Int, in order: NoteOrder) -> (previous: Int?, next: Int?) {
        guard let place = places[order]?[index] else { return (nil, nil) }
        return self[order].neighbours(at: place)
    }

    /// Returns the positions of the previous and next note in a list; nil at its ends.
    ///
    /// - Parameter some: The positions of notes, sorted in the default order.
    func neighbours(of index: Int, among some: [Int]) -> (previous: Int?, next: Int?) {
        let places = places[defaultOrder] ?? []
        let own = places[index]
        var (low, high) = (0, some.count)
        while low < high {
            let middle = (low + high) / 2
            if places[some[middle]] < own { low = middle + 1 } else { high = middle }
        }
        return some.neighbours(at: low)
    }

    /// Returns positions of notes in the notebook, sorted in the default order.
    func sorted(_ indices: some Sequence<Int>) -> [Int] {
        let places = places[defaultOrder] ?? []
        return indices.sorted { places[$0] < places[$1] }
    }

    /// Returns the positions of the notes by title in the language of the site, then by date, the
    /// earliest first and unknown dates last.
    private static func byTitle(_ notes: [Note], language: String) -> [Int] {
        let keys = notes.indices.map { SortKey(notes[$0].title, language: language) }
        let dates = notes.indices.map { notes[$0].date ?? .distantFuture }
        return keys.order { left, right in
            dates[left] != dates[right]
                ? dates[left] < dates[right] : notes[left].id < notes[right].id
        }
    }

    /// Returns the positions of the notes by date, the latest first. Notes without a date are at
    /// the end, by title.
    private static func byDate(_ notes: [Note], byTitle: [Int]) -> [Int] {
        // A note without a date comes after one in the most distant past.
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
        // The notes of one source are adjacent.
        var keys: [SortKey] = []
        for index in notes.indices {
            let isSame = index > 0 && notes[index - 1].id.source == notes[index].id.source
            keys.append(isSame ? keys[index - 1] : SortKey(notes[index].id.source))
        }
        return keys.order { notes[$0].id < notes[$1].id }
    }

    /// Returns true if the owner's order has a meaning: if a file has several notes, or a name that
    /// is not random.
    private static func haveOwnOrder(_ notes: [Note]) -> Bool {
        notes.indices.contains { notes[$0].id.index > 0 || !notes[$0].id.source.isNamedByChance }
    }
}

extension NoteOrder: BinaryCodable {}

extension NoteOrders: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(defaultOrder, offered)
        for order in NoteOrder.allCases { writer.write(self[order]) }
    }

    package init(from reader: inout ByteReader) throws {
        defaultOrder = try reader.value()
        offered = try reader.value()
        var sequences: [NoteOrder: [Int]] = [:]
        for order in NoteOrder.allCases {
            let sequence = try reader.value([Int].self)
            // The sequence is used unchecked, so its positions must be valid.
            guard sequence.allSatisfy(sequence.indices.contains) else {
                throw BinaryDecodingError()
            }
            if !sequence.isEmpty { sequences[order] = sequence }
        }
        self.sequences = sequences
        places = sequences.mapValues(Self.places)
    }
}

extension [Int] {
    /// Returns the elements before and after an index; nil at the ends. The index must be that of
    /// an element.
    fileprivate func neighbours(at place: Int) -> (previous: Int?, next: Int?) {
        (
            place > 0 ? self[place - 1] : nil,
            place + 1 < count ? self[place + 1] : nil
        )
    }
}

extension String {
    /// True if the name of the file, without folders and extension, is a UUID or another
    /// hexadecimal number of at least 20 characters.
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
