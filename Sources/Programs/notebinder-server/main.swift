// Shows a site to the browsers of this machine, or the editor: `notebinder-server FOLDER PORT`, or
// `notebinder-server edit NOTES OUTPUT CONFIG PORT IDLE-MINUTES LAN TIME-ZONE`, with empty texts
// for an absent configuration and for an editor that other devices cannot reach.
//
// A program of its own, which `notebinder serve` and `notebinder edit --web` run, so that no other
// command has to load a web server.
//
// It writes lines to standard output: `listening PORT`, `link ADDRESS`, `code ROW` for each row of
// a QR code, `warning MESSAGE` and, before it exits with status 1, `failed MESSAGE`; `idle` before
// it exits after the idle time of the editor. It exits when its standard input ends, that is, with
// its parent. A line of input asks the editor for another link.
import BuildPipeline
import Dispatch
import LocalFiles
import NoteModel
import Platform
import SiteServer

@Sendable func report(_ line: String) {
    // Writing fails when the parent has ended, and then this program ends as well.
    LocalFiles.write(line + "\n", to: STDOUT_FILENO)
}

// The thread of the parent that started this program may have blocked signals.
var signals = sigset_t()
sigemptyset(&signals)
pthread_sigmask(SIG_SETMASK, &signals, nil)
// Ctrl-C ends the parent, and then this program, which may have something to complete.
signal(SIGINT, SIG_IGN)

let arguments = Array(CommandLine.arguments.dropFirst())
let editor = EditorServer(arguments)
guard let port = editor?.port ?? (arguments.count == 2 ? UInt16(arguments[1]) : nil) else {
    LocalFiles.writeError("`notebinder serve` runs this program.\n")
    exit(64)
}

Task.detached {
    do {
        let handler: any RequestHandler
        if let editor { handler = try editor.open() } else { handler = ServedFolder(arguments[0]) }
        let server = SiteServer(handler, port: port, addresses: editor?.addresses ?? [])
        try await server.run(warn: { report("warning \($0)") }) { port in
            report("listening \(port)")
            editor?.start(port: port)
        }
    } catch let error as any UserFacingError {
        report("failed \(error.message)")
    } catch {
        report("failed \(error)")
    }
    exit(1)
}
DispatchQueue(label: "input").async {
    while readLine() != nil { editor?.offerLinks() }
    Task {
        await editor?.finish()
        exit(0)
    }
}
while true { sleep(1000) }
