import BuildTestSupport
import Foundation
import LocalFiles
import NoteModel
import OutputTree
import Platform
import SitePages
import TestSupport
import Testing

@testable import BuildPipeline

/// Runs that reuse the results of earlier ones, and give the same bytes as a run from nothing.
@Suite(.tags(.acceptance))
struct IncrementalBuildTests {
    let build = NotebookBuild()

    /// Data is split into files so that a change affects few of them.
    @Test func rewritesFewFilesForOneMoreNote() throws {
        func write(_ number: Int, text: String) throws {
            try build.add(
                String(format: "%04d", number), title: "Note \(number)",
                body: text + " word\(number % 7)")
        }
        let text = String(repeating: "Words about harbours and boats. ", count: 12)
        for number in stride(from: 0, to: 1600, by: 2) { try write(number, text: text) }
        try build.run { $0.formats = [.html] }
        let before = try build.tree("site").bytes
        // One note becomes longer by several chunks, and another is added next to it.
        try write(800, text: String(repeating: text, count: 20))
        try write(801, text: text)
        try build.run { $0.formats = [.html] }
        let after = try build.tree("site").bytes
        func changed(_ folder: String) -> (changed: Int, all: Int) {
            let files = after.keys.filter { $0.hasPrefix(folder) }
            return (files.count { before[$0] != after[$0] }, files.count)
        }
        let texts = changed("search/texts-")
        #expect(texts.all > 30 && texts.changed * 2 < texts.all, "\(texts)")
        // The two notes and their neighbours.
        #expect(changed("notes/").changed <= 6)
    }

    /// Adds notes of every kind, some that link each other, and more than fit into one chunk.
    private func addManyNotes() throws {
        try addEverything(to: build)
        for number in 0..<8 {
            try build.add(
                "more/\(number).data", title: "More \(number)",
                body: "See [[More \((number + 1) % 8)]] and #tag\(number % 3)",
                created: Date(timeIntervalSince1970: Double(number) * 1e6))
        }
        // More notes than one chunk of the records has.
        for number in 0..<90 {
            try build.add(
                "many/\(number).data", title: "Many \(number % 80)",
                body: "Text \(number), [[More 3]]")
        }
    }

    /// Settings of which each changes many pages.
    private static let settings: [(String, @Sendable (inout BuildOptions) -> Void)] = [
        ("title of the notebook", { $0.title = "Another" }),
        ("language", { $0.language = "de" }),
        ("time zone", { $0.timeZone = (try? ZoneInfo("Asia/Tokyo")) ?? .utc }),
        ("order", { $0.site.sort = .date }),
        ("author", { $0.site.author = "Jane" }),
        ("left out", { $0.rules.exclude.tags = ["tag1"] }),
    ]

    @Test func matchesACleanBuildAfterEveryChange() throws {
        try addManyNotes()
        build.settle()
        var options: (inout BuildOptions) -> Void = { _ in }
        func expectSame(_ what: String) throws {
            try build.run(change: options)
            try build.expectSameAsFromNothing(what, change: options)
        }
        func write(_ name: String, title: String, body: String) throws {
            try build.add(
                name, title: title, body: body, created: Date(timeIntervalSince1970: 9e8))
        }
        try expectSame("first run")
        try write("more/1.data", title: "More 1", body: "Another text, with #tag9")
        try expectSame("text")
        try write("more/1.data", title: "Retitled", body: "Another text, with #tag9")
        try expectSame("title, which others link")
        build.settle()
        try write("many/44.data", title: "Many 44", body: "Another text of one among many")
        try expectSame("text of one among many, all else at rest")
        build.settle()
        try write("many/44.data", title: "Many more", body: "Another text of one among many")
        try expectSame("title of one among many, all else at rest")
        try write("more/9.data", title: "More 1", body: "A new note with the old title")
        try expectSame("new note, which others mean")
        try LocalFiles.remove(build.notes + "/more/4.data")
        try expectSame("removed note")
        try LocalFiles.rename(build.notes + "/more/5.data", to: build.notes + "/more/55.data")
        try expectSame("renamed file")
        try build.folder.write(
            PNGPicture.quarters(width: 30, height: 20), to: "MyNotes/Photos/gone.jpg")
        try expectSame("photo that was missing")
        try build.folder.write(
            PNGPicture.quarters(width: 12, height: 44), to: "MyNotes/Photos/Beach.PNG")
        try expectSame("another photo under the same name")
        try LocalFiles.remove(build.notes + "/Photos/Beach.PNG")
        try expectSame("removed photo")
        try build.folder.write("Beach.png: Sand\n", to: "MyNotes/Photos/captions.yml")
        try expectSame("captions")
        try build.folder.write("not an archive", to: "MyNotes/more/2.data")
        try expectSame("damaged source")
        try build.folder.write(
            "{{<layout.html}}{{$page}}<main id=\"text\"><h1>{{title}}</h1>{{{body}}}</main>{{/page}}{{/layout.html}}",
            to: "Templates/note.html")
        let templates = build.folder.path + "/Templates"
        options = { $0.templates = templates }
        try expectSame("template")
        try build.folder.write("body { color: red }", to: "Templates/style.css")
        try expectSame("style sheet")
        for (what, change) in Self.settings {
            options = { options in
                options.templates = templates
                change(&options)
            }
            try expectSame(what)
        }
        options = { _ in }
        try expectSame("all of it back")
    }

    @Test func readsAndCompilesOnlyTheNoteThatChanged() throws {
        func write(_ number: Int, text: String) throws {
            try build.add(String(format: "%04d", number), title: "Note \(number)", body: text)
        }
        func counts() throws -> [String: BuildCache.Counts] {
            build.settle()
            return try build.outcome(build.options).cacheCounts
        }
        for number in 0..<600 {
            try write(number, text: "Text \(number), #tag, [[Note \(number + 1)]]")
        }
        let first = try counts()
        #expect(first["read"]?.computed == 600 && first["compile"]?.computed == 600)
        let chunks = try #require(first["index"]).computed
        #expect(chunks > 2)

        let oneOfAll = BuildCache.Counts(found: 599, computed: 1)
        try write(300, text: "Another text, #tag")
        let second = try counts()
        #expect(second["read"] == oneOfAll && second["compile"] == oneOfAll)
        #expect(second["index"]?.computed == 1 && second["json"]?.computed == 1)
        // Only words with the first characters of those that changed are merged again.
        let words = try #require(second["words"])
        #expect(words.found > 0 && words.computed > 0)

        try write(301, text: "Once more another text, #tag")
        let third = try counts()
        #expect(third["read"] == oneOfAll && third["compile"] == oneOfAll)
        #expect(third["index"] == .init(found: chunks - 1, computed: 1))
        #expect(third["sort"]?.computed == 0 && third["permalinks"]?.computed == 1)
    }

    /// The lines of JSON are the only part of the cache that a site does not need.
    @Test func keepsLinesOfJSONWhileTheSiteAloneIsBuilt() throws {
        func counts(_ formats: Set<BuildOptions.Format>) throws -> BuildCache.Counts? {
            build.settle()
            var options = build.options
            // As the editor builds, after each change the site and later all formats.
            (options.formats, options.hashesSources) = (formats, true)
            return try build.outcome(options).cacheCounts["json"]
        }
        let all = Set(BuildOptions.Format.allCases)
        try build.addNotes(0..<300)
        let chunks = try #require(try counts(all)).computed
        #expect(chunks > 2)
        try build.addNotes(7..<8, body: "hidden words")
        #expect(try counts([.html]) == nil)
        #expect(try counts(all) == .init(found: chunks - 1, computed: 1))
        try build.expectSameAsFromNothing("all formats again") { _ in }

        // The lines of a note that has changed are not kept.
        try build.addNotes(7..<8, body: "another text")
        #expect(try counts([.html]) == nil)
        let cache = try LocalFiles.read(build.output + "/.notebinder/build-cache")
        #expect(cache.firstRange(of: Array("hidden words".utf8)) == nil)
        #expect(cache.firstRange(of: Array("another text".utf8)) != nil)
    }

    @Test func preservesInodesAndTimestampsOfUnchangedFiles() throws {
        try build.addNotes(0..<20)
        // More generations than are kept, so that the oldest tree is recycled.
        for round in 0..<7 {
            try build.run()
            let before = try build.tree("site").files
            try build.addNotes(7..<8, body: "round \(round)")
            try build.run()
            let after = try build.tree("site").files
            for (path, file) in after where before[path]?.bytes == file.bytes {
                #expect(before[path] == file, "\(path) in round \(round)")
            }
            #expect(after["notes/note-7.html"] != before["notes/note-7.html"])
            try build.expectSameAsFromNothing("round \(round)") { _ in }
        }
        #expect(try LocalFiles.status(build.output + "/.notebinder/spare/site") != nil)
    }

    /// An unchanged tree is recognized by a single scan; any other is examined more closely.
    @Test func detectsForeignChangesToAPublishedTree() throws {
        try build.addNotes(0..<4)
        build.settle()
        try build.run()
        func change(_ round: Int) throws {
            try build.addNotes(0..<1, body: "round \(round)")
            build.settle()
        }
        let page = build.output + "/site/notes/note-2.html"
        // The file keeps its size and its inode.
        try FileWriting.overwrite(page, bytes: LocalFiles.read(page).map { $0 ^ 1 })
        try change(1)
        try build.run()
        try build.expectSameAsFromNothing("a page that somebody wrote into") { _ in }
        try LocalFiles.remove(page)
        try change(2)
        try build.run()
        try build.expectSameAsFromNothing("a page that somebody removed") { _ in }
        let foreign = ["notes/theirs.txt", "theirs/deep/b.txt"]
        for path in foreign { try build.folder.write("theirs", to: "Notebook/site/" + path) }
        for round in 3..<5 {
            try change(round)
            let report = try build.run()
            #expect(report.trees.first { $0.name == "site" }?.foreign == foreign)
            #expect(try build.text("site/notes/theirs.txt") == "theirs")
        }
        // Files of others that cannot be scanned cannot be carried over.
        let deep = Array(repeating: "d", count: 70).joined(separator: "/")
        try LocalFiles.makeFolder(build.output + "/site/" + deep)
        try change(5)
        #expect {
            try build.run()
        } throws: { error in
            if case OutputTreeError.unreachable = error { true } else { false }
        }
    }

    /// The state of a tree that was just published is known without another scan.
    @Test(arguments: [false, true])
    func isUpToDateAfterPublishingAChange(beside foreign: Bool) throws {
        try build.addNotes(0..<3, in: "more/")
        build.settle()
        try build.run()
        if foreign { try build.folder.write("theirs", to: "Notebook/site/theirs/a.txt") }
        for round in 0..<3 {
            try build.addNotes(0..<1, in: "more/", body: "round \(round)")
            build.settle()
            #expect(try build.run().notes == 3)
            // A run that found nothing changed has an empty report.
            #expect(try build.run().notes == 0)
        }
        try LocalFiles.replace(build.output + "/site/notes/note-1.html", bytes: [])
        #expect(try build.run().notes == 3)
    }

    @Test func doesNotReuseAModifiedRecycledTree() throws {
        try build.addNotes(0..<5)
        for round in 0..<6 {
            try build.addNotes(0..<1, body: "round \(round)")
            try build.run()
        }
        let spare = build.output + "/.notebinder/spare/site"
        try LocalFiles.replace(spare + "/notes/note-3.html", bytes: Array("scribble".utf8))
        try LocalFiles.create(spare + "/strange.html", bytes: [])
        try build.addNotes(0..<1, body: "once more")
        try build.run()
        try build.expectSameAsFromNothing("touched spare") { _ in }
    }

    @Test func rollsBackAndKeepsOldTrees() throws {
        func write(_ body: String) throws { try build.add("a", title: "A", body: body) }
        func page() throws -> String { try build.text("site/notes/a.html") }
        try write("first")
        try build.run()
        let first = try build.tree("site").bytes
        try write("second")
        try build.run()
        let second = try page()
        try build.folder.write("me", to: "Notebook/site/CNAME")
        #expect(try BuildPipeline.rollBack(build.options) == ["json", "markdown", "site"])
        var now = try build.tree("site").bytes
        #expect(now.removeValue(forKey: "CNAME") == Array("me".utf8))
        #expect(now == first)
        // The same notes are not published again.
        try build.run()
        #expect(try build.tree("site").bytes["notes/a.html"] == first["notes/a.html"])
        // They are if that is requested, or if they change.
        var full = build.options
        full.isFull = true
        _ = try build.outcome(full)
        #expect(try page() == second)
        #expect(try BuildPipeline.rollBack(full).isEmpty == false)
        try write("third")
        try build.run()
        #expect(try page().contains("third"))
        #expect(try build.tree("site").bytes["CNAME"] != nil)
    }

    @Test func publishesNothingWhenManyNotesAreGone() throws {
        try build.addNotes(0..<12)
        try build.run()
        let before = try build.tree("site")
        for number in 0..<5 { try LocalFiles.remove(build.notes + "/\(number)") }
        for isDry in [true, false] {
            let error = #expect(throws: UserError.self) { try build.run { $0.isDry = isDry } }
            #expect(error?.message.hasPrefix("5 of the 12 notes") == true)
        }
        #expect(try build.tree("site") == before)
        #expect(try build.run { $0.allowsRemovals = true }.notes == 7)
        // The removal of four notes is not refused.
        for number in 5..<9 { try LocalFiles.remove(build.notes + "/\(number)") }
        #expect(try build.run().notes == 3)
    }

    @Test func saysWhatItWouldDoAndWritesNothing() throws {
        try addEverything(to: build)
        var options = build.options
        options.isDry = true
        let first = try build.outcome(options)
        #expect(first.isPublished)
        #expect(try LocalFiles.status(build.output) == nil)
        let day = Date(timeIntervalSince1970: 1e9)
        for number in 0..<4 {
            try build.add("n\(number)", title: "N\(number)", created: day)
        }
        try build.run()
        let before = try FolderContents(build.output)
        try build.add("n0", title: "N0", body: "y", created: day)
        try build.add("n1", title: "Moved", created: day)
        try LocalFiles.remove(build.notes + "/n2")
        try build.add("n4", title: "N4", body: "z")
        let outcome = try build.outcome(options)
        #expect(try FolderContents(build.output) == before)
        let changes = outcome.changes
        #expect(changes.added.map(\.title) == ["N4"] && changes.removed == ["N2"])
        #expect(changes.changed.map { "\($0.title): \($0.what)" } == ["N0: text", "Moved: title"])
        #expect(changes.renamed.map { "\($0.from) \($0.to)" } == ["notes/n1 notes/moved"])
        let site = try #require(outcome.trees.first { $0.tree == "site" })
        #expect(site.added.contains("notes/n4.html") && site.added.contains("notes/moved.html"))
        #expect(site.changed.contains("notes/n0.html") && site.changed.contains("notes/n1.html"))
        #expect(site.removed.filter { $0.hasPrefix("notes/") } == ["notes/n2.html"])
        // The run does what was announced.
        try build.run()
        #expect(try build.text("site/notes/n1.html").contains("url=../notes/moved.html"))
    }

    /// The calendar of a year is on each of its pages, and shows the notes of all of them.
    @Test(.timeLimit(.minutes(5))) func showsAChangedDayOnAllPagesOfItsYear() throws {
        func add(_ number: Int, day: Int) throws {
            try build.add(
                "\(number).data", title: "Note \(number)", body: "Words of \(number).",
                created: Date(timeIntervalSince1970: 1_325_419_200 + Double(day) * 86_400))
        }
        func pages() throws -> [String: [UInt8]] {
            try build.run { $0.formats = [.html] }
            return try build.tree("site").bytes.filter { $0.key.hasPrefix("by-date/") }
        }
        for number in 0..<560 { try add(number, day: number / 2) }
        let before = try pages()
        #expect(before.count == 2)
        build.settle()
        try add(7, day: 300)
        let after = try pages()
        #expect(before.keys.allSatisfy { before[$0] != after[$0] })
        try build.expectSameAsFromNothing("a note of another day") { $0.formats = [.html] }
    }
}
