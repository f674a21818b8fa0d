import Foundation
import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import OutputTree
import TestSupport
import Testing

/// The error of a request for a picture, of which the plans of these tests have none.
private struct NoDerivatives: Error {}

@Suite(.tags(.fast))
struct OutputTreeTests {
    let folder: TemporaryFolder
    private var output: String { folder.path + "/Notebook" }

    init() throws {
        folder = try TemporaryFolder()
    }

    @discardableResult
    private func publish(
        _ files: [String: String], originals: [String: StoredBytes] = [:]
    ) throws -> TreeStaging.Result {
        let output = try OutputFolder(output)
        let planned =
            files.map { OutputFile(OutputPath($0.key), content: .bytes(Array($0.value.utf8))) }
            + originals.map {
                OutputFile(
                    OutputPath($0.key),
                    content: .original($0.value, ContentDigest(of: Array("photo".utf8))))
            }
        let plan = TreePlan(tree: "site", files: planned)
        let staging = try TreeStaging(
            plan, replacing: PublishedTree(plan.tree, in: output), in: output
        ) { _ in throw NoDerivatives() }
        let result = try staging.complete(staging.placedFiles())
        try staging.publish(result, generation: output.newGeneration())
        return result
    }

    private func contents() throws -> FolderContents { try FolderContents(output + "/site") }

    @Test func holdsExactlyItsPlan() throws {
        try publish(["index.html": "1", "notes/a.html": "a", "notes/b.html": "b"])
        let result = try publish(["index.html": "2", "notes/a.html": "a"])
        #expect(try contents().names == ["index.html", "notes/a.html"])
        #expect(
            result.files == 2 && result.changed == ["index.html"]
                && result.removed == ["notes/b.html"])
        try publish([:])
        #expect(try contents().names.isEmpty)
    }

    @Test func touchesNothingWhereNothingChanged() throws {
        let files = ["index.html": "1", "notes/a.html": "a"]
        try publish(files)
        let before = try FolderContents(output)
        let folderBefore = try LocalFiles.status(output + "/site")
        #expect(try publish(files).isUnchanged)
        #expect(try FolderContents(output) == before)
        #expect(try LocalFiles.status(output + "/site") == folderBefore)
    }

    /// Names that begin with other names, in folders named like files.
    @Test func knowsEachFileAmongOthersOfLikeNames() throws {
        let names = ["a", "a-b", "a.b", "a0", "ab/a", "ab/a.b", "ab0", "b/a", "é", "z"]
        func files(_ names: [String]) -> [String: String] {
            Dictionary(uniqueKeysWithValues: names.map { ($0 + ".html", "of \($0)") })
        }
        let odd = names.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let even = names.filter { !odd.contains($0) }
        for (before, after) in [(names, odd), (odd, names), (names, even), (even, odd)] {
            try publish(files(before))
            let earlier = try contents().files
            let result = try publish(files(after))
            let kept = Set(before).intersection(after).map { $0 + ".html" }
            #expect(try contents().names == files(after).keys.sorted())
            #expect(Set(result.added) == Set(files(after).keys).subtracting(files(before).keys))
            #expect(Set(result.removed) == Set(files(before).keys).subtracting(files(after).keys))
            #expect(result.changed.isEmpty)
            let later = try contents().files
            for name in kept { #expect(earlier[name]?.status == later[name]?.status) }
        }
    }

    @Test func keepsInodeAndTimeOfFilesThatDidNotChange() throws {
        try publish(["a": "1", "b": "2"])
        let before = try contents()
        try publish(["a": "1", "b": "changed"])
        let after = try contents()
        #expect(after.files["a"] == before.files["a"])
        #expect(after.files["b"]?.bytes == Array("changed".utf8))
    }

    @Test func restoresAFileThatSomebodyChanged() throws {
        try publish(["a": "1", "b": "2"])
        try LocalFiles.replace(output + "/site/a", bytes: Array("scribble".utf8))
        try publish(["a": "1", "b": "2"])
        #expect(try contents().files["a"]?.bytes == Array("1".utf8))
    }

    @Test func keepsFilesOfOthersAndNamesThem() throws {
        try publish(["a": "1"])
        try LocalFiles.makeFolder(output + "/site/own")
        try LocalFiles.create(output + "/site/own/CNAME", bytes: Array("me".utf8))
        let result = try publish(["a": "2"])
        #expect(result.foreign == ["own/CNAME"])
        #expect(try contents().names == ["a", "own/CNAME"])
        #expect(throws: OutputTreeError.self) { try publish(["own/CNAME": "mine"]) }
        #expect(try contents().files["own/CNAME"]?.bytes == Array("me".utf8))
    }

    /// Linux has a file for each of two canonically equivalent names. The file of others keeps its
    /// own.
    @Test func keepsAFileOfOthersWithAnEquivalentName() throws {
        let site = try PublishedSite()
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        try site.publish([composed: "1"])
        try site.write("mine", to: decomposed)
        try #require(LocalFiles.entries(of: site.live).count == 2)
        for text in ["2", "3"] {
            #expect(
                try site.publish([composed: text]).foreign.map { Array($0.utf8) } == [
                    Array(decomposed.utf8)
                ])
            #expect(try LocalFiles.read(site.live + "/" + composed) == Array(text.utf8))
            #expect(try LocalFiles.read(site.live + "/" + decomposed) == Array("mine".utf8))
        }
        _ = try site.rollBack()
        #expect(try LocalFiles.read(site.live + "/" + composed) == Array("2".utf8))
        #expect(try LocalFiles.read(site.live + "/" + decomposed) == Array("mine".utf8))
    }

    @Test(arguments: [
        (["d/a": "1"], "d/own", ["d": "2"]), (["a": "1"], "d", ["d/a/b": "2"]),
        (["a": "1"], "b", ["b": "2"]), (["d/e/a": "1"], "d/e/own", ["d/e": "2"]),
    ])
    func refusesAFileOfOthersInTheWay(
        old: [String: String], own: String, new: [String: String]
    ) throws {
        let site = try PublishedSite()
        try site.publish(old)
        try site.write("mine", to: own)
        let before = try site.contents()
        #expect {
            try site.publish(new)
        } throws: { error in
            if case .foreignFile(let path) = error as? OutputTreeError {
                path == site.live + "/" + own
            } else {
                false
            }
        }
        #expect(try site.contents() == before)
    }

    @Test func refusesToLeaveFilesBehindThatItCannotReach() throws {
        try publish(["a": "1"])
        func expectRefusal() throws {
            #expect {
                try publish(["a": "2"])
            } throws: { error in
                switch error as? OutputTreeError {
                case .unnameableFile, .unreachable: true
                default: false
                }
            }
            #expect(try contents().files["a"]?.bytes == Array("1".utf8))
        }
        // Latin-1, in which old programs name files.
        let name = Array((output + "/site/caf").utf8) + [0xE9, 0]
        let file = name.withUnsafeBytes {
            open($0.assumingMemoryBound(to: CChar.self).baseAddress!, O_CREAT | O_WRONLY, 0o600)
        }
        if file >= 0 {
            close(file)
            try expectRefusal()
            name.withUnsafeBytes {
                _ = unlink($0.assumingMemoryBound(to: CChar.self).baseAddress!)
            }
        }
        let deep = output + "/site/" + Array(repeating: "d", count: 70).joined(separator: "/")
        try LocalFiles.makeFolder(deep)
        try LocalFiles.create(deep + "/mine.txt", bytes: [1])
        try expectRefusal()
        try LocalFiles.remove(output + "/site/d")
        #expect(try publish(["a": "2"]).changed == ["a"])
    }

    @Test func rescuesAFileThatWasAddedMeanwhile() throws {
        try publish(["a": "1"])
        let folder = try OutputFolder(output)
        let plan = TreePlan(
            tree: "site", files: [OutputFile(OutputPath("a"), content: .bytes([2]))])
        let staging = try TreeStaging(
            plan, replacing: PublishedTree(plan.tree, in: folder), in: folder
        ) { _ in throw NoDerivatives() }
        let result = try staging.complete(staging.placedFiles())
        try LocalFiles.create(output + "/site/late.txt", bytes: Array("late".utf8))
        try staging.publish(result, generation: folder.newGeneration())
        #expect(try contents().bytes == ["a": [2], "late.txt": Array("late".utf8)])
    }

    @Test func takesUpAFolderThatAKilledFirstRunHadOnlyBegun() throws {
        try folder.write("", to: "Notebook/.notebinder/lock")
        try publish(["a": "1"])
        #expect(try contents().names == ["a"])
    }

    @Test func refusesAFolderOfSomebodyElse() throws {
        try folder.write("precious", to: "Notebook/thesis.txt")
        #expect {
            try publish(["a": "1"])
        } throws: { error in
            if case .notOurs = error as? OutputTreeError { true } else { false }
        }
        #expect(try FolderContents(output).names == ["thesis.txt"])
    }

    @Test func refusesASecondRunWhileOneHoldsTheLock() throws {
        let held = try OutputFolder(output)
        #expect {
            try OutputFolder(output)
        } throws: { error in
            guard case .locked(_, let holder) = error as? OutputTreeError else { return false }
            return holder?.process == getpid()
                && holder?.description.contains(/since \d\d:\d\d$/) == true
        }
        #expect(held.path == output)
    }

    @Test func leavesTheOldTreeWhenAFileCannotBeMade() throws {
        try publish(["a": "1"])
        let output = try OutputFolder(output)
        let gone = StoredBytes(file: folder.path + "/gone", range: 0..<5)
        let plan = TreePlan(
            tree: "site",
            files: [
                OutputFile(OutputPath("a"), content: .bytes([2])),
                OutputFile(OutputPath("b"), content: .original(gone, ContentDigest(of: [9]))),
            ])
        let staging = try TreeStaging(
            plan, replacing: PublishedTree(plan.tree, in: output), in: output
        ) { _ in throw NoDerivatives() }
        #expect(throws: (any Error).self) { try staging.placedFiles() }
        #expect(try contents().bytes == ["a": Array("1".utf8)])
    }

    @Test func keepsOneFileOfAnOriginalForAllPlaces() throws {
        let photo = try folder.write("photo", to: "photo.jpg")
        let stored = StoredBytes(file: photo, range: 0..<5)
        try publish(["a": "1"], originals: ["p/1.jpg": stored, "p/2.jpg": stored])
        let files = try contents().files
        #expect(files["p/1.jpg"]?.bytes == Array("photo".utf8))
        #expect(files["p/1.jpg"]?.status.inode == files["p/2.jpg"]?.status.inode)
        // The source is copied: what is published must not change with it.
        #expect(files["p/1.jpg"]?.status.inode != (try LocalFiles.status(photo))?.inode)
    }

    /// A run that was killed after the swap, before its record was put in place; and one that
    /// was killed before the swap.
    @Test func recoversFromARunThatWasKilled() throws {
        try publish(["a": "1"])
        let manifest = output + "/.notebinder/manifests/site"
        // Before the swap: an unfinished tree and its record are left over.
        try folder.write("half", to: "Notebook/.notebinder/staging/site/a")
        try folder.write(
            "notebinder manifest 2\n1\n", to: "Notebook/.notebinder/manifests/site.next")
        #expect(try publish(["a": "1"]).isUnchanged)
        #expect(try LocalFiles.status(output + "/.notebinder/staging/site") == nil)
        // After the swap: the record still has its other name.
        try LocalFiles.rename(manifest, to: manifest + ".next")
        #expect(try publish(["a": "1"]).isUnchanged)
        #expect(try LocalFiles.status(manifest) != nil)
        // Between two renames, on a file system that cannot exchange two names.
        try LocalFiles.makeFolder(output + "/.notebinder/staging")
        try LocalFiles.rename(output + "/site", to: output + "/.notebinder/staging/site")
        try LocalFiles.rename(manifest, to: manifest + ".next")
        #expect(try publish(["a": "1"]).isUnchanged)
        #expect(try contents().bytes == ["a": Array("1".utf8)])
    }

    @Test func refusesToGuessWithoutItsRecord() throws {
        try publish(["a": "1"])
        try LocalFiles.replace(output + "/.notebinder/manifests/site", bytes: Array("garbage".utf8))
        #expect(throws: OutputTreeError.self) { try publish(["a": "2"]) }
        #expect(try contents().bytes == ["a": Array("1".utf8)])
    }
}
