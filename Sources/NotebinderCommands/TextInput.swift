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

    /// What is said here, what standard input brings, or what comes of an editor.
    ///
    /// - Parameters:
    ///   - old: What the editor begins with.
    ///   - title: Of the note, for the editor's file.
    /// - Returns: Nil where the editor was left without saving.
    func resolved(old: String, title: String) throws -> String? {
        if let text { return text }
        if let file, file != "-" {
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try LocalFiles.read(file)
            } catch {
                throw CommandFailure("The text \(file) cannot be read: \(error.reason).")
            }
            return try Self.text(bytes, of: file)
        }
        guard file == nil, isatty(STDIN_FILENO) != 0 else {
            let input = Array(FileHandle.standardInput.readDataToEndOfFile())
            guard file == "-" || !input.isEmpty else {
                throw CommandFailure(
                    "No text came: use --text, --file, standard input, or a terminal with $EDITOR.")
            }
            return try Self.text(input, of: "Standard input")
        }
        return try TextEditor.edited(old, title: title)
    }

    private static func text(_ bytes: [UInt8], of name: String) throws -> String {
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
    /// Has a text edited; nil where it was left without saving, or with a failure.
    static func edited(_ text: String, title: String) throws -> String? {
        let environment = ProcessInfo.processInfo.environment
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        let folder =
            FileManager.default.temporaryDirectory.path
            + "/notebinder-edit-\(ProcessInfo.processInfo.processIdentifier)"
        // Nobody else may read what somebody writes.
        guard mkdir(folder, 0o700) == 0 else {
            throw CommandFailure("A folder for the text cannot be made: \(folder).")
        }
        defer { try? LocalFiles.remove(folder) }
        let path = folder + "/note.md"
        do throws(FileError) {
            try LocalFiles.create(path, Array(text.utf8))
            let before = try LocalFiles.status(path)
            guard try run(editor, path) == 0 else { return nil }
            guard try LocalFiles.status(path) != before else { return nil }
            return String(decoding: try LocalFiles.read(path), as: UTF8.self)
        } catch {
            throw CommandFailure("The editor \(editor) cannot be used: \(error.reason).")
        }
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
