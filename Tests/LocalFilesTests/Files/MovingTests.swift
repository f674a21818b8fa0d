import Foundation
import LocalFiles
import TestSupport
import Testing

/// Renaming, linking and copying.
@Suite(.tags(.fast))
struct MovingTests {
    private let folder = TemporaryFolder(isInMemory: true)

    private func path(_ name: String) -> String { folder.path(of: name) }

    private func names() throws -> [String] { try LocalFiles.files(below: folder.path) }

    private func code(_ body: () throws -> Void) -> Int32? { failure(body)?.code }

    @Test func replacesAFileByRenaming() throws {
        try folder.write("new", to: "a")
        try folder.write("old", to: "b")
        try LocalFiles.rename(path("a"), to: path("b"))
        #expect(try names() == ["b"])
        #expect(try folder.text("b") == "new")
        #expect(code { try LocalFiles.rename(path("a"), to: path("b")) } == ENOENT)
    }

    @Test func removesAFileWhoseNewNameIsTaken() throws {
        try folder.write("second", to: "a")
        try folder.write("first", to: "b")
        try LocalFiles.renameUnlessThere(path("a"), to: path("b"))
        #expect(try names() == ["b"])
        #expect(try folder.text("b") == "first")
        try LocalFiles.renameUnlessThere(path("b"), to: path("c"))
        #expect(try names() == ["c"])
        #expect(try folder.text("c") == "first")
    }

    @Test func renamesOnlyToAFreeName() throws {
        try folder.write("a", to: "a")
        try folder.write("b", to: "b")
        #expect(code { try LocalFiles.renameIfFree(path("a"), to: path("b")) } == EEXIST)
        #expect(try folder.text("a") == "a" && folder.text("b") == "b")
        try folder.link("link", to: "none")
        #expect(code { try LocalFiles.renameIfFree(path("a"), to: path("link")) } == EEXIST)
        #expect(code { try LocalFiles.renameIfFree(path("link"), to: path("b")) } == EEXIST)
        try LocalFiles.makeFolder(path("empty"))
        #expect(code { try LocalFiles.renameIfFree(path("a"), to: path("empty")) } == EEXIST)
        try LocalFiles.renameIfFree(path("a"), to: path("c"))
        try LocalFiles.renameIfFree(path("link"), to: path("other"))
        #expect(try names() == ["b", "c", "other"])
        #expect(try folder.text("c") == "a" && folder.text("b") == "b")
        #expect(try LocalFiles.linkTarget(path("other")) == "none")
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
        #expect(try folder.text("empty/file") == "a" && folder.text("new/file") == "b")
    }

    @Test(arguments: ["", "/d"]) func swapsAFileOrAFolderWithAFolder(suffix: String) throws {
        try folder.write("one", to: "a" + suffix)
        try folder.write("two", to: "b/c")
        let isSwapped = try LocalFiles.exchange(path("a"), path("b"))
        try #require(isSwapped)
        #expect(throws: FileError.self) { try LocalFiles.exchange(path("a"), path("none")) }
        #expect(try names() == ["a/c", "b" + suffix])
        #expect(try folder.text("a/c") == "two" && folder.text("b" + suffix) == "one")
    }

    @Test func createsHardLinks() throws {
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
        #expect(try folder.text("b") == "text")
        // An existing file is not replaced.
        try folder.write("other", to: "c")
        #expect(code { try LocalFiles.cloneOrLink(path("a"), to: path("c")) } == EEXIST)
        #expect(try folder.text("c") == "other")
        #expect(code { try LocalFiles.cloneOrLink(path("none"), to: path("d")) } == ENOENT)
        #expect(try names() == ["a", "b", "c"])
    }

    @Test(arguments: [0, 1, 300_000, 600_001]) func makesIndependentCopies(count: Int) throws {
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
        #expect(try folder.text("b") == "b")
        #expect(code { try LocalFiles.copy(path("none"), to: path("c")) } == ENOENT)
        #expect(try names() == ["a", "b"])
    }

    @Test func copiesTheTargetOfALink() throws {
        try folder.write("text", to: "a")
        try LocalFiles.copy(try folder.link("l", to: "a"), to: path("b"))
        #expect(try LocalFiles.status(path("b"), followingLinks: false)?.isFile == true)
        #expect(try folder.text("b") == "text")
    }
}
