import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel
import Platform

struct WatchCommand: AsyncParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Publish whenever notes, templates or the configuration change.",
        discussion: "Stop it with Ctrl-C; published trees remain complete.")

    @OptionGroup var building: BuildArguments

    var printing: PrintingOptions { building.printing }
    var messages: Messages { building.messages }

    func run() async throws {
        let watcher = NotesWatcher(
            config: building.reading.shared.config, messages: messages
        ) { [building] in
            try building.options()
        } build: { [building] in
            try await building.run($0)
        }
        try await watcher.publishOnce()
        messages.show("Watching for changes (Ctrl-C ends it).")
        await watcher.run()
    }
}

/// Builds a notebook whenever its notes, templates or configuration change.
struct NotesWatcher: Sendable {
    /// The path of the configuration; nil for the one in the current folder.
    let config: String?
    let messages: Messages
    /// Reads the current configuration.
    let configured: @Sendable () throws -> BuildOptions
    /// Publishes the notebook, or all editions.
    let build: @Sendable (BuildOptions) async throws -> [(BuildOptions, Build.EditionResult)]

    /// The time without further changes after which a burst of changes is over, in seconds.
    private static let quiet = 0.3
    private static let maximumBurst = 5.0
    /// The time after which a build runs without a notification, in seconds, if all folders are
    /// watched; `pollingInterval` applies if some cannot be.
    private static let maximumBlindInterval = 60.0
    private static let pollingInterval = 2.0

    /// Publishes once.
    ///
    /// - Throws: `ExitCode` with the status of a build that failed.
    func publishOnce() async throws {
        var failure: String?
        if let status = await publish(&failure) { throw ExitCode(status) }
    }

    /// Publishes after every change. Never returns.
    func run() async {
        var lastFailure: String?
        while true {
            // Created before the notes are read, so that no change in the meantime is missed.
            let watch = folderWatch()
            _ = await publish(&lastFailure)
            let interval = watch.isComplete ? Self.maximumBlindInterval : Self.pollingInterval
            guard watch.wait(seconds: interval) != nil else { continue }
            let end = ContinuousClock.now + .seconds(Self.maximumBurst)
            while ContinuousClock.now < end, watch.wait(seconds: Self.quiet) != nil {}
        }
    }

    private func folderWatch() -> FolderWatch {
        let files = [config ?? Configuration.defaultName]
        // The build reports the errors of the configuration.
        guard let options = try? configured() else { return FolderWatch(folders: [], files: files) }
        let templates = ((try? options.allEditions) ?? [options]).compactMap(\.templates)
        return FolderWatch(folders: [options.notes] + Set(templates).sorted(), files: files)
    }

    /// Runs a build and prints its news.
    ///
    /// - Parameter lastFailure: The message of the previous build if it failed, otherwise nil. A
    ///   repeated message is not printed again, and the hook for failures runs only after the first
    ///   one.
    /// - Returns: The exit status of a build that failed; nil if it succeeded.
    private func publish(_ lastFailure: inout String?) async -> Int32? {
        var failures: [(message: String, status: Int32)] = []
        do {
            var options = try configured()
            if lastFailure != nil { options.hooks.failed = nil }
            for (options, result) in try await build(options) {
                switch result {
                // A notebook that did not change is not reported every minute, not even on a
                // terminal.
                case .success(let outcome):
                    if outcome.isPublished || !outcome.news.isEmpty {
                        messages.show(outcome, of: options)
                    }
                case .failure(let error):
                    let edition = options.edition.map { "\($0): " } ?? ""
                    failures.append((edition + error.message, error.exitStatus))
                }
            }
        } catch {
            failures.append((error.message, error.exitStatus))
        }
        let all = failures.isEmpty ? nil : failures.map(\.message).joined(separator: "\n")
        if all != lastFailure { for failure in failures { messages.show(error: failure.message) } }
        lastFailure = all
        return failures.first?.status
    }
}
