import Dispatch
import LocalFiles
import NoteModel
import Platform

/// The user's own editor: `$VISUAL`, `$EDITOR` or vi.
enum TextEditor {
    /// Opens a text in the editor and passes on what was saved.
    ///
    /// - Parameter use: Stores the text; if that fails, the text is kept in a file whose path is
    ///   printed.
    /// - Throws: ``UserError`` if nothing was saved, or the editor failed.
    static func use(_ text: String, use: (String) throws -> Void) throws {
        let editor = environmentVariable("VISUAL") ?? environmentVariable("EDITOR") ?? "vi"
        let folder = try usable(editor) { try LocalFiles.makeTemporaryFolder() }
        let path = folder + "/note.md"
        var isKept = false
        defer { if !isKept { try? LocalFiles.remove(folder) } }
        let (isSaved, failure) = try usable(editor) {
            try LocalFiles.create(path, bytes: Array(text.utf8))
            let before = try LocalFiles.status(path)
            let failure = try run(editor, path: path)
            let after = try LocalFiles.status(path)
            return (after != nil && after != before, failure)
        }
        guard isSaved else {
            throw failure == Self.missing
                ? UserError(
                    "The editor \(editor) cannot be started; set $EDITOR to one that is installed.")
                : UserError("Cancelled; nothing was written.")
        }
        do {
            if let failure {
                throw UserError("The editor \(editor) \(failure); nothing was written.")
            }
            let edited = try usable(editor) { try LocalFiles.read(path) }
            try use(try TextArguments.text(edited, of: "The text from the editor"))
        } catch {
            let written = (try? LocalFiles.read(path)) ?? []
            isKept = !String(decoding: written, as: UTF8.self).isBlank
            if isKept { Messages.current.show("Your text was saved to \(path).") }
            throw error
        }
    }

    private static let missing = "ended with status 127"

    private static func usable<Value>(_ editor: String, body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as FileError {
            throw UserError("The editor \(editor) cannot be used: \(error.reason).")
        }
    }

    /// Runs the editor as the foreground process of the terminal, which Foundation's `Process` does
    /// not support.
    ///
    /// - Returns: The failure of the editor, in words that complete "The editor …"; nil if it
    ///   succeeded.
    private static func run(_ editor: String, path: String) throws -> String? {
        let words = ["/bin/sh", "-c", editor + " \"$1\"", "sh", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        // An interrupt typed in the editor is meant for it. When this program is ended, it ends the
        // editor and cleans up first.
        let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
        let handlers = signals.map { signal($0, SIG_IGN) }
        defer { for (number, handler) in zip(signals, handlers) { _ = signal(number, handler) } }
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in signals { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let code = posix_spawn(&process, words[0], nil, &attributes, arguments, environ)
        guard code == 0 else { throw FileError(action: "run", path: editor, code: code) }
        let terminations = [SIGTERM, SIGHUP].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [process] in kill(process, number) }
            source.resume()
            return source
        }
        defer { for source in terminations { source.cancel() } }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let number = status & 0x7F
        guard number == 0 else { return "was ended by signal \(number)" }
        return status == 0 ? nil : "ended with status \(status >> 8)"
    }
}
