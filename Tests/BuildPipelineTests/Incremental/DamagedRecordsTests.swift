import BuildTestSupport
import FileFormats
import LocalFiles
import TestSupport
import Testing

/// Runs with damaged or lost records, which give the same bytes as a run from nothing.
@Suite(.tags(.acceptance))
struct DamagedRecordsTests {
    let build = NotebookBuild()

    @Test(arguments: ["state.sqlite", "build-record"])
    func buildsCorrectlyWithDamagedRecords(_ name: String) throws {
        try addEverything(to: build)
        build.settle()
        try build.run()
        let path = build.output + "/.notebinder/" + name
        let whole = try LocalFiles.read(path)
        let flipped = (3..<6).map { round in
            var damaged = whole
            for place in stride(from: 40 * round, to: whole.count, by: 97) {
                damaged[place] ^= 0x55
            }
            return damaged
        }
        let ways = [[], Array("rubbish".utf8), Array(whole.prefix(whole.count / 2))] + flipped
        for (round, damaged) in ways.enumerated() {
            try LocalFiles.replace(path, bytes: damaged)
            try build.add("new.data", title: "New \(round)", body: "round \(round)")
            try build.run()
            try build.expectSameAsFromNothing("\(name), damaged in way \(round)") { _ in }
        }
        try LocalFiles.remove(path)
        try build.run()
        try build.expectSameAsFromNothing("\(name) lost") { _ in }
    }

    /// SQLite has no checksums, so that damage can put any number into a row.
    @Test(arguments: [("entries", 4), ("attachments", 3)])
    func replacesACacheWithImpossibleNumbers(_ table: String, columns: Int) throws {
        try build.addNotes(0..<1)
        try build.run()
        let path = build.output + "/.notebinder/state.sqlite"
        let bytes = try LocalFiles.read(path)
        #expect(Array(bytes[16..<18]) == [0x40, 0], "pages of 16 kB")
        let version = Int(bytes[60..<64].reduce(0) { $0 << 8 | UInt32($1) })
        let marks = Array(repeating: "?", count: columns).joined(separator: ", ")
        let blobs = Array(repeating: SQLiteValue.data([]), count: columns - 1)
        try SQLiteStore(path, version: version, tables: []).make([
            SQLiteStore.Change(
                "INSERT INTO \(table) VALUES (\(marks))",
                rows: [[.integer(9_000_000_000_000_000_000)] + blobs])
        ])
        for round in 0..<2 {
            try build.addNotes(0..<1, body: "round \(round)")
            try build.run()
            try build.expectSameAsFromNothing("round \(round)") { _ in }
        }
    }
}
