import BuildPipeline
import Dispatch
import LocalFiles
import NoteModel
import Platform
import SiteServer
import Synchronization
import WebEditor

/// The editor of a notes folder, as this process serves it.
final class EditorServer: Sendable {
    let port: UInt16
    /// The addresses besides the loopback ones at which the editor is reached.
    let addresses: [String]
    /// True if devices of the local network may use the editor.
    private let isShared: Bool
    private let notes: String
    private let output: String
    private let config: String
    private let edition: String
    private let idle: Duration
    private let timeZone: ZoneInfo
    private let access: AccessControl
    private let listeningPort = Atomic<Int>(0)
    private let handler = Mutex<EditorHandler?>(nil)

    /// - Parameter arguments: The arguments of the process; the result is nil for those of a site.
    init?(_ arguments: [String]) {
        guard arguments.count == 9, arguments[0] == "edit", let port = UInt16(arguments[4]),
            let minutes = Int(arguments[5]), minutes > 0,
            let zone = try? ZoneInfo(arguments[7])
        else { return nil }
        (notes, output, config) = (arguments[1], arguments[2], arguments[3])
        edition = arguments[8]
        self.port = port
        idle = .seconds(minutes * 60)
        isShared = !arguments[6].isEmpty
        timeZone = zone
        addresses = isShared ? LocalNetwork.addresses : []
        access = AccessControl(addresses: addresses)
    }

    /// Reads the notes and returns the request handler.
    ///
    /// - Throws: ``UserError`` for `--lan` on a machine without an address in a local network; an
    ///   error of reading the notes.
    func open() throws -> EditorHandler {
        guard !isShared || !addresses.isEmpty else {
            throw UserError(
                "This machine has no address in a local network.",
                "Connect it to one, or leave out --lan.")
        }
        let opened = try EditorHandler(try options(), access: access) {
            [self] in try options()
        }
        handler.withLock { $0 = opened }
        return opened
    }

    private func options() throws -> BuildOptions {
        var options = try BuildOptions(notes: notes, config: config.isEmpty ? nil : config)
        if !edition.isEmpty { options = try options.edition(named: edition) }
        options.output = output
        options.timeZone = timeZone
        // Waits for another build, such as one started by cron.
        options.waits = 60
        return options
    }

    /// Offers the links, begins to watch the notes, and ends the process after the idle time.
    func start(port: UInt16) {
        listeningPort.store(Int(port), ordering: .releasing)
        offerLinks()
        let opened = handler.withLock { $0 }
        DispatchQueue(label: "watch").async { opened?.watch() }
        Task.detached { [self] in
            repeat {
                while access.idleTime < idle { try? await Task.sleep(for: .seconds(1)) }
                await finish()
                // Lets a save finish that has begun meanwhile.
            } while access.idleTime < idle
            Server.report("idle")
            exit(0)
        }
    }

    /// Completes what is published before the program ends.
    func finish() async { await handler.withLock { $0 }?.finish() }

    /// Prints a link for one browser and, if the editor is shared, another one with a QR code for a
    /// device in the local network.
    func offerLinks() {
        let port = listeningPort.load(ordering: .acquiring)
        guard port > 0 else { return }
        Server.report("link \(link(to: "localhost", port: port))")
        guard let address = addresses.first else { return }
        let link = link(to: address, port: port)
        for row in QRCode.rows(of: link) { Server.report("code \(row)") }
        Server.report("link \(link)")
    }

    private func link(to host: String, port: Int) -> String {
        "http://\(host):\(port)/edit/#token=\(access.issueToken())"
    }
}
