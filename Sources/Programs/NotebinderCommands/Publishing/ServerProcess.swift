import BuildPipeline
import Dispatch
import LocalFiles
import NoteModel
import Platform

/// A running server, which exits when this process does, for whatever reason.
struct ServerProcess {
    /// The port on which the server listens.
    let port: UInt16
    private let process: ChildProcess

    /// Starts a server and waits until it listens.
    ///
    /// - Parameter arguments: The site and the port, or those of the editor.
    /// - Throws: ``UserError`` if it cannot show the site.
    init(_ arguments: [String]) throws {
        do {
            process = try ChildProcess(
                LocalFiles.executable, arguments: [HelperPrograms.serverArgument] + arguments,
                isInOwnGroup: true)
        } catch {
            throw UserError(
                "The server \(error.path) cannot be started: \(error.reason).",
                "Start the command again.")
        }
        let line = Self.line(from: process)
        guard line.hasPrefix("listening "), let port = UInt16(line.dropFirst(10)) else {
            kill(process.identifier, SIGTERM)
            process.wait()
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
            DispatchQueue(label: "server messages").async {
                continuation.resume(returning: waitForFailure(showing: messages))
            }
        }
    }

    private func waitForFailure(showing messages: Messages) -> UserError? {
        var line = Self.line(from: process)
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
            line = Self.line(from: process)
        }
        process.wait()
        return line == "idle" ? nil : UserError(Self.reason(line))
    }

    /// Asks the editor for another link whenever a line is entered, until standard input ends.
    func offerLinksOnInput() {
        DispatchQueue(label: "input").async { [process] in
            while readLine() != nil, process.send("\n".utf8) {}
        }
    }

    private static func reason(_ line: String) -> String {
        message(of: line, after: "failed ") ?? "the server stopped unexpectedly"
    }

    private static func message(of line: String, after prefix: String) -> String? {
        line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
    }

    /// Reads a line without its line feed; empty at the end of the output.
    private static func line(from process: ChildProcess) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(process.socket, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != 0x0A else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }
}
