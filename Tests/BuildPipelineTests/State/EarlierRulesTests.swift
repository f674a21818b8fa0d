import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import NotebookExports
import TestSupport
import Testing

/// Notes that a publication excluded and a later one must not publish by mistake.
@Suite(.tags(.acceptance))
struct EarlierRulesTests {
    private let build: NotebookBuild
    private static let secret = "the spare key hangs behind the third shutter"

    init() throws {
        build = try NotebookBuild()
        try build.add("a.data", note: ArchivedNote(title: "Open", body: "A walk. #open"))
        try build.add(
            "b.data", note: ArchivedNote(title: "Hidden", body: Self.secret + " #private"))
    }

    private func options(_ configuration: String?) throws -> BuildOptions {
        let path = build.folder.path + "/notebinder.yml"
        try LocalFiles.remove(path)
        if let configuration { try build.folder.write(configuration, to: "notebinder.yml") }
        var options = try BuildOptions(
            notes: build.notes, config: configuration == nil ? nil : path,
            photoWorker: Places.photoWorker)
        options.output = build.output
        options.stateFolder = build.folder.path + "/state"
        return options
    }

    /// The text of all published files.
    private func published() throws -> String {
        try FolderContents(build.output).files.filter { !$0.key.hasPrefix(".notebinder/") }
            .sorted { $0.key < $1.key }.map { String(decoding: $0.value.bytes, as: UTF8.self) }
            .joined(separator: "\n")
    }

    private static let rules = "exclude: {tags: [private]}\n"

    @Test(arguments: [
        nil, "title: Notes\n", "exclude: {tags: [open]}\n",
        "exclude: {titles: [{name: Other, optional: true}]}\n",
    ])
    func refusesWithoutTheRuleThatHidANote(configuration: String?) throws {
        _ = try build.outcome(options(Self.rules))
        let before = try published()
        for isFull in [false, true] {
            var options = try options(configuration)
            options.isFull = isFull
            let refused = options
            let error = #expect(throws: UserError.self) { _ = try build.outcome(refused) }
            let message = try #require(error).message
            #expect(try #require(error).exitStatus == 1)
            #expect(message.contains("the tag “private”"), "\(message)")
            #expect(message.contains("--allow-published"), "\(message)")
        }
        #expect(try published() == before)
    }

    @Test func publishesOnceAllowedAndLaterWithoutBeingAskedAgain() throws {
        _ = try build.outcome(options(Self.rules))
        var allowed = try options(nil)
        allowed.allowsPublished = true
        _ = try build.outcome(allowed)
        #expect(try published().contains(Self.secret))
        _ = try build.outcome(options(nil))
        _ = try build.outcome(options("title: Other\n"))
    }

    /// A rule may go if its notes are hidden by another one, or are gone.
    @Test func acceptsOtherRulesThatHideTheSameNotes() throws {
        _ = try build.outcome(options(Self.rules))
        _ = try build.outcome(options("exclude: {titles: [Hidden]}\n"))
        #expect(try !published().contains(Self.secret))
        try LocalFiles.remove(build.notes + "/b.data")
        _ = try build.outcome(options("title: Notes\n"))
    }

    @Test func exportsNothingThatTheNotebookHides() throws {
        _ = try build.outcome(options(Self.rules))
        let options = try options(nil)
        let path = build.folder.path + "/export"
        #expect(throws: UserError.self) { try build.bag(options, bag: BagOptions(output: path)) }
        let formats: [any OutputFormat] = [
            PageBookFormat(), PageBookFormat(password: "four random words"), EPUBFormat(),
            CSVFormat(), DatabaseFormat(), ENEXFormat(), ENEXFormat(split: 1),
        ]
        for format in formats {
            #expect(throws: UserError.self) { try build.export(options, as: format, to: path) }
        }
        #expect(
            try LocalFiles.entries(of: build.folder.path).map(\.name).sorted() == [
                "MyNotes", "Notebook", "state",
            ])
    }

    /// Other folders, other commands and lost records: the rules are remembered for the notes.
    @Test(arguments: ["output", "output and state", "record", "damaged record", "state"])
    func refusesWhateverIsLostOfTheRecords(lost: String) throws {
        _ = try build.outcome(options(Self.rules))
        let record = build.output + "/.notebinder/build-record"
        var later = try options(nil)
        switch lost {
        case "output": later.output = build.folder.path + "/Other"
        case "output and state":
            // The configuration is beside the notes, and only not used.
            try build.folder.write(Self.rules, to: "notebinder.yml")
            later.output = build.folder.path + "/Other"
            later.stateFolder = nil
        case "record":
            later.stateFolder = nil
            try LocalFiles.remove(record)
        case "damaged record":
            later.stateFolder = nil
            let bytes = try LocalFiles.read(record)
            try LocalFiles.replace(record, bytes: Array(bytes.prefix(100)))
        default: later.stateFolder = nil
        }
        let refused = later
        #expect(throws: UserError.self) { _ = try build.outcome(refused) }
        #expect(throws: UserError.self) {
            try build.export(refused, as: PageBookFormat(), to: build.folder.path + "/book.html")
        }
        #expect(try LocalFiles.status(build.folder.path + "/Other/site") == nil)
        #expect(try LocalFiles.status(build.folder.path + "/book.html") == nil)
        #expect(try !published().contains(Self.secret))
    }

    /// A rule that hides nothing yet is the only protection of the next private note.
    @Test func remembersRulesThatHideNothing() throws {
        let rule = "exclude: {tags: [{name: diary, optional: true}]}\n"
        _ = try build.outcome(options(rule))
        try build.add("c.data", note: ArchivedNote(title: "C", body: "\(Self.secret) #diary"))
        for configuration in [nil, "title: T\n"] {
            #expect(throws: UserError.self) { _ = try build.outcome(options(configuration)) }
        }
    }

    /// A second notebook without rules is allowed once, and does not end the memory of the first.
    @Test func allowsAnotherNotebookWithoutRules() throws {
        _ = try build.outcome(options(Self.rules))
        var archive = try options(nil)
        archive.output = build.folder.path + "/Archive"
        archive.allowsPublished = true
        _ = try build.outcome(archive)
        archive.allowsPublished = false
        _ = try build.outcome(archive)
        _ = try build.outcome(options(Self.rules))
        _ = try build.outcome(archive)
        var other = archive
        other.output = build.folder.path + "/Other"
        let refused = other
        #expect(throws: UserError.self) { _ = try build.outcome(refused) }
    }

    @Test func keepsTheMemoryToItself() throws {
        _ = try build.outcome(options(Self.rules))
        let folder = build.folder.path + "/state"
        let files = try LocalFiles.entries(of: folder)
        #expect(files.count == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        // Without rules that hid anything, nothing is left to remember.
        var allowed = try options("title: T\n")
        allowed.allowsPublished = true
        _ = try build.outcome(allowed)
        #expect(try LocalFiles.entries(of: folder).isEmpty)
    }

    @Test func removesTreesThatMayShowWhatIsExcludedNow() throws {
        try build.folder.write("mine", to: "Notebook/x")
        try LocalFiles.remove(build.output)
        _ = try build.outcome(options(nil))
        try build.folder.write("mine", to: "Notebook/json/mine.txt")
        #expect(try published().contains(Self.secret))
        let outcome = try build.outcome(options("formats: [html]\n" + Self.rules))
        let text = try published()
        #expect(!text.contains(Self.secret) && text.contains("A walk."))
        #expect(try LocalFiles.entries(of: build.output + "/json").map(\.name) == ["mine.txt"])
        #expect(try LocalFiles.status(build.output + "/markdown") == nil)
        let messages = try #require(outcome.report).diagnostics.map(\.summary)
        #expect(messages.contains { $0.contains("/markdown was removed") }, "\(messages)")
    }

    /// Trees that are built in turn stay as long as no further note is excluded.
    @Test func keepsTreesWithoutExcludedNotes() throws {
        _ = try build.outcome(options(Self.rules))
        _ = try build.outcome(options("formats: [html]\n" + Self.rules))
        #expect(try LocalFiles.status(build.output + "/markdown") != nil)
        try build.add("c.data", note: ArchivedNote(title: "Later", body: "Also mine. #private"))
        _ = try build.outcome(options("formats: [json]\n" + Self.rules))
        #expect(try LocalFiles.status(build.output + "/markdown") == nil)
        #expect(try LocalFiles.status(build.output + "/site") == nil)
    }

    /// Runs the program, since a test cannot change its own folder.
    @Test(arguments: [
        "notebinder.yaml", "Notebinder.yml", ".notebinder.yml", "notebinder.yml.txt",
        "notebinder.yml.bak", "notebinder (1).yml", "notebinder.yml~", "notebinder copy.yml",
    ])
    func refusesAMisnamedConfiguration(name: String) throws {
        try build.folder.write(Self.rules, to: name)
        let run = try FinishedProgram(
            Places.notebinder, arguments: ["build"], in: build.folder.path)
        #expect(run.status == 1 && run.errors.contains(name), "\(run.errors)")
        #expect(try LocalFiles.status(build.output) == nil)
    }

    @Test func refusesAConfigurationThatIsADanglingLink() throws {
        try FileManager.default.createSymbolicLink(
            atPath: build.folder.path + "/notebinder.yml", withDestinationPath: "/missing/a.yml")
        let run = try FinishedProgram(
            Places.notebinder, arguments: ["build"], in: build.folder.path)
        #expect(run.status == 1 && run.errors.contains("/missing/a.yml"), "\(run.errors)")
        #expect(try LocalFiles.status(build.output) == nil)
    }
}
