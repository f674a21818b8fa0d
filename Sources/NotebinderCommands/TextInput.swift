import ArgumentParser
import Foundation
import LocalFiles

/// Where the text of a note comes from.
struct TextArguments: ParsableArguments {
    @Option(help: "The text itself.")
    var text: String?

    @Option(help: "A file with the text; - for standard input.")
    var file: String?

    func validate() throws {
        guard text == nil || file == nil else {
            throw ValidationError("--text and --file exclude each other.")
        }
    }

    var isGiven: Bool { text != nil || file != nil }

    /// Whether a person is to write the text now.
    var needsEditor: Bool { !isGiven && isatty(STDIN_FILENO) != 0 }

    /// Has a text used that is said here, that standard input brings, or that comes of an editor.
    ///
    /// - Parameters:
    ///   - old: What the editor begins with.
    ///   - use: What is done with it; a failure leaves what was typed in a file, and names it.
    func use(old: String, _ use: (String) throws -> Void) throws {
        if let text { return try use(text) }
        if needsEditor { return try TextEditor.use(old, use) }
        if let file, file != "-" {
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try LocalFiles.read(file)
            } catch {
                throw CommandFailure("The text \(file) cannot be read: \(error.reason).")
            }
            return try use(try Self.text(bytes, of: file))
        }
        let input = Array(FileHandle.standardInput.readDataToEndOfFile())
        guard file == "-" || !input.isEmpty else {
            throw CommandFailure(
                "No text came: use --text, --file, standard input, or a terminal with $EDITOR.")
        }
        try use(try Self.text(input, of: "Standard input"))
    }

    fileprivate static func text(_ bytes: [UInt8], of name: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure("\(name) is no UTF-8 text.")
        }
        return text
    }
}

/// Why a command could not do what it was asked, in one or two sentences; the status is 1.
struct CommandFailure: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The user's own editor.
enum TextEditor {
    /// Has a text edited and used. Leaving the editor without saving ends in a failure.
    static func use(_ text: String, _ use: (String) throws -> Void) throws {
        let environment = ProcessInfo.processInfo.environment
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }
        let editor = named.first { !$0.isEmpty } ?? "vi"
        let path: String
        let edited: [UInt8]
        do throws(FileError) {
            let folder = try LocalFiles.makeTemporaryFolder()
            path = folder + "/note.md"
            try LocalFiles.create(path, Array(text.utf8))
            let before = try LocalFiles.status(path)
            let isLeftWell = try run(editor, path) == 0
            guard isLeftWell, let after = try LocalFiles.status(path), after != before else {
                try LocalFiles.remove(folder)
                throw FileError(action: "save", path: path, code: ECANCELED)
            }
            edited = try LocalFiles.read(path)
        } catch {
            guard error.code != ECANCELED else {
                throw CommandFailure("Cancelled; nothing was written.")
            }
            throw CommandFailure("The editor \(editor) cannot be used: \(error.reason).")
        }
        do {
            try use(try TextArguments.text(edited, of: "The text from the editor"))
        } catch {
            Messages().tell("What you wrote is kept in \(path).")
            throw error
        }
        try? LocalFiles.remove(LocalFiles.folder(of: path))
    }

    /// Runs the editor in the foreground of the terminal; Foundation would put it behind.
    private static func run(_ editor: String, _ path: String) throws(FileError) -> Int32 {
        let words = ["/bin/sh", "-c", editor + " \"$1\"", "sh", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        // What the user types to stop something in the editor is not meant for this program.
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            _ = signal(SIGINT, interrupt)
            _ = signal(SIGQUIT, quit)
        }
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGINT)
        sigaddset(&defaults, SIGQUIT)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let code = posix_spawn(&process, words[0], nil, &attributes, arguments, environ)
        guard code == 0 else { throw FileError(action: "run", path: editor, code: code) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
