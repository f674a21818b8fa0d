import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteEditing
import NoteModel
import Synchronization
import TestSupport
import Testing

/// Bags of a notebook, from its notes to the verdicts of other programs.
@Suite(.tags(.acceptance), .timeLimit(.minutes(10)))
struct BagRunTests {
    private let build = NotebookBuild()
    private var bag: String { build.folder.path + "/Bag" }

    init() throws {
        try addEverything(to: build)
    }

    @discardableResult
    private func make(
        _ output: String? = nil, change: (inout BagOptions) -> Void = { _ in }
    ) throws -> BuildPipeline.BagOutcome {
        var bag = BagOptions(output: output ?? self.bag)
        change(&bag)
        return try build.bag(build.options(), bag: bag)
    }

    /// Returns the problems that a check of the bag finds.
    private func problems() throws -> [String] { try BuildPipeline.verify(bagAt: bag).problems }

    private var names: [String] {
        get throws { try LocalFiles.entries(of: build.folder.path).map(\.name) }
    }

    @Test func containsTheNotesAndAllTrees() throws {
        try build.run()
        let outcome = try make { $0.info.date = "2026-11-21" }
        let contents = try FolderContents(bag).files
        for (name, file) in try FolderContents(build.notes).files {
            #expect(contents["data/originals/" + name]?.bytes == file.bytes, "\(name)")
        }
        for tree in ["site", "markdown", "json"] {
            let built = try build.tree(tree).files
            let packed = contents.filter { $0.key.hasPrefix("data/\(tree)/") }
            #expect(packed.count == built.count, "\(tree)")
            for (name, file) in built {
                #expect(packed["data/\(tree)/\(name)"]?.bytes == file.bytes, "\(tree)/\(name)")
            }
        }
        let readme = try build.folder.text("Bag/data/README.txt")
        #expect(readme.contains("An archival copy of 5 notes"))
        #expect(readme.contains("gone.jpg"))
        let result = try BuildPipeline.verify(bagAt: bag)
        #expect(result.problems == [])
        #expect(result.files == outcome.files)
        #expect(result.records == 3)
        if let python = Places.python {
            let script = Places.package + "/Tests/TestSupport/check-bag.py"
            #expect(try FinishedProgram(python, arguments: [script, bag]).output == "whole\n")
        }
    }

    @Test func needsNoNotebookAndLeavesNothingBehind() throws {
        try make()
        #expect(try names == ["Bag", "MyNotes"])
    }

    /// A shared file would change in the bag when an app writes into it.
    @Test func sharesNoFileWithTheNotesOrTheNotebook() throws {
        try build.run()
        try make()
        let outside = try inodes(of: build.notes).union(inodes(of: build.output))
        #expect(try outside.isDisjoint(with: inodes(of: bag)))
        let notes = try LocalFiles.files(below: build.notes).map { "\(build.notes)/\($0)" }
        let cached = try LocalFiles.files(below: build.output).map { "\(build.output)/\($0)" }
        for path in notes + cached {
            try OpenFile(path, access: .append).writeAll(Array("Z".utf8), synchronizing: false)
        }
        #expect(try problems() == [])
    }

    @Test func storesIdenticalFilesOnce() throws {
        try make()
        let picture = try LocalFiles.read(build.notes + "/Photos/Beach.PNG")
        let equal = try LocalFiles.files(below: bag).map { "\(bag)/\($0)" }
            .filter { try LocalFiles.read($0) == picture }
        #expect(equal.count >= 3, "\(equal)")
        #expect(Set(try equal.map { try LocalFiles.status($0)?.inode }).count == 1)
    }

    @Test func linksOriginalsOnRequest() throws {
        let before = try LocalFiles.status(build.notes + "/1.data")
        try make { $0.isLinking = true }
        let linked = try LocalFiles.status(bag + "/data/originals/1.data")
        // If the file system can, both files share their storage but not their inode.
        #expect(linked?.inode == before?.inode || linked?.size == before?.size)
        #expect(try LocalFiles.status(build.notes + "/1.data")?.modified == before?.modified)
        #expect(try problems() == [])
    }

    private func inodes(of folder: String) throws -> Set<UInt64> {
        Set(
            try LocalFiles.files(below: folder).compactMap {
                try LocalFiles.status("\(folder)/\($0)")?.inode
            })
    }

    @Test func writesReproducibleZipFiles() throws {
        let paths = ["one", "two"].map { "\(build.folder.path)/\($0)/Bag.zip" }
        for path in paths {
            try LocalFiles.makeFolder(LocalFiles.folder(of: path))
            try make(path) { $0.isZip = true }
        }
        #expect(try LocalFiles.read(paths[0]) == LocalFiles.read(paths[1]))
        let whole = try BuildPipeline.verify(bagAt: paths[0])
        #expect(whole.problems == [])
        #expect(whole.files > 20)
        let cut = try build.folder.write(
            Array(try LocalFiles.read(paths[0]).dropLast(100)), to: "cut.zip")
        let failure = #expect(throws: UserError.self) { try BuildPipeline.verify(bagAt: cut) }
        #expect(failure?.message.contains("truncated") == true)
    }

    @Test func replacesAnOlderBagOnlyWhenTold() throws {
        try make()
        let before = try FolderContents(bag)
        let failure = #expect(throws: UserError.self) { try make() }
        #expect(failure?.message.contains("--replace") == true)
        #expect(try names == ["Bag", "MyNotes"])
        #expect(try FolderContents(bag) == before)
        try build.add("6.data", note: ArchivedNote(title: "New", body: "x"))
        try make { $0.isReplacing = true }
        #expect(try FolderContents(bag) != before)
        #expect(try problems() == [])
        // A folder that is not a bag is never replaced.
        try build.folder.write("mine", to: "Own/file")
        for isReplacing in [false, true] {
            #expect(throws: UserError.self) {
                try make(build.folder.path + "/Own") { $0.isReplacing = isReplacing }
            }
        }
        #expect(try build.folder.bytes("Own/file") == Array("mine".utf8))
    }

    /// Concurrent runs with one output: one at a time makes the bag, the others fail with a
    /// message.
    @Test func allowsOneRunAtATime() throws {
        let results = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let result: String
            do {
                try make { $0.isReplacing = true }
                result = "made"
            } catch let error as UserError {
                result = error.exitStatus == EX_TEMPFAIL ? "locked" : error.message
            } catch {
                result = "\(error)"
            }
            results.withLock { $0.append(result) }
        }
        let told = results.withLock { $0 }
        #expect(told.contains("made"))
        #expect(told.allSatisfy { ["made", "locked"].contains($0) }, "\(told)")
        #expect(try problems() == [])
        #expect(try names == ["Bag", "MyNotes"])
    }

    @Test func refusesAnExistingFolderInPlaceOfItsScratchFolder() throws {
        try build.folder.write("mine", to: ".Bag.new/file")
        #expect(throws: UserError.self) { try make() }
        #expect(try build.folder.bytes(".Bag.new/file") == Array("mine".utf8))
    }

    /// A bag that another program made is never replaced.
    @Test func doesNotReplaceBagsOfOtherPrograms() throws {
        try build.folder.write(BagCheck.declaration, to: "Bag/bagit.txt")
        #expect(throws: UserError.self) { try make { $0.isReplacing = true } }
        #expect(try LocalFiles.entries(of: bag).map(\.name) == ["bagit.txt"])
    }

    @Test func keepsFilesAddedToABag() throws {
        try make()
        for name in ["Bag/mine.txt", "Bag/data/mine.txt", "Bag/manifest-letters.txt"] {
            try build.folder.write("mine", to: name)
            #expect(throws: UserError.self) { try make { $0.isReplacing = true } }
            try LocalFiles.remove(build.folder.path + "/" + name)
        }
        try make { $0.isReplacing = true }
    }

    @Test func refusesABagWithoutFiles() throws {
        try build.folder.write(BagCheck.declaration, to: "Empty/bagit.txt")
        try build.folder.write("", to: "Empty/manifest-sha256.txt")
        let result = try BuildPipeline.verify(bagAt: build.folder.path + "/Empty")
        #expect(result.problems.count == 1)
        #expect(result.problems.first?.contains("is empty") == true)
    }

    /// The JSON tree of a bag is an export like any other.
    @Test func isImportedAndCompared() throws {
        try make()
        try make(build.folder.path + "/Bag.zip") { $0.isZip = true }
        #expect(try build.importNotes("Bag.zip", to: "Again").outcome.notes == 5)
        #expect(
            try BuildPipeline.difference(from: bag, to: build.folder.path + "/Bag.zip")
                .difference.isEmpty)
    }

    @Test func reportsFilesWhoseNamesAreNotUTF8() throws {
        let written = try FinishedProgram(
            "/bin/sh", arguments: ["-c", "printf x > \"$(printf 'MyNotes/\\377a')\""],
            in: build.folder.path)
        // Some file systems allow only UTF-8.
        guard written.status == 0 else { return }
        let outcome = try make()
        #expect(!outcome.report.isComplete)
        let messages = outcome.report.diagnostics.map(\.summary)
        #expect(messages.contains { $0.contains("is not in the bag") }, "\(messages)")
    }

    @Test func mentionsExcludedNotes() throws {
        var options = build.options()
        options.rules.exclude.titles = ["First line"]
        try build.bag(options, bag: BagOptions(output: bag))
        let info = try build.folder.text("Bag/bag-info.txt")
        let readme = try build.folder.text("Bag/data/README.txt")
        #expect(info.replacing("\n ", with: " ").contains("4 of them as a website"), "\(info)")
        #expect(readme.contains("lack the notes that were left out"))
        #expect(!readme.contains("say the same"))
    }
}
