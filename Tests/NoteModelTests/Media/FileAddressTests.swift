import LocalFiles
import NoteModel
import TestSupport
import Testing

/// Addresses of files in texts, compared component by component from the end.
@Suite(.tags(.fast))
struct FileAddressTests {
    @Test(arguments: [
        ("a/b/c.pdf", "c.pdf"), ("c.pdf", "c.pdf"), ("", "file"), ("/", "file"), ("..", "file"),
        ("a/..", "a"), ("a\\b.txt", "b.txt"), ("a%2Fb.txt", "b.txt"), ("a%20b.txt", "a b.txt"),
        ("100%.txt", "100%.txt"), ("x/\u{301}.txt", "\u{301}.txt"),
    ])
    func extractsTheFileName(address: String, name: String) {
        #expect(FileAddress(address).fileName == name)
    }

    @Test(arguments: [
        ("a/b/c", "a/b/c", 3), ("a/b/c", "x/b/c", 2), ("a/b/c", "c", 1), ("a/b/c", "a/b/d", 0),
        ("A/B/C", "a/b/c", 3), ("caf\u{E9}/x", "cafe\u{301}/X", 2), ("", "", 0),
        ("./a/../b", "a/b", 2), ("a\\b", "a/b", 2),
    ])
    func countsTheCommonPartsFromTheEnd(left: String, right: String, count: Int) {
        #expect(FileAddress(left).commonParts(with: FileAddress(right)) == count)
        #expect(FileAddress(right).commonParts(with: FileAddress(left)) == count)
    }

    @Test func prefersTheClosestMatchingPath() {
        let names: [String?] = ["one/a.txt", nil, "two/a.txt", "deep/two/a.txt", "a.txt", "b.txt"]
        for (address, position) in [
            ("two/a.txt", 2), ("x/deep/two/a.txt", 3), ("a.txt", 4), ("elsewhere/a.txt", 0),
            ("B.TXT", 5), ("c.txt", nil), ("", nil),
        ] as [(String, Int?)] {
            #expect(FileAddress(address).position(in: FileNames(names)) == position, "\(address)")
        }
        #expect(FileAddress("a.txt").position(in: FileNames([])) == nil)
    }

    @Test func prefersTheFirstOfEqualMatches() {
        #expect(FileAddress("a.txt").position(in: FileNames(["x/a.txt", "y/a.txt"])) == 0)
        #expect(
            FileAddress("y/a.txt").position(in: FileNames(["x/a.txt", "y/A.txt", "y/a.TXT"])) == 1)
    }

    @Test func findsAttachmentsByNameWithAFragment() {
        var note = Note.made(body: "")
        #expect(note.position(of: .attachment, forAddress: "a.pdf") == nil)
        note.attachments = ["a.pdf", "b#2.pdf"].map {
            Medium(.attachment, name: $0, content: .missing)
        }
        #expect(note.position(of: .attachment, forAddress: "a.pdf#page=2") == 0)
        #expect(note.position(of: .attachment, forAddress: "files/A.PDF") == 0)
        #expect(note.position(of: .attachment, forAddress: "b#2.pdf") == 1)
        #expect(note.position(of: .attachment, forAddress: "#a.pdf") == nil)
        #expect(note.position(of: .attachment, forAddress: "https://example.org/a.pdf") == nil)
    }

    /// A query or a fragment is not part of the name of a file.
    @Test(arguments: ["", "#t=5", "?size=2", "?size=2#t=5"])
    func findsFilesWithAQueryOrAFragment(part: String) {
        var note = Note.made(body: "")
        note.photos = [.made("a.png")]
        note.recordings = [Medium(.recording, name: "b.m4a", content: .missing)]
        note.attachments = [Medium(.attachment, name: "c.pdf", content: .missing)]
        let files = NoteFiles(note)
        #expect(files.file(linkedAs: "x/a.png\(part)") == NoteFile(.photo, 0))
        #expect(files.file(shownAs: "a.png\(part)") == NoteFile(.photo, 0))
        #expect(files.file(linkedAs: "b.m4a\(part)") == NoteFile(.recording, 0))
        #expect(files.file(shownAs: "b.m4a\(part)") == NoteFile(.recording, 0))
        #expect(files.file(linkedAs: "c.pdf\(part)") == NoteFile(.attachment, 0))
        #expect(files.file(linkedAs: "d.pdf\(part)") == nil)
    }
}

@Suite(.tags(.fast))
struct AttachmentTests {
    @Test(arguments: [
        ("report.PDF", "pdf"), ("a/b.tar.gz", "gz"), ("noextension", nil), ("dot.", nil),
        ("a.b c", nil), ("a.é", nil), ("a.123456789", nil), ("a.12345678", "12345678"),
        ("folder.d/file", nil), ("x.html", "html"), ("x.ht\u{0}ml", nil), ("", nil),
    ])
    func acceptsOnlyAlphanumericExtensions(name: String, expected: String?) {
        #expect(Medium(.attachment, name: name, content: .missing).fileExtension == expected)
    }

    @Test func usesTheLastPathComponentAsFileName() {
        #expect(Medium(.attachment, name: "../../a/b.txt", content: .missing).fileName == "b.txt")
        #expect(Medium(.attachment, name: "..", content: .missing).fileName == "file")
    }

    @Test func keepsContentWhenTheCaptionChanges() {
        let bytes = StoredBytes(file: "/a", range: 3..<10)
        let file = Medium(.attachment, name: "a", caption: "old", content: .stored(bytes))
        let other = file.captioned("new")
        #expect(other.caption == "new" && other.name == "a" && other.stored == bytes)
        #expect(Medium(.attachment, name: "a", content: .damaged).stored == nil)
    }
}
