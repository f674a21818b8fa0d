import Foundation
import TestSupport

/// A `notebinder-server` that runs until the value is released.
final class ServerProgram {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// The first line that the server wrote.
    private(set) var firstLine = ""

    /// Starts a server for a folder.
    ///
    /// - Parameter preparation: Shell commands to run first, such as `ulimit`.
    init(_ folder: String, port: UInt16 = 0, preparation: String = ":") throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "\(preparation); exec \"$0\" \"$@\"", Places.products + "/notebinder-server",
            folder, String(port),
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        firstLine = readLine()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    var processIdentifier: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }

    /// The port the server listens on; 0 when it could not be started.
    var port: UInt16 { UInt16(firstLine.dropFirst("listening ".count)) ?? 0 }

    /// The header lines that every request needs.
    var host: String { "Host: localhost:\(port)\r\n" }

    /// Reads the next line that the server writes.
    func readLine() -> String {
        var bytes: [UInt8] = []
        while let next = try? output.fileHandleForReading.read(upToCount: 1)?.first,
            next != UInt8(ascii: "\n")
        { bytes.append(next) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends a request and receives until the server closes the connection.
    func reply(to request: String) throws -> RawReply? {
        let connection = try RawConnection(port: port)
        connection.send(request)
        return RawReply(connection.receiveAll())
    }

    /// Requests a path.
    func get(_ path: String = "/", method: String = "GET") throws -> RawReply? {
        try reply(to: "\(method) \(path) HTTP/1.1\r\n\(host)Connection: close\r\n\r\n")
    }
}
