import ArgumentParser
import BuildPipeline
import PhoneBackups

/// The extraction that `backup` of the configuration asks for.
enum BackupExtraction {
    /// Brings the notes folder up to date with the backup. If that fails, the build goes on with the
    /// notes that are there.
    ///
    /// - Returns: False if something could not be extracted, which has been printed by then.
    /// - Throws: `ExitCode` if there are no notes to go on with.
    static func run(before options: BuildOptions, _ messages: Messages) throws -> Bool {
        guard let backup = options.backup else { return true }
        let password = try PasswordOptions.parse(
            backup.passwordFile.map { ["--password-file", $0] } ?? [])
        let extraction = Extraction(
            ExtractionOptions(backup: backup.path, app: backup.app, folder: options.notes),
            password: password.reader(for: backup.path)
        ) { done, all in messages.progress.update("Copying", done: done, of: all) }
        let report: ExtractionReport
        do throws(BackupError) {
            report = try extraction.run()
        } catch {
            messages.show(error: error.message)
            guard extraction.hasEarlierFiles else { throw ExitCode(error.exitStatus) }
            return false
        }
        messages.show(report)
        return report.failed.isEmpty
    }
}

extension Messages {
    /// Prints what an extraction copied and could not copy; nothing if there was nothing new.
    func show(_ report: ExtractionReport) {
        if !report.isFinished {
            show(
                "The backup is not finished; some files may be missing. Run the command again after the next backup."
            )
        }
        for failure in report.failed { show(error: "\(failure.name) \(failure.reason).") }
        guard report.copied + report.removed + report.failed.count > 0 else {
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

    /// Prints the command to go on with after something was copied.
    func showNext(after report: ExtractionReport) {
        guard report.copied > 0 else { return }
        show("Next: notebinder build \(FindCommand.shellQuoted(report.folder))")
    }
}
