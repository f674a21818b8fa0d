import Foundation

// Measures the program as people run it, beside yardsticks in the same run: Hugo on the Markdown
// tree that was just exported, the least that a program with the same task has to do
// (`Tests/Floor`), `find`, and a plain read of all source bytes. Ratios count; the figures
// themselves are this machine's.

let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
// Beside the build, or where the caller says: file systems differ more than programs do.
let base =
    ProcessInfo.processInfo.environment["BENCH_FOLDER"]
    ?? package.appendingPathComponent(".build").path
let workspace = URL(fileURLWithPath: base).appendingPathComponent("notebinder-bench")
try? FileManager.default.removeItem(at: workspace)
try FileManager.default.createDirectory(at: workspace, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: workspace) }

let rounds = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 3
/// `notes`, `growth`, `photos`, `bags` or `publication`, for one part alone.
let part = CommandLine.arguments.dropFirst(2).first

let til = package.deletingLastPathComponent()
    .appendingPathComponent("shared/notebooks/til/MyNotes").path

if part == nil || part == "notes" {
    var inputs: [(name: String, notes: String)] = []
    if FileManager.default.fileExists(atPath: til) {
        inputs.append(("til, 1,871 short notes", til))
    } else {
        let folder = workspace.appendingPathComponent("made-1871").path
        try MadeNotes(count: 1871).write(to: folder)
        inputs.append(("1,871 made notes", folder))
    }
    for count in [1_000, 10_000] {
        let folder = workspace.appendingPathComponent("made-\(count)").path
        try MadeNotes(count: count).write(to: folder)
        inputs.append(("\(count) made notes", folder))
    }

    // A file that was just written is looked at again, since clocks of file systems are coarse.
    sleep(3)
    for input in inputs {
        let bench = Bench(
            notes: input.notes,
            workspace: workspace.appendingPathComponent(UUID().uuidString).path)
        print("\n\(input.name)\n")
        print(try bench.measure(rounds: rounds).table)
    }
}

if part == nil || part == "growth" {
    let growth = workspace.appendingPathComponent("growth").path
    try FileManager.default.createDirectory(atPath: growth, withIntermediateDirectories: true)
    try GrowthBench(workspace: growth).run(rounds: rounds)
}

if part == nil || part == "photos" {
    let photos = workspace.appendingPathComponent("photos").path
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    try CameraBench(workspace: photos).run(rounds: rounds)
}

if part == nil || part == "bags" {
    let bags = workspace.appendingPathComponent("bags").path
    try FileManager.default.createDirectory(atPath: bags, withIntermediateDirectories: true)
    try BagBench(workspace: bags).run(rounds: rounds)
}

if part == nil || part == "publication" {
    let publication = workspace.appendingPathComponent("publication").path
    try FileManager.default.createDirectory(
        atPath: publication, withIntermediateDirectories: true)
    try PublicationBench(workspace: publication).run(kills: 1_000, rebuilds: 100)
}
