import BuildPipeline
import Dispatch
import LocalFiles
import NoteModel
import Platform
import SiteServer

/// The process that shows a site to the browsers of this machine, or the editor. `notebinder serve`
/// and `notebinder edit --web` start this program again, with ``HelperPrograms/serverArgument``,
/// followed by `FOLDER PORT`, or by `edit NOTES OUTPUT CONFIG PORT IDLE-MINUTES LAN TIME-ZONE`, with
/// empty texts for an absent configuration and for an editor that other devices cannot reach.
///
/// A process of its own, which outlives an interrupt until it has completed what it was doing.
///
/// It writes lines to standard output: `listening PORT`, `link ADDRESS`, `code ROW` for each row of
/// a QR code, `warning MESSAGE` and, before it exits with status 1, `failed MESSAGE`; `idle` before
/// it exits after the idle time of the editor. It exits when its standard input ends, that is, with
/// its parent. A line of input asks the editor for another link.
package enum Server {
    /// Runs the server if this process is to be one.
    package static func runIfAsked() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == HelperPrograms.serverArgument { run(Array(arguments.dropFirst())) }
    }

    private static func run(_ arguments: [String]) -> Never {
        // The thread of the parent that started this process may have blocked signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        // Ctrl-C ends the parent, and then this process, which may have something to complete.
        signal(SIGINT, SIG_IGN)
        let editor = EditorServer(arguments)
        guard let port = editor?.port ?? (arguments.count == 2 ? UInt16(arguments[1]) : nil) else {
            LocalFiles.writeError("`notebinder serve` starts this process.\n")
            exit(64)
        }
        Task.detached { await serve(editor, folder: arguments[0], port: port) }
        DispatchQueue(label: "input").async {
            while readLine() != nil { editor?.offerLinks() }
            Task {
                await editor?.finish()
                exit(0)
            }
        }
        dispatchMain()
    }

    private static func serve(_ editor: EditorServer?, folder: String, port: UInt16) async {
        do {
            let handler: any RequestHandler
            if let editor { handler = try editor.open() } else { handler = ServedFolder(folder) }
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

    /// Writes a line for the parent. That fails when the parent has ended, and then this process
    /// ends as well.
    @Sendable static func report(_ line: String) {
        LocalFiles.write(line + "\n", to: STDOUT_FILENO)
    }
}
