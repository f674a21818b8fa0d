import LocalFiles
import TestSupport
import Testing

@Suite(.tags(.fast))
struct OpenFileTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private var path: String { folder.path + "/file" }

    private func refusal(of access: OpenFile.Access, at path: String) -> FileError? {
        failure { _ = try OpenFile(path, access: access) }
    }

    private func write(_ text: String, to file: borrowing OpenFile) throws {
        try file.writeAll(Array(text.utf8))
    }

    @Test func needsAFileForReadingAndAppending() throws {
        for access in [OpenFile.Access.read, .append] {
            let error = try #require(refusal(of: access, at: path))
            #expect(error.isMissing && error.action == "open" && error.path == path)
        }
        #expect(try LocalFiles.entries(of: folder.path).isEmpty)
    }

    @Test func createsAFileOnlyOnce() throws {
        #expect(refusal(of: .create, at: path) == nil)
        let second = try #require(refusal(of: .create, at: path))
        #expect(second.code == FileError.exists && second.action == "create")
        let link = try folder.link("link", to: "elsewhere")
        #expect(refusal(of: .create, at: link)?.code == FileError.exists)
        #expect(try LocalFiles.entries(of: folder.path).map(\.name) == ["file", "link"])
    }

    @Test func appendsAfterWritesByOthers() throws {
        try folder.write("1", to: "file")
        let first = try OpenFile(path, access: .append)
        let second = try OpenFile(path, access: .append)
        try write("2", to: first)
        try write("3", to: second)
        try write("4", to: first)
        #expect(try LocalFiles.read(path) == Array("1234".utf8))
    }

    @Test func overwritesBytesWithinAFile() throws {
        let file = try OpenFile(path, access: .create)
        try write("0123456789", to: file)
        try file.write(Array("ab".utf8), at: 3)
        try file.write(Array("xyz".utf8), at: 8)
        // What follows goes behind what was written in order before.
        try write("!", to: file)
        #expect(try LocalFiles.read(path) == Array("012ab567xy!".utf8))
    }

    @Test func fillsAGapWithZeros() throws {
        let file = try OpenFile(path, access: .create)
        try file.write([7], at: 3)
        #expect(try LocalFiles.read(path) == [0, 0, 0, 7])
    }

    @Test func refusesToWriteToAFileThatIsOnlyRead() throws {
        try folder.write("text", to: "file")
        let file = try OpenFile(path)
        #expect(throws: FileError.self) { try write("x", to: file) }
        #expect(throws: FileError.self) { try file.write([1], at: 0) }
        #expect(try LocalFiles.read(path) == Array("text".utf8))
    }

    @Test func readsOnlyAsMuchAsThereIs() throws {
        try folder.write("0123456789", to: "file")
        let file = try OpenFile(path)
        var buffer = [UInt8](repeating: 0xFF, count: 6)
        let counts = try buffer.withUnsafeMutableBytes { buffer in
            [
                try file.read(at: 7, into: buffer), try file.read(at: 10, into: buffer),
                try file.read(at: 0, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<0])),
            ]
        }
        #expect(counts == [3, 0, 0])
        #expect(buffer == Array("789".utf8) + [0xFF, 0xFF, 0xFF])
    }

    @Test func identifiesTheOpenFileAfterARename() throws {
        try folder.write("text", to: "file")
        let file = try OpenFile(path)
        let before = try file.status()
        try LocalFiles.rename(path, to: path + "2")
        try folder.write("another", to: "file")
        #expect(try file.status().inode == before.inode && file.status().size == 4)
        #expect(try LocalFiles.status(path)?.inode != before.inode)
    }

    @Test func letsReadersShareALock() throws {
        let first = try OpenFile(path, access: .update)
        let second = try OpenFile(path, access: .update)
        let third = try OpenFile(path, access: .update)
        let areShared = (try first.lockShared(), try second.lockShared())
        #expect(areShared == (true, true))
        let isExclusive = try third.lockExclusively()
        #expect(!isExclusive)
    }

    @Test func excludesReadersDuringAnExclusiveLock() throws {
        let writer = try OpenFile(path, access: .update)
        #expect(try writer.lockExclusively())
        let reader = try OpenFile(path)
        #expect(try !reader.lockShared())
        let other = try OpenFile(path, access: .update)
        #expect(try !other.lockExclusively())
    }

    @Test func releasesTheLockWhenClosed() throws {
        do {
            let first = try OpenFile(path, access: .update)
            #expect(try first.lockExclusively())
        }
        let second = try OpenFile(path, access: .update)
        #expect(try second.lockExclusively())
    }

    @Test func keepsTheContentOfAFileThatItLocks() throws {
        try folder.write("text", to: "file")
        let file = try OpenFile(path, access: .update)
        #expect(try file.lockExclusively())
        #expect(try LocalFiles.read(path) == Array("text".utf8))
    }

    @Test func changesAFileInPlace() throws {
        let file = try OpenFile(path, access: .update)
        try file.write(Array("0123456789".utf8), at: 0)
        try file.write(Array("ab".utf8), at: 4)
        try file.write([], at: 20)
        #expect(try LocalFiles.read(path) == Array("0123ab6789".utf8))
        try file.truncate(to: 5)
        #expect(try LocalFiles.read(path) == Array("0123a".utf8))
    }
}
