import Foundation

/// A server that runs until the value is released. Its input and output are used by one
/// thread at a time.
package final class ServerProgram: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// The first line that the server wrote.
    package private(set) var firstLine = ""

    /// Starts a server for the site in a folder.
    ///
    /// - Parameter preparation: Shell commands to run first, such as `ulimit`.
    package convenience init(_ folder: String, port: UInt16 = 0, preparation: String = ":") throws {
        try self.init(arguments: [folder, String(port)], preparation: preparation)
    }

    /// Starts a server.
    ///
    /// - Parameter preparation: Shell commands to run first, such as `ulimit`.
    package init(arguments: [String], preparation: String = ":") throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
            [
                "-c", "\(preparation); exec \"$0\" \"$@\"", Places.products + "/notebinder",
                "server-process",
            ] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        firstLine = readLine()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    package var processIdentifier: Int32 { process.processIdentifier }
    package var isRunning: Bool { process.isRunning }

    /// The port the server listens on; 0 when it could not be started.
    package var port: UInt16 { UInt16(firstLine.dropFirst("listening ".count)) ?? 0 }

    /// The header lines that every request needs.
    package var host: String { "Host: localhost:\(port)\r\n" }

    /// Reads the next line that the server writes.
    package func readLine() -> String {
        var bytes: [UInt8] = []
        while let next = try? output.fileHandleForReading.read(upToCount: 1)?.first,
            next != UInt8(ascii: "\n")
        { bytes.append(next) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends a request and receives until the server closes the connection.
    package func reply(to request: String) throws -> RawReply? {
        let connection = try RawConnection(port: port)
        connection.send(request)
        return RawReply(connection.receiveAll())
    }

    /// Requests a path.
    package func get(_ path: String = "/", method: String = "GET") throws -> RawReply? {
        try reply(to: "\(method) \(path) HTTP/1.1\r\n\(host)Connection: close\r\n\r\n")
    }

    /// Enters a line, as its owner does for another link.
    package func enterLine() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    }

    /// Kills the server as a crash would.
    package func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
