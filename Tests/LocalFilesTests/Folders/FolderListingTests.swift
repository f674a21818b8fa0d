import Foundation
import LocalFiles
import TestSupport
import Testing

@Suite(.tags(.fast))
struct FolderListingTests {
    private let folder = TemporaryFolder(isInMemory: true)

    @Test func sortsNamesByTheirBytes() throws {
        let names = ["Z", "a", "a b", "a-b", "a.b", "a0", "B", "é", "e\u{301}", "日", "🎂", "~"]
        for name in names.reversed() { try folder.write("", to: name) }
        let expected = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        let found = try LocalFiles.entries(of: folder.path).map(\.name)
        #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test func reportsTheKindOfEveryEntry() throws {
        try folder.write("", to: "file")
        try folder.write("", to: "folder/file")
        try folder.link("link", to: "folder")
        try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let kinds = try LocalFiles.entries(of: folder.path).map { "\($0.name) \($0.kind)" }
        #expect(kinds == ["file file", "folder folder", "link link", "pipe special"])
    }

    /// Old programs wrote names in Latin-1.
    @Test func marksANameThatIsNotUTF8() throws {
        try folder.writeFile(named: Array("caf".utf8) + [0xE9])
        try folder.write("", to: "plain")
        let entries = try LocalFiles.entries(of: folder.path)
        #expect(entries.map(\.kind) == [.unnameable, .file])
        #expect(entries[0].name == "caf\u{FFFD}")
    }

    @Test func listsHiddenFilesButNotTheFolderItself() throws {
        try folder.write("", to: ".hidden")
        try folder.write("", to: "..twice")
        try folder.write("", to: "...")
        let names = try LocalFiles.entries(of: folder.path).map(\.name)
        #expect(names == ["...", "..twice", ".hidden"])
    }

    @Test func reportsAFolderThatCannotBeListed() throws {
        let file = try folder.write("", to: "file")
        for path in [file, folder.path + "/none"] {
            let error = failure { _ = try LocalFiles.entries(of: path) }
            #expect(error?.isMissing == true && error?.path == path)
        }
    }

    @Test func findsAllFilesBelowAFolderAndFollowsNoLink() throws {
        for path in ["b", "a/z", "a/b/c", "a.b", "a-b/c", "é/ü"] { try folder.write("", to: path) }
        try LocalFiles.makeFolder(folder.path + "/empty/inner")
        try folder.link("a/up", to: "..")
        let files = try LocalFiles.files(below: folder.path)
        #expect(files == ["a-b/c", "a.b", "a/b/c", "a/up", "a/z", "b", "é/ü"])
        // Foundation, which follows no links either.
        let known = try FileManager.default.enumerator(atPath: folder.path)?
            .compactMap { $0 as? String }
            .filter {
                try LocalFiles.status(folder.path + "/" + $0, followingLinks: false)?.isFolder
                    == false
            }
        #expect(try #require(known).sorted() == files.sorted())
    }
}
