import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel

struct TemplatesCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates",
        abstract:
            "List the templates, styles and scripts of the site, or copy them to change them.",
        discussion: """
            A build uses the files of a folder in place of its own: notebinder build --templates \
            FOLDER, or `templates` in notebinder.yml. Copy only what you change, and the rest stays \
            up to date. The article “Templates” explains what they are offered.

            Example: notebinder templates --copy my-templates style.css footer.html

            Exit status: 0 done; 1 a file exists or cannot be written, and nothing was copied; 64 \
            wrong usage.
            """)

    @Argument(help: "The files; all of them by default.")
    var names: [String] = []

    @Option(help: "The folder to copy them to; it is created.", completion: .directory)
    var copy: String?

    @OptionGroup var printing: PrintingOptions

    func validate() throws {
        try require(copy != "", "--copy has an empty name.")
        for name in names where BuiltInFiles.all[name] == nil {
            let meant = BuiltInFiles.all.keys.sorted().nearest(to: name)
            throw ValidationError(
                "“\(name)” is not a file of the site that can be copied."
                    + (meant.map { " Did you mean “\($0)”?" } ?? ""))
        }
    }

    func run() throws {
        let chosen = names.isEmpty ? BuiltInFiles.all.keys.sorted() : names
        guard let copy else { return try Messages.print(chosen.joined(separator: "\n") + "\n") }
        do {
            for name in chosen where try LocalFiles.status("\(copy)/\(name)") != nil {
                throw FileError(
                    action: "create", path: "\(copy)/\(name)", code: FileError.exists)
            }
            try LocalFiles.makeFolder(LocalFiles.absolute(copy))
            for name in chosen {
                try LocalFiles.create("\(copy)/\(name)", bytes: BuiltInFiles.all[name] ?? [])
            }
        } catch let error as FileError {
            throw UserError.unwritten(error.code == FileError.exists ? error.path : copy, error)
        }
        Messages.current.show(
            "Copied \(Messages.counted(chosen.count, "file")). Next: notebinder build --templates \(LocalFiles.shellQuoted(path: copy))"
        )
    }
}
