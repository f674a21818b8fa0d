import Foundation
import NoteArchives

/// One notebook, built again and again.
struct Bench {
    let notes: String
    let workspace: String

    /// The programs of this build lie beside this one.
    static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent().path

    struct Figures {
        var noteCount = 0
        var first: [ProgramRun] = []
        var siteOnly: [ProgramRun] = []
        var unchanged: [ProgramRun] = []
        /// One note among all, once as many trees are kept as are.
        var oneChanged: [ProgramRun] = []
        /// The same for a notebook that is a site alone.
        var oneChangedSite: [ProgramRun] = []
        var unchangedSite: [ProgramRun] = []
        var find: [Double] = []
        /// Of each Hugo that is here, in the order of ``Hugo/installed``.
        var hugo: [[ProgramRun]] = Hugo.installed.map { _ in [] }
        /// The least that has to be done, on two threads.
        var floor: [Double] = []
        /// Of `notebinder --version`.
        var start: [Double] = []
        var plainRead: [Double] = []
        /// The same files, read as archives of notes, on one thread as well.
        var archives: [Double] = []
        /// The same on all cores, as a run reads them.
        var archivesAtOnce: [Double] = []
        var stations: [String: [Double]] = [:]
    }

    /// Runs all measurements `rounds` times, one after the other in each round.
    func measure(rounds: Int) throws -> Figures {
        var figures = Figures()
        let files = try FileManager.default.subpathsOfDirectory(atPath: notes)
            .map { notes + "/" + $0 }
        // Every run writes into a folder of its own, and nothing is removed before the end: ext4
        // takes tens of times as long to make a file while it steps over inodes just freed.
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        for round in 1...rounds {
            let output = "\(workspace)/Notebook-\(round)"
            figures.plainRead.append(seconds { for file in files { readAll(file, buffer) } })
            let folder = try NotesFolder(notes)
            let reader = SourceReader(folder: folder)
            figures.archives.append(
                seconds { for source in folder.sources { _ = reader.read(source) } })
            figures.archivesAtOnce.append(
                seconds {
                    DispatchQueue.concurrentPerform(iterations: folder.sources.count) {
                        _ = reader.read(folder.sources[$0])
                    }
                })
            figures.siteOnly.append(try build("\(output)-site", ["--formats", "html"]))
            let first = try build(output, ["--timings"])
            figures.first.append(first)
            for (station, seconds) in stations(first.errors) {
                figures.stations[station, default: []].append(seconds)
            }
            figures.unchanged.append(try build(output, []))
            let site = ["--formats", "html"]
            figures.unchangedSite.append(try build("\(output)-site", site))
            let find = try ProgramRun("/usr/bin/find", [notes, "-printf", "%T@ %s %p\n"])
            figures.find.append(find.seconds)
            if notes.contains("/made-") {
                let made = MadeNotes(count: files.count)
                // Until there is a spare tree, each run makes one more.
                for count in 1...6 {
                    try made.edit(in: notes, edits: count + 6 * round)
                    // As from cron, which finds notes and trees at rest: what was touched within two
                    // seconds is looked at more closely.
                    if count == 6 { Thread.sleep(forTimeInterval: 2.5) }
                    let (all, alone) = (try build(output, []), try build("\(output)-site", site))
                    guard count == 6 else { continue }
                    figures.oneChanged.append(all)
                    figures.oneChangedSite.append(alone)
                }
            }
            for (number, hugo) in Hugo.installed.enumerated() {
                if let run = try hugo.run("\(output)-hugo-\(number)", on: output) {
                    figures.hugo[number].append(run)
                }
            }
            figures.floor.append(
                try ProgramRun(
                    Self.programs + "/notebinder-floor", [notes, output + "-floor", "2"]
                )
                .seconds)
            figures.start.append(
                median(
                    try (0..<20).map { _ in
                        try ProgramRun(Self.programs + "/notebinder", ["--version"]).seconds
                    }))
            figures.noteCount = try FileManager.default
                .contentsOfDirectory(atPath: output + "/markdown").count { $0.hasSuffix(".md") }
        }
        return figures
    }

    private func build(_ output: String, _ arguments: [String]) throws -> ProgramRun {
        let run = try ProgramRun(
            Self.programs + "/notebinder", ["build", notes, "--output", output] + arguments)
        guard run.status == 0 else { throw BenchFailure(reason: run.errors) }
        return run
    }

    private func stations(_ text: String) -> [(String, Double)] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3, words[2] == "ms", let value = Double(words[1]) else {
                return nil
            }
            return (String(words[0]), value / 1000)
        }
    }
}

struct BenchFailure: Error {
    let reason: String
}

extension Bench.Figures {
    var table: String {
        let base = median(first.map(\.seconds))
        var lines = [
            row("first run, three trees", first.map(\.seconds), first.map(\.peakMemory)),
            row("first run, site only", siteOnly.map(\.seconds), siteOnly.map(\.peakMemory)),
            row("nothing changed", unchanged.map(\.seconds), unchanged.map(\.peakMemory)),
            row(
                "nothing changed, site only", unchangedSite.map(\.seconds),
                unchangedSite.map(\.peakMemory)),
            row("find -printf", find, []),
            row("one note changed", oneChanged.map(\.seconds), oneChanged.map(\.peakMemory)),
            row(
                "one changed, site only", oneChangedSite.map(\.seconds),
                oneChangedSite.map(\.peakMemory)),
        ]
        if hugo.isEmpty { lines.append("hugo is not installed; it was not measured") }
        for (hugo, runs) in zip(Hugo.installed, hugo) {
            lines.append(
                runs.isEmpty
                    ? "\(hugo.name) gives up on these notes"
                    : row(hugo.name, runs.map(\.seconds), runs.map(\.peakMemory)))
        }
        lines.append(row("the floor, on two threads", floor, []))
        lines.append(row("start", start, []))
        lines.append(row("plain read of the sources", plainRead, []))
        lines.append(row("reading them as archives", archives, []))
        lines.append("")
        lines.append(
            String(
                format: "notes a second: %.0f (three trees), %.0f (site only)",
                Double(noteCount) / base, Double(noteCount) / median(siteOnly.map(\.seconds))))
        for (hugo, runs) in zip(Hugo.installed, hugo) where !runs.isEmpty {
            let seconds = runs.map(\.seconds)
            var line =
                "\(hugo.name) ÷ site only: \(ratio(seconds, siteOnly.map(\.seconds)))   ÷ three trees: \(ratio(seconds, first.map(\.seconds)))"
            if !oneChanged.isEmpty {
                line +=
                    "   ÷ one changed: \(ratio(seconds, oneChangedSite.map(\.seconds))) (site only), \(ratio(seconds, oneChanged.map(\.seconds))) (three trees)"
            }
            lines.append(line)
        }
        lines.append("site only ÷ floor: \(ratio(siteOnly.map(\.seconds), floor))")
        lines.append(
            "reading as archives ÷ plain read: \(ratio(archives, plainRead)) on one core, \(ratio(archivesAtOnce, plainRead)) on all"
        )
        lines.append(
            "nothing changed ÷ find: \(ratio(unchanged.map(\.seconds), find)) (three trees), \(ratio(unchangedSite.map(\.seconds), find)) (site only)"
        )
        if !oneChanged.isEmpty {
            lines.append(
                "one note changed ÷ first run: \(ratio(oneChanged.map(\.seconds), first.map(\.seconds))) (three trees), \(ratio(oneChangedSite.map(\.seconds), siteOnly.map(\.seconds))) (site only)"
            )
        }
        lines.append("site only ÷ plain read: \(ratio(siteOnly.map(\.seconds), plainRead))")
        let all = stations.values.reduce(0) { $0 + median($1) }
        let shares = ["read", "photos", "plan", "write", "publish"].map { station in
            String(format: "%@ %.0f %%", station, median(stations[station] ?? [0]) / all * 100)
        }
        lines.append("share of the stations: " + shares.joined(separator: ", "))
        return lines.joined(separator: "\n")
    }

    private func row(_ name: String, _ seconds: [Double], _ memory: [Int]) -> String {
        let label = name.padding(toLength: 28, withPad: " ", startingAt: 0)
        let time = String(
            format: "%8.3f s  (%.3f to %.3f)", median(seconds), seconds.min() ?? 0,
            seconds.max() ?? 0)
        guard !memory.isEmpty else { return label + time }
        return label + time + String(format: "  %5d MB", (memory.max() ?? 0) / 1_000_000)
    }

    /// Median of the ratios of each round, with the lowest and the highest.
    private func ratio(_ above: [Double], _ below: [Double]) -> String {
        let ratios = zip(above, below).map { $0 / $1 }
        return String(
            format: "%.2f (%.2f to %.2f)", median(ratios), ratios.min() ?? 0, ratios.max() ?? 0)
    }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
}

func seconds(_ body: () -> Void) -> Double {
    let spent = ContinuousClock().measure(body).components
    return Double(spent.seconds) + Double(spent.attoseconds) / 1e18
}

/// Merely opens and reads a file.
private func readAll(_ path: String, _ buffer: UnsafeMutableRawBufferPointer) {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return }
    while read(descriptor, buffer.baseAddress, buffer.count) == buffer.count {}
    close(descriptor)
}

/// Prints the median of some times in seconds, with the lowest and the highest.
func printTimes(_ name: String, _ seconds: [Double]) {
    let label = name.padding(toLength: 28, withPad: " ", startingAt: 0)
    print(
        label
            + String(
                format: "%8.3f s  (%.3f to %.3f)", median(seconds), seconds.min() ?? 0,
                seconds.max() ?? 0))
}
