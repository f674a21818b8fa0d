import Foundation
import LocalFiles
import MadeBackups
import TestSupport
import Testing

/// The program itself with damaged backups, and when it is killed.
@Suite(.tags(.acceptance), .timeLimit(.minutes(10)))
struct HostileBackupTests {
    @Test func survivesThousandsOfDamagedBackups() throws {
        let run = try FinishedProgram(
            Places.products + "/notebinder-mutated-backups", arguments: ["5000"])
        #expect(run.status == 0, "\(run.errors.suffix(2_000))")
        let words = run.output.split { $0 == " " || $0 == "\n" }
        func number(after word: String) throws -> Double {
            let index = try #require(words.firstIndex { $0 == word }, "\(word)")
            return try #require(Double(words[index + 1]))
        }
        for kind in ["Manifest.db", "Manifest.plist", "keybag", "zip"] {
            let (read, refused) = (
                try number(after: kind + "-read"), try number(after: kind + "-refused")
            )
            #expect(read + refused == 5_000 && read > 100 && refused > 100, "\(kind)")
        }
        #expect(try number(after: "seconds") < 2, "\(run.output)")
        #expect(try number(after: "megabytes") < 256, "\(run.output)")
    }

    /// Returns the files below a folder that contain a part of a decrypted manifest.
    private func decrypted(below folder: String) throws -> [String] {
        guard try LocalFiles.status(folder) != nil else { return [] }
        return try LocalFiles.files(below: folder).filter { name in
            // A file may be renamed while it is looked at.
            let bytes = (try? LocalFiles.read(folder + "/" + name)) ?? []
            return bytes.contains(Array("CREATE TABLE Files".utf8))
        }
    }

    @Test func leavesNoDecryptedManifestWhenItIsKilled() throws {
        let folder = TemporaryFolder(isInMemory: true)
        let files = (0..<2_000).map { number in
            MadeBackup.File(
                "Documents/MyNotes/\(number).data", bytes: [UInt8](repeating: 1, count: 2_000))
        }
        let backup = folder.path + "/backup"
        try MadeBackup(files, password: "word").write(to: backup)
        let output = folder.path + "/MyNotes"
        func start() throws -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Places.notebinder)
            process.arguments = [
                "extract", backup, "--app", "com.example.notes", "--to", output, "-q",
            ]
            process.environment = ["NOTEBINDER_BACKUP_PASSWORD": "word", "HOME": folder.path]
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }
        let clock = ContinuousClock()
        let whole = try clock.measure { try start().waitUntilExit() }
        var microseconds = whole / .microseconds(1)
        var random = SeededGenerator(seed: 26)
        var killed = 0
        for round in 0..<1_000 where killed < 200 {
            if round % 2 == 0 { try LocalFiles.remove(output) }
            let process = try start()
            usleep(UInt32(Double.random(in: 0...1, using: &random) * microseconds))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let isKilled = process.terminationReason == .uncaughtSignal
            if isKilled { killed += 1 }
            // How long a run takes depends on what else is running, and changes meanwhile.
            microseconds *= isKilled ? 1.02 : 0.9
            #expect(try decrypted(below: output) == [], "round \(round)")
        }
        #expect(killed == 200)
        try start().waitUntilExit()
        let found = try FolderContents(output).names.filter { !$0.hasPrefix(".notebinder/") }
        #expect(found.count == 2_000)
        #expect(try LocalFiles.entries(of: output + "/.notebinder").allSatisfy { $0.kind == .file })
    }
}
