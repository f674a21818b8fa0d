import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteModel
import OutputTree
import TestSupport
import Testing

/// Builds of a notebook whose records are in a folder of their own (`state`).
@Suite(.tags(.acceptance))
struct KeptStateTests {
    let build = NotebookBuild()
    private var state: String { build.folder.path + "/state" }
    private var beside: String { build.output + "/.notebinder" }

    private func keep(_ options: inout BuildOptions) { options.state = state }

    private func inodes(_ tree: String = "site") throws -> [String: UInt64] {
        var found: [String: UInt64] = [:]
        for path in try LocalFiles.files(below: build.output + "/" + tree) {
            found[path] = try LocalFiles.status("\(build.output)/\(tree)/\(path)")?.inode
        }
        return found
    }

    private func refusal(_ change: (inout BuildOptions) -> Void) -> String {
        do {
            try build.run(change: change)
            return ""
        } catch {
            return (error as? any UserFacingError)?.message ?? "\(error)"
        }
    }

    @Test func keepsNothingPrivateBesideTheTrees() throws {
        try addEverything(to: build)
        try build.run(change: keep)
        let names = try LocalFiles.entries(of: build.output).map(\.name).sorted()
        #expect(names == [".notebinder", "json", "markdown", "site"])
        #expect(try String(decoding: LocalFiles.read(beside), as: UTF8.self) == "notebinder 1\n")
        #expect(try LocalFiles.status(state + "/ledger.json") != nil)
        #expect(try LocalFiles.status(state + "/report.json") != nil)
        build.settle()
        try build.run(change: keep)
        #expect(try build.run(change: keep).isUnchanged)
        let checked = try BuildPipeline.verify(notebookAt: build.output, state: state)
        #expect(checked.problems.isEmpty && checked.files > 10)
    }

    @Test func movesTheRecordsOfAPublishedNotebook() throws {
        try addEverything(to: build)
        try build.run()
        let before = try inodes()
        let ledger = try LocalFiles.read(beside + "/ledger.json")
        try build.run(change: keep)
        #expect(try inodes() == before)
        #expect(try LocalFiles.read(state + "/ledger.json") == ledger)
        #expect(try LocalFiles.status(beside)?.isFile == true)
        // Without the setting, the records are missing, and not begun anew.
        #expect(refusal { _ in }.contains("state: FOLDER"))
        #expect(try inodes() == before)
    }

    @Test func publishesTheSameTreesIntoAnEmptyOutputFolder() throws {
        for title in ["First title", "Second title"] {
            try build.add("1.data", title: title, created: Date(timeIntervalSince1970: 1e9))
            try build.run(change: keep)
        }
        let before = try build.tree("site")
        try LocalFiles.remove(build.output)
        try build.run(change: keep)
        #expect(try build.tree("site").bytes == before.bytes)
        #expect(before.names.contains("notes/first-title.html"))
    }

    @Test(arguments: ["MyNotes/state", "Notebook/state", "Notebook/site", "Notebook"])
    func refusesRecordsAmongNotesAndPages(path: String) throws {
        try build.add("1.data", title: "One")
        try build.run()
        let path = build.folder.path + "/" + path
        #expect(refusal { $0.state = path }.contains("is in the folder"))
    }

    @Test func refusesFoldersOfOthers() throws {
        try build.add("1.data", title: "One")
        try build.folder.write("mine", to: "state/diary.txt")
        #expect(refusal(keep).contains("holds files that Notebinder did not write"))
        #expect(try build.folder.text("state/diary.txt") == "mine")
        let missing = build.folder.path + "/missing/state"
        #expect(refusal { $0.state = missing }.contains("does not exist"))
        #expect(try LocalFiles.status(build.output) == nil)
    }

    @Test func refusesRecordsOfAnotherFolder() throws {
        try build.add("1.data", title: "One")
        try build.run(change: keep)
        let before = try inodes()
        // Another folder has no records of these trees.
        let other = build.folder.path + "/other"
        #expect(refusal { $0.state = other }.contains("which has none"))
        // Nothing is put beside files of others.
        try build.folder.write("mine", to: "Pictures/a.txt")
        let pictures = build.folder.path + "/Pictures"
        #expect(
            refusal {
                $0.output = pictures
                $0.state = state
            }.contains("is that of the notebook"))
        #expect(try inodes() == before)
    }

    @Test func servesOneNotebookAlone() throws {
        try build.add("1.data", title: "One")
        try build.run(change: keep)
        let other = build.folder.path + "/Other"
        func publishElsewhere(_ options: inout BuildOptions) {
            options.output = other
            options.state = state
        }
        #expect(refusal(publishElsewhere).contains("is that of the notebook \(build.output)"))
        #expect(try LocalFiles.status(other) == nil)
        // A notebook that was moved keeps its records.
        try LocalFiles.rename(build.output, to: other)
        try build.run(change: publishElsewhere)
        #expect(try LocalFiles.status(other + "/site/index.html") != nil)
    }

    @Test func refusesToMoveRecordsThroughALink() throws {
        try build.add("1.data", title: "One")
        try build.run()
        try LocalFiles.rename(beside, to: build.folder.path + "/mine")
        try FileManager.default.createSymbolicLink(
            atPath: beside, withDestinationPath: build.folder.path + "/mine")
        #expect(refusal(keep).contains("Remove the link"))
        try build.run()
    }

    @Test(arguments: ["lock", "format.new", "beside.new", "output"])
    func beginsAfterAKilledBeginning(name: String) throws {
        try build.add("1.data", title: "One")
        try build.folder.write("", to: "state/" + name)
        try build.run(change: keep)
        #expect(try LocalFiles.status(beside)?.isFile == true)
    }

    @Test func movesRecordsIntoAnEmptyFolder() throws {
        try build.add("1.data", title: "One")
        try build.run()
        let before = try inodes()
        try LocalFiles.makeFolder(state)
        try build.folder.write("mine", to: "state.new/diary.txt")
        try build.run(change: keep)
        #expect(try inodes() == before)
        #expect(try build.folder.text("state.new/diary.txt") == "mine")
    }

    @Test func refusesTwoPlacesOfRecords() throws {
        try build.add("1.data", title: "One")
        try build.run()
        let other = build.folder.path + "/Other"
        try build.run {
            $0.output = other
            $0.state = state
        }
        #expect(refusal(keep).contains("Move away the older ones"))
    }

    @Test(arguments: [true, false]) func refusesAnotherFileSystem(isPublished: Bool) throws {
        let memory = "/dev/shm/notebinder-state-\(UUID().uuidString)"
        try LocalFiles.makeFolder(memory)
        defer { try? LocalFiles.remove(memory) }
        try build.folder.write("x", to: "probe")
        let moved: Void? = try? LocalFiles.rename(build.folder.path + "/probe", to: memory + "/x")
        guard moved == nil else { return }
        try build.add("1.data", title: "One")
        if isPublished { try build.run() }
        #expect(refusal { $0.state = memory + "/state" }.contains("on another disk"))
        #expect(try LocalFiles.entries(of: memory).isEmpty)
        // Nothing was changed.
        #expect(try LocalFiles.status(beside)?.isFolder == (isPublished ? true : nil))
        try build.run()
    }

    @Test func completesAMoveThatWasKilled() throws {
        try build.add("1.data", title: "One")
        try build.run()
        let before = try inodes()
        try build.folder.write("notebinder 1\n", to: "state")
        try build.run(change: keep)
        #expect(try inodes() == before)
        // The file beside the trees, removed with other hidden files, is written again.
        try LocalFiles.remove(beside)
        try build.run(change: keep)
        #expect(try LocalFiles.status(beside)?.isFile == true && inodes() == before)
    }

    @Test func movesRecordsInBuildsAlone() throws {
        try build.add("1.data", title: "One")
        try build.run()
        var options = BuildOptions(
            notes: build.notes, output: build.output, photoWorker: Places.photoWorker)
        options.state = state
        #expect(Doctor(options).isSound)
        try build.run {
            keep(&$0)
            $0.isDry = true
        }
        try build.export(options, as: PageBookFormat(), to: build.folder.path + "/book.html")
        #expect(try LocalFiles.status(beside)?.isFolder == true)
        #expect(try LocalFiles.status(state) == nil)
        let held = try OutputFolder(NotebookPlace(build.output))
        #expect(refusal(keep).contains("Another run is writing"))
        #expect(try LocalFiles.status(beside)?.isFolder == true)
        withExtendedLifetime(held) {}
    }

    @Test func refusesToGuessWithoutItsState() throws {
        try build.add("1.data", title: "One")
        try build.run(change: keep)
        let options = BuildOptions(
            notes: build.notes, output: build.output, photoWorker: Places.photoWorker)
        let book = build.folder.path + "/book.html"
        #expect(throws: OutputTreeError.self) {
            try build.export(options, as: PageBookFormat(), to: book)
        }
        #expect(try LocalFiles.status(book) == nil)
        #expect(!Doctor(options).isSound)
        var mistaken = options
        mistaken.state = build.folder.path + "/stat"
        #expect(throws: OutputTreeError.self) {
            try build.export(mistaken, as: PageBookFormat(), to: book)
        }
        #expect(
            try LocalFiles.status(book) == nil && LocalFiles.status(mistaken.state ?? "") == nil)
        #expect(throws: OutputTreeError.self) {
            try BuildPipeline.verify(notebookAt: build.output)
        }
    }

    @Test func refusesToMakeTheOutputPrivate() throws {
        try build.add("1.data", title: "One")
        #expect(refusal { $0.state = build.folder.path }.contains("would make private"))
    }

    @Test func restoresTheLastPublication() throws {
        for title in ["One", "Two"] {
            try build.add("1.data", title: title)
            try build.run {
                keep(&$0)
                $0.keptGenerations = 3
            }
        }
        var options = BuildOptions(
            notes: build.notes, output: build.output, photoWorker: Places.photoWorker)
        options.state = state
        #expect(try !BuildPipeline.rollBack(options).isEmpty)
        #expect(try build.tree("site").names.contains("notes/one.html"))
    }
}
