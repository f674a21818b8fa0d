package import Hashing
package import NoteModel
import Orthography
import Platform

/// The orders of a notebook's notes: the positions of the notes, sorted in each order.
package struct NoteOrders: Sendable {
    /// The order of `index.html`, of books, and of previous and next notes without a list.
    let defaultOrder: NoteOrder
    /// The orders that have pages, the default order first. An order that would equal another or
    /// mean nothing is left out.
    let offered: [NoteOrder]
    /// The positions of the notes in each order, indexed by ``place(of:)``; empty for an order that
    /// was not computed.
    private let sequences: [[Int]]
    /// The index of each note in the sequence of an order; the inverse of `sequences`.
    private let places: [[Int]]
    /// The letters under which the notes are listed by title, with the number of notes of each.
    private let letters: [(letter: String, count: Int)]
    /// The paths of the folders in which the notes are listed by folder, with the number of notes of
    /// each; the path is empty for notes in none.
    private let folders: [(path: [String], count: Int)]

    /// - Parameter own: The positions of the notes in the order that their owner has given them; nil
    ///   for the order of the files.
    package init(_ notes: [Note], own: [Int]? = nil, options: SiteOptions) {
        let (defaultOrder, language) = (options.sort, options.language)
        self.defaultOrder = defaultOrder
        let byTitle = Self.byTitle(notes, language: language)
        var offered: [NoteOrder] = [defaultOrder]
        var (byDate, byOwnOrder): ([Int], [Int]) = ([], [])
        if defaultOrder != .title { offered.append(.title) }
        if defaultOrder == .date || notes.contains(where: { $0.date != nil }) {
            byDate = Self.byDate(notes, byTitle: byTitle)
            if defaultOrder != .date { offered.append(.date) }
        }
        if defaultOrder == .order || own != nil || Self.haveOwnOrder(notes) {
            byOwnOrder = own ?? Self.own(notes)
            if defaultOrder != .order, byOwnOrder != byTitle { offered.append(.order) }
        }
        let listsFolders =
            defaultOrder == .folder
            || options.listsFolders && notes.contains { !$0.folders.isEmpty }
        let byFolder = listsFolders ? Self.byFolder(notes, byTitle, language) : []
        if defaultOrder != .folder, byFolder.count > 1 { offered.append(.folder) }
        folders = byFolder.map { ($0.path, $0.notes.count) }
        self.offered = offered
        sequences = [byTitle, byDate, byOwnOrder, byFolder.flatMap(\.notes)]
        places = sequences.map(Self.places)
        letters = Self.letters(of: byTitle.lazy.map { notes[$0].title }, language: language)
    }

    /// Returns the place of an order in ``sequences``.
    private static func place(of order: NoteOrder) -> Int {
        switch order {
        case .title: 0
        case .date: 1
        case .order: 2
        case .folder: 3
        }
    }

    /// Returns the letters of titles in the order of the titles, and the number of titles of each.
    private static func letters(
        of titles: some Collection<String>, language: String
    ) -> [(letter: String, count: Int)] {
        // Titles that begin with the same ASCII letter have the same heading.
        var last: (first: UInt8?, letter: IndexLetter)?
        return titles.lazy.map { title -> IndexLetter in
            let start = title.utf8.prefix(2)
            // A mark may follow the letter, but not within ASCII.
            let first = start.allSatisfy { $0 < 0x80 } ? start.first : nil
            if let first, (0x61...0x7A).contains(first | 0x20), let last, last.first == first {
                return last.letter
            }
            let letter = IndexLetter(title: title, language: language)
            last = (first, letter)
            return letter
        }.runs { $0 }.map { ($0.key.text, $0.elements.count) }
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
    subscript(order: NoteOrder) -> [Int] { sequences[Self.place(of: order)] }

    var defaultSequence: [Int] { self[defaultOrder] }

    /// The notes by title, under the letters of the language.
    var letterGroups: [(letter: String, notes: [Int])] {
        var start = 0
        return letters.map { letter, count in
            defer { start += count }
            return (letter, Array(self[.title][start..<start + count]))
        }
    }

    /// The notes by folder, under the paths of the folders.
    var folderGroups: [(path: [String], notes: [Int])] {
        var start = 0
        return folders.map { path, count in
            defer { start += count }
            return (path, Array(self[.folder][start..<start + count]))
        }
    }

    /// Returns the positions of the previous and next note in an order; nil at its ends, and in an
    /// order that was not computed.
    func neighbours(of index: Int, in order: NoteOrder) -> (previous: Int?, next: Int?) {
        let place = Self.place(of: order)
        guard !places[place].isEmpty else { return (nil, nil) }
        return sequences[place].neighbours(at: places[place][index])
    }

    /// Returns the positions of the previous and next note in a list; nil at its ends.
    ///
    /// - Parameter some: The positions of notes, sorted in the default order.
    func neighbours(of index: Int, among some: [Int]) -> (previous: Int?, next: Int?) {
        let places = places[Self.place(of: defaultOrder)]
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
        let places = places[Self.place(of: defaultOrder)]
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

    /// Returns the positions of the notes in each folder, by title; the paths of folders begin with
    /// the account if there are several.
    private static func byFolder(
        _ notes: [Note], _ byTitle: [Int], _ language: String
    ) -> [(path: [String], notes: [Int])] {
        let accounts = Set(notes.lazy.filter { !$0.folders.isEmpty }.map(\.account))
        var groups: [[String]: [Int]] = [:]
        for index in byTitle {
            let path = notes[index].folders
            let account = accounts.count > 1 && !path.isEmpty ? notes[index].account : nil
            groups[[account].compactMap(\.self) + path, default: []].append(index)
        }
        let keys = Dictionary(
            uniqueKeysWithValues: Set(groups.keys.joined()).map {
                ($0, SortKey($0, language: language))
            })
        return groups.map { (path: $0, keys: $0.compactMap { keys[$0] }, notes: $1) }
            .sorted { left, right in
                if left.path.isEmpty != right.path.isEmpty { return right.path.isEmpty }
                return left.keys.lexicographicallyPrecedes(right.keys)
                    || left.keys == right.keys && left.path.lexicographicallyPrecedes(right.path)
            }.map { ($0.path, $0.notes) }
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
        for sequence in sequences { writer.write(sequence) }
        writer.write(list: letters) { $0.write($1.letter, $1.count) }
        writer.write(list: folders) { $0.write($1.path, $1.count) }
    }

    package init(from reader: inout ByteReader) throws {
        defaultOrder = try reader.value()
        offered = try reader.value()
        sequences = try NoteOrder.allCases.map { _ in try reader.value() }
        letters = try reader.list { (try $0.value(), try $0.value()) }
        folders = try reader.list { (try $0.value(), try $0.value()) }
        let count = sequences[0].count
        // The sequences are used unchecked, so their positions must be valid.
        guard sequences.allSatisfy({ $0.allSatisfy($0.indices.contains) }),
            letters.allSatisfy({ (0...count).contains($0.count) }),
            letters.reduce(0, { $0 + $1.count }) == count,
            folders.allSatisfy({ (0...count).contains($0.count) }),
            folders.reduce(0, { $0 + $1.count }) == sequences[3].count
        else { throw BinaryDecodingError() }
        places = sequences.map(Self.places)
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
