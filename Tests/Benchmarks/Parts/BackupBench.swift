import Foundation
import MadeBackups

/// Measures the extraction of a large file from an encrypted backup, and the refusal of a wrong
/// password at the number of rounds that phones use.
struct BackupBench {
    let workspace: String
    private static let size = 1 << 30
    private static let rounds = (first: 10_000_000, second: 10_000)

    func run() throws {
        print("\nAn encrypted backup with a file of 1 GB\n")
        let small = MadeBackup.File("Documents/MyNotes/small.data", bytes: [1, 2, 3])
        let large = MadeBackup.File(
            "Documents/MyNotes/large.data", bytes: [UInt8](repeating: 7, count: Self.size))
        try MadeBackup([small, large], password: "word").write(to: workspace + "/large")
        let first = try extract("large", password: "word", status: 0)
        let second = try extract("large", password: "word", status: 0)
        print(timeRow("extraction", seconds: [first.seconds]))
        print(timeRow("nothing new", seconds: [second.seconds]))
        print(
            String(
                format:
                    "peak memory of the extraction: %.1f MB (budget 64 above the program's own)",
                Double(first.ownPeakMemory) / 1e6))
        var slow = MadeBackup([small], password: "word")
        slow.rounds = Self.rounds
        try slow.write(to: workspace + "/slow")
        let wrong = try extract("slow", password: "other", status: 77)
        print(timeRow("wrong password, 10,000,000 rounds (budget 15 s)", seconds: [wrong.seconds]))
    }

    private func extract(_ name: String, password: String, status: Int32) throws -> ProgramRun {
        let file = workspace + "/password"
        try Data(password.utf8).write(to: URL(fileURLWithPath: file))
        return try ProgramRun.checked(
            Bench.programs + "/notebinder",
            arguments: [
                "extract", workspace + "/" + name, "--app", "com.example.notes", "--to",
                workspace + "/" + name + "-notes", "--password-file", file, "--quiet",
            ], accepting: [status])
    }
}
