// Shows a site to the browsers of this machine: `notebinder-server FOLDER PORT`.
//
// A program of its own, which `notebinder serve` runs: a web server brings thirty libraries along,
// and to load them took half of the time in which `notebinder` starts.
//
// It says in one line of output what became of it, `listening PORT` or `failed REASON`, and ends
// with its input, which is when nobody has a use for it any more.
import Foundation
import SiteServer

let arguments = CommandLine.arguments
guard arguments.count == 3, let port = UInt16(arguments[2]) else {
    FileHandle.standardError.write(Data("`notebinder serve` runs this program.\n".utf8))
    exit(64)
}

@Sendable func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

let server = SiteServer(folder: arguments[1], port: port)
Task.detached {
    do {
        try await server.run { say("listening \($0)") }
        say("failed The server ended.")
    } catch {
        let failure = error as? SiteServer.Failure
        say("failed " + (failure?.message ?? "The server ended: \(error)."))
    }
    exit(1)
}
while let input = try? FileHandle.standardInput.read(upToCount: 1), !input.isEmpty {}
