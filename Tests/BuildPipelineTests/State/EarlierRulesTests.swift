import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// Notes that a publication excluded and a later one must not publish by mistake.
@Suite(.tags(.acceptance))
struct EarlierRulesTests {
    private let build = NotebookBuild()
    private static let secret = "the spare key hangs behind the third shutter"

    init() throws {
        try build.add("a.data", title: "Open", body: "A walk. #open")
        try build.add("b.data", title: "Hidden", body: Self.secret + " #private")
    }

    /// Returns the options of a configuration; nil for none.
    private func options(
        _ configuration: String?, change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> BuildOptions {
        let path = build.folder.path + "/notebinder.yml"
        try LocalFiles.remove(path)
        if let configuration { try build.folder.write(configuration, to: "notebinder.yml") }
        var options = try BuildOptions(
            notes: build.notes, config: configuration == nil ? nil : path,
            photoWorker: Places.photoWorker)
        options.output = build.output
        options.stateFolder = build.folder.path + "/state"
        change(&options)
        return options
    }

    @discardableResult
    private func run(
        _ configuration: String?, change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> Outcome {
        try build.outcome(options(configuration, change: change))
    }

    private static let rules = "exclude: {tags: [private]}\n"

    @Test(arguments: [
        nil, "title: Notes\n", "exclude: {tags: [open]}\n",
        "exclude: {titles: [{name: Other, optional: true}]}\n",
    ])
    func refusesToDropARuleThatHidANote(configuration: String?) throws {
        try run(Self.rules)
        let before = try build.publishedText()
        for isFull in [false, true] {
            let failure = #expect(throws: UserError.self) {
                try run(configuration) { $0.isFull = isFull }
            }
            let error = try #require(failure)
            #expect(error.exitStatus == 1)
            #expect(error.message.contains("the tag “private”"), "\(error.message)")
            #expect(error.message.contains("--allow-published"), "\(error.message)")
        }
        #expect(try build.publishedText() == before)
    }

    @Test func publishesOnceAllowedWithoutAskingAgain() throws {
        try run(Self.rules)
        try run(nil) { $0.allowsPublished = true }
        #expect(try build.publishedText().contains(Self.secret))
        try run(nil)
        try run("title: Other\n")
    }

    /// A rule may go if its notes are hidden by another one, or are gone.
    @Test func acceptsOtherRulesThatHideTheSameNotes() throws {
        try run(Self.rules)
        try run("exclude: {titles: [Hidden]}\n")
        #expect(try !build.publishedText().contains(Self.secret))
        try LocalFiles.remove(build.notes + "/b.data")
        try run("title: Notes\n")
    }

    @Test func refusesToExportPreviouslyExcludedNotes() throws {
        try run(Self.rules)
        let options = try options(nil)
        let path = build.folder.path + "/export"
        #expect(throws: UserError.self) { try build.bag(options, bag: BagOptions(output: path)) }
        let formats: [any OutputFormat] = [
            PageBookFormat(), PageBookFormat(password: "four random words"), EPUBFormat(),
            DatabaseFormat(), ENEXFormat(), ENEXFormat(split: 1),
        ]
        for format in formats {
            #expect(throws: UserError.self) { try build.export(options, as: format, to: path) }
        }
        #expect(
            try LocalFiles.entries(of: build.folder.path).map(\.name).sorted() == [
                "MyNotes", "Notebook", "state",
            ])
    }

    /// `/proc` is as read-only as the home of some services.
    @Test func saysOnceThatRulesCannotBeRemembered() throws {
        func news(_ configuration: String) throws -> [String] {
            try run(configuration) { $0.stateFolder = "/proc/state" }.news
                .filter { $0.identifier == .unrememberedRules }.map(\.summary)
        }
        #expect(try news("title: Open\n").isEmpty)
        let found = try news(Self.rules)
        #expect(found.count == 1 && found[0].contains("/proc/state"), "\(found)")
        #expect(try news(Self.rules + "title: T\n").isEmpty)
    }

    /// Other folders, other commands and lost records: the rules are remembered for the notes.
    @Test(arguments: ["output", "output and state", "record", "damaged record", "state"])
    func refusesToPublishAfterLosingRecords(lost: String) throws {
        try run(Self.rules)
        let record = build.output + "/.notebinder/build-record"
        let refused = try options(nil) {
            if lost.contains("output") { $0.output = build.folder.path + "/Other" }
            if lost != "output" { $0.stateFolder = nil }
        }
        switch lost {
        case "output and state":
            // The configuration is beside the notes, and only not used.
            try build.folder.write(Self.rules, to: "notebinder.yml")
        case "record": try LocalFiles.remove(record)
        case "damaged record":
            let bytes = try LocalFiles.read(record)
            try LocalFiles.replace(record, bytes: Array(bytes.prefix(100)))
        default: break
        }
        #expect(throws: UserError.self) { try build.outcome(refused) }
        #expect(throws: UserError.self) {
            try build.export(refused, as: PageBookFormat(), to: build.folder.path + "/book.html")
        }
        #expect(try LocalFiles.status(build.folder.path + "/Other/site") == nil)
        #expect(try LocalFiles.status(build.folder.path + "/book.html") == nil)
        #expect(try !build.publishedText().contains(Self.secret))
    }

    /// A rule that hides nothing yet is the only protection of the next private note.
    @Test func remembersRulesThatHideNothing() throws {
        let rule = "exclude: {tags: [{name: diary, optional: true}]}\n"
        try run(rule)
        try build.add("c.data", title: "C", body: "\(Self.secret) #diary")
        for configuration in [nil, "title: T\n"] {
            #expect(throws: UserError.self) { try run(configuration) }
        }
    }

    /// A second notebook without rules is allowed once, and does not end the memory of the first.
    @Test func allowsAnotherNotebookWithoutRules() throws {
        try run(Self.rules)
        var archive = try options(nil) { $0.output = build.folder.path + "/Archive" }
        for isAllowed in [true, false] {
            archive.allowsPublished = isAllowed
            _ = try build.outcome(archive)
        }
        try run(Self.rules)
        _ = try build.outcome(archive)
        archive.output = build.folder.path + "/Other"
        let refused = archive
        #expect(throws: UserError.self) { try build.outcome(refused) }
    }

    @Test func keepsRememberedRulesPrivate() throws {
        try run(Self.rules)
        let folder = build.folder.path + "/state"
        let files = try LocalFiles.entries(of: folder)
        #expect(files.count == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        // A configuration without rules is remembered as one, so that it is not taken for a new one.
        try run("title: T\n") { $0.allowsPublished = true }
        let kept = try #require(try LocalFiles.entries(of: folder).first)
        let text = String(decoding: try LocalFiles.read(folder + "/" + kept.name), as: UTF8.self)
        #expect(text.contains("\"rules\" : [\n\n      ]"))
    }

    @Test func removesTreesThatMayShowExcludedNotes() throws {
        try run(nil)
        try build.folder.write("mine", to: "Notebook/json/mine.txt")
        #expect(try build.publishedText().contains(Self.secret))
        let outcome = try run("formats: [html]\n" + Self.rules)
        let text = try build.publishedText()
        #expect(!text.contains(Self.secret) && text.contains("A walk."))
        #expect(try LocalFiles.entries(of: build.output + "/json").map(\.name) == ["mine.txt"])
        #expect(try LocalFiles.status(build.output + "/markdown") == nil)
        let messages = try #require(outcome.report).diagnostics.map(\.summary)
        #expect(messages.contains { $0.contains("/markdown was removed") }, "\(messages)")
    }

    /// Trees that are built in turn stay as long as no further note is excluded.
    @Test func keepsTreesWithoutExcludedNotes() throws {
        try run(Self.rules)
        try run("formats: [html]\n" + Self.rules)
        #expect(try LocalFiles.status(build.output + "/markdown") != nil)
        try build.add("c.data", title: "Later", body: "Also mine. #private")
        try run("formats: [json]\n" + Self.rules)
        #expect(try LocalFiles.status(build.output + "/markdown") == nil)
        #expect(try LocalFiles.status(build.output + "/site") == nil)
    }

    /// Runs the program, since a test cannot change its own folder.
    private func expectRefusal(naming words: String) throws {
        let run = try FinishedProgram(
            Places.notebinder, arguments: ["build"], in: build.folder.path)
        #expect(run.status == 1 && run.errors.contains(words), "\(run.errors)")
        #expect(try LocalFiles.status(build.output) == nil)
    }

    @Test(arguments: [
        "notebinder.yaml", "Notebinder.yml", ".notebinder.yml", "notebinder.yml.txt",
        "notebinder.yml.bak", "notebinder (1).yml", "notebinder.yml~", "notebinder copy.yml",
    ])
    func refusesAMisnamedConfiguration(name: String) throws {
        try build.folder.write(Self.rules, to: name)
        try expectRefusal(naming: name)
    }

    @Test func refusesAConfigurationThatIsADanglingLink() throws {
        try FileManager.default.createSymbolicLink(
            atPath: build.folder.path + "/notebinder.yml", withDestinationPath: "/missing/a.yml")
        try expectRefusal(naming: "/missing/a.yml")
    }
}
