import Foundation
import LocalFiles
import TestSupport
import Testing

@testable import OutputTree

/// Runs that were killed at each step of a publication.
@Suite(.tags(.fast))
struct TreeRecoveryTests {
    private let site = PublishedSite()
    private let old = ["a": "1", "b": "same", "gone": "x"]
    private let new = ["a": "2", "b": "same", "added": "y"]
    private var staged: String { site.records + "/staging/site" }
    private var manifest: String { site.records + "/manifests/site" }

    init() throws {
        try site.publish(old)
    }

    /// Expects a complete tree, a record of it, and nothing that is left over.
    private func expectRecovered(_ files: [String: String], canGoBack: Bool) throws {
        let folder = try OutputFolder(NotebookPlace(site.output))
        try folder.recover(tree: "site")
        #expect(try site.texts() == files)
        #expect(try site.problems().isEmpty)
        for path in [staged, staged + ".fresh", staged + ".retired", manifest + ".next"] {
            #expect(try LocalFiles.status(path) == nil, "\(path)")
        }
        // Once more, nothing is left to do.
        let before = try FolderContents(site.output)
        try folder.recover(tree: "site")
        #expect(try FolderContents(site.output) == before)
        #expect(try folder.rollBack() == (canGoBack ? ["site"] : []))
        #expect(try site.texts() == old)
    }

    /// Exchanges the staged tree and the published one, as a run does.
    private func swap() throws {
        let isSwapped = try LocalFiles.exchange(staged, site.live)
        try #require(isSwapped)
    }

    /// Expects commands that change nothing to find the tree whole before the next run repairs the
    /// records.
    private func expectNoDamage() throws {
        #expect(try site.problems().isEmpty)
        let folder = try OutputFolder(lookingAt: NotebookPlace(site.output))
        #expect(try PublishedTree("site", in: folder, isDry: true).altered.isEmpty)
    }

    @Test func discardsAnIncompleteTree() throws {
        try site.folder.write("half", to: "Notebook/.notebinder/staging/site.fresh/a")
        try expectRecovered(old, canGoBack: false)
    }

    @Test func discardsACompleteButUnpublishedTree() throws {
        try site.stage(new)
        try #require(try LocalFiles.status(staged) != nil)
        try expectRecovered(old, canGoBack: false)
    }

    @Test func discardsAnIncompleteManifest() throws {
        try site.stage(new)
        let bytes = try LocalFiles.read(manifest + ".next")
        try LocalFiles.replace(manifest + ".next", bytes: Array(bytes.prefix(bytes.count / 2)))
        try expectRecovered(old, canGoBack: false)
    }

    @Test func completesASwap() throws {
        try site.stage(new)
        try swap()
        try expectNoDamage()
        try expectRecovered(new, canGoBack: true)
    }

    /// Killed between the two renames of a file system that cannot exchange names.
    @Test func completesASwapOfTwoSteps() throws {
        try site.stage(new)
        try LocalFiles.rename(site.live, to: staged + ".retired")
        let folder = try OutputFolder(NotebookPlace(site.output))
        try folder.recover(tree: "site")
        #expect(try site.texts() == new)
        #expect(try site.problems().isEmpty)
    }

    @Test func completesASwapOfTwoStepsAfterTheSecond() throws {
        try site.stage(new)
        try LocalFiles.rename(site.live, to: staged + ".retired")
        try LocalFiles.rename(staged, to: site.live)
        try expectNoDamage()
        try expectRecovered(new, canGoBack: true)
    }

    /// Killed after the old tree and its manifest were kept, before the new one was in place.
    @Test func completesASwapWithAnArchivedOldTree() throws {
        try site.stage(new)
        try swap()
        try OutputFolder(NotebookPlace(site.output)).archive("site", from: staged, generation: 1)
        try #require(try LocalFiles.status(manifest) == nil)
        try expectNoDamage()
        try expectRecovered(new, canGoBack: true)
    }

    @Test func putsBackATreeWithoutASuccessor() throws {
        try LocalFiles.makeFolder(site.records + "/staging")
        try LocalFiles.rename(site.live, to: staged + ".retired")
        try expectRecovered(old, canGoBack: false)
    }

    @Test func rescuesAFileThatWasAddedBeforeTheRunWasKilled() throws {
        try site.stage(new)
        try site.write("late", to: "own/late")
        try swap()
        try OutputFolder(NotebookPlace(site.output)).recover(tree: "site")
        #expect(try site.texts() == new.merging(["own/late": "late"]) { $1 })
    }

    @Test func discardsWhatAFailedRunHasStaged() throws {
        try site.stage(new)
        try OutputFolder(NotebookPlace(site.output)).discardStaging(of: ["site", "json"])
        #expect(try LocalFiles.status(site.records + "/staging") == nil)
        #expect(try site.texts() == old)
    }

    /// Whatever of the records is lost, no published file is.
    @Test(arguments: [
        "manifests", "staging", "kept", "originals", "spare", "lock", "manifests/site",
    ])
    func losesNoFilesWhenRecordsAreMissing(name: String) throws {
        try site.publish(new)
        try LocalFiles.remove(site.records + "/" + name)
        let before = try site.contents()
        do {
            try site.publish(old)
            #expect(try site.texts() == old)
        } catch is OutputTreeError {
            #expect(try site.contents() == before)
        }
    }
}
