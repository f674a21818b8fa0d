import BuildTestSupport
import Foundation
import LocalFiles
import NoteEditing
import NoteModel
import SitePages
import TestSupport
import Testing

@testable import BuildPipeline

/// Several notebooks that are published from the same notes.
@Suite(.tags(.acceptance))
struct EditionTests {
    private let build = NotebookBuild()

    /// Returns options with editions, as a configuration has them.
    private func options(_ editions: String, common: String = "") throws -> BuildOptions {
        var options = BuildOptions(
            notes: build.notes, output: build.output, photoWorker: Places.photoWorker)
        try options.apply(
            configuration: "\(common)\neditions:\n\(editions)",
            named: build.folder.path + "/notebinder.yml")
        return options
    }

    private func run(_ options: BuildOptions) throws -> [Outcome] {
        try waiting { [options] in
            try await Build.run(options.allEditions, sharing: options).map { try $0.get() }
        }
    }

    /// Writes a shell script.
    private func script(_ text: String, to name: String) throws -> String {
        let path = try build.folder.write("#!/bin/sh\n\(text)\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    @Test func publishesTheSameAsSeparateBuilds() throws {
        try addEverything(to: build)
        try build.add("6.data", title: "Plain", body: "Open to all #open [[A walk]]")
        let options = try options(
            """
              open: { include: { tags: [open], titles: [A walk] }, title: Open }
              rest: { exclude: { titles: [Plain] }, language: de, site: { changes: true } }
              wide: { theme: { measure: 60rem }, formats: [html, json] }
            """)
        for _ in 0..<2 {
            let outcomes = try run(options)
            #expect(outcomes.map(\.isComplete) == [false, false, false])
        }
        for var edition in try options.allEditions {
            let shared = edition.output
            edition.output = build.folder.path + "/Alone"
            try LocalFiles.remove(edition.output)
            _ = try build.outcome(edition)
            for tree in try LocalFiles.entries(of: shared).map(\.name) where tree.first != "." {
                let (found, wanted) = (
                    try FolderContents(shared + "/" + tree).bytes,
                    try FolderContents(edition.output + "/" + tree).bytes
                )
                #expect(found == wanted, "\(edition.edition ?? "") \(tree)")
            }
        }
    }

    @Test func preparesPhotosOnceAndKeepsThoseOfAllEditions() throws {
        for name in ["a", "b"] {
            let picture = PNGPicture.quarters(width: name == "a" ? 31 : 35, height: 21)
            try build.add(
                name + ".data",
                note: ArchivedNote(title: name, body: "#\(name)", photos: .array([.data(picture)])))
        }
        func pictures(_ folder: String) -> Int {
            ((try? LocalFiles.entries(of: folder + "/.notebinder/cache/photos")) ?? []).count
        }
        _ = try run(try options("  a: { include: { tags: [a] } }\n  b: { include: { tags: [b] } }"))
        let all = pictures(build.output)
        #expect(all > 1 && pictures(build.output + "/a") == 0)
        _ = try run(try options("  a: { include: { tags: [a] } }\n  b: { include: { tags: [a] } }"))
        #expect(pictures(build.output) == all / 2)
    }

    /// Editions are planned at the same time.
    @Test func preparesAPhotoOfSeveralEditionsOnce() async throws {
        let log = build.folder.path + "/log"
        let worker = try script(
            "echo run >> '\(log)'; sleep 0.5\nexec '\(Places.photoWorker)' \"$@\"", to: "worker.sh")
        let picture = PNGPicture.quarters(width: 31, height: 21)
        try build.add(
            "a.data", note: ArchivedNote(title: "A", body: "", photos: .array([.data(picture)])))
        var options = try options("  a: {}\n  b: { title: B }\n  c: { title: C }")
        options.photoWorker = worker
        let outcomes = try await Build.run(options.allEditions, sharing: options)
        #expect(try outcomes.map { try $0.get().isComplete } == [true, true, true])
        #expect(try LocalFiles.read(log) == Array("run\n".utf8))
        for name in ["a", "b", "c"] {
            let photos = try LocalFiles.entries(of: "\(build.output)/\(name)/site/photos")
            #expect(photos.count == 1)
        }
    }

    /// Two editions were planned before the hook of the first one replaces the photo, and others after
    /// the folder was listed.
    @Test(arguments: ["cp", "mv"], [15, 80])
    func plansAgainIfAHookReplacesAPhoto(command: String, width: Int) throws {
        let photo = try build.folder.write(
            PNGPicture.quarters(width: 31, height: 21), to: "MyNotes/Photos/p.png")
        let new = PNGPicture.quarters(width: width, height: 40)
        let other = try build.folder.write(new, to: "q.png")
        try build.add("a.data", title: "A", body: "![](p.png)")
        let names = ["a", "b", "c", "d", "e", "f"]
        var options = try options(
            names.map { "  \($0): { title: Edition \($0) }" }.joined(separator: "\n"))
        let (done, failed) = (build.folder.path + "/done", build.folder.path + "/failed")
        options.hooks.published = try script(
            "test -f '\(done)' || { touch '\(done)'; \(command) '\(other)' '\(photo)'; }",
            to: "hook.sh")
        options.hooks.failed = try script("touch '\(failed)'", to: "failed.sh")
        #expect(try run(options).allSatisfy(\.isComplete))
        for name in names.dropFirst() {
            let files = try FolderContents("\(build.output)/\(name)/json/photos").bytes
            #expect(files.values.map { $0 } == [new], "\(name)")
        }
        #expect(try LocalFiles.status(failed) == nil)
    }

    /// Editions may change their folders with each other, and are published one after the other.
    @Test func remembersTheRulesOfAnEditionUntilItIsPublished() throws {
        let state = build.folder.path + "/state"
        func record(_ edition: String, _ output: String, _ rules: [String]) {
            let publication = RememberedRules.Publication(
                configuration: "/c.yml", edition: edition, output: output, rules: rules)
            #expect(
                RememberedRules.record(
                    publication, of: ["a", "b"], from: build.notes, in: state) == nil)
        }
        func known() -> [String] {
            RememberedRules.publications(from: build.notes, in: state)
                .map { "\($0.edition ?? "") \($0.output) \($0.rules)" }
        }
        record("old", "/A", ["x"])
        record("a", "/A", [])
        record("b", "/B", ["y"])
        record("a", "/B", [])
        #expect(known() == ["b /B [\"y\"]", "a /B []"])
        record("b", "/A", ["y"])
        #expect(known() == ["a /B []", "b /A [\"y\"]"])
    }

    /// With the second set of tags, each note is excluded by an edition.
    @Test(arguments: ["[family, open]", "[family]"])
    func treatsNotesOfOtherEditionsAsExcluded(family: String) throws {
        let secret = "the harbour master keeps his spare key under the third stone"
        let shared = "both of the notes begin with the same eight words"
        try build.add("a.data", title: "Private plans", body: "\(shared)\n\(secret) #family")
        try build.add("b.data", title: "Open", body: "\(shared)\n#open")
        try build.folder.write("{{body}} \(secret)", to: "own/note.html")
        let options = try options(
            """
              open: { include: { tags: [open] }, templates: own }
              family: { include: { tags: \(family) } }
            """)
        let results = try waiting { [options] in
            try await Build.run(options.allEditions, sharing: options)
        }
        let failure = #expect(throws: UserError.self) { try results[0].get() }
        #expect(failure?.message.contains("“\(secret)”") == true)
        #expect(try results[1].get().isPublished)
    }

    /// Uploads the changes of a site file by file, and follows all links from its index after each.
    @Test func listsChangesInAnOrderInWhichNoReachablePageHasADeadLink() throws {
        for number in 0..<6 {
            try build.add(
                "\(number).data", title: "Note \(number)",
                body: "#old [[Note \(number + 1)]] ![](1)")
        }
        try build.run { $0.formats = [.html] }
        let copy = build.folder.path + "/copy"
        try FileManager.default.copyItem(atPath: build.output + "/site", toPath: copy)
        try build.add("1.data", title: "Renamed", body: "#new [[Added]]")
        try build.add(
            "7.data",
            note: ArchivedNote(
                title: "Added", body: "#new [[Other]] ![](1)",
                photos: .array([.data(PNGPicture.quarters(width: 31, height: 21))])))
        try build.add("8.data", title: "Other", body: "[[Added]] [[Note 3]]")
        try LocalFiles.remove(build.notes + "/2.data")
        try build.run {
            $0.formats = [.html]
            $0.site.address = SiteAddress("https://example.org/")
        }
        try applyChanges(to: copy)
    }

    /// A hook may have brought pages before it failed: others link to them when the next list is
    /// applied.
    @Test func keepsThatOrderAfterAHookThatFailed() throws {
        for number in 0..<4 {
            try build.add("\(number).data", title: "Note \(number)", body: "#old")
        }
        let copy = build.folder.path + "/copy"
        for round in 0..<2 {
            try build.run {
                $0.formats = [.html]
                $0.hooks.published = round == 0 ? "true" : "false"
            }
            if round == 0 { try build.add("new.data", title: "New", body: "#old") }
        }
        try FileManager.default.copyItem(atPath: build.output + "/site", toPath: copy)
        try build.add("new.data", title: "New", body: "#fresh [[Zeta]]")
        try build.add("zeta.data", title: "Zeta", body: "#fresh")
        try build.run {
            $0.formats = [.html]
            $0.hooks.published = "false"
        }
        try applyChanges(to: copy)
    }

    /// Applies the list of changes to a copy of the site, file by file.
    private func applyChanges(to copy: String) throws {
        struct List: Decodable {
            struct File: Decodable { let path, action: String }
            let files: [File]
        }
        let list = try JSONDecoder().decode(
            List.self, from: Data(LocalFiles.read(build.output + "/.notebinder/changes.json")))
        #expect(list.files.count > 20)
        for file in list.files {
            let target = copy + file.path.dropFirst("site".count)
            try LocalFiles.remove(target)
            if file.action != "remove" {
                try LocalFiles.makingFolder(of: target) {
                    try LocalFiles.copy(build.output + "/" + file.path, to: $0)
                }
            }
            let dead = try deadLinks(in: copy) + missingFilesOfSearch(in: copy)
            try #require(dead.isEmpty, "after \(file.action) \(file.path): \(dead)")
        }
        #expect(try FolderContents(copy).bytes == FolderContents(build.output + "/site").bytes)
    }

    /// Returns the files that the search of the pages and that of the page of its own lack, and the
    /// notes to which they lead that are not there.
    private func missingFilesOfSearch(in site: String) throws -> [String] {
        let names = try LocalFiles.entries(of: site + "/search").map(\.name)
        var wanted: Set<String> = []
        for start in ["search/start.js", "search.html"] {
            let text = String(decoding: try LocalFiles.read(site + "/" + start), as: UTF8.self)
            wanted.formUnion(
                text.matches(of: /(?:assets|search)\/[\w\-]+\.js/).map { String($0.0) })
        }
        for path in wanted where path.hasPrefix("search/directory-") {
            guard let bytes = try? LocalFiles.read(site + "/" + path) else { continue }
            let directory = String(decoding: bytes, as: UTF8.self)
            wanted.formUnion(
                directory.matches(of: /"(notes\/[^"]+\.html)"/).map { String($0.1) })
            for kind in ["words", "spelling"] {
                let keys = directory.firstMatch(
                    of: try Regex("\"\(kind)Keys\":\"([^\"]*)\"", as: (Substring, Substring).self))
                for (number, start) in stride(from: 0, to: keys?.1.count ?? 0, by: 3).enumerated() {
                    let mark = keys?.1.dropFirst(start).prefix(3) ?? ""
                    let name = "\(kind)-\(number).\(mark).js"
                    if !names.contains(name) { wanted.insert("search/" + name) }
                }
            }
        }
        return wanted.filter { (try? LocalFiles.status(site + "/" + $0)) == .some(nil) }.sorted()
    }

    /// Returns the links to missing files in the pages that are reached from the index of a site.
    private func deadLinks(in site: String) -> [String] {
        var (seen, wanted): (Set<String>, [String]) = (["/index.html"], ["/index.html"])
        var dead: [String] = []
        while let page = wanted.popLast() {
            guard let text = try? LocalFiles.read(site + page) else { continue }
            for link in String(decoding: text, as: UTF8.self)
                .matches(of: /(?:href|src)="([^":#?]+)["#?]/)
            {
                let base = URL(string: "https://example.org" + page)
                guard let target = URL(string: String(link.1), relativeTo: base)?.path else {
                    dead.append("\(page) → \(link.1)")
                    continue
                }
                if (try? LocalFiles.status(site + target)) == .some(nil) {
                    dead.append("\(page) → \(target)")
                } else if target.hasSuffix(".html"), seen.insert(target).inserted {
                    wanted.append(target)
                }
            }
        }
        return dead
    }

    @Test func listsWhatARollbackChanges() throws {
        try build.add("a.data", title: "A", body: "one")
        try build.run()
        try build.add("b.data", title: "B", body: "two")
        try build.run()
        var options = BuildOptions(
            notes: build.notes, output: build.output, photoWorker: Places.photoWorker)
        options.formats = Set(BuildOptions.Format.allCases)
        _ = try BuildPipeline.rollBack(options)
        let list = try build.folder.text("Notebook/.notebinder/changes.json")
        #expect(list.contains(#""state": "pending""#))
        let removed = try #require(list.firstRange(of: #""action": "remove""#))
        #expect(list[removed.upperBound...].contains("site/notes/b.html"))
    }
}
