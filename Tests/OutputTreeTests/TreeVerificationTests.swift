import Foundation
import LocalFiles
import TestSupport
import Testing

@testable import OutputTree

@Suite(.tags(.fast))
struct TreeVerificationTests {
    private let site = PublishedSite()

    init() throws {
        try site.publish(["index.html": "index", "notes/a.html": "a", "notes/b.html": "b"])
    }

    @Test func findsNoProblemsAfterPublishing() throws {
        #expect(try site.problems().isEmpty)
        let verification = try TreeVerification(OutputFolder(lookingAt: NotebookPlace(site.output)))
        #expect(
            verification.files.map(\.path) == [
                "site/index.html", "site/notes/a.html", "site/notes/b.html",
            ])
        #expect(verification.files.map(\.size) == [5, 1, 1])
        #expect(verification.foreign.isEmpty)
    }

    @Test func findsChangedAndMissingFiles() throws {
        try LocalFiles.remove(site.live + "/index.html")
        try damage(site.live + "/notes/a.html", text: "A")
        try site.write("longer", to: "notes/b.html")
        #expect(
            try site.problems() == [
                "site/index.html is missing.",
                "site/notes/a.html differs from what was published.",
                "site/notes/b.html differs from what was published.",
            ])
    }

    /// Rewriting a file with the same content, as by a backup, is no damage.
    @Test func acceptsTheSameContentInAnotherFile() throws {
        try site.write("a", to: "notes/a.html")
        #expect(try site.problems().isEmpty)
    }

    @Test func treatsLinksAndFoldersAsChanges() throws {
        try LocalFiles.rename(site.live + "/index.html", to: site.folder.path + "/index.html")
        try FileManager.default.createSymbolicLink(
            atPath: site.live + "/index.html",
            withDestinationPath: site.folder.path + "/index.html")
        try LocalFiles.remove(site.live + "/notes/a.html")
        try LocalFiles.makeFolder(site.live + "/notes/a.html")
        #expect(
            try site.problems() == [
                "site/index.html differs from what was published.",
                "site/notes/a.html differs from what was published.",
            ])
    }

    @Test func saysWhyAFileCannotBeRead() throws {
        try LocalFiles.remove(site.live + "/notes")
        try FileManager.default.createSymbolicLink(
            atPath: site.live + "/notes", withDestinationPath: "notes")
        let reason = FileError(action: "", path: "", code: ELOOP).reason
        #expect(
            try site.problems() == [
                "site/notes/a.html cannot be read: \(reason).",
                "site/notes/b.html cannot be read: \(reason).",
            ])
    }

    @Test func findsAWholeTreeMissing() throws {
        try LocalFiles.remove(site.live)
        #expect(try site.problems().count == 3)
        #expect(
            try TreeVerification(OutputFolder(lookingAt: NotebookPlace(site.output))).foreign
                .isEmpty)
    }

    @Test func listsForeignFilesInOrder() throws {
        for name in ["z", "notes/own/é", "CNAME"] { try site.write("mine", to: name) }
        let verification = try TreeVerification(OutputFolder(lookingAt: NotebookPlace(site.output)))
        #expect(verification.foreign == ["site/CNAME", "site/notes/own/é", "site/z"])
        #expect(try site.problems().isEmpty)
    }

    @Test func reportsADamagedManifest() throws {
        let manifest = site.records + "/manifests/site"
        var bytes = try LocalFiles.read(manifest)
        bytes[bytes.count / 2] ^= 1
        try LocalFiles.replace(manifest, bytes: bytes)
        let verification = try TreeVerification(OutputFolder(lookingAt: NotebookPlace(site.output)))
        #expect(verification.hasDamagedManifest && verification.files.isEmpty)
        #expect(
            verification.problems.first?.hasPrefix("The record of what was published in site is ")
                == true)
    }

    @Test func ignoresTreesThatWereNeverPublished() throws {
        try site.stage(["index.html": "2"])
        try site.folder.write("x", to: "Notebook/json/a.json")
        #expect(
            try OutputFolder(lookingAt: NotebookPlace(site.output)).publishedTrees() == ["site"])
        #expect(try site.problems().isEmpty)
        let nothing = try OutputFolder(lookingAt: NotebookPlace(site.folder.path + "/none"))
        #expect(try TreeVerification(nothing).files.isEmpty)
    }
}
