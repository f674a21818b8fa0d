import Foundation
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import SiteServer

/// The moments at which a server accepts connections, with a clock that only the test moves.
@Suite(.tags(.fast))
struct AcceptGateTests {
    /// Counts the reads that reach the listening socket, and collects the warnings.
    private final class Record: Sendable {
        let reads = Atomic(0)
        let warnings = Mutex<[String]>([])
    }

    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = Never
        private let record: Record

        init(_ record: Record) { self.record = record }

        func read(context: ChannelHandlerContext) {
            record.reads.wrappingAdd(1, ordering: .relaxed)
        }
    }

    private let record = Record()
    private let connections = OpenConnections(maximum: 2)
    private let listener: EmbeddedChannel

    init() throws {
        listener = EmbeddedChannel()
        try listener.pipeline.syncOperations.addHandler(ReadCounter(record))
        let gate = AcceptGate(connections) { [record] warning in
            record.warnings.withLock { $0.append(warning) }
        }
        try listener.pipeline.syncOperations.addHandler(gate)
    }

    private var reads: Int { record.reads.load(ordering: .relaxed) }

    @Test func acceptsWhileThereIsRoom() {
        listener.pipeline.read()
        listener.pipeline.read()
        #expect(reads == 2)
    }

    @Test func triesAgainUntilAConnectionIsDone() {
        let busy = EmbeddedChannel()
        connections.add(busy)
        connections.markBusy(busy)
        listener.pipeline.read()
        listener.pipeline.read()
        listener.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(reads == 0)
        connections.remove(busy)
        listener.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(reads == 1)
    }

    @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func warnsOnceAndPausesDuringAShortage(code: Int32) {
        for _ in 0..<3 {
            listener.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
        }
        let warnings = record.warnings.withLock { $0 }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains(String(cString: strerror(code))) == true)
        #expect(warnings.first?.contains("ulimit") == (code == EMFILE))
        listener.pipeline.read()
        #expect(reads == 0)
        listener.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(reads == 1)
    }

    @Test func survivesAnAbortedConnection() {
        listener.pipeline.fireErrorCaught(IOError(errnoCode: ECONNABORTED, reason: "accept"))
        #expect(record.warnings.withLock { $0 }.isEmpty)
        listener.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(reads == 1)
    }
}
