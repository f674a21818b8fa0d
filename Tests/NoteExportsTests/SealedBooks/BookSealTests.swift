import LocalFiles
import NoteExports
import TestSupport
import Testing

/// The encryption of books.
@Suite(.tags(.fast))
struct BookSealTests {
    private let folder = TemporaryFolder()
    private static let page = "<html>%HEADER%</html>\n%SEGMENTS%end\n"

    private func write(_ content: [UInt8], password: String, over old: String = "none") throws
        -> Bool
    {
        let plain = try folder.write(content, to: "plain")
        for name in ["new", "gz"] { try LocalFiles.remove(folder.path + "/" + name) }
        return try SealedFile(page: Self.page, password: password).write(
            plain, to: folder.path + "/new", compressed: folder.path + "/gz",
            unlessIn: folder.path + "/" + old)
    }

    private var made: [UInt8] { get throws { try folder.bytes("new") } }

    @Test func opensNothingThatWasChanged() throws {
        let seal = BookSeal(password: "four random words")
        let sealed = try seal.sealed(Array("text".utf8), number: 3, isLast: true)
        #expect(seal.opened(sealed, number: 3, isLast: true) == Array("text".utf8))
        #expect(seal.opened(sealed, number: 2, isLast: true) == nil)
        #expect(seal.opened(sealed, number: 3, isLast: false) == nil)
        var changed = sealed
        changed[0] ^= 1
        #expect(seal.opened(changed, number: 3, isLast: true) == nil)
        #expect(seal.opened(Array(sealed.dropLast()), number: 3, isLast: true) == nil)
        let other = BookSeal(header: seal.header, password: "other random words")
        #expect(other?.opened(sealed, number: 3, isLast: true) == nil)
        // The header is authenticated: here a space was added.
        let header = seal.header.replacing(",\"cipher\"", with: ", \"cipher\"")
        let altered = BookSeal(header: header, password: "four random words")
        #expect(altered != nil && altered?.opened(sealed, number: 3, isLast: true) == nil)
    }

    @Test func acceptsAPasswordInAnyNormalization() throws {
        let seal = BookSeal(password: "B\u{E4}ume im Wald")
        let sealed = try seal.sealed([1, 2], number: 0, isLast: true)
        let same = BookSeal(header: seal.header, password: "Ba\u{308}ume im Wald")
        #expect(same?.opened(sealed, number: 0, isLast: true) == [1, 2])
    }

    @Test func keepsAFileWithTheSameContentAndPassword() throws {
        var random = SeededGenerator(seed: 1)
        // More than one segment, since random bytes cannot be compressed.
        let content = (0..<1_500_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(try write(content, password: "one password"))
        let first = try made
        #expect(first.count { $0 == 0x0A } == 4)
        try folder.write(first, to: "old")
        #expect(try !write(content, password: "one password", over: "old"))
        #expect(try write(content, password: "another password", over: "old"))
        #expect(try write(content.dropLast(), password: "one password", over: "old"))
        // A new file has a new salt, and with it a new key.
        #expect(try write(content, password: "one password"))
        #expect(try made != first)
        try folder.write("something else", to: "old")
        #expect(try write(content, password: "one password", over: "old"))
    }
}
