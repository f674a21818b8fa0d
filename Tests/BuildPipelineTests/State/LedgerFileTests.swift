import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import OutputTree
import TestSupport
import Testing

@testable import BuildPipeline

/// The ledger of addresses in the output folder.
@Suite(.tags(.fast))
struct LedgerFileTests {
    private let parent = TemporaryFolder()
    private let folder: OutputFolder

    init() throws {
        folder = try OutputFolder(NotebookPlace(parent.path + "/out"))
    }

    private let ledger = PermalinkLedger(
        ["b", "a"].map {
            .init(
                identity: "urn:" + $0, path: "notes/" + $0, former: ["notes/old-" + $0],
                title: "“\($0)”", source: $0 + ".data#2", beginning: "00", isPresent: $0 == "a")
        })

    @Test func isEmptyBeforeTheFirstPublication() throws {
        let file = try folder.readLedger()
        #expect(file.isMissing)
        #expect(try file.ledger() == nil)
    }

    @Test func roundTripsThroughAFile() throws {
        let cache = BuildCache()
        let document = LedgerFile.document(of: ledger, cache)
        try folder.readLedger().replace(by: document)
        let file = try folder.readLedger(cache)
        #expect(!file.isMissing && file.digest == ContentDigest(of: document))
        #expect(try file.ledger() == ledger)
        #expect(try folder.readLedger().ledger() == ledger)
    }

    @Test(arguments: [
        "", "{", "[]",
        "{\"format\": 1, \"notes\": [{\"id\": \"a\"}]}",
    ])
    func replacesADamagedLedgerOnlyOnRequest(text: String) throws {
        try LocalFiles.replace(folder.ledger, bytes: Array(text.utf8))
        let error = #expect(throws: UserError.self) { try folder.readLedger().ledger() }
        #expect(error?.message.contains("--new-ledger") == true)
        #expect(error?.message.contains("ledger.json") == true)
        #expect(try folder.readLedger(startsNewLedger: true).ledger() == nil)
    }

    /// An older program must not replace what a newer one has written.
    @Test func neverReplacesALedgerOfANewerVersion() throws {
        try LocalFiles.replace(folder.ledger, bytes: Array("{\"format\": 99, \"notes\": []}".utf8))
        for isNew in [false, true] {
            let error = #expect(throws: UserError.self) {
                try folder.readLedger(startsNewLedger: isNew).ledger()
            }
            #expect(error?.message.contains("Update this program") == true)
            #expect(error?.message.contains("--new-ledger") == false)
        }
    }

    @Test func keepsWhatAnotherRunHasWrittenMeanwhile() throws {
        let file = try folder.readLedger()
        let other = Array("{}".utf8)
        try LocalFiles.replace(folder.ledger, bytes: other)
        let error = #expect(throws: UserError.self) { try file.replace(by: ledger.document) }
        #expect(error?.message.contains("Run the build again") == true)
        #expect(try LocalFiles.read(folder.ledger) == other)
    }

    @Test func refusesADuplicatePath() throws {
        let document = String(decoding: ledger.document, as: UTF8.self)
            .replacing("notes/old-b", with: "notes/a")
        try LocalFiles.replace(folder.ledger, bytes: Array(document.utf8))
        let error = #expect(throws: UserError.self) { try folder.readLedger().ledger() }
        #expect(error?.message.contains("gives the path notes/a to two notes") == true)
    }

    @Test func roundTripsThroughTheCache() throws {
        var writer = ByteWriter()
        writer.write(ledger)
        var reader = ByteReader(writer.bytes)
        #expect(try PermalinkLedger(from: &reader) == ledger)
        for count in 0..<writer.bytes.count {
            var cut = ByteReader(Array(writer.bytes.prefix(count)))
            #expect(throws: BinaryDecodingError.self) { try PermalinkLedger(from: &cut) }
        }
    }
}
