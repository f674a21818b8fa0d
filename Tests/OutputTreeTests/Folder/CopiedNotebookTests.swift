import Foundation
import LocalFiles
import OutputTree
import TestSupport
import Testing

/// Generations in a copy of a notebook, whose files have other inodes.
@Suite(.tags(.fast))
struct CopiedNotebookTests {
    private let site = PublishedSite()

    init() throws {
        for text in ["one", "two", "three"] { try site.publish(["a": text, "shared": "same"]) }
    }

    /// Replaces the output folder by a copy of it, made by a program.
    private func replaceByCopy(_ command: String) throws {
        let copy = try FinishedProgram(
            "/bin/sh", arguments: ["-c", "mv \"$0\" \"$0.old\"; \(command)", site.output])
        #expect(copy.status == 0, "\(copy.errors)")
    }

    @Test(arguments: [
        "cp -a \"$0.old\" \"$0\"", "cp -r \"$0.old\" \"$0\"",
        "mkdir \"$0\"; tar -C \"$0.old\" -cf - . | tar -C \"$0\" -xf -",
    ])
    func rollsBackInACopy(command: String) throws {
        try replaceByCopy(command)
        #expect(try site.rollBack() == ["site"])
        #expect(try site.texts()["a"] == "two")
        #expect(try site.rollBack() == ["site"])
        #expect(try site.texts()["a"] == "one")
        try site.publish(["a": "four", "shared": "same"])
        #expect(try site.rollBack() == ["site"])
        #expect(try site.texts()["a"] == "one")
    }

    /// A publication of the same content is no new one, and none of the kept ones is dropped for it.
    @Test func publishesNothingNewInACopy() throws {
        for command in ["cp -a \"$0.old\" \"$0\"", "cp -r \"$0.old\" \"$0\""] {
            try replaceByCopy(command)
            let kept = try site.generations()
            #expect(try site.publish(["a": "three", "shared": "same"]).isUnchanged)
            #expect(try site.generations() == kept && kept.count == 2)
            #expect(try site.problems().isEmpty)
            // The next one is made without reading the files again.
            #expect(try site.publish(["a": "three", "shared": "same"]).isUnchanged)
            try LocalFiles.remove(site.output + ".old")
        }
        #expect(try site.rollBack() == ["site"])
        #expect(try site.texts()["a"] == "two")
    }

    /// A link to a file of somebody else is not a published file, whatever is in that.
    @Test func replacesALinkWithThePublishedFile() throws {
        try site.folder.write("same", to: "other")
        try LocalFiles.remove(site.live + "/shared")
        try FileManager.default.createSymbolicLink(
            atPath: site.live + "/shared", withDestinationPath: site.folder.path + "/other")
        #expect(try site.publish(["a": "three", "shared": "same"]).changed == ["shared"])
        let status = try LocalFiles.status(site.live + "/shared", followingLinks: false)
        #expect(status?.isFile == true)
    }

    @Test func rollsBackPastADamagedGeneration() throws {
        let kept = site.output + "/.notebinder/kept"
        try LocalFiles.replace(kept + "/2/site/a", bytes: [1])
        #expect(throws: OutputTreeError.self) { try site.rollBack() }
        #expect(try site.rollBack(to: 1) == ["site"])
        #expect(try site.texts()["a"] == "one")
        #expect(try site.generations() == [])
    }

    @Test func keepsGenerationsThatItCannotRestore() throws {
        let kept = site.output + "/.notebinder/kept"
        let before = try LocalFiles.files(below: kept).sorted()
        try LocalFiles.replace(kept + "/1/site.manifest", bytes: [1, 2, 3])
        #expect(throws: OutputTreeError.self) { try site.rollBack(to: 1) }
        #expect(try LocalFiles.files(below: kept).sorted() == before)
        #expect(try site.texts()["a"] == "three")
        #expect(try site.rollBack() == ["site"])
        #expect(throws: OutputTreeError.self) { try site.rollBack() }
        #expect(try site.texts()["a"] == "two")
    }
}
