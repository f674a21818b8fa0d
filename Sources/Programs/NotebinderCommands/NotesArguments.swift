import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel
import PhoneBackups
import Platform

/// The arguments of all commands that read a notes folder: which one, and how to read it.
struct NotesArguments: ParsableArguments {
    @OptionGroup var folder: NotesFolderArguments

    @OptionGroup var shared: NotesOptions

    /// Returns the build options, with the notes folder of a container or a ZIP file.
    ///
    /// - Throws: ``UserFacingError`` if the configuration is invalid or the ZIP file cannot be
    ///   read.
    func options(photoWorker: String? = nil) throws -> BuildOptions {
        var options = try shared.options(notes: folder.notes, photoWorker: photoWorker)
        // A build extracts into the folder as it is named.
        guard options.backup == nil else { return options }
        options.notes = try NotesLocation(options.notes).folder
        return options
    }
}

/// The name of the notes folder, as an argument or as the option that every command has.
struct NotesFolderArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The folder that holds the archived notes, a container of an app, a ZIP file of either, or a single archive; MyNotes by default.",
            valueName: "notes"), completion: .file())
    var argument: String?

    @Option(
        name: [.customShort("n"), .customLong("notes")],
        help: ArgumentHelp("Same as the argument.", valueName: "notes"), completion: .file())
    var option: String?

    var notes: String? { option ?? argument }

    func validate() throws {
        try require(option == nil || argument == nil, "The notes folder is named twice.")
        try require(notes != "", "The notes folder has an empty name.")
    }
}

/// The options of all commands that read a notes folder.
struct NotesOptions: ParsableArguments {
    @Option(help: .configuration, completion: .file())
    var config: String?

    @Option(help: .edition)
    var edition: String?

    @Option(help: "Time zone of displayed dates, such as Europe/Rome; UTC by default.")
    var timeZone: String?

    @Option(
        name: .customLong("notes-password-file"),
        help: ArgumentHelp(
            "A file with the password of locked notes of Apple Notes in its first line; may be given several times.",
            valueName: "file"), completion: .file())
    var notesPasswordFiles: [String] = []

    /// Returns the build options from the configuration and these arguments.
    ///
    /// - Throws: ``UserFacingError`` if the configuration is invalid.
    func options(notes: String?, photoWorker: String? = nil) throws -> BuildOptions {
        var options = try BuildOptions(notes: notes, config: config, photoWorker: photoWorker)
        if let zone = try zone() { options.timeZone = zone }
        for file in notesPasswordFiles { try options.addNotesPassword(in: file) }
        if let edition { options = try options.edition(named: edition) }
        return options
    }

    func validate() throws { _ = try zone() }

    private func zone() throws -> ZoneInfo? {
        guard let timeZone else { return nil }
        do { return try ZoneInfo(timeZone) } catch {
            throw ValidationError("--time-zone: \(error.clause(on: timeZone)).")
        }
    }
}

extension ArgumentHelp {
    static var configuration: ArgumentHelp {
        ArgumentHelp(
            "The configuration; notebinder.yml of the current folder by default.",
            valueName: "file")
    }

    static var edition: ArgumentHelp {
        ArgumentHelp("The edition, if the configuration has several.", valueName: "name")
    }

    static var note: ArgumentHelp {
        "The note: its title or the beginning of it, its address, or its file (notes.archive#2)."
    }

    static var photoWorker: ArgumentHelp {
        "The photo worker; by default notebinder-photos in libexec, or beside this program."
    }
}

/// Refuses arguments that are not valid.
///
/// - Throws: `ValidationError` with the problem.
func require(_ isValid: Bool, _ problem: @autoclosure () -> String) throws {
    guard isValid else { throw ValidationError(problem()) }
}

extension Messages {
    /// Prints the message of an error and returns its exit status. Errors of the argument parser,
    /// and those whose message has been printed, are returned unchanged.
    func exit(after error: any Error) -> any Error {
        guard !(error is ExitCode), !(error is ValidationError),
            !NotebinderCommand.exitCode(for: error).isSuccess
        else { return error }
        show(error: error.message)
        return ExitCode(error.exitStatus)
    }
}
