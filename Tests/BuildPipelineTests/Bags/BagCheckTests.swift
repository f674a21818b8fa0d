import FileFormats
import Hashing
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline

/// Bags that other programs made, in folders and ZIP files.
@Suite(.tags(.fast))
struct BagCheckTests {
    private let folder = TemporaryFolder()
    private var bag: String { folder.path + "/bag" }

    /// Makes a bag like the one of RFC 8493, section 4.1, with the checksums of its contents.
    init() throws {
        try folder.write(
            "BagIt-Version: 0.97\nTag-File-Character-Encoding: utf-8\n", to: "bag/bagit.txt")
        try folder.write("image", to: "bag/data/27613-h/images/q172.png")
        try folder.write("words", to: "bag/data/27613-h/images/q172.txt")
        try writeManifest()
    }

    private func sum(_ text: String) -> String { ContentDigest(of: Array(text.utf8)).text }

    private func writeManifest(_ more: String = "") throws {
        try folder.write(
            """
            \(sum("image")) data/27613-h/images/q172.png
            \(sum("words")) data/27613-h/images/q172.txt
            \(more)
            """, to: "bag/manifest-sha256.txt")
    }

    private func problems() throws -> [String] { try BagCheck.problems(bag) }

    @Test func findsNothingWrongWithAGoodBag() throws {
        #expect(try problems() == [])
        let check = try BagCheck(bag)
        #expect(
            check.files.map(\.path) == [
                "data/27613-h/images/q172.png", "data/27613-h/images/q172.txt",
            ])
        #expect(check.files.map(\.size) == [5, 5] && check.files.allSatisfy { $0.isPayload })
        #expect(check.strangers == ["bagit.txt"])
    }

    /// Test vectors of FIPS 180 and RFC 1321 for “abc”.
    @Test(arguments: [
        ("md5", "900150983cd24fb0d6963f7d28e17f72"),
        ("sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "sha512",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ])
    func readsManifestsOfEveryAlgorithm(algorithm: String, sum: String) throws {
        try LocalFiles.remove(bag + "/data")
        try LocalFiles.remove(bag + "/manifest-sha256.txt")
        try folder.write("abc", to: "bag/data/x")
        try folder.write("\(sum.uppercased())  data/x\n", to: "bag/manifest-\(algorithm).txt")
        #expect(try problems() == [])
        try folder.write("abd", to: "bag/data/x")
        #expect(
            try problems() == [
                "data/x has changed: its checksum differs from the one in manifest-\(algorithm).txt."
            ]
        )
    }

    @Test func reportsMissingAddedAndChangedFiles() throws {
        try folder.write("images", to: "bag/data/27613-h/images/q172.png")
        try LocalFiles.remove(bag + "/data/27613-h/images/q172.txt")
        try folder.write("x", to: "bag/data/new")
        #expect(
            try problems() == [
                "data/27613-h/images/q172.txt is missing.",
                "data/new was added: manifest-sha256.txt does not name it.",
                "data/27613-h/images/q172.png has changed: its checksum differs from the one in manifest-sha256.txt.",
            ])
    }

    @Test func checksEverySupportedManifest() throws {
        try folder.write("x  data/a", to: "bag/manifest-crc32.txt")
        #expect(try problems().count == 1)
        try LocalFiles.remove(bag + "/manifest-crc32.txt")
        let zeros = String(repeating: "0", count: 32)
        try folder.write("\(zeros)  data/27613-h/images/q172.png\n", to: "bag/manifest-md5.txt")
        let found = try problems()
        #expect(
            found.contains { $0.hasPrefix("data/27613-h/images/q172.txt was added: manifest-md5") })
        #expect(found.contains { $0.contains("the one in manifest-md5.txt") })
    }

    @Test func checksTagFilesThatAreListed() throws {
        try folder.write(
            "\(sum("x"))  bagit.txt\n\(sum("x"))  data/a\n", to: "bag/tagmanifest-sha256.txt")
        let found = try problems()
        #expect(found.contains { $0.hasPrefix("bagit.txt has changed") })
        #expect(found.contains { $0.contains("names data/a, which is a file of its payload") })
        // A tag manifest alone proves nothing about the payload.
        try LocalFiles.remove(bag + "/manifest-sha256.txt")
        let error = #expect(throws: UserError.self) { try BagCheck(bag) }
        #expect(error?.message.contains("has no manifest") == true)
    }

    @Test func comparesTheSizeOfThePayload() throws {
        try folder.write("Payload-Oxum: 10.2\n", to: "bag/bag-info.txt")
        #expect(try problems() == [])
        try folder.write("payload-oxum: 10.3\n", to: "bag/bag-info.txt")
        #expect(try problems().first?.contains("2 files of 10 bytes") == true)
    }

    @Test func reportsUnfetchedFiles() throws {
        try writeManifest("\(sum("far")) data/far\n")
        try folder.write(
            """
            https://x.example/far 3 data/far
            https://x.example/q - data/27613-h/images/q172.png
            https://x.example/e 1 ../evil
            """, to: "bag/fetch.txt")
        #expect(
            try problems() == [
                "data/far is missing.", "data/far is still to be fetched, as fetch.txt says.",
                "fetch.txt names ../evil, which leads out of the bag.",
            ])
    }

    @Test(arguments: [
        ("BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8", "is of BagIt 2.0"),
        ("Tag-File-Character-Encoding: UTF-8", "of no version"), ("", "of no version"),
        ("BagIt-Version: 1.0\nTag-File-Character-Encoding: ISO-8859-1", "“ISO-8859-1”"),
        ("BagIt-Version: 1.0", "in “”"),
    ])
    func refusesUnsupportedDeclarations(text: String, words: String) throws {
        try folder.write(text, to: "bag/bagit.txt")
        let error = #expect(throws: UserError.self) { try BagCheck(bag) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    /// Packs the bag as a ZIP file, and returns its path.
    private func packed() throws -> String {
        let path = folder.path + "/bag.zip"
        var zip = try ZipWriter(path)
        for name in try LocalFiles.files(below: bag) {
            try zip.add("b/" + name, bytes: try folder.bytes("bag/" + name))
        }
        try zip.finish()
        return path
    }

    @Test func readsABagInAZipFile() throws {
        let path = try packed()
        #expect(try BagCheck.problems(path) == [])
        #expect(try BagCheck(path).files.count == 2)
        let whole = try LocalFiles.read(path)
        for count in stride(from: 0, to: whole.count, by: 7) {
            try LocalFiles.replace(path, bytes: Array(whole.prefix(count)))
            #expect(throws: UserError.self, "\(count) bytes") { try BagCheck(path) }
        }
    }

    @Test func noticesAnyChangedByteOfThePayloadInAZipFile() throws {
        let path = try packed()
        var bytes = try LocalFiles.read(path)
        let place = try #require(bytes.firstRange(of: Array("words".utf8))?.lowerBound)
        bytes[place] ^= 1
        try LocalFiles.replace(path, bytes: bytes)
        #expect(try !BagCheck.problems(path).isEmpty)
    }
}
