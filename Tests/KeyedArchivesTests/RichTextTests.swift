import KeyedArchives
import LocalFiles
import TestSupport
import Testing

/// Rich text, colours and other objects of UIKit.
@Suite(.tags(.fast))
struct RichTextTests {
    /// Returns the runs of a text with two tables of attributes, for some lengths and indices.
    private func runs(_ text: String, info: [UInt8]) throws -> [String] {
        var writer = ArchiveEditor()
        let string = writer.string(text)
        let bold = writer.dictionary([(writer.string("NSFont"), writer.string("Bold"))])
        let plain = writer.dictionary([] as [(String, ArchiveEditor.Value)])
        let tables = writer.array([bold, plain])
        let runs = writer.data(info, isMutable: true)
        let bytes = writer.archive(
            root: "NSMutableAttributedString", superclasses: ["NSAttributedString", "NSObject"],
            fields: [
                ("NSString", string), ("NSAttributes", tables),
                ("NSAttributeInfo", runs),
            ])
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        let root = try archive.requiredRoot()
        #expect(try archive.string(root) == text)
        let found = try #require(try archive.textRuns(root))
        return found.map { $0.text + ($0.attributes.isEmpty ? "" : "!") }
    }

    @Test func countsRunsInUTF16() throws {
        #expect(try runs("ab😀cd", info: [2, 1, 2, 0, 2, 1]) == ["ab", "😀!", "cd"])
        #expect(try runs(String(repeating: "x", count: 300), info: [0x80, 2, 0, 44, 1]).count == 2)
    }

    @Test(arguments: [
        [2, 1], [9, 0], [2, 7, 4, 0], [0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0],
    ])
    func ignoresRunsThatDoNotFit(info: [UInt8]) throws {
        #expect(try runs("abcdef", info: info) == ["abcdef"])
    }

    @Test(.enabled(if: Places.hasShared("archives"), "needs the folder of real archives"))
    func readsTheRunsOfARealText() throws {
        let bytes = try LocalFiles.read(Places.shared + "/archives/attributedstring-runs.archive")
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        let runs = try #require(try archive.textRuns(archive.requiredRoot()))
        #expect(runs.map(\.text) == ["0", "1", "2345", "67", "8", "9"])
    }

    @Test func readsColoursIdentifiersAndNumbers() throws {
        var writer = ArchiveEditor()
        let red = writer.object(
            "UIColor", superclasses: ["NSObject"],
            fields: [
                ("UIRed", .float(1)), ("UIGreen", .float(0.5)), ("UIBlue", .float(0)),
                ("UIAlpha", .float(1)),
            ])
        let pale = writer.object(
            "NSColor", superclasses: ["NSObject"],
            fields: [("NSWhite", .data(Array("0.5 0.25\0".utf8)))])
        let named = writer.object(
            "UIColor", superclasses: ["NSObject"], fields: [("UISystemColorName", .bool(true))])
        let uuid = writer.object(
            "NSUUID", superclasses: ["NSObject"],
            fields: [("NS.uuidbytes", .data(Array(0x10..<0x20)))])
        let number = writer.object(
            "NSNumber", superclasses: ["NSValue"], fields: [("NS.intval", .integer(7))])
        let archive = try KeyedArchive(
            ArchiveBytes(writer.archive(rootArray: [red, pale, named, uuid, number])))
        let members = try #require(try archive.array(archive.requiredRoot()))
        #expect(try archive.color(members[0]) == "#ff8000")
        #expect(try archive.color(members[1]) == "#80808040")
        #expect(try archive.color(members[2]) == nil)
        #expect(try archive.uuid(members[3]) == "10111213-1415-1617-1819-1A1B1C1D1E1F")
        #expect(try archive.number(members[4]) == .integer(7))
    }
}
