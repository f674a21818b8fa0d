import ArgumentParser
import BuildPipeline
import NoteModel
import Platform

struct ServeCommand: AsyncParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the site to browsers on this machine.",
        discussion: """
            Open pages reload when the site is published again, by `notebinder watch`, by cron or \
            by hand. Other machines cannot connect. To change notes in the browser, use \
            `notebinder edit --web`. Ctrl-C ends the server.
            """)

    @OptionGroup var notebook: NotebookArguments

    @Option(
        parsing: .unconditional, help: "Port to listen on; 8080 by default, 0 for any that is free."
    )
    var port: UInt16 = 8080

    @Flag(help: "Build whenever notes change, as `notebinder watch` does with the configuration.")
    var watch = false

    @OptionGroup var printing: PrintingOptions

    func run() async throws {
        let options = try notebook.options()
        if let notes = notebook.folder.notes {
            try NotesEditing.requireFolder(notes)
        }
        let messages = Messages.current
        let site = options.output + "/site"
        if watch {
            let watcher = NotesWatcher(config: notebook.choice.config, messages: messages) {
                [notebook] in
                try notebook.options()
            } build: { options in
                [(options, .success(try await Build.run(options, progress: messages.progress)))]
            }
            try await watcher.publishOnce()
            Task.detached { await watcher.run() }
        }
        guard FileManager.default.fileExists(atPath: site + "/index.html") else {
            throw UserError(
                "\(site) holds no site.",
                "Run notebinder build first, or name the notebook with --output.")
        }
        let server = try ServerProcess([site, String(port)])
        messages.show("Open http://localhost:\(server.port)/ (Ctrl-C ends the server)")
        let failure = await server.failure(showing: messages)
        throw failure ?? ExitCode(1)
    }
}
