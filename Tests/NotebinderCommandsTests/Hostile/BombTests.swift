import FileFormats
import Foundation
import TestSupport
import Testing

/// Each reader with a bomb of its own kind: the run ends soon and in little memory, and everything
/// else is read.
@Suite(.tags(.acceptance))
struct BombTests: CommandSuite {
    let folder = TemporaryFolder()

    /// Runs the command within limits, beyond which the system ends it. Programs without
    /// optimisation take some ten times the processor time of those that people use.
    private func limited(_ arguments: [String]) throws -> FinishedProgram {
        try FinishedProgram(
            "/bin/bash",
            arguments: [
                "-c", "ulimit -t 30 && ulimit -d 800000 && exec \"$@\"", "bash", Places.notebinder,
            ] + arguments, in: folder.path)
    }

    @Test(arguments: Bomb.allCases)
    func survivesBombsAndReadsTheRest(bomb: Bomb) throws {
        if bomb.isImported {
            try folder.write(try bomb.bytes, to: "In/" + bomb.name)
            try folder.write(bomb.good.text, to: "In/" + bomb.good.name)
            try expect(bomb, in: limited(["import", "In", "--notes", "MyNotes"]))
        } else {
            try addNote("Walnut", to: "walnut.data")
            try folder.write(try bomb.bytes, to: "MyNotes/" + bomb.name)
            if bomb.name.hasPrefix("Photos/bomb") {
                let parts = bomb.name.dropFirst("Photos/".count).split(separator: ".")
                try addNote(
                    "Bomb", body: "![](\(parts.prefix(2).joined(separator: ".")))", to: "bomb.data")
            }
        }
        try expect(bomb, in: limited(["build", "MyNotes"]))
        try expectWalnut()
    }

    /// Expects the page of the note beside a bomb.
    private func expectWalnut() throws {
        let pages = try contents("Notebook/site").names
        #expect(pages.contains { $0.hasPrefix("notes/") && $0.hasSuffix("walnut.html") })
    }

    /// Small ZIP files that unpack to gigabytes, or have any number of members without a place.
    @Test(
        arguments: ["import", "build", "find", "verify", "check"], ["zeros", "names", "empty"])
    func rejectsZIPBombs(command: String, kind: String) throws {
        let names = (0..<25_000).map { (kind == "names" ? "../" : "") + "bomb-\($0).md" }
        try folder.write(
            kind == "zeros"
                ? DeflatedZip.bytes(ofZeros: 1 << 30, in: ["notes/bomb.md"])
                : DeflatedZip.bytes(ofZeros: kind == "names" ? 1 : 0, in: names), to: "bomb.zip")
        let run = try limited([command, "bomb.zip"])
        #expect([1, 2].contains(run.status), "\(run.status): \(run.errors.prefix(500))")
        #expect((run.output + run.errors).contains("bomb"), "\(run.errors.prefix(500))")
        #expect(run.errors.utf8.count < 5_000_000)
    }

    /// Files that take no room, and any time to read.
    @Test(arguments: [
        "hollow.data", "hollow.plist", "hollow.sqlite", "hollow.ntb", "hollow.zip", "hollow.txt",
        "Photos/hollow.jpg", "Photos/hollow.mov", "Photos/hollow.txt",
    ])
    func skipsSparseFiles(name: String) throws {
        try addNote("Walnut", to: "walnut.data")
        try addNote("Bomb", body: "![](\(name.dropFirst("Photos/".count)))", to: "bomb.data")
        #expect(truncate(try folder.write("", to: "MyNotes/" + name), 1 << 40) == 0)
        for command in ["build", "check", "export enex -o x.enex", "bag -o bag"] {
            let run = try limited(command.split(separator: " ").map(String.init))
            let said = run.output + run.errors
            #expect([1, 2].contains(run.status), "\(command): \(said.prefix(500))")
            #expect(said.contains("hollow"), "\(command): \(said.prefix(500))")
        }
        try expectWalnut()
    }

    @Test(arguments: ["hollow.enex", "hollow.md", "hollow.zip", "hollow.json"])
    func importsNoSparseFiles(name: String) throws {
        try folder.write("Good", to: "In/Walnut.md")
        #expect(truncate(try folder.write("", to: "In/" + name), 1 << 40) == 0)
        let run = try limited(["import", "In", "--notes", "MyNotes"])
        #expect(run.status == 2 && run.errors.contains(name), "\(run.errors.prefix(500))")
        #expect(try limited(["show", "Walnut"]).output.contains("Good"))
    }

    /// One member that cannot be unpacked costs itself.
    @Test(arguments: [
        "notes/good.md", "notes/good.md/x.md",
        "notes/" + String(repeating: "n", count: 300) + ".md",
    ])
    func importsTheRestOfAZIPFile(bad: String) throws {
        var zip = try ZipWriter(folder.path + "/notes.zip")
        try zip.add("notes/good.md", bytes: Array("Walnut".utf8))
        try zip.add(bad, bytes: Array("Hazelnut".utf8))
        try zip.finish()
        let run = try limited(["import", "notes.zip", "--notes", "MyNotes"])
        #expect(run.status == 2 && run.errors.contains("notes.zip"), "\(run.errors)")
        #expect(try limited(["show", "good"]).output.contains("Walnut"))
    }

    /// Expects that a run ended by itself, and named the bomb if that was not read in whole.
    private func expect(_ bomb: Bomb, in run: FinishedProgram) {
        let said = run.errors.prefix(500)
        #expect([0, 2].contains(run.status), "\(run.status): \(said)")
        let names = ["bomb", "Bomb", String(bomb.name.split(separator: "/").last ?? "")]
        #expect(run.status == 0 || names.contains { said.contains($0) }, "\(said)")
    }
}
