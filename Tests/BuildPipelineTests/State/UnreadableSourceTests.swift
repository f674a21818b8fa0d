import BuildPipeline
import BuildTestSupport
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Sources that cannot be read, most of which could be when their notes were published.
@Suite(.tags(.acceptance))
struct UnreadableSourceTests {
    private let build = NotebookBuild()

    init() throws {
        try build.add(
            "a.data",
            note: ArchivedNote(
                title: "A walk", body: "Along the river. #outside",
                photos: .array([
                    .image(png: PNGPicture.quarters(width: 40, height: 30), orientation: 1)
                ])))
        try build.folder.write(
            notes: [
                ArchivedNote(title: "One", body: "first"),
                ArchivedNote(title: "Two", body: "second"),
                ArchivedNote(title: "Three", body: "third"),
            ], to: "MyNotes/list.data")
        try build.add("z.data", title: "The last", body: "[[A walk]]")
    }

    /// The ways in which a copy goes wrong.
    enum Damage: CaseIterable {
        case halfCopied, empty, zeros, garbage, onlyInCloud

        func apply(to name: String, of build: NotebookBuild) throws {
            let file = "MyNotes/" + name
            let bytes = try build.folder.bytes(file)
            switch self {
            case .halfCopied: try build.folder.write(Array(bytes.prefix(bytes.count / 2)), to: file)
            case .empty: try build.folder.write("", to: file)
            case .zeros: try build.folder.write([UInt8](repeating: 0, count: 900), to: file)
            case .garbage: try build.folder.write(bytes.map { $0 ^ 0xA5 }, to: file)
            case .onlyInCloud:
                try LocalFiles.remove(build.notes + "/" + name)
                try build.folder.write("", to: "MyNotes/.\(name).icloud")
            }
        }
    }

    @Test(arguments: Damage.allCases, [false, true])
    func keepsTheLastReadVersion(damage: Damage, isFull: Bool) throws {
        try build.run()
        build.settle()
        let before = try build.published()
        let original = try build.folder.bytes("MyNotes/a.data")
        try damage.apply(to: "a.data", of: build)
        for round in 1...2 {
            let report = try build.run { $0.isFull = isFull || round == 2 }
            #expect(try build.published() == before)
            #expect(report.addsUp && !report.isComplete)
            #expect(report.sources.kept == ["a.data"])
            let said = report.diagnostics.map(\.summary).filter { $0.hasPrefix("a.data ") }
            #expect(said.count == 1, "\(said)")
            #expect(said[0].contains("Its note stays as it was last read."), "\(said)")
            build.settle()
        }
        try? LocalFiles.remove(build.notes + "/.a.data.icloud")
        try build.folder.write(original, to: "MyNotes/a.data")
        let mended = try build.run()
        #expect(mended.isComplete && mended.sources.kept.isEmpty)
        #expect(try build.published() == before)
        try LocalFiles.remove(build.notes + "/a.data")
        let without = try build.run()
        #expect(without.isComplete && without.notes == 4)
        #expect(try build.tree("site").names.contains("notes/a-walk.html") == false)
    }

    @Test func keepsTheNotesThatDamageHides() throws {
        try build.run()
        build.settle()
        let list = try build.folder.bytes("MyNotes/list.data")
        let source = NotesFolder.SourceFile(name: "list.data", path: build.notes + "/list.data")
        let folder = try NotesFolder(build.notes)
        // A byte of many costs one or two of the three notes.
        let hiding = (8..<list.count).filter { position in
            var damaged = list
            damaged[position] = 0
            let outcome = SourceReader(folder: folder).outcome(of: ArchiveBytes(damaged), source)
            return [1, 2].contains(outcome.notes.count)
                && outcome.diagnostics.contains { $0.severity == .error }
        }
        #expect(hiding.count > 5)
        for position in hiding.prefix(5) + hiding.suffix(5) {
            var damaged = list
            damaged[position] = 0
            try build.folder.write(damaged, to: "MyNotes/list.data")
            let report = try build.run()
            #expect(report.notes == 5 && report.addsUp)
            #expect(report.sources.kept == ["list.data"])
            for page in ["one", "two", "three"] {
                #expect(try build.tree("site").names.contains("notes/\(page).html"))
            }
            build.settle()
        }
    }

    @Test func countsICloudPlaceholdersAsFailedSources() throws {
        #expect(try build.run().addsUp)
        build.settle()
        try build.folder.write("damaged", to: "MyNotes/.2.data.icloud")
        let report = try build.run()
        #expect(report.sources.failed.map(\.name) == ["2.data"])
        #expect(report.addsUp && report.sources.found == 4)
        let summary = report.diagnostics.map(\.summary).joined()
        #expect(
            summary.contains("2.data is in iCloud only, and was not read. Open it on an iPhone"))
        build.settle()
        try LocalFiles.remove(build.notes + "/.2.data.icloud")
        try build.add("2.data", title: "Two")
        let after = try build.run()
        #expect(after.sources.failed.isEmpty && after.sources.read == 4)
    }

    @Test func deletesANoteDespiteOlderDamage() throws {
        let damaged = Array(
            NoteArchiveWriter.archive(ArchivedNote(title: "x", body: "")).prefix(60))
        try build.folder.write(damaged, to: "MyNotes/old.data")
        let first = try build.run()
        #expect(first.sources.failed.map(\.name) == ["old.data"] && first.sources.kept.isEmpty)
        build.settle()
        try build.folder.write(
            notes: [ArchivedNote(title: "One", body: "first")], to: "MyNotes/list.data")
        #expect(try build.run().notes == 3)
        #expect(try build.tree("site").names.contains("notes/two.html") == false)
    }

    @Test func obeysRulesThatAreAddedLater() throws {
        try build.run()
        build.settle()
        try Damage.halfCopied.apply(to: "a.data", of: build)
        try build.run { $0.rules.exclude.tags = ["outside"] }
        for (path, bytes) in try build.published().joined() {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("Along the river"), "\(path)")
        }
    }

    @Test func refusesToLoseUnreadableNotesWithoutRecords() throws {
        try build.run()
        build.settle()
        let before = try build.published()
        try Damage.zeros.apply(to: "list.data", of: build)
        try LocalFiles.remove(build.output + "/.notebinder/build-cache")
        let error = #expect(throws: UserError.self) { try build.run() }
        let message = try #require(error).message
        #expect(
            message.contains("3 published notes are in files that cannot be read"), "\(message)")
        #expect(message.contains("list.data") && message.contains("--allow-removals"), "\(message)")
        #expect(try build.published() == before)
        let report = try build.run { $0.allowsRemovals = true }
        #expect(report.notes == 2 && !report.isComplete)
        #expect(try build.tree("site").names.contains("notes/two.html") == false)
        // What was given up once does not stop later runs.
        build.settle()
        #expect(try build.run { $0.isFull = true }.notes == 2)
    }
}
