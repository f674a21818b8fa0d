import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import Synchronization
import TestSupport
import Testing

@testable import OutputTree

/// Originals and derivatives, which are linked into a tree and not written.
@Suite(.tags(.fast))
struct StagedMediaTests {
    private let site = PublishedSite()

    /// Writes a photo outside the output folder and returns where it is.
    private func photo(_ text: String, to name: String = "photo.jpg") throws -> StoredBytes {
        StoredBytes(file: try site.folder.write(text, to: name), range: 0..<text.utf8.count)
    }

    private func kept() throws -> [String] {
        try LocalFiles.entries(of: site.records + "/originals").map(\.name)
    }

    @Test func keepsAnOriginalUnderItsDigest() throws {
        let stored = try photo("picture")
        try site.publish([.original("p/1.jpg", from: stored, text: "picture")])
        #expect(try kept() == [ContentDigest(of: Array("picture".utf8)).text])
        // The source need not exist any more.
        try LocalFiles.remove(stored.file)
        #expect(
            try site.publish([.original("p/2.jpg", from: stored, text: "picture")]).added == [
                "p/2.jpg"
            ])
        #expect(try site.texts() == ["p/2.jpg": "picture"])
    }

    @Test func copiesAPartOfAFileAndBase64Text() throws {
        let path = try site.folder.write("<<cGljdHVyZQ==>>plain", to: "notes.plist")
        let encoded = StoredBytes(file: path, range: 2..<14, decodedRange: 0..<7)
        let plain = StoredBytes(file: path, range: 16..<21)
        try site.publish([
            .original("a", from: encoded, text: "picture"),
            .original("b", from: plain, text: "plain"),
        ])
        #expect(try site.texts() == ["a": "picture", "b": "plain"])
    }

    /// The digest was computed earlier in the run; the owner may edit the photo meanwhile.
    @Test func refusesAnOriginalThatHasChangedMeanwhile() throws {
        try site.publish(["a": "1"])
        let stored = try photo("edited!")
        #expect(throws: OutputTreeError.self) {
            try site.publish([.original("p.jpg", from: stored, text: "picture")])
        }
        #expect(try site.texts() == ["a": "1"])
        #expect(try kept().isEmpty, "nothing wrong is kept")
    }

    /// A published tree may share the damaged file; it must not change under its readers.
    @Test func replacesADamagedOriginalWithANewFile() throws {
        let stored = try photo("picture")
        try site.publish([.original("a", from: stored, text: "picture")])
        let path = site.records + "/originals/" + (try #require(try kept().first))
        try overwrite(path, text: "PICTURE")
        let damaged = try #require(try LocalFiles.status(path)?.inode)
        let result = try site.publish([
            .original("a", from: stored, text: "picture"),
            .original("b", from: stored, text: "picture"),
        ])
        #expect(result.added == ["b"])
        #expect(try LocalFiles.read(path) == Array("picture".utf8))
        #expect(try LocalFiles.status(path)?.inode != damaged)
        #expect(try site.texts() == ["a": "picture", "b": "picture"])
    }

    @Test func removesOriginalsThatNoTreeNeeds() throws {
        let texts = ["one", "two", "three"]
        let folder = try OutputFolder(NotebookPlace(site.output))
        try folder.pruneOriginals(keeping: [])
        let files: [OutputFile] = try texts.map {
            .original($0, from: try photo($0, to: $0), text: $0)
        }
        try site.publish(files, in: folder)
        try site.folder.write("half", to: "Notebook/.notebinder/originals/unfinished.123")
        let two = ContentDigest(of: Array("two".utf8))
        try folder.pruneOriginals(keeping: [two, ContentDigest(of: [])])
        #expect(try kept() == [two.text])
        #expect(try site.texts() == ["one": "one", "two": "two", "three": "three"])
    }

    private func derived(_ path: String, text: String) -> OutputFile {
        OutputFile(
            OutputPath(path),
            content: .derivative(
                DerivedFile(key: Fingerprint(ofLines: [text]), bytes: Array(text.utf8))))
    }

    @Test func asksForADerivativeOnlyIfItIsNew() throws {
        let asked = Mutex<[ContentDigest]>([])
        let folder = try OutputFolder(NotebookPlace(site.output))
        func publish(_ texts: [String]) throws -> [String] {
            let files = texts.map { derived($0 + ".webp", text: $0) }
            for text in texts { try site.folder.write(text, to: "cache/\(text).webp") }
            let cache = site.folder.path + "/cache/"
            try site.publish(files, in: folder) { file in
                asked.withLock { $0.append(file.digest) }
                let text = texts.first { ContentDigest(of: Array($0.utf8)) == file.digest }
                return ("\(cache)\(text ?? "").webp", file.digest)
            }
            return asked.withLock { asked in
                defer { asked = [] }
                return texts.filter { asked.contains(ContentDigest(of: Array($0.utf8))) }
            }
        }
        #expect(try publish(["a", "b"]) == ["a", "b"])
        #expect(try publish(["a", "b"]) == [])
        #expect(try publish(["a", "b", "c"]) == ["c"])
        // Someone deletes a picture.
        try LocalFiles.remove(site.live + "/b.webp")
        #expect(try publish(["a", "b", "c"]) == ["b"])
        #expect(try site.problems().isEmpty)
    }

    /// Another version of a library may make other bytes; the record names what is there.
    @Test func recordsTheDigestThatADerivativeReallyHas() throws {
        let path = try site.folder.write("other bytes", to: "cache/a")
        try site.publish([derived("a.webp", text: "planned")]) { _ in
            (path, ContentDigest(of: Array("other bytes".utf8)))
        }
        #expect(try site.texts() == ["a.webp": "other bytes"])
        #expect(try site.problems().isEmpty)
    }

    @Test func keepsTheTreeWhenADerivativeFails() throws {
        try site.publish(["a": "1"])
        #expect(throws: PublishedSite.NoDerivatives.self) {
            try site.publish(PublishedSite.files(["a": "2"]) + [derived("p.webp", text: "p")])
        }
        #expect(try site.texts() == ["a": "1"])
        #expect(try site.publish(["a": "3"]).changed == ["a"])
        #expect(try site.texts() == ["a": "3"])
    }
}
