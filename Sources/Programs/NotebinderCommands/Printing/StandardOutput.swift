import ArgumentParser
import BuildPipeline
import LocalFiles
import Platform

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
        let code = bytes.withUnsafeBytes { LocalFiles.write($0, to: STDOUT_FILENO) }
        guard code == 0 else { throw failure(code) }
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
        guard Platform.close(STDOUT_FILENO) != 0, errno != EBADF else { return }
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
