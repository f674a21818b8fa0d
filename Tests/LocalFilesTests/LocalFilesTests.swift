import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.fast))
struct LocalFilesTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func swapsTwoFoldersInOneStep() throws {
        try folder.write("1", to: "a/one")
        try folder.write("2", to: "b/two")
        let swapped = try LocalFiles.exchange(folder.path + "/a", folder.path + "/b")
        try #require(swapped)
        #expect(try LocalFiles.read(folder.path + "/a/two") == [0x32])
        #expect(try LocalFiles.read(folder.path + "/b/one") == [0x31])
    }

    @Test func namesThePathOfAFailure() throws {
        let path = folder.path + "/none"
        #expect {
            try LocalFiles.read(path)
        } throws: { error in
            let error = error as? FileError
            return error?.isMissing == true && error?.path == path
        }
        #expect(try LocalFiles.status(path) == nil)
    }

    @Test func refusesToOverwriteWhenCreating() throws {
        let path = try folder.write("old", to: "a")
        #expect(throws: FileError.self) { try LocalFiles.create(path, bytes: [1]) }
        #expect(try LocalFiles.read(path) == Array("old".utf8))
    }

    @Test func removesWholeFoldersAndForgivesMissingOnes() throws {
        try folder.write("x", to: "a/b/c")
        try LocalFiles.remove(folder.path + "/a")
        try LocalFiles.remove(folder.path + "/a")
        #expect(try LocalFiles.entries(of: folder.path).isEmpty)
    }

    @Test func removesNamesThatAreNotUTF8() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/d"
        try LocalFiles.makeFolder(path)
        let name = Array(path.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xFF), 0]
        try #require(mkdir(name, 0o755) == 0)
        try LocalFiles.remove(path)
        #expect(try LocalFiles.status(path) == nil)
    }

    @Test func forgivesAPathBelowAFileWhenRemoving() throws {
        let folder = try TemporaryFolder()
        try folder.write("text", to: "file")
        try LocalFiles.remove(folder.path + "/file/below")
        #expect(try LocalFiles.read(folder.path + "/file") == Array("text".utf8))
    }

    @Test func replacesNothingByADanglingLink() throws {
        let folder = try TemporaryFolder()
        let (link, file) = (folder.path + "/link", folder.path + "/file")
        try folder.write("text", to: "file")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
        #expect(throws: FileError.self) { try LocalFiles.renameIfFree(link, to: file) }
        #expect(try LocalFiles.read(file) == Array("text".utf8))
        try LocalFiles.renameIfFree(link, to: folder.path + "/other")
        #expect(try LocalFiles.linkTarget(folder.path + "/other") == "nowhere")
        #expect(try LocalFiles.status(link, followingLinks: false) == nil)
    }

    @Test func leavesNoTemporaryFileAfterAFailedReplacement() throws {
        let folder = try TemporaryFolder()
        try folder.write("text", to: "taken/file")
        #expect(throws: FileError.self) {
            try LocalFiles.replace(folder.path + "/taken", bytes: [1])
        }
        #expect(try LocalFiles.entries(of: folder.path).map(\.name) == ["taken"])
    }

    @Test func listsKindsInTheOrderOfNames() throws {
        try folder.write("x", to: "b")
        try folder.write("x", to: "a/x")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/c", withDestinationPath: "b")
        let entries = try LocalFiles.entries(of: folder.path)
        #expect(entries.map(\.name) == ["a", "b", "c"])
        #expect(entries.map(\.kind) == [.folder, .file, .link])
    }

    @Test func holdsALockAgainstOthers() throws {
        let path = folder.path + "/lock"
        let first = try OpenFile(path, access: .lock)
        #expect(try first.lockExclusively())
        let second = try OpenFile(path, access: .lock)
        #expect(try !second.lockExclusively())
    }

    @Test func readsAPartOfAFileAndBase64Text() throws {
        let path = try folder.write("xx" + "SGVs\n bG8=" + "yy", to: "a")
        let plain = StoredBytes(file: path, range: 2..<6)
        let decoded = StoredBytes(file: path, range: 2..<12, decodedRange: 1..<5)
        #expect(try bytes(of: plain) == Array("SGVs".utf8))
        #expect(try bytes(of: decoded) == Array("ello".utf8))
        try decoded.copy(to: folder.path + "/copy")
        #expect(try LocalFiles.read(folder.path + "/copy") == Array("ello".utf8))
    }

    @Test func reportsAFileThatWasCutMeanwhile() throws {
        let path = try folder.write("short", to: "a")
        #expect(throws: FileError.self) {
            try bytes(of: StoredBytes(file: path, range: 0..<100))
        }
    }

    private func bytes(of stored: StoredBytes) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try stored.forEachChunk { bytes.append(contentsOf: $0) }
        return bytes
    }

    @Test func listsAndLooksAtAllThatIsBelowAFolder() throws {
        for path in ["a.txt", "b/c.txt", "b/d/e.txt", "f/g.txt"] {
            try folder.write("text", to: path)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: "b/c.txt")
        let tree = try ListedTree(folder.path)
        var names: [String: UInt64] = [:]
        for listed in tree.folders {
            listed.forEachName { names[String(decoding: $0, as: UTF8.self)] = $1 }
        }
        var seen: [String: FileStatus] = [:]
        let passedOver = tree.forEach { entry in
            let path = String(decoding: entry.path, as: UTF8.self)
            seen[path] = entry.status
            #expect((entry.target != nil) == (path == "link"))
            // A folder is listed before its content.
            let parent = LocalFiles.folder(of: path)
            #expect(parent == "." || seen[parent] != nil)
        }
        #expect(passedOver.isEmpty)
        #expect(
            seen.keys.sorted() == [
                "a.txt", "b", "b/c.txt", "b/d", "b/d/e.txt", "f", "f/g.txt", "link",
            ])
        for (path, status) in seen {
            let found = try LocalFiles.status(folder.path + "/" + path, followingLinks: false)
            #expect(found == status && names[path] == status.inode)
        }
    }

    @Test func saysWhatItCannotLookAt() throws {
        try folder.write("text", to: Array(repeating: "d", count: 70).joined(separator: "/"))
        let tree = try ListedTree(folder.path)
        #expect(tree.passedOver.count == 1)
        #expect(throws: FileError.self) { try ListedTree(folder.path + "/nothing") }
        // Files that disappear meanwhile are not an error.
        try LocalFiles.remove(folder.path + "/d")
        #expect(tree.forEach { _ in } == tree.passedOver)
    }
}
