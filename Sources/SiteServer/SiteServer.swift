import NIOCore
import NIOPosix

/// A web server that shows a site to the browsers of this machine and reloads open pages when the
/// site is published again.
///
/// It listens on the loopback interface only.
package struct SiteServer: Sendable {
    private let folder: ServedFolder
    private let port: UInt16
    private let limits: ServerLimits

    /// - Parameters:
    ///   - folder: The folder of the published site.
    ///   - port: The port to listen on; 0 for any that is free.
    ///   - limits: The limits put on clients.
    package init(folder: String, port: UInt16, limits: ServerLimits = ServerLimits()) {
        self.folder = ServedFolder(folder)
        self.port = port
        self.limits = limits
    }

    /// Answers requests until the task is cancelled.
    ///
    /// - Parameters:
    ///   - warn: Receives a message when the operating system keeps the server from accepting
    ///     connections for some time.
    ///   - isReady: Receives the port as soon as connections can be made.
    /// - Throws: ``SiteServerError``.
    package func run(
        warn: @escaping @Sendable (String) -> Void = { _ in },
        isReady: @Sendable (UInt16) -> Void
    ) async throws {
        let limits = try limits.fittedToDescriptors()
        // Everything runs on one thread, which is plenty for the browsers of one machine.
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await serve(on: group, limits: limits, warn: warn, isReady: isReady))
        } catch is CancellationError {
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await group.shutdownGracefully()
        try result.get()
    }

    private func serve(
        on group: MultiThreadedEventLoopGroup, limits: ServerLimits,
        warn: @escaping @Sendable (String) -> Void, isReady: @Sendable (UInt16) -> Void
    ) async throws {
        let listener = try await listen(on: group, limits: limits, warn: warn)
        isReady(UInt16(listener.channel.localAddress?.port ?? Int(port)))
        try await listener.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { tasks in
                for try await connection in connections {
                    tasks.addTask { await connection.answerRequests(from: folder) }
                }
            }
        }
        guard Task.isCancelled else { throw SiteServerError.stopped }
    }

    private func listen(
        on group: MultiThreadedEventLoopGroup, limits: ServerLimits,
        warn: @escaping @Sendable (String) -> Void
    ) async throws -> NIOAsyncChannel<Connection, Never> {
        let connections = OpenConnections(maximum: limits.maximumConnections)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // More than one at a time would pass the maximum of connections.
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptGate(connections, warn: warn))
                }
            }
            // A client may close its side after its request, and still wait for the reply.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
        do {
            return try await bootstrap.bind(host: "127.0.0.1", port: Int(port)) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try Connection(channel, among: connections, limits: limits)
                }
            }
        } catch let error as IOError {
            throw SiteServerError(listeningOn: port, code: error.errnoCode)
        }
    }
}
