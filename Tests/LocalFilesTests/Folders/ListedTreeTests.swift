import Foundation
import LocalFiles
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ListedTreeTests {
    private let folder = TemporaryFolder(isInMemory: true)

    /// Returns the paths in the order in which they are looked at, and what is passed over.
    private func look(_ tree: ListedTree) -> (paths: [String], passedOver: [String]) {
        var paths: [String] = []
        let passedOver = tree.forEach { paths.append(String(decoding: $0.path, as: UTF8.self)) }
        return (paths, passedOver)
    }

    @Test func isEmptyForAnEmptyFolderAndForNone() throws {
        #expect(look(ListedTree()).paths.isEmpty)
        #expect(ListedTree().folders.isEmpty)
        let tree = try ListedTree(folder.path)
        #expect(tree.folders.count == 1 && look(tree).paths.isEmpty)
    }

    @Test func findsAsManyEntriesAsFoundation() throws {
        var random: UInt64 = 88_172_645_463_325_252
        for _ in 0..<120 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            let parts = (0...Int(random % 4)).map { "d\((random >> (8 * UInt64($0))) % 5)" }
            try folder.write("", to: parts.joined(separator: "/") + "/f\(random % 1_000)")
        }
        try folder.link("link", to: "d0")
        let tree = try ListedTree(folder.path)
        var inodes: [String: UInt64] = [:]
        for listed in tree.folders {
            listed.forEachName { inodes[String(decoding: $0, as: UTF8.self)] = $1 }
        }
        var paths: [String] = []
        let passedOver = tree.forEach { entry in
            let path = String(decoding: entry.path, as: UTF8.self)
            // A folder is listed before its content.
            let parent = LocalFiles.folder(of: path)
            #expect(parent == "." || paths.contains(parent))
            paths.append(path)
            let status = try? LocalFiles.status(folder.path(of: path), followingLinks: false)
            #expect(entry.status == status && inodes[path] == status?.inode)
        }
        let known = try #require(FileManager.default.enumerator(atPath: folder.path))
        #expect(paths.sorted() == known.compactMap { $0 as? String }.sorted())
        #expect(passedOver.isEmpty)
    }

    @Test func listsAnUnchangedFolderInTheSameOrder() throws {
        for number in 0..<50 { try folder.write("", to: "d\(number % 7)/f\(number)") }
        #expect(try look(ListedTree(folder.path)).paths == look(ListedTree(folder.path)).paths)
    }

    @Test func followsNoLinkToAFolder() throws {
        try folder.write("text", to: "a/file")
        try folder.link("a/up", to: "..")
        let tree = try ListedTree(folder.path)
        #expect(look(tree).paths.sorted() == ["a", "a/file", "a/up"])
        var targets: [String: Bool] = [:]
        _ = tree.forEach { entry in
            targets[String(decoding: entry.path, as: UTF8.self)] = entry.target?.isFolder
        }
        #expect(targets == ["a/up": true])
    }

    @Test func returnsNoTargetForBrokenLinks() throws {
        for (name, target) in [("broken", "none"), ("loop", "loop")] {
            try folder.link(name, to: target)
        }
        var seen = 0
        let passedOver = try ListedTree(folder.path).forEach { entry in
            seen += 1
            #expect(entry.target == nil && !entry.status.isFile)
        }
        #expect(seen == 2 && passedOver.isEmpty)
    }

    @Test func keepsTheBytesOfANameThatIsNotUTF8() throws {
        let name: [UInt8] = [0x63, 0xE9, 0xFF]
        try folder.writeFile(named: name)
        var found: [[UInt8]] = []
        let tree = try ListedTree(folder.path)
        let passedOver = tree.forEach { found.append(Array($0.path)) }
        tree.folders[0].forEachName { path, _ in found.append(Array(path)) }
        #expect(found == [name, name] && passedOver.isEmpty)
    }

    @Test func visitsEachEntryOnceInSlices() throws {
        for number in 0..<23 { try folder.write("", to: "f\(number)") }
        let listed = try #require(try ListedTree(folder.path).folders.first)
        var names: [String] = []
        listed.forEachName { path, _ in names.append(String(decoding: path, as: UTF8.self)) }
        var seen: [String] = []
        for start in stride(from: 0, to: listed.count, by: 5) {
            let passedOver = listed.forEach(in: start..<min(start + 5, listed.count)) {
                seen.append(String(decoding: $0.path, as: UTF8.self))
            }
            #expect(passedOver.isEmpty)
        }
        #expect(seen == names && Set(names).count == 23)
    }

    @Test func omitsEntriesDeletedMeanwhile() throws {
        for name in ["a", "b", "c"] { try folder.write("", to: name) }
        let tree = try ListedTree(folder.path)
        try LocalFiles.remove(folder.path + "/b")
        try folder.write("", to: "d")
        #expect(look(tree).paths.sorted() == ["a", "c"] && look(tree).passedOver.isEmpty)
    }

    @Test func listsFoldersUpToTheMaximumDepth() throws {
        let path = Array(repeating: "d", count: 66).joined(separator: "/")
        try LocalFiles.makeFolder(folder.path + "/" + path)
        let tree = try ListedTree(folder.path)
        let (paths, passedOver) = look(tree)
        #expect(paths.count == 65)
        #expect(passedOver == [Array(repeating: "d", count: 65).joined(separator: "/")])
        // Files that disappear meanwhile are not an error.
        try LocalFiles.remove(folder.path(of: "d"))
        #expect(tree.passedOver == passedOver && look(tree).passedOver == passedOver)
        #expect(throws: FileError.self) { try ListedTree(folder.path(of: "nothing")) }
    }

    @Test func recordsTheTimesOfEachFolder() throws {
        try folder.write("", to: "a/b/file")
        let tree = try ListedTree(folder.path)
        #expect(
            tree.folders.map { String(decoding: $0.path, as: UTF8.self) } == ["", "a/", "a/b/"])
        for listed in tree.folders {
            let path = folder.path + "/" + String(decoding: listed.path, as: UTF8.self)
            let stamp = try FileStamp(path)
            #expect(listed.stamp.status == stamp.status && listed.stamp.changed == stamp.changed)
        }
    }
}
