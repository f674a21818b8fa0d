import BuildPipeline
import BuildTestSupport
import LocalFiles
import NoteEditing
import NoteModel
import OutputTree
import TestSupport
import Testing

/// Published files whose bytes change on the disk while size and times stay the same.
@Suite(.tags(.acceptance))
struct DamagedFilesTests {
    let build = NotebookBuild()

    init() throws {
        try build.folder.write(
            PNGPicture.quarters(width: 40, height: 30), to: "MyNotes/Photos/Beach.PNG")
        try build.folder.write(Sound.wave(seconds: 1, tone: 440), to: "MyNotes/memo.wav")
        try build.add(
            "1.data",
            note: ArchivedNote(
                title: "A walk", body: "![The beach](beach.png)\n\n[Listen](memo.wav)",
                photos: .array([.name("beach.png")])))
    }

    /// Returns the path of the first file of a folder of a tree.
    private func path(_ tree: String, folder: String) throws -> String {
        let name = try build.tree(tree).names.first { $0.hasPrefix(folder + "/") }
        return tree + "/" + (try #require(name))
    }

    /// Overwrites a part of a file, which keeps its inode and its size.
    ///
    /// - Parameter keepingTime: True to restore the modification time, too.
    private func damage(_ path: String, keepingTime: Bool = true) throws {
        let file = build.output + "/" + path
        var bytes = try LocalFiles.read(file)
        for place in bytes.indices.dropFirst(60).prefix(8) { bytes[place] = ~bytes[place] }
        func overwrite() throws { try FileWriting.overwrite(file, bytes: bytes) }
        if keepingTime {
            try FileWriting.keepingTime(of: file, overwrite)
        } else {
            try overwrite()
        }
    }

    private func verify() throws -> [String] {
        try BuildPipeline.verify(notebookAt: build.output).problems
    }

    @Test func findsAndRepairsDamagedFiles() throws {
        try build.run()
        #expect(try verify().isEmpty)
        let whole = try build.published()
        let damaged = [
            try path("site", folder: "photos"), try path("site", folder: "recordings"),
            "site/index.html", try path("markdown", folder: "photos"),
            try path("json", folder: "recordings"),
        ]
        for path in damaged { try damage(path) }
        // Both exports link to one file.
        let named =
            damaged + [
                try path("json", folder: "photos"), try path("markdown", folder: "recordings"),
            ]
        #expect(Set(try verify()) == Set(named.map { "\($0) differs from what was published." }))
        let inodes = try named.map { try LocalFiles.status(build.output + "/" + $0)?.inode }
        let report = try build.run { $0.isFull = true }
        #expect(
            Set(report.diagnostics.filter { $0.identifier == .damagedFile }.map(\.origin.source))
                == Set(named))
        #expect(report.isComplete)
        #expect(try verify().isEmpty)
        #expect(try build.published() == whole)
        for (path, inode) in zip(named, inodes) {
            #expect(try LocalFiles.status(build.output + "/" + path)?.inode != inode)
        }
        #expect(try build.run().isUnchanged)
    }

    /// Damage that a run is not asked to look for need not be repaired, but must not spread.
    @Test func doesNotSpreadDamagedPictures() throws {
        try build.run()
        let photo = try path("site", folder: "photos")
        let whole = try build.folder.bytes("Notebook/" + photo)
        try damage(photo, keepingTime: false)
        let report = try build.run()
        #expect(report.diagnostics.map(\.origin.source) == [photo])
        #expect(try build.folder.bytes("Notebook/" + photo) == whole)

        try damage(photo)
        let bag = build.folder.path + "/Bag"
        var options = build.options
        try build.bag(options, bag: BagOptions(output: bag))
        #expect(try LocalFiles.read(bag + "/data/" + photo) == whole)

        // The bag has replaced the picture in the cache; the published one is still damaged.
        #expect(try verify() == ["\(photo) differs from what was published."])
        options.isFull = true
        let again = try build.outcome(options)
        #expect(again.news.map(\.identifier) == [.damagedFile], "it is named once more")
        #expect(try verify().isEmpty)
    }

    @Test func rebuildsEverythingWithoutTheCache() throws {
        try build.run()
        let photo = try path("site", folder: "photos")
        let whole = try build.folder.bytes("Notebook/" + photo)
        let cache = build.output + "/.notebinder/cache"
        let cached = try FolderContents(cache)
        try damage(photo)
        try LocalFiles.remove(cache)
        let report = try build.run()
        #expect(report.diagnostics.map(\.origin.source) == [photo])
        #expect(try build.folder.bytes("Notebook/" + photo) == whole)
        #expect(try FolderContents(cache).bytes == cached.bytes)
    }

    @Test func restoresDamagedOriginalsInTheStore() throws {
        try build.run { $0.formats = [.json] }
        let photo = try path("json", folder: "photos")
        try damage(photo)
        try build.run()
        #expect(try verify() == ["\(photo) differs from what was published."])
        let copy = try build.folder.bytes("Notebook/" + path("markdown", folder: "photos"))
        #expect(copy == PNGPicture.quarters(width: 40, height: 30))
    }

    private func rollBack() throws -> [String] {
        try BuildPipeline.rollBack(build.options)
    }

    /// Rolling back would otherwise replace the repaired tree with the damaged one.
    @Test func doesNotKeepDamagedTreesForRollback() throws {
        try build.run()
        try damage(path("json", folder: "photos"))
        try build.run { $0.isFull = true }
        #expect(try verify().isEmpty)
        #expect(try rollBack().isEmpty)
        #expect(try verify().isEmpty)
        // A generation that is older than the damage is not lost, either.
        try build.add("2.data", title: "Another")
        try build.run()
        try damage("site/index.html")
        try build.run { $0.isFull = true }
        #expect(try rollBack() == NotebookBuild.trees.sorted())
        #expect(try build.tree("site").names.contains("notes/another.html") == false)
        #expect(try verify().isEmpty)
    }

    @Test(arguments: [false, true])
    func refusesToRollBackToADamagedTree(isMissing: Bool) throws {
        try build.run()
        try build.add("2.data", title: "Another")
        try build.run()
        let kept = build.output + "/.notebinder/kept/1"
        let file = "site/index.html"
        if isMissing {
            try LocalFiles.remove(kept + "/" + file)
        } else {
            try damage(".notebinder/kept/1/" + file)
        }
        let before = try build.published()
        let failure = #expect(throws: OutputTreeError.self) { try rollBack() }
        #expect(failure?.exitStatus == 1)
        let message = failure?.message ?? ""
        #expect(message.hasPrefix(file + " ") && message.contains("delete \(kept)"), "\(message)")
        #expect(try build.published() == before)
        #expect(try verify().isEmpty)
        // The advice of the message works.
        try LocalFiles.remove(kept)
        #expect(try rollBack().isEmpty)
    }

    @Test func verifiesWithoutALockFileAndCreatesNone() throws {
        try build.run()
        try LocalFiles.remove(build.output + "/.notebinder/lock")
        let before = try FolderContents(build.output).names
        #expect(try verify().isEmpty)
        #expect(try FolderContents(build.output).names == before)
    }
}
