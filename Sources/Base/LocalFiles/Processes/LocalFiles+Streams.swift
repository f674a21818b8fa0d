import Platform

/// This process: its program, and its standard streams.
extension LocalFiles {
    /// The path of the program, with symbolic links resolved.
    package static let executable: String = {
        #if canImport(Darwin)
            let path = Bundle.main.executablePath
        #else
            let path: String? = "/proc/self/exe"
        #endif
        // A name without a slash was found in the search path, and not in the current folder.
        let started = CommandLine.arguments[0]
        return path.flatMap(resolved)
            ?? (started.utf8.contains(UInt8(ascii: "/")) ? resolved(started) : nil) ?? "/" + started
    }()

    /// Writes a text to standard error, as far as that is possible.
    package static func writeError(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Writes a text to an open file.
    ///
    /// - Returns: The code of the error; 0 if there is none.
    @discardableResult
    package static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    /// Writes all bytes to an open file.
    ///
    /// - Returns: The code of the error; 0 if there is none.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            let count = Platform.write(descriptor, base + written, bytes.count - written)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno }
            written += count
        }
        return 0
    }

    /// Reads standard input to its end, or to the first error.
    package static func readStandardInput() -> [UInt8] {
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = Platform.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Returns the number of bytes that may still be written to the file system of a path; nil if
    /// the system does not say.
    package static func freeSpace(at path: String) -> Int? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }
}
