import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// Property lists with random values, exchanged with Foundation in both directions.
@Suite(.tags(.fast))
struct FoundationListTests {
    /// Reads a property list without an object table.
    private func root(_ data: Data) throws -> (KeyedArchive, PropertyListValue) {
        let archive = try KeyedArchive(ArchiveBytes(Array(data)))
        return (archive, try archive.requiredRoot())
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func readsWhateverFoundationWrites(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let seed: UInt64 = 0x9115
        var random = SeededGenerator(seed: seed)
        for round in 0..<200 {
            // The root is a list, so that no dictionary is taken for an archive.
            let values = (0..<4).map { _ in RandomList.value(depth: 0, &random) }
            let data = try PropertyListSerialization.data(
                fromPropertyList: NSArray(array: values.map(RandomList.foundation)),
                format: format, options: 0)
            let (archive, root) = try root(data)
            #expect(
                RandomList.writable(root, of: archive) == .array(values.map(RandomList.sorted)),
                "seed \(seed), round \(round)")
        }
    }

    @Test func writesWhatFoundationReads() throws {
        let seed: UInt64 = 0x0B1A
        var random = SeededGenerator(seed: seed)
        for round in 0..<200 {
            let values = (0..<4).map { _ in RandomList.value(depth: 0, &random) }
            let bytes = BinaryPropertyListWriter.bytes(of: .array(values))
            let read = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
            let expected = NSArray(array: values.map(RandomList.foundation))
            #expect(read as? NSArray == expected, "seed \(seed), round \(round)")
        }
    }

    @Test(arguments: [1, 14, 15, 255, 256, 70_000]) func writesEqualValuesOnce(count: Int) throws {
        let text = String(repeating: "a", count: count)
        let values: [WritableValue] = [
            .string(text), .string(text), .string(text + "é"), .data([7, 8]), .data([7, 8]),
            .integer(Int64(count)), .integer(Int64(count)), .integer(-1), .real(0.5),
            .date(86_400), .date(86_400), .bool(true),
        ]
        let ours = BinaryPropertyListWriter.bytes(of: .array(values))
        let data = try PropertyListSerialization.data(
            fromPropertyList: NSArray(array: values.map(RandomList.foundation)), format: .binary,
            options: 0)
        #expect(ours.count <= data.count)
        // The list, three texts, data, two integers, a real, a date and a truth value: the count
        // of objects in the last byte of its field in the trailer.
        #expect(ours[ours.count - 17] == 9)
        #expect(try Self.isEqual(ours, to: Array(data)))
    }

    private static func isEqual(_ left: [UInt8], to right: [UInt8]) throws -> Bool {
        let read = try [left, right].map {
            try PropertyListSerialization.propertyList(from: Data($0), format: nil) as? NSObject
        }
        return read[0] == read[1]
    }

    @Test func writesWideReferencesForManyObjects() throws {
        let values = (0..<70_000).map { WritableValue.integer(Int64($0)) }
        let bytes = BinaryPropertyListWriter.bytes(of: .array(values))
        // References of three bytes do not exist in Foundation's layout.
        #expect(bytes[bytes.count - 25] == 4)
        let read = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        #expect((read as? [Int])?.last == 69_999)
        let members = try #require(try root(Data(bytes)).1.members)
        #expect(members.count == 70_000 && members.last == .integer(69_999))
    }

    @Test func writesBoundaryIntegers() throws {
        let limits: [Int64] = [
            0, 127, 128, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, .max, -1, -128,
            .min,
        ]
        let bytes = BinaryPropertyListWriter.bytes(of: .array(limits.map { .integer($0) }))
        let read = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        #expect(read as? [Int64] == limits)
        #expect(try root(Data(bytes)).1 == .array(limits.map { .integer($0) }))
    }
}

/// Random values of property lists.
enum RandomList {
    static func value(depth: Int, _ random: inout SeededGenerator) -> WritableValue {
        switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &random) {
        case 0: return .bool(Bool.random(using: &random))
        case 1: return .integer(integer(&random))
        case 2: return .real(Double(Int.random(in: -9999...9999, using: &random)) / 16)
        // Whole seconds from 1601 on, which the XML form can express.
        case 3:
            return .date(Double(Int.random(in: -12_622_780_800...9_999_999_999, using: &random)))
        case 4:
            let count = Int.random(in: 0...40, using: &random)
            return .data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        case 5: return .string(text(&random))
        case 6:
            let count = Int.random(in: 0...20, using: &random)
            return .array((0..<count).map { _ in value(depth: depth + 1, &random) })
        default:
            let count = Int.random(in: 0...20, using: &random)
            return .dictionary(
                (0..<count).map { .init("\($0)" + text(&random), value(depth: depth + 1, &random)) }
            )
        }
    }

    private static func integer(_ random: inout SeededGenerator) -> Int64 {
        let width = Int64.random(in: 0...62, using: &random)
        return Int64.random(in: -(1 << width)...(1 << width), using: &random)
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let letters: [Character] = ["a", "b", "<", "&", "\"", "'", "é", "日", "😀", "\n", " ", "]"]
        return String((0..<random.number(in: 0...20)).map { _ in random.pick(letters) })
    }

    /// Returns a value with the keys of its dictionaries in order; Foundation's order is arbitrary.
    static func sorted(_ value: WritableValue) -> WritableValue {
        switch value {
        case .array(let members): .array(members.map(sorted))
        case .dictionary(let fields):
            .dictionary(fields.map { .init($0.key, sorted($0.value)) }.sorted { $0.key < $1.key })
        default: value
        }
    }

    static func foundation(_ value: WritableValue) -> NSObject {
        switch value {
        case .null, .uid: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
        case .data(let bytes): NSData(data: Data(bytes))
        case .string(let text): NSString(string: text)
        case .array(let members): NSArray(array: members.map(foundation))
        case .dictionary(let fields):
            NSDictionary(
                dictionary: Dictionary(
                    uniqueKeysWithValues: fields.map { ($0.key, foundation($0.value)) }))
        }
    }

    /// Returns a value that was read, with its data loaded and its keys in order.
    static func writable(_ value: PropertyListValue, of archive: KeyedArchive?) -> WritableValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .date(let seconds): .date(seconds)
        case .data(let reference): .data(archive?.contents(of: reference) ?? [])
        case .string(let text): .string(text)
        case .uid(let uid): .uid(uid)
        case .array(let members): .array(members.map { writable($0, of: archive) })
        case .dictionary(let fields):
            sorted(.dictionary(fields.map { .init($0.key, writable($0.value, of: archive)) }))
        }
    }
}
