import NIOCore
import Platform

/// Decides when a server accepts the next connection.
///
/// While all connections are busy, or the system is short of file descriptors, new ones wait in
/// the queue of the listening socket.
final class AcceptGate: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    private let connections: OpenConnections
    private let warn: @Sendable (String) -> Void
    private var isPaused = false
    /// The earliest time of the next warning, one minute after the last one.
    private var nextWarning = NIODeadline.distantPast

    private static let pause = TimeAmount.milliseconds(100)
    private static let warningInterval = TimeAmount.minutes(1)

    init(_ connections: OpenConnections, warn: @escaping @Sendable (String) -> Void) {
        (self.connections, self.warn) = (connections, warn)
    }

    func read(context: ChannelHandlerContext) {
        guard !isPaused else { return }
        guard connections.hasRoom else { return pause(context) }
        context.read()
    }

    /// Handles a failed `accept`, which the server survives. An error that closes the listening
    /// socket ends the server when the channel becomes inactive.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let code = (error as? IOError)?.errnoCode,
            [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
        {
            connections.shrink()
            report(code)
        }
        pause(context)
    }

    private func report(_ code: Int32) {
        guard NIODeadline.now() >= nextWarning else { return }
        nextWarning = .now() + Self.warningInterval
        let advice = code == EMFILE ? "; raise the limit with ulimit -n" : ""
        warn("connections have to wait: \(String(cString: strerror(code)))\(advice)")
    }

    private func pause(_ context: ChannelHandlerContext) {
        guard !isPaused else { return }
        isPaused = true
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isPaused = false
            self.read(context: context)
        }
    }
}
