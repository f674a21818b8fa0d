import ArgumentParser
import BuildPipeline
import Foundation
import LocalFiles

/// Which notes are read, and how: the arguments of all commands that read a notes folder.
struct ReadingArguments: ParsableArguments {
    @Argument(
        help: "The folder that holds the archived notes, or a single archive; MyNotes by default.")
    var notes: String?

    @OptionGroup var manner: ReadingManner

    func validate() throws {
        guard notes != "" else { throw ValidationError("The notes folder has an empty name.") }
    }

    func options(photoWorker: String? = nil) throws -> BuildOptions {
        try manner.options(notes: notes, photoWorker: photoWorker)
    }
}

/// How a notes folder is read.
struct ReadingManner: ParsableArguments {
    @Option(help: "The configuration; notebinder.yml of the current folder by default.")
    var config: String?

    @Option(help: "Where the dates of notes are told, as Europe/Rome; UTC by default.")
    var timeZone: ZoneName?

    /// The options of a run, from the configuration and these arguments, or the end of the program.
    func options(notes: String?, photoWorker: String? = nil) throws -> BuildOptions {
        try orExit { () throws(BuildError) in
            try configured(notes: notes, photoWorker: photoWorker)
        }
    }

    /// The same, for whoever goes on where the configuration is wrong.
    func configured(
        notes: String?, photoWorker: String? = nil
    ) throws(BuildError) -> BuildOptions {
        var options = try Self.configured(notes: notes, config: config, photoWorker: photoWorker)
        if let timeZone { options.timeZone = timeZone.zone }
        return options
    }

    /// The options that a configuration gives.
    ///
    /// - Parameters:
    ///   - notes: The notes folder; nil for that of the configuration.
    ///   - config: The configuration; nil for the one in the current folder, if there is one.
    static func configured(
        notes: String?, config: String?, photoWorker: String? = nil
    ) throws(BuildError) -> BuildOptions {
        // Folders that a configuration does not name are beside it.
        let folder = config.map { LocalFiles.folder(of: LocalFiles.absolute($0)) + "/" } ?? ""
        var options = BuildOptions(
            notes: folder + "MyNotes", output: folder + "Notebook",
            photoWorker: photoWorker ?? HelperPrograms.photoWorker
        )
        options.apply(try Configuration(path: config))
        if let notes { options.notes = notes }
        return options
    }
}

/// The value, or the end of the program with the failure's sentence and status.
func orExit<Value>(_ value: () throws(BuildError) -> Value) throws -> Value {
    do throws(BuildError) {
        return try value()
    } catch {
        Messages().tell(failure: error.message)
        throw ExitCode(error.exitStatus)
    }
}

/// The same for values that are made concurrently.
func orExit<Value>(_ value: () async throws(BuildError) -> Value) async throws -> Value {
    do throws(BuildError) {
        return try await value()
    } catch {
        Messages().tell(failure: error.message)
        throw ExitCode(error.exitStatus)
    }
}

/// The name of a time zone.
struct ZoneName: ExpressibleByArgument {
    let zone: TimeZone

    init?(argument: String) {
        guard let zone = TimeZone(identifier: argument) else { return nil }
        self.zone = zone
    }
}

/// Programs that do a part of this one's work.
enum HelperPrograms {
    /// The path of a program beside this one, wherever a link to it may lie.
    static func path(_ name: String) -> String {
        let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return program.resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(name).path
    }

    /// What makes pictures of photos.
    static var photoWorker: String { path("notebinder-photos") }
}
