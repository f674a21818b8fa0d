import Foundation
import SiteServer
import TestSupport
import Testing

/// The limits of time, connections and file descriptors.
@Suite(.tags(.acceptance))
struct ServerResourceTests {
    private let folder = TemporaryFolder()
    private let large = [UInt8](repeating: 7, count: 24 << 20)

    init() throws {
        try folder.write("<!doctype html><p>index</p>", to: "site/index.html")
        try folder.write(large, to: "site/large.mp4")
    }

    /// Runs a server in this process while a client, which blocks, works on a thread of its own.
    private func withServer<Result: Sendable>(
        _ limits: ServerLimits, client: @escaping @Sendable (UInt16) throws -> Result
    ) async throws -> Result {
        let (ports, port) = AsyncStream<UInt16>.makeStream()
        let server = SiteServer(ServedFolder(folder.path + "/site"), port: 0, limits: limits)
        let running = Task { try await server.run(isReady: { port.yield($0) }) }
        defer { running.cancel() }
        var listening = ports.makeAsyncIterator()
        let number = try #require(await listening.next())
        let result = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Swift.Result { try client(number) })
            }
        }
        running.cancel()
        try await running.value
        return result
    }

    private var shortLimits: ServerLimits {
        var limits = ServerLimits()
        limits.requestTimeout = .seconds(1)
        return limits
    }

    /// Returns a request, after whose reply the server is to close the connection or not.
    private static func request(
        _ path: String = "/", to port: UInt16, isLast: Bool = true
    ) -> String {
        let close = isLast ? "Connection: close\r\n" : ""
        return "GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(close)\r\n"
    }

    private static func connection(
        to port: UInt16, sending text: String
    ) throws -> RawConnection {
        let connection = try RawConnection(port: port)
        connection.send(text)
        return connection
    }

    @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\n", "\r\n\r\n\r\n"])
    func closesConnectionsThatDoNotFinishARequest(_ start: String) async throws {
        let bytes = try await withServer(shortLimits) { port in
            try Self.connection(to: port, sending: start).receiveAll()
        }
        #expect(bytes == [])
    }

    @Test func closesConnectionsThatSendARequestByteByByte() async throws {
        let isClosed = try await withServer(shortLimits) { port in
            let connection = try Self.connection(to: port, sending: "GET / HTTP/1.1\r\n")
            for _ in 0..<200 where !connection.isClosed {
                connection.send("A: b\r\n")
                usleep(100_000)
            }
            return connection.isClosed
        }
        #expect(isClosed)
    }

    @Test func closesIdleConnectionsAfterAReply() async throws {
        let reply = try await withServer(shortLimits) { port in
            let head = "HEAD / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
            return try Self.connection(to: port, sending: head).receiveAll()
        }
        #expect(RawReply(reply)?.status == 200)
    }

    @Test func keepsADownloadThatPauses() async throws {
        let reply = try await withServer(shortLimits) { port in
            let request = Self.request("/large.mp4", to: port)
            let connection = try Self.connection(to: port, sending: request)
            let start = connection.receive(1 << 10) ?? []
            sleep(3)
            return connection.receiveAll().map { start + $0 }
        }
        #expect(RawReply(reply)?.body == large)
    }

    @Test func letsConnectionsWaitWhileAllAreBusy() async throws {
        var limits = ServerLimits()
        limits.maximumConnections = 4
        let (waited, status) = try await withServer(limits) { port in
            let long = Self.request("/large.mp4", to: port, isLast: false)
            var busy = try (0..<5).map { _ in try Self.connection(to: port, sending: long) }
            let open = busy.prefix(3).filter { $0.receive(1 << 10)?.isEmpty == false }
            let next = try Self.connection(to: port, sending: Self.request(to: port))
            usleep(500_000)
            let waited = next.isClosed == false && open.count == 3
            busy = []
            return (waited, RawReply(next.receiveAll())?.status)
        }
        #expect(waited && status == 200)
    }

    @Test func closesConnectionsThatStopReading() async throws {
        // A sparse file, larger than all buffers of the system, and not so large that it is refused.
        let size = 64 << 20
        #expect(truncate(try folder.write("", to: "site/huge.mp4"), size) == 0)
        var limits = ServerLimits()
        limits.writeTimeout = .seconds(1)
        let received = try await withServer(limits) { port in
            let request = Self.request("/huge.mp4", to: port, isLast: false)
            let connection = try Self.connection(to: port, sending: request)
            sleep(4)
            var count = 0
            while let part = connection.receive(1 << 20), !part.isEmpty, count < size {
                count += part.count
            }
            return count
        }
        #expect(received > 0 && received < size)
    }

    @Test func keepsDownloadsWithPausesBelowTheLimit() async throws {
        var limits = shortLimits
        limits.writeTimeout = .seconds(3)
        let reply = try await withServer(limits) { port in
            let request = Self.request("/large.mp4", to: port)
            let connection = try Self.connection(to: port, sending: request)
            var bytes: [UInt8] = []
            var nextPause = 0
            while let part = connection.receive(256 << 10), !part.isEmpty {
                bytes += part
                guard bytes.count >= nextPause else { continue }
                nextPause += 4 << 20
                usleep(800_000)
            }
            return RawReply(bytes)
        }
        #expect(reply?.body == large)
    }

    @Test func completesRepliesToSlowHalfClosedClients() throws {
        let server = try ServerProgram(folder.path + "/site")
        let request = Self.request("/large.mp4", to: server.port, isLast: false)
        let connection = try Self.connection(to: server.port, sending: request)
        connection.finishSending()
        var bytes: [UInt8] = []
        while let part = connection.receive(256 << 10), !part.isEmpty {
            bytes += part
            usleep(2_000)
        }
        #expect(RawReply(bytes)?.body == large)
    }

    @Test func ignoresRequestsAfterTheLast() async throws {
        var limits = shortLimits
        limits.maximumConnections = 4
        let status = try await withServer(limits) { port in
            let request = Self.request(to: port)
            let connections = try (0..<8).map { _ in
                try Self.connection(to: port, sending: request + request)
            }
            let next = try Self.connection(to: port, sending: request)
            return withExtendedLifetime(connections) { RawReply(next.receiveAll())?.status }
        }
        #expect(status == 200)
    }

    @Test func servesWithFewFileDescriptors() throws {
        let server = try ServerProgram(folder.path + "/site", preparation: "ulimit -n 24")
        let connections = try (0..<60).map { _ in try RawConnection(port: server.port) }
        #expect(try server.get("/large.mp4")?.body == large)
        withExtendedLifetime(connections) {}
    }

    @Test func reportsTooFewFileDescriptors() throws {
        let server = try ServerProgram(folder.path + "/site", preparation: "ulimit -n 12")
        #expect(
            server.firstLine
                == "failed Too few file descriptors (12) to run a server. Raise the limit with ulimit -n"
        )
    }

    private static let prlimit = "/usr/bin/prlimit"

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: prlimit),
            "needs prlimit to lower a limit of a running program"))
    func survivesAShortageOfFileDescriptors() throws {
        let server = try ServerProgram(folder.path + "/site")
        #expect(try server.get()?.status == 200)
        let lowered = try FinishedProgram(
            Self.prlimit, arguments: ["--pid", String(server.processIdentifier), "--nofile=24:"])
        #expect(lowered.status == 0)
        let connections = try (0..<60).map { _ in try RawConnection(port: server.port) }
        #expect(
            server.readLine()
                == "warning connections have to wait: Too many open files; raise the limit with ulimit -n"
        )
        #expect(try server.get("/large.mp4")?.body == large)
        withExtendedLifetime(connections) {}
        #expect(server.isRunning)
    }

    @Test func reportsAPortInUse() throws {
        let first = try ServerProgram(folder.path + "/site")
        let second = try ServerProgram(folder.path + "/site", port: first.port)
        #expect(
            second.firstLine
                == "failed Port \(first.port) is already in use. Choose another with --port")
        #expect(try first.get()?.status == 200)
    }
}
