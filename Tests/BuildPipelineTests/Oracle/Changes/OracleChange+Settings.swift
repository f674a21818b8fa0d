import BuildPipeline
import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import Platform
import SitePages
import TestSupport

extension OracleChange {
    /// Changes to the configuration.
    static let ofSettings = [
        setting("title of the notebook") { options, random in
            options.title = random.pick(["Notebook", "Another", "<b> & more"])
        },
        setting("language") { options, random in
            options.language = random.pick(["en", "de", "fr", "ja", "sv"])
        },
        setting("time zone") { options, random in
            let name = random.pick(["GMT", "Asia/Tokyo", "America/New_York", "Europe/Rome"])
            options.timeZone = (try? ZoneInfo(name)) ?? .utc
        },
        setting("sort") { options, random in options.site.sort = random.pick(NoteOrder.allCases) },
        setting("author") { options, random in
            options.site.author = random.pick([nil, "Jane", "É & <x>"])
        },
        setting("address") { options, random in
            options.site.address = random.pick([
                nil, SiteAddress("https://example.org/"), SiteAddress("http://a.example/notes/"),
            ])
        },
        setting("theme") { options, random in
            options.site.theme.values = [
                SiteTheme.Value(property: "accent", text: random.pick(["#8a3b12", "#123"])),
                random.pick([nil, SiteTheme.Value(property: "measure", text: "44rem")]),
            ].compactMap(\.self)
            options.site.theme.darkValues = [
                random.pick([nil, SiteTheme.Value(property: "paper", text: "#222")])
            ].compactMap(\.self)
        },
        setting("exclusion", weight: 4) { options, random in
            options.rules = PublicationRules()
            // Some rules match nothing, and then nothing may be published.
            let isOptional = random.chance(0.7)
            switch random.number(in: 0...4) {
            case 0, 1: return
            case 2:
                let name = random.pick(["private", "work", "only-*", "été"])
                options.rules.exclude.tags = [.init(name, isOptional: isOptional)]
            case 3:
                let name = random.pick(["Harbour*", "Zanzibar plans", "Appearing 1"])
                options.rules.exclude.titles = [.init(name, isOptional: isOptional)]
            default:
                let name = random.pick(["more", "pair.data", "new folder/", "Words.archive"])
                options.rules.exclude.sources = [.init(name, isOptional: isOptional)]
            }
        },
        setting("page of changes") { options, random in options.listsChanges.toggle() },
        setting("checksums") { options, random in options.writesChecksums.toggle() },
        setting("formats", weight: 2) { options, random in
            options.formats = Set(BuildOptions.Format.allCases)
            if random.chance(0.4) {
                options.formats.remove(random.pick(BuildOptions.Format.allCases))
            }
        },
        setting("accepted words", weight: 1) { options, random in
            options.acceptsSharedWords = random.chance(0.3)
            options.acceptedWords = random.chance(0.5) ? [] : ["boats lie in the harbour"]
        },
        setting("kept metadata", weight: 1) { options, random in
            options.keptMetadata = random.chance(0.5) ? [] : [.copyright]
        },
        setting("vocabulary", weight: 1) { options, random in
            options.vocabulary =
                random.chance(0.5)
                ? .standard
                : ArchiveVocabulary(keys: ["created": random.pick([.modified, .ignored])])
        },
        setting("generations", weight: 1) { options, random in
            options.keptGenerations = random.number(in: 0...3)
        },
        setting("threads", weight: 1) { options, random in
            options.width = random.number(in: 1...4)
        },
        setting("rebuild everything", weight: 1) { options, _ in options.isFull = true },
        OracleChange("usual settings", weight: 2) { notebook, _ in
            setDefault(&notebook)
            return ""
        },
    ]

    private static func setting(
        _ name: String, weight: Int = 2,
        change: @escaping @Sendable (inout BuildOptions, inout SeededGenerator) -> Void
    ) -> OracleChange {
        OracleChange("set " + name, weight: weight) { notebook, random in
            change(&notebook.options, &random)
            return ""
        }
    }

    /// Resets all settings, so that a configuration that no run accepts does not stay in force.
    static func setDefault(_ notebook: inout OracleNotebook) {
        notebook.options = notebook.build.options
        notebook.options.allowsPublished = true
    }

    /// Changes to the user's templates folder.
    static let ofTemplates = [
        OracleChange("write a template", weight: 4) { notebook, random in
            let number = random.number(in: 1...3)
            let (name, text) = random.pick([
                ("style.css", "body { color: rgb(\(number), 0, 0) }"),
                ("footer.html", "<footer>Mine \(number) {{>own.html}}</footer>"),
                ("date.html", "<time>{{text}} \(number)</time>"),
                (
                    "note.html",
                    "{{<layout.html}}{{$page}}<main id=\"text\"><h1>\(number) {{title}}</h1>{{{body}}}</main>{{/page}}{{/layout.html}}"
                ),
                (
                    "icon.svg",
                    "<svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"i\(number)\"/></svg>"
                ),
            ])
            if name == "footer.html" {
                try FileWriting.write(
                    Array("own \(number)".utf8), to: notebook.templates + "/own.html",
                    random: &random)
            }
            try FileWriting.write(
                Array(text.utf8), to: notebook.templates + "/" + name, random: &random)
            notebook.options.templates = notebook.templates
            return name
        },
        OracleChange("remove a template", weight: 3) { notebook, random in
            guard let name = try template(of: notebook, &random) else { return nil }
            try LocalFiles.remove(notebook.templates + "/" + name)
            return name
        },
        OracleChange("break a template", weight: 1) { notebook, random in
            guard notebook.options.templates != nil else { return nil }
            try FileWriting.write(
                Array("{{#title}}".utf8), to: notebook.templates + "/note.html", random: &random)
            return "note.html"
        },
        OracleChange("remove all templates", weight: 2) { notebook, _ in
            guard notebook.options.templates != nil else { return nil }
            notebook.options.templates = nil
            try LocalFiles.remove(notebook.templates)
            return ""
        },
    ]

    /// Returns the name of a file in the templates folder; nil if there is none.
    static func template(
        of notebook: OracleNotebook, _ random: inout SeededGenerator
    ) throws -> String? {
        guard notebook.options.templates != nil else { return nil }
        let names = try LocalFiles.files(below: notebook.templates).sorted()
        return names.isEmpty ? nil : random.pick(names)
    }
}
