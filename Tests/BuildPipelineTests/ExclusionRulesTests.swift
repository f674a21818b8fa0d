import BuildPipeline
import BuildTestSupport
import Foundation
import LocalFiles
import NoteEditing
import NoteModel
import SitePages
import TestSupport
import Testing

/// Notes that are excluded from everything that is published.
@Suite(.tags(.acceptance))
struct ExclusionRulesTests {
    private let build = NotebookBuild()
    private static let secret = "the harbour master keeps his spare key under the third stone"

    init() throws {
        let picture = PNGPicture.quarters(width: 31, height: 21)
        try build.add(
            "a.data",
            note: ArchivedNote(
                title: "Zanzibar plans", body: "\(Self.secret) #private/travel",
                photos: .array([.data(picture)]), created: Date(timeIntervalSince1970: 1e9)))
        try build.add("b.data", title: "Open", body: "[[Zanzibar plans|see]] #open")
        try build.add("Work/c.data", title: "Draft of a letter", body: "Dear Ünal")
        try build.folder.write("{\"class\": 1}", to: "MyNotes/Work/other.json")
    }

    private func leave(_ change: (inout NoteCriteria) -> Void) throws -> Report {
        try build.run { options in
            change(&options.rules.exclude)
            options.site.address = SiteAddress("https://example.org/")
        }
    }

    private func all() throws -> String { try build.publishedText().lowercased() }

    /// Returns the diagnostics of one identifier in words.
    private func words(_ identifier: Diagnostic.Identifier, in report: Report) -> [String] {
        report.diagnostics.filter { $0.identifier == identifier }.map(\.summary)
    }

    /// A book says of links what a site says.
    @Test func saysWhichNotesAreInNoBook() throws {
        var options = BuildOptions(
            notes: build.notes, output: build.output, photoWorker: Places.photoWorker)
        options.rules.exclude.tags = [.init("private")]
        let report = try build.export(
            options, as: PageBookFormat(), to: build.folder.path + "/book.html")
        #expect(
            words(.deadLink, in: report)
                == ["“Open” links “Zanzibar plans”, which is not published."])
    }

    @Test(arguments: [
        (["private"], [], []), (["#Private"], [], []), (["priv*"], [], []), (["*/travel"], [], []),
        (["/private/"], [], []),
        ([], ["Zanzibar*"], []), ([], ["zanzíbar PLANS"], []), ([], [], ["a.data"]),
        ([], [], ["./a.*"]),
    ])
    func leavesNoTrace(tags: [String], titles: [String], sources: [String]) throws {
        try build.run()
        #expect(try all().contains(Self.secret))
        let report = try leave {
            $0.tags = tags.map { .init($0) }
            $0.titles = titles.map { .init($0) }
            $0.sources = sources.map { .init($0) }
        }
        #expect(report.leftOut == ["a.data"] && report.addsUp)
        #expect(
            report.diagnostics.map(\.summary).contains(
                "“Open” links “Zanzibar plans”, which is not published."))
        #expect(report.photos.referenced == 0)
        let all = try all()
        for words in ["harbour master", "spare key", "private", "zanzibar-plans", "travel"] {
            #expect(!all.contains(words), "\(words)")
        }
        #expect(try build.tree("site").names.allSatisfy { !$0.hasPrefix("photos/") })
        #expect(try build.tree("json").names.allSatisfy { !$0.hasPrefix("photos/") })
        // A published note may contain its own words.
        #expect(all.contains("<p>see "))
    }

    @Test func excludesFoldersWithTheirContents() throws {
        try build.folder.write("broken", to: "MyNotes/Work/torn.data")
        try build.folder.write(Array("bplist00torn".utf8), to: "MyNotes/Work/torn.plist")
        for folder in ["Work", "work/", "W*k"] {
            let report = try leave { $0.sources = [.init(folder)] }
            #expect(report.leftOut == ["Work/c.data"])
            #expect(report.isComplete && report.addsUp, "\(report.diagnostics)")
            #expect(try !all().contains("dear"))
        }
    }

    @Test(arguments: [
        ("tag", "privat", "Did you mean “private/travel”?"),
        ("title", "Zanzibar plan", "Did you mean “Zanzibar plans”?"),
        ("source", "d.data", "“a.data”"),
    ])
    func publishesNothingWhileARuleMatchesNothing(
        kind: String, name: String, nearest: String
    ) throws {
        let change: (inout BuildOptions) -> Void = { options in
            switch kind {
            case "tag": options.rules.exclude.tags = [.init(name)]
            case "title": options.rules.exclude.titles = [.init(name)]
            default: options.rules.exclude.sources = [.init(name)]
            }
        }
        try build.run()
        let before = try build.tree("site")
        for _ in 0..<2 {
            let failure = #expect(throws: UserError.self) { try build.run(change: change) }
            let message = failure?.message ?? ""
            #expect(message.contains("the \(kind) “\(name)” matches no note"), "\(message)")
            #expect(message.contains(nearest) && message.contains("optional: true"), "\(message)")
        }
        #expect(try build.tree("site") == before)
        var checked = build.options
        change(&checked)
        let report = try BuildPipeline.check(checked)
        #expect(words(.unusedRule, in: report).count == 1 && !report.isComplete)
        #expect(throws: UserError.self) {
            try build.bag(checked, bag: BagOptions(output: build.folder.path + "/Bag"))
        }
        #expect(throws: UserError.self) {
            try build.export(checked, as: PageBookFormat(), to: build.folder.path + "/book.html")
        }
    }

    @Test func allowsOnlyOptionalRulesToMatchNothing() throws {
        build.settle()
        let optional = PublicationRules.Pattern("nothing", isOptional: true)
        #expect(try leave { $0.tags = ["private", optional] }.leftOut == ["a.data"])
        // Only the rule has changed since.
        #expect(throws: UserError.self) { try leave { $0.tags = ["private", "nothing"] } }
    }

    @Test func publishesANotebookWithEveryNoteExcluded() throws {
        let report = try leave { $0.titles = ["*"] }
        #expect(report.leftOut.count == 3)
        #expect(words(.brokenPage, in: report) == [])
        #expect(try all().contains("no notes yet"))
    }

    /// Dates and words that notes have in common do not stop a run.
    @Test func publishesNotesSimilarToExcludedOnes() throws {
        for (name, title, body) in [
            ("x.json", "Hid", "#private"), ("y.json", "Pub", "we ate some apple"),
            ("z.json", "Pie recipe", "x"), ("w.json", "Some apple pie recipe", "#private"),
        ] {
            try build.folder.write(
                "{\"title\":\"\(title)\",\"text\":\"\(body)\",\"created\":\"2014-07-09T10:00:00Z\"}",
                to: "MyNotes/" + name)
        }
        #expect(try leave { $0.tags = ["private"] }.leftOut.count == 3)
    }

    @Test(arguments: [
        (
            """
            <h1 id="text">404</h1> <a href="about.html">a</a> <a href='index.html#gone'>b</a>
            <img src="x.png" alt=""> <a href="https://example.org/">c</a>
            <a href="search.html?q=1#text">d</a>
            """, ["about.html", "index.html#gone", "x.png"]
        ),
        // Colons that end no scheme.
        (
            """
            <p id="text"><a href="1:2">a</a> <a href="no[where:x">b</a> <a href="tel:1">c</a>
            """, ["1:2", "no[where:x"]
        ),
    ])
    func reportsBrokenLinksInPages(page: String, links: [String]) throws {
        try build.folder.write(
            "{{<layout.html}}{{$page}}\(page){{/page}}{{/layout.html}}", to: "t/not-found.html")
        let report = try build.run { $0.templates = build.folder.path + "/t" }
        #expect(
            words(.brokenPage, in: report)
                == links.map { "404.html links “\($0)”, which the site does not have." })
    }

    /// Reports the same whichever trees earlier runs built, and with records of other notebooks.
    @Test(arguments: ["another notebook", "another tree", "none"])
    func reportsBrokenLinksAgainAfterARun(of what: String) throws {
        try build.folder.write(
            "{{<layout.html}}{{$page}}<a id=text href=\"gone.html\">a</a>{{/page}}{{/layout.html}}",
            to: "t/not-found.html")
        func run(_ change: (inout BuildOptions) -> Void = { _ in }) throws -> [String] {
            let report = try build.run {
                $0.templates = build.folder.path + "/t"
                change(&$0)
            }
            return words(.brokenPage, in: report)
        }
        let broken = ["404.html links “gone.html”, which the site does not have."]
        #expect(try run { $0.formats = [.html] } == broken)
        switch what {
        case "another notebook":
            let other = NotebookBuild()
            try other.add("o.data", title: "Other", body: "text")
            try other.run()
            let record = "/.notebinder/build-record"
            try LocalFiles.remove(build.output + record)
            try LocalFiles.copy(other.output + record, to: build.output + record)
        case "another tree": #expect(try run { $0.formats = [.markdown] } == [])
        default: break
        }
        try build.add("new.data", title: "New", body: "text")
        #expect(try run { $0.formats = [.html] } == broken)
        #expect(try run { $0.formats = [.html, .json] } == broken)
    }

    @Test func unlinksAndReportsAddressesWithInvalidSchemes() throws {
        let addresses = ["[https://a.example/c](https://b.example)", "1:2", "no[where:x"]
        let links = addresses.map { "[words](<\($0)>)" } + ["[web](https://a.example/1:2)"]
        try build.add("d.data", title: "Links", body: links.joined(separator: "\n\n"))
        let dead = words(.deadLink, in: try build.run())
        let list = addresses.map { "“\($0)”" }.joined(separator: ", ")
        #expect(dead == ["“Links” links \(list), which the site does not have."])
        let html = try build.text("site/notes/links.html")
        #expect(html.components(separatedBy: "<p>words</p>").count == 4)
        #expect(html.contains("href=\"https://a.example/1:2\""))
    }
}
