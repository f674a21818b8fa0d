import Foundation
import Hashing
import LocalFiles
import TestSupport
import Testing

@Suite(.tags(.fast))
struct ReadingTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private static let piece = 256 * 1024

    /// Returns bytes in which every part differs from its neighbours.
    private func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
    }

    @Test(arguments: [0, 1, piece - 1, piece, piece + 1, 2 * piece, 3 * piece + 7])
    func readsAFileOfAnySizeWholeOrInPieces(count: Int) throws {
        let bytes = pattern(count)
        let path = try folder.write(bytes, to: "file")
        #expect(try LocalFiles.read(path) == bytes)
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
        var pieces: [[UInt8]] = []
        try LocalFiles.forEachChunk(ofFileAt: path) { pieces.append(Array($0)) }
        #expect(pieces.flatMap(\.self) == bytes)
        #expect(pieces.allSatisfy { (1...Self.piece).contains($0.count) })
        #expect(pieces.count == (count + Self.piece - 1) / Self.piece)
        #expect(try ContentDigest(ofFileAt: path) == ContentDigest(of: bytes))
    }

    @Test(arguments: [(0, 0), (0, 5), (3, 4), (9, 1), (10, 0), (2, 8)])
    func readsARangeOfAFile(start: Int, count: Int) throws {
        let file = try OpenFile(try folder.write("0123456789", to: "file"))
        let expected = Array("0123456789".utf8.dropFirst(start).prefix(count))
        #expect(try LocalFiles.read(file, count: count, at: start) == expected)
        var found: [UInt8] = []
        try LocalFiles.forEachChunk(of: file, in: start..<start + count) { found += $0 }
        #expect(found == expected)
    }

    @Test func readsLessWhereTheFileEnds() throws {
        let file = try OpenFile(try folder.write("0123456789", to: "file"))
        #expect(try LocalFiles.read(file, count: 100, at: 7) == Array("789".utf8))
        #expect(try LocalFiles.read(file, count: 100, at: 10).isEmpty)
        #expect(try LocalFiles.read(file, count: 100, at: 10_000).isEmpty)
    }

    /// A caller that knows the range relies on all of it.
    @Test(arguments: [0..<11, 10..<11, 9..<20, 100..<101])
    func refusesARangeBeyondTheEnd(range: Range<Int>) throws {
        let path = try folder.write("0123456789", to: "file")
        let error = failure {
            try LocalFiles.forEachChunk(of: OpenFile(path), in: range) { _ in }
        }
        #expect(error?.code == FileError.cutOff && error?.path == path)
    }

    @Test func stopsAtTheFirstErrorOfTheCaller() throws {
        let path = try folder.write(pattern(3 * Self.piece), to: "file")
        let own = FileError(action: "write to", path: "elsewhere", code: ENOSPC)
        var pieces = 0
        let error = failure {
            try LocalFiles.forEachChunk(ofFileAt: path) { _ throws(FileError) in
                pieces += 1
                if pieces == 2 { throw own }
            }
        }
        #expect(error == own)
        #expect(pieces == 2)
    }

    @Test func reportsWhyAFileCannotBeRead() throws {
        try folder.write("text", to: "folder/file")
        try folder.link("loop", to: "loop")
        let cases: [(String, Int32)] = [
            ("missing", ENOENT), ("folder/file/below", ENOTDIR), ("folder", EISDIR),
            ("loop", ELOOP), (String(repeating: "n", count: 256), ENAMETOOLONG),
        ]
        for (name, code) in cases {
            let path = folder.path(of: name)
            let error = failure { _ = try LocalFiles.read(path) }
            #expect(error?.code == code, "\(name)")
            #expect(error?.path == path)
        }
    }

    /// A pipe among the notes has no bytes, and must not stop the run.
    @Test func doesNotWaitForTheWriterOfAPipe() throws {
        let path = folder.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        #expect(try LocalFiles.read(path).isEmpty)
        #expect(try LocalFiles.status(path)?.isFile == false)
    }

    @Test func readsThroughALink() throws {
        try folder.write("text", to: "file")
        let link = try folder.link("link", to: "file")
        #expect(try LocalFiles.read(link) == Array("text".utf8))
        #expect(try ContentDigest(ofFileAt: link) == ContentDigest(of: Array("text".utf8)))
    }

    @Test func distinguishesNamesThatDifferOnlyInNormalization() throws {
        try folder.write("composed", to: "caf\u{E9}")
        try folder.write("decomposed", to: "cafe\u{301}")
        try #require(try LocalFiles.entries(of: folder.path).count == 2)
        #expect(try folder.bytes("caf\u{E9}") == Array("composed".utf8))
        #expect(try folder.bytes("cafe\u{301}") == Array("decomposed".utf8))
    }
}
