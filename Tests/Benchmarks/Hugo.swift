import Foundation

/// An installed Hugo, the static-site generator that this program is compared with.
struct Hugo {
    let path: String
    /// The name with the version.
    let name: String

    /// The programs named in `BENCH_HUGO`, separated by colons, or else the system's.
    static let installed: [Hugo] = {
        let named = ProcessInfo.processInfo.environment["BENCH_HUGO"]?.split(separator: ":")
        let usual = ["/usr/bin/hugo", "/usr/local/bin/hugo", "/opt/homebrew/bin/hugo"]
        let found = (named?.map(String.init) ?? usual)
            .filter(FileManager.default.isExecutableFile(atPath:))
        return (named == nil ? Array(found.prefix(1)) : found).map { path in
            Hugo(path: path, name: "Hugo " + version(path))
        }
    }()

    /// Returns the version of a Hugo, for example `0.111.3`.
    private static func version(_ path: String) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["version"]
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.run()) != nil else { return "" }
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return String(text.drop { $0 != "v" }.dropFirst().prefix { $0.isNumber || $0 == "." })
    }

    /// The number of entries in a feed.
    private static let feedLength = 30

    /// Returns the configuration and templates for what this program does as well, and nothing
    /// else: a page per note at an address that ends in a file name, an index by title, and a feed;
    /// no syntax highlighting, no summaries, no typographic replacements, no tags.
    ///
    /// - Parameter notebook: The folder of a notebook with a Markdown tree.
    private func files(_ notebook: String) -> [String: String] {
        [
            "config.toml": """
            baseURL = 'https://example.org/notes/'
            title = 'Notebook'
            contentDir = '\(notebook)/markdown'
            uglyURLs = true
            disableKinds = ['taxonomy', 'term', 'section', 'sitemap', 'robotsTXT', '404']
            buildDrafts = true
            buildFuture = true
            buildExpired = true
            [outputs]
            home = ['html', 'rss']
            [markup.highlight]
            codeFences = false
            [markup.goldmark.renderer]
            unsafe = true
            [markup.goldmark.extensions]
            typographer = false
            definitionList = false

            """,
            "layouts/index.html": """
            <!doctype html><title>{{.Title}}</title>\
            <ul>{{range .Site.RegularPages.ByTitle}}<li><a href='{{.RelPermalink}}'>{{.Title}}</a> \
            {{.Date.Format "2 January 2006"}}</li>{{end}}</ul>
            """,
            "layouts/index.rss.xml": """
            <rss version="2.0"><channel><title>{{.Title}}</title><link>{{.Permalink}}</link>\
            {{range first \(Self.feedLength) .Site.RegularPages.ByLastmod.Reverse}}\
            <item><title>{{.Title}}</title><link>{{.Permalink}}</link><guid>{{.Permalink}}</guid>\
            <pubDate>{{.Lastmod.Format "Mon, 02 Jan 2006 15:04:05 -0700"}}</pubDate>\
            <description>{{.Content | htmlEscape | safeHTML}}</description></item>\
            {{end}}</channel></rss>
            """,
            "layouts/_default/single.html": """
            <!doctype html><title>{{.Title}}</title><h1>{{.Title}}</h1>\
            <time>{{.Date.Format "2 January 2006"}}</time>{{.Content}}\
            {{with .PrevInSection}}<a href='{{.RelPermalink}}'>{{.Title}}</a>{{end}}\
            {{with .NextInSection}}<a href='{{.RelPermalink}}'>{{.Title}}</a>{{end}}
            """,
        ]
    }

    /// Builds a site from the Markdown tree of a notebook.
    ///
    /// - Parameter site: A folder that does not exist yet.
    /// - Returns: The run; nil if Hugo fails or leaves a page out.
    func run(_ site: String, on notebook: String) throws -> ProgramRun? {
        for (name, text) in files(notebook) {
            let path = URL(fileURLWithPath: site + "/" + name)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
        }
        let run = try ProgramRun(
            path, arguments: ["--quiet", "--source", site, "--destination", site + "/public"])
        guard run.status == 0 else {
            print("\(name): \(run.errors.prefix(300))")
            return nil
        }
        return try isComplete(site + "/public", notebook: notebook) ? run : nil
    }

    /// Returns true if a site has an index, a page for each note, and a feed; otherwise prints what
    /// it has.
    private func isComplete(_ site: String, notebook: String) throws -> Bool {
        let notes = try FileManager.default
            .contentsOfDirectory(atPath: notebook + "/markdown").count { $0.hasSuffix(".md") }
        let pages = try FileManager.default.subpathsOfDirectory(atPath: site)
            .count { $0.hasSuffix(".html") }
        let feed = (try? String(contentsOfFile: site + "/index.xml", encoding: .utf8)) ?? ""
        let entries = feed.components(separatedBy: "<item>").count - 1
        let isComplete = pages == notes + 1 && entries == min(notes, Self.feedLength)
        if !isComplete {
            print("\(name) wrote \(pages) pages and \(entries) feed entries for \(notes) notes")
        }
        return isComplete
    }
}
