import BuildPipeline
import Diagnostics
import Foundation
import NoteArchives
import NoteModel
import OutputPlan
import SitePages
import TestSupport
import Testing

/// Notes that are published nowhere.
struct LeavingOutTests {
    private let build: Build
    private static let secret = "the harbour master keeps his spare key under the third stone"

    init() throws {
        build = try Build()
        let picture = PNGPicture.quarters(width: 31, height: 21)
        try build.add(
            "a.data",
            ArchivedNote(
                title: "Zanzibar plans", body: "\(Self.secret) #private/travel",
                photos: .array([.data(picture)]), created: Date(timeIntervalSince1970: 1e9)))
        try build.add("b.data", ArchivedNote(title: "Open", body: "[[Zanzibar plans|see]] #open"))
        try build.add("Work/c.data", ArchivedNote(title: "Draft of a letter", body: "Dear Ünal"))
        try build.folder.write("{\"class\": 1}", to: "MyNotes/Work/other.json")
    }

    private func leave(_ change: (inout LeavingOut) -> Void) throws -> Report {
        try build.run { options in
            change(&options.leavingOut)
            options.site.address = SiteAddress("https://example.org/")
        }
    }

    private func all() throws -> String {
        try FolderContents(build.output).files.filter { !$0.key.hasPrefix(".notebinder/") }
            .map { $0.key + "\n" + String(decoding: $0.value.bytes, as: UTF8.self) }
            .joined(separator: "\n").lowercased()
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
            $0.tags = tags
            $0.titles = titles
            $0.sources = sources
        }
        #expect(report.leftOut == ["a.data"] && report.addsUp)
        #expect(report.photos.referenced == 0)
        let all = try all()
        for words in ["harbour master", "spare key", "private", "zanzibar-plans", "travel"] {
            #expect(!all.contains(words), "\(words)")
        }
        #expect(try build.tree("site").names.allSatisfy { !$0.hasPrefix("photos/") })
        #expect(try build.tree("json").names.allSatisfy { !$0.hasPrefix("photos/") })
        // The words of a published note are its own.
        #expect(all.contains("<p>see "))
    }

    @Test func leavesOutFoldersWithAllThatIsInThem() throws {
        try build.folder.write("broken", to: "MyNotes/Work/torn.data")
        try build.folder.write(Array("bplist00torn".utf8), to: "MyNotes/Work/torn.plist")
        for folder in ["Work", "work/", "W*k"] {
            let report = try leave { $0.sources = [folder] }
            #expect(report.leftOut == ["Work/c.data"])
            #expect(report.isComplete && report.addsUp, "\(report.diagnostics)")
            #expect(try !all().contains("dear"))
        }
    }

    @Test func namesRulesThatNothingMeets() throws {
        let report = try leave {
            $0.tags = ["privat"]
            $0.titles = ["Open"]
        }
        let unused = report.diagnostics.filter { $0.identifier == .unusedRule }
        #expect(unused.map(\.summary) == ["No note is left out by the tag “privat”."])
    }

    @Test func publishesANotebookOfWhichNothingIsLeft() throws {
        let report = try leave { $0.titles = ["*"] }
        #expect(report.leftOut.count == 3)
        #expect(report.diagnostics.filter { $0.identifier == .brokenPage } == [])
        #expect(try all().contains("no notes yet"))
    }

    private func note(_ title: String, _ body: String) -> Note {
        Note(id: NoteID(source: title, index: 0), title: title, body: body)
    }

    private func check(_ known: [String] = []) -> LeakCheck {
        LeakCheck(
            [note("Private matters of the house", Self.secret), note("Short", "two words")],
            published: Notebook(
                title: "N", notes: [note("B", "a note that everybody may read now")]),
            media: PreparedMedia(), known: known.map { Array($0.utf8) })
    }

    @Test(arguments: [
        "<p>The harbour <b>x</b>\nmaster keeps his spare key under the third stone.</p>",
        "{\"body\":\"x\\nthe harbour master keeps his spare key under the\\nthird stone\"}",
        "the&nbsp;harbour master keeps his&#39;spare key under &amp; the third stone",
        "<title>Private matters of the house</title>",
    ])
    func findsItsWordsInAnyFile(text: String) {
        #expect(throws: LeakCheck.Leak.self) {
            try check().check(Array(text.utf8), at: "site/index.html")
        }
    }

    @Test func doesNotTakeOthersWordsForIts() throws {
        // The end of one record and the beginning of the next are no text of anybody's.
        try check().check(Array("[\"private matters\",\"of the house\"]".utf8), at: "x")
        try check().check(Array("a note that everybody may read now, two words".utf8), at: "x")
        try check(["private matters of the house"])
            .check(Array("Private matters of the house".utf8), at: "x")
    }

    /// Dates and words in common stop no run.
    @Test func publishesNotesThatHaveMuchInCommonWithOnesThatAreLeftOut() throws {
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

    @Test func findsPicturesThatNoPublishedNoteHas() {
        let plan = TreePlan(
            tree: "site",
            files: [OutputFile(OutputPath("photos/a.jpg"), .derivative(ContentKey(of: [1])))])
        #expect(throws: LeakCheck.Leak.self) { try check().check(plan) }
    }

    @Test func namesLinksOfPagesThatLeadNowhere() throws {
        try build.folder.write(
            """
            {{<layout.html}}{{$page}}<h1 id="text">404</h1> <a href="about.html">a</a> <a href='index.html#gone'>b</a>
            <img src="x.png" alt=""> <a href="https://example.org/">c</a> <a href="search.html?q=1#text">d</a>
            {{/page}}{{/layout.html}}
            """, to: "t/not-found.html")
        let report = try build.run { $0.templates = build.folder.path + "/t" }
        let named = report.diagnostics.filter { $0.identifier == .brokenPage }.map(\.summary)
        #expect(
            named == [
                "404.html links “about.html”, which the site does not have.",
                "404.html links “index.html#gone”, which the site does not have.",
                "404.html links “x.png”, which the site does not have.",
            ])
    }
}
