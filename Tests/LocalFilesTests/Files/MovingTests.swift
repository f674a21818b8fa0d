import Foundation
import LocalFiles
import TestSupport
import Testing

/// Renaming, linking and copying.
@Suite(.tags(.fast))
struct MovingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
    }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func text(_ name: String) throws -> String {
        String(decoding: try LocalFiles.read(path(name)), as: UTF8.self)
    }

    private func names() throws -> [String] { try LocalFiles.files(below: folder.path) }

    private func code(_ body: () throws -> Void) -> Int32? {
        do { try body() } catch { return (error as? FileError)?.code ?? -1 }
        return nil
    }

    @Test func replacesAFileByRenaming() throws {
        try folder.write("new", to: "a")
        try folder.write("old", to: "b")
        try LocalFiles.rename(path("a"), to: path("b"))
        #expect(try names() == ["b"])
        #expect(try text("b") == "new")
        #expect(code { try LocalFiles.rename(path("a"), to: path("b")) } == ENOENT)
    }

    @Test func removesAFileWhoseNewNameIsTaken() throws {
        try folder.write("second", to: "a")
        try folder.write("first", to: "b")
        try LocalFiles.renameUnlessThere(path("a"), to: path("b"))
        #expect(try names() == ["b"])
        #expect(try text("b") == "first")
        try LocalFiles.renameUnlessThere(path("b"), to: path("c"))
        #expect(try names() == ["c"])
        #expect(try text("c") == "first")
    }

    @Test func renamesOnlyToAFreeName() throws {
        try folder.write("a", to: "a")
        try folder.write("b", to: "b")
        #expect(code { try LocalFiles.renameIfFree(path("a"), to: path("b")) } == EEXIST)
        #expect(try text("a") == "a" && text("b") == "b")
        try FileManager.default.createSymbolicLink(
            atPath: path("link"), withDestinationPath: "none")
        #expect(code { try LocalFiles.renameIfFree(path("a"), to: path("link")) } == EEXIST)
        try LocalFiles.makeFolder(path("empty"))
        #expect(code { try LocalFiles.renameIfFree(path("a"), to: path("empty")) } == EEXIST)
        try LocalFiles.renameIfFree(path("a"), to: path("c"))
        #expect(try names() == ["b", "c", "link"])
        #expect(try text("c") == "a")
    }

    @Test func renamesAFolderOnlyToAFreeNameOrAnEmptyFolder() throws {
        try folder.write("a", to: "a/file")
        try folder.write("b", to: "b/file")
        try folder.write("c", to: "c")
        #expect(code { try LocalFiles.renameIfFree(path("a"), to: path("b")) } == ENOTEMPTY)
        #expect(code { try LocalFiles.renameIfFree(path("a"), to: path("c")) } != nil)
        try LocalFiles.makeFolder(path("empty"))
        try LocalFiles.renameIfFree(path("a"), to: path("empty"))
        try LocalFiles.renameIfFree(path("b"), to: path("new"))
        #expect(try names() == ["c", "empty/file", "new/file"])
        #expect(try text("empty/file") == "a" && text("new/file") == "b")
    }

    @Test func swapsAFileWithAFolder() throws {
        try folder.write("file", to: "a")
        try folder.write("inner", to: "b/c")
        let isSwapped = try LocalFiles.exchange(path("a"), path("b"))
        try #require(isSwapped)
        #expect(try names() == ["a/c", "b"])
        #expect(throws: FileError.self) { try LocalFiles.exchange(path("a"), path("none")) }
        #expect(try names() == ["a/c", "b"])
    }

    @Test func linksAFileSoThatBothAreOne() throws {
        try folder.write("text", to: "a")
        let isLinked = try LocalFiles.linkOrCopy(path("a"), to: path("b"))
        #expect(isLinked)
        #expect(try LocalFiles.status(path("a")) == LocalFiles.status(path("b")))
        #expect(code { try LocalFiles.linkOrCopy(path("a"), to: path("b")) } == EEXIST)
        #expect(code { try LocalFiles.linkOrCopy(path("none"), to: path("c")) } == ENOENT)
        #expect(code { try LocalFiles.linkOrCopy(path("a"), to: path("none/c")) } == ENOENT)
    }

    @Test func clonesOrLinksAFileWithTheSameContent() throws {
        try folder.write("text", to: "a")
        try LocalFiles.cloneOrLink(path("a"), to: path("b"))
        #expect(try text("b") == "text")
        // An existing file is not replaced.
        try folder.write("other", to: "c")
        #expect(code { try LocalFiles.cloneOrLink(path("a"), to: path("c")) } == EEXIST)
        #expect(try text("c") == "other")
        #expect(code { try LocalFiles.cloneOrLink(path("none"), to: path("d")) } == ENOENT)
        #expect(try names() == ["a", "b", "c"])
    }

    @Test(arguments: [0, 1, 300_000, 600_001]) func copiesAFileToOneOfItsOwn(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try folder.write(bytes, to: "a")
        try LocalFiles.copy(path("a"), to: path("b"))
        var seen: [UInt8] = []
        try LocalFiles.copy(path("a"), to: path("c")) { seen += $0 }
        #expect(seen == bytes)
        try LocalFiles.replace(path("a"), bytes: [9])
        for copy in ["b", "c"] { #expect(try LocalFiles.read(path(copy)) == bytes) }
        let inodes = try ["a", "b", "c"].map { try LocalFiles.status(path($0))?.inode }
        #expect(Set(inodes).count == 3)
    }

    @Test func refusesToCopyOverAFile() throws {
        try folder.write("a", to: "a")
        try folder.write("b", to: "b")
        #expect(code { try LocalFiles.copy(path("a"), to: path("b")) } == EEXIST)
        #expect(code { try LocalFiles.copy(path("a"), to: path("b")) { _ in } } == EEXIST)
        #expect(try text("b") == "b")
        #expect(code { try LocalFiles.copy(path("none"), to: path("c")) } == ENOENT)
        #expect(try names() == ["a", "b"])
    }

    @Test func copiesThePlaceThatALinkLeadsTo() throws {
        try folder.write("text", to: "a")
        try FileManager.default.createSymbolicLink(atPath: path("l"), withDestinationPath: "a")
        try LocalFiles.copy(path("l"), to: path("b"))
        #expect(try LocalFiles.status(path("b"), followingLinks: false)?.isFile == true)
        #expect(try text("b") == "text")
    }
}
