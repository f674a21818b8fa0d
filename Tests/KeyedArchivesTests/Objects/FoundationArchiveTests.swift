import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// Archives that Foundation wrote, and archives of this project that Foundation reads.
@Suite(.tags(.fast))
struct FoundationArchiveTests {
    typealias Format = PropertyListSerialization.PropertyListFormat

    private func archive(
        _ root: Any, format: Format = .binary, key: String = NSKeyedArchiveRootObjectKey
    ) throws -> KeyedArchive {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.outputFormat = format
        archiver.encode(root, forKey: key)
        archiver.finishEncoding()
        return try KeyedArchive(ArchiveBytes(Array(archiver.encodedData)))
    }

    @Test(arguments: [Format.binary, .xml]) func readsValuesOfEveryClass(format: Format) throws {
        let uuid = try #require(UUID(uuidString: "8D9C1F6E-0B7A-4C5B-9D7E-1A2B3C4D5E6F"))
        let url = try #require(NSURL(string: "https://example.org/a%20b?c#d"))
        let values: [Any] = [
            NSString(string: "Grüße 👋"), NSNumber(value: 42), NSNumber(value: 0.5),
            NSNumber(value: true), NSData(data: Data([1, 2, 3])),
            NSDate(timeIntervalSinceReferenceDate: -1.5), url,
            NSUUID(uuidString: uuid.uuidString)
                ?? NSUUID(), NSNull(), NSMutableString(string: "mutable"),
            NSMutableData(data: Data([9])),
        ]
        let archive = try archive(NSArray(array: values), format: format)
        #expect(archive.archiver == "NSKeyedArchiver" && !archive.isPlain && !archive.isJSON)
        let root = try archive.requiredRoot()
        let members = try #require(try archive.array(root))
        #expect(members.count == values.count)
        #expect(try archive.string(members[0]) == "Grüße 👋")
        #expect(try archive.number(members[1]) == .integer(42))
        #expect(try archive.number(members[2]) == .real(0.5))
        #expect(try archive.number(members[3]) == .bool(true))
        #expect(try archive.data(members[4]).flatMap(archive.contents) == [1, 2, 3])
        #expect(try archive.date(members[5]) == -1.5)
        #expect(try archive.url(members[6]) == "https://example.org/a%20b?c#d")
        #expect(try archive.uuid(members[7]) == uuid.uuidString)
        #expect(try archive.object(members[8]) == .null)
        #expect(try archive.string(members[9]) == "mutable")
        #expect(try archive.data(members[10]).flatMap(archive.contents) == [9])
    }

    @Test(arguments: [Format.binary, .xml]) func readsCollections(format: Format) throws {
        let set = NSSet(array: ["x"])
        let ordered = NSOrderedSet(array: ["b", "a", "c"])
        let pairs: NSDictionary = ["k": "v", "n": 1]
        let archive = try archive(NSArray(array: [set, ordered, pairs, NSArray()]), format: format)
        let members = try #require(try archive.array(archive.requiredRoot()))
        #expect(try archive.array(members[0])?.map(archive.string) == ["x"])
        #expect(try archive.array(members[1])?.map(archive.string) == ["b", "a", "c"])
        let read = try #require(try archive.dictionary(members[2]))
        var named: [String: PropertyListValue] = [:]
        for pair in read { named[try archive.string(pair.key) ?? ""] = pair.value }
        #expect(try named["k"].flatMap(archive.string) == "v")
        #expect(try named["n"].flatMap(archive.number) == .integer(1))
        #expect(try archive.array(members[3]) == [])
        // A value of another kind is nil and no error.
        #expect(try archive.array(members[2]) == nil)
        #expect(try archive.dictionary(members[0]) == nil)
        #expect(try archive.date(members[0]) == nil)
        #expect(try archive.url(members[0]) == nil)
        #expect(try archive.uuid(members[0]) == nil)
        #expect(try archive.color(members[0]) == nil)
        #expect(try archive.textRuns(members[0])?.count == nil)
    }

    @Test func readsTheTextOfAnAttributedString() throws {
        let archive = try archive(NSAttributedString(string: "some text"))
        let root = try archive.requiredRoot()
        #expect(try archive.string(root) == "some text")
        #expect(try archive.textRuns(root)?.map(\.text).joined() == "some text")
    }

    @Test func findsTheOnlyObjectUnderAnyName() throws {
        let archive = try archive(NSString(string: "x"), key: "MyNotes")
        #expect(try archive.string(archive.requiredRoot()) == "x")
        #expect(archive.top.map(\.key) == ["MyNotes"])
    }

    @Test func sharesAnObjectThatWasEncodedTwice() throws {
        let text = NSString(string: "shared and long enough to be one object")
        let archive = try archive(NSArray(array: [text, text]))
        let members = try #require(try archive.array(archive.requiredRoot()))
        #expect(members[0] == members[1])
    }

    @Test func writesWhatFoundationReads() throws {
        var writer = ArchiveEditor()
        let text = writer.string("Grüße 👋")
        let pairs = writer.dictionary([
            (writer.string("date"), writer.date(12.25)),
            (writer.string("number"), writer.number(7)),
            (writer.string("real"), writer.number(0.25)),
            (writer.string("flag"), writer.bool(true)),
            (writer.string("bytes"), writer.data([1, 2], isMutable: true)),
            (writer.string("url"), writer.url("https://example.org/")),
            (writer.string("null"), writer.blank()),
        ])
        let bytes = writer.archive(rootArray: [text, text, pairs])
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
        unarchiver.requiresSecureCoding = false
        let root = try #require(
            unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? [Any])
        #expect(unarchiver.error == nil)
        #expect(root.prefix(2).map { $0 as? String } == ["Grüße 👋", "Grüße 👋"])
        let read = try #require(root[2] as? [String: Any])
        #expect(read["date"] as? Date == Date(timeIntervalSinceReferenceDate: 12.25))
        #expect(read["number"] as? Int == 7)
        #expect(read["real"] as? Double == 0.25)
        #expect(read["flag"] as? Bool == true)
        #expect(read["bytes"] as? Data == Data([1, 2]))
        #expect((read["url"] as? URL)?.absoluteString == "https://example.org/")
        #expect(read["null"] is NSNull)
    }

    @Test func readsTopLevelValues() throws {
        var writer = ArchiveEditor()
        let title = writer.string("t")
        let bytes = writer.archive(top: [
            ("title", title), ("count", .integer(3)), ("ratio", .float(0.5)),
        ])
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        #expect(archive.root == nil)
        #expect(archive.top.map(\.key) == ["title", "count", "ratio"])
        #expect(archive.top[1].value == .integer(3))
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
        #expect(unarchiver.decodeInteger(forKey: "count") == 3)
        #expect(unarchiver.decodeFloat(forKey: "ratio") == 0.5)
        #expect(unarchiver.decodeObject(of: NSString.self, forKey: "title") == "t")
    }
}
