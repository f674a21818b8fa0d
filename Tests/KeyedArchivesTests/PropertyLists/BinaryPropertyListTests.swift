import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// Single objects of the binary form, by hand.
@Suite(.tags(.fast))
struct BinaryPropertyListTests {
    private func value(_ objects: [[UInt8]]) throws -> PropertyListValue {
        let bytes = BinaryList.bytes(objects)
        let list = try BinaryPropertyList(ArchiveBytes(bytes))
        return try list.value(list.topObject, budget: Budget(fileSize: bytes.count))
    }

    @Test(
        arguments: [
            ([0x10, 0xFF], 255), ([0x11, 0xFF, 0xFF], 65_535),
            ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
            ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], -2),
            ([0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], Int64.min),
            ([0x14] + [UInt8](repeating: 0, count: 15) + [7], 7),
        ] as [([UInt8], Int64)])
    func readsIntegersOfEveryWidth(object: [UInt8], number: Int64) throws {
        #expect(try value([object]) == .integer(number))
        let read = try PropertyListSerialization.propertyList(
            from: Data(BinaryList.bytes([object])), format: nil)
        #expect((read as? NSNumber)?.int64Value == number)
    }

    @Test func roundsIntegersThatNeedMoreThan64Bits() throws {
        let object: [UInt8] =
            [0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF] + [UInt8](repeating: 0, count: 7)
        #expect(try value([object]) == .real(18_374_686_479_671_623_680))
        let one: [UInt8] = [0x14, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        #expect(try value([one]) == .real(18_446_744_073_709_551_616))
    }

    @Test(
        arguments: [
            ([0x22, 0x3F, 0xC0, 0, 0], PropertyListValue.real(1.5)),
            ([0x23, 0xBF, 0xF8, 0, 0, 0, 0, 0, 0], .real(-1.5)), ([0x00], .null),
            ([0x08], .bool(false)),
            ([0x09], .bool(true)), ([0x33, 0x40, 0xF5, 0x18, 0, 0, 0, 0, 0], .date(86_400)),
            ([0x50], .string("")), ([0x52, 0x68, 0x69], .string("hi")), ([0x60], .string("")),
            ([0x61, 0x65, 0xE5], .string("日")), ([0x80, 5], .uid(5)), ([0x81, 1, 0], .uid(256)),
            ([0x83, 0xFF, 0xFF, 0xFF, 0xFF], .uid(4_294_967_295)),
            ([0x87, 0, 0, 0, 0, 0, 0, 0, 9], .uid(9)),
            ([0x8F] + [UInt8](repeating: 0, count: 15) + [3], .uid(3)),
            ([0xA0], .array([])), ([0xB0], .array([])), ([0xC0], .array([])),
            ([0xD0], .dictionary([])),
        ] as [([UInt8], PropertyListValue)])
    func readsEveryMarker(object: [UInt8], expected: PropertyListValue) throws {
        #expect(try value([object]) == expected)
    }

    @Test(
        arguments: [
            [0x01], [0x07], [0x0F], [0x15, 0], [0x1F], [0x20, 0], [0x21, 0, 0], [0x24], [0x30],
            [0x32, 0, 0, 0, 0], [0x70], [0x90], [0xE0], [0xF0],
            [0x84, 1, 0, 0, 0, 0], [0x8F, 1] + [UInt8](repeating: 0, count: 15),
            [0x5F, 0x20, 1], [0x5F, 0x14], [0xAF, 0x51],
        ] as [[UInt8]])
    func refusesInvalidMarkers(object: [UInt8]) {
        #expect {
            try value([object])
        } throws: { error in
            if case .badObject = (error as? ArchiveError)?.reason { true } else { false }
        }
    }

    @Test func readsTextAndDataWithExtendedCounts() throws {
        let text = String(repeating: "x", count: 300)
        #expect(try value([[0x5F, 0x11, 0x01, 0x2C] + Array(text.utf8)]) == .string(text))
        let bytes = [UInt8](repeating: 1, count: 15)
        let reference = try #require(try value([[0x4F, 0x10, 15] + bytes]).dataReference)
        #expect(reference.range == 11..<26 && reference.decodedCount == nil)
    }

    @Test func keepsTheFirstOfEqualKeys() throws {
        let few: [[UInt8]] = [[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x08], [0x09]]
        #expect(try value(few) == .dictionary([.init("a", .bool(false))]))
        let many: [UInt8] =
            [0xDF, 0x10, 20] + [UInt8](repeating: 1, count: 20) + [2]
            + [UInt8](repeating: 3, count: 19)
        #expect(
            try value([many, [0x51, 0x61], [0x08], [0x09]])
                == .dictionary([.init("a", .bool(false))]))
    }

    @Test func refusesKeysThatAreNotText() {
        for key: [UInt8] in [[0x10, 1], [0x80, 1], [0xA0], [0x09]] {
            #expect(throws: ArchiveError.self) { try value([[0xD1, 1, 2], key, [0x09]]) }
        }
    }

    @Test func refusesDanglingReferences() {
        #expect {
            try value([[0xA1, 9]])
        } throws: { error in
            guard let error = error as? ArchiveError else { return false }
            // The reference follows the marker of the array.
            return error.offset == 9
        }
    }

    @Test func enforcesTheNestingLimit() throws {
        // Lists of one list each, with references of two bytes.
        func list(_ depth: Int) -> [UInt8] {
            var nested = WritableValue.array([])
            for _ in 1..<depth { nested = .array([nested]) }
            return BinaryPropertyListWriter.bytes(of: nested)
        }
        _ = try KeyedArchive(ArchiveBytes(list(512)))
        #expect(throws: ArchiveError(.tooDeep)) { try KeyedArchive(ArchiveBytes(list(513))) }
    }

    @Test func readsOnAfterADamagedObject() throws {
        let bytes = BinaryList.bytes([[0xA2, 1, 2], [0x51, 0x61], [0xA1, 2]])
        let list = try BinaryPropertyList(ArchiveBytes(bytes))
        let budget = Budget(fileSize: bytes.count)
        #expect(throws: ArchiveError.self) { try list.value(0, budget: budget) }
        // The cycle leaves no list open: another one is not taken for a part of it.
        #expect(throws: ArchiveError(.badObject("a collection holds itself"))) {
            try list.value(2, budget: budget)
        }
        #expect(try list.value(1, budget: budget) == .string("a"))
    }
}

@Suite(.tags(.fast))
struct BudgetTests {
    @Test func growsWithTheFileUpToALimit() throws {
        try Budget(fileSize: 0).spend(50_000, on: .objects)
        #expect(throws: ArchiveError(.tooMuch)) {
            try Budget(fileSize: 0).spend(50_001, on: .objects)
        }
        try Budget(fileSize: 1000).spend(51_000, on: .objects)
        #expect(throws: ArchiveError(.tooMuch)) {
            try Budget(fileSize: .max).spend(100_000_000, on: .objects)
        }
        #expect(throws: ArchiveError(.tooMuch)) {
            try Budget(fileSize: .max).spend(1 << 40, on: .text)
        }
    }

    @Test func accumulatesSpending() throws {
        let budget = Budget(fileSize: 100)
        for _ in 0..<10 { try budget.spend(100_000, on: .text) }
        try budget.spend(400, on: .text)
        #expect(throws: ArchiveError(.tooMuch)) { try budget.spend(1, on: .text) }
    }

    @Test func refusesACollectionWithinItself() throws {
        let budget = Budget(fileSize: 0)
        try budget.enter(1)
        try budget.enter(2)
        #expect(throws: ArchiveError(.badObject("a collection holds itself"))) {
            try budget.enter(1)
        }
        budget.leave()
        try budget.enter(2)
        budget.leaveAll()
        try budget.enter(1)
    }

    @Test func limitsTheNumberOfOpenCollections() throws {
        let budget = Budget(fileSize: 0)
        for number in 0..<512 { try budget.enter(number) }
        #expect(throws: ArchiveError(.tooDeep)) { try budget.enter(512) }
    }
}
