import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// The fields and members that the editor reads and changes, and what it leaves alone.
@Suite(.tags(.fast))
struct EditorFieldsTests {
    private typealias Value = ArchiveEditor.Value

    /// An object with values of every kind, stored inline and as objects.
    private func editor() throws -> ArchiveEditor {
        var writer = ArchiveEditor()
        let text = writer.string("words")
        let list = writer.array([text, .null, writer.number(2)])
        let pairs = writer.dictionary([(writer.string("k"), text), (writer.string("n"), list)])
        let bytes = writer.archive(
            root: "Thing", superclasses: ["NSObject"],
            fields: [
                ("text", text), ("list", list), ("pairs", pairs),
                ("nothing", .null), ("inline", .integer(3)), ("real", .real(1.5)),
                ("number", writer.number(4)), ("float", .float(0.5)),
                ("data", writer.data([1], isMutable: true)), ("bytes", .data([2])),
                ("$$version", .integer(1)), ("date", writer.date(3)),
            ])
        return try ArchiveEditor(KeyedArchive(ArchiveBytes(bytes)))
    }

    private func plain(_ value: Any) throws -> ArchiveEditor {
        let data = try PropertyListSerialization.data(
            fromPropertyList: value, format: .binary, options: 0)
        return try ArchiveEditor(KeyedArchive(ArchiveBytes(Array(data))))
    }

    @Test func readsTextsNumbersAndData() throws {
        let editor = try editor()
        func field(_ key: String) throws -> Value {
            try #require(editor.field(key, of: editor.root))
        }
        #expect(try editor.text(of: field("text")) == "words")
        #expect(try editor.text(of: field("nothing")) == nil)
        #expect(try editor.text(of: field("inline")) == nil)
        #expect(try editor.number(field("inline")) == 3)
        #expect(try editor.number(field("number")) == 4)
        #expect(try editor.number(field("float")) == 0.5)
        #expect(try editor.number(field("text")) == nil)
        for key in ["data", "bytes"] { #expect(try editor.isData(field(key))) }
        for key in ["text", "list", "nothing"] { #expect(try !editor.isData(field(key))) }
        #expect(try field("nothing").isNull && !field("text").isNull)
        #expect(editor.field("missing", of: editor.root) == nil)
        #expect(try editor.className(of: field("list")) == "NSMutableArray")
        #expect(try editor.className(of: field("inline")) == nil)
        #expect(editor.className(at: editor.root) == "Thing")
        #expect(editor.className(at: .object(999)) == nil)
    }

    @Test func escapesKeysThatBeginWithADollarSign() throws {
        var editor = try editor()
        #expect(editor.keys(of: editor.root).contains("$version"))
        #expect(editor.field("$version", of: editor.root) == .integer(1))
        editor.setField("$version", new: .integer(2), of: editor.root)
        #expect(editor.field("$version", of: editor.root) == .integer(2))
        #expect(editor.keys(of: editor.root).count { $0.hasSuffix("version") } == 1)
    }

    @Test func locatesObjectsOnly() throws {
        let editor = try editor()
        let list = try #require(editor.place(.key("list"), from: editor.root))
        #expect(editor.place(.index(0), from: list) != nil)
        for step: ArchiveEditor.Place.Step in [.index(3), .index(-1), .key("list")] {
            #expect(editor.place(step, from: list) == nil)
        }
        // An inline value of a keyed archive has no place of its own.
        #expect(editor.place(.key("inline"), from: editor.root) == nil)
        #expect(editor.place(.key("missing"), from: editor.root) == nil)
        #expect(editor.place(of: .null) == nil)
        #expect(editor.place(of: .integer(1)) == nil)
        #expect(editor.reference(to: .top) == nil)
        let reference = try #require(editor.reference(to: list))
        #expect(editor.place(of: reference) == list)
    }

    @Test func keepsTheKindAndTheStorageOfANumber() throws {
        var editor = try editor()
        func old(_ key: String) throws -> Value { try #require(editor.field(key, of: editor.root)) }
        for (key, number, expected) in [
            ("inline", 2.6, Value.integer(3)), ("inline", .infinity, nil), ("inline", 1e300, nil),
            ("real", .infinity, .real(.infinity)), ("text", 1, nil), ("nothing", 1, nil),
        ] as [(String, Double, Value?)] {
            let new = editor.number(number, inPlaceOf: try old(key))
            #expect(new == expected, "\(key): \(number)")
        }
        let stored = editor.number(7, inPlaceOf: try old("number"))
        let new = try #require(stored)
        #expect(editor.place(of: new) != nil && editor.number(new) == 7)
    }

    @Test func changesOnlyTheCopyOfASharedList() throws {
        var editor = try editor()
        let list = try #require(editor.place(.key("list"), from: editor.root))
        let pairs = try #require(editor.place(.key("pairs"), from: editor.root))
        let copy = editor.copy(of: list)
        let place = try #require(editor.place(of: copy))
        editor.setMembers([], of: place)
        editor.setField("list", new: copy, of: editor.root)
        let shared = try #require(editor.place(.key("n"), from: pairs))
        #expect(editor.members(of: shared)?.count == 3)
        let own = try #require(editor.place(.key("list"), from: editor.root))
        #expect(editor.members(of: own)?.count == 0)
    }

    /// A counted set numbers its members and their counts, unlike other collections.
    @Test func keepsTheMembersOfACountedSet() throws {
        var writer = ArchiveEditor()
        let first = writer.string("first")
        let bytes = writer.archive(
            root: "NSCountedSet", superclasses: ["NSMutableSet", "NSSet", "NSObject"],
            fields: [
                ("NS.count", .integer(1)), ("NS.object0", first),
                ("NS.count0", .integer(4)),
            ])
        var editor = try ArchiveEditor(KeyedArchive(ArchiveBytes(bytes)))
        let members = try #require(editor.members(of: editor.root))
        #expect(members.map { editor.text(of: $0) } == ["first"])
        editor.setMembers(members + [editor.string("second")], of: editor.root)
        let archive = try KeyedArchive(ArchiveBytes(editor.bytes()))
        let root = try #require(archive.root)
        let texts = try archive.array(root)?.map { try archive.string($0) }
        #expect(texts == ["first", "second"])
    }

    @Test func removesAllReferencesToAnObject() throws {
        var editor = try editor()
        let text = try #require(editor.place(.key("text"), from: editor.root))
        editor.removeReferences(to: [text, .inline([])])
        #expect(editor.field("text", of: editor.root)?.isNull == true)
        let list = try #require(editor.place(.key("list"), from: editor.root))
        #expect(editor.members(of: list)?.count == 2)
        let pairs = try #require(editor.place(.key("pairs"), from: editor.root))
        #expect(editor.keys(of: pairs) == ["n"])
        #expect(!String(decoding: editor.bytes(), as: UTF8.self).contains("words"))
    }

    @Test func dropsUnreferencedObjectsByDefault() throws {
        var editor = try editor()
        for key in editor.keys(of: editor.root) {
            editor.setField(key, new: nil, of: editor.root)
        }
        let dropped = try KeyedArchive(ArchiveBytes(editor.bytes()))
        // The null object, the root and its class.
        #expect(dropped.objectCount == 3)
        editor.keepsUnreferenced = true
        let kept = try KeyedArchive(ArchiveBytes(editor.bytes()))
        #expect(kept.objectCount > 10)
        #expect(try kept.rootInstance().fields.isEmpty)
    }

    @Test func ignoresEditsToMissingFields() throws {
        var editor = try editor()
        let before = editor.bytes()
        let date = try #require(editor.place(.key("date"), from: editor.root))
        editor.setMembers([.null], of: .object(999))
        editor.setField("a", new: .null, of: .object(999))
        editor.setField("missing", new: nil, of: editor.root)
        editor.removeReferences(to: [])
        #expect(editor.members(of: date) == nil)
        #expect(editor.keys(of: .inline([])).isEmpty)
        #expect(editor.bytes() == before)
    }

    @Test func createsValuesInPlaceInAPlainList() throws {
        var editor = try plain(["a": ["b": 1]])
        let place = try #require(editor.place(.key("a"), from: editor.root))
        #expect(place == .inline([.key("a")]))
        editor.setField("list", new: editor.array([editor.string("x"), .real(2)]), of: place)
        editor.setField("when", new: editor.date(5), of: place)
        editor.setField("raw", new: editor.data([1]), of: place)
        let made = editor.object(
            "Class", superclasses: [], fields: [("f", editor.dictionary([("g", .integer(1))]))])
        editor.setField("object", new: made, of: place)
        let read =
            try PropertyListSerialization.propertyList(from: Data(editor.bytes()), format: nil)
            as? NSDictionary
        let expected: NSDictionary = [
            "a": [
                "b": 1, "list": ["x", 2.0], "when": Date(timeIntervalSinceReferenceDate: 5),
                "raw": Data([1]), "object": ["f": ["g": 1]],
            ] as NSDictionary
        ]
        #expect(read == expected)
    }

    @Test func adoptsOnlyArchivesOfTheSameFormat() throws {
        var keyed = try editor()
        var list = try plain(["a"])
        var adopted = keyed.adopt(rootOf: list)
        #expect(adopted == nil)
        adopted = list.adopt(rootOf: keyed)
        #expect(adopted == nil)
        adopted = list.adopt(rootOf: try plain("b"))
        #expect(adopted?.value == .string("b"))
        let noRoot = ArchiveEditor().archive(top: [("a", .integer(1)), ("b", .integer(2))])
        let several = try ArchiveEditor(KeyedArchive(ArchiveBytes(noRoot)))
        #expect(several.root == .top)
        adopted = keyed.adopt(rootOf: several)
        #expect(adopted == nil)
    }

    @Test func editsTopLevelValues() throws {
        let bytes = ArchiveEditor().archive(top: [("a", .integer(1)), ("b", .integer(2))])
        var editor = try ArchiveEditor(KeyedArchive(ArchiveBytes(bytes)))
        #expect(editor.keys(of: .top) == ["a", "b"])
        editor.setField("a", new: editor.string("x"), of: .top)
        editor.setField("b", new: nil, of: .top)
        let archive = try KeyedArchive(ArchiveBytes(editor.bytes()))
        #expect(archive.top.map(\.key) == ["a"])
        #expect(try archive.string(archive.top[0].value) == "x")
    }
}
