import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import SiteServer

/// The handlers of a connection, with a clock that only the test moves.
@Suite(.tags(.fast))
struct ConnectionHandlerTests {
    private func requests(
        timeout: TimeAmount = .seconds(10), maximumBodyLength: Int? = nil
    ) throws -> (channel: EmbeddedChannel, client: ClientState) {
        let client = ClientState()
        let channel = EmbeddedChannel()
        let connections = OpenConnections(maximum: 4)
        connections.add(channel)
        try channel.pipeline.syncOperations.addHandler(
            RequestReader(
                connections, clientState: client, timeout: timeout,
                maximumBodyLength: { _ in maximumBodyLength }))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return (channel, client)
    }

    private func head(
        _ version: HTTPVersion = .http1_1, headers: [(String, String)] = []
    ) -> HTTPServerRequestPart {
        .head(HTTPRequestHead(version: version, method: .GET, uri: "/", headers: .init(headers)))
    }

    private func send(
        _ head: HTTPServerRequestPart, body: Range<UInt8> = 0..<0, to channel: EmbeddedChannel
    ) throws {
        try channel.writeInbound(head)
        for byte in body {
            try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(bytes: [byte])))
        }
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }

    /// Returns the next request; nil if there is none.
    private func request(
        of channel: EmbeddedChannel
    ) throws -> (body: ServedRequest.Body, isLast: Bool)? {
        guard
            case .request(let request, let isLast)? = try channel.readInbound() as ReceivedRequest?
        else { return nil }
        return (request.body, isLast)
    }

    @Test func closesAConnectionThatSendsNothing() throws {
        let (channel, _) = try requests()
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(9999))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test func startsTheIdleTimeoutAfterAReply() throws {
        let (channel, _) = try requests()
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        try send(head(), to: channel)
        // A reply may take as long as it needs.
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func ignoresIncompleteRequests() throws {
        let (channel, _) = try requests()
        try channel.writeInbound(head())
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        #expect(!channel.isActive)
        #expect(try channel.readInbound(as: ReceivedRequest.self) == nil)
    }

    @Test(arguments: [
        ([("Content-Length", "0")], HTTPVersion.http1_1, false, false),
        ([("Content-Length", "5")], .http1_1, true, true),
        ([("Transfer-Encoding", "chunked")], .http1_1, true, true),
        ([("Connection", "close")], .http1_1, false, true),
        ([("Upgrade", "h2c")], .http1_1, false, true), ([], .http1_0, false, true),
        ([("Connection", "keep-alive")], .http1_0, false, false), ([], .http1_1, false, false),
    ])
    func detectsTheLastRequestOfAConnection(
        headers: [(String, String)], version: HTTPVersion, hasBody: Bool, isLast: Bool
    ) throws {
        let (channel, _) = try requests()
        try send(head(version, headers: headers), to: channel)
        let request = try #require(try request(of: channel))
        #expect(request.body == (hasBody ? .unread : .none) && request.isLast == isLast)
        // What follows the last request is not read.
        try send(head(), to: channel)
        let next = try channel.readInbound(as: ReceivedRequest.self)
        #expect((next == nil) == isLast)
    }

    @Test(arguments: [(4, true), (5, false)])
    func readsABodyUpToItsLimit(_ length: UInt8, isRead: Bool) throws {
        let (channel, _) = try requests(maximumBodyLength: 4)
        try send(head(headers: [("Content-Length", "\(length)")]), body: 0..<length, to: channel)
        let request = try #require(try request(of: channel))
        #expect(request.body == (isRead ? .bytes([0, 1, 2, 3]) : .unread) && request.isLast)
    }

    @Test func closesAConnectionWhoseBodyIsTooSlow() throws {
        let (channel, _) = try requests(maximumBodyLength: 4)
        try channel.writeInbound(head(headers: [("Content-Length", "4")]))
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(bytes: [1])))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func reportsTheFirstRefusalOnly() throws {
        let (channel, _) = try requests()
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidVersion)
        guard case .refused(.unknownMethod)? = try channel.readInbound() as ReceivedRequest? else {
            Issue.record("no refusal")
            return
        }
        #expect(try channel.readInbound(as: ReceivedRequest.self) == nil)
    }

    @Test func noticesThatTheClientHasFinishedSending() throws {
        let (channel, client) = try requests()
        #expect(!client.isClosed)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(client.isClosed)
    }

    @Test func discardsInputAfterAnOversizedHead() throws {
        var limits = ServerLimits()
        limits.maximumRequestLine = 8
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(RequestHeadLimiter(limits))
        let accepted = ByteBuffer(string: "GET /\r\n\r\n")
        let bytes = ByteBuffer(string: "GET /\r\n\r\nGET /much-too-long\r\n\r\n")
        #expect(throws: RequestRefusal.requestLineTooLong) { try channel.writeInbound(bytes) }
        #expect(try channel.readInbound(as: ByteBuffer.self) == accepted)
        try channel.writeInbound(ByteBuffer(string: "GET /\r\n\r\n"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
    }

    @Test func closesAConnectionWhoseClientReadsNothing() throws {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(StalledWriteCloser(timeout: .seconds(60)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        // An idle connection is none of its business.
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        channel.write(ByteBuffer(string: "a"), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        channel.flush()
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        channel.write(ByteBuffer(string: "b"), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
    }
}
