import BuildPipeline
import BuildTestSupport
import Foundation
import Hashing
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import NotebookExports
import OutputPlan
import OutputTree
import TestSupport
import Testing

/// Published files whose bytes change on the disk while size and times stay the same.
@Suite(.tags(.acceptance))
struct DamagedFilesTests {
    let build: NotebookBuild

    init() throws {
        build = try NotebookBuild()
        try build.folder.write(
            PNGPicture.quarters(width: 40, height: 30), to: "MyNotes/Photos/Beach.PNG")
        try build.folder.write(Self.wave, to: "MyNotes/memo.wav")
        try build.add(
            "1.data",
            note: ArchivedNote(
                title: "A walk", body: "![The beach](beach.png)\n\n[Listen](memo.wav)",
                photos: .array([.name("beach.png")])))
    }

    /// A WAV file with half a second of silence.
    private static let wave: [UInt8] = {
        func little(_ number: Int, count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let format =
            little(1, count: 2) + little(1, count: 2) + little(8000, count: 4)
            + little(8000, count: 4)
        return Array("RIFF".utf8) + little(36 + 4000, count: 4) + Array("WAVEfmt ".utf8)
            + little(16, count: 4)
            + format + little(1, count: 2) + little(8, count: 2) + Array("data".utf8)
            + little(4000, count: 4)
            + [UInt8](repeating: 128, count: 4000)
    }()

    private func path(_ tree: String, folder: String) throws -> String {
        try #require(build.tree(tree).names.first { $0.hasPrefix(folder + "/") })
    }

    /// Overwrites a part of a file, which keeps its inode and its size.
    ///
    /// - Parameter keepingTime: True to restore the modification time, too.
    private func damage(_ path: String, keepingTime: Bool = true) throws {
        let file = build.output + "/" + path
        var status = stat()
        #expect(stat(file, &status) == 0)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
        try handle.seek(toOffset: 60)
        let old = try handle.read(upToCount: 8) ?? Data()
        try handle.seek(toOffset: 60)
        try handle.write(contentsOf: Data(old.map { ~$0 }))
        try handle.close()
        guard keepingTime else { return }
        #if canImport(Darwin)
            let times = [status.st_atimespec, status.st_mtimespec]
        #else
            let times = [status.st_atim, status.st_mtim]
        #endif
        #expect(utimensat(AT_FDCWD, file, times, 0) == 0)
    }

    private func verify() throws -> [String] {
        try BuildPipeline.verify(notebookAt: build.output).problems
    }

    private static let trees = ["site", "markdown", "json"]

    @Test func findsAndRepairsThem() throws {
        try build.run()
        #expect(try verify().isEmpty)
        let whole = try Self.trees.map { try build.tree($0) }
        let damaged = [
            "site/" + (try path("site", folder: "photos")),
            "site/" + (try path("site", folder: "recordings")),
            "site/index.html", "markdown/" + (try path("markdown", folder: "photos")),
            "json/" + (try path("json", folder: "recordings")),
        ]
        for path in damaged { try damage(path) }
        // Both exports link to one file.
        let named =
            damaged + [
                "json/" + (try path("json", folder: "photos")),
                "markdown/" + (try path("markdown", folder: "recordings")),
            ]
        #expect(Set(try verify()) == Set(named.map { "\($0) differs from what was published." }))
        let inodes = try named.map { try LocalFiles.status(build.output + "/" + $0)?.inode }
        let report = try build.run { $0.isFull = true }
        #expect(
            Set(report.diagnostics.filter { $0.identifier == .damagedFile }.map(\.origin.source))
                == Set(named))
        #expect(report.isComplete)
        #expect(try verify().isEmpty)
        for (tree, before) in zip(Self.trees, whole) {
            #expect(try build.tree(tree).bytes == before.bytes)
        }
        for (path, inode) in zip(named, inodes) {
            #expect(try LocalFiles.status(build.output + "/" + path)?.inode != inode)
        }
        #expect(try build.run().isUnchanged)
    }

    /// Damage that a run is not asked to look for need not be repaired, but must not spread.
    @Test func linksNoDamagedPictureOfTheCache() throws {
        try build.run()
        let photo = "site/" + (try path("site", folder: "photos"))
        let whole = try LocalFiles.read(build.output + "/" + photo)
        try damage(photo, keepingTime: false)
        let report = try build.run()
        #expect(report.diagnostics.map(\.origin.source) == [photo])
        #expect(try LocalFiles.read(build.output + "/" + photo) == whole)

        try damage(photo)
        let bag = build.folder.path + "/Bag"
        var options = BuildOptions(
            notes: build.notes, output: build.output, photoWorker: Places.photoWorker)
        try build.bag(options, bag: BagOptions(output: bag))
        #expect(try LocalFiles.read(bag + "/data/" + photo) == whole)

        // The bag has replaced the picture in the cache; the published one is still damaged.
        #expect(try verify() == ["\(photo) differs from what was published."])
        options.isFull = true
        let again = try build.outcome(options)
        #expect(again.news.map(\.identifier) == [.damagedFile], "it is named once more")
        #expect(try verify().isEmpty)
    }

    @Test func makesEverythingAgainWithoutItsCache() throws {
        try build.run()
        let photo = "site/" + (try path("site", folder: "photos"))
        let whole = try LocalFiles.read(build.output + "/" + photo)
        let cache = build.output + "/.notebinder/cache"
        let cached = try FolderContents(cache)
        try damage(photo)
        try LocalFiles.remove(cache)
        let report = try build.run()
        #expect(report.diagnostics.map(\.origin.source) == [photo])
        #expect(try LocalFiles.read(build.output + "/" + photo) == whole)
        #expect(try FolderContents(cache).bytes == cached.bytes)
    }

    @Test func makesDamagedOriginalsInTheStoreAgain() throws {
        try build.run { $0.formats = [.json] }
        try damage("json/" + (try path("json", folder: "photos")))
        try build.run()
        #expect(
            try verify() == [
                "json/\(try path("json", folder: "photos")) differs from what was published."
            ])
        #expect(
            try build.tree("markdown").bytes[try path("markdown", folder: "photos")]
                == PNGPicture.quarters(width: 40, height: 30))
    }

    private func rollBack() throws -> [String] {
        try BuildPipeline.rollBack(
            BuildOptions(notes: build.notes, output: build.output, photoWorker: Places.photoWorker))
    }

    /// Rolling back would otherwise replace the repaired tree with the damaged one.
    @Test func keepsNoTreeThatDiffersByItsDamageAlone() throws {
        try build.run()
        try damage("json/" + (try path("json", folder: "photos")))
        try build.run { $0.isFull = true }
        #expect(try verify().isEmpty)
        #expect(try rollBack().isEmpty)
        #expect(try verify().isEmpty)
        // A generation that is older than the damage is not lost, either.
        try build.add("2.data", note: ArchivedNote(title: "Another", body: "text"))
        try build.run()
        try damage("site/index.html")
        try build.run { $0.isFull = true }
        #expect(try rollBack() == Self.trees.sorted())
        #expect(try build.tree("site").names.contains("notes/another.html") == false)
        #expect(try verify().isEmpty)
    }

    @Test(arguments: [false, true])
    func restoresNoTreeWithADamagedFile(isMissing: Bool) throws {
        try build.run()
        try build.add("2.data", note: ArchivedNote(title: "Another", body: "text"))
        try build.run()
        let kept = build.output + "/.notebinder/kept/1"
        let file = "site/index.html"
        if isMissing {
            try LocalFiles.remove(kept + "/" + file)
        } else {
            try damage(".notebinder/kept/1/" + file)
        }
        let before = try Self.trees.map { try build.tree($0).bytes }
        let failure = #expect(throws: OutputTreeError.self) { try rollBack() }
        #expect(failure?.exitStatus == 1)
        let message = failure?.message ?? ""
        #expect(message.hasPrefix(file + " ") && message.contains("delete \(kept)"), "\(message)")
        #expect(try Self.trees.map { try build.tree($0).bytes } == before)
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
