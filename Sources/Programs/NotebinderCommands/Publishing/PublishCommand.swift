import ArgumentParser
import BuildPipeline
import NoteModel
import SiteUploads

struct PublishCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Upload the site to a store, a server or a branch.",
        discussion: """
            A destination is one of

              rclone:REMOTE:FOLDER       a store that rclone knows, such as S3
              ssh://[USER@]HOST/FOLDER   a server, with rsync; serve FOLDER/current
              git:REPOSITORY[#BRANCH]    a branch, gh-pages by default

            Only changes are uploaded, in an order in which no page lacks what it needs. A run that \
            was interrupted is continued by the next one. Files of others are never removed.

            Example: notebinder publish rclone:s3:my-notes

            Exit status: 0 uploaded, or nothing had changed; 1 failure; 64 wrong usage; 75 another \
            host has published there, or another run is using the notebook.
            """)

    @Argument(help: "Where to; that of the configuration (publish) by default.")
    var destination: String?

    @OptionGroup var notebook: NotebookChoice

    @Flag(help: "Print what would be uploaded and removed, and upload nothing.")
    var dryRun = false

    @Flag(
        help:
            "Upload although another host or notebook has done so; what only that one has uploaded stays there."
    )
    var takeOver = false

    @OptionGroup var waiting: WaitOption

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let destination = try destination.map { try Destination($0) }
        var options = try notebook.options()
        options.waits = waiting.wait ?? 0
        let messages = Messages.current
        let outcome = try BuildPipeline.upload(
            options, to: destination, takesOver: takeOver, isDry: dryRun,
            progress: messages.progress)
        if json {
            let files = outcome.files.map { action, path in
                JSONValue.object([("action", .string(action)), ("path", .string(path))])
            }
            return try Messages.print(
                JSONValue.object([
                    ("generation", .integer(outcome.generation)), ("files", .array(files)),
                ]).indented)
        }
        if dryRun {
            let signs = ["add": "+", "change": "~", "remove": "-"]
            try Messages.print(
                outcome.files.map { "\(signs[$0.action] ?? "") \($0.path)\n" }.joined())
        }
        let removed = outcome.files.count { $0.action == "remove" }
        let uploaded = outcome.files.count - removed
        guard !outcome.files.isEmpty else { return messages.show("Nothing changed.") }
        messages.show(
            "\(dryRun ? "Would upload" : "Uploaded") \(Messages.counted(uploaded, "file"))"
                + (removed > 0 ? ", and \(dryRun ? "remove" : "removed") \(removed)" : "")
                + (dryRun ? "." : " as generation \(outcome.generation)."))
    }
}
