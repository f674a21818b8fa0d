import BuildPipeline
import BuildTestSupport
import LocalFiles
import TestSupport
import Testing

/// Runs with damaged or lost records, which give the same bytes as a run from nothing.
@Suite(.tags(.acceptance))
struct DamagedRecordsTests {
    let build = NotebookBuild()

    @Test(arguments: ["build-cache", "build-record"])
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

    /// Attachments are read only when a file is made from them; damage is noticed then.
    @Test func buildsCorrectlyWithDamagedAttachments() throws {
        try build.addNotes(0..<100)
        build.settle()
        try build.run()
        let path = build.output + "/.notebinder/build-cache"
        var cache = try LocalFiles.read(path)
        let line = try #require(cache.firstRange(of: Array("\"title\":\"Note 7\"".utf8)))
        cache[line.upperBound - 2] = UInt8(ascii: "8")
        try LocalFiles.replace(path, bytes: cache)
        for name in ["notebook.json", "notes.ndjson"] {
            try LocalFiles.remove(build.output + "/json/" + name)
        }
        #expect(try build.outcome(build.options).cacheCounts["json"]?.computed == 0)
        try build.expectSameAsFromNothing("damaged lines of JSON") { _ in }
    }

    @Test func removesTheCacheOfEarlierVersions() throws {
        try build.addNotes(0..<1)
        try build.run()
        let old = ["", "-journal"].map { build.output + "/.notebinder/state.sqlite" + $0 }
        for path in old { try LocalFiles.replace(path, bytes: Array("hidden words".utf8)) }
        try build.addNotes(0..<1, body: "another text")
        try build.run { $0.isDry = true }
        #expect(try old.allSatisfy { try LocalFiles.status($0) != nil })
        try build.run()
        #expect(try old.allSatisfy { try LocalFiles.status($0) == nil })
    }
}
