import ArgumentParser
import BuildPipeline
import LocalFiles
import PhoneBackups
import Platform

/// The ways to give the password of a backup. It is never an argument, since other users of the
/// machine can see those.
struct PasswordOptions: ParsableArguments {
    @Option(
        name: .customLong("password-file"),
        help: "A file with the password of an encrypted backup in its first line.",
        completion: .file())
    var file: String?

    private static let variable = "NOTEBINDER_BACKUP_PASSWORD"
    private static let (controlC, controlBackslash): (UInt8, UInt8) = (0x03, 0x1C)

    /// Returns a closure that reads the password when it is needed.
    func reader(for backup: String) -> () throws -> String {
        {
            let text = try password(of: backup)
            // Deriving the key takes seconds.
            Messages.current.progress.update("Unlocking the backup", done: 0, of: 1)
            return text
        }
    }

    private func password(of backup: String) throws -> String {
        if let file {
            return try PasswordFile.password(in: file) {
                BackupError.noPassword(file: file, reason: $0)
            }
        }
        if let text = environmentVariable(Self.variable) { return text }
        guard let text = Self.prompt("Password of the backup \(backup): ") else {
            throw BackupError.passwordNeeded(path: backup)
        }
        return text
    }

    /// A closure that reads the password from the file or the environment; nil if it is in neither.
    var readerIfGiven: ((_ backup: String) throws -> String)? {
        guard file != nil || environmentVariable(Self.variable) != nil else { return nil }
        return { backup in try reader(for: backup)() }
    }

    /// Returns the answer to a question, which the terminal does not show; nil without a terminal.
    private static func prompt(_ question: String) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return nil }
        var silent = settings
        // Without signals, Ctrl-C arrives as a character, and the terminal is restored.
        silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
        tcsetattr(terminal, TCSAFLUSH, &silent)
        defer { tcsetattr(terminal, TCSAFLUSH, &settings) }
        _ = question.withCString { write(terminal, $0, strlen($0)) }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < PasswordFile.maximumSize, read(terminal, &byte, 1) == 1, byte != 0x0A,
            byte != 0x0D
        {
            if byte == Self.controlC || byte == Self.controlBackslash { return nil }
            line.append(byte)
        }
        _ = write(terminal, "\n", 1)
        return String(decoding: line, as: UTF8.self)
    }
}
