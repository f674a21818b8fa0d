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
    private let site: PublishedSite

    init() throws {
        site = try PublishedSite()
    }

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

    private func publish(
        _ files: [OutputFile], isFull: Bool = false, validator: FileValidator = FileValidator()
    ) throws -> TreeStaging.Result {
        try site.publish(
            TreePlan(tree: "site", files: files), in: OutputFolder(site.output), isFull: isFull,
            validator: validator)
    }

    @Test func rendersOnlyPagesWithOtherInputs() throws {
        let renderer = Renderer()
        func pages(_ inputs: String?...) -> [OutputFile] {
            zip(["a", "b", "c"], inputs).map {
                renderer.page($0, text: "\($0) of \($1 ?? "none")", inputs: $1)
            }
        }
        _ = try publish(pages("1", "1", nil))
        #expect(renderer.take() == ["a", "b", "c"])
        #expect(try publish(pages("1", "1", nil)).isUnchanged)
        #expect(renderer.take() == ["c"], "nothing is known of its inputs")
        #expect(try publish(pages("2", "1", nil)).changed == ["a"])
        #expect(renderer.take() == ["a", "c"])
        #expect(try publish(pages("2", "1", nil), isFull: true).isUnchanged)
        #expect(renderer.take() == ["a", "b", "c"])
    }

    @Test func rendersAPageAgainThatSomebodyTouched() throws {
        let renderer = Renderer()
        let pages = ["a", "b"].map { renderer.page($0, text: $0, inputs: "1") }
        _ = try publish(pages)
        _ = renderer.take()
        try site.write("scribble", to: "a")
        let result = try publish(pages)
        #expect(renderer.take() == ["a"])
        #expect(result.changed == ["a"] && result.repaired == ["a"])
        #expect(try site.texts() == ["a": "a", "b": "b"])
    }

    /// Another template may give the same page; then only the record is written.
    @Test func recordsOtherInputsOfTheSameContent() throws {
        let renderer = Renderer()
        _ = try publish([renderer.page("a", text: "same", inputs: "1")])
        let before = try LocalFiles.status(site.live)
        let result = try publish([renderer.page("a", text: "same", inputs: "2")])
        #expect(result.isUnchanged && !result.needsSwap)
        #expect(try LocalFiles.status(site.live) == before)
        _ = renderer.take()
        _ = try publish([renderer.page("a", text: "same", inputs: "2")])
        #expect(renderer.take().isEmpty)
    }

    @Test func findsDamageWithTheSameTimeInAFullRun() throws {
        let files = ["a": "text", "b": "b"]
        try site.publish(files)
        // Damage by the disk: the size, time and inode stay the same.
        let status = try #require(try LocalFiles.status(site.live + "/a"))
        let writer = try FileHandle(forUpdating: URL(fileURLWithPath: site.live + "/a"))
        try writer.write(contentsOf: Data("TEXT".utf8))
        try writer.close()
        let seconds = Double(status.modified / 1_000_000_000)
        try LocalFiles.setModified(site.live + "/a", date: Date(timeIntervalSince1970: seconds))
        let folder = try OutputFolder(site.output)
        let result = try site.publish(PublishedSite.plan(files), in: folder, isFull: true)
        #expect(result.changed == ["a"])
        #expect(try site.texts() == files)
    }

    @Test func writesNothingInADryRun() throws {
        try site.publish(["a": "1", "b": "2"])
        let folder = try OutputFolder(site.output)
        let before = try FolderContents(site.output)
        let plan = PublishedSite.plan(["a": "changed", "c": "new"])
        let staging = try TreeStaging(
            plan, replacing: PublishedTree("site", in: folder, isDry: true), in: folder,
            isDry: true
        ) { _ in throw PublishedSite.NoDerivatives() }
        let result = try staging.compare(staging.placedFiles())
        #expect(result.added == ["c"] && result.changed == ["a"] && result.removed == ["b"])
        #expect(try FolderContents(site.output) == before)
    }

    @Test func asksTheValidatorBeforeAnythingIsWritten() throws {
        struct Invalid: Error {}
        try site.publish(["a": "1"])
        let validator = FileValidator(check: { path, bytes in
            if path.text == "b", bytes == Array("bad".utf8) { throw Invalid() }
        })
        func files(_ text: String) -> [OutputFile] {
            PublishedSite.plan(["a": "2", "b": text]).files
        }
        #expect(throws: Invalid.self) { try publish(files("bad"), validator: validator) }
        #expect(try site.texts() == ["a": "1"])
        #expect(try publish(files("good"), validator: validator).added == ["b"])
        #expect(try site.texts() == ["a": "2", "b": "good"])
    }

    @Test func rendersAgainWhatHasToBeCheckedAgain() throws {
        let renderer = Renderer()
        let pages = ["a", "b"].map { renderer.page($0, text: $0, inputs: "1") }
        _ = try publish(pages)
        _ = renderer.take()
        let looked = Mutex<[String]>([])
        let validator = FileValidator(mustRecheck: { $0.text == "b" }) { path, _ in
            looked.withLock { $0.append(path.text) }
        }
        #expect(try publish(pages, validator: validator).isUnchanged)
        #expect(renderer.take() == ["b"] && looked.withLock { $0 == ["b"] })
    }

    @Test func setsTheTimeOfAFile() throws {
        let date = Date.day(2014, month: 7, day: 9)
        func file(_ text: String) -> OutputFile {
            OutputFile(OutputPath("n/a"), content: .bytes(Array(text.utf8)), modified: date)
        }
        for text in ["1", "2"] {
            _ = try publish([file(text)])
            #expect(
                try LocalFiles.status(site.live + "/n/a")?.modified == 1_404_864_000_000_000_000)
            #expect(try publish([file(text)]).isUnchanged)
        }
    }

    /// A file takes the place of a folder, and a folder that of a file.
    @Test func replacesFoldersByFilesAndBack() throws {
        let states = [
            ["a": "1", "b/c": "2"], ["a/x/y": "3", "b": "4"], ["a/x": "5", "b": "4"],
            ["a": "1", "b/c": "2"],
        ]
        for files in states + states {
            let folder = try OutputFolder(site.output)
            try site.publish(PublishedSite.plan(files), in: folder)
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
        let folder = try OutputFolder(site.output)
        let plan = PublishedSite.plan(files)
        let staging = try TreeStaging(
            plan, replacing: PublishedTree("site", in: folder), in: folder
        ) { _ in throw PublishedSite.NoDerivatives() }
        let runs = staging.filesToMake.map { $0.map { plan.files[$0].path.text } }
        // Without inputs every file has to be made; each run has the files of one folder.
        #expect(runs.flatMap(\.self) == plan.files.map(\.path.text))
        for run in runs { #expect(Set(run.map { LocalFiles.folder(of: $0) }).count == 1) }
        #expect(runs.contains(["n/a", "n/b"]) && runs.contains(["t/a"]))
    }

    @Test func publishesAnEmptyTree() throws {
        #expect(try publish([]).needsSwap, "it is the first")
        #expect(try LocalFiles.status(site.live)?.isFolder == true)
        #expect(try publish([]).isUnchanged)
        try site.publish(["a": "1"])
        #expect(try publish([]).removed == ["a"])
        #expect(try site.texts().isEmpty)
    }
}
