import Foundation
import NoteArchives

/// Measures builds of one notebook.
struct Bench {
    let input: BenchInput
    let workspace: String

    /// The folder of this program and of the ones that it measures.
    static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent().path

    /// A configuration with an address, which gives the site a feed, as Hugo's has.
    static let configuration = "site:\n  address: https://example.org/notes/\n"

    /// Returns a description of how the figures of a table were measured.
    static func method(rounds: Int) -> String {
        "medians of \(rounds) round\(rounds == 1 ? "" : "s") (lowest to highest); ratios within a round"
    }

    /// The number of edits before the builds after one are measured: a new notebook needs a few
    /// until it has a tree to recycle.
    private static let editCount = 6

    /// Runs all measurements `rounds` times, one after the other in each round.
    ///
    /// Every build writes into a folder of its own, and nothing is removed before the end: ext4
    /// creates files many times slower while it steps over inodes that have just been freed.
    func measure(rounds: Int) throws -> Figures {
        var figures = Figures()
        try FileManager.default.createDirectory(
            atPath: workspace, withIntermediateDirectories: true)
        try Data(Self.configuration.utf8)
            .write(to: URL(fileURLWithPath: workspace + "/notebinder.yml"))
        // Files that were written within the last two seconds are checked more closely.
        Thread.sleep(forTimeInterval: 2.5)
        for round in 1...rounds {
            let output = "\(workspace)/Notebook-\(round)"
            try measureReading(&figures)
            figures.firstSite.append(try buildSite(output))
            figures.floor.append(
                try ProgramRun.checked(
                    Self.programs + "/notebinder-floor",
                    arguments: [input.notes, output + "-floor", "2"]
                )
                .seconds)
            let first = try build(output, arguments: ["--timings"])
            figures.first.append(first)
            for (stage, seconds) in stages(first.errors) {
                figures.stages[stage, default: []].append(seconds)
            }
            for (number, hugo) in Hugo.installed.enumerated() {
                if let run = try hugo.run("\(output)-hugo-\(number)", on: output) {
                    figures.hugo[number].append(run)
                }
            }
            try measureUnchanged(output, figures: &figures)
            try measureEdited(output, figures: &figures)
            figures.start.append(
                median(
                    try (0..<20).map { _ in try ProgramRun.ofNotebinder(["--version"]).seconds }))
        }
        return figures
    }

    private func measureReading(_ figures: inout Figures) throws {
        let files = try input.files()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        figures.plainRead.append(seconds { for file in files { readAll(file, buffer: buffer) } })
        let folder = try NotesFolder(input.notes)
        let reader = SourceReader(folder: folder)
        figures.archives.append(
            seconds { for source in folder.sources { _ = reader.read(source) } })
        figures.archivesConcurrently.append(
            seconds {
                DispatchQueue.concurrentPerform(iterations: folder.sources.count) {
                    _ = reader.read(folder.sources[$0])
                }
            })
    }

    private func measureUnchanged(_ output: String, figures: inout Figures) throws {
        Thread.sleep(forTimeInterval: 2.5)
        // The first runs after a build may still record what they found.
        _ = (try build(output), try buildSite(output))
        var (all, site, find): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 1...5 {
            all.append(try build(output).seconds)
            site.append(try buildSite(output).seconds)
            find.append(
                try ProgramRun.checked(
                    "/usr/bin/find", arguments: [input.notes, "-printf", "%T@ %s %p\n"]
                )
                .seconds)
        }
        figures.unchanged.append(median(all))
        figures.unchangedSite.append(median(site))
        figures.find.append(median(find))
    }

    private func measureEdited(_ output: String, figures: inout Figures) throws {
        guard let edit = input.edit else { return }
        let before = figures.editCount
        for count in 1...Self.editCount {
            try edit(before + count)
            // A build from cron, say, finds notes and trees that were not just written.
            if count == Self.editCount { Thread.sleep(forTimeInterval: 2.5) }
            let (all, site) = (try build(output), try buildSite(output))
            guard count == Self.editCount else { continue }
            figures.edited.append(all)
            figures.editedSite.append(site)
        }
        figures.editCount += Self.editCount
    }

    private func buildSite(_ output: String) throws -> ProgramRun {
        try build("\(output)-site", arguments: ["--formats", "html"])
    }

    private func build(_ output: String, arguments: [String] = []) throws -> ProgramRun {
        try ProgramRun.ofNotebinder(
            ["build", input.notes, "--output", output, "--config", workspace + "/notebinder.yml"]
                + arguments,
            // A given folder may contain damaged files.
            accepting: [0, 2])
    }

    /// Returns the seconds of each stage from lines such as `plan 120 ms`.
    private func stages(_ text: String) -> [(String, Double)] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3, words[2] == "ms", let value = Double(words[1]) else {
                return nil
            }
            return (String(words[0]), value / 1000)
        }
    }
}

/// Reads a file and does nothing with it.
private func readAll(_ path: String, buffer: UnsafeMutableRawBufferPointer) {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return }
    while read(descriptor, buffer.baseAddress, buffer.count) == buffer.count {}
    close(descriptor)
}
