import BuildPipeline
import Foundation
import NoteModel

/// A running `notebinder-server`, which exits when this process does, for whatever reason.
struct ServerProcess {
    /// The port on which the server listens.
    let port: UInt16
    private let process: Process
    private let output: FileHandle
    private let input: FileHandle

    /// Starts a server and waits until it listens.
    ///
    /// - Parameter arguments: The arguments of `notebinder-server`.
    /// - Throws: ``UserError`` if it cannot show the site.
    init(_ arguments: [String]) throws {
        let (input, output) = (Pipe(), Pipe())
        let path = HelperPrograms.path("notebinder-server")
        process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw UserError(Self.reason(error, startingFrom: path))
        }
        self.input = input.fileHandleForWriting
        self.output = output.fileHandleForReading
        let line = Self.line(from: self.output)
        guard line.hasPrefix("listening "), let port = UInt16(line.dropFirst(10)) else {
            process.terminate()
            process.waitUntilExit()
            throw UserError(Self.reason(line))
        }
        self.port = port
    }

    /// Prints the messages of the server until it exits: warnings, links to the editor, and the rows
    /// of their QR codes.
    ///
    /// - Returns: The reason if it failed; nil if the idle time of the editor has passed.
    func failure(showing messages: Messages) async -> UserError? {
        await withCheckedContinuation { continuation in
            // A thread of its own, because the few threads of Swift's executor must not be blocked.
            Thread.detachNewThread {
                continuation.resume(returning: waitForFailure(showing: messages))
            }
        }
    }

    private func waitForFailure(showing messages: Messages) -> UserError? {
        var line = Self.line(from: output)
        while true {
            if let text = Self.message(of: line, after: "warning ") {
                messages.show(warning: text)
            } else if let address = Self.message(of: line, after: "link ") {
                messages.show("Open \(address)")
            } else if let row = Self.message(of: line, after: "code ") {
                messages.show(row)
            } else {
                break
            }
            line = Self.line(from: output)
        }
        process.waitUntilExit()
        return withExtendedLifetime(input) {
            line == "idle" ? nil : UserError(Self.reason(line))
        }
    }

    /// Asks the editor for another link whenever a line is entered, until standard input ends.
    func offerLinksOnInput() {
        Thread.detachNewThread { [input] in
            while readLine() != nil { try? input.write(contentsOf: Data("\n".utf8)) }
        }
    }

    private static func reason(_ error: any Error, startingFrom path: String) -> String {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            return
                "The server \(path) cannot be started. Install notebinder-server beside notebinder."
        }
        return "The server \(path) cannot be started: \(error.localizedDescription)"
    }

    private static func reason(_ line: String) -> String {
        message(of: line, after: "failed ") ?? "the server stopped unexpectedly"
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
