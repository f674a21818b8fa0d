import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import SiteServer

/// The bookkeeping of connections, on channels without sockets.
@Suite(.tags(.fast))
struct OpenConnectionsTests {
    /// Returns open channels.
    private func channels(_ count: Int) throws -> [EmbeddedChannel] {
        try (0..<count).map { _ in
            let channel = EmbeddedChannel()
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            return channel
        }
    }

    @Test func replacesTheConnectionThatHasBeenIdleForLongest() throws {
        let connections = OpenConnections(maximum: 4)
        let open = try channels(4)
        for channel in open.prefix(3) { connections.add(channel) }
        // The first one becomes the last to have been idle.
        connections.markBusy(open[0])
        connections.markIdle(open[0])
        #expect(connections.hasRoom)
        connections.add(open[3])
        #expect(open.map(\.isActive) == [true, false, true, true])
    }

    @Test func hasNoRoomWhileAllAreBusy() throws {
        let connections = OpenConnections(maximum: 3)
        let open = try channels(2)
        for channel in open {
            connections.add(channel)
            connections.markBusy(channel)
        }
        #expect(!connections.hasRoom)
        connections.markIdle(open[1])
        #expect(connections.hasRoom)
        connections.markBusy(open[1])
        connections.remove(open[0])
        #expect(connections.hasRoom)
        let active = open.map(\.isActive)
        #expect(active == [true, true])
    }

    @Test func neverClosesABusyConnection() throws {
        let connections = OpenConnections(maximum: 3)
        let open = try channels(6)
        for channel in open.prefix(2) {
            connections.add(channel)
            connections.markBusy(channel)
        }
        for channel in open.dropFirst(2) { connections.add(channel) }
        connections.shrink()
        #expect(open.prefix(2).allSatisfy { $0.isActive })
    }

    @Test func forgetsAConnectionThatWasClosed() throws {
        let connections = OpenConnections(maximum: 3)
        let open = try channels(2)
        connections.add(open[0])
        connections.remove(open[0])
        // A reply may be finished after the connection was closed.
        connections.markIdle(open[0])
        connections.add(open[1])
        connections.markBusy(open[1])
        #expect(connections.hasRoom)
        connections.shrink()
        #expect(open[0].isActive)
    }

    @Test func halvesTheNumberOfConnectionsInAShortage() throws {
        let connections = OpenConnections(maximum: 41)
        let open = try channels(41)
        for channel in open.prefix(40) { connections.add(channel) }
        connections.shrink()
        // The oldest were closed, and another one takes the place of an idle one.
        #expect(open.prefix(20).allSatisfy { !$0.isActive })
        #expect(open[20..<40].allSatisfy { $0.isActive })
        connections.add(open[40])
        #expect(open.count { $0.isActive } == 20)
    }

    /// A browser alone opens six.
    @Test func keepsEnoughConnectionsForABrowser() throws {
        let connections = OpenConnections(maximum: 41)
        let open = try channels(12)
        for channel in open { connections.add(channel) }
        for _ in 0..<3 { connections.shrink() }
        #expect(open.count { $0.isActive } < 12)
        let others = try channels(20)
        for channel in others { connections.add(channel) }
        #expect((open + others).count { $0.isActive } == 8)
    }
}
