import Foundation
import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import Synchronization
import TestSupport
import Testing

@testable import OutputTree

/// Which files of a plan are made, linked or left as they are.
@Suite(.tags(.fast))
struct TreeStagingTests {
    private let site = PublishedSite()

    /// Counts how often each page is rendered.
    private final class Renderer: Sendable {
        let rendered = Mutex<[String]>([])

        func page(_ path: String, text: String, inputs: String?) -> OutputFile {
            OutputFile(
                OutputPath(path),
                content: .rendered {
                    self.rendered.withLock { $0.append(path) }
                    return Array(text.utf8)
                }, inputs: inputs.map { Fingerprint(ofLines: [$0]) })
        }

        /// Returns the pages that were rendered since the last call.
        func take() -> [String] {
            rendered.withLock { rendered in
                defer { rendered = [] }
                return rendered.sorted()
            }
        }
    }

    @Test func rendersOnlyPagesWithChangedInputs() throws {
        let renderer = Renderer()
        func pages(_ inputs: String?...) -> [OutputFile] {
            zip(["a", "b", "c"], inputs).map {
                renderer.page($0, text: "\($0) of \($1 ?? "none")", inputs: $1)
            }
        }
        try site.publish(pages("1", "1", nil))
        #expect(renderer.take() == ["a", "b", "c"])
        #expect(try site.publish(pages("1", "1", nil)).isUnchanged)
        #expect(renderer.take() == ["c"], "nothing is known of its inputs")
        #expect(try site.publish(pages("2", "1", nil)).changed == ["a"])
        #expect(renderer.take() == ["a", "c"])
        #expect(try site.publish(pages("2", "1", nil), isFull: true).isUnchanged)
        #expect(renderer.take() == ["a", "b", "c"])
    }

    @Test func rerendersAModifiedPage() throws {
        let renderer = Renderer()
        let pages = ["a", "b"].map { renderer.page($0, text: $0, inputs: "1") }
        try site.publish(pages)
        _ = renderer.take()
        try site.write("scribble", to: "a")
        let result = try site.publish(pages)
        #expect(renderer.take() == ["a"])
        #expect(result.changed == ["a"] && result.repaired == ["a"])
        #expect(try site.texts() == ["a": "a", "b": "b"])
    }

    /// Another template may give the same page; then only the record is written.
    @Test func recordsChangedInputsOfUnchangedContent() throws {
        let renderer = Renderer()
        try site.publish([renderer.page("a", text: "same", inputs: "1")])
        let before = try LocalFiles.status(site.live)
        let result = try site.publish([renderer.page("a", text: "same", inputs: "2")])
        #expect(result.isUnchanged && !result.needsSwap)
        #expect(try LocalFiles.status(site.live) == before)
        _ = renderer.take()
        try site.publish([renderer.page("a", text: "same", inputs: "2")])
        #expect(renderer.take().isEmpty)
    }

    @Test func findsDamageWithTheSameTimeInAFullRun() throws {
        let files = ["a": "text", "b": "b"]
        try site.publish(files)
        try damage(site.live + "/a", text: "TEXT")
        #expect(try site.publish(PublishedSite.files(files), isFull: true).changed == ["a"])
        #expect(try site.texts() == files)
    }

    @Test func writesNothingInADryRun() throws {
        try site.publish(["a": "1", "b": "2"])
        let folder = try OutputFolder(NotebookPlace(site.output))
        let before = try FolderContents(site.output)
        let files = PublishedSite.files(["a": "changed", "c": "new"])
        let staging = try site.staging(files, in: folder, isDry: true)
        let result = try staging.compare(staging.placedFiles())
        #expect(result.added == ["c"] && result.changed == ["a"] && result.removed == ["b"])
        #expect(try FolderContents(site.output) == before)
    }

    @Test func validatesBeforeWriting() throws {
        struct Invalid: Error {}
        try site.publish(["a": "1"])
        let validator = FileValidator(check: { path, bytes in
            if path.text == "b", bytes == Array("bad".utf8) { throw Invalid() }
        })
        func files(_ text: String) -> [OutputFile] {
            PublishedSite.files(["a": "2", "b": text])
        }
        #expect(throws: Invalid.self) { try site.publish(files("bad"), validator: validator) }
        #expect(try site.texts() == ["a": "1"])
        #expect(try site.publish(files("good"), validator: validator).added == ["b"])
        #expect(try site.texts() == ["a": "2", "b": "good"])
    }

    @Test func writesAFilePieceByPiece() throws {
        func file(_ pieces: String..., inputs: Fingerprint? = nil) -> [OutputFile] {
            let pieces = pieces.map { piece in { @Sendable in Array(piece.utf8) } }
            return [OutputFile(OutputPath("a"), content: .pieces(pieces), inputs: inputs)]
        }
        let checked = Mutex<[[UInt8]]>([])
        let validator = FileValidator(check: { _, bytes in checked.withLock { $0.append(bytes) } })
        #expect(try site.publish(file("1\n", "2\n"), validator: validator).added == ["a"])
        #expect(checked.withLock { $0 } == [Array("1\n".utf8), Array("2\n".utf8)])
        #expect(try site.texts() == ["a": "1\n2\n"])
        let before = try LocalFiles.status(site.live + "/a")
        #expect(try site.publish(file("1\n2\n")).isUnchanged)
        #expect(try LocalFiles.status(site.live + "/a") == before)
        let fresh = try OutputFolder(NotebookPlace(site.output)).freshPath("site")
        #expect(try LocalFiles.status(fresh + "/a") == nil, "nothing is left of the same file")
        #expect(try site.publish(file("1\n", "3\n")).changed == ["a"])
        #expect(try site.texts() == ["a": "1\n3\n"])

        // The file that stays is recorded, and not the one that was made to compare them.
        let inputs = Fingerprint(ofLines: ["1"])
        try LocalFiles.setModified(site.live + "/a", date: Date(timeIntervalSince1970: 1))
        #expect(try site.publish(file("1\n", "3\n", inputs: inputs)).isUnchanged)
        let status = try #require(try LocalFiles.status(site.live + "/a"))
        let published = try PublishedTree("site", in: OutputFolder(NotebookPlace(site.output)))
        #expect(published.manifest?.entries.first?.matches(status) == true)

        try damage(site.live + "/a", text: "1\n4\n")
        let repaired = try site.publish(file("1\n", "3\n"), isFull: true)
        #expect(repaired.repaired == ["a"] && repaired.changed == ["a"])
        let contents = try FolderContents(site.output)
        let staging = try site.staging(
            file("1\n", "5\n"), in: try OutputFolder(NotebookPlace(site.output)), isDry: true)
        #expect(try staging.compare(staging.placedFiles()).changed == ["a"])
        #expect(try FolderContents(site.output) == contents)
    }

    @Test func publishesNoFileWithAnInvalidPiece() throws {
        struct Invalid: Error {}
        try site.publish(["a": "1"])
        let validator = FileValidator(check: { _, bytes in
            if bytes == Array("bad".utf8) { throw Invalid() }
        })
        let file = OutputFile(
            OutputPath("b"), content: .pieces([{ Array("good".utf8) }, { Array("bad".utf8) }]))
        #expect(throws: Invalid.self) { try site.publish([file], validator: validator) }
        #expect(try site.texts() == ["a": "1"])
    }

    @Test func rerendersPagesToRecheck() throws {
        let renderer = Renderer()
        let pages = ["a", "b"].map { renderer.page($0, text: $0, inputs: "1") }
        try site.publish(pages)
        _ = renderer.take()
        let looked = Mutex<[String]>([])
        let validator = FileValidator(mustRecheck: { $0.text == "b" }) { path, _ in
            looked.withLock { $0.append(path.text) }
        }
        #expect(try site.publish(pages, validator: validator).isUnchanged)
        #expect(renderer.take() == ["b"] && looked.withLock { $0 == ["b"] })
    }

    @Test func setsTheTimeOfAFile() throws {
        let date = Date.day(2014, month: 7, day: 9)
        func file(_ text: String) -> OutputFile {
            OutputFile(OutputPath("n/a"), content: .bytes(Array(text.utf8)), modified: date)
        }
        for text in ["1", "2"] {
            try site.publish([file(text)])
            #expect(
                try LocalFiles.status(site.live + "/n/a")?.modified == 1_404_864_000_000_000_000)
            #expect(try site.publish([file(text)]).isUnchanged)
        }
    }

    /// A file takes the place of a folder, and a folder that of a file.
    @Test func replacesFoldersWithFilesAndBack() throws {
        let states = [
            ["a": "1", "b/c": "2"], ["a/x/y": "3", "b": "4"], ["a/x": "5", "b": "4"],
            ["a": "1", "b/c": "2"],
        ]
        for files in states + states {
            let folder = try OutputFolder(NotebookPlace(site.output))
            try site.publish(PublishedSite.files(files), in: folder)
            // Trees that are set aside are used again.
            try folder.pruneGenerations(keeping: 1)
            #expect(try site.texts() == files)
            #expect(try site.problems().isEmpty)
        }
    }

    @Test func listsTheFilesToMakeByFolder() throws {
        let paths = ["a", "n/a", "n/b", "n/deep/c", "n/z", "t/a", "z"]
        let files = Dictionary(uniqueKeysWithValues: paths.map { ($0, $0) })
        try site.publish(["a": "a"])
        let staging = try site.staging(
            PublishedSite.files(files), in: OutputFolder(NotebookPlace(site.output)))
        let runs = staging.filesToMake.map { $0.map { staging.plan.files[$0].path.text } }
        // Without inputs every file has to be made; each run has the files of one folder.
        #expect(runs.flatMap(\.self) == paths)
        for run in runs { #expect(Set(run.map { LocalFiles.folder(of: $0) }).count == 1) }
        #expect(runs.contains(["n/a", "n/b"]) && runs.contains(["t/a"]))
    }

    @Test func publishesAnEmptyTree() throws {
        #expect(try site.publish([]).needsSwap, "it is the first")
        #expect(try LocalFiles.status(site.live)?.isFolder == true)
        #expect(try site.publish([]).isUnchanged)
        try site.publish(["a": "1"])
        #expect(try site.publish([]).removed == ["a"])
        #expect(try site.texts().isEmpty)
    }
}
