import Foundation

/// Measures how the time and memory of first runs grow with the number of notes.
struct GrowthBench {
    let workspace: String
    private static let counts = [10_000, 50_000]

    func run(rounds: Int) throws {
        let inputs = try Self.counts.map { try BenchInput.made($0, in: workspace) }
        let configuration = workspace + "/notebinder.yml"
        try Data(Bench.configuration.utf8).write(to: URL(fileURLWithPath: configuration))
        print("\nGrowth, first runs, site only")
        for input in inputs { print(try input.description()) }
        print("\(Bench.method(rounds: rounds))\n")
        sleep(3)
        var runs: [[ProgramRun]] = inputs.map { _ in [] }
        for round in 1...rounds {
            for (number, input) in inputs.enumerated() {
                let output = "\(workspace)/Notebook-\(number)-\(round)"
                runs[number].append(
                    try ProgramRun.ofNotebinder([
                        "build", input.notes, "--output", output, "--formats", "html",
                        "--config", configuration,
                    ]))
            }
        }
        for (count, runs) in zip(Self.counts, runs) {
            print(row("\(count.grouped) notes", of: runs))
        }
        print(
            row(
                "50,000 ÷ 10,000 notes",
                of: ratios(of: runs[1].map(\.seconds), to: runs[0].map(\.seconds))))
        let more = Double(Self.counts[1] - Self.counts[0])
        print(
            row(
                "each additional note",
                of: zip(runs[1], runs[0]).map {
                    Double($0.peakMemory - $1.peakMemory) / more / 1e3
                },
                unit: " kB"))
    }
}
