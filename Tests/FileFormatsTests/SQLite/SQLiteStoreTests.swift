import Dispatch
import FileFormats
import Synchronization
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct SQLiteStoreTests {
    private static let size = 20_000

    private let folder = TemporaryFolder()
    private let store: SQLiteStore

    init() throws {
        store = try SQLiteStore(
            folder.path + "/store.sqlite", version: 1,
            tables: ["CREATE TABLE entries (id INTEGER PRIMARY KEY, value BLOB)"])
    }

    /// Makes a change of more pages than the writer's cache has, so that it begins to write before
    /// the change is complete.
    private func add(_ batch: Int) throws {
        try store.make([
            SQLiteStore.Change(
                "INSERT INTO entries (id, value) VALUES (?, ?)",
                rows: (0..<100).map {
                    [
                        .integer(Int64(batch * 100 + $0)),
                        .data(Array(repeating: UInt8(batch), count: Self.size)),
                    ]
                })
        ])
    }

    @Test(.timeLimit(.minutes(2))) func readsConcurrentlyDuringWrites() throws {
        try add(0)
        let batches = Atomic(1)
        let faults = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            do {
                if thread == 0 {
                    for batch in 1..<20 {
                        try add(batch)
                        batches.store(batch + 1, ordering: .releasing)
                    }
                }
                for round in 0..<200 {
                    let batch = (round * 7 + thread) % batches.load(ordering: .acquiring)
                    var found: [[UInt8]] = []
                    try store.forEachRow(
                        "SELECT value FROM entries WHERE id = ?",
                        values: [.integer(Int64(batch * 100 + round % 100))]
                    ) { found.append($0.data(0)) }
                    if found != [Array(repeating: UInt8(batch), count: Self.size)] {
                        faults.withLock { $0.append("\(batch) holds \(found.count) others") }
                    }
                }
            } catch {
                faults.withLock { $0.append("\(error)") }
            }
        }
        #expect(faults.withLock(\.self) == [])
    }

    @Test func rollsBackIfAChangeFails() throws {
        try add(0)
        #expect(throws: SQLiteError.self) {
            try store.make([
                SQLiteStore.Change("DELETE FROM entries"),
                SQLiteStore.Change("INSERT INTO missing VALUES (1)"),
            ])
        }
        var count = 0
        try store.forEachRow("SELECT id FROM entries") { _ in count += 1 }
        #expect(count == 100)
    }
}
