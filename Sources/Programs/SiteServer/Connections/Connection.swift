import LocalFiles
import NIOCore
import NIOHTTP1
import Synchronization

/// A flag that is set when a client has closed its side of a connection.
final class ClientState: Sendable {
    private let closed = Atomic(false)

    var isClosed: Bool { closed.load(ordering: .relaxed) }

    func markClosed() {
        closed.store(true, ordering: .relaxed)
    }
}

/// A connection to a client, on which requests are answered one after the other.
struct Connection: Sendable {
    typealias Outbound = NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

    private let channel: NIOAsyncChannel<ReceivedRequest, HTTPServerResponsePart>
    private let client: ClientState
    private let handler: any RequestHandler

    /// The number of bytes that are read from a file, and passed to the channel, at a time.
    private static let chunkSize = 64 << 10

    /// Sets up the handlers of a channel that has just been accepted, and adds it to the open
    /// connections; called on its event loop.
    ///
    /// - Parameter handler: Answers the requests of the connection.
    init(
        _ channel: any Channel, among connections: OpenConnections, limits: ServerLimits,
        handler: any RequestHandler
    ) throws {
        self.handler = handler
        client = ClientState()
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(StalledWriteCloser(timeout: TimeAmount(limits.writeTimeout)))
        try pipeline.addHandler(RequestHeadLimiter(limits))
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false)
        try pipeline.addHandler(
            RequestReader(
                connections, clientState: client, timeout: TimeAmount(limits.requestTimeout),
                bodyTimeout: TimeAmount(limits.bodyTimeout),
                maximumBodyLength: { handler.maximumBodyLength(of: $0) }))
        self.channel = try NIOAsyncChannel(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        connections.add(channel)
        // A server that is stopping may not take the connection. It must stay whole until it is
        // closed: NIO ends the process if an open one is released.
        channel.closeFuture.whenComplete { [own = self.channel] _ in
            withExtendedLifetime(own) { connections.remove(channel) }
        }
    }

    /// Answers requests until the client leaves, a request is refused, or the task is cancelled.
    func answerRequests() async {
        // An error means that the connection is closed, so that no message can be sent.
        try? await channel.executeThenClose { inbound, outbound in
            var requests = inbound.makeAsyncIterator()
            while let request = try await requests.next() {
                guard try await answer(request, outbound: outbound) else { break }
            }
            // Closing a connection to which the client is still sending would make the system
            // reset it, and the client lose the reply: the client closes it, or runs out of time.
            outbound.finish()
            while try await requests.next() != nil {}
        }
    }

    /// Answers one request and waits until the whole reply has been sent.
    ///
    /// - Returns: True if another request may follow on the connection.
    /// - Throws: An error if the connection is closed or a file ends early.
    private func answer(_ received: ReceivedRequest, outbound: Outbound) async throws -> Bool {
        switch received {
        case .request(let request, let isLast):
            let reply = await handler.reply(to: request, isAbandoned: { client.isClosed })
            try await send(reply, keepsOpen: !isLast, outbound: outbound)
            return !isLast
        case .refused(let refusal):
            try await send(refusal.reply, keepsOpen: false, outbound: outbound)
            return false
        }
    }

    private func send(_ reply: ServedReply, keepsOpen: Bool, outbound: Outbound) async throws {
        if case .file(let path, let range) = reply.body {
            let file: OpenFile
            do {
                file = try OpenFile(path)
            } catch {
                return try await send(.unreadable(error), keepsOpen: keepsOpen, outbound: outbound)
            }
            try await outbound.write(.head(Self.head(of: reply, keepsOpen)))
            try await send(range, of: file, outbound: outbound)
        } else {
            try await outbound.write(.head(Self.head(of: reply, keepsOpen)))
            try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: reply.bytes))))
        }
        try await finishReply()
    }

    /// Ends a reply and waits until the operating system has taken all of it, since closing the
    /// channel discards the rest.
    private func finishReply() async throws {
        let channel = channel.channel
        try await withTaskCancellationHandler {
            try await channel.writeAndFlush(HTTPServerResponsePart.end(nil)).get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// Sends a part of a file, as fast as the client reads it, holding one chunk in memory at a
    /// time.
    private func send(
        _ range: Range<Int>, of file: borrowing OpenFile, outbound: Outbound
    ) async throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let bytes = try LocalFiles.read(
                file, count: min(Self.chunkSize, range.upperBound - offset), at: offset)
            guard !bytes.isEmpty else {
                // The length is announced: only a closed connection shows that it was wrong.
                throw FileError(action: "read", path: file.path, code: FileError.cutOff)
            }
            try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
            // The event loop has to see the chunk before it can hold back the next one.
            try await channel.channel.eventLoop.submit {}.get()
            offset += bytes.count
        }
    }

    private static func head(of reply: ServedReply, _ keepsOpen: Bool) -> HTTPResponseHead {
        var headers = HTTPHeaders(reply.headers)
        if reply.status != 304 {
            headers.add(name: "Content-Length", value: "\(reply.body.length)")
        }
        headers.add(name: "Connection", value: keepsOpen ? "keep-alive" : "close")
        return HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: reply.status),
            headers: headers)
    }
}
