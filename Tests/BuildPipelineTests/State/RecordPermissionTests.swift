import BuildTestSupport
import Foundation
import LocalFiles
import TestSupport
import Testing

/// The folder `.notebinder`, which contains texts and originals of excluded notes.
@Suite(.tags(.acceptance))
struct RecordPermissionTests {
    private let build = NotebookBuild()
    private var records: String { build.output + "/.notebinder" }

    init() throws {
        try build.add("a.data", title: "A")
    }

    private func permissions(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func expectPrivate() throws {
        #expect(try permissions(records) == 0o700)
        for entry in try LocalFiles.entries(of: records) where entry.kind == .file {
            #expect(try permissions(records + "/" + entry.name) == 0o600, "\(entry.name)")
        }
    }

    private func run(_ arguments: String..., umask: String = "0") throws {
        let shell = ["-c", "umask \(umask); exec \"$0\" \"$@\"", Places.notebinder]
        let run = try FinishedProgram(
            "/bin/sh", arguments: shell + arguments, in: build.folder.path)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func letsOnlyTheOwnerRead() throws {
        try build.run()
        try expectPrivate()
        #expect(try permissions(build.output + "/site/index.html") & 0o444 == 0o444)
    }

    @Test(arguments: ["000", "022", "077"])
    func ignoresTheUmask(mask: String) throws {
        try run("build", "MyNotes", "-o", "Notebook", umask: mask)
        try expectPrivate()
    }

    @Test func tightensPermissionsOfOlderNotebooks() throws {
        try build.run()
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: records)
        for name in ["build-cache", "build-record", "ledger.json", "report.json"] {
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: records + "/" + name)
        }
        // Nothing has changed, and yet the folder is tightened.
        try build.run()
        try expectPrivate()
    }

    @Test func createsPrivateNotesFolders() throws {
        let folder = build.folder.path
        try run("new", "First", "--text", "one", "--notes", "Own")
        try run("delete", "First", "--notes", "Own")
        #expect(try permissions(folder + "/Own") == 0o700)
        #expect(try permissions(folder + "/Own/.trash") == 0o700)
        try build.folder.write("# T\n\ntext\n", to: "in/a.md")
        try run("import", "in", "--notes", "Imported")
        #expect(try permissions(folder + "/Imported") == 0o700)
    }
}
