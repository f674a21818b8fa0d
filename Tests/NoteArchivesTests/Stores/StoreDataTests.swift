import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// The bytes of a Core Data store, in the database and in files beside it.
@Suite(.tags(.fast))
struct StoreDataTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private let scratch = TemporaryFolder(isInMemory: true)
    private let data: StoreData
    private let name = "66820CA9-EF1B-5560-9894-87F0313B0DD5"

    init() throws {
        try folder.write("database", to: "My.Store.sqlite")
        data = StoreData(
            store: folder.path + "/My.Store.sqlite", root: folder.path, scratch: scratch.path)
    }

    private func stored(_ value: [UInt8]) -> StoredBytes? {
        data.contents(of: value).stored
    }

    private func reference(_ name: String) -> [UInt8] { [2] + Array(name.utf8) + [0] }

    @Test func readsInlineBytesWithOrWithoutAMarker() throws {
        #expect(data.bytes(of: [1, 7, 8]) == [7, 8])
        #expect(data.bytes(of: [7, 8]) == [7, 8])
        #expect(data.bytes(of: []) == [])
        #expect(data.bytes(of: [1]) == [])
        // Longer than any name of a file, or without its end: data that begins with a 2.
        let long = [2] + [UInt8](repeating: 0x41, count: 256)
        #expect(data.bytes(of: long) == long)
        #expect(data.bytes(of: [2, 0x41, 0x42]) == [2, 0x41, 0x42])
    }

    @Test func writesInlineBytesToFilesOfTheirOwn() throws {
        var paths: Set<String> = []
        let values: [[UInt8]: [UInt8]] = [[1, 5, 6]: [5, 6], [5, 6]: [5, 6], [1]: []]
        for (bytes, expected) in values {
            let stored = try #require(self.stored(bytes))
            paths.insert(stored.file)
            #expect(try LocalFiles.read(stored.file) == expected)
            #expect(stored.range == 0..<expected.count && stored.file.hasPrefix(scratch.path))
        }
        #expect(paths.count == 3)
    }

    @Test func findsAFileBesideTheStore() throws {
        let path = try folder.write("content", to: ".My.Store_SUPPORT/_EXTERNAL_DATA/" + name)
        #expect(data.bytes(of: reference(name)) == Array("content".utf8))
        #expect(stored(reference(name)) == StoredBytes(file: path, range: 0..<7))
        // Some stores leave out the last zero.
        #expect(data.bytes(of: reference(name).dropLast()) == Array("content".utf8))
    }

    @Test(arguments: [
        "../../My.Store.sqlite", "..", "a/b", "a.b", "é", "66820CA9", "", "@", "[", "`",
    ])
    func neverLeavesTheExternalDataFolder(name: String) throws {
        try folder.write("x", to: ".My.Store_SUPPORT/_EXTERNAL_DATA/present")
        #expect(data.contents(of: reference(name)) == .missing)
        #expect(data.bytes(of: reference(name)) == nil)
    }

    @Test func neverFollowsLinksOutOfTheNotesFolder() throws {
        let outside = TemporaryFolder(isInMemory: true)
        let secret = try outside.write("secret", to: "secret")
        let inside = folder.path + "/.My.Store_SUPPORT/_EXTERNAL_DATA"
        try LocalFiles.makeFolder(inside)
        try FileManager.default.createSymbolicLink(
            atPath: inside + "/" + name, withDestinationPath: secret)
        #expect(data.bytes(of: reference(name)) == nil)
    }

    @Test func copiesTheStoreWithItsLogs() throws {
        try folder.write("log", to: "My.Store.sqlite-wal")
        try data.copyStore()
        #expect(try LocalFiles.read(data.copy) == Array("database".utf8))
        #expect(try LocalFiles.read(data.copy + "-wal") == Array("log".utf8))
        // A second copy does not keep a log that is gone.
        try LocalFiles.remove(folder.path + "/My.Store.sqlite-wal")
        try data.copyStore()
        #expect(try LocalFiles.status(data.copy + "-wal") == nil)
        data.removeCopy()
        #expect(try LocalFiles.entries(of: scratch.path).isEmpty)
    }

    @Test func neverCopiesLinkedLogs() throws {
        let outside = TemporaryFolder(isInMemory: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/My.Store.sqlite-wal",
            withDestinationPath: try outside.write("secret", to: "secret"))
        try data.copyStore()
        #expect(try LocalFiles.entries(of: scratch.path).map(\.name) == ["store.sqlite"])
    }
}
