import ArgumentParser
import BuildPipeline
import Foundation
import LocalFiles

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Publish whenever notes, templates or the configuration change.",
        discussion: "Ctrl-C ends it; whatever it is doing then, the trees are whole.")

    @OptionGroup var building: BuildArguments

    func run() async throws {
        let watcher = NotesWatcher(
            config: building.reading.manner.config, messages: building.messages
        ) { [building] () throws(BuildError) in try building.configured() }
        try await watcher.publishOnce()
        building.messages.tell("Watching for changes (Ctrl-C ends it).")
        await watcher.run()
    }
}

/// Builds a notebook whenever its notes, templates or configuration change.
struct NotesWatcher: Sendable {
    /// The configuration; nil for the one in the current folder.
    let config: String?
    let messages: Messages
    /// Reads the configuration as it is now.
    let configured: @Sendable () throws(BuildError) -> BuildOptions

    /// In seconds: when nothing more has changed for so long, a burst of changes is over.
    private static let quiet = 0.3
    private static let maximumBurst = 5.0
    /// How long changes that nobody tells of may go unseen, where all are told and where not.
    private static let maximumBlindInterval = 60.0
    private static let pollingInterval = 2.0

    /// - Throws: The exit status of a run that published nothing.
    func publishOnce() async throws {
        var failure: String?
        if let status = await publish(&failure) { throw ExitCode(status) }
    }

    /// Never returns.
    func run() async {
        var lastFailure: String?
        while true {
            // From before the notes are read, so that a change meanwhile is not missed.
            let watch = folderWatch()
            _ = await publish(&lastFailure)
            let interval = watch.isComplete ? Self.maximumBlindInterval : Self.pollingInterval
            guard watch.wait(seconds: interval) else { continue }
            let end = ContinuousClock.now + .seconds(Self.maximumBurst)
            while ContinuousClock.now < end, watch.wait(seconds: Self.quiet) {}
        }
    }

    private func folderWatch() -> FolderWatch {
        let files = [config ?? Configuration.usualName]
        // The run tells what is wrong with the configuration.
        guard let options = try? configured() else {
            return FolderWatch(folders: [], files: files)
        }
        var folders = [options.notes]
        if let templates = options.templates { folders.append(templates) }
        return FolderWatch(folders: folders, files: files)
    }

    /// - Parameter lastFailure: Why nothing was published last: that is told once, and its hook
    ///   run once.
    /// - Returns: The exit status of a run that published nothing; nil for any other.
    private func publish(_ lastFailure: inout String?) async -> Int32? {
        do throws(BuildError) {
            var options = try configured()
            if lastFailure != nil { options.hooks.failed = nil }
            let outcome = try await Build.run(options, progress: messages.progress)
            // On a terminal as elsewhere, what did not change is not told every minute.
            if outcome.isPublished || !outcome.news.isEmpty {
                messages.tell(outcome, output: options.output)
            }
            lastFailure = nil
            return nil
        } catch {
            if error.message != lastFailure { messages.tell(failure: error.message) }
            lastFailure = error.message
            return error.exitStatus
        }
    }
}
