import Foundation
import LocalFiles
import TestSupport
import Testing

@testable import FileFormats

/// ZIP files by hand and by the writer: their fields, limits, and what is refused.
@Suite(.tags(.fast))
struct ZipReaderTests {
    private let folder = TemporaryFolder(isInMemory: true)

    @Test func limitsTheNumberOfFolders() throws {
        func folders(_ first: Int) -> String {
            (0..<60).map { "\(first)-\($0)/" }.joined()
        }
        let deep = try zip((0..<40).map { (folders($0) + "a", [1]) })
        #expect(throws: ZipError.self) { _ = try reader(deep) }
        let shared = try zip((0..<40).map { (folders(0) + "\($0)", [1]) })
        #expect(try reader(shared).members.count == 40)
    }

    private func zip(_ members: [(String, [UInt8])]) throws -> [UInt8] {
        try LocalFiles.read(try folder.zip(members))
    }

    private func reader(_ bytes: [UInt8]) throws -> ZipReader {
        try ZipReader(try folder.write(bytes, to: "read.zip"))
    }

    /// Returns the place of the only entry of the directory.
    private func entry(_ bytes: [UInt8]) throws -> Int {
        try #require(bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    }

    @Test func readsAFileWithoutMembers() throws {
        let bytes = try zip([])
        // The end record alone: APPNOTE 4.3.16.
        #expect(bytes == [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18))
        // Without a member there is no header at the beginning.
        #expect(try reader(bytes).members.isEmpty)
    }

    @Test func setsTheUTF8FlagOnlyForNonASCIINames() throws {
        for (name, flag) in [("plain", UInt8(0)), ("é", 8)] {
            let bytes = try zip([(name, [1])])
            #expect(bytes[7] == flag)
            #expect(bytes[try entry(bytes) + 9] == flag)
            #expect(try reader(bytes).members.map(\.name) == [name])
        }
    }

    @Test func datesMembersAtTheDOSEpoch() throws {
        let bytes = try zip([("a", [1, 2, 3])])
        // Midnight of 1 January 1980, stored, not compressed.
        #expect(Array(bytes[8..<14]) == [0, 0, 0, 0, 0x21, 0])
        #expect(Array(bytes[18..<26]) == [3, 0, 0, 0, 3, 0, 0, 0])
    }

    @Test func writesMembersLargerThanItsBuffer() throws {
        let large = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let path = try folder.write(large, to: "large")
        let file = folder.path + "/a.zip"
        var writer = try ZipWriter(file)
        try writer.add("before", bytes: [1])
        try writer.add("file", fileAt: path)
        try writer.add("bytes", bytes: large)
        try writer.add("after", bytes: [2])
        try writer.finish()
        let zip = try ZipReader(file)
        #expect(zip.members.map(\.size) == [1, 2_500_000, 2_500_000, 1])
        #expect(try zip.members.map { try zip.content(of: $0).count } == zip.members.map(\.size))
    }

    @Test func refusesToWriteOverAFile() throws {
        let path = try folder.write("mine", to: "there.zip")
        #expect(throws: FileError.self) { _ = try ZipWriter(path) }
        #expect(try LocalFiles.read(path) == Array("mine".utf8))
    }

    @Test func unpacksAMember() throws {
        let large = [UInt8](repeating: 7, count: 1_200_000)
        let zip = try reader(try zip([("large", large), ("empty", [])]))
        for member in zip.members {
            let path = folder.path + "/" + member.name
            try zip.unpack(member, to: path)
            #expect(try LocalFiles.read(path).count == member.size)
            // It never writes over a file.
            #expect(throws: ZipError.self) { try zip.unpack(member, to: path) }
        }
    }

    @Test func refusesUnsupportedCompressionAndEncryption() throws {
        let bytes = try zip([("a", [1, 2, 3])])
        let entry = try entry(bytes)
        // Method 12 is bzip2: APPNOTE 4.4.5.
        for (place, value, word) in [
            (entry + 10, UInt8(12), "compress"), (entry + 8, 1, "encrypted"),
        ] {
            var changed = bytes
            changed[place] = value
            let zip = try reader(changed)
            #expect {
                try zip.content(of: zip.members[0])
            } throws: { ($0 as? ZipError)?.problem.contains(word) == true }
        }
    }

    @Test func marksLinksDevicesAndFolders() throws {
        let bytes = try zip([("a/", [])])
        let entry = try entry(bytes)
        for (mode, isSpecial) in [
            (UInt16(0o100644), false), (0o040755, false), (0o120777, true), (0o010644, true),
            (0o020644, true), (0o060644, true), (0, false),
        ] {
            var changed = bytes
            changed[entry + 40] = UInt8(mode & 0xFF)
            changed[entry + 41] = UInt8(mode >> 8)
            let member = try #require(try reader(changed).members.first)
            #expect(member.isSpecial == isSpecial, "mode \(String(mode, radix: 8))")
            #expect(member.isFolder)
        }
    }

    @Test func readsAComment() throws {
        var bytes = try zip([("a", [1])])
        bytes[bytes.count - 2] = 5
        #expect(try reader(bytes + Array("hello".utf8)).members.map(\.name) == ["a"])
        #expect(throws: ZipError.self) { try reader(bytes + Array("hell".utf8)) }
        #expect(throws: ZipError.self) { try reader(bytes + Array("hello!".utf8)) }
    }

    /// The sizes of a small member in the ZIP64 field of the directory (APPNOTE 4.5.3).
    @Test func readsTheFieldOfZIP64() throws {
        let bytes = try zip([("a", [1, 2, 3])])
        let entry = try entry(bytes)
        var extra: [UInt8] = [1, 0, 24, 0]
        for number in [3, 3, 0] { extra += [UInt8(number), 0, 0, 0, 0, 0, 0, 0] }
        var large = bytes
        for place in [20, 24, 42] {
            large.replaceSubrange(
                entry + place..<entry + place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        }
        large[entry + 30] = UInt8(extra.count)
        large.insert(contentsOf: extra, at: entry + 47)
        let end = large.count - 22
        large[end + 12] += UInt8(extra.count)
        let zip = try reader(large)
        #expect(try zip.content(of: zip.members[0]) == [1, 2, 3])
        // A field that is too short for what it announces.
        large[entry + 49] = 16
        #expect(throws: ZipError.self) { try reader(large) }
    }

    /// Finder writes files of more than 4 GB without ZIP64: offsets and sizes modulo 2³².
    @Test func readsLargeFilesWithoutZIP64() throws {
        func number(_ value: Int, bytes: Int = 4) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let hello = Array("hello".utf8)
        var checksum = CRC32()
        hello.withUnsafeBytes { checksum.update($0) }
        let sum = checksum.value
        func head(_ name: String, size: Int) -> [UInt8] {
            [0x50, 0x4B, 3, 4, 20, 0] + [UInt8](repeating: 0, count: 8) + number(Int(sum))
                + number(size) + number(size) + number(name.utf8.count, bytes: 2) + [0, 0]
                + Array(name.utf8)
        }
        func entry(_ name: String, size: Int, start: Int) -> [UInt8] {
            [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + [UInt8](repeating: 0, count: 8) + number(Int(sum))
                + number(size) + number(size) + number(name.utf8.count, bytes: 2)
                + [UInt8](repeating: 0, count: 12) + number(start) + Array(name.utf8)
        }
        let size = (1 << 32) + 1_000
        let first = head("large.mov", size: size)
        let start = first.count + size
        let second = head("small.data", size: hello.count) + hello
        let directory =
            entry("large.mov", size: size, start: 0)
            + entry("small.data", size: hello.count, start: start)
        let directoryStart = start + second.count
        let end =
            [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 2, 0, 2, 0] + number(directory.count)
            + number(directoryStart) + [0, 0]
        // A file of which almost nothing was ever written is refused.
        let path = try folder.write(
            first + [UInt8](repeating: 0, count: size / 60), to: "large.zip")
        let file = try #require(FileHandle(forWritingAtPath: path))
        // The content of the first member is a hole.
        try file.seek(toOffset: UInt64(start))
        try file.write(contentsOf: Data(second + directory + end))
        try file.close()
        let zip = try ZipReader(path)
        #expect(zip.members.map(\.name) == ["large.mov", "small.data"])
        #expect(zip.members.map(\.size) == [size, 5])
        #expect(try zip.content(of: zip.members[1]) == hello)
    }

    @Test func refusesMembersThatShareBytes() throws {
        let bytes = try zip([("a", [1, 2, 3]), ("b", [4])])
        let second = try entry(bytes)
        var changed = bytes
        // The second entry leads to the header of the first member.
        changed[second + 42] = 0
        #expect(throws: ZipError.self) { try reader(changed) }
    }

    @Test(arguments: [
        [] as [UInt8], Array("PK".utf8), Array("not a zip".utf8), [0x50, 0x4B, 3, 4],
        [0x50, 0x4B, 5, 6],
    ])
    func refusesOtherFiles(bytes: [UInt8]) {
        #expect(throws: ZipError.self) { try reader(bytes) }
    }

    @Test func refusesAMissingFileAndAFolder() {
        #expect(throws: ZipError.self) { try ZipReader(folder.path + "/gone.zip") }
        #expect(throws: ZipError.self) { try ZipReader(folder.path) }
    }

    /// Old programs of Windows write names in code page 437.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func readsNamesThatAreNotUTF8() throws {
        let text = String(
            decoding: try FinishedProgram(
                Places.python ?? "",
                arguments: ["-c", "print(bytes(range(128, 256)).decode('cp437'), end='')"]
            ).output.utf8, as: UTF8.self)
        #expect(CodePage437.text(128...255) == text && text.count == 128)
        var bytes = try zip([("ab", [1])])
        let entry = try entry(bytes)
        for place in [30, entry + 46] { bytes[place] = 0x81 }
        let zip = try reader(bytes)
        #expect(zip.members.map(\.name) == ["üb"])
        #expect(try zip.content(of: zip.members[0]) == [1])
    }

    @Test func refusesANameThatDiffersInTheLocalHeader() throws {
        let bytes = try zip([("ab", [1])])
        var different = bytes
        different[30] = UInt8(ascii: "x")
        let zip = try reader(different)
        #expect(throws: ZipError.self) { try zip.content(of: zip.members[0]) }
    }
}
