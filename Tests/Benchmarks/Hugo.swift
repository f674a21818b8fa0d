import Foundation

/// A Hugo of this machine: the generator that others are measured by.
struct Hugo {
    let path: String
    /// With its version.
    let name: String

    /// Those that `BENCH_HUGO` names, with colons between them, or else the system's.
    static let installed: [Hugo] = {
        let named = ProcessInfo.processInfo.environment["BENCH_HUGO"]?.split(separator: ":")
        let usual = ["/usr/bin/hugo", "/usr/local/bin/hugo", "/opt/homebrew/bin/hugo"]
        let found = (named?.map(String.init) ?? usual)
            .filter(FileManager.default.isExecutableFile(atPath:))
        return (named == nil ? Array(found.prefix(1)) : found).map { path in
            Hugo(path: path, name: "hugo " + version(path))
        }
    }()

    /// As `0.111.3`.
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

    /// Makes an index and a page a note of the Markdown tree of a notebook, with a theme as plain as
    /// ours.
    ///
    /// - Parameter site: A new folder.
    /// - Returns: Nil where it gives up: of late a fence of code with signs in braces stops it.
    func run(_ site: String, on notebook: String) throws -> ProgramRun? {
        let files = [
            "config.toml":
                "baseURL='/'\ntitle='Notebook'\ncontentDir='\(notebook)/markdown'\ndisableKinds=['taxonomy','term','RSS','sitemap']\n",
            "layouts/index.html":
                "<!doctype html><title>{{.Title}}</title><ul>{{range .Site.RegularPages.ByTitle}}<li><a href='{{.RelPermalink}}'>{{.Title}}</a> {{.Date.Format \"2 January 2006\"}}<p>{{.Summary}}</p></li>{{end}}</ul>",
            "layouts/_default/single.html":
                "<!doctype html><title>{{.Title}}</title><h1>{{.Title}}</h1><time>{{.Date.Format \"2 January 2006\"}}</time>{{.Content}}{{with .PrevInSection}}<a href='{{.RelPermalink}}'>{{.Title}}</a>{{end}}{{with .NextInSection}}<a href='{{.RelPermalink}}'>{{.Title}}</a>{{end}}",
        ]
        for (name, text) in files {
            let path = URL(fileURLWithPath: site + "/" + name)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
        }
        let run = try ProgramRun(
            path, ["--quiet", "--source", site, "--destination", site + "/public"])
        return run.status == 0 ? run : nil
    }
}
