// Reads damaged archives, each in every way that the program does, and prints their number, the
// longest time and the largest memory use.
//
// Arguments: COUNT [FOLDER of archives to damage in addition], notability COUNT FOLDER for
// packages of Notability, of which the archive of the note is damaged, or apple-notes COUNT FOLDER
// for stores of Apple Notes, of which a text, a table or the file is damaged.

import FileFormats
import Foundation
import KeyedArchives
import NoteArchives
import NoteModel

var arguments = CommandLine.arguments
let isOfPackages = arguments.dropFirst().first == "notability"
let isOfStores = arguments.dropFirst().first == "apple-notes"
if isOfPackages || isOfStores { arguments.remove(at: 1) }
let count = Int(arguments.dropFirst().first ?? "") ?? 20_000
let others =
    try arguments.dropFirst(2).first.map { folder in
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap {
            name -> [UInt8]? in
            if isOfPackages { return try session(ofPackage: folder + "/" + name) }
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
            guard isOfStores else { return bytes }
            return name.hasSuffix(".bin")
                ? (try? Inflater.inflated(bytes, atMost: 1 << 20)) ?? bytes : nil
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

/// Writes a store of Apple Notes with some bytes as a text and as a table.
func writeStore(_ bytes: [UInt8], to path: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    // A text with one table in it: U+FFFC, and a run that names the table.
    let text: [UInt8] = Array("\u{12}\u{21}\u{1A}\u{1F}\u{12}\u{3}\u{FFFC}".utf8)
    let run: [UInt8] = Array("\u{2A}\u{18}\u{8}\u{1}\u{62}\u{14}".utf8)
    let file: [UInt8] = Array("\u{A}\u{1}T\u{12}\u{F}com.apple.notes".utf8)
    try SQLiteFile.make(
        at: path,
        [
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME, Z_SUPER)",
            "CREATE TABLE ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, Z_ENT, ZIDENTIFIER, ZTYPEUTI, ZMERGEABLEDATA1)",
            "CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, ZNOTE, ZDATA)",
            "INSERT INTO Z_PRIMARYKEY VALUES (1, 'ICCloudSyncingObject', 0), (2, 'ICNote', 1), (3, 'ICAttachment', 1)",
            "INSERT INTO ZICCLOUDSYNCINGOBJECT VALUES (1, 2, 'A', NULL, NULL), (2, 2, 'B', NULL, NULL)",
        ].map { SQLiteStatement($0) } + [
            SQLiteStatement(
                "INSERT INTO ZICCLOUDSYNCINGOBJECT VALUES (3, 3, 'T', ?, ?)",
                values: [
                    .text(
                        bytes.count % 3 == 0 ? "com.apple.notes.gallery" : "com.apple.notes.table"),
                    .data(bytes),
                ]),
            SQLiteStatement(
                "INSERT INTO ZICNOTEDATA VALUES (1, 1, ?), (2, 2, ?)",
                values: [.data(bytes), .data(text + run + file)]),
        ])
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
    isOfPackages || isOfStores
    ? ArchiveMutator(seed: 1, seeds: others)
    : ArchiveMutator(seed: 1, others: others.filter { $0.count > 64 })
let package = NotesFolder.SourceFile(name: "mutated.note", path: scratch + "/mutated.note")
let store = NotesFolder.SourceFile(name: "mutated.db", path: scratch + "/mutated.db")
var outcomes: [String: Int] = [:]
var longest = (seconds: 0.0, number: 0)
for number in 0..<count {
    let bytes = mutator.next(
        isOfPackages || isOfStores
            ? damageOfPackages[number % damageOfPackages.count] : .kind(of: number))
    if isOfPackages { try writePackage(bytes, to: package.path) }
    if isOfStores {
        try writeStore(bytes, to: store.path)
        if number % 4 == 3 {
            let url = URL(fileURLWithPath: store.path)
            var other = ArchiveMutator(
                seed: UInt64(number), seeds: [Array(try Data(contentsOf: url))])
            try Data(other.next(damageOfPackages[number / 4 % damageOfPackages.count])).write(
                to: url)
        }
    }
    let start = processorSeconds()
    let outcome =
        isOfPackages || isOfStores
        ? reader.read(isOfStores ? store : package)
        : reader.outcome(of: ArchiveBytes(bytes), source)
    if !isOfStores, let archive = try? KeyedArchive(ArchiveBytes(bytes)) {
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
