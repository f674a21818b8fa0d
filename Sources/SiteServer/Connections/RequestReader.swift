import NIOCore
import NIOHTTP1

/// The outcome of reading a request: its head, or the reason why it is refused.
enum ReceivedRequest: Sendable {
    /// A complete request without its body; `isLast` if the connection is closed after the reply.
    case request(HTTPRequestHead, hasBody: Bool, isLast: Bool)
    case refused(RequestRefusal)
}

/// Joins the parts of requests, and closes connections whose client takes too long to send one.
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
    private var head: HTTPRequestHead?
    private var isFinished = false
    /// The number of requests whose replies have not been sent completely.
    private var unanswered = 0
    private var expiry: Scheduled<Void>?

    init(_ connections: OpenConnections, clientState: ClientState, timeout: TimeAmount) {
        self.connections = connections
        self.clientState = clientState
        self.timeout = timeout
    }

    func channelActive(context: ChannelHandlerContext) {
        startTimer(context)
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
        case .head(let head) where Self.announcesBody(head.headers):
            isFinished = true
            deliver(.request(head, hasBody: true, isLast: true), context: context)
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            self.head = nil
            // The parser stops after a request to change the protocol.
            isFinished = !head.isKeepAlive || head.headers.contains(name: "Upgrade")
            deliver(.request(head, hasBody: false, isLast: isFinished), context: context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let refusal = RequestRefusal(error) else { return context.fireErrorCaught(error) }
        guard !isFinished else { return }
        isFinished = true
        deliver(.refused(refusal), context: context)
    }

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
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
        startTimer(context)
    }

    private func startTimer(_ context: ChannelHandlerContext) {
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
