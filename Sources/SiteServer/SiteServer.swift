import FlyingFox
import FlyingSocks
import Foundation
import LocalFiles

/// Shows a site to the browsers of this machine, and has their pages load anew when another site
/// is published.
///
/// It listens on loopback alone, and answers to nobody who calls it by another name: a page of
/// another site could have one of its own names lead here.
package struct SiteServer: Sendable {
    private let folder: ServedFolder
    private let port: UInt16

    /// - Parameters:
    ///   - folder: The published site.
    ///   - port: 0 for any that is free.
    package init(folder: String, port: UInt16) {
        self.folder = ServedFolder(folder)
        self.port = port
    }

    /// Why a server could not be started.
    package struct Failure: Error {
        package let message: String
    }

    /// Answers requests until the task is cancelled.
    ///
    /// - Parameter isReady: Is handed the port once it is listened on.
    /// - Throws: ``Failure`` where the port is taken.
    package func run(isReady: @escaping @Sendable (UInt16) -> Void) async throws {
        let server = HTTPServer(
            config: HTTPServer.Configuration(
                address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60,
                logger: .disabled),
            handler: ClosureHTTPHandler { [folder] in await Self.answer($0, folder) })
        let told = Task {
            try await server.waitUntilListening()
            switch await server.listeningAddress {
            case .ip4(_, let port)?, .ip6(_, let port)?: isReady(port)
            default: isReady(port)
            }
        }
        defer { told.cancel() }
        do {
            try await server.run()
        } catch is CancellationError {
            return
        } catch {
            throw Failure(
                message:
                    "Port \(port) of this machine cannot be listened on. Name another with --port.")
        }
    }

    private static func answer(_ request: HTTPRequest, _ folder: ServedFolder) async -> HTTPResponse
    {
        let reply = await folder.reply(
            method: request.method.rawValue, path: request.target.path(),
            query: request.target.query(), host: request.headers[.host],
            range: request.headers[.range], known: request.headers[.ifNoneMatch])
        var headers = HTTPHeaders()
        for (name, value) in reply.headers { headers[HTTPHeader(name)] = value }
        let status = HTTPStatusCode(reply.status, phrase: ServedReply.phrase(of: reply.status))
        guard case .file(let path, let range) = reply.body,
            let body = try? HTTPBodySequence(
                file: URL(fileURLWithPath: path), range: range, suggestedBufferSize: 64 << 10)
        else {
            return HTTPResponse(statusCode: status, headers: headers, body: Data(reply.bytes))
        }
        return HTTPResponse(statusCode: status, headers: headers, body: body)
    }
}
