import Foundation
import Hashing
import LocalFiles
import TestSupport
import Testing

@testable import OutputTree

/// The hash of a set of files, and the snapshot that consists of it and of the times of folders.
@Suite(.tags(.fast))
struct FileSetHashTests {
    private struct Item {
        var path: String
        var size = 5
        var modified: Int64 = 1_700_000_000_000_000_000
        var inode: UInt64 = 42
    }

    private func hash(_ items: [Item]) -> FileSetHash {
        var hash = FileSetHash()
        for var item in items {
            item.path.withUTF8 {
                hash.add($0, size: item.size, modified: item.modified, inode: item.inode)
            }
        }
        return hash
    }

    @Test func doesNotDependOnTheOrder() {
        let items = (0..<50).map { Item(path: "file \($0)", size: $0, inode: UInt64($0)) }
        #expect(hash(items) == hash(items.reversed()))
        var joined = hash(Array(items[..<20]))
        joined.add(hash(Array(items[20...])))
        #expect(joined == hash(items))
        joined.add(FileSetHash())
        #expect(joined == hash(items))
    }

    @Test func dependsOnEachPropertyOfEachFile() {
        let base = [Item(path: "a"), Item(path: "b")]
        var sets = [base, [base[0]], base + [base[0]], []]
        sets.append([Item(path: "a"), Item(path: "c")])
        sets.append([Item(path: "a", size: 6), Item(path: "b")])
        sets.append([Item(path: "a"), Item(path: "b", size: 6)])
        sets.append([Item(path: "a", modified: 1), Item(path: "b")])
        sets.append([Item(path: "a", inode: 43), Item(path: "b")])
        sets.append([Item(path: "a", size: 42, inode: 5), Item(path: "b")])
        #expect(Set(sets.map(hash)).count == sets.count)
    }

    /// Names and numbers that lie close together, as they do in real folders.
    @Test func hasNoCollisionsAmongSimilarFiles() {
        var seen: Set<FileSetHash> = []
        for path in 0..<20 {
            for size in 0..<20 {
                for inode in 0..<20 as Range<UInt64> {
                    seen.insert(hash([Item(path: "note-\(path).html", size: size, inode: inode)]))
                }
            }
        }
        #expect(seen.count == 8_000)
    }

    private func snapshot(_ path: String) throws -> TreeSnapshot {
        let start = FileStatus.now
        var sum = FileSetHash()
        let listed = try ListedTree(path)
        let passedOver = listed.forEach { sum.add($0) }
        return TreeSnapshot(of: listed, since: start, isWhole: passedOver.isEmpty, [sum])
    }

    private func fingerprint(_ snapshot: TreeSnapshot) -> Fingerprint {
        var parts = Fingerprinter("snapshot")
        snapshot.add(to: &parts)
        return parts.fingerprint
    }

    /// Sets the times of a folder to long ago, as if nothing had happened there since.
    private func settle(_ path: String) throws {
        try LocalFiles.setModified(path, date: .day(2020, month: 5, day: 1))
    }

    @Test func trustsOnlyAFolderThatHasSettled() throws {
        let folder = TemporaryFolder(isInMemory: true)
        try folder.write("text", to: "file")
        #expect(try !snapshot(folder.path).isUntouched(at: folder.path), "it has just changed")
        try settle(folder.path)
        let settled = try snapshot(folder.path)
        #expect(settled.isUntouched(at: folder.path))
        #expect(!settled.isUntouched(at: folder.path + "/none"))
        try folder.write("text", to: "new")
        #expect(!settled.isUntouched(at: folder.path))
    }

    @Test func staysTheSameWhenTheTreeIsMoved() throws {
        let folder = TemporaryFolder(isInMemory: true)
        try folder.write("text", to: "tree/file")
        try settle(folder.path + "/tree")
        let before = try snapshot(folder.path + "/tree")
        try LocalFiles.rename(folder.path + "/tree", to: folder.path + "/moved")
        #expect(before.isUntouched(at: folder.path + "/moved"))
        #expect(try fingerprint(snapshot(folder.path + "/moved")) == fingerprint(before))
    }

    @Test func differsAfterEveryChange() throws {
        let folder = TemporaryFolder(isInMemory: true)
        for name in ["a/file", "b/file"] { try folder.write("text", to: name) }
        var seen = [fingerprint(try snapshot(folder.path))]
        func change(_ body: () throws -> Void) throws {
            try body()
            seen.append(fingerprint(try snapshot(folder.path)))
        }
        try change { try folder.write("texts", to: "a/file") }
        try change { try LocalFiles.rename(folder.path + "/a/file", to: folder.path + "/a/other") }
        try change { try LocalFiles.setModified(folder.path + "/b/file", date: .distantFuture) }
        try change { try LocalFiles.makeFolder(folder.path + "/c") }
        try change { try LocalFiles.remove(folder.path + "/b") }
        #expect(Set(seen).count == seen.count)
    }

    @Test func neverTrustsIncompleteSnapshots() throws {
        let folder = TemporaryFolder(isInMemory: true)
        try settle(folder.path)
        let listed = try ListedTree(folder.path)
        let part = TreeSnapshot(of: listed, since: FileStatus.now, isWhole: false, [])
        #expect(!part.isUntouched(at: folder.path))
        let none = TreeSnapshot(of: ListedTree(), since: FileStatus.now, isWhole: true, [])
        #expect(!none.isUntouched(at: folder.path), "there was no tree")
    }
}
