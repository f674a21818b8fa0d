import Foundation
import LocalFiles
import TestSupport
import Testing

@testable import OutputTree

/// Earlier trees: going back to them, and how many are kept.
@Suite(.tags(.fast))
struct TreeGenerationsTests {
    private let site = PublishedSite()

    @Test func rollsBackOnePublicationAtATime() throws {
        for text in ["1", "2", "3"] { try site.publish(["a": text, "only \(text)": text]) }
        for text in ["2", "1"] {
            #expect(try site.rollBack() == ["site"])
            #expect(try site.texts() == ["a": text, "only \(text)": text])
            #expect(try site.problems().isEmpty)
        }
        #expect(try site.rollBack() == [])
        #expect(try site.texts() == ["a": "1", "only 1": "1"])
    }

    @Test func rollsBackSeveralPublicationsAtOnce() throws {
        for text in ["1", "2", "3", "4"] { try site.publish(["a": text, "only \(text)": text]) }
        let kept = try OutputFolder(NotebookPlace(site.output)).keptGenerations
        #expect(kept.map(\.number) == [3, 2, 1])
        #expect(kept.allSatisfy { $0.trees == ["site"] && $0.published.timeIntervalSinceNow > -60 })
        #expect(try site.rollBack(to: 2) == ["site"])
        #expect(try site.texts() == ["a": "2", "only 2": "2"])
        #expect(try site.problems().isEmpty)
        #expect(try OutputFolder(NotebookPlace(site.output)).keptGenerations.map(\.number) == [1])
    }

    @Test func changesNothingIfAGenerationIsDamaged() throws {
        for text in ["1", "2", "3"] { try site.publish(["a": text]) }
        try LocalFiles.remove(site.records + "/kept/1/site/a")
        #expect(throws: OutputTreeError.self) { try site.rollBack(to: 1) }
        #expect(try site.texts() == ["a": "3"])
        #expect(try site.rollBack(to: 2) == ["site"])
    }

    @Test func rollsBackNothingAtFirst() throws {
        #expect(try site.rollBack() == [])
        try site.publish(["a": "1"])
        #expect(try site.rollBack() == [])
        #expect(try site.texts() == ["a": "1"])
    }

    @Test func restoresFilesWithTheirInodesAndTimes() throws {
        try site.publish(["a": "1", "b": "b"])
        let before = try site.contents()
        try site.publish(["a": "2", "b": "b"])
        try site.rollBack()
        #expect(try site.contents() == before)
    }

    @Test func publishesAgainAfterRollingBack() throws {
        for text in ["1", "2"] { try site.publish(["a": text]) }
        try site.rollBack()
        #expect(try site.publish(["a": "3"]).changed == ["a"])
        #expect(try site.texts() == ["a": "3"])
        #expect(try site.rollBack() == ["site"])
        #expect(try site.texts() == ["a": "1"])
    }

    @Test func keepsForeignFilesWhenRollingBack() throws {
        try site.publish(["a": "1"])
        try site.write("old", to: "own/CNAME")
        try site.publish(["a": "2"])
        try site.write("new", to: "own/CNAME")
        try site.write("late", to: "own/late")
        try site.rollBack()
        #expect(try site.texts() == ["a": "1", "own/CNAME": "new", "own/late": "late"])
    }

    @Test func doesNotRestoreRemovedForeignFiles() throws {
        try site.publish(["a": "1"])
        try site.write("mine", to: "CNAME")
        for text in ["2", "3"] { try site.publish(["a": text]) }
        try LocalFiles.remove(site.live + "/CNAME")
        for text in ["2", "1"] {
            try site.rollBack()
            #expect(try site.texts() == ["a": text])
        }
    }

    @Test func refusesToReplaceAForeignFileWithAFolder() throws {
        try site.publish(["d/a": "1"])
        try site.publish(["x": "2"])
        try site.write("mine", to: "d")
        #expect(throws: OutputTreeError.self) { try site.rollBack() }
        #expect(try site.texts() == ["d": "mine", "x": "2"])
    }

    @Test func refusesToReplaceAForeignFile() throws {
        try site.publish(["a": "1", "b": "b"])
        try site.publish(["a": "2"])
        try site.write("mine", to: "b")
        #expect {
            try site.rollBack()
        } throws: { error in
            guard case .foreignFile(let path)? = error as? OutputTreeError else { return false }
            return path == site.live + "/b"
        }
        #expect(try site.texts() == ["a": "2", "b": "mine"])
    }

    /// A file that both trees share was overwritten in place, so that the older one has it, too.
    @Test func refusesAnOlderTreeThatIsDamaged() throws {
        try site.publish(["a": "1", "shared": "text"])
        try site.publish(["a": "2", "shared": "text"])
        try overwrite(site.live + "/shared", text: "TEXT")
        #expect {
            try site.rollBack()
        } throws: { error in
            if case .damagedGeneration("site/shared", _)? = error as? OutputTreeError {
                true
            } else {
                false
            }
        }
        #expect(try site.texts()["a"] == "2")
        #expect(try site.generations() == ["1"])
    }

    @Test func keepsNoGenerationForRepairs() throws {
        try site.publish(["a": "1", "b": "b"])
        try site.write("scribble", to: "a")
        let result = try site.publish(["a": "1", "b": "b"])
        #expect(result.repaired == ["a"] && result.onlyRepairs)
        #expect(try site.generations().isEmpty)
        #expect(try site.texts() == ["a": "1", "b": "b"])
    }

    @Test func keepsNoGenerationIfNothingChanged() throws {
        for _ in 0..<3 { try site.publish(["a": "1"]) }
        #expect(try site.generations().isEmpty)
    }

    @Test(arguments: [0, 1, 2, 5]) func keepsTheNewestGenerations(count: Int) throws {
        for text in ["1", "2", "3", "4"] { try site.publish(["a": text]) }
        try OutputFolder(NotebookPlace(site.output)).pruneGenerations(keeping: count)
        #expect(try site.generations() == Array(["1", "2", "3"].suffix(count)))
        var restored: [String] = []
        while try site.rollBack() == ["site"] {
            restored.append(try #require(try site.texts()["a"]))
        }
        #expect(restored == Array(["3", "2", "1"].prefix(count)))
    }

    @Test func numbersGenerationsAfterTheNewestKept() throws {
        for text in ["1", "2", "3"] { try site.publish(["a": text]) }
        let folder = try OutputFolder(NotebookPlace(site.output))
        #expect(try folder.newGeneration() == 3)
        try folder.pruneGenerations(keeping: 1)
        #expect(try folder.newGeneration() == 3)
        try folder.pruneGenerations(keeping: 0)
        #expect(try folder.newGeneration() == 1)
    }

    /// A tree that is set aside is no longer of use if anything about it is not as recorded.
    @Test(arguments: ["a", "shared", "folder/b", "new", "manifest"])
    func rebuildsTheTreeIfTheRecycledOneDiffersFromItsRecord(name: String) throws {
        let common = ["shared": "s", "folder/b": "b"]
        for text in ["1", "2", "3"] {
            try site.publish(common.merging(["a": text]) { $1 })
            try OutputFolder(NotebookPlace(site.output)).pruneGenerations(keeping: 1)
        }
        let spare = site.records + "/spare/site"
        try #require(try LocalFiles.status(spare)?.isFolder == true)
        if name == "manifest" {
            try LocalFiles.replace(spare + ".manifest", bytes: [1, 2, 3])
        } else {
            try LocalFiles.replace(spare + "/" + name, bytes: Array("wrong".utf8))
        }
        try site.publish(common.merging(["a": "4"]) { $1 })
        #expect(try site.texts() == ["shared": "s", "folder/b": "b", "a": "4"])
        #expect(try site.problems().isEmpty)
    }

    @Test func reusesTheRecycledTree() throws {
        let common = Dictionary(uniqueKeysWithValues: (0..<20).map { ("n/\($0)", "\($0)") })
        func publish(_ text: String) throws {
            try site.publish(common.merging(["a": text]) { $1 })
            try OutputFolder(NotebookPlace(site.output)).pruneGenerations(keeping: 1)
        }
        for text in ["1", "2", "3"] { try publish(text) }
        let spare = try #require(try LocalFiles.status(site.records + "/spare/site"))
        let before = try site.contents()
        try publish("4")
        #expect(try LocalFiles.status(site.live)?.inode == spare.inode)
        let after = try site.contents()
        for name in common.keys { #expect(after.files[name] == before.files[name]) }
        #expect(try site.texts()["a"] == "4")
        try OutputFolder(NotebookPlace(site.output)).pruneGenerations(keeping: 0)
        #expect(try LocalFiles.status(site.records + "/spare") == nil)
    }
}
