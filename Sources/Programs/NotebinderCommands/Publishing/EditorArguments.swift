import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel
import Platform

/// The arguments of the editor in the browser.
struct EditorArguments: ParsableArguments {
    @Option(help: "Minutes without use after which the editor ends; 30 by default.")
    var idle: Int?

    @Flag(help: "Let a phone in the same network use the editor; the connection is not encrypted.")
    var lan = false

    /// True if one of the arguments is given.
    var isGiven: Bool { idle != nil || lan }

    private static let defaultIdle = 30

    func validate() throws {
        try require((1...100_000).contains(idle ?? 1), "--idle takes a number of minutes.")
    }

    /// Serves the editor until it is interrupted, or has not been used for the idle time.
    ///
    /// - Parameters:
    ///   - config: The path of the configuration; nil for the one in the current folder.
    ///   - port: The port to listen on; 0 for any that is free.
    /// - Throws: ``UserFacingError``.
    func run(_ options: BuildOptions, config: String?, port: UInt16) async throws {
        let messages = Messages.current
        try options.requireOneNotebook()
        try NotesEditing.requireFolder(options.notes)
        let server = try ServerProcess([
            "edit", LocalFiles.absolute(options.notes), LocalFiles.absolute(options.output),
            config.map { LocalFiles.absolute($0) } ?? "", String(port),
            String(idle ?? Self.defaultIdle), lan ? "lan" : "", options.timeZone.identifier,
            options.edition ?? "",
        ])
        if lan {
            messages.show(
                warning:
                    "The connection to other devices is not encrypted. Anyone who can read the traffic of this network can read and change your notes while the editor runs; use a network that you trust."
            )
        }
        messages.show(
            "The editor runs on this machine. Each link opens it in one browser and works once; press Enter for another link. Ctrl-C ends it."
        )
        server.offerLinksOnInput()
        if let failure = await server.failure(showing: messages) { throw failure }
        messages.show("The editor was not used for a while and has ended.")
    }
}
