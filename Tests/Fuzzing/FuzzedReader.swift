import BuildPipeline
import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import SitePages

/// A reader of files of unknown origin, to which libFuzzer passes its inputs.
struct FuzzedReader: Sendable {
    /// The name of the reader, and of its file in `Dictionaries` if it has one.
    let name: String
    /// Returns small valid files, from which the search begins.
    let seeds: @Sendable () throws -> [[UInt8]]
    /// Reads a file as the program does. Errors that it reports are expected.
    let read: @Sendable ([UInt8]) throws -> Void

    static let all = [
        FuzzedReader(name: "archives", seeds: FuzzSeeds.archives, read: readSource),
        FuzzedReader(name: "stores", seeds: FuzzSeeds.stores, read: readSource),
        FuzzedReader(name: "packages", seeds: FuzzSeeds.packages, read: readSource),
        FuzzedReader(name: "sessions", seeds: FuzzSeeds.sessions, read: readSession),
        FuzzedReader(name: "enex", seeds: FuzzSeeds.enex) { try importFile($0, ending: "enex") },
        FuzzedReader(name: "markdown", seeds: FuzzSeeds.markdown) {
            try importFile($0, ending: "md")
        },
        FuzzedReader(name: "templates", seeds: FuzzSeeds.templates, read: checkTemplates),
    ]

    /// A folder for the input as a file, and for what is made of it.
    static let folder: String = {
        guard let folder = try? LocalFiles.makeTemporaryFolder() else {
            fatalError("there is no folder for temporary files")
        }
        return folder
    }()

    private static func write(_ bytes: [UInt8], named name: String) throws -> String {
        let path = folder + "/" + name
        try LocalFiles.remove(path)
        try LocalFiles.create(path, bytes: bytes)
        return path
    }

    private static func readSource(_ bytes: [UInt8]) throws {
        try readNotes(write(bytes, named: "fuzz"))
    }

    /// Reads the archive of the note in an unpacked package, which no checksum protects.
    private static func readSession(_ bytes: [UInt8]) throws {
        try LocalFiles.makeFolder(folder + "/session")
        _ = try write(bytes, named: "session/Session.plist")
        try readNotes(folder + "/session")
    }

    /// Reads a source of notes, with their photos and recordings.
    private static func readNotes(_ path: String) throws {
        let notes = try NotesFolder(path)
        for source in notes.sources {
            let outcome = SourceReader(folder: notes).read(source)
            if case .failed = outcome.result { precondition(!outcome.diagnostics.isEmpty) }
            for note in outcome.notes {
                precondition(!note.title.isEmpty)
                for stored in note.photos.map(\.stored) + note.recordings.map(\.stored) {
                    try stored?.forEachChunk { _ in }
                }
            }
        }
    }

    /// Imports a file of another program into an empty notes folder.
    private static func importFile(_ bytes: [UInt8], ending: String) throws {
        let path = try write(bytes, named: "fuzz." + ending)
        let notes = folder + "/notes"
        try LocalFiles.remove(notes)
        var options = BuildOptions(notes: notes, output: folder + "/output", photoWorker: "")
        options.width = 1
        _ = try BuildPipeline.importNotes(from: path, into: options)
    }

    /// Checks the templates of an owner, which are divided by zero bytes.
    private static func checkTemplates(_ bytes: [UInt8]) throws {
        let texts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
        let names = ["note.html", "layout.html", "row.html", "index.html"]
        _ = try SiteTemplates(
            Dictionary(
                uniqueKeysWithValues: zip(names, texts.map { String(decoding: $0, as: UTF8.self) }))
        )
    }
}

// MARK: - libFuzzer

/// The reader that is named by the environment variable `FUZZ_READER`.
private let reader = FuzzedReader.all.first {
    $0.name == ProcessInfo.processInfo.environment["FUZZ_READER"]
}

/// The function that libFuzzer calls at the start. It writes the seeds of the reader into the
/// folder `FUZZ_SEEDS`; without a reader, it prints the names of all.
@c(LLVMFuzzerInitialize)
public func initialize(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer
) -> CInt {
    guard let reader, let seeds = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else {
        print(FuzzedReader.all.map(\.name).joined(separator: "\n"))
        exit(0)
    }
    do {
        for (number, seed) in try reader.seeds().enumerated() {
            try LocalFiles.replace("\(seeds)/\(number)", bytes: seed)
        }
    } catch {
        fatalError("the seeds cannot be written: \(error)")
    }
    return 0
}

/// The function that libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, count: Int) -> CInt {
    try? reader?.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
