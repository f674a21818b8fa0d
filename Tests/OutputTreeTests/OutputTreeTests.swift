import Foundation
import LocalFiles
import OutputTree
import TestSupport
import Testing

/// Trees on the disk of temporary folders, as those of other suites are in memory.
@Suite(.tags(.fast))
struct OutputTreeTests {
    private let site = PublishedSite(isInMemory: false)

    @Test func holdsExactlyItsPlan() throws {
        try site.publish(["index.html": "1", "notes/a.html": "a", "notes/b.html": "b"])
        let files = ["index.html": "2", "notes/a.html": "a"]
        let result = try site.publish(files)
        #expect(try site.texts() == files)
        #expect(result.files == 2 && result.changed == ["index.html"])
        #expect(result.removed == ["notes/b.html"])
        try site.publish([:])
        #expect(try site.texts().isEmpty)
    }

    @Test func touchesNothingWithoutChanges() throws {
        let files = ["index.html": "1", "notes/a.html": "a"]
        try site.publish(files)
        let before = try FolderContents(site.output)
        let folderBefore = try LocalFiles.status(site.live)
        #expect(try site.publish(files).isUnchanged)
        #expect(try FolderContents(site.output) == before)
        #expect(try LocalFiles.status(site.live) == folderBefore)
    }

    /// Names that begin with other names, in folders named like files.
    @Test func distinguishesFilesWithSimilarNames() throws {
        let names = ["a", "a-b", "a.b", "a0", "ab/a", "ab/a.b", "ab0", "b/a", "é", "z"]
        func files(_ names: [String]) -> [String: String] {
            Dictionary(uniqueKeysWithValues: names.map { ($0 + ".html", "of \($0)") })
        }
        let odd = names.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let even = names.filter { !odd.contains($0) }
        for (before, after) in [(names, odd), (odd, names), (names, even), (even, odd)] {
            try site.publish(files(before))
            let earlier = try site.contents().files
            let result = try site.publish(files(after))
            let kept = Set(before).intersection(after).map { $0 + ".html" }
            #expect(try site.contents().names == files(after).keys.sorted())
            #expect(Set(result.added) == Set(files(after).keys).subtracting(files(before).keys))
            #expect(Set(result.removed) == Set(files(before).keys).subtracting(files(after).keys))
            #expect(result.changed.isEmpty)
            let later = try site.contents().files
            for name in kept { #expect(earlier[name]?.status == later[name]?.status) }
        }
    }

    @Test func keepsInodeAndTimeOfFilesThatDidNotChange() throws {
        try site.publish(["a": "1", "b": "2"])
        let before = try site.contents()
        try site.publish(["a": "1", "b": "changed"])
        let after = try site.contents()
        #expect(after.files["a"] == before.files["a"])
        #expect(try site.texts() == ["a": "1", "b": "changed"])
    }

    @Test func keepsAndReportsForeignFiles() throws {
        try site.publish(["a": "1"])
        try site.write("me", to: "own/CNAME")
        let result = try site.publish(["a": "2"])
        #expect(result.foreign == ["own/CNAME"])
        #expect(throws: OutputTreeError.self) { try site.publish(["own/CNAME": "mine"]) }
        #expect(try site.texts() == ["a": "2", "own/CNAME": "me"])
    }

    /// Linux has a file for each of two canonically equivalent names. The file of others keeps its
    /// own.
    @Test func keepsAForeignFileWithAnEquivalentName() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        try site.publish([composed: "1"])
        try site.write("mine", to: decomposed)
        try #require(LocalFiles.entries(of: site.live).count == 2)
        func expectTexts(_ text: String) throws {
            #expect(try site.folder.text("Notebook/site/" + composed) == text)
            #expect(try site.folder.text("Notebook/site/" + decomposed) == "mine")
        }
        for text in ["2", "3"] {
            let foreign = try site.publish([composed: text]).foreign
            #expect(foreign.map { Array($0.utf8) } == [Array(decomposed.utf8)])
            try expectTexts(text)
        }
        try site.rollBack()
        try expectTexts("2")
    }

    @Test(arguments: [
        (["d/a": "1"], "d/own", ["d": "2"]), (["a": "1"], "d", ["d/a/b": "2"]),
        (["a": "1"], "b", ["b": "2"]), (["d/e/a": "1"], "d/e/own", ["d/e": "2"]),
    ])
    func refusesToReplaceForeignFiles(
        old: [String: String], own: String, new: [String: String]
    ) throws {
        try site.publish(old)
        try site.write("mine", to: own)
        let before = try site.contents()
        #expect {
            try site.publish(new)
        } throws: { error in
            guard case .foreignFile(let path)? = error as? OutputTreeError else { return false }
            return path == site.live + "/" + own
        }
        #expect(try site.contents() == before)
    }

    @Test func refusesToPublishWithUnreachableFiles() throws {
        try site.publish(["a": "1"])
        func expectRefusal() throws {
            #expect {
                try site.publish(["a": "2"])
            } throws: { error in
                switch error as? OutputTreeError {
                case .unnameableFile, .unreachable: true
                default: false
                }
            }
            #expect(try site.texts()["a"] == "1")
        }
        // Latin-1, in which old programs name files.
        let name = Array((site.live + "/caf").utf8) + [0xE9, 0]
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
        let deep = Array(repeating: "d", count: 70).joined(separator: "/")
        try site.write("mine", to: deep + "/mine.txt")
        try expectRefusal()
        try LocalFiles.remove(site.live + "/d")
        #expect(try site.publish(["a": "2"]).changed == ["a"])
    }

    @Test func rescuesAFileThatWasAddedMeanwhile() throws {
        try site.publish(["a": "1"])
        let folder = try OutputFolder(NotebookPlace(site.output))
        let staging = try site.staging(PublishedSite.files(["a": "2"]), in: folder)
        let result = try staging.complete(staging.placedFiles())
        try site.write("late", to: "late.txt")
        try staging.publish(result, generation: folder.newGeneration())
        #expect(try site.texts() == ["a": "2", "late.txt": "late"])
    }

    @Test func refusesASecondRunWhileOneHoldsTheLock() throws {
        let held = try OutputFolder(NotebookPlace(site.output))
        #expect {
            try OutputFolder(NotebookPlace(site.output))
        } throws: { error in
            guard case .locked(_, let holder) = error as? OutputTreeError else { return false }
            return holder?.process == getpid()
                && holder?.description.contains(/since \d\d:\d\d$/) == true
        }
        #expect(held.path == site.output)
    }

    @Test func leavesTheOldTreeWhenAFileCannotBeMade() throws {
        try site.publish(["a": "1"])
        let gone = StoredBytes(file: site.folder.path + "/gone", range: 0..<5)
        let files = PublishedSite.files(["a": "2"]) + [.original("b", from: gone, text: "x")]
        let staging = try site.staging(files, in: OutputFolder(NotebookPlace(site.output)))
        #expect(throws: (any Error).self) { try staging.placedFiles() }
        #expect(try site.texts() == ["a": "1"])
    }

    @Test func sharesOneCopyOfAnOriginal() throws {
        let photo = try site.folder.write("photo", to: "photo.jpg")
        let stored = StoredBytes(file: photo, range: 0..<5)
        try site.publish(
            ["p/1.jpg", "p/2.jpg"].map { .original($0, from: stored, text: "photo") })
        let files = try site.contents().files
        #expect(files["p/1.jpg"]?.bytes == Array("photo".utf8))
        #expect(files["p/1.jpg"]?.status.inode == files["p/2.jpg"]?.status.inode)
        // The source is copied: what is published must not change with it.
        #expect(files["p/1.jpg"]?.status.inode != (try LocalFiles.status(photo))?.inode)
    }

    /// A run that was killed after the swap, before its record was put in place; and one that
    /// was killed before the swap.
    @Test func recoversFromARunThatWasKilled() throws {
        try site.publish(["a": "1"])
        let manifest = site.records + "/manifests/site"
        // Before the swap: an unfinished tree and its record are left over.
        try site.folder.write("half", to: "Notebook/.notebinder/staging/site/a")
        try site.folder.write(
            "notebinder manifest 2\n1\n", to: "Notebook/.notebinder/manifests/site.next")
        #expect(try site.publish(["a": "1"]).isUnchanged)
        #expect(try LocalFiles.status(site.records + "/staging/site") == nil)
        // After the swap: the record still has its other name.
        try LocalFiles.rename(manifest, to: manifest + ".next")
        #expect(try site.publish(["a": "1"]).isUnchanged)
        #expect(try LocalFiles.status(manifest) != nil)
        // Between two renames, on a file system that cannot exchange two names.
        func stopBeforeTheSecondRename() throws {
            try LocalFiles.makeFolder(site.records + "/staging")
            try LocalFiles.rename(site.live, to: site.records + "/staging/site")
            try LocalFiles.rename(manifest, to: manifest + ".next")
        }
        try stopBeforeTheSecondRename()
        try site.folder.write("0", to: "Notebook/.notebinder/staging/site.retired/a")
        #expect(try site.publish(["a": "1"]).isUnchanged)
        #expect(try site.texts() == ["a": "1"])
        // A first publication has not begun before its only rename.
        try stopBeforeTheSecondRename()
        #expect(try !site.publish(["a": "1"]).isUnchanged)
        #expect(try site.texts() == ["a": "1"])
    }

    @Test func refusesToPublishWithADamagedManifest() throws {
        try site.publish(["a": "1"])
        try LocalFiles.replace(site.records + "/manifests/site", bytes: Array("garbage".utf8))
        #expect(throws: OutputTreeError.self) { try site.publish(["a": "2"]) }
        #expect(try site.texts() == ["a": "1"])
    }
}
