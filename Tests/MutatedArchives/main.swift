// Reads damaged archives, each in every way that the program does, and prints their number, the
// longest time and the largest memory use.
//
// Arguments: COUNT [FOLDER of archives to damage in addition], or notability COUNT FOLDER for
// packages of Notability, of which the archive of the note is damaged.

import FileFormats
import Foundation
import KeyedArchives
import NoteArchives
import NoteModel

var arguments = CommandLine.arguments
let isOfPackages = arguments.dropFirst().first == "notability"
if isOfPackages { arguments.remove(at: 1) }
let count = Int(arguments.dropFirst().first ?? "") ?? 20_000
let others =
    try arguments.dropFirst(2).first.map { folder in
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap { name in
            try isOfPackages
                ? session(ofPackage: folder + "/" + name)
                : Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
        }
    } ?? []
let scratch =
    FileManager.default.temporaryDirectory.path
    + "/notebinder-mutated-\(ProcessInfo.processInfo.processIdentifier)"
try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: scratch) }
let reader = SourceReader(folder: try NotesFolder(scratch))
let source = NotesFolder.SourceFile(name: "mutated", path: "/dev/null")

/// Returns the archive of the note in a package; nil for another file.
func session(ofPackage path: String) throws -> [UInt8]? {
    guard path.hasSuffix(".note") else { return nil }
    let zip = try ZipReader(path, isStrict: false)
    var bytes: [UInt8] = []
    for member in zip.members where member.name.hasSuffix("/Session.plist") {
        try zip.read(member) { bytes += $0 }
    }
    return bytes
}

/// Writes a package with the archive of a note.
func writePackage(_ bytes: [UInt8], to path: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    var zip = try ZipWriter(path)
    try zip.add("A/Session.plist", bytes: bytes)
    try zip.finish()
}

/// The ways in which the archives of packages are damaged; others make archives of their own.
let damageOfPackages: [ArchiveMutator.Damage] = [
    .flippedBits, .cut, .wildReference, .wildCount, .trailer, .swappedPieces,
]

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

var mutator =
    isOfPackages
    ? ArchiveMutator(seed: 1, seeds: others)
    : ArchiveMutator(seed: 1, others: others.filter { $0.count > 64 })
let package = NotesFolder.SourceFile(name: "mutated.note", path: scratch + "/mutated.note")
var outcomes: [String: Int] = [:]
var longest = (seconds: 0.0, number: 0)
for number in 0..<count {
    let bytes = mutator.next(
        isOfPackages ? damageOfPackages[number % damageOfPackages.count] : .kind(of: number))
    if isOfPackages { try writePackage(bytes, to: package.path) }
    let start = processorSeconds()
    let outcome =
        isOfPackages ? reader.read(package) : reader.outcome(of: ArchiveBytes(bytes), source)
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
