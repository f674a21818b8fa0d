import Foundation
import LocalFiles
import TestSupport
import Testing

@Suite(.tags(.fast))
struct FileStatusTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private var path: String { folder.path + "/file" }

    @Test func distinguishesFilesFoldersAndLinks() throws {
        try folder.write("12345", to: "file")
        let linkPath = try folder.link("link", to: "file")
        let file = try #require(try LocalFiles.status(path))
        #expect(file.isFile && !file.isFolder && file.size == 5)
        let own = try #require(try LocalFiles.status(folder.path))
        #expect(!own.isFile && own.isFolder)
        #expect(try LocalFiles.status(linkPath) == file)
        let link = try #require(try LocalFiles.status(linkPath, followingLinks: false))
        #expect(!link.isFile && !link.isFolder && link.inode != file.inode)
    }

    @Test func returnsNoStatusForMissingFiles() throws {
        try folder.write("1", to: "file")
        let broken = try folder.link("broken", to: "none")
        for name in ["none", "none/below", "file/below", "broken"] {
            #expect(try LocalFiles.status(folder.path + "/" + name) == nil, "\(name)")
        }
        #expect(try LocalFiles.status(broken, followingLinks: false) != nil)
        let error = failure { _ = try FileStamp(folder.path(of: "none")) }
        #expect(error?.isMissing == true)
    }

    @Test func failsForALinkLoop() throws {
        try folder.link("file", to: "file")
        #expect(failure { _ = try LocalFiles.status(path) }?.code == ELOOP)
    }

    @Test func agreesWithFoundation() throws {
        try folder.write(Array(repeating: 7, count: 1_234), to: "file")
        let known = try FileManager.default.attributesOfItem(atPath: path)
        let status = try #require(try LocalFiles.status(path))
        #expect(known[.size] as? Int == status.size)
        #expect((known[.systemFileNumber] as? NSNumber)?.uint64Value == status.inode)
        let date = try #require(known[.modificationDate] as? Date)
        #expect(abs(date.timeIntervalSince1970 * 1e9 - Double(status.modified)) < 1_000)
    }

    /// Dates before 1970 count backwards, but their fractions forwards.
    @Test(
        arguments: [
            (0, 0), (0.5, 500_000_000), (-0.25, -250_000_000), (-1, -1_000_000_000),
            (1_405_000_000.125, 1_405_000_000_125_000_000),
            (-2_000_000_000.75, -2_000_000_000_750_000_000),
            (4_102_444_800, 4_102_444_800_000_000_000),
        ] as [(Double, Int64)])
    func setsTheTimeOfAFile(seconds: Double, nanoseconds: Int64) throws {
        try folder.write("text", to: "file")
        try LocalFiles.setModified(path, date: Date(timeIntervalSince1970: seconds))
        #expect(try LocalFiles.status(path)?.modified == nanoseconds)
        #expect(try LocalFiles.read(path) == Array("text".utf8))
    }

    @Test func refusesToSetTheTimeOfAMissingFile() {
        #expect(throws: FileError.self) {
            try LocalFiles.setModified(path, date: .day(2020, month: 1, day: 1))
        }
    }

    /// A program that sets back the modification time cannot set back the change time.
    @Test func detectsABackdatedModificationTime() throws {
        try folder.write("text", to: "file")
        let before = try FileStamp(path)
        #expect(try LocalFiles.status(path) == before.status)
        try LocalFiles.setModified(path, date: .day(2001, month: 1, day: 1))
        let stamp = try FileStamp(path)
        #expect(stamp.status.modified == 978_307_200_000_000_000)
        #expect(stamp.changed >= before.changed && stamp.changed > stamp.status.modified)
    }

    @Test func trustsOnlyTimesWellInThePast() throws {
        let start: Int64 = 1_700_000_000_000_000_000
        #expect(!FileStatus.isSettled(start, before: start))
        #expect(!FileStatus.isSettled(start + 5, before: start))
        #expect(!FileStatus.isSettled(start - 1_000_000_000, before: start))
        #expect(FileStatus.isSettled(start - 3_000_000_000, before: start))
        try folder.write("text", to: "file")
        #expect(!(try FileStamp(path).isSettled(before: FileStatus.now)))
    }

    @Test func returnsTheCurrentTime() {
        let before = Int64(Date().timeIntervalSince1970 * 1e9)
        let now = FileStatus.now
        #expect(abs(now - before) < 5_000_000_000)
    }
}
