import BuildTestSupport
import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline

/// Runs with excluded notes, from archives to published files.
@Suite(.tags(.acceptance))
struct SharedWordsTests {
    private let build = NotebookBuild()
    private static let secret = "the harbour master keeps his spare key under the third stone"

    init() throws {
        try build.add("a.data", title: "Mine", body: "\(Self.secret) #private")
        try build.add("b.data", title: "Open", body: "Nothing to see here")
        try LocalFiles.makeFolder(build.folder.path + "/t")
    }

    private func run(_ change: (inout BuildOptions) -> Void = { _ in }) throws -> Report {
        try build.run { options in
            options.rules.exclude.tags = ["private"]
            options.templates = build.folder.path + "/t"
            change(&options)
        }
    }

    /// Returns the message of a run that publishes nothing because of the words.
    private func refusal() throws -> String {
        let failure = #expect(throws: UserError.self) { try run() }
        return failure?.message ?? ""
    }

    @Test func publishesWordsThatAPublishedNoteQuotes() throws {
        try build.add(
            "c.data", title: "Quote", body: "Yesterday she said \"I love you to the moon\"")
        try build.add(
            "d.data", title: "Own", body: "#private Yesterday she said I love you to the moon")
        #expect(try run().diagnostics == [])
    }

    /// The words that published and excluded notes share are known from the last run.
    @Test func findsWordsThatAreNoLongerPublic() throws {
        let (first, other) = (
            "both of the notes begin with the same eight words",
            "a later one ends with these nine words"
        )
        for number in 0..<40 {
            try build.add("n\(number).data", title: "Note \(number)", body: "Text \(number)")
        }
        try build.add("c.data", title: "Public", body: first)
        try build.add("d.data", title: "Also public", body: other)
        try build.add("e.data", title: "Mine too", body: "\(first) #private")
        try build.folder.write("<p>\(first)</p>", to: "t/footer.html")
        func counts() throws -> BuildCache.Counts? {
            build.settle()
            var options = build.options
            options.rules.exclude.tags = ["private"]
            options.templates = build.folder.path + "/t"
            return try build.outcome(options).cacheCounts["public"]
        }
        #expect(try counts() == .init(found: 0, computed: 43))
        try build.add("n7.data", title: "Note 7", body: "Changed")
        #expect(try counts() == .init(found: 42, computed: 1))
        // Its words are those of an unchanged note.
        try build.add("e.data", title: "Mine too", body: "\(first)\n\n\(other) #private")
        try build.folder.write("<p>\(first)</p><p>\(other)</p>", to: "t/footer.html")
        #expect(try counts() == .init(found: 0, computed: 43))
        // The last published note with the words loses them.
        try build.add("c.data", title: "Public", body: "Nothing")
        #expect(try refusal().contains("“\(first)”"))
    }

    @Test func reportsTheFileNotesAndWordsOnEveryRun() throws {
        try build.folder.write(
            "{{<layout.html}}{{$page}}<p>The harbour <b>master</b> keeps his spare key under it</p>{{/page}}{{/layout.html}}",
            to: "t/note.html")
        for _ in 0..<3 {
            let message = try refusal()
            #expect(
                message.hasPrefix(
                    "site/notes/open.html, the file of “Open”, contains words of the excluded note “Mine” (a.data): “the harbour master keeps his spare key under”. Nothing was published."
                ), "\(message)")
            #expect(message.contains("--accept-shared-words"))
        }
        #expect(throws: (any Error).self) { try build.tree("site") }
        let acceptances: [(inout BuildOptions) -> Void] = [
            { $0.acceptsSharedWords = true },
            { $0.acceptedWords = ["The harbour master keeps his spare key under"] },
        ]
        for acceptance in acceptances {
            #expect(try run(acceptance).diagnostics.count { $0.identifier == .sharedWords } == 1)
        }
        _ = try refusal()
    }

    @Test func acceptsALongPassageAsReported() throws {
        let words = (1...90).map { "word\($0)" }.joined(separator: " ")
        try build.add("c.data", title: "Long", body: "\(words)\n\n#private")
        try build.folder.write("<p>\(words)</p>", to: "t/footer.html")
        let message = try refusal()
        let start = try #require(message.range(of: "(c.data): “")?.upperBound)
        let shown = message[start...].prefix { $0 != "”" }
        let report = try run { $0.acceptedWords = [String(shown)] }
        let warning = try #require(report.diagnostics.first { $0.identifier == .sharedWords })
        #expect("\(warning)".contains("word60 …”"))
    }

    @Test func findsExcludedImageDescriptionsInTemplates() throws {
        try build.add(
            "c.data", title: "Look",
            body: "#private Look: ![Grandma asleep under the walnut tree](a.jpg)")
        try build.folder.write("<p>Grandma asleep under the walnut tree</p>", to: "t/footer.html")
        #expect(try refusal().contains("“grandma asleep under the walnut tree”"))
    }

    /// The twenty most frequent tags of a real technical notebook, whose notes have much in common.
    @Test(.enabled(if: Places.hasShared("notebooks"), "needs the folder of real notebooks"))
    func excludesFrequentTagsWithoutFalseAlarms() throws {
        let notes = Places.shared + "/notebooks/til/MyNotes"
        try build.run(notes: notes) { $0.formats = [.json] }
        let lines = try build.folder.bytes("Notebook/json/notes.ndjson")
        struct Line: Decodable {
            let title: String
            let tags: [String]
        }
        let all = try lines.split(separator: 0x0A).map {
            try JSONDecoder().decode(Line.self, from: Data($0))
        }
        var counts: [String: Int] = [:]
        for tag in all.flatMap(\.tags) { counts[tag, default: 0] += 1 }
        let ranked = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let frequent = ranked.prefix(20).map(\.key)
        #expect(frequent.count == 20)
        for tag in frequent {
            let report = try build.run(notes: notes, output: build.folder.path + "/Excluded") {
                $0.rules.exclude.tags = [.init(tag)]
                $0.allowsRemovals = true
            }
            #expect(report.leftOut.count >= counts[tag] ?? 0, "\(tag)")
        }
        // The title of an excluded note, which nothing else contains, is found.
        try build.folder.write(
            "<p>Chrome Supports Many Unix Keyboard Shortcuts</p>", to: "u/footer.html")
        let failure = #expect(throws: UserError.self) {
            try build.run(notes: notes, output: build.folder.path + "/Leaking") {
                $0.rules.exclude.tags = ["chrome"]
                $0.templates = build.folder.path + "/u"
            }
        }
        #expect(failure?.message.contains("“Chrome Supports Many Unix Keyboard Shortcuts”") == true)
    }
}
