import Foundation
import LocalFiles
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ReplacingTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private var path: String { folder.path + "/file" }

    private func names() throws -> [String] { try LocalFiles.entries(of: folder.path).map(\.name) }

    /// The two functions that replace a file, and one name for each.
    enum Way: CaseIterable, CustomTestStringConvertible {
        case plainly, durably, withoutWaiting

        var testDescription: String { "\(self)" }

        func replace(_ path: String, text: String) throws {
            let bytes = Array(text.utf8)
            switch self {
            case .plainly: try LocalFiles.replace(path, bytes: bytes)
            case .durably: try LocalFiles.replaceDurably(path, bytes: bytes)
            case .withoutWaiting:
                try LocalFiles.replaceDurably(path, bytes: bytes, isSynchronizing: false)
            }
        }
    }

    @Test(arguments: [
        (".a.data.12.new", true), (".note.1.new", true), (".a..7.new", true), (".a.b.new", false),
        ("a.data.12.new", false), (".a.data.new", false), (".a.12.news", false), ("..1.new", false),
        (".1.new", false), (".new", false), ("", false), (".é.5.new", true),
    ])
    func recognizesNamesOfTemporaryFiles(name: String, isTemporary: Bool) {
        #expect(LocalFiles.isTemporaryName(name) == isTemporary)
        let path = LocalFiles.hiddenPath(beside: "/a/" + name)
        #expect(LocalFiles.isTemporaryName(LocalFiles.name(of: path)))
    }

    @Test(arguments: Way.allCases) func createsAndReplacesFiles(way: Way) throws {
        for text in ["first", "", "a longer second text"] {
            try way.replace(path, text: text)
            #expect(try LocalFiles.read(path) == Array(text.utf8))
            #expect(try names() == ["file"])
        }
    }

    /// A reader that has opened the old file, or linked it, keeps its content.
    @Test(arguments: Way.allCases) func leavesTheOldFileToItsReaders(way: Way) throws {
        try folder.write("old", to: "file")
        try LocalFiles.linkOrCopy(path, to: folder.path + "/published")
        let reader = try OpenFile(path)
        try way.replace(path, text: "new text")
        #expect(try LocalFiles.read(reader, count: 100) == Array("old".utf8))
        #expect(try folder.bytes("published") == Array("old".utf8))
    }

    @Test(arguments: Way.allCases) func leavesNothingBehindWhereItFails(way: Way) throws {
        try LocalFiles.makeFolder(path)
        #expect(throws: FileError.self) { try way.replace(path, text: "text") }
        try folder.write("kept", to: "file/inner")
        #expect(throws: FileError.self) { try way.replace(path, text: "text") }
        #expect(try LocalFiles.files(below: folder.path) == ["file/inner"])
    }

    @Test(arguments: Way.allCases) func makesNoFolder(way: Way) throws {
        let error = failure { try way.replace(folder.path(of: "none/file"), text: "text") }
        #expect(error?.isMissing == true)
        #expect(try names().isEmpty)
    }

    /// A file that a killed run has left under the temporary name does not matter.
    @Test func overwritesWhatAKilledRunLeft() throws {
        try folder.write("half", to: "file.new")
        try Way.plainly.replace(path, text: "text")
        try LocalFiles.create(LocalFiles.hiddenPath(beside: path), bytes: [1])
        try Way.durably.replace(path, text: "text")
        #expect(try names() == ["file"])
        #expect(try LocalFiles.read(path) == Array("text".utf8))
    }

    @Test(arguments: [0o600, 0o640, 0o444, 0o755, 0o666])
    func keepsThePermissionsOfAReplacedFile(mode: Int) throws {
        try folder.write("old", to: "file")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        try LocalFiles.replaceDurably(path, bytes: Array("new".utf8))
        #expect(try permissions(path) == mode)
        #expect(try LocalFiles.read(path) == Array("new".utf8))
    }

    @Test(arguments: [true, false]) func refusesToReplaceWhereAFileShouldBeNew(isLink: Bool) throws
    {
        if isLink {
            // A link without a target is in the way, too.
            try folder.link("file", to: "none")
        } else {
            try folder.write("old", to: "file")
        }
        let before = try LocalFiles.status(path, followingLinks: false)
        let error = failure { try LocalFiles.replaceDurably(path, bytes: [1], isNew: true) }
        #expect(error?.code == FileError.exists && error?.path == path)
        #expect(try LocalFiles.status(path, followingLinks: false) == before)
        #expect(try names() == ["file"])
    }

    @Test func writesANewFileWhereThereIsNone() throws {
        try LocalFiles.replaceDurably(path, bytes: [1, 2], isNew: true)
        #expect(try LocalFiles.read(path) == [1, 2])
        #expect(try names() == ["file"])
    }

    @Test func returnsTheStatusOfACreatedFile() throws {
        let status = try LocalFiles.create(path, bytes: [1, 2, 3])
        #expect(status.size == 3 && status.isFile)
        #expect(try LocalFiles.status(path) == status)
        // Creating overwrites nothing.
        #expect(throws: FileError.self) { try LocalFiles.create(path, bytes: [4]) }
        #expect(try LocalFiles.read(path) == [1, 2, 3])
    }

    /// Names of 255 bytes are allowed, so a name must not grow by much.
    @Test(arguments: ["a", "note.data", "é", String(repeating: "n", count: 250)])
    func placesAHiddenTemporaryFileBesideTheTarget(name: String) throws {
        let hidden = LocalFiles.hiddenPath(beside: folder.path + "/" + name)
        #expect(LocalFiles.folder(of: hidden) == folder.path)
        let own = LocalFiles.name(of: hidden)
        #expect(own.hasPrefix(".") && own != name && own.utf8.count <= 255)
        try LocalFiles.replaceDurably(folder.path + "/" + name, bytes: [7])
        #expect(try names() == [name])
    }
}
