// Reads damaged archives, each in every way that the program does, and prints their number, the
// longest time and the largest memory use.
//
// Arguments: COUNT [FOLDER of archives to damage in addition].

import Foundation
import KeyedArchives
import NoteArchives
import NoteModel

let arguments = CommandLine.arguments
let count = Int(arguments.dropFirst().first ?? "") ?? 20_000
let others =
    try arguments.dropFirst(2).first.map { folder in
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
        }
    } ?? []
let scratch =
    FileManager.default.temporaryDirectory.path
    + "/notebinder-mutated-\(ProcessInfo.processInfo.processIdentifier)"
try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: scratch) }
let reader = SourceReader(folder: try NotesFolder(scratch))
let source = NotesFolder.SourceFile(name: "mutated", path: "/dev/null")

/// Returns the processor time of this process in seconds, which other processes do not affect.
func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// Returns the largest resident size of this process so far, in megabytes. On Linux, `getrusage`
/// would include the process that started it.
func mostMegabytes() -> Int {
    #if os(Linux)
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) >> 10
    #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss >> 20
    #endif
}

var mutator = ArchiveMutator(seed: 1, others: others.filter { $0.count > 64 })
var outcomes: [String: Int] = [:]
var longest = (seconds: 0.0, number: 0)
for number in 0..<count {
    let bytes = mutator.next(.kind(of: number))
    let start = processorSeconds()
    let outcome = reader.outcome(of: ArchiveBytes(bytes), source)
    if let archive = try? KeyedArchive(ArchiveBytes(bytes)) {
        _ = try? ArchiveEditor(archive).bytes()
    }
    let seconds = processorSeconds() - start
    if seconds > longest.seconds { longest = (seconds, number) }
    switch outcome.result {
    case .read: outcomes["read", default: 0] += 1
    case .skipped: outcomes["skipped", default: 0] += 1
    case .failed:
        // An error without a diagnostic would help no one.
        guard !outcome.diagnostics.isEmpty else { fatalError("archive \(number) failed unnamed") }
        outcomes["failed", default: 0] += 1
    }
}
let megabytes = mostMegabytes()
let told = outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
print("archives \(count)", told.joined(separator: " "), terminator: " ")
print(
    "seconds \(String(format: "%.3f", longest.seconds)) at \(longest.number) megabytes \(megabytes)"
)
