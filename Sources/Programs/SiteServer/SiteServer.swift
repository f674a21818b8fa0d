import NIOCore
import NIOPosix
import Platform

/// A web server for browsers on this machine. It serves a published site, for example.
///
/// It listens on the loopback interface, and on other interfaces only if their addresses are given.
package struct SiteServer: Sendable {
    private let handler: any RequestHandler
    private let port: UInt16
    private let addresses: [String]
    private let limits: ServerLimits

    /// - Parameters:
    ///   - handler: Answers the requests.
    ///   - port: The port to listen on; 0 for any that is free.
    ///   - addresses: The addresses of this machine to listen on besides 127.0.0.1 and ::1.
    ///   - limits: The limits put on clients.
    package init(
        _ handler: any RequestHandler, port: UInt16, addresses: [String] = [],
        limits: ServerLimits = ServerLimits()
    ) {
        (self.handler, self.port, self.addresses, self.limits) = (handler, port, addresses, limits)
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
        let connections = OpenConnections(maximum: limits.maximumConnections)
        let bootstrap = bootstrap(on: group, connections: connections, warn: warn)
        var listeners: [Listener] = []
        var port = port
        for address in ["127.0.0.1", "::1"] + addresses {
            do {
                // Looking up a host fails for addresses of a family that is switched off.
                let place = try SocketAddress(ipAddress: address, port: Int(port))
                let listener = try await bootstrap.bind(to: place) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try Connection(
                            channel, among: connections, limits: limits, handler: handler)
                    }
                }
                listeners.append(listener)
                port = UInt16(listener.channel.localAddress?.port ?? Int(port))
            } catch let error as IOError
                where address == "::1" && [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode)
            {
                // This machine has no IPv6.
            } catch let error as IOError {
                for listener in listeners { try? await listener.executeThenClose { _ in } }
                throw SiteServerError(listeningOn: port, code: error.errnoCode)
            }
        }
        isReady(port)
        try await withThrowingTaskGroup { tasks in
            for listener in listeners {
                tasks.addTask { try await Self.answerConnections(of: listener) }
            }
            // Each ends with the server.
            try await tasks.next()
            tasks.cancelAll()
        }
        guard Task.isCancelled else { throw SiteServerError(description: "The server has stopped") }
    }

    private typealias Listener = NIOAsyncChannel<Connection, Never>

    private static func answerConnections(of listener: Listener) async throws {
        try await listener.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { tasks in
                for try await connection in connections {
                    tasks.addTask { await connection.answerRequests() }
                }
            }
        }
    }

    private func bootstrap(
        on group: MultiThreadedEventLoopGroup, connections: OpenConnections,
        warn: @escaping @Sendable (String) -> Void
    ) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // Accepting several at once could exceed the maximum number of connections.
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptGate(connections, warn: warn))
                }
            }
            // A client may close its side after its request, and still wait for the reply.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
    }
}
