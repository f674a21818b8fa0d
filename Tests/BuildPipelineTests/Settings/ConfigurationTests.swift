import Foundation
import NoteArchives
import NoteModel
import Platform
import SitePages
import TestSupport
import Testing

@testable import BuildPipeline

/// The settings of `notebinder.yml`.
@Suite(.tags(.fast))
struct ConfigurationTests {
    private func read(_ text: String) throws -> BuildOptions {
        var options = BuildOptions(notes: "n", output: "o", photoWorker: "w")
        try options.apply(configuration: text, named: "/home/me/notebinder.yml")
        return options
    }

    /// Returns the message about a configuration that is refused.
    private func message(_ text: String) throws -> String {
        let error = #expect(throws: UserError.self, "\(text)") { try read(text) }
        #expect(error?.exitStatus == 64)
        return error?.message ?? ""
    }

    @Test func keepsDefaultsForAnEmptyFile() throws {
        for text in ["", "# nothing\n", "---\n", "{}", "\n"] {
            let options = try read(text)
            #expect(options.notes == "n" && options.output == "o")
            #expect(options.title == "Notebook")
            #expect(options.formats == Set(BuildOptions.Format.allCases))
            #expect(options.keptGenerations == 3)
            #expect(!options.listsChanges)
        }
    }

    @Test func readsEverySetting() throws {
        let options = try read(
            """
            notes: Notes
            output: /srv/out
            title: "Mein Buch: 1"
            author: Ada
            language: de_AT
            time-zone: Europe/Vienna
            formats: [json, html]
            sort: date
            line-breaks: markdown
            math: true
            site: { address: "https://Example.org/n", changes: true }
            exclude:
              tags: [private, "#work"]
              titles: [One, two]
              sources:
                - { name: Draft/*, optional: true }
            accept-shared-words: ["a, b"]
            theme: { accent: "#8a3b12", measure: 44rem, dark: { ink: "rgb(1 2 3)" } }
            templates: t
            photos: { keep-metadata: [copyright, credit] }
            archives: { classes: { Zettel: note }, keys: { inhalt: body } }
            keep: 0
            hooks: { published: ./deploy.sh, failed: mail me }
            """)
        #expect(options.notes == "/home/me/Notes" && options.output == "/srv/out")
        #expect(options.title == "Mein Buch: 1" && options.site.author == "Ada")
        #expect(options.language == "de-AT" && options.timeZone.identifier == "Europe/Vienna")
        #expect(options.formats == [.json, .html] && options.site.sort == .date)
        #expect(options.site.lineBreaks == .markdown && options.site.showsFormulas)
        #expect(options.site.address?.text == "https://example.org/n/" && options.listsChanges)
        #expect(options.rules.exclude.tags == ["private", "#work"])
        #expect(options.rules.exclude.titles == ["One", "two"])
        #expect(options.rules.exclude.sources == [.init("Draft/*", isOptional: true)])
        #expect(options.rules.optional == ["Draft/*"])
        #expect(options.acceptedWords == ["a, b"])
        #expect(options.site.theme.values.map(\.text) == ["#8a3b12", "44rem"])
        #expect(options.site.theme.darkValues.map(\.property) == ["ink"])
        #expect(options.templates == "/home/me/t")
        #expect(options.keptMetadata == [.copyright, .credit])
        #expect(options.vocabulary.ownNames == ["class Zettel note", "key inhalt body"])
        #expect(options.keptGenerations == 0)
        #expect(options.hooks.published == "./deploy.sh" && options.hooks.failed == "mail me")
    }

    @Test func splitsNamesAtCommasButNotTitles() throws {
        let options = try read("exclude: { tags: 'a, b', titles: 'One, two' }\nformats: json, html")
        #expect(options.rules.exclude.tags == ["a", "b"])
        #expect(options.rules.exclude.titles == ["One, two"])
        #expect(options.formats == [.json, .html])
    }

    @Test(arguments: [
        ("titel: x", "line 1: unknown key “titel”. Did you mean “title”? Known keys: "),
        ("\n\nxyzzy: 1", "line 3: unknown key “xyzzy”. Known keys: notes, output"),
        (
            "title: x\nformats: [pdf]",
            "line 2: “formats” cannot be “pdf”: use html, markdown or json"
        ),
        ("formats: markdwn", "did you mean “markdown”?"), ("formats: []", "at least one of"),
        ("time-zone: Europe/Atlantis", "“Europe/Atlantis” is not a time zone"),
        ("language: german", "“german” is not a language"),
        ("sort: size", "“sort” cannot be “size”: use"),
        ("keep: 101", "“keep” must be a number from 0 to 100"), ("keep: -1", "from 0 to 100"),
        ("keep: many", "from 0 to 100"), ("title:", "“title” has no value"),
        ("title: [a]", "“title” must be text"), ("site: https://x.example", "“site” must be"),
        ("site: { address: example.org }", "“example.org” is not the address of a site"),
        ("site: { address: 'https://x.example/?q' }", "is not the address of a site"),
        ("site: { changes: yes }", "“changes” must be true or false"),
        ("exclude: { tag: a }", "unknown key “tag”. Did you mean “tags”?"),
        ("exclude: { tags: [{ optional: true }] }", "a rule must have a name"),
        ("exclude: { tags: [{ name: a, optional: maybe }] }", "“optional” must be true or false"),
        ("theme: { accent: \"url(x)\" }", "“url(x)” is not a colour"),
        ("theme: { accent: Blue }", "not accepted; write “Blue” as \"#0000ff\""),
        ("theme: { ink: rebeccapurple }", "write “rebeccapurple” in digits"),
        ("theme: { acent: \"#fff\" }", "Did you mean “accent”?"),
        ("theme: { dark: { measure: 4rem } }", "unknown key “measure”"),
        (
            "photos: { keep-metadata: gps }",
            "“keep-metadata” cannot be “gps”: use copyright or credit"
        ),
        ("photos: { keep: copyright }", "Known keys: keep-metadata"),
        ("archives: { classes: { A: memo } }", "“memo”: use note"),
        ("hooks: { done: x }", "unknown key “done”"),
        ("- title", "The configuration must be keys with values"), ("title", "keys with values"),
        ("title: \"x", "The file must be YAML"),
        ("site:\n\taddress: x", "line 2: it begins with a tab; indent with spaces."),
    ])
    func reportsTheLineAndTheProblem(text: String, words: String) throws {
        let message = try message(text)
        #expect(message.hasPrefix("/home/me/notebinder.yml, line "), "\(message)")
        #expect(message.contains(words), "\(message)")
    }

    /// In YAML, `#` after a space begins a comment, so that the colour is gone.
    @Test(arguments: [
        "theme:\n  accent: #8a3b12\n", "theme: { accent: #8a3b12 }",
        "theme: { ink: #000, soft: #fff }",
    ])
    func detectsUnquotedColours(text: String) throws {
        let message = try message(text)
        #expect(message.lowercased().contains("a colour needs quotation marks"), "\(message)")
    }

    @Test func expandsTheTildeToTheHomeFolder() throws {
        let home = try #require(ProcessInfo.processInfo.environment["HOME"])
        let options = try read("notes: ~/Notes\noutput: ~x\ntemplates: ~/a b")
        #expect(options.notes == home + "/Notes" && options.output == "/home/me/~x")
        #expect(options.templates == home + "/a b")
    }

    @Test func readsTheGivenFileOrFails() throws {
        let folder = TemporaryFolder()
        let path = try folder.write("title: A\nnotes: N\n", to: "x.yml")
        #expect(try BuildOptions(notes: nil, config: path).notes == folder.path + "/N")
        let error = #expect(throws: UserError.self) {
            try BuildOptions(notes: nil, config: path + "x")
        }
        #expect(error?.message.contains("x.ymlx cannot be read") == true)
        #expect(error?.exitStatus == 1)
    }
}
