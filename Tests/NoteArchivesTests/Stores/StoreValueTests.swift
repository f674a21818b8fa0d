import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Pictures and texts in columns of Core Data stores, whatever their form and name.
@Suite(.tags(.fast))
struct StoreValueTests: ReadingSuite {
    let folder = TemporaryFolder(isInMemory: true)
    private static let pictures = [
        PNGPicture.quarters(width: 8, height: 4), PNGPicture.quarters(width: 4, height: 8),
    ]

    private func read(_ column: String, data: [UInt8]) throws -> SourceOutcome {
        try read(
            entities: [("Note", 0)],
            [
                .table("ZNOTE", columns: "ZTITLE VARCHAR, \(column) BLOB"),
                .rows(of: "ZNOTE", "(1, 1, 'A', ?)", data: data),
            ])
    }

    private static let images = pictures.map {
        MadeValue.object("UIImage", [("UIImageData", .data($0))])
    }

    @Test(arguments: [
        (Self.pictures[0], 1), (Self.images[0].archive, 1),
        (MadeValue.list(Self.pictures.map { .data($0) }).archive, 2),
        (MadeValue.list(Self.images).archive, 2),
    ])
    func findsPicturesInEachForm(data: [UInt8], count: Int) throws {
        let outcome = try read("ZPHOTOS", data: data)
        let found = withExtendedLifetime(outcome) {
            outcome.notes.map { $0.photos.map(\.bytes) }
        }
        #expect(found == [Array(Self.pictures.prefix(count))])
        #expect(outcome.diagnostics == [])
    }

    @Test func readsTextFromUnknownColumns() throws {
        let outcome = try read("ZSCRIBBLE", data: Array("Walnut".utf8))
        #expect(outcome.notes.map(\.body) == ["Walnut"])
        #expect(outcome.diagnostics.map(\.identifier) == [.takenForNote])
        #expect(outcome.diagnostics.first?.suggestion.contains("SCRIBBLE: body") == true)
    }

    @Test func keepsBinaryDataAsOtherFields() throws {
        let outcome = try read("ZSCRIBBLE", data: [0, 1, 2])
        #expect(outcome.notes.first?.otherFields.map(\.key) == ["ZSCRIBBLE"])
        #expect(outcome.notes.first?.body == "" && outcome.diagnostics == [])
    }
}
