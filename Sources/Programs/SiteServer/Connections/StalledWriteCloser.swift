import NIOCore

/// Closes a connection whose client has stopped reading: bytes are waiting to be sent, but no write
/// has completed for some time.
final class StalledWriteCloser: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let timeout: TimeAmount
    /// The number of writes that the operating system has not taken completely.
    private var pending = 0
    private var expiry: Scheduled<Void>?

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        expiry?.cancel()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.assumeIsolated().whenComplete { _ in self.finishWrite(context) }
        pending += 1
        if pending == 1 { restartTimer(context) }
        context.write(data, promise: written)
    }

    private func finishWrite(_ context: ChannelHandlerContext) {
        pending -= 1
        restartTimer(context)
    }

    private func restartTimer(_ context: ChannelHandlerContext) {
        expiry?.cancel()
        expiry = nil
        guard pending > 0, context.channel.isActive else { return }
        let channel = context.channel
        expiry = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    }
}
