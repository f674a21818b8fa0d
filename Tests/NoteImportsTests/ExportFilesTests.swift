import FileFormats
import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteExports
@testable import NoteImports

/// The files that an export refers to, and the fields for which front matter has no key.
@Suite(.tags(.fast))
struct ExportFilesTests {
    private let folder = TemporaryFolder()
    private var files: ExportFiles { ExportFiles(folder.path + "/tree") }

    init() throws {
        for name in [
            "tree/photos/a b.jpg", "tree/.git/config", "tree/photos/.x", "secret", "tree2/x",
        ] {
            try folder.write("12345", to: name)
        }
    }

    @Test func findsAFileByItsPath() throws {
        let stored = try #require(files.stored("photos/a b.jpg"))
        #expect(stored.file == folder.path + "/tree/photos/a b.jpg" && stored.count == 5)
        #expect(files.stored("a b.jpg", from: "photos") == stored)
        #expect(files.stored("../photos/./a b.jpg", from: "photos") == stored)
    }

    @Test(arguments: [
        "", "/", ".", "..", "photos", "../secret", "/etc/passwd", "photos/../../secret",
        ".git/config", "photos/.x", "../tree2/x", "../tree/../secret", "absent", "photos/a b.jpg/",
        "photos/a b.jpg\u{0}",
    ])
    func findsNothingElse(address: String) {
        #expect(files.stored(address) == nil)
    }

    @Test func followsLinksWithinTheExportOnly() throws {
        for (name, path) in [
            ("in", "photos/a b.jpg"), ("out", "../secret"), ("hidden", ".git/config"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/tree/" + name, withDestinationPath: path)
        }
        #expect(files.stored("in")?.file == folder.path + "/tree/photos/a b.jpg")
        #expect(files.stored("out") == nil)
        #expect(files.stored("hidden") == nil)
    }

    private func entries(_ fields: [JSONValue.Field]) -> [YAMLValue.Entry] {
        OtherFields.entries(
            of: Note(id: NoteID(source: "a", index: 0), title: "T", body: "", otherFields: fields),
            for: .plain)
    }

    @Test func keepsFreeKeysAndCollectsReservedOnes() {
        let found = entries([
            .init("Title", value: .string("x")), .init("rating", value: .integer(5)),
            .init("keywords", value: .null), .init("rating", value: .integer(6)),
        ])
        #expect(found.map(\.key) == ["rating", "other"])
        #expect(found[0].value == .number(5))
        #expect(
            found[1].value == .mapping([.init("Title", .text("x")), .init("keywords", .empty)]))
    }

    @Test func leavesObjectsOfAppsToTheJSONTree() {
        let found = entries([
            .init("data", value: .object([("$data", .integer(3))])),
            .init("deep", value: .array([.object([("$class", .string("X"))])])),
            .init("twice", value: .object([("a", .null), ("a", .null)])),
            .init("plain", value: .object([("a", .array([.bool(true), .numbers([1, 2.5])]))])),
        ])
        #expect(found.map(\.key) == ["plain"])
        let list = YAMLValue.list([.plain("true"), .list([.plain("1.0"), .plain("2.5")])])
        #expect(found.first?.value == .mapping([.init("a", list)]))
    }

    @Test func reservesEveryKeyInLowerCase() {
        #expect(FrontMatterKeys.reserved.isSuperset(of: FrontMatterKeys.exported))
        for key in FrontMatterKeys.reserved { #expect(key == key.lowercased()) }
    }
}
