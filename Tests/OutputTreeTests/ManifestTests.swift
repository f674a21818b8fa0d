import Foundation
import Hashing
import LocalFiles
import OutputPlan
import TestSupport
import Testing

@testable import OutputTree

@Suite(.tags(.fast))
struct ManifestTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private static let paths = ["a", "a/b", "a/b/c.html", "d/e/f", "é", "🎂/日"]

    private func entry(_ path: String, text: String = "text", inputs: String? = "in") throws
        -> Manifest.Entry
    {
        let file = try folder.write(text, to: "file")
        let status = try #require(try LocalFiles.status(file))
        return Manifest.Entry(
            path: path, key: ContentDigest(of: Array(text.utf8)),
            inputs: inputs.map { Fingerprint(ofLines: [$0]) }, status: status)
    }

    private func manifest(_ paths: [String] = paths, foreign: [String] = []) throws -> Manifest {
        Manifest(
            folderInode: 0x0123_4567_89AB_CDEF, entries: try paths.map { try entry($0) },
            foreign: foreign)
    }

    private func write(_ bytes: [UInt8]) throws -> String {
        try folder.write(bytes, to: "manifest")
    }

    @Test func roundTripsThroughAFile() throws {
        let written = try manifest(foreign: ["CNAME", "own/é"])
        let read = try Manifest(contentsOf: write(written.bytes))
        #expect(read.bytes == written.bytes)
        #expect(read.entries.map(\.path) == Self.paths && read.foreign == ["CNAME", "own/é"])
        #expect(read.folderInode == written.folderInode)
        #expect(read.fileSetHash == written.fileSetHash)
        let empty = try Manifest(contentsOf: write(manifest([]).bytes))
        #expect(empty.entries.isEmpty && empty.foreign.isEmpty)
    }

    @Test func isRefusedIfAnyByteIsChangedOrMissing() throws {
        let bytes = try manifest(["a", "b"], foreign: ["c"]).bytes
        func expectDamaged(_ bytes: [UInt8], comment: Comment) throws {
            let path = try write(bytes)
            #expect(throws: Manifest.Damaged.self, comment) { try Manifest(contentsOf: path) }
        }
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1 << (place % 8)
            try expectDamaged(changed, comment: "byte \(place)")
            try expectDamaged(Array(bytes[..<place]), comment: "\(place) bytes")
        }
        try expectDamaged(bytes + [0], comment: "one byte more")
        #expect(throws: FileError.self) { try Manifest(contentsOf: folder.path + "/none") }
    }

    @Test func readsTheFolderInodeFromTheHeader() throws {
        let bytes = try manifest().bytes
        let beginning = "notebinder manifest 3\n".utf8.count + 8
        for count in [bytes.count, beginning, beginning - 1, 0] {
            let inode = Manifest.folderInode(in: try write(Array(bytes[..<count])))
            #expect(inode == (count < beginning ? nil : 0x0123_4567_89AB_CDEF), "\(count) bytes")
        }
        #expect(Manifest.folderInode(in: folder.path + "/none") == nil)
    }

    @Test func namesAllFoldersOfItsFiles() throws {
        #expect(
            try manifest(["a", "b/c", "b/d/e/f", "b/d/g", "b/dd/h"]).folders
                == ["", "/b", "/b/d", "/b/d/e", "/b/dd"])
        #expect(try manifest([]).folders == [""])
    }

    @Test func findsPlannedFilesByTheBytesOfTheirPaths() throws {
        let known = ["a", "a-b", "a/b", "ab", "é", "z"].sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        let manifest = try manifest(known)
        let planned = TreePlan(
            tree: "site",
            files: (known + ["0", "a.b", "e\u{301}", "zz"]).map {
                OutputFile(OutputPath($0), content: .bytes([]))
            })
        let places = manifest.places(of: planned.files.map(\.path.text))
        for (file, place) in zip(planned.files, places) {
            let bytes = Array(file.path.text.utf8)
            #expect(place == known.firstIndex { Array($0.utf8) == bytes }, "\(file.path.text)")
            #expect(manifest.holds(file.path.text) == (place != nil))
        }
        #expect(manifest.places(of: [String]()).isEmpty)
    }

    @Test func detectsChangedFiles() throws {
        let entry = try entry("file")
        let status = try #require(try LocalFiles.status(folder.path + "/file"))
        #expect(entry.matches(status))
        #expect(entry.isIntact(below: folder.path))
        try damage(folder.path + "/file", text: "TEXT")
        #expect(!entry.isIntact(below: folder.path))
        try folder.write("text and more", to: "file")
        #expect(!entry.isIntact(below: folder.path))
        #expect(!entry.matches(try #require(try LocalFiles.status(folder.path + "/file"))))
        // A link to the same content is not the file.
        try folder.write("text", to: "other")
        try LocalFiles.remove(folder.path + "/file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/file", withDestinationPath: "other")
        #expect(!entry.isIntact(below: folder.path))
    }

    /// The hash with which a snapshot of the folder is compared.
    @Test func hashesEveryPropertyOfItsFiles() throws {
        let one = try manifest(["a", "b"])
        var others = [try manifest(["a"]), try manifest(["a", "c"]), try manifest([])]
        others.append(
            Manifest(
                folderInode: 1, entries: [one.entries[0], try entry("b", text: "longer")],
                foreign: []))
        #expect(Set((others + [one]).map(\.fileSetHash)).count == 5)
        let reversed = Manifest(folderInode: 1, entries: one.entries.reversed(), foreign: ["x"])
        #expect(reversed.fileSetHash == one.fileSetHash && reversed.namesSum == one.namesSum)
    }
}
