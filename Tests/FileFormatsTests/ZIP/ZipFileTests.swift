import FileFormats
import LocalFiles
import TestSupport
import Testing

@Suite(.tags(.acceptance))
struct ZipFileTests {
    private let folder = TemporaryFolder()

    private var path: String { folder.path + "/a.zip" }

    private func read(_ name: String, of zip: ZipReader) throws -> [UInt8] {
        try zip.content(of: try #require(zip.members.first { $0.name == name }))
    }

    /// Runs a script of Python whose argument is the ZIP file, and returns its output.
    private func python(_ script: String) throws -> String {
        let run = try FinishedProgram(
            try #require(Places.python), arguments: ["-c", "import sys, zipfile\n" + script, path])
        try #require(run.errors == "")
        return run.output
    }

    private let members: [(String, [UInt8])] = [
        ("bag/é/日本.txt", Array("one".utf8)), ("bag/empty", []),
        ("bag/large.bin", (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
    ]
    private let short = [("a/one", Array("one".utf8)), ("a/two", Array("two".utf8))]

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func isReadByPython() throws {
        _ = try folder.zip(members, to: "a.zip")
        let script = """
            with zipfile.ZipFile(sys.argv[1]) as file:
                assert file.testzip() is None
                for name in file.namelist(): print(name, len(file.read(name)))
            """
        #expect(
            try python(script) == "bag/é/日本.txt 3\nbag/empty 0\nbag/large.bin 3000000\n")
    }

    /// More members than 16 bits can count, which need ZIP64.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func usesZIP64ForManyMembers() throws {
        var zip = try ZipWriter(path)
        // Short members in such a number are refused.
        let filling = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 151) }
        for number in 0..<66_000 {
            try zip.add("n/\(number)", bytes: Array("\(number) ".utf8) + filling)
        }
        try zip.finish()
        let script = """
            with zipfile.ZipFile(sys.argv[1]) as file:
                print(len(file.namelist()), file.read('n/65999').split()[0].decode())
            """
        #expect(try python(script) == "66000 65999\n")
        let reader = try ZipReader(path)
        #expect(reader.members.count == 66_000)
        #expect(try read("n/65999", of: reader) == Array("65999 ".utf8) + filling)
    }

    @Test func roundTripsReproducibly() throws {
        let other = try folder.zip(members, to: "b.zip")
        _ = try folder.zip(members, to: "a.zip")
        #expect(try LocalFiles.read(path) == LocalFiles.read(other))
        let zip = try ZipReader(path)
        #expect(zip.members.map(\.name) == members.map(\.0))
        for (name, bytes) in members { #expect(try read(name, of: zip) == bytes) }
    }

    @Test func refusesTruncatedFiles() throws {
        let whole = try LocalFiles.read(try folder.zip(short))
        for count in 0..<whole.count {
            let cut = try folder.write(Array(whole[..<count]), to: "cut.zip")
            #expect(throws: ZipError.self, "\(count) bytes") { try ZipReader(cut) }
        }
    }

    /// Random bytes are changed: a member that is read is the one that was written, or another error
    /// than a wrong content is thrown.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func survivesDamage(seed: UInt64) throws {
        let whole = try LocalFiles.read(try folder.zip(short))
        var random = SeededGenerator(seed: seed)
        var contents: Set<[UInt8]> = []
        for _ in 0..<1000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            let damaged = try folder.write(bytes, to: "damaged.zip")
            guard let zip = try? ZipReader(damaged) else { continue }
            for member in zip.members {
                if let content = try? read(member.name, of: zip) { contents.insert(content) }
            }
        }
        // Damage to a name or a date leaves the content as it was; damage to content is detected.
        #expect(contents.isSubset(of: short.map(\.1)), "seed \(seed)")
        #expect(!contents.isEmpty, "seed \(seed)")
    }

    /// Members that other programs compress.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func inflatesWhatPythonDeflates() throws {
        let script = """
            with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
                z.writestr('a/text', 'walk ' * 100000); z.writestr('a/empty', '')
                z.writestr('a/short', 'x')
            """
        _ = try python(script)
        let zip = try ZipReader(path)
        for (name, text) in [
            ("a/text", String(repeating: "walk ", count: 100_000)), ("a/empty", ""),
            ("a/short", "x"),
        ] {
            #expect(try read(name, of: zip) == Array(text.utf8))
        }
        let bytes = try LocalFiles.read(path)
        for change in [40, 60, 200] {
            var damaged = bytes
            damaged[change] ^= 0x55
            let zip = try ZipReader(try folder.write(damaged, to: "damaged.zip"))
            #expect(throws: ZipError.self) { try zip.read(zip.members[0]) { _ in } }
        }
    }

    /// A member that yields more than its directory announces, as a decompression bomb does.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func stopsAtTheAnnouncedSize() throws {
        let script = """
            import struct
            with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
                z.writestr('a/bomb', b'0' * 50_000_000)
            data = bytearray(open(sys.argv[1], 'rb').read())
            for size in [data.index(struct.pack('<I', 50_000_000)), data.rindex(struct.pack('<I', 50_000_000))]:
                data[size:size + 4] = struct.pack('<I', 1000)
            open(sys.argv[1], 'wb').write(data)
            """
        _ = try python(script)
        let zip = try ZipReader(path)
        var count = 0
        #expect(throws: ZipError.self) { try zip.read(zip.members[0]) { count += $0.count } }
        #expect(count <= 1000)
    }

    /// Members that another reader would list or unpack, and that ours does not see.
    @Test func refusesWhatHidesMembers() throws {
        let whole = try LocalFiles.read(try folder.zip(short))
        let end = whole.count - 22
        var fewer = whole
        for place in [end + 8, end + 10] { fewer[place] = 1 }
        let start = Int(whole[end + 16])
        var between = whole
        between.insert(contentsOf: [0, 0, 0, 0], at: start)
        between[end + 4 + 16] = UInt8(start + 4)
        for bytes in [fewer, between, whole + [0, 0], [0, 0] + whole] {
            let damaged = try folder.write(bytes, to: "damaged.zip")
            #expect(throws: ZipError.self) { try ZipReader(damaged) }
        }
    }

    /// Members written as a stream, whose sizes follow them.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func readsWhatPythonStreams() throws {
        let script = """
            class Stream:
                def __init__(self, file): self.file = file
                def write(self, bytes): return self.file.write(bytes)
                def flush(self): self.file.flush()
            with zipfile.ZipFile(Stream(open(sys.argv[1], 'wb')), 'w') as z:
                z.writestr('a/one', 'one'); z.writestr('a/two', 'two')
            """
        _ = try python(script)
        let zip = try ZipReader(path)
        #expect(try read("a/two", of: zip) == Array("two".utf8))
    }

    @Test func detectsAChangedMember() throws {
        var bytes = try LocalFiles.read(try folder.zip([("a/name", Array("one".utf8))]))
        let place = try #require(bytes.firstRange(of: Array("one".utf8)))
        bytes[place.lowerBound] = UInt8(ascii: "O")
        let zip = try ZipReader(try folder.write(bytes, to: "b.zip"))
        #expect(throws: ZipError.self) { try zip.read(zip.members[0]) { _ in } }
    }
}
