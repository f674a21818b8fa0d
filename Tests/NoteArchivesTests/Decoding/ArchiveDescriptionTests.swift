import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import KeyedArchives
@testable import NoteArchives

/// Archives as JSON, for people who look into one.
@Suite(.tags(.fast))
struct ArchiveDescriptionTests {
    private func whole(_ bytes: [UInt8], keepsData: Bool = false) throws -> String {
        var description = ArchiveDescription(try .made(bytes), keepsData: keepsData)
        var text: [UInt8] = []
        description.whole().append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    @Test func describesEveryKindOfValue() throws {
        let uuid = MadeValue.object(
            "NSUUID", [("NS.uuidbytes", .inline(.data([UInt8](repeating: 0, count: 16))))])
        let thing = MadeValue.object(
            "Thing",
            [
                ("text", "é\n"), ("date", .date(0.5)), ("url", .url("a/b")),
                ("colour", .object("UIColor", [("UIWhite", 0.0)])), ("uuid", uuid),
                ("flag", true), ("count", -1), ("ratio", 0.25), ("nothing", .null),
                ("number", .number(7)), ("bytes", .inline(.data([1, 2]))), ("never", .date(1e300)),
            ])
        #expect(
            try whole(thing.archive) == """
                {"root":{"$class":"Thing","$id":1,"text":"é\\n",\
                "date":"2001-01-01T00:00:00.5Z","url":"a/b","colour":"#000000",\
                "uuid":"00000000-0000-0000-0000-000000000000","flag":true,"count":-1,\
                "ratio":0.25,"nothing":null,"number":7,"bytes":{"$data":2},"never":1e+300}}
                """)
    }

    @Test func numbersObjectsAndBreaksCycles() throws {
        let bytes = xmlArchive(
            """
            <dict><key>NS.objects</key><array>@1@2@2</array><key>$class</key>@4</dict>
            <dict><key>next</key>@3<key>$class</key>@5</dict>
            <dict><key>next</key>@2<key>gone</key>@77<key>$class</key>@5</dict>
            <dict><key>$classname</key><string>NSArray</string></dict>
            <dict><key>$classname</key><string>Node</string></dict>
            """)
        #expect(
            try whole(bytes) == """
                {"root":[{"$ref":1},{"$class":"Node","$id":2,"next":{"$class":"Node","$id":3,\
                "next":{"$ref":2},"gone":{"$damaged":"is damaged: it refers to object 77 of 6"}}},\
                {"$ref":2}]}
                """)
    }

    @Test func sortsTheKeysOfDictionaries() throws {
        let pairs: MadeValue = ["b": .number(1), "a": .number(1), "c": .number(1)]
        #expect(
            try whole(MadeValue.list([pairs]).archive) == #"{"root":[{"a":1,"b":1,"c":1}]}"#)
        #expect(
            try whole(Array(#"{"b": {"y": null, "x": 2}, "a": 1}"#.utf8))
                == #"{"a":1,"b":{"x":2,"y":null}}"#)
    }

    @Test func describesTheContentsOfData() throws {
        let nested = MadeValue.list(["inside"]).archive
        let picture = PNGPicture.quarters(width: 2, height: 2)
        let bytes = MadeValue.list([.data(picture), .data(nested), .data([1])]).archive
        #expect(
            try whole(bytes) == """
                {"root":[{"$data":\(picture.count),"kind":"png"},\
                {"$data":\(nested.count),"holds":{"root":["inside"]}},{"$data":1}]}
                """)
        #expect(try whole(bytes, keepsData: true).contains(#"{"$data":1,"base64":"AQ=="}"#))
    }

    @Test func keepsOnlyDataThatIsSmall() throws {
        let list = MadeValue.list([.data([UInt8](repeating: 1, count: 65_537))])
        #expect(try whole(list.archive, keepsData: true) == #"{"root":[{"$data":65537}]}"#)
        #expect(
            ArchiveDescription.dataValue([1, 2], count: 9)
                == .object([("$data", .integer(9)), ("base64", .string("AQI="))]))
        #expect(ArchiveDescription.dataValue(nil, count: 9) == .object([("$data", .integer(9))]))
    }

    @Test func truncatesDeepNesting() throws {
        let text = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        let whole = try whole(Array(text.utf8))
        #expect(whole.contains(#"{"$cut":"more than can be shown"}"#))
        #expect(whole.prefix { $0 == "[" }.count == 200)
    }

    @Test func keepsDatesOfTheYears1To9999() {
        #expect(Date(secondsSince2001: 0) == Date(timeIntervalSinceReferenceDate: 0))
        for seconds in [-63_113_904_001, 252_423_993_600, Double.nan, .infinity, -.infinity] {
            #expect(Date(secondsSince2001: seconds) == nil, "\(seconds)")
        }
    }
}

/// The places of data in a file, also within archives in archives.
@Suite(.tags(.fast))
struct OpenedArchiveTests {
    private func bytes(of stored: StoredBytes, in file: [UInt8]) -> [UInt8] {
        let part = Array(file[stored.range])
        guard let range = stored.decodedRange else { return part }
        let decoded = Data(base64Encoded: Data(part), options: .ignoreUnknownCharacters)
        return Array((decoded ?? Data())[range])
    }

    private func reference(
        _ value: PropertyListValue, in opened: OpenedArchive
    ) throws -> PropertyListValue.DataReference {
        try #require(try opened.archive.data(value))
    }

    private func archive(_ content: [UInt8]) -> [UInt8] {
        MadeValue.list([.data([0, 0, 0]), .data(content)]).archive
    }

    private func second(of opened: OpenedArchive) throws -> PropertyListValue.DataReference {
        let members = try #require(try opened.archive.array(opened.requiredRoot()))
        return try reference(members[1], in: opened)
    }

    @Test func findsBytesInNestedArchives() throws {
        let content = PNGPicture.quarters(width: 3, height: 3)
        var file = content
        for _ in 0..<4 { file = archive(file) }
        var opened = try OpenedArchive.made(file)
        for _ in 0..<3 {
            let reference = try second(of: opened)
            #expect(opened.isArchive(reference))
            opened = try opened.nested(reference)
        }
        let reference = try second(of: opened)
        #expect(!opened.isArchive(reference))
        #expect(opened.prefix(of: reference) == Array(content.prefix(32)))
        let stored = try #require(opened.stored(reference))
        #expect(stored.file == "/notes/a.data" && stored.decodedRange == nil)
        #expect(bytes(of: stored, in: file) == content)
    }

    @Test func findsBytesInAnArchiveInBase64() throws {
        let content = PNGPicture.quarters(width: 3, height: 3)
        let nested = Data(archive(content)).base64EncodedString()
        let file = Array("{\"photo\": \"\(nested)\"}".utf8)
        let outer = try OpenedArchive.made(file)
        let value = try #require(outer.requiredRoot()["photo"])
        let reference = try reference(value, in: outer)
        #expect(outer.isArchive(reference))
        #expect(outer.prefix(of: reference).starts(with: "bplist00".utf8))
        let inner = try outer.nested(reference)
        let stored = try #require(inner.stored(try second(of: inner)))
        #expect(bytes(of: stored, in: file) == content)
        #expect(stored.count == content.count)
    }

    @Test func limitsTheDepthOfNestedArchives() throws {
        var file: [UInt8] = [1]
        for _ in 0..<6 { file = archive(file) }
        var opened = try OpenedArchive.made(file)
        for _ in 0..<4 { opened = try opened.nested(try second(of: opened)) }
        let reference = try second(of: opened)
        #expect(throws: ArchiveError.self) { try opened.nested(reference) }
    }

    @Test func limitsRepeatedReadingOfData() throws {
        let opened = try OpenedArchive.made(archive([UInt8](repeating: 1, count: 100_000)))
        #expect(throws: ArchiveError(.tooMuch)) {
            for _ in 0..<20 { try opened.budget.spend(100_000, on: .data) }
        }
    }
}
