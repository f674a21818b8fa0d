import Foundation

/// A running `notebinder-server`, which exits when this process does, for whatever reason.
struct ServerProcess {
    /// The port on which the server listens.
    let port: UInt16
    private let process: Process
    private let output: FileHandle
    private let input: FileHandle

    /// The reason why the site cannot be shown, or no longer can.
    struct ServerError: Error {
        let message: String
    }

    /// Starts a server and waits until it listens.
    ///
    /// - Parameters:
    ///   - folder: The folder of the published site.
    ///   - port: The port to listen on; 0 for any that is free.
    init(showing folder: String, port: UInt16) throws(ServerError) {
        let (input, output) = (Pipe(), Pipe())
        let path = HelperPrograms.path("notebinder-server")
        process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [folder, String(port)]
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw ServerError(message: Self.reason(error, startingFrom: path))
        }
        self.input = input.fileHandleForWriting
        self.output = output.fileHandleForReading
        let line = Self.line(from: self.output)
        guard line.hasPrefix("listening "), let port = UInt16(line.dropFirst(10)) else {
            process.terminate()
            process.waitUntilExit()
            throw ServerError(message: Self.reason(line))
        }
        self.port = port
    }

    /// Waits for the server to exit, which it does only after a failure, and returns the reason.
    ///
    /// - Parameter warn: Receives the warnings that the server gives until then.
    func failure(warn: @escaping @Sendable (String) -> Void) async -> ServerError {
        await withCheckedContinuation { continuation in
            // A thread of its own, because the few threads of Swift's executor must not be blocked.
            Thread.detachNewThread { continuation.resume(returning: waitForFailure(warn: warn)) }
        }
    }

    private func waitForFailure(warn: (String) -> Void) -> ServerError {
        var line = Self.line(from: output)
        while let warning = Self.message(of: line, after: "warning ") {
            warn(warning)
            line = Self.line(from: output)
        }
        process.waitUntilExit()
        return withExtendedLifetime(input) { ServerError(message: Self.reason(line)) }
    }

    private static func reason(_ error: any Error, startingFrom path: String) -> String {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            return
                "The server \(path) cannot be started. Install notebinder-server beside notebinder."
        }
        return "The server \(path) cannot be started: \(error.localizedDescription)"
    }

    private static func reason(_ line: String) -> String {
        message(of: line, after: "failed ") ?? "the server has ended"
    }

    private static func message(of line: String, after prefix: String) -> String? {
        line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
    }

    /// Reads a line without its line feed; empty at the end of the output.
    private static func line(from file: FileHandle) -> String {
        var bytes: [UInt8] = []
        while let next = try? file.read(upToCount: 1)?.first, next != 0x0A { bytes.append(next) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
