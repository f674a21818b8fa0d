import ArgumentParser
import BuildPipeline
import NoteModel
import PhoneBackups

struct ExtractCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Copy the notes of an app out of a backup of an iPhone or iPad.",
        discussion: """
            Reads backups by Finder, iTunes and idevicebackup2, encrypted or not, since iOS 10. \
            notebinder find shows what a backup holds. Copies the files that hold notes, and the \
            photos and recordings they may refer to, with their times; only you can read the copies. \
            A later run copies what has changed. Files that are no longer in the backup are kept.

            The password is that of encrypted backups, not the code of the phone. It is read from \
            --password-file, from the environment variable NOTEBINDER_BACKUP_PASSWORD, or from the \
            terminal, and is not stored.

            Exit status: 0 everything is copied; 1 failed; 2 copied, but what is named could not \
            be; 64 wrong usage; 75 another run is extracting to the folder; 77 the password is \
            missing or wrong.
            """)

    @Argument(help: "The folder of the backup.", completion: .directory)
    var path: String

    @Option(help: "The bundle identifier of the app, as notebinder find shows it.")
    var app: String

    @Option(
        name: .customLong("to"), help: "The folder to copy to, created if it is missing.",
        completion: .directory)
    var folder = "MyNotes"

    @Flag(help: "Copy all files of the app.")
    var all = false

    @Flag(help: "Remove extracted files that are no longer in the backup.")
    var mirror = false

    @OptionGroup var password: PasswordOptions

    @Flag(help: "Print the report as JSON.")
    var json = false

    @OptionGroup var printing: PrintingOptions

    func validate() throws {
        try require(!folder.isEmpty, "--to has an empty name.")
        try require(!app.isEmpty, "--app has an empty name.")
    }

    func run() throws {
        let messages = Messages.current
        let extraction = Extraction(
            ExtractionOptions(backup: path, app: app, folder: folder, isAll: all, isMirror: mirror),
            password: password.reader(for: path)
        ) { done, all in messages.progress.update("Copying", done: done, of: all) }
        let report = try extraction.run()
        if json {
            try Messages.print(Self.json(of: report).indented)
        } else {
            messages.show(report)
            messages.showNext(after: report)
        }
        if report.files == 0 {
            messages.show(
                error:
                    "\(report.app) has no file in the backup that may hold notes; nothing was copied. To copy everything, add --all."
            )
        }
        if !report.failed.isEmpty || report.files == 0 { throw ExitCode(2) }
    }

    private static func json(of report: ExtractionReport) -> JSONValue {
        .object([
            ("folder", .string(report.folder)), ("app", .string(report.app)),
            ("files", .integer(report.files)), ("copied", .integer(report.copied)),
            ("unchanged", .integer(report.unchanged)), ("deleted", .integer(report.deleted)),
            ("removed", .integer(report.removed)),
            (
                "failed",
                .array(
                    report.failed.map {
                        .object([("name", .string($0.name)), ("reason", .string($0.reason))])
                    })
            ),
            ("isFinished", .bool(report.isFinished)),
        ])
    }
}
