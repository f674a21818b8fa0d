import Foundation
import LocalFiles
import TestSupport
import Testing

@Suite(.tags(.fast))
struct PathTests {
    /// The results of Foundation, which appends the parts without looking at the disk.
    @Test(arguments: [
        "/a", "/a/b", "/a/b/c.txt", "a/b", "/a b/c d", "/日本/ノート", "/a/.hidden", "/a/b.c.d",
        "/🎂/👨‍👩‍👧",
    ])
    func splitsAPathAsFoundationDoes(path: String) {
        let path = path as NSString
        #expect(LocalFiles.name(of: path as String) == path.lastPathComponent)
        #expect(LocalFiles.folder(of: path as String) == path.deletingLastPathComponent)
    }

    @Test(arguments: [
        ("name", "."), ("/name", "/"), ("a/name", "a"), ("/a/b/name", "/a/b"), ("a//name", "a/"),
        ("", "."),
    ])
    func findsTheFolderOfAPath(path: String, folder: String) {
        #expect(LocalFiles.folder(of: path) == folder)
    }

    @Test(arguments: [
        ("name", "name"), ("/a/name", "name"), ("/a/name/", "name"), ("a//name//", "name"),
        ("/", "/"), ("", ""),
    ])
    func findsTheNameInAPath(path: String, name: String) {
        #expect(LocalFiles.name(of: path) == name)
    }

    /// A mark at the beginning of a name combines with the slash into one character.
    @Test func splitsBeforeALeadingCombiningMark() {
        let path = "/a/\u{301}b"
        #expect(LocalFiles.folder(of: path).utf8.elementsEqual("/a".utf8))
        #expect(LocalFiles.name(of: path).utf8.elementsEqual("\u{301}b".utf8))
        #expect(LocalFiles.isBelow(path, "/a"))
    }

    @Test(arguments: [
        ("/a/b", "/a", true), ("/a/b/c", "/a", true), ("/a", "/a", false), ("/ab", "/a", false),
        ("/a", "/a/b", false), ("/a", "/", true), ("/b/a", "/a", false), ("/A/b", "/a", false),
        ("/caf\u{E9}/b", "/cafe\u{301}", false),
    ])
    func detectsPathsBelowAFolder(path: String, folder: String, isBelow: Bool) {
        #expect(LocalFiles.isBelow(path, folder) == isBelow)
    }

    @Test(arguments: [
        ("/a/b/../c", "/a/c"), ("/a/./b", "/a/b"), ("/a//b", "/a/b"), ("/a/b/", "/a/b"), ("/", "/"),
        ("/..", "/"), ("/a%41/b?c#d;e", "/a%41/b?c#d;e"), ("/a b/\u{E9}", "/a b/\u{E9}"),
    ])
    func makesPathsAbsoluteWithoutDiskAccess(path: String, absolute: String) {
        #expect(LocalFiles.absolute(path) == absolute)
    }

    @Test func keepsTheBytesOfANameInAnAbsolutePath() {
        for name in ["/caf\u{E9}", "/cafe\u{301}", "/\u{212B}"] {
            #expect(LocalFiles.absolute(name).utf8.elementsEqual(name.utf8))
        }
    }

    @Test func resolvesRelativePathsAgainstTheCurrentFolder() {
        let current = FileManager.default.currentDirectoryPath
        #expect(LocalFiles.absolute("a/b") == current + "/a/b")
        #expect(LocalFiles.absolute("a/..") == current)
        #expect(LocalFiles.absolute(".") == current)
    }

    @Test func resolvesLinksOfExistingPaths() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "real/file")
        try folder.link("link", to: "real")
        let real = try #require(LocalFiles.resolved(folder.path + "/real/file"))
        #expect(LocalFiles.resolved(folder.path + "/link/file") == real)
        #expect(LocalFiles.resolved(folder.path + "/link/../real/./file") == real)
        #expect(LocalFiles.resolved(folder.path + "/link/none") == nil)
        #expect(real.hasSuffix("/real/file"))
    }

    @Test(arguments: ["real", "../up", "/absolute/none", "none", "a b/é"])
    func readsALinkAsItIsStored(target: String) throws {
        let folder = TemporaryFolder()
        #expect(try LocalFiles.linkTarget(try folder.link("link", to: target)) == target)
    }

    @Test func refusesToReadTheTargetOfANonLink() throws {
        let folder = TemporaryFolder()
        let file = try folder.write("x", to: "file")
        for path in [file, folder.path, folder.path + "/none"] {
            #expect(throws: FileError.self) { try LocalFiles.linkTarget(path) }
        }
    }
}
