import Foundation
import LocalFiles
import TestSupport
import Testing

@testable import OutputTree

/// Which folders are used for output, by how many runs, and what is left of a run without output.
@Suite(.tags(.fast))
struct OutputFolderTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private var output: String { folder.path + "/Notebook" }

    private func refusal(_ body: () throws -> Void) -> OutputTreeError? {
        do { try body() } catch { return error as? OutputTreeError }
        return nil
    }

    private func isLocked(_ error: OutputTreeError?) -> Bool {
        if case .locked = error { true } else { false }
    }

    @Test func marksANewFolderAsItsOwn() throws {
        #expect(try !NotebookPlace(output).isOurs)
        #expect(try OutputFolder.existing(at: NotebookPlace(output)) == nil)
        do {
            let opened = try OutputFolder(NotebookPlace(output))
            #expect(opened.path == output && opened.records == output + "/.notebinder")
        }
        #expect(try NotebookPlace(output).isOurs)
        #expect(try OutputFolder.existing(at: NotebookPlace(output))?.path == output)
        let mark = try LocalFiles.read(output + "/.notebinder/format")
        #expect(String(decoding: mark, as: UTF8.self) == "notebinder 1\n")
    }

    @Test func usesAnEmptyFolderAndALinkToOne() throws {
        try LocalFiles.makeFolder(output)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: "Notebook")
        do { _ = try OutputFolder(NotebookPlace(folder.path + "/link")) }
        #expect(try NotebookPlace(output).isOurs)
        #expect(try LocalFiles.linkTarget(folder.path + "/link") == "Notebook")
    }

    @Test(arguments: ["thesis.txt", ".hidden", ".notebinder/other", ".notebinder/cache/x", "a/b"])
    func refusesAFolderWithOtherFiles(name: String) throws {
        try folder.write("precious", to: "Notebook/" + name)
        for open in [
            { _ = try OutputFolder(NotebookPlace(output)) },
            { _ = try OutputFolder(lookingAt: NotebookPlace(output)) },
        ] as [() throws -> Void] {
            guard case .notOurs(output)? = refusal(open) else {
                Issue.record("\(name) is not refused")
                continue
            }
        }
        #expect(try LocalFiles.files(below: output) == [name])
        #expect(try OutputFolder.existing(at: NotebookPlace(output)) == nil)
    }

    @Test func refusesAFile() throws {
        try folder.write("text", to: "Notebook")
        guard case .notAFolder(output)? = refusal({ _ = try OutputFolder(NotebookPlace(output)) })
        else {
            Issue.record("a file was taken for a folder")
            return
        }
        #expect(try LocalFiles.read(output) == Array("text".utf8))
    }

    /// The disk behind the link may merely be missing.
    @Test func refusesADanglingLink() throws {
        try FileManager.default.createSymbolicLink(
            atPath: output, withDestinationPath: "/Volumes/none")
        guard
            case .danglingLink(output, "/Volumes/none")? = refusal({
                _ = try OutputFolder(NotebookPlace(output))
            })
        else {
            Issue.record("the link is not refused")
            return
        }
        #expect(try LocalFiles.linkTarget(output) == "/Volumes/none")
    }

    @Test(arguments: [
        ("notebinder 2\n", true), ("notebinder 99\n", true), ("", false),
        ("something else\n", false), ("notebinder x\n", false),
    ])
    func refusesAnUnknownFormat(text: String, isNewer: Bool) throws {
        do { _ = try OutputFolder(NotebookPlace(output)) }
        try folder.write(text, to: "Notebook/.notebinder/format")
        for open: () throws -> Void in [
            { _ = try OutputFolder(NotebookPlace(output)) },
            { _ = try OutputFolder(lookingAt: NotebookPlace(output)) },
            { _ = try OutputFolder(reading: NotebookPlace(output)) },
            { _ = try OutputFolder.existing(at: NotebookPlace(output)) },
        ] {
            guard case .unknownFormat(_, isNewer)? = refusal(open) else {
                Issue.record("the format is not refused")
                continue
            }
        }
        // A command that refuses changes nothing.
        #expect(try folder.text("Notebook/.notebinder/format") == text)
    }

    @Test(arguments: [["lock"], ["format.new"], ["lock", "format.new"], []])
    func recoversFromAKilledFirstRun(records: [String]) throws {
        try LocalFiles.makeFolder(output + "/.notebinder")
        for name in records { try folder.write("", to: "Notebook/.notebinder/" + name) }
        _ = try OutputFolder(NotebookPlace(output))
        #expect(try NotebookPlace(output).isOurs)
    }

    @Test func looksWithoutWritingOrLocking() throws {
        #expect(try OutputFolder(lookingAt: NotebookPlace(output)).path == output)
        #expect(try LocalFiles.status(output) == nil)
        let run = try OutputFolder(NotebookPlace(output))
        let before = try FolderContents(output)
        #expect(try OutputFolder(lookingAt: NotebookPlace(output)).records == run.records)
        #expect(try FolderContents(output) == before)
    }

    @Test func letsOneRunOrManyReadersIn() throws {
        do { _ = try OutputFolder(NotebookPlace(output)) }
        do {
            let readers = [
                try OutputFolder(reading: NotebookPlace(output)),
                try OutputFolder(reading: NotebookPlace(output)),
            ]
            #expect(isLocked(refusal { _ = try OutputFolder(NotebookPlace(output)) }))
            #expect(readers.count == 2)
        }
        let run = try OutputFolder(NotebookPlace(output))
        #expect(isLocked(refusal { _ = try OutputFolder(reading: NotebookPlace(output)) }))
        #expect(isLocked(refusal { _ = try OutputFolder.existing(at: NotebookPlace(output)) }))
        #expect(run.path == output)
    }

    @Test func readsOnlyAFolderOfItsOwn() throws {
        try LocalFiles.makeFolder(folder.path + "/empty")
        for path in [output, folder.path + "/empty"] {
            guard
                case .notOurs(path)? = refusal({
                    _ = try OutputFolder(reading: NotebookPlace(path))
                })
            else {
                Issue.record("\(path) is not refused")
                continue
            }
        }
        #expect(try LocalFiles.entries(of: folder.path).map(\.name) == ["empty"])
    }

    /// A copy of the folder, as on a web server or a read-only disk, may be without the lock file.
    @Test func readsAFolderWithoutALock() throws {
        do { _ = try OutputFolder(NotebookPlace(output)) }
        try LocalFiles.remove(output + "/.notebinder/lock")
        #expect(try OutputFolder(reading: NotebookPlace(output)).path == output)
        #expect(try LocalFiles.status(output + "/.notebinder/lock") == nil)
    }

    @Test func leavesNothingOfAFirstRunWithoutOutput() throws {
        try OutputFolder(NotebookPlace(output)).discardIfUnused()
        #expect(try LocalFiles.status(output) == nil)
        // A folder that was there before stays.
        try LocalFiles.makeFolder(output)
        try OutputFolder(NotebookPlace(output)).discardIfUnused()
        #expect(try LocalFiles.entries(of: output).isEmpty)
    }

    @Test(arguments: ["site/index.html", ".notebinder/ledger.json"])
    func keepsAFolderWithOutput(name: String) throws {
        let run = try OutputFolder(NotebookPlace(output))
        try folder.write("text", to: "Notebook/" + name)
        run.discardIfUnused()
        #expect(try NotebookPlace(output).isOurs)
        #expect(try LocalFiles.status(output + "/" + name) != nil)
    }

    @Test func keepsTheFolderOfAnEarlierRun() throws {
        do { _ = try OutputFolder(NotebookPlace(output)) }
        try OutputFolder(NotebookPlace(output)).discardIfUnused()
        #expect(try NotebookPlace(output).isOurs)
    }

    /// Another run may have discarded the folder between opening the lock and locking it.
    @Test func opensTheFolderAgainAfterItWasDiscarded() throws {
        for _ in 0..<3 {
            let run = try OutputFolder(NotebookPlace(output))
            run.discardIfUnused()
            #expect(try LocalFiles.status(output) == nil)
        }
    }

    @Test func keepsItsRecordsTogether() throws {
        let run = try OutputFolder(lookingAt: NotebookPlace(output))
        for path in [
            run.cache, run.report, run.status, run.ledger, run.changes, run.manifestPath("site"),
        ] {
            #expect(LocalFiles.isBelow(path, run.records))
        }
        #expect(run.treePath("site") == output + "/site")
    }
}
