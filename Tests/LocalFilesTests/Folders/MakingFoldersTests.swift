import Foundation
import LocalFiles
import TestSupport
import Testing

/// Making folders, and removing them with what is in them.
@Suite(.tags(.fast))
struct MakingFoldersTests {
    private let folder = TemporaryFolder(isInMemory: true)

    private func path(_ name: String) -> String { folder.path(of: name) }

    @Test func makesMissingFoldersAndAcceptsExistingOnes() throws {
        for _ in 0..<2 { try LocalFiles.makeFolder(path("a/b/c")) }
        try LocalFiles.makeFolder(path("a/b/d/"))
        #expect(try LocalFiles.status(path("a/b/c"))?.isFolder == true)
        #expect(try LocalFiles.status(path("a/b/d"))?.isFolder == true)
    }

    @Test func reportsTheFileInTheWay() throws {
        try folder.write("text", to: "a/file")
        for name in ["a/file", "a/file/b", "a/file/b/c"] {
            let error = failure { try LocalFiles.makeFolder(path(name)) }
            #expect(error?.path == path("a/file"), "\(name)")
            #expect(error?.code == ENOTDIR)
        }
        // Nothing can be below it, which is as good as removed.
        try LocalFiles.remove(path("a/file/b"))
        #expect(try LocalFiles.read(path("a/file")) == Array("text".utf8))
    }

    @Test func followsALinkToAFolderButNotABrokenOne() throws {
        try LocalFiles.makeFolder(path("real"))
        for (name, target) in [("link", "real"), ("broken", "none")] {
            try folder.link(name, to: target)
        }
        try LocalFiles.makeFolder(path("link"))
        try LocalFiles.makeFolder(path("link/inner"))
        #expect(try LocalFiles.status(path("real/inner"))?.isFolder == true)
        #expect(failure { try LocalFiles.makeFolder(path("broken")) }?.action == "follow the link")
        #expect(try LocalFiles.status(path("none")) == nil)
    }

    @Test func makesAPrivateFolderOnce() throws {
        try LocalFiles.makePrivateFolder(path("own"))
        #expect(try permissions(path("own")) == 0o700)
        #expect(failure { try LocalFiles.makePrivateFolder(path("own")) }?.code == FileError.exists)
        #expect(failure { try LocalFiles.makePrivateFolder(path("a/b")) }?.isMissing == true)
    }

    @Test func makesTemporaryFoldersThatNoOtherUserCanRead() throws {
        let paths = [try LocalFiles.makeTemporaryFolder(), try LocalFiles.makeTemporaryFolder()]
        defer { for path in paths { try? LocalFiles.remove(path) } }
        #expect(paths[0] != paths[1])
        for path in paths {
            #expect(try permissions(path) == 0o700)
            #expect(try LocalFiles.entries(of: path).isEmpty)
        }
    }

    @Test func writesAgainAfterMakingTheFolder() throws {
        var calls = 0
        for name in ["a/b/one", "a/b/two"] {
            try LocalFiles.makingFolder(of: path(name)) { target in
                calls += 1
                try LocalFiles.create(target, bytes: [1])
            }
        }
        #expect(calls == 3, "the folder was missing once")
        #expect(try LocalFiles.files(below: folder.path) == ["a/b/one", "a/b/two"])
    }

    @Test func makesNoFolderOnOtherErrors() throws {
        var calls = 0
        let other = FileError(action: "write to", path: "x", code: ENOSPC)
        let thrown = failure {
            try LocalFiles.makingFolder(of: path("a/b")) { _ in
                calls += 1
                throw other
            }
        }
        #expect(thrown == other && calls == 1)
        #expect(try LocalFiles.entries(of: folder.path).isEmpty)
    }

    @Test func removesALinkButNotItsTarget() throws {
        try folder.write("text", to: "real/file")
        for target in ["real", "real/file", "none"] {
            try LocalFiles.remove(try folder.link("link", to: target))
            #expect(try LocalFiles.status(path("link"), followingLinks: false) == nil)
        }
        try LocalFiles.makeFolder(path("gone"))
        try LocalFiles.rename(try folder.link("outer", to: "real"), to: path("gone/link"))
        try LocalFiles.remove(path("gone"))
        #expect(try LocalFiles.files(below: folder.path) == ["real/file"])
    }

    @Test func removesAFolderWithEverythingInIt() throws {
        for name in ["a/.hidden", "a/b/c/d", "a/é", "a/e\u{301}", "a/new\nline"] {
            try folder.write("", to: name)
        }
        try LocalFiles.makeFolder(path("a/empty"))
        try #require(mkfifo(path("a/pipe"), 0o600) == 0)
        let unnameable = Array(path("a/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        try #require(mkdir(unnameable, 0o755) == 0)
        // The second time there is nothing to remove.
        for _ in 0..<2 { try LocalFiles.remove(path("a")) }
        #expect(try LocalFiles.entries(of: folder.path).isEmpty)
    }

    @Test func removesOnlyAnEmptyFolder() throws {
        try folder.write("", to: "full/file")
        try LocalFiles.makeFolder(path("empty"))
        let removed = ["full", "full/file", "empty", "none"].map {
            LocalFiles.removeIfEmpty(path($0))
        }
        #expect(removed == [false, false, true, false])
        #expect(try LocalFiles.files(below: folder.path) == ["full/file"])
    }

    @Test func removesItsScratchFoldersWhenReleased() throws {
        var first = "", second = ""
        do {
            let scratch = ScratchFolder()
            first = try scratch.makeFolder()
            second = try scratch.makeFolder()
            #expect(first != second)
            #expect(LocalFiles.folder(of: first) == LocalFiles.folder(of: second))
            #expect(try permissions(first) == 0o700)
            try LocalFiles.create(first + "/file", bytes: [1])
        }
        #expect(try LocalFiles.status(first) == nil)
        #expect(try LocalFiles.status(LocalFiles.folder(of: second)) == nil)
    }
}
