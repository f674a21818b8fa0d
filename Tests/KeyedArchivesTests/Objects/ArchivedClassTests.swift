import TestSupport
import Testing

@testable import KeyedArchives

@Suite(.tags(.fast))
struct ArchivedClassTests {
    @Test(arguments: [
        ("NoteObj", "NoteObj"), ("App.Note", "Note"), ("a.b.C", "C"), ("_TtC3App4Note", "Note"),
        ("_TtGC3App4NoteSS_", "Note"), ("_TtCC6MyNote4Book4Page", "Page"),
        ("My_Notes.NoteObj", "NoteObj"), ("_TtC3App99Note", "_TtC3App99Note"), ("_Tt", "_Tt"),
        ("", ""), (".", "."), ("a.", "a."), (".a", "a"), ("_TtC3Äp4Note", "Note"),
        ("_TtC99999999999999999999App", "_TtC99999999999999999999App"), ("Note.Ünïcode", "Ünïcode"),
    ])
    func stripsTheModuleFromClassNames(name: String, plain: String) {
        #expect(plainClassName(name) == plain)
    }

    @Test func derivesTheKindFromTheFirstSystemClass() {
        #expect(ArchivedClass(["MyArray", "NSMutableArray", "NSArray", "NSObject"]).kind == .array)
        #expect(ArchivedClass(["MyString", "NSString"]).kind == .string)
        #expect(ArchivedClass(["Note", "NSObject"]).kind == .other)
        #expect(ArchivedClass([]).kind == .other)
        #expect(ArchivedClass(["Odd", "NSDate", "NSString"]).kind == .date)
    }

    @Test func comparesByClassNames() {
        #expect(ArchivedClass(["A", "B"]) == ArchivedClass(["A", "B"]))
        #expect(ArchivedClass(["A", "B"]) != ArchivedClass(["B", "A"]))
        #expect(Set([ArchivedClass(["A"]), ArchivedClass(["A"])]).count == 1)
    }

    @Test func readsFallbackClassesAfterSuperclasses() throws {
        let objects = """
            <string>$null</string>
            <dict><key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict>
            <key>$$own</key><integer>1</integer></dict>
            <dict><key>$classname</key><string>App.Odd</string>
            <key>$classes</key><array><string>App.Odd</string><string>Base</string><integer>1</integer></array>
            <key>$classhints</key><array><string>NSArray</string></array></dict>
            """
        let archive = try XMLArchive.archive(objects: objects)
        let root = try archive.rootInstance()
        #expect(root.classNames == ["Odd", "Base", "NSArray"])
        #expect(root.kind == .array)
        #expect(root.isKind(of: "Base") && !root.isKind(of: "NSSet", "App.Odd"))
        // The archiver stores a key with a dollar sign with two of them.
        #expect(root["$own"] == .integer(1))
        #expect(root.fields.map(\.key) == ["$own"])
    }
}

@Suite(.tags(.fast))
struct WritableValueTests {
    @Test func distinguishesValuesThatSwiftConsidersEqual() {
        #expect(WritableValue.string("\u{E9}") != .string("e\u{301}"))
        #expect(WritableValue.real(0) != .real(-0.0))
        #expect(WritableValue.real(.nan) == .real(.nan))
        #expect(WritableValue.float(0) != .float(-0.0))
        #expect(WritableValue.integer(1) != .real(1))
        #expect(WritableValue.real(1) != .date(1))
        #expect(WritableValue.bool(true) != .integer(1))
        #expect(WritableValue.null != .uid(0))
    }

    @Test func hashesEqualValuesAlike() {
        let pairs: [(WritableValue, WritableValue)] = [
            (.string("é" + "x"), .string("éx")), (.data([1, 2]), .data([1] + [2])),
            (.array([.null, .uid(2)]), .array([.null, .uid(2)])),
            (.dictionary([.init("a", .real(.nan))]), .dictionary([.init("a", .real(.nan))])),
        ]
        for (left, right) in pairs {
            #expect(left == right && left.hashValue == right.hashValue)
        }
    }

    @Test func writesNFCAndNFDAsDistinctStrings() throws {
        let values: [WritableValue] = [.string("\u{E9}"), .string("e\u{301}")]
        let archive = try KeyedArchive(
            ArchiveBytes(BinaryPropertyListWriter.bytes(of: .array(values))))
        let members = try #require(try archive.requiredRoot().members)
        #expect(members.compactMap(\.text).map { Array($0.utf8).count } == [2, 3])
    }

    private let tree = WritableValue.dictionary([
        .init("a", .uid(3)), .init("b", .array([.uid(1), .array([.uid(2)]), .integer(9)])),
        .init("c", .uid(3)),
    ])

    @Test func listsReferencesInTheOrderOfTheFields() {
        #expect(tree.references == [3, 1, 2, 3])
    }

    @Test func renumbersReferencesAndForgetsTheOthers() {
        #expect(
            tree.renumbered([3: 30, 1: 10])
                == .dictionary([
                    .init("a", .uid(30)),
                    .init("b", .array([.uid(10), .array([.uid(0)]), .integer(9)])),
                    .init("c", .uid(30)),
                ]))
    }

    @Test func replacesTheValueAtALocation() {
        let steps: [ArchiveEditor.Place.Step] = [.key("b"), .index(1), .index(0)]
        let changed = tree.replacing(steps[...], with: .string("x"))
        #expect(changed.member(.key("b"))?.member(.index(1)) == .array([.string("x")]))
        #expect(changed.member(.key("a")) == .uid(3))
        for wrong: [ArchiveEditor.Place.Step] in [
            [.key("z")], [.index(0)], [.key("b"), .index(7)], [.key("b"), .key("x")],
            [.key("a"), .index(0)], [.key("b"), .index(-1)],
        ] {
            #expect(tree.replacing(wrong[...], with: .null) == tree)
        }
        #expect(tree.replacing([], with: .null) == .null)
    }
}
