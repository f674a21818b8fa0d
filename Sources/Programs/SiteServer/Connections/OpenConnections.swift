import NIOCore
import Synchronization

/// The open connections of a server, up to a maximum number.
///
/// At the maximum, a new connection replaces the one that has been idle longest, that is, without a
/// request being answered. A client that opens connections and sends nothing cannot keep others
/// out.
final class OpenConnections: Sendable {
    private struct State {
        /// The number of connections that are let in without closing another; lower after a
        /// shortage.
        var capacity: Int
        var open: Set<ObjectIdentifier> = []
        /// The connections without a request, numbered in the order in which they became idle.
        var idle: [ObjectIdentifier: (number: Int, channel: any Channel)] = [:]
        var nextNumber = 0

        mutating func markIdle(_ channel: any Channel) {
            guard open.contains(ObjectIdentifier(channel)) else { return }
            idle[ObjectIdentifier(channel)] = (nextNumber, channel)
            nextNumber += 1
        }

        mutating func takeLongestIdle() -> (any Channel)? {
            guard let longest = idle.min(by: { $0.value.number < $1.value.number }) else {
                return nil
            }
            idle[longest.key] = nil
            open.remove(longest.key)
            return longest.value.channel
        }
    }

    private let state: Mutex<State>

    /// The lowest capacity after a shortage of file descriptors: with less, a browser would have to
    /// wait for its own connections.
    private static let minimumCapacity = 8

    /// Creates an empty set of connections.
    ///
    /// - Parameter maximum: The largest number of open connections, at least 2.
    init(maximum: Int) {
        // One connection can exceed the capacity: it was let in while another, now busy, was idle.
        state = Mutex(State(capacity: maximum - 1))
    }

    /// True if another connection can be accepted, now or by closing an idle one.
    var hasRoom: Bool {
        state.withLock { $0.open.count < $0.capacity || !$0.idle.isEmpty }
    }

    /// Adds a new connection, which is idle, and closes another if there are too many.
    func add(_ channel: any Channel) {
        let replaced = state.withLock { state in
            let replaced = state.open.count >= state.capacity ? state.takeLongestIdle() : nil
            state.open.insert(ObjectIdentifier(channel))
            state.markIdle(channel)
            return replaced
        }
        replaced?.close(promise: nil)
    }

    /// Removes a connection that has been closed by either side. Does nothing if it was replaced
    /// already.
    func remove(_ channel: any Channel) {
        state.withLock {
            $0.open.remove(ObjectIdentifier(channel))
            $0.idle[ObjectIdentifier(channel)] = nil
        }
    }

    /// Notes that all requests of a connection have been answered, so that a new connection may
    /// replace it.
    func markIdle(_ channel: any Channel) {
        state.withLock { $0.markIdle(channel) }
    }

    /// Notes that a request has arrived, which protects the connection until the reply has been
    /// sent.
    func markBusy(_ channel: any Channel) {
        state.withLock { $0.idle[ObjectIdentifier(channel)] = nil }
    }

    /// Adapts to a shortage of file descriptors: halves the number of connections from now on, and
    /// closes idle ones down to it. That leaves file descriptors for the files that are sent.
    func shrink() {
        let closed = state.withLock { state in
            state.capacity = min(state.capacity, max(state.open.count / 2, Self.minimumCapacity))
            let surplus = max(state.open.count - state.capacity, 1)
            return (0..<surplus).compactMap { _ in state.takeLongestIdle() }
        }
        for channel in closed { channel.close(promise: nil) }
    }
}
