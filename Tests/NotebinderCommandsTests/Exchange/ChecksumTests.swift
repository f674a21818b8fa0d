import Foundation
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// The checksums of the site and of the sources, compared with those of `sha256sum`.
@Suite(
    .tags(.acceptance),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sha256sum"),
        "needs sha256sum"))
struct ChecksumTests: CommandSuite {
    private static let sha256sum = "/usr/bin/sha256sum"
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let note = ArchivedNote(
            title: "A walk", body: "Along the lake.",
            photos: .array([.data(PNGPicture.quarters(width: 8, height: 4))]))
        try folder.write(note: note, to: "MyNotes/1.data")
        try folder.write(note: ArchivedNote(title: "Other", body: "Text"), to: "MyNotes/2.data")
        try folder.write("site: { checksums: true }\n", to: "notebinder.yml")
    }

    private func sums(_ arguments: String..., in path: String) throws -> FinishedProgram {
        try FinishedProgram(Self.sha256sum, arguments: arguments, in: path)
    }

    @Test func writesChecksumsThatOthersCheck() throws {
        try run("build")
        let site = folder.path + "/Notebook/site"
        for _ in 0..<2 {
            let check = try sums("--check", "--strict", "--quiet", "SHA256SUMS", in: site)
            #expect(check.status == 0, "\(check.errors)")
            let listed = try String(contentsOfFile: site + "/SHA256SUMS", encoding: .utf8)
                .split(separator: "\n").map { String($0.dropFirst(66)) }
            let files = try LocalFiles.files(below: site).filter { $0 != "SHA256SUMS" }
            #expect(Set(listed) == Set(files))
            // After a change, too.
            try folder.write(note: ArchivedNote(title: "Third", body: "More"), to: "MyNotes/3.data")
            try run("build")
        }
        try run("verify", "Notebook")
        try folder.write("title: N\n", to: "notebinder.yml")
        try run("build")
        #expect(try LocalFiles.status(site + "/SHA256SUMS") == nil)
    }

    @Test func verifiesACopyOfTheSite() throws {
        try run("build")
        try FileManager.default.copyItem(
            atPath: folder.path + "/Notebook/site", toPath: folder.path + "/copy")
        #expect(try run("verify", "copy").output.hasPrefix("copy is intact: "))
        try folder.write("x", to: "copy/notes/other.html")
        try LocalFiles.remove(folder.path + "/copy/index.html")
        try folder.write("x", to: "copy/mine.txt")
        let torn = try run("verify", "copy", status: 1)
        #expect(torn.errors.contains("notes/other.html differs from what was published."))
        #expect(torn.errors.contains("index.html is missing."))
        #expect(
            torn.errors.contains("Not checked, because Notebinder did not write them: mine.txt."))
        #expect(torn.errors.contains("copy is damaged: 2 problems;"))
        #expect(!torn.errors.contains("--full"))
        try folder.write("x", to: "copy/SHA256SUMS")
        #expect(try run("verify", "copy", status: 1).errors.contains("does not have the format of"))
        try folder.write(
            String(repeating: "0", count: 64) + "  ../MyNotes/1.data\n", to: "copy/SHA256SUMS")
        #expect(
            try run("verify", "copy", status: 1).errors.contains("../MyNotes/1.data is missing."))
    }

    @Test func namesTheDigestOfEverySource() throws {
        try run("build", "--formats", "json")
        let bytes = try Data(
            contentsOf: .init(filePath: folder.path + "/Notebook/json/notebook.json"))
        let notebook = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let notes = try #require(notebook["notes"] as? [[String: Any]])
        #expect(notes.count == 2)
        for note in notes {
            let source = try #require(note["source"] as? [String: Any])
            let path = try #require(source["path"] as? String)
            let sum = try sums(path, in: folder.path + "/MyNotes").output
            #expect(source["sha256"] as? String == String(sum.prefix(64)))
        }
    }

    /// An archive with other bytes and equal notes changes the digest alone.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func followsTheBytesOfASource() throws {
        try run("build", "--formats", "json")
        let json = folder.path + "/Notebook/json/notes.ndjson"
        let before = try String(contentsOfFile: json, encoding: .utf8)
        let archive = folder.path + "/MyNotes/2.data"
        _ = try FinishedProgram(
            try #require(Places.python),
            arguments: [
                "-c",
                "import plistlib,sys; p=plistlib.load(open(sys.argv[1],'rb')); plistlib.dump(p,open(sys.argv[1],'wb'),fmt=plistlib.FMT_BINARY)",
                archive,
            ], in: folder.path)
        try run("build", "--formats", "json")
        let after = try String(contentsOfFile: json, encoding: .utf8)
        #expect(before != after)
        let plain = { (text: String) in
            text.replacing(/"sha256":"[0-9a-f]+"/, with: "")
        }
        #expect(plain(before) == plain(after))
    }
}
