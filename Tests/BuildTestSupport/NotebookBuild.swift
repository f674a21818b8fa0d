package import BuildPipeline
import Foundation
import LocalFiles
import NoteArchives
package import NoteEditing
import Synchronization
package import TestSupport
import Testing

package typealias Outcome = Build.Outcome

/// A notes folder and the notebook that is built from it.
package struct NotebookBuild {
    package let folder = TemporaryFolder()
    private let clock = TestClock()
    package var notes: String { folder.path + "/MyNotes" }
    package var output: String { folder.path + "/Notebook" }

    package init() {}

    package func add(_ name: String, note: ArchivedNote) throws {
        try folder.write(note: note, to: "MyNotes/" + name)
    }

    @discardableResult
    package func run(
        notes: String? = nil, output: String? = nil, change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> Report {
        var options = BuildOptions(
            notes: notes ?? self.notes, output: output ?? self.output,
            photoWorker: Places.photoWorker)
        // Settings change at will; other suites test that lost rules are noticed.
        options.allowsPublished = true
        change(&options)
        // A run that found nothing changed has no report.
        return try outcome(options).report ?? Report()
    }

    package func outcome(_ options: BuildOptions) throws -> Outcome {
        var options = options
        options.now = clock.now
        return try waiting { [options] in try await Build.run(options) }
    }

    @discardableResult
    package func bag(_ options: BuildOptions, bag: BagOptions) throws -> BuildPipeline.BagOutcome {
        try waiting { try await BuildPipeline.bag(options, bag: bag) }
    }

    @discardableResult
    package func export(
        _ options: BuildOptions, as format: some OutputFormat, to output: String,
        isReplacing: Bool = false
    ) throws -> Report {
        try waiting {
            try await BuildPipeline.export(
                options, as: format, to: output, isReplacing: isReplacing)
        }
    }

    /// Validates the JSON tree with the Python package `jsonschema`, if that is installed.
    package func expectValidJSON(_ count: Int) throws {
        guard let python = Places.python else { return }
        let run = try FinishedProgram(
            python,
            arguments: [
                Places.package + "/Tests/TestSupport/validate-json-tree.py", output + "/json",
            ])
        #expect(run.output == "\(count) notes are valid\n", "\(run.errors)")
    }

    /// Returns the text of a file of the notebook, such as `site/index.html`.
    package func text(_ path: String) throws -> String { try folder.text("Notebook/" + path) }

    package func tree(_ name: String) throws -> FolderContents {
        try FolderContents(output + "/" + name)
    }

    /// Lets the time pass that files need to settle: after it, a change would show in their time
    /// stamps.
    package func settle() { clock.advance(seconds: 3) }

    /// Builds from nothing in another folder, with the same permalinks, and compares the trees.
    package func expectSameAsFromNothing(
        _ what: String, change: (inout BuildOptions) -> Void
    ) throws {
        let other = folder.path + "/Fresh"
        try LocalFiles.remove(other)
        try LocalFiles.makeFolder(other + "/.notebinder")
        for name in ["format", "ledger.json"] {
            try LocalFiles.copy(output + "/.notebinder/" + name, to: other + "/.notebinder/" + name)
        }
        let fresh = try run(output: other, change: change)
        for tree in ["site", "markdown", "json"]
        where FileManager.default.fileExists(atPath: "\(output)/\(tree)") {
            let (made, wanted) = (
                try self.tree(tree).bytes, try FolderContents(other + "/" + tree).bytes
            )
            let different = Set(made.keys).union(wanted.keys).filter { made[$0] != wanted[$0] }
            #expect(different.isEmpty, "\(what): \(tree) \(different.sorted())")
        }
        #expect(fresh.addsUp)
    }
}

/// A clock that tests advance, so that they need not wait.
private final class TestClock: Sendable {
    private let passed = Mutex<Int64>(0)

    /// The current time and the time by which the clock was advanced, in nanoseconds since 1970.
    var now: @Sendable () -> Int64 {
        { [self] in FileStatus.now + passed.withLock { $0 } }
    }

    func advance(seconds: Int64) { passed.withLock { $0 += seconds * 1_000_000_000 } }
}

/// Adds an example of everything to a notebook, the same on every machine.
package func addEverything(to build: NotebookBuild) throws {
    func day(_ number: Double) -> Date {
        Date(timeIntervalSince1970: 1_336_156_200 + number * 86_400)
    }
    let picture = PNGPicture.quarters(width: 40, height: 30)
    try build.folder.write(picture, to: "MyNotes/Photos/Beach.PNG")
    try build.add(
        "1.data",
        note: ArchivedNote(
            title: "A walk", body: "One\nTwo\n\n![The beach](beach.png)\n\n- [x] done\n",
            photos: .array([
                .name("beach.png"), .image(png: picture, orientation: 3), .name("gone.jpg"),
            ]),
            created: day(0), modified: day(2)))
    try build.add(
        "2.data",
        note: ArchivedNote(
            title: "Éclairs & <more>",
            body: "| a | b |\n| - | -: |\n| 1 | 2 |\n\n<b>raw</b> [x](javascript:1)",
            photos: .dictionary([("2 later", .data(picture)), ("1 first", .data(picture))])))
    try build.add(
        "3.data", note: ArchivedNote(title: nil, body: "First line\nrest", created: day(5)))
    try build.add(
        "4.data", note: ArchivedNote(title: "A walk", body: "The same title.", created: day(9)))
    try build.add("5.data", note: ArchivedNote(title: "日本語", body: "本文[^1]\n\n[^1]: 脚注"))
    try build.folder.write("", to: "MyNotes/empty.data")
    try build.folder.write("readme", to: "MyNotes/readme.txt")
}
