import Foundation
import NoteArchives
import NoteEditing
import Synchronization

/// Kills runs at random moments, and reads the site while other runs replace it: every tree must be
/// one that an uninterrupted run wrote.
struct PublicationBench {
    let workspace: String

    private static let trees = ["site", "markdown", "json"]
    private static let noteCount = 200

    private var output: String { workspace + "/Notebook" }

    private func arguments(_ state: Int, output: String) -> [String] {
        ["build", "\(workspace)/Notes-\(state)", "--output", output, "--title", "Notes", "--quiet"]
    }

    /// Writes two states of a notebook and returns the digests of the trees that a first run
    /// writes from each.
    private func prepare() throws -> [[String: Int]] {
        try (0...1).map { state in
            let folder = "\(workspace)/Notes-\(state)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            for number in 0..<Self.noteCount {
                // Some are the same in both, some are in one of them only.
                guard number % 20 != state + 1 else { continue }
                let text = number % 3 == 0 ? "state-\(state)." : "the same."
                let note = ArchivedNote(title: "Note \(number)", body: "In \(text)")
                try Data(NoteArchiveWriter.archive(note))
                    .write(to: URL(fileURLWithPath: "\(folder)/\(number)"))
            }
            let fresh = "\(workspace)/Fresh-\(state)"
            let run = try ProgramRun(
                Bench.programs + "/notebinder", arguments: arguments(state, output: fresh))
            guard run.status == 0 else { throw WorkerError(reason: run.errors) }
            return try digests(fresh)
        }
    }

    /// Returns a digest of each tree.
    private func digests(_ output: String) throws -> [String: Int] {
        var digests: [String: Int] = [:]
        for tree in Self.trees {
            var hasher = Hasher()
            let root = output + "/" + tree
            for path in try FileManager.default.subpathsOfDirectory(atPath: root).sorted() {
                hasher.combine(path)
                hasher.combine(FileManager.default.contents(atPath: root + "/" + path))
            }
            digests[tree] = hasher.finalize()
        }
        return digests
    }

    func run(kills: Int, rebuilds: Int) throws {
        let whole = try prepare()
        let first = try ProgramRun(
            Bench.programs + "/notebinder", arguments: arguments(0, output: output))
        guard first.status == 0 else { throw WorkerError(reason: first.errors) }
        try kill(kills, whole: whole, longest: first.seconds * 1.2)
        try read(rebuilds)
    }

    private func kill(_ count: Int, whole: [[String: Int]], longest: Double) throws {
        var random = SplitMix64(state: 8)
        var (killed, mixtures, changes) = (0, 0, 0)
        var last: [String: Int] = [:]
        for number in 1...count {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Bench.programs + "/notebinder")
            process.arguments = arguments(number % 2, output: output)
            process.standardError = FileHandle.nullDevice
            try process.run()
            usleep(UInt32(Double(random.next() % 1_000_000) * longest))
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal { killed += 1 }
            let found = try digests(output)
            for tree in Self.trees where !whole.contains(where: { $0[tree] == found[tree] }) {
                mixtures += 1
            }
            if found != last { changes += 1 }
            last = found
        }
        let end = try ProgramRun(
            Bench.programs + "/notebinder", arguments: arguments(0, output: output))
        let isHealed = try end.status == 0 && digests(output) == whole[0]
        print(
            "\n\(count) runs killed at random moments, \(killed) of them before they finished: \(mixtures) trees that no uninterrupted run wrote, \(changes) changes of the trees; the next run \(isHealed ? "repaired everything" : "DID NOT REPAIR everything")"
        )
    }

    private func read(_ rebuilds: Int) throws {
        let pages = (0..<Self.noteCount).filter { $0 % 20 != 1 && $0 % 20 != 2 }
        let isDone = Atomic(false)
        let seen = Mutex<(passes: Int, missing: Int, mixtures: Int)>((0, 0, 0))
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [output] in
            while !isDone.load(ordering: .relaxed) {
                let (missing, states) = Self.read(output + "/site", pages: pages)
                seen.withLock {
                    $0.passes += 1
                    $0.missing += missing
                    if states > 1 { $0.mixtures += 1 }
                }
            }
            hasEnded.signal()
        }
        for number in 1...rebuilds {
            let run = try ProgramRun(
                Bench.programs + "/notebinder", arguments: arguments(number % 2, output: output))
            guard run.status == 0 else { throw WorkerError(reason: run.errors) }
        }
        isDone.store(true, ordering: .relaxed)
        hasEnded.wait()
        let (passes, missing, mixtures) = seen.withLock { $0 }
        print(
            "\(rebuilds) rebuilds while the site was read \(passes) times: \(missing) pages missing, \(mixtures) mixtures"
        )
    }

    /// Returns how many pages of a tree are missing or truncated, and how many states the others
    /// come from.
    private static func read(_ site: String, pages: [Int]) -> (missing: Int, states: Int) {
        let folder = open(site, O_RDONLY | O_DIRECTORY)
        guard folder >= 0 else { return (pages.count, 0) }
        defer { close(folder) }
        var missing = 0
        var states: Set<Character> = []
        for number in pages {
            let page = openat(folder, "notes/note-\(number).html", O_RDONLY)
            let data =
                page < 0
                ? nil : try? FileHandle(fileDescriptor: page, closeOnDealloc: true).readToEnd()
            let text = String(decoding: data ?? Data(), as: UTF8.self)
            guard text.hasSuffix("</html>\n") else {
                missing += 1
                continue
            }
            if let state = text.components(separatedBy: "state-").dropFirst().last?.first {
                states.insert(state)
            }
        }
        return (missing, states.count)
    }
}
