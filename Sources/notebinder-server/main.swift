// Shows a site to the browsers of this machine: `notebinder-server FOLDER PORT`.
//
// A program of its own, which `notebinder serve` runs, so that no other command has to load a web
// server.
//
// It writes lines to standard output: `listening PORT`, `warning MESSAGE` and, before it exits with
// status 1, `failed MESSAGE`. It exits when its standard input ends, that is, with its parent.
import Foundation
import SiteServer

let arguments = CommandLine.arguments
guard arguments.count == 3, let port = UInt16(arguments[2]) else {
    FileHandle.standardError.write(Data("`notebinder serve` runs this program.\n".utf8))
    exit(64)
}

@Sendable func report(_ line: String) {
    // Writing fails when the parent has ended, and then this program ends as well.
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}

let server = SiteServer(folder: arguments[1], port: port)
Task.detached {
    do {
        try await server.run(
            warn: { report("warning \($0)") }, isReady: { report("listening \($0)") })
    } catch {
        report("failed \(error)")
    }
    exit(1)
}
while let input = try? FileHandle.standardInput.read(upToCount: 1), !input.isEmpty {}
