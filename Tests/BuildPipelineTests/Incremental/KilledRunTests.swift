import BuildTestSupport
import Foundation
import LocalFiles
import Synchronization
import TestSupport
import Testing

/// Processes of the real program that are killed: each tree is the old one or the new one.
@Suite(.tags(.acceptance))
struct KilledRunTests {
    private let build = NotebookBuild()

    @Test func leavesEveryTreeCompleteWhenKilled() throws {
        try build.addNotes(0..<300, body: "generation 0")
        try build.run()
        var old = try build.published()
        var killed = 0
        for generation in 1...12 {
            try build.addNotes(0..<300, body: "generation \(generation)")
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Places.notebinder)
            process.arguments = ["build", build.notes, "--output", build.output, "--quiet"]
            process.standardError = FileHandle.nullDevice
            try process.run()
            // The time ranges from the start of the program to about its end.
            usleep(UInt32(generation) * 25_000)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal { killed += 1 }
            // Each tree is one that a complete run writes, from the previous notes or from these.
            let found = try build.published()
            let other = build.folder.path + "/Fresh"
            try LocalFiles.remove(other)
            try build.run(output: other)
            for (index, tree) in NotebookBuild.trees.enumerated() {
                let new = try FolderContents(other + "/" + tree).bytes
                let isWhole = found[index] == old[index] || found[index] == new
                #expect(isWhole, "\(tree) is a mixture after \(generation)")
            }
            old = found
        }
        #expect(killed > 0)
        // The next run repairs and cleans up everything.
        try build.run()
        let whole = try FolderContents(build.folder.path + "/Fresh/site").bytes
        #expect(try build.tree("site").bytes == whole)
        let staging = try? LocalFiles.entries(of: build.output + "/.notebinder/staging")
        #expect(staging?.isEmpty != false)
    }

    /// A power failure leaves what is on the disk, so the new tree has to be there before it
    /// replaces the old one.
    @Test(.enabled(if: Places.canTrace, "needs strace, and the right to use it"))
    func waitsForTheDiskBeforeATreeIsReplaced() throws {
        try build.addNotes(0..<1, body: "first")
        try build.run()
        try build.addNotes(0..<1, body: "second")
        let log = build.folder.path + "/calls"
        let run = try FinishedProgram(
            "/usr/bin/strace",
            arguments: [
                "-f", "-e", "trace=syncfs,fsync,rename,renameat2", "-o", log, Places.notebinder,
                "build", build.notes, "--output", build.output,
            ])
        #expect(run.status == 0, "\(run.errors)")
        let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let staged = try #require(calls.lastIndex { $0.contains(".next.new") })
        let synchronized = try #require(calls.firstIndex { $0.contains("syncfs(") })
        let swaps = calls.indices.filter { calls[$0].contains("RENAME_EXCHANGE") }
        #expect(swaps.count == 3)
        let first = try #require(swaps.first)
        #expect(staged < synchronized && synchronized < first)
        for swap in swaps { #expect(calls[swap + 1].contains("fsync(")) }
    }

    /// A reader finds every page while runs replace the trees, and in an open tree no page of
    /// another state.
    @Test func showsReadersOneStateAtATime() throws {
        try build.addNotes(0..<20, body: "generation-0.")
        try build.run()
        let site = build.output + "/site"
        let isDone = Atomic(false)
        let seen = Mutex<(passes: Int, faults: [String])>((0, []))
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while !isDone.load(ordering: .relaxed) {
                let faults = Self.faults(ofReading: site, pages: 20)
                seen.withLock { $0 = ($0.passes + 1, $0.faults + faults) }
            }
            hasEnded.signal()
        }
        for generation in 1...10 {
            try build.addNotes(0..<20, body: "generation-\(generation).")
            try build.run()
        }
        isDone.store(true, ordering: .relaxed)
        hasEnded.wait()
        let (passes, faults) = seen.withLock { $0 }
        #expect(passes > 0)
        #expect(faults.isEmpty)
    }

    /// Returns the problems of the pages of a tree, read one after the other.
    private static func faults(ofReading site: String, pages: Int) -> [String] {
        let folder = open(site, O_RDONLY | O_DIRECTORY)
        guard folder >= 0 else { return ["no tree"] }
        defer { close(folder) }
        var faults: [String] = []
        var states: Set<String> = []
        for number in 0..<pages {
            let page = openat(folder, "notes/note-\(number).html", O_RDONLY)
            guard page >= 0 else {
                faults.append("no page \(number)")
                continue
            }
            let data = try? FileHandle(fileDescriptor: page, closeOnDealloc: true).readToEnd()
            let text = String(decoding: data ?? Data(), as: UTF8.self)
            if !text.hasSuffix("</html>\n") { faults.append("half of page \(number)") }
            let state = text.components(separatedBy: "generation-").dropFirst().last ?? ""
            states.insert(String(state.prefix { $0 != "." }))
        }
        if states.count > 1 { faults.append("a mixture of \(states)") }
        return faults
    }
}
