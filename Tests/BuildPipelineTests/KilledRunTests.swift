import BuildPipeline
import Foundation
import LocalFiles
import NoteArchives
import TestSupport
import Testing

/// Real runs of the program that are killed: the trees are the old ones or the new ones.
struct KilledRunTests {
    @Test func leavesOldOrNewTreesWholeAtAnyMoment() throws {
        let build = try Build()
        func write(_ generation: Int) throws {
            for number in 0..<300 {
                try build.add(
                    "\(number)",
                    ArchivedNote(title: "Note \(number)", body: "generation \(generation)"))
            }
        }
        try write(0)
        try build.run()
        var states: [String: Set<[String: [UInt8]]>] = [:]
        func remember() throws {
            for tree in ["site", "markdown", "json"] {
                states[tree, default: []].insert(try build.tree(tree).bytes)
            }
        }
        try remember()
        var killed = 0
        for generation in 1...12 {
            try write(generation)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Places.notebinder)
            process.arguments = ["build", build.notes, "--output", build.output, "--quiet"]
            process.standardError = FileHandle.nullDevice
            try process.run()
            // From the start of the program to about its end.
            usleep(UInt32(generation) * 25_000)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal { killed += 1 }
            // What lies there is what some whole run wrote: the last state, or this one.
            let found = try ["site", "markdown", "json"].map { ($0, try build.tree($0).bytes) }
            let other = build.folder.path + "/Fresh"
            try LocalFiles.remove(other)
            try build.run(output: other)
            for (tree, bytes) in found {
                let new = try FolderContents(other + "/" + tree).bytes
                let isOld = states[tree]?.contains(bytes) == true
                #expect(isOld || bytes == new, "\(tree) is a mixture after \(generation)")
                states[tree] = [bytes]
            }
        }
        #expect(killed > 0)
        // The next run heals and tidies up.
        try build.run()
        let whole = try FolderContents(build.folder.path + "/Fresh/site").bytes
        #expect(try build.tree("site").bytes == whole)
        let staging = try? LocalFiles.entries(of: build.output + "/.notebinder/staging")
        #expect(staging?.isEmpty != false)
    }
}
