import Foundation
import Hashing
import NoteModel
import TestSupport
import Testing

@testable import SitePages

/// The orders of the notes, and the neighbours of a note in each.
@Suite(.tags(.fast))
struct NoteOrdersTests {
    private func orders(_ notes: [Note], sort: NoteOrder = .title) -> NoteOrders {
        NoteOrders(notes, options: .made(sort: sort))
    }

    private func titles(_ notes: [Note], in order: NoteOrder) -> [String] {
        orders(notes)[order].map { notes[$0].title }
    }

    @Test func sortsTitlesNaturally() {
        let notes = ["Note 10", "élan", "Note 9", "Zoo", "Elan", "“Quoted”", "note 1"].map {
            Note.made($0)
        }
        #expect(
            titles(notes, in: .title)
                == ["“Quoted”", "Elan", "élan", "note 1", "Note 9", "Note 10", "Zoo"])
    }

    @Test func sortsEqualTitlesByDateThenBySource() {
        let notes = [
            Note.made("A", body: "late", source: "1", created: .day(2015, month: 1, day: 1)),
            .made("A", body: "undated", source: "2"),
            .made("A", body: "early", source: "3", modified: .day(2014, month: 1, day: 1)),
            .made("A", body: "b", source: "5", created: .day(2016, month: 1, day: 1)),
            .made("A", body: "a", source: "4", created: .day(2016, month: 1, day: 1)),
        ]
        #expect(
            orders(notes)[.title].map { notes[$0].body } == ["early", "late", "a", "b", "undated"])
    }

    @Test func putsTheLatestFirstAndTheUndatedLast() {
        let notes = [
            Note.made("Undated B"), .made("Old", created: .day(1999, month: 12, day: 31)),
            .made("Undated A"), .made("Changed", modified: .day(2020, month: 1, day: 1)),
            .made("B", created: .day(2014, month: 1, day: 1)),
            .made("A", created: .day(2014, month: 1, day: 1)), .made("Past", created: .distantPast),
        ]
        #expect(
            titles(notes, in: .date)
                == ["Changed", "A", "B", "Old", "Past", "Undated A", "Undated B"])
    }

    @Test func keepsTheOrderOfTheOwner() {
        let notes = [("b/2.data", 0), ("a.data", 10), ("a.data", 2), ("b/10.data", 0)].map {
            Note.made("\($0.0) \($0.1)", source: $0.0, index: $0.1)
        }
        #expect(
            titles(notes, in: .order)
                == ["a.data 2", "a.data 10", "b/2.data 0", "b/10.data 0"])
    }

    @Test func offersOnlyMeaningfulOrders() {
        let dated = Note.made("A", source: "b", created: .day(2014, month: 1, day: 1))
        #expect(orders([]).offered == [.title])
        #expect(orders([dated]).offered == [.title, .date])
        #expect(orders([dated, .made("B", source: "a")]).offered == [.title, .date, .order])
        // The owner's order is that of the titles.
        #expect(orders([.made("A", source: "a"), .made("B", source: "b")]).offered == [.title])
        let chance = [
            Note.made("B", source: "0f8fad5b-d9cb-469f-a165-70867728950e.data"),
            .made("A", source: "7c9e6679-7425-40de-944b-e07fc1f90ae7.data"),
        ]
        #expect(orders(chance).offered == [.title])
        #expect(orders([.made("A")], sort: .order).offered == [.order, .title])
        #expect(orders([], sort: .date).offered == [.date, .title])
    }

    @Test func namesThePageOfTheDefaultOrderIndex() {
        let orders = orders([], sort: .date)
        #expect(orders.path(of: .date) == "index.html")
        #expect(orders.path(of: .title) == "by-title.html")
        #expect(orders.path(of: .order) == "by-order.html")
    }

    /// Compares with looking a note up in the whole list.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func findsTheNeighboursOfEveryNote(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let notes = (0..<40).map { number in
            Note.made(
                "T\(random.number(in: 0...19))", source: "\(number).data",
                created: .day(2014, month: 1, day: random.number(in: 1...28)))
        }
        let orders = orders(notes, sort: .date)
        for order in [NoteOrder.title, .date] {
            let sequence = orders[order]
            #expect(sequence.sorted() == Array(notes.indices))
            for (place, index) in sequence.enumerated() {
                let found = orders.neighbours(of: index, in: order)
                #expect(found.previous == (place == 0 ? nil : sequence[place - 1]), "seed \(seed)")
                #expect(found.next == (place == 39 ? nil : sequence[place + 1]), "seed \(seed)")
            }
        }
        let some = orders.sorted((0..<40).filter { $0 % 3 == 0 })
        #expect(some == orders.defaultSequence.filter { $0 % 3 == 0 })
        for (place, index) in some.enumerated() {
            let found = orders.neighbours(of: index, among: some)
            #expect(found.previous == (place == 0 ? nil : some[place - 1]), "seed \(seed)")
            #expect(found.next == (place + 1 == some.count ? nil : some[place + 1]), "seed \(seed)")
        }
    }

    @Test func findsNoNeighboursInOrdersThatAreNotOffered() {
        let orders = orders([.made("A"), .made("B")])
        #expect(orders[.date].isEmpty)
        #expect(orders.neighbours(of: 0, in: .date) == (nil, nil))
        #expect(orders.neighbours(of: 0, among: []) == (nil, nil))
    }

    @Test func roundTripsThroughBinaryCoding() throws {
        let notes = [
            Note.made("B", source: "1", created: .day(2014, month: 1, day: 1)),
            .made("A", source: "2"),
        ]
        let orders = orders(notes, sort: .date)
        var writer = ByteWriter()
        writer.write(orders)
        var reader = ByteReader(writer.bytes)
        let read = try reader.value(NoteOrders.self)
        #expect(reader.isAtEnd)
        #expect(read.offered == orders.offered && read.defaultOrder == .date)
        for order in NoteOrder.allCases { #expect(read[order] == orders[order]) }
        #expect(read.neighbours(of: 0, in: .date) == orders.neighbours(of: 0, in: .date))
        for count in writer.bytes.indices {
            var reader = ByteReader(Array(writer.bytes.prefix(count)))
            #expect(throws: BinaryDecodingError.self) { try reader.value(NoteOrders.self) }
        }
    }

    @Test(arguments: [[2, 0], [-1, 0], [Int.max]])
    func refusesOutOfRangePositions(sequence: [Int]) {
        var writer = ByteWriter()
        writer.write(NoteOrder.title)
        writer.write([NoteOrder.title])
        for list in [sequence, [], []] { writer.write(list) }
        var reader = ByteReader(writer.bytes)
        #expect(throws: BinaryDecodingError.self) { try reader.value(NoteOrders.self) }
    }
}
