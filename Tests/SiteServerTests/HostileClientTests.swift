import TestSupport
import Testing

/// Requests that any page of the web, or a careless client, can send to the server.
@Suite(.tags(.acceptance))
struct HostileClientTests {
    private let folder = TemporaryFolder()
    private let server: ServerProgram
    private let large = [UInt8](repeating: 7, count: 3 << 20)

    init() throws {
        try folder.write("<!doctype html><p>index</p>", to: "site/index.html")
        try folder.write(large, to: "site/large.mp4")
        server = try ServerProgram(folder.path + "/site")
    }

    private static let megabytes = String(repeating: "a", count: 2 << 20)

    @Test(arguments: [
        ("GET /\(megabytes) HTTP/1.1\r\n", 414), ("GET / HTTP/1.1\r\nX: \(megabytes)\r\n", 431),
        ("GET / HTTP/1.1\r\n" + String(repeating: "a:\r\n", count: 300_000), 431),
    ])
    func refusesOversizedHeadsAtOnceAndServesOthers(_ request: String, status: Int) throws {
        let start = ContinuousClock.now
        let other = try RawConnection(port: server.port)
        other.send("GET / HTTP/1.1\r\n\(server.host)")
        let long = try RawConnection(port: server.port)
        long.send(request)
        #expect(RawReply(long.receiveAll())?.status == status)
        other.send("Connection: close\r\n\r\n")
        #expect(RawReply(other.receiveAll())?.status == 200)
        // Most of this time depends on how busy the machine is.
        #expect(start.duration(to: .now) < .seconds(8))
    }

    @Test func acceptsTheLongestLineAndHeaders() throws {
        let name = String(repeating: "a", count: (8 << 10) - "GET / HTTP/1.1".count)
        #expect(try server.get("/" + name)?.status == 404)
        #expect(try server.get("/a" + name)?.status == 414)
        let header = "X: " + String(repeating: "a", count: 60 << 10) + "\r\n"
        let request = "GET / HTTP/1.1\r\n\(server.host)\(header)Connection: close\r\n\r\n"
        #expect(try server.reply(to: request)?.status == 200)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "INVENTED"])
    func refusesOtherMethods(_ method: String) throws {
        let reply = try #require(try server.get(method: method))
        #expect(reply.status == 405 && reply.headers.contains("\r\nAllow: GET, HEAD"))
    }

    @Test(arguments: ["/", "/large.mp4", "/absent"])
    func sendsTheSameContentLengthForHEAD(_ path: String) throws {
        let get = try #require(try server.get(path))
        let head = try #require(try server.get(path, method: "HEAD"))
        #expect(get.length == get.body.count && get.body.count > 0)
        #expect(head.length == get.length && head.body.isEmpty && head.status == get.status)
    }

    @Test func refusesAmbiguousHosts() throws {
        let line = "GET / HTTP/1.1\r\n"
        let twice = "\(line)\(server.host)\(server.host)Connection: close\r\n\r\n"
        #expect(try server.reply(to: twice)?.status == 400)
        #expect(try server.reply(to: "\(line)Connection: close\r\n\r\n")?.status == 400)
        let wrong = "\(line)Host: localhost:\(server.port - 1)\r\nConnection: close\r\n\r\n"
        #expect(try server.reply(to: wrong)?.status == 421)
        let none = "\(line)Host: localhost\r\nConnection: close\r\n\r\n"
        #expect(try server.reply(to: none)?.status == 421)
    }

    @Test(arguments: [
        "Content-Length: 60\r\n", "Transfer-Encoding: chunked\r\n",
        "Content-Length: 0\r\nContent-Length: 60\r\n", "Content-Length: -1\r\n",
        "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 0, 60\r\n",
    ])
    func preventsRequestSmuggling(_ headers: String) throws {
        let hidden = "GET /large.mp4 HTTP/1.1\r\n\(server.host)Connection: close\r\n\r\n"
        let reply = try #require(
            try server.reply(to: "GET / HTTP/1.1\r\n\(server.host)\(headers)\r\n\(hidden)"))
        #expect([400, 413].contains(reply.status))
        #expect(reply.body.count == reply.length)
    }

    @Test func refusesABodyWithoutReadingIt() throws {
        let reply = try server.reply(
            to: "POST / HTTP/1.1\r\n\(server.host)Content-Length: 2097152\r\n\r\n"
                + Self.megabytes)
        #expect(reply?.status == 405)
        // No interim reply asks the client to go on.
        let expecting = try server.reply(
            to: "POST / HTTP/1.1\r\n\(server.host)Content-Length: 5\r\n"
                + "Expect: 100-continue\r\n\r\n")
        #expect(expecting?.status == 405)
    }

    @Test(arguments: [
        "X: a\n", "X: a\rb\r\n", "X: \0\r\n", "X : a\r\n", ": a\r\n", "X: a\r\n b\r\n", "X\r\n",
    ])
    func refusesMalformedHeaders(_ header: String) throws {
        let reply = try server.reply(to: "GET / HTTP/1.1\r\n\(server.host)\(header)\r\n")
        #expect(reply?.status == 400)
    }

    @Test(arguments: [
        "GET /\0 HTTP/1.1\r\n", "GET /a b HTTP/1.1\r\n", "GET / HTTP/1.1\n", "GET /\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\0\0\0", "GET / HTTP/3.0\r\n\r\n",
    ])
    func refusesWhatIsNotARequest(_ text: String) throws {
        let reply = try #require(try server.reply(to: "\(text)\(server.host)\r\n"))
        #expect([400, 405, 505].contains(reply.status))
        #expect(try server.get()?.status == 200)
    }

    @Test func answersPipelinedRequestsInOrder() throws {
        let request = { (path: String) in "GET \(path) HTTP/1.1\r\n\(server.host)\r\n" }
        let connection = try RawConnection(port: server.port)
        connection.send(
            request("/large.mp4") + request("/absent") + "GET /\(Self.megabytes) HTTP/1.1\r\n")
        let first = try #require(RawReply(connection.receiveAll()))
        #expect(first.status == 200 && first.length == large.count)
        let second = try #require(RawReply(Array(first.body.dropFirst(large.count))))
        #expect(second.status == 404)
        let third = try #require(RawReply(Array(second.body.dropFirst(second.length ?? 0))))
        #expect(third.status == 414 && third.body.count == third.length)
    }

    @Test func servesOthersWhileOneClientHoldsManyConnections() throws {
        let connections = try (0..<300).map { _ in try RawConnection(port: server.port) }
        #expect(try server.get()?.status == 200)
        let isClosed = connections.map(\.isClosed)
        // The latest are open, the oldest made room for them and for the one that was answered.
        #expect(isClosed.filter { $0 }.count >= 300 - 256)
        #expect(isClosed.first == true && isClosed.last == false)
    }
}
