import Hashing
import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline

/// Manifests, paths and labels of bags (RFC 8493).
@Suite(.tags(.fast))
struct BagManifestTests {
    private static let sum = String(repeating: "0123456789abcdef", count: 4)

    private func paths(_ text: String) throws -> [String] {
        try BagManifest("m.txt", algorithm: .sha256, bytes: Array(text.utf8)).lines.map(\.path)
    }

    @Test(arguments: [
        ("a\nb", "a%0Ab"), ("a\rb", "a%0Db"), ("100%", "100%25"), ("%0A", "%250A"), ("ü b", "ü b"),
        ("a\r\nb", "a%0D%0Ab"), ("", ""), ("%%", "%25%25"),
    ])
    func encodesLineBreaksAndPercentSigns(path: String, encoded: String) {
        #expect(BagPath.encoded(path) == encoded)
        #expect(Array(BagPath.decoded(encoded).utf8) == Array(path.utf8))
    }

    @Test(arguments: [
        ("%0a%0d", "\n\r"), ("%41", "%41"), ("%2", "%2"), ("%", "%"), ("%2525", "%25"),
        ("%zz", "%zz"),
    ])
    func decodesOnlyEscapedLineBreaksAndPercentSigns(encoded: String, path: String) {
        #expect(Array(BagPath.decoded(encoded).utf8) == Array(path.utf8))
    }

    @Test(arguments: [
        "", "/", "/data/a", "~", "~root/x", "..", "../a", "data/..", "data/../a", "data\\..\\a",
        "\\a", "data/a\u{0}b", "data/../../a", "..\\a",
    ])
    func detectsPathsThatLeaveTheBag(path: String) {
        #expect(BagPath.leavesBag(path))
    }

    @Test(arguments: [
        "data/a", "data/..a", "data/a..", "data/...", "data/~a", "a~", "data/\u{301}", "data//a",
        "data/./a",
    ])
    func acceptsPathsThatStayInTheBag(path: String) {
        #expect(!BagPath.leavesBag(path))
    }

    @Test(arguments: [
        ("a/b", true), ("a", true), ("a/.b", true), ("a//b", false), ("a/./b", false),
        ("./a", false), ("a/", false), ("", false), (".", false),
    ])
    func recognizesPlainPaths(path: String, isPlain: Bool) {
        #expect(BagPath.isPlain(path) == isPlain)
    }

    @Test func readsLinesWithAnyBreaksAndSpaces() throws {
        let sum = Self.sum
        let text =
            "\(sum)  data/a b\r\n\(sum.uppercased())\tdata/c\r\r\(sum) *data/*d\n\n\(sum)   data/e"
        #expect(try paths(text) == ["data/a b", "data/c", "data/*d", "data/e"])
        let manifest = try BagManifest("m", algorithm: .sha256, bytes: Array(text.utf8))
        #expect(manifest.lines.allSatisfy { $0.sum == sum })
        #expect(try paths("") == [])
    }

    @Test(arguments: [
        "x", "  data/a", "0123 data/a", "SUM", "SUM ", "SUM  *", "SUMx data/a", "ZSUM data/a",
    ])
    func reportsAMalformedLine(line: String) {
        let bad = line.replacing("ZSUM", with: "g" + Self.sum.dropFirst()).replacing(
            "SUM", with: Self.sum)
        let error = #expect(throws: UserError.self) { try paths("\(Self.sum)  data/a\n\(bad)\n") }
        #expect(error?.message.contains("m.txt, line 2,") == true)
    }

    @Test func refusesAManifestThatIsNotUTF8() {
        let bytes = Array("\(Self.sum)  data/".utf8) + [0xFF]
        #expect(throws: UserError.self) { try BagManifest("m", algorithm: .sha256, bytes: bytes) }
    }

    @Test(arguments: [
        ("manifest-sha256.txt", "sha256", true), ("tagmanifest-md5.txt", "md5", false),
        ("manifest-SHA512.txt", "sha512", true), ("manifest-.txt", "", true),
    ])
    func readsTheAlgorithmFromTheFileName(name: String, algorithm: String, isOfPayload: Bool) {
        let kind = BagManifest.kind(of: name)
        #expect(kind?.algorithm == algorithm && kind?.isOfPayload == isOfPayload)
    }

    @Test(arguments: ["bagit.txt", "manifest-sha256", "manifest.txt", "Manifest-sha256.txt", ""])
    func ignoresFilesThatAreNotManifests(name: String) {
        #expect(BagManifest.kind(of: name) == nil)
    }

    /// The example of RFC 8493, section 2.2.2, with a value that is folded.
    @Test func readsLabelsAndFoldedValues() {
        let text = """
            Source-Organization: FOO University
            External-Description: Uncompressed greyscale TIFF images
                 from the FOO papers
            Bagging-Date:2008-01-15\r
            BAGIT-Version :  1.0 \r\nEmpty:\n folded
            no label
            Empty: second
            """
        let labels = BagLabels(Array(text.utf8))
        #expect(labels["source-organization"] == "FOO University")
        #expect(
            labels["External-Description"]
                == "Uncompressed greyscale TIFF images from the FOO papers")
        #expect(labels["Bagging-Date"] == "2008-01-15" && labels["BagIt-Version"] == "1.0")
        #expect(labels["Empty"] == "folded")
        #expect(labels["no label"] == nil)
        #expect(BagLabels([])["x"] == nil)
    }
}
