import LocalFiles
import NoteModel
import Platform
import Synchronization

/// A file with a password in its first line.
package enum PasswordFile {
    /// The maximum size of a password in bytes.
    package static let maximumSize = 4_096

    /// The first lines of pipes, which can be read only once.
    private static let piped = Mutex<[String: [UInt8]]>([:])

    /// Returns the first line of a file, or of a pipe such as that of the shell's `<(…)`.
    ///
    /// - Parameter failure: Returns the error to throw for a reason, which is a clause.
    /// - Throws: The error that `failure` returns.
    package static func password(in file: String, failure: (String) -> any Error) throws -> String {
        let line: [UInt8]
        do {
            line = try piped.withLock { piped in
                if let line = piped[file] { return line }
                let (line, isPipe) = try firstLine(of: file)
                if isPipe { piped[file] = line }
                return line
            }
        } catch let error as FileError {
            throw failure(error.reason)
        }
        guard !line.isEmpty else { throw failure("its first line is empty") }
        return String(decoding: line, as: UTF8.self)
    }

    /// Shorter passwords are guessed too easily, even with many rounds.
    private static let minimumBookPassword = 8

    /// Returns the password of an encrypted book.
    ///
    /// - Throws: ``UserError`` if it cannot be read or is too short.
    package static func bookPassword(in file: String) throws -> String {
        let password = try password(in: file) {
            UserError("The password file \(file) cannot be used: \($0).")
        }
        guard password.count >= minimumBookPassword else {
            throw UserError(
                "The password in \(file) is too short; use \(minimumBookPassword) characters or more, better four random words."
            )
        }
        return password
    }

    private static func firstLine(of file: String) throws -> ([UInt8], isPipe: Bool) {
        // Waits for the writer of a pipe, which `OpenFile` does not.
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError(action: "open", path: file, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw FileError(action: "examine", path: file, code: errno)
        }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: maximumSize)
        while bytes.count < maximumSize, !bytes.contains(0x0A) {
            let count = read(descriptor, &part, maximumSize - bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(action: "read", path: file, code: errno) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        return (Array(line), status.st_mode & S_IFMT != S_IFREG)
    }
}
