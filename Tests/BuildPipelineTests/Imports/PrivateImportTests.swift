import BuildPipeline
import BuildTestSupport
import NoteExports
import NoteModel
import TestSupport
import Testing

/// Parts of imported notes that their owner keeps private.
@Suite(.tags(.acceptance))
struct PrivateImportTests {
    private let build = NotebookBuild()

    @discardableResult
    private func importFiles(_ files: [String: String]) throws -> ImportReport {
        for (name, text) in files { try build.folder.write(text, to: "In/" + name) }
        return try build.importNotes("In")
    }

    /// The text of all published files in lower case.
    private func published(_ trees: [String] = ["site", "markdown", "json"]) throws -> String {
        try trees.flatMap { try build.tree($0).files.map { $0 } }
            .map { $0.key + "\n" + String(decoding: $0.value.bytes, as: UTF8.self) }
            .joined(separator: "\n").lowercased()
    }

    @Test(arguments: [
        "---\ntags:\n  - \n  - private\n---\n", "---\ntags: [a, ~, null, private]\n---\n",
        "---\ntags:\n  - private\n  - {a: b}\n---\n", "---\ntags: [[private], 7, true]\n---\n",
        "---\ntags:\n  - private:\n  - walk\n---\n", "---\ntag: private\ntags: [a]\n---\n",
        "---\ntags: [a, \" private \", null]\n---\n", "---\ntags: [null]\nkeywords: private\n---\n",
        "+++\ntags = [\"private\", {a = 1}]\n+++\n",
        "{\"tags\": [null, \"private\", {\"a\": 1}]}\n",
    ])
    func keepsTagsDespiteInvalidValues(head: String) throws {
        try importFiles(["Leak.md": head + "Hazelnut", "Public.md": "Walnut"])
        try build.run { $0.rules.exclude.tags = ["private"] }
        let text = try published()
        #expect(text.contains("walnut"))
        #expect(!text.contains("hazelnut"))
    }

    @Test func reportsNotesWithInvalidTags() throws {
        let report = try importFiles([
            "a.md": "---\ntags:\n  - walk\n  -\n---\nx", "b.md": "---\ntags:\n  -\n---\nx",
            "c.md": "---\ntags: [a, {b: c}]\n---\nx",
        ])
        #expect(report.problems.count == 2)
        #expect(report.problems.contains { $0.hasPrefix("a.md, line 2, ") })
        #expect(report.problems.contains { $0.hasPrefix("c.md, line 2, ") })
        // The odd value is kept with the note.
        try build.run()
        #expect(try published(["markdown"]).contains("b: c"))
    }

    private static let comments = """
        Before %%hazelnut one%% after.

        %%
        hazelnut two

        #hazelnut-three ![[hazelnut.png]]
        ```
        hazelnut four
        ```
        %%

        - %%hazelnut five%% walnut one
        - walnut two %%hazelnut
          six --> hazelnut seven%%
        > %%hazelnut eight%% walnut three

        %%hazelnut nine%% walnut four

        | walnut | b |
        | --- | --- |
        | c %%hazelnut | ten%% | d |

        a `%%` b %%hazelnut eleven `%% `100%% acorn%%` stays.

        ~~~
        %%acorn block%%
        ~~~

            %%acorn indented%%

        [[Other]] %%hazelnut [[Other]] ]]--%% [[ walnut
        """

    @Test func publishesNoComments() throws {
        let report = try importFiles([
            "Trip.md": Self.comments, "Other.md": "Chestnut",
            "End.md": "Walnut five\n%%\nhazelnut twelve\n\n# hazelnut thirteen",
        ])
        #expect(report.remarks.count == 1)
        #expect(report.problems.count { $0.contains("does not end") } == 1)
        try build.folder.write(PNGPicture.quarters(width: 20, height: 20), to: "In/hazelnut.png")
        try build.run()
        let site = try published(["site"])
        #expect(!site.contains("hazelnut"))
        for word in ["one", "two", "three", "four", "five"] {
            #expect(site.contains("walnut \(word)"), "\(word)")
        }
        for word in ["100%% acorn%%", "%%acorn block%%", "%%acorn indented%%"] {
            #expect(site.contains(word), "\(word)")
        }
        let exported = try published(["markdown"])
        for word in ["one", "two", "four", "eleven", "thirteen"] {
            #expect(exported.contains("hazelnut \(word)"), "\(word)")
        }
    }

    @Test func importsDraftsWithoutPublishingThem() throws {
        let heads = [
            "draft: true", "draft: \"True\"", "published: false", "publish: no", "draft: perhaps",
            "status: draft", "private: true",
        ]
        var files = [
            "_drafts/post.md": "Hazelnut", "toml.md": "+++\ndraft = true\n+++\nHazelnut",
            "json.md": "{\n \"draft\": true\n}\nHazelnut", "plain.md": "Walnut",
            "dated.md": "---\npublished: 2024-01-02\ndraft: false\n---\nWalnut",
        ]
        for (index, head) in heads.enumerated() {
            files["\(index).md"] = "---\n\(head)\n---\nHazelnut"
        }
        let imported = try importFiles(files)
        #expect(imported.problems.count == 1)
        #expect(imported.remarks.contains { $0.contains("drafts: publish") })
        let report = try build.run()
        #expect(report.leftOut.count == 10)
        #expect(report.unpublished == ["draft": 9, "hidden": 1])
        #expect(try !published().contains("hazelnut"))
        #expect(try published().contains("walnut"))
        try build.run { $0.rules.publishedStates = [.draft] }
        #expect(try published().contains("hazelnut"))
    }

    @Test(arguments: [
        (MarkdownStyle.Profile.plain, "draft: true"), (.hugo, "draft: true"),
        (.jekyll, "published: false"), (.obsidian, "publish: false"),
    ])
    func marksExportedDraftsForEachProfile(profile: MarkdownStyle.Profile, words: String) throws {
        try importFiles(["a.md": "---\ndraft: true\npublish: true\n---\nHazelnut"])
        try build.run {
            $0.rules.publishedStates = [.draft]
            $0.markdown = MarkdownStyle(profile)
        }
        #expect(try published(["markdown"]).contains("\n\(words)\n"))
        for tree in ["markdown", "json"] {
            try build.importNotes("Notebook/" + tree, to: "From " + tree)
            #expect(try build.readNotes("From " + tree).map(\.state) == [.draft], "\(tree)")
        }
        try build.expectValidJSON(1)
    }
}
