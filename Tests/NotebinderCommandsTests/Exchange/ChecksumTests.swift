import Foundation
import NoteEditing
import TestSupport
import Testing

/// The checksums of the site and of the sources, compared with those of `sha256sum`.
@Suite(
    .tags(.acceptance),
    .enabled(if: Places.program("/usr/bin/sha256sum") != nil, "needs sha256sum"))
struct ChecksumTests: CommandSuite {
    let folder = TemporaryFolder()

    init() throws {
        try addNote(
            "A walk", photos: [.data(PNGPicture.quarters(width: 8, height: 4))], to: "1.data")
        try addNote("Other", to: "2.data")
        try folder.write("site: { checksums: true }\n", to: "notebinder.yml")
    }

    private func sums(_ arguments: String..., in place: String) throws -> FinishedProgram {
        try FinishedProgram(
            "/usr/bin/sha256sum", arguments: arguments, in: folder.path + "/" + place)
    }

    @Test func writesChecksumsThatSha256sumVerifies() throws {
        try run("build")
        for _ in 0..<2 {
            let check = try sums(
                "--check", "--strict", "--quiet", "SHA256SUMS", in: "Notebook/site")
            #expect(check.status == 0, "\(check.errors)")
            let listed = try folder.text("Notebook/site/SHA256SUMS").split(separator: "\n")
                .map { String($0.dropFirst(66)) }
            #expect(try (listed + ["SHA256SUMS"]).sorted() == contents("Notebook/site").names)
            // After a change, too.
            try addNote("Third", to: "3.data")
            try run("build")
        }
        try run("verify", "Notebook")
        try folder.write("title: N\n", to: "notebinder.yml")
        try run("build")
        #expect(!exists("Notebook/site/SHA256SUMS"))
    }

    @Test func verifiesACopyOfTheSite() throws {
        try run("build")
        try FileManager.default.copyItem(
            atPath: folder.path + "/Notebook/site", toPath: folder.path + "/copy")
        #expect(try run("verify", "copy").output.hasPrefix("copy is intact: "))
        try folder.write("x", to: "copy/notes/other.html")
        try remove("copy/index.html")
        try folder.write("x", to: "copy/mine.txt")
        let torn = try run(
            "verify", "copy", status: 1,
            says: "notes/other.html differs from what was published.", "index.html is missing.",
            "Not checked, because Notebinder did not write them: mine.txt.",
            "copy is damaged: 2 problems;")
        #expect(!torn.errors.contains("--full"))
        try folder.write("x", to: "copy/SHA256SUMS")
        try run("verify", "copy", status: 1, says: "does not have the format of")
        try folder.write(
            String(repeating: "0", count: 64) + "  ../MyNotes/1.data\n", to: "copy/SHA256SUMS")
        try run("verify", "copy", status: 1, says: "../MyNotes/1.data is missing.")
    }

    @Test func recordsTheDigestOfEverySource() throws {
        try run("build", "--formats", "json")
        let notebook = try json("Notebook/json/notebook.json")
        let notes = try #require(notebook["notes"] as? [[String: Any]])
        #expect(notes.count == 2)
        for note in notes {
            let source = try #require(note["source"] as? [String: Any])
            let path = try #require(source["path"] as? String)
            let sum = try sums(path, in: "MyNotes").output
            #expect(source["sha256"] as? String == String(sum.prefix(64)))
        }
    }

    /// An archive with other bytes and equal notes changes the digest alone.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func updatesTheDigestWhenOnlyBytesChange() throws {
        try run("build", "--formats", "json")
        let before = try folder.text("Notebook/json/notes.ndjson")
        let script =
            "import plistlib,sys; p=plistlib.load(open(sys.argv[1],'rb')); plistlib.dump(p,open(sys.argv[1],'wb'),fmt=plistlib.FMT_BINARY)"
        _ = try python("-c", script, "MyNotes/2.data")
        try run("build", "--formats", "json")
        let after = try folder.text("Notebook/json/notes.ndjson")
        #expect(before != after)
        let plain = { (text: String) in text.replacing(/"sha256":"[0-9a-f]+"/, with: "") }
        #expect(plain(before) == plain(after))
    }
}
