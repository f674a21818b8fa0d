import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel
import PhoneBackups

/// The extraction that `backup` of the configuration asks for.
enum BackupExtraction {
    /// Brings the notes folder up to date with the backup. If that fails, the build continues with
    /// the notes of the last copy.
    ///
    /// - Parameter options: The options of the build. They get diagnostics for everything that
    ///   could not be extracted, which are printed once and kept in the report.
    /// - Throws: ``UserFacingError`` if there are no notes to go on with. The failure has been
    ///   recorded by then.
    static func run(before options: inout BuildOptions, _ messages: Messages) throws {
        guard let backup = options.backup else { return }
        let password = try PasswordOptions.parse(
            backup.passwordFile.map { ["--password-file", $0] } ?? [])
        let extraction = Extraction(
            ExtractionOptions(backup: backup.path, app: backup.app, folder: options.notes),
            password: password.reader(for: backup.path)
        ) { done, all in messages.progress.update("Copying", done: done, of: all) }
        func note(_ summary: String, about source: String = "", suggestion: String = "") {
            options.notices.append(
                Diagnostic(
                    .failedBackup, origin: .init(source: source), summary: summary,
                    suggestion: suggestion))
        }
        do {
            let report = try extraction.run()
            messages.show(report, withFailures: false)
            if report.files == 0 {
                let summary = "\(backup.app) has no file in the backup that may hold notes."
                let suggestion =
                    "See what is in it: notebinder find \(LocalFiles.shellQuoted(path: backup.path))"
                note(summary, suggestion: suggestion)
                guard extraction.hasEarlierFiles else { throw UserError(summary, suggestion) }
            }
            for file in report.failed {
                note("\(file.name) of the backup \(file.reason).", about: file.name)
            }
        } catch {
            let isMissing = LocalFiles.resolved(backup.path) == nil
            let summary =
                isMissing
                ? "The backup \(backup.path) (backup: path in the configuration) does not exist."
                : error.message
            guard extraction.hasEarlierFiles else {
                Build.recordFailure(error, options)
                throw UserError(summary, exitStatus: error.exitStatus)
            }
            note(summary, suggestion: "The notes of the last copy were published.")
        }
    }
}

extension Messages {
    /// Prints what an extraction copied and could not copy; nothing if there was nothing new.
    ///
    /// - Parameter withFailures: False if the failures are printed with the report of a build.
    func show(_ report: ExtractionReport, withFailures: Bool = true) {
        if !report.isFinished {
            show(
                "The backup is not finished; some files may be missing. Run the command again after the next backup."
            )
        }
        let failures = withFailures ? report.failed : []
        for failure in failures.prefix(Self.maximumFailures) {
            show(error: "\(failure.name) \(failure.reason).")
        }
        if failures.count > Self.maximumFailures {
            show(
                error:
                    "\(failures.count - Self.maximumFailures) more files could not be copied; --json lists all."
            )
        }
        if report.deleted > 0, isOnTerminal {
            show(
                "\(Self.counted(report.deleted, "file")) that you have deleted stayed so; to get them back, extract to another folder."
            )
        }
        guard report.copied + report.removed + failures.count > 0 else {
            if isOnTerminal {
                show("Nothing is new: \(Self.counted(report.unchanged, "file")) unchanged.")
            }
            return
        }
        var text = "Copied \(Self.counted(report.copied, "file")) to \(report.folder)"
        if report.unchanged > 0 { text += ", \(report.unchanged) unchanged" }
        if report.removed > 0 { text += ", \(report.removed) removed" }
        if !report.failed.isEmpty { text += ", \(report.failed.count) failed" }
        show(text + ".")
    }

    /// The maximum number of failed files that are named.
    private static let maximumFailures = 100

    /// Prints the command to go on with after something was copied.
    func showNext(after report: ExtractionReport) {
        guard report.copied > 0 else { return }
        show("Next: notebinder build \(LocalFiles.shellQuoted(path: report.folder))")
    }
}
