import BuildPipeline
import Foundation
import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import TestSupport
import Testing

/// Bags as this program makes and checks them, compared with other programs' checkers.
@Suite(.tags(.acceptance))
struct BagTests {
    private let folder = TemporaryFolder()
    private var bag: String { folder.path + "/bag" }

    private func make() throws {
        let writer = BagWriter(bag)
        try writer.add("notes/caf\u{E9}.txt", bytes: Array("one".utf8))
        try writer.add("notes/two lines\nof a name", bytes: Array("two".utf8))
        try writer.add("empty", bytes: [])
        let original = try folder.write("0123456789", to: "original")
        let key = try writer.add("copied", fileAt: original)
        try writer.add("linked", sameAs: "copied", key: key)
        try writer.add("part", stored: StoredBytes(file: original, range: 2..<5))
        var info = BagInfo()
        (info.date, info.identifier) = ("2026-11-21", "A 1")
        (info.description, info.version) = ("Notes\nof mine", "1.2.3")
        let payload = try writer.finish(info)
        #expect(payload.files == 6)
        #expect(payload.bytes == 29)
    }

    @Test func isValidAndDescribesItself() throws {
        try make()
        #expect(try BagCheck.problems(bag) == [])
        let check = try BagCheck(bag)
        #expect(check.files.count { $0.isPayload } == 6)
        #expect(check.files.count { !$0.isPayload } == 3)
        #expect(
            try folder.text("bag/bag-info.txt") == """
                Bag-Software-Agent: Notebinder 1.2.3
                Bagging-Date: 2026-11-21
                External-Description: Notes of mine
                External-Identifier: A 1
                Payload-Oxum: 29.6

                """)
        let manifest = try folder.text("bag/manifest-sha256.txt")
        #expect(manifest.contains("  data/notes/two lines%0Aof a name\n"))
    }

    /// The kinds of damage to a bag. Other checkers find each of them as well.
    enum Damage: CaseIterable {
        case none, changed, missing, added, decomposed, cutManifest, changedRecord, changedOxum
    }

    private func apply(_ damage: Damage) throws {
        let data = bag + "/data"
        switch damage {
        case .none: break
        case .changed: try folder.write("0NE", to: "bag/data/notes/caf\u{E9}.txt")
        case .missing: try LocalFiles.remove(data + "/part")
        case .added: try folder.write("x", to: "bag/data/more")
        case .decomposed:
            try LocalFiles.rename(
                data + "/notes/caf\u{E9}.txt", to: data + "/notes/cafe\u{301}.txt")
        case .cutManifest:
            let bytes = try folder.bytes("bag/manifest-sha256.txt")
            try folder.write(Array(bytes.dropLast(90)), to: "bag/manifest-sha256.txt")
        case .changedRecord: try folder.write("Contact: nobody\n", to: "bag/bag-info.txt")
        case .changedOxum: try folder.write("Payload-Oxum: 30.6\n", to: "bag/bag-info.txt")
        }
    }

    @Test(
        .enabled(if: Places.python != nil, "needs the Python of make test"),
        arguments: Damage.allCases)
    func agreesWithTheLibraryOfCongress(damage: Damage) throws {
        try make()
        // The library's reader does not decode all escaped line breaks of a name that has several.
        try apply(damage)
        let script = Places.package + "/Tests/TestSupport/check-bag.py"
        let theirs = try FinishedProgram(try #require(Places.python), arguments: [script, bag])
        let ours = try BagCheck.problems(bag)
        if damage == .decomposed {
            // The library takes both names for one and then finds no such file; ours says which.
            #expect(ours.count == 1)
            #expect(ours.first?.contains("was renamed") == true)
        } else {
            #expect(
                ours.isEmpty == theirs.output.hasPrefix("whole"),
                "\(damage): \(ours) \(theirs.output) \(theirs.errors)")
        }
        #expect(ours.isEmpty == (damage == .none))
    }

    @Test func isCheckedBySha256sum() throws {
        let writer = BagWriter(bag)
        try writer.add("a b.txt", bytes: Array("one".utf8))
        try writer.add("é/日本", bytes: Array("two".utf8))
        _ = try writer.finish(BagInfo())
        for manifest in ["manifest-sha256.txt", "tagmanifest-sha256.txt"] {
            let run = try FinishedProgram(
                "/usr/bin/env", arguments: ["sha256sum", "--check", "--strict", manifest], in: bag)
            #expect(run.status == 0, "\(run.output) \(run.errors)")
        }
        try folder.write("One", to: "bag/data/a b.txt")
        let run = try FinishedProgram(
            "/usr/bin/env", arguments: ["sha256sum", "--check", "manifest-sha256.txt"], in: bag)
        #expect(run.status == 1)
        #expect(try BagCheck.problems(bag).count == 1)
    }

    /// Returns the problems of a bag whose manifest lists the given paths.
    ///
    /// - Parameters:
    ///   - paths: The paths in the manifest, each with the checksum of the byte `x`.
    ///   - files: The files to create, each of which contains the byte `x`.
    private func hostile(_ paths: [String], files: [String] = ["data/a"]) throws -> [String] {
        for file in files { try folder.write("x", to: "h/" + file) }
        try folder.write(BagCheck.declaration, to: "h/bagit.txt")
        let sum = ContentDigest(of: Array("x".utf8)).text
        try folder.write(paths.map { "\(sum)  \($0)\n" }.joined(), to: "h/manifest-sha256.txt")
        return try BagCheck.problems(folder.path + "/h")
    }

    @Test func reportsPathsThatLeaveTheBag() throws {
        try folder.write("x", to: "secret")
        for path in ["../secret", "data/../../secret", "/etc/passwd", "~/.profile", "..\\secret"] {
            let found = try hostile(["data/a", path])
            #expect(found.count == 1, "\(path)")
            #expect(found.first?.contains("leads out of the bag") == true, "\(path): \(found)")
        }
    }

    @Test func reportsInvalidManifestEntries() throws {
        let twice = try hostile(
            ["data/caf\u{E9}", "data/cafe\u{301}"], files: ["data/caf\u{E9}", "data/cafe\u{301}"])
        #expect(twice.first?.contains("composed in two ways") == true)
        #expect(try hostile(["data/a", "data/a"]).contains { $0.contains("names data/a twice") })
        #expect(
            try hostile(["data/a", "bagit.txt"]).contains {
                $0.contains("not a file of its payload")
            })
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/h/data/link", withDestinationPath: "/etc/passwd")
        #expect(try hostile(["data/a", "data/link"]).contains { $0 == "data/link is a link." })
    }

    @Test(arguments: [
        // Unescaped percent signs, and the asterisk that `sha256sum --binary` writes.
        ("data/100%25 off", "data/100%25 off"), ("data/50%2", "data/50%2"), ("*data/a", "data/a"),
        // A combining character, which joins the slash before it.
        ("data/\u{301}x", "data/\u{301}x"),
    ])
    func readsNamesAsOtherProgramsWriteThem(listed: String, file: String) throws {
        #expect(try hostile([listed], files: [file]) == [])
    }

    @Test func findsFilesWhoseNamesBeginWithACombiningMark() throws {
        let found = try hostile(["data/a"], files: ["data/a", "data/\u{301}evil"])
        #expect(found.contains { $0.contains("was added") })
    }

    /// ZIP files with members that no bag can have.
    @Test(
        .enabled(if: Places.python != nil, "needs the Python of make test"),
        arguments: [
            "z.writestr('b/data/x', 'evil'); z.writestr('b/data/x', 'hi')",
            "i = zipfile.ZipInfo('b/data/l'); i.external_attr = 0o120777 << 16; z.writestr(i, '/etc/passwd')",
            "z.writestr('b/../../evil/', '')", "z.writestr('c/', '')", "z.writestr('c/x', '')",
            "z.writestr('b/data/x/y', 'hi')", "z.writestr('b/data//x', 'hi')",
            "z.writestr('b/data/./x', 'hi')", "z.writestr('../x', 'hi')",
            "z.writestr('/b/x', 'hi')", "z.writestr('b/data/y', 'hi', zipfile.ZIP_DEFLATED)",
            "z.writestr('b/data/' + 'a/' * 20000 + 'x', 'hi')",
        ])
    func reportsMembersThatNoBagCanHave(member: String) throws {
        let sum = ContentDigest(of: Array("hi".utf8)).text
        let script = """
            import sys, warnings, zipfile
            warnings.simplefilter('ignore')
            with zipfile.ZipFile(sys.argv[1], 'w') as z:
                z.writestr('b/bagit.txt', 'BagIt-Version: 1.0\\nTag-File-Character-Encoding: UTF-8\\n')
                z.writestr('b/manifest-sha256.txt', '\(sum)  data/x\\n')
                if 'evil\\')' not in sys.argv[2]: z.writestr('b/data/x', 'hi')
                exec(sys.argv[2])
            """
        let path = folder.path + "/b.zip"
        let run = try FinishedProgram(
            try #require(Places.python), arguments: ["-c", script, path, member])
        #expect(run.errors == "")
        do { #expect(try !BagCheck.problems(path).isEmpty) } catch is UserError {}
    }

    @Test func refusesFoldersThatAreNotBags() throws {
        for (name, words) in [("nothing", "cannot be read"), ("", "has no bagit.txt")] {
            let error = #expect(throws: UserError.self) { try BagCheck(folder.path + "/" + name) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        try make()
        try folder.write("BagIt-Version: 7.0\n", to: "bag/bagit.txt")
        let version = #expect(throws: UserError.self) { try BagCheck(bag) }
        #expect(version?.message.contains("7.0") == true)
        try folder.write(BagCheck.declaration, to: "bag/bagit.txt")
        try folder.write("no sum at all\n", to: "bag/manifest-sha256.txt")
        let line = #expect(throws: UserError.self) { try BagCheck(bag) }
        #expect(line?.message.contains("line 1") == true)
    }
}

extension BagCheck {
    static let declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"

    /// Returns the problems of a bag, those of its payload included.
    static func problems(_ path: String) throws -> [String] {
        let check = try BagCheck(path)
        return check.problems + check.files.compactMap { check.problem(with: $0) }
    }
}
