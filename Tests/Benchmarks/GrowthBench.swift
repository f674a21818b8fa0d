import Foundation

/// Measures how first runs grow with the number of notes.
struct GrowthBench {
    let workspace: String
    private static let counts = [10_000, 50_000]

    func run(rounds: Int) throws {
        let folders = try Self.counts.map { count in
            let folder = "\(workspace)/made-\(count)"
            try MadeNotes(count: count).write(to: folder)
            return folder
        }
        sleep(3)
        var runs: [[ProgramRun]] = folders.map { _ in [] }
        for round in 1...rounds {
            for (number, folder) in folders.enumerated() {
                let output = "\(workspace)/Notebook-\(number)-\(round)"
                let run = try ProgramRun(
                    Bench.programs + "/notebinder",
                    ["build", folder, "--output", output, "--formats", "html"])
                guard run.status == 0 else { throw BenchFailure(reason: run.errors) }
                runs[number].append(run)
            }
        }
        print("\nFirst runs, site only, of 10,000 and 50,000 made notes\n")
        for (count, runs) in zip(Self.counts, runs) {
            printTimes("\(count) notes", runs.map(\.seconds))
        }
        let growth = zip(runs[1], runs[0]).map { $0.seconds / $1.seconds }
        print(
            String(
                format: "growth: %.2f times (%.2f to %.2f)", median(growth), growth.min() ?? 0,
                growth.max() ?? 0))
        let peaks = runs.map { $0.map(\.peakMemory).max() ?? 0 }
        let more = Self.counts[1] - Self.counts[0]
        print(
            String(
                format: "peak memory: %.0f MB and %.0f MB, %.1f kB for each further note",
                Double(peaks[0]) / 1e6, Double(peaks[1]) / 1e6,
                Double(peaks[1] - peaks[0]) / Double(more) / 1e3))
    }
}
