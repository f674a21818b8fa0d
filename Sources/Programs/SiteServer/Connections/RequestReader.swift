import NIOCore
import NIOHTTP1

/// The outcome of reading a request: the request, or the reason why it is refused.
enum ReceivedRequest: Sendable {
    /// A complete request; `isLast` if the connection is closed after the reply.
    case request(ServedRequest, isLast: Bool)
    case refused(RequestRefusal)
}

/// The event by which ``RequestReader`` tells the handlers before it that all further bytes of the
/// connection are discarded.
struct RequestsFinished {}

/// Joins the parts of requests, and closes connections whose client takes too long to send one.
///
/// A request with a body is the last one of its connection: a mistake about where the body ends
/// cannot turn part of it into another request.
///
/// Everything after the last request of a connection is discarded. The client then has as much time
/// to close the connection as it would have to send another request.
final class RequestReader: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = ReceivedRequest
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connections: OpenConnections
    private let clientState: ClientState
    private let timeout: TimeAmount
    /// The time that a client has to send a body.
    private let bodyTimeout: TimeAmount
    /// Returns the largest length of the body of a request in bytes; nil if it is not read.
    private let maximumBodyLength: (ServedRequest) -> Int?
    private var request: ServedRequest?
    /// The body of the current request so far; nil if it has none.
    private var body: ByteBuffer?
    private var isKeptAlive = true
    private var isFinished = false
    /// The number of requests whose replies have not been sent completely.
    private var unanswered = 0
    private var expiry: Scheduled<Void>?

    init(
        _ connections: OpenConnections, clientState: ClientState, timeout: TimeAmount,
        bodyTimeout: TimeAmount = .seconds(60),
        maximumBodyLength: @escaping (ServedRequest) -> Int? = { _ in nil }
    ) {
        self.connections = connections
        self.clientState = clientState
        self.timeout = timeout
        self.bodyTimeout = bodyTimeout
        self.maximumBodyLength = maximumBodyLength
    }

    func channelActive(context: ChannelHandlerContext) {
        restartTimer(context, timeout: timeout)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        expiry?.cancel()
        clientState.markClosed()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { clientState.markClosed() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isFinished else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context: context)
        case .body(var part): body?.writeBuffer(&part)
        case .end:
            guard var request else { return }
            self.request = nil
            if let body { request.body = .bytes(Array(body.readableBytesView)) }
            isFinished = body != nil || !isKeptAlive
            body = nil
            if isFinished { discardTheRest(context) }
            deliver(.request(request, isLast: isFinished), context: context)
        }
    }

    private func begin(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
        var request = ServedRequest(head, port: context.channel.localAddress?.port ?? 0)
        // The parser stops after a request to change the protocol.
        isKeptAlive = head.isKeepAlive && !head.headers.contains(name: "Upgrade")
        guard Self.announcesBody(head.headers) else { return self.request = request }
        // A body of unknown length is not read (RFC 9112, section 6.3).
        let length =
            head.headers.contains(name: "Transfer-Encoding")
            ? nil : head.headers.first(name: "Content-Length").flatMap { Int($0) }
        guard let length, let maximum = maximumBodyLength(request), length <= maximum else {
            request.body = .unread
            isFinished = true
            discardTheRest(context)
            return deliver(.request(request, isLast: true), context: context)
        }
        self.request = request
        body = context.channel.allocator.buffer(capacity: min(length, 1 << 20))
        restartTimer(context, timeout: bodyTimeout)
    }

    private func discardTheRest(_ context: ChannelHandlerContext) {
        context.triggerUserOutboundEvent(RequestsFinished(), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let refusal = RequestRefusal(error) else { return context.fireErrorCaught(error) }
        guard !isFinished else { return }
        isFinished = true
        deliver(.refused(refusal), context: context)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        let sent = promise ?? context.eventLoop.makePromise()
        sent.futureResult.assumeIsolated().whenComplete { _ in self.finishReply(context) }
        context.write(data, promise: sent)
    }

    private func deliver(_ received: ReceivedRequest, context: ChannelHandlerContext) {
        unanswered += 1
        expiry?.cancel()
        connections.markBusy(context.channel)
        context.fireChannelRead(wrapInboundOut(received))
    }

    private func finishReply(_ context: ChannelHandlerContext) {
        unanswered -= 1
        guard unanswered == 0, context.channel.isActive else { return }
        connections.markIdle(context.channel)
        restartTimer(context, timeout: timeout)
    }

    private func restartTimer(_ context: ChannelHandlerContext, timeout: TimeAmount) {
        expiry?.cancel()
        let channel = context.channel
        expiry = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    }

    /// Returns true if the headers announce a body (RFC 9112, section 6). The parser refuses
    /// contradictory ones.
    private static func announcesBody(_ headers: HTTPHeaders) -> Bool {
        headers.contains(name: "Transfer-Encoding")
            || headers["Content-Length"].contains { $0 != "0" }
    }
}

extension ServedRequest {
    fileprivate init(_ head: HTTPRequestHead, port: Int) {
        self.init(
            method: head.method.rawValue, target: head.uri,
            headers: head.headers.map { ($0.name, $0.value) }, port: port)
    }
}
