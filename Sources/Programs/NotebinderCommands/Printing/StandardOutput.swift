import ArgumentParser
import BuildPipeline
import Foundation
import LocalFiles

/// Unbuffered output of the results of a command.
enum StandardOutput {
    /// Occupies the descriptors of the standard streams that the program was started without.
    ///
    /// Otherwise a file that the program opens would get one of them, and receive its output.
    static func reserveStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            // Opened for reading only, so that writing to it still fails.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes all of `bytes`.
    ///
    /// - Throws: `ExitCode` 1 if they cannot be written. The reason has been printed by then,
    ///   except for a closed pipe: its reader has seen enough.
    static func write(_ bytes: [UInt8]) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(
                    STDOUT_FILENO, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw failure(errno)
            }
        }
    }

    /// Writes all of a file.
    ///
    /// - Throws: ``FileError``; `ExitCode` 1 if it cannot be written.
    static func write(fileAt path: String) throws {
        var position = 0
        while true {
            let bytes = try LocalFiles.read(try OpenFile(path), count: 1 << 20, at: position)
            guard !bytes.isEmpty else { return }
            try write(bytes)
            position += bytes.count
        }
    }

    /// Closes standard output, so that errors which a file system reports only then are not lost.
    ///
    /// - Throws: `ExitCode` 1 if that fails.
    static func close() throws {
        // The program may have been started without standard output.
        guard Foundation.close(STDOUT_FILENO) != 0, errno != EBADF else { return }
        throw failure(errno)
    }

    private static func failure(_ code: Int32) -> ExitCode {
        if code != EPIPE {
            let reason = String(cString: strerror(code))
            Messages.current.show(
                error: "write error: " + reason.prefix(1).lowercased() + reason.dropFirst())
        }
        return ExitCode(1)
    }
}
