import Foundation

// Measures the program as people run it, and in the same run what to compare it with: Hugo on the
// Markdown tree that was just exported, the minimum that a program with the same task has to do
// (`Tests/Floor`), `find`, and a plain read of all source files. Ratios can be compared between
// machines; seconds cannot.
//
// Environment:
//     BENCH_NOTES    notes folder to measure in place of made notes, and nothing else
//     BENCH_ONLY     parts to run, separated by commas: notes, pages, growth, photos, bags,
//                    backups, publication, editor
//     BENCH_ROUNDS   number of rounds, 5 by default
//     BENCH_FOLDER   folder for everything that is written, .build by default
//     BENCH_HUGO     Hugo programs to compare with, separated by colons
//
// `notebinder-bench write COUNT FOLDER` writes made notes and measures nothing.

let environment = ProcessInfo.processInfo.environment
    .filter { !$0.value.isEmpty }

/// Runs a part in a folder of its own if it is wanted, and removes the folder afterwards.
func run(part name: String, _ body: (String) throws -> Void) throws {
    guard parts.contains(name) else { return }
    let folder = workspace.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try body(folder)
    try FileManager.default.removeItem(atPath: folder)
    // For half a minute ext4 creates files slowly, because it steps over inodes just freed.
    if name != parts.last { sleep(40) }
}

let arguments = CommandLine.arguments.dropFirst()
if !arguments.isEmpty {
    guard arguments.first == "write", arguments.count == 3, let count = Int(arguments[2]), count > 0
    else {
        print("usage: notebinder-bench write COUNT FOLDER")
        exit(64)
    }
    try MadeNotes(count: count).write(to: arguments[3])
    exit(0)
}

let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
let base = environment["BENCH_FOLDER"] ?? package.appendingPathComponent(".build").path
let workspace = URL(fileURLWithPath: base).appendingPathComponent("notebinder-bench")
try? FileManager.default.removeItem(at: workspace)
defer { try? FileManager.default.removeItem(at: workspace) }

let given = environment["BENCH_NOTES"]
let rounds = environment["BENCH_ROUNDS"].map { Int($0) ?? 0 } ?? 5
let known = ["notes", "pages", "growth", "photos", "bags", "backups", "publication", "editor"]
let wanted =
    environment["BENCH_ONLY"]?.split(separator: ",").map(String.init)
    ?? (given == nil ? known : ["notes"])
let parts = known.filter(wanted.contains)
guard rounds > 0, wanted.allSatisfy(known.contains) else {
    print("BENCH_ROUNDS is a positive number, BENCH_ONLY some of \(known.joined(separator: ", "))")
    exit(64)
}

do {
    try run(part: "notes") { folder in
        let input =
            try given.map { try BenchInput.copy(of: $0, in: folder) }
            ?? BenchInput.made(10_000, in: folder)
        print("\n\(try input.description())\n\(Bench.method(rounds: rounds))\n")
        print(try Bench(input: input, workspace: folder).measure(rounds: rounds).table)
    }
    try run(part: "pages") { try PageBench(workspace: $0).run() }
    try run(part: "growth") { try GrowthBench(workspace: $0).run(rounds: rounds) }
    try run(part: "photos") { try CameraBench(workspace: $0).run(rounds: rounds) }
    try run(part: "bags") { try BagBench(workspace: $0).run(rounds: rounds) }
    try run(part: "backups") { try BackupBench(workspace: $0).run() }
    try run(part: "publication") {
        try PublicationBench(workspace: $0).run(kills: 1_000, rebuilds: 100)
    }
    try run(part: "editor") { try EditorBench(workspace: $0).run(rounds: rounds) }
} catch {
    FileHandle.standardError.write(Data("notebinder-bench: \(error)\n".utf8))
    try? FileManager.default.removeItem(at: workspace)
    exit(1)
}
