import BuildTestSupport
import Foundation
import LocalFiles
import TestSupport
import Testing

@testable import BuildPipeline

/// The parts of a very large notebook that are prepared on several machines.
@Suite(.tags(.acceptance))
struct PreparationTests {
    private let build = NotebookBuild()

    private var options: BuildOptions {
        BuildOptions(notes: build.notes, output: build.output, photoWorker: Places.photoWorker)
    }

    @Test func isFoundByTheNextBuildWhicheverMachineDidIt() throws {
        try addEverything(to: build)
        for number in 0..<400 {
            try build.add("n\(number).data", title: "Number \(number)", body: "Body \(number)")
        }
        build.settle()
        let alone = build.folder.path + "/Alone"
        _ = try build.run(output: alone)
        var notes = 0
        for index in 0..<3 {
            // Each machine has a folder of its own, whose files are copied into one.
            var own = options
            own.output = build.folder.path + "/Machine \(index)"
            own.now = { Int64.max / 2 }
            notes += try BuildPipeline.prepare(own, part: WorkPart(index: index, count: 3)).notes
            let prepared = "/.notebinder/prepared"
            for path in try LocalFiles.files(below: own.output + prepared) {
                try LocalFiles.makingFolder(of: build.output + prepared + "/" + path) {
                    try LocalFiles.copy(own.output + prepared + "/" + path, to: $0)
                }
            }
        }
        let outcome = try build.outcome(options)
        #expect(notes == outcome.report?.notes)
        #expect(outcome.cacheCounts["compile"]?.computed == 0)
        #expect(outcome.cacheCounts["hash"]?.computed == 0)
        #expect(outcome.cacheCounts[LastReadings.step]?.computed ?? 0 <= 1)
        #expect(!FileManager.default.fileExists(atPath: build.output + "/.notebinder/prepared"))
        for tree in ["site", "markdown", "json"] {
            #expect(
                try build.tree(tree).bytes == FolderContents(alone + "/" + tree).bytes, "\(tree)")
        }
    }

    @Test(arguments: [(10, 3), (2, 5), (0, 2), (7, 1)])
    func dividesAListIntoPartsThatAreAllOfIt(total: Int, count: Int) {
        let parts = (0..<count).map { WorkPart(index: $0, count: count).range(of: total) }
        #expect(parts.flatMap { Array($0) } == Array(0..<total))
    }
}
