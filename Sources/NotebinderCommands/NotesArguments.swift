import ArgumentParser
import BuildPipeline
import Diagnostics
import Foundation
import LocalFiles
import PhoneBackups

/// The arguments of all commands that read a notes folder: which one, and how to read it.
struct NotesArguments: ParsableArguments {
    @OptionGroup var folder: NotesFolderArguments

    @OptionGroup var shared: NotesOptions

    var notes: String? { folder.notes }

    /// Returns the build options, with the notes folder of a container or a ZIP file.
    ///
    /// - Throws: `ExitCode` if the configuration is invalid or the ZIP file cannot be read; the error
    ///   has been printed by then.
    func options(photoWorker: String? = nil) throws -> BuildOptions {
        try orExit { () throws(BuildError) in try configured(photoWorker: photoWorker) }
    }

    /// Returns the same as ``options(photoWorker:)`` and leaves the error to the caller.
    func configured(photoWorker: String? = nil) throws(BuildError) -> BuildOptions {
        var options = try shared.configured(notes: notes, photoWorker: photoWorker)
        // A build extracts into the folder as it is named.
        guard options.backup == nil else { return options }
        do throws(BackupError) {
            options.notes = try NotesLocation(options.notes).folder
        } catch { throw .other(error) }
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
        help: ArgumentHelp("The same as the argument.", valueName: "notes"), completion: .file())
    var option: String?

    var notes: String? { option ?? argument }

    func validate() throws {
        guard option == nil || argument == nil else {
            throw ValidationError("The notes folder is named twice.")
        }
        guard notes != "" else { throw ValidationError("The notes folder has an empty name.") }
    }
}

/// The options of all commands that read a notes folder.
struct NotesOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration; notebinder.yml of the current folder by default.",
            valueName: "file"), completion: .file())
    var config: String?

    @Option(help: "Time zone of displayed dates, such as Europe/Rome; UTC by default.")
    var timeZone: ZoneName?

    /// Returns the build options from the configuration and these arguments.
    ///
    /// - Throws: `ExitCode` if the configuration is invalid; the error has been printed by then.
    func options(notes: String?, photoWorker: String? = nil) throws -> BuildOptions {
        try orExit { () throws(BuildError) in
            try configured(notes: notes, photoWorker: photoWorker)
        }
    }

    /// Returns the build options and leaves the error of an invalid configuration to the caller.
    ///
    /// - Throws: ``BuildError`` if the configuration is invalid.
    func configured(
        notes: String?, photoWorker: String? = nil
    ) throws(BuildError) -> BuildOptions {
        var options = try BuildOptions(
            notes: notes, config: config, photoWorker: photoWorker)
        if let timeZone { options.timeZone = timeZone.zone }
        return options
    }
}

/// Returns the value of a closure.
///
/// - Throws: `ExitCode` with the status of the closure's error, whose message has been printed by
///   then.
func orExit<Value, Failure: UserFacingError>(
    _ value: () throws(Failure) -> Value
) throws -> Value {
    do throws(Failure) {
        return try value()
    } catch {
        Messages.current.show(error: error.message)
        throw ExitCode(error.exitStatus)
    }
}

/// Returns the value of an asynchronous closure.
///
/// - Throws: `ExitCode` with the status of the closure's error, whose message has been printed by
///   then.
func orExit<Value, Failure: UserFacingError>(
    _ value: () async throws(Failure) -> Value
) async throws -> Value {
    do throws(Failure) {
        return try await value()
    } catch {
        Messages.current.show(error: error.message)
        throw ExitCode(error.exitStatus)
    }
}

/// A time zone, given by its identifier, such as `Europe/Rome`.
struct ZoneName: ExpressibleByArgument {
    let zone: TimeZone

    init?(argument: String) {
        guard let zone = TimeZone(identifier: argument) else { return nil }
        self.zone = zone
    }
}
