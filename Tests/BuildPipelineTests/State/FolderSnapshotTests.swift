import Foundation
import LocalFiles
import OutputTree
import TestSupport
import Testing

@testable import BuildPipeline

/// The changes that are detected without opening a file.
@Suite(.tags(.fast))
struct FolderSnapshotTests {
    private let parent = TemporaryFolder()
    private let folder: OutputFolder
    private var options: BuildOptions

    init() throws {
        folder = try OutputFolder(NotebookPlace(parent.path + "/out"))
        options = BuildOptions(
            notes: parent.path + "/notes", output: parent.path + "/out", photoWorker: "/none")
        options.width = 2
        try parent.write("one", to: "notes/a.data")
        try parent.write("two", to: "notes/Photos/b.jpg")
        try parent.write("page", to: "out/site/index.html")
    }

    private func snapshot(
        file: String? = nil, _ change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> FolderSnapshot {
        var options = options
        change(&options)
        return try FolderSnapshot(
            options, notes: NotesInput(folder: parent.path + "/notes", file: file), in: folder)
    }

    @Test func isTheSameWhileNothingChanges() throws {
        let (first, second) = (try snapshot(), try snapshot { $0.width = 1 })
        #expect(first.inputs == second.inputs && first.outputs == second.outputs)
    }

    @Test func detectsEveryChangeToTheNotes() throws {
        let changes: [() throws -> Void] = [
            { try parent.write("new", to: "notes/c.data") },
            { try parent.write("two!", to: "notes/Photos/b.jpg") },
            {
                try LocalFiles.rename(
                    parent.path + "/notes/a.data", to: parent.path + "/notes/z.data")
            },
            {
                try LocalFiles.setModified(
                    parent.path + "/notes/z.data", date: .day(2001, month: 1, day: 1))
            },
            { try LocalFiles.remove(parent.path + "/notes/c.data") },
            { try LocalFiles.makeFolder(parent.path + "/notes/empty") },
        ]
        var seen = [try snapshot().inputs]
        let outputs = try snapshot().outputs
        for change in changes {
            try change()
            let now = try snapshot()
            seen.append(now.inputs)
            #expect(now.outputs == outputs)
        }
        #expect(Set(seen).count == changes.count + 1)
    }

    @Test func detectsChangesToTheTrees() throws {
        let before = try snapshot()
        try parent.write("foreign", to: "out/site/note.txt")
        let after = try snapshot()
        #expect(after.outputs != before.outputs && after.inputs == before.inputs)
        #expect(try FolderSnapshot.outputs(options, in: folder) == after.outputs)
        // A tree that is not asked for makes no difference.
        #expect(try snapshot { $0.formats = [.json] }.trees.keys.sorted() == ["json"])
    }

    @Test func detectsChangedOptions() throws {
        let before = try snapshot().inputs
        let changes: [(inout BuildOptions) -> Void] = [
            { $0.title = "T" }, { $0.keptGenerations = 9 }, { $0.formats = [.json] },
            { $0.rules.exclude.tags = [.init("x", isOptional: true)] },
            { $0.photoWorker = "/other" },
        ]
        let seen = try changes.map { try snapshot($0).inputs }
        #expect(Set(seen + [before]).count == changes.count + 1)
        #expect(try snapshot { $0.rules.exclude.tags = ["x"] }.inputs != seen[3])
    }

    @Test func isNotSettledRightAfterAChange() throws {
        try parent.write("now", to: "notes/a.data")
        #expect(try !snapshot().isSettled)
        #expect(try snapshot().notes.lookup.stamp(of: "a.data") != nil)
        let stamp = try FileStamp(parent.path + "/notes/a.data")
        let now = Int64(Date().timeIntervalSince1970 * 1e9)
        #expect(!stamp.isSettled(before: now))
        #expect(stamp.isSettled(before: now + 3_600_000_000_000))
        #expect(throws: FileError.self) { try FileStamp(parent.path + "/notes/absent") }
    }

    @Test func ignoresOtherArchivesForASingleFile() throws {
        let file = parent.path + "/notes/a.data"
        let before = try snapshot(file: file).inputs
        try parent.write("other", to: "notes/other.data")
        #expect(try snapshot(file: file).inputs == before)
        try parent.write("photo", to: "notes/Photos/c.jpg")
        #expect(try snapshot(file: file).inputs != before)
    }

    @Test func failsForMissingNotes() {
        #expect(throws: FileError.self) {
            try FolderSnapshot(
                options, notes: NotesInput(folder: parent.path + "/absent", file: nil),
                in: folder)
        }
    }
}
