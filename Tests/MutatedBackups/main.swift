// Extracts from damaged backups and unpacks damaged ZIP files, and prints how many of each were
// read and refused, the longest processor time of one and the largest memory use.
//
// Arguments: COUNT of each kind.

import FileFormats
import Foundation
import LocalFiles
import MadeBackups
import NoteModel
import PhoneBackups

let count = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 5_000
let memory =
    FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
let scratch = "\(memory)/notebinder-mutated-backups-\(ProcessInfo.processInfo.processIdentifier)"
try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: scratch) }
setenv("XDG_CACHE_HOME", scratch + "/cache", 1)

/// Returns the processor time of this process in seconds, which other processes do not affect.
func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

func mostMegabytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) >> 10
}

/// Damages bytes: flipped bits, wild numbers, a cut, or pieces in the wrong place.
struct Mutator {
    var random = SplitMix(state: 7)

    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        func index(_ random: inout SplitMix) -> Int {
            Int.random(in: bytes.indices, using: &random)
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            for _ in 0..<Int.random(in: 1...10, using: &random) {
                bytes[index(&random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
        case 1:
            let place = index(&random)
            for offset in place..<min(place + 4, bytes.count) {
                bytes[offset] = [0, 0xFF, 0x7F, 0x80, 1].randomElement(using: &random) ?? 0
            }
        case 2: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 3:
            let (from, to) = (index(&random), index(&random))
            let length = min(Int.random(in: 1...200, using: &random), bytes.count - max(from, to))
            bytes.replaceSubrange(to..<to + length, with: Array(bytes[from..<from + length]))
        default:
            let place = index(&random)
            bytes.insert(contentsOf: bytes[place..<min(place + 64, bytes.count)], at: place)
        }
        return bytes
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
}

func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

var mutator = Mutator()
var longest = (seconds: 0.0, what: "")
var outcomes: [String: Int] = [:]

/// Runs one attempt, which may fail with an error and must do nothing worse.
@MainActor func attempt(_ what: String, number: Int, _ work: () throws -> Void) {
    let start = processorSeconds()
    do {
        try work()
        outcomes["\(what)-read", default: 0] += 1
    } catch let error where error is BackupError || error is FileError {
        guard !error.message.isEmpty else { fatalError("\(what) \(number) failed unnamed") }
        outcomes["\(what)-refused", default: 0] += 1
    } catch {
        fatalError("\(what) \(number): \(error)")
    }
    let seconds = processorSeconds() - start
    if seconds > longest.seconds { longest = (seconds, "\(what) \(number)") }
}

/// True if a keybag asks for so many rounds that deriving a key takes longer than a moment.
func isSlow(_ keybag: [UInt8]) -> Bool {
    ["DPIC", "ITER"].contains { tag in
        keybag.indices.contains { place in
            keybag[place...].starts(with: Array(tag.utf8)) && place + 12 <= keybag.count
                && keybag[(place + 8)..<(place + 12)].reduce(0) { $0 << 8 | Int($1) } > 20_000
        }
    }
}

let notes = (0..<12).map { number in
    MadeBackup.File(
        "Documents/MyNotes/\(number).data",
        bytes: Array("bplist00 $archiver \(number) ".utf8)
            + [UInt8](repeating: UInt8(number), count: 900))
}
let plain = scratch + "/plain"
let encrypted = scratch + "/encrypted"
try MadeBackup(notes).write(to: plain)
let sealed = MadeBackup(notes, password: "word")
try sealed.write(to: encrypted)

func extract(from folder: String, allowing isDerived: Bool = true) throws {
    let output = scratch + "/output"
    try? FileManager.default.removeItem(atPath: output)
    let options = ExtractionOptions(backup: folder, app: "com.example.notes", folder: output)
    let report = try Extraction(options) {
        guard isDerived else { throw BackupError.passwordNeeded(path: folder) }
        return "word"
    }.run()
    guard report.addsUp else { fatalError("the report does not add up") }
}

for (name, folder) in [("Manifest.db", plain), ("Manifest.plist", plain), ("Status.plist", plain)] {
    let path = folder + "/" + name
    let bytes = try read(path)
    for number in 0..<count {
        try write(mutator.damaged(bytes), to: path)
        attempt(name, number: number) { try extract(from: folder) }
    }
    try write(bytes, to: path)
}
let list = try read(encrypted + "/Manifest.plist")
let bag = try sealed.keybag()
guard let place = list.indices.first(where: { list[$0...].starts(with: bag) }) else { fatalError() }
for number in 0..<count {
    // Within the list, a keybag keeps its size.
    let damaged = (mutator.damaged(bag) + bag).prefix(bag.count)
    var bytes = list
    bytes.replaceSubrange(place..<place + bag.count, with: damaged)
    try write(bytes, to: encrypted + "/Manifest.plist")
    attempt("keybag", number: number) {
        try extract(from: encrypted, allowing: !isSlow(Array(damaged)))
    }
}
let zip = scratch + "/notes.zip"
func pack() throws {
    var writer = try ZipWriter(zip)
    for note in notes { try writer.add("MyNotes/\(note.path ?? "")", bytes: note.bytes) }
    try writer.finish()
}
try pack()
let packed = try read(zip)
for number in 0..<count {
    try write(mutator.damaged(packed), to: zip)
    attempt("zip", number: number) { _ = try NotesLocation(zip) }
}
print(outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " "))
print("seconds \(String(format: "%.3f", longest.seconds)) at \(longest.what)")
print("megabytes \(mostMegabytes())")
