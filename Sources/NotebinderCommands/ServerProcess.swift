import Foundation

/// The program `notebinder-server` at work; it ends with this one, however that ends.
struct ServerProcess {
    /// Where it listens.
    let port: UInt16
    private let process: Process
    private let output: FileHandle
    private let input: FileHandle

    /// Why no site can be shown.
    struct Failure: Error {
        let message: String
    }

    /// - Parameter port: 0 for any that is free.
    init(showing folder: String, port: UInt16) throws(Failure) {
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
            throw Failure(
                message:
                    "The server \(path) cannot be started. Install notebinder-server beside notebinder."
            )
        }
        self.input = input.fileHandleForWriting
        self.output = output.fileHandleForReading
        let line = Self.line(from: self.output)
        guard line.hasPrefix("listening "), let port = UInt16(line.dropFirst(10)) else {
            process.terminate()
            process.waitUntilExit()
            throw Failure(message: Self.reason(line))
        }
        self.port = port
    }

    /// Waits until it ends, which it does not do by itself.
    func waitForFailure() -> Failure {
        let line = Self.line(from: output)
        process.waitUntilExit()
        return withExtendedLifetime(input) { Failure(message: Self.reason(line)) }
    }

    private static func reason(_ line: String) -> String {
        line.hasPrefix("failed ") ? String(line.dropFirst(7)) : "The server ended."
    }

    private static func line(from file: FileHandle) -> String {
        var bytes: [UInt8] = []
        while let next = try? file.read(upToCount: 1)?.first, next != 0x0A { bytes.append(next) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
