import Foundation
import LocalFiles
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ListedTreeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
    }

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
        let known = FileManager.default.enumerator(atPath: folder.path)?.compactMap {
            $0 as? String
        }
        #expect(try Set(look(ListedTree(folder.path)).paths) == Set(try #require(known)))
        #expect(try look(ListedTree(folder.path)).paths.count == known?.count)
    }

    @Test func listsAnUnchangedFolderInTheSameOrder() throws {
        for number in 0..<50 { try folder.write("", to: "d\(number % 7)/f\(number)") }
        #expect(try look(ListedTree(folder.path)).paths == look(ListedTree(folder.path)).paths)
    }

    @Test func followsNoLinkToAFolder() throws {
        try folder.write("text", to: "a/file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/a/up", withDestinationPath: "..")
        let tree = try ListedTree(folder.path)
        #expect(look(tree).paths.sorted() == ["a", "a/file", "a/up"])
        var targets: [String: Bool] = [:]
        _ = tree.forEach { entry in
            targets[String(decoding: entry.path, as: UTF8.self)] = entry.target?.isFolder
        }
        #expect(targets["a/up"] == true)
        #expect(targets["a/file"] == nil)
    }

    @Test func knowsNoTargetOfALinkThatLeadsNowhere() throws {
        for (name, target) in [("broken", "none"), ("loop", "loop")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: target)
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
        let path = Array((folder.path + "/").utf8) + name + [0]
        let file = open(path.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600)
        try #require(file >= 0)
        close(file)
        var found: [[UInt8]] = []
        let tree = try ListedTree(folder.path)
        let passedOver = tree.forEach { found.append(Array($0.path)) }
        tree.folders[0].forEachName { path, _ in found.append(Array(path)) }
        #expect(found == [name, name] && passedOver.isEmpty)
    }

    @Test func looksAtPartsOfAFolderOnceEach() throws {
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

    @Test func leavesOutWhatIsGoneByNow() throws {
        for name in ["a", "b", "c"] { try folder.write("", to: name) }
        let tree = try ListedTree(folder.path)
        try LocalFiles.remove(folder.path + "/b")
        try folder.write("", to: "d")
        #expect(look(tree).paths.sorted() == ["a", "c"])
    }

    @Test func listsFoldersUpToTheLimitOfDepth() throws {
        let path = Array(repeating: "d", count: 66).joined(separator: "/")
        try LocalFiles.makeFolder(folder.path + "/" + path)
        let (paths, passedOver) = look(try ListedTree(folder.path))
        #expect(paths.count == 65)
        #expect(passedOver == [Array(repeating: "d", count: 65).joined(separator: "/")])
    }

    @Test func recordsTheTimesOfEachFolder() throws {
        try folder.write("", to: "a/b/file")
        let tree = try ListedTree(folder.path)
        #expect(
            tree.folders.map { String(decoding: $0.path, as: UTF8.self) } == ["", "a/", "a/b/"])
        for listed in tree.folders {
            let path = folder.path + "/" + String(decoding: listed.path, as: UTF8.self)
            let (status, changed) = try LocalFiles.statusAndChange(of: path)
            #expect(listed.inode == status.inode && listed.modified == status.modified)
            #expect(listed.changed == changed)
        }
    }
}
