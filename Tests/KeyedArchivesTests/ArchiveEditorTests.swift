import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Changes to single values, which leave the rest of the archive unchanged.
@Suite(.tags(.fast))
struct ArchiveEditorTests {
    private func archive(_ bytes: [UInt8]) throws -> KeyedArchive {
        try KeyedArchive(ArchiveBytes(bytes))
    }

    private func root(of bytes: [UInt8]) throws -> (KeyedArchive, ArchivedInstance) {
        let archive = try archive(bytes)
        return (archive, try archive.rootInstance())
    }

    private static let thing: [UInt8] = {
        var writer = ArchiveEditor()
        let shared = writer.string("shared")
        let members = writer.array([shared, writer.data([1, 2]), .null])
        let pairs = writer.dictionary([(writer.string("a"), shared), (writer.string("b"), members)])
        return writer.archive(
            root: "App.Thing", superclasses: ["Base", "NSObject"],
            fields: [
                ("title", shared), ("copy", shared), ("list", members),
                ("pairs", pairs), ("$own", .integer(7)), ("ratio", .real(0.5)),
                ("flag", .bool(true)),
            ])
    }()

    @Test func changesOneFieldAndKeepsAllOthers() throws {
        var editor = try ArchiveEditor(archive(Self.thing))
        editor.setField("title", new: editor.string("new"), of: editor.root)
        let (before, old) = try root(of: Self.thing)
        let (after, new) = try root(of: editor.bytes())
        #expect(new.classNames == ["Thing", "Base", "NSObject"])
        #expect(new.fields.map(\.key) == old.fields.map(\.key))
        #expect(try new["title"].flatMap(after.string) == "new")
        // A text that two fields share is changed for one of them only.
        #expect(try new["copy"].flatMap(after.string) == "shared")
        #expect(try new["pairs"].flatMap(after.dictionary)?.count == 2)
        #expect(try old["list"].flatMap(before.array)?.count == 3)
        #expect(try new["list"].flatMap(after.array)?.count == 3)
        for key in ["$own", "ratio", "flag"] { #expect(new[key] == old[key]) }
        #expect(after.top.map(\.key) == before.top.map(\.key))
    }

    @Test func erasesReplacedValues() throws {
        var writer = ArchiveEditor()
        let secret = writer.string("a secret")
        let bytes = writer.archive(root: "Note", superclasses: [], fields: [("text", secret)])
        var editor = try ArchiveEditor(archive(bytes))
        editor.setField("text", new: editor.string("open"), of: editor.root)
        let text = String(decoding: editor.bytes(), as: UTF8.self)
        #expect(text.contains("open") && !text.contains("secret"))
    }

    @Test func writesUnchangedArchivesByteForByte() throws {
        #expect(try ArchiveEditor(archive(Self.thing)).bytes() == Self.thing)
    }

    @Test func changesDictionariesAndLists() throws {
        var editor = try ArchiveEditor(archive(Self.thing))
        let pairs = try #require(editor.place(.key("pairs"), from: editor.root))
        #expect(editor.keys(of: pairs) == ["a", "b"])
        editor.setField("c", new: editor.date(10), of: pairs)
        editor.setField("a", new: nil, of: pairs)
        let list = try #require(editor.place(.key("list"), from: editor.root))
        let members = try #require(editor.members(of: list))
        editor.setMembers([members[1], editor.string("x"), members[1]], of: list)
        let (archive, root) = try root(of: editor.bytes())
        let changed = try #require(try root["pairs"].flatMap(archive.dictionary))
        #expect(try changed.map { try archive.string($0.key) } == ["b", "c"])
        #expect(try archive.date(changed[1].value) == 10)
        #expect(try root["list"].flatMap(archive.array)?.map(archive.string) == [nil, "x", nil])
    }

    @Test func editsListsWithNumberedKeys() throws {
        var writer = ArchiveEditor()
        let members = [writer.string("a"), writer.string("b")]
        let bytes = writer.archive(
            root: "NSMutableArray", superclasses: ["NSArray", "NSObject"],
            fields: [("NS.object.0", members[0]), ("NS.object.1", members[1])])
        var editor = try ArchiveEditor(archive(bytes))
        let old = try #require(editor.members(of: editor.root))
        editor.setMembers(old.reversed(), of: editor.root)
        let archive = try archive(editor.bytes())
        let read = try #require(try archive.array(archive.requiredRoot()))
        #expect(try read.map(archive.string) == ["b", "a"])
    }

    @Test func extractsAndAdoptsObjects() throws {
        var writer = ArchiveEditor()
        let notes = ["one", "two", "three"].map { title in
            writer.object(
                "Note", superclasses: ["NSObject"],
                fields: [("title", writer.string(title))])
        }
        let bytes = writer.archive(rootArray: notes)
        var editor = try ArchiveEditor(archive(bytes))
        let second = try #require(editor.place(.index(1), from: editor.root))
        let alone = editor.bytes(ofOnly: second)
        let (single, note) = try root(of: alone)
        #expect(try note["title"].flatMap(single.string) == "two")
        #expect(!String(decoding: alone, as: UTF8.self).contains("three"))
        let found = editor.adopt(rootOf: try ArchiveEditor(archive(alone)))
        let adopted = try #require(found)
        let members = try #require(editor.members(of: editor.root))
        editor.setMembers([adopted] + members, of: editor.root)
        let whole = try archive(editor.bytes())
        let titles = try whole.array(whole.requiredRoot())?.map { member in
            try whole.object(member).instance?["title"].flatMap(whole.string)
        }
        #expect(titles == ["two", "one", "two", "three"])
        // The class is recorded once.
        let classes = String(decoding: editor.bytes(), as: UTF8.self).ranges(of: "$classname")
        #expect(classes.count == 1)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func changesPlainLists(format: PropertyListSerialization.PropertyListFormat) throws {
        let values: [String: Any] = [
            "notes": [
                ["title": "a", "when": Date(timeIntervalSinceReferenceDate: 5)], ["title": "b"],
            ],
            "blob": Data([1, 2]),
        ]
        let data = try PropertyListSerialization.data(
            fromPropertyList: values, format: format, options: 0)
        var editor = try ArchiveEditor(archive(Array(data)))
        let list = try #require(editor.place(.key("notes"), from: editor.root))
        let note = try #require(editor.place(.index(0), from: list))
        editor.setField("title", new: editor.string("changed"), of: note)
        // Foundation reads the result.
        let read = try #require(
            try PropertyListSerialization.propertyList(
                from: Data(editor.bytes()), format: nil) as? [String: Any])
        let notes = try #require(read["notes"] as? [[String: Any]])
        #expect(notes[0]["title"] as? String == "changed")
        #expect(notes[0]["when"] as? Date == Date(timeIntervalSinceReferenceDate: 5))
        #expect(read["blob"] as? Data == Data([1, 2]))
    }

    @Test func keepsBase64PicturesAsText() throws {
        let base64 = Data(PNGPicture.quarters(width: 20, height: 20)).base64EncodedString()
        var writer = ArchiveEditor()
        let fields = [("image", base64), ("title", "t")].map {
            ($0.0, writer.string($0.1))
        }
        let bytes = writer.archive(root: "Note", superclasses: [], fields: fields)
        #expect(try ArchiveEditor(archive(bytes)).bytes() == bytes)
    }

    @Test func refusesJSONButAcceptsDamagedArchives() throws {
        #expect(throws: ArchiveError.self) { try ArchiveEditor(archive(Array("{}".utf8))) }
        let damaged = try XMLArchive.archive(
            objects: "<string>$null</string><dict><key>$class</key><true/></dict>")
        #expect(throws: Never.self) { try ArchiveEditor(damaged) }
    }
}
