import Foundation
import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Values of apps other than the one with NoteObj: dates, photos and rich text.
@Suite(.tags(.fast))
struct AppArchiveValueTests: AppArchiveSuite {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func readsDatesOfEveryType() throws {
        func created(_ field: (inout ArchiveEditor) -> [(String, ArchiveEditor.Value)])
            throws -> Note
        {
            var writer = ArchiveEditor()
            let text = writer.string("x")
            let fields = field(&writer)
            return try #require(
                try read(
                    writer.archive(
                        root: "Note", superclasses: [], fields: [("text", text)] + fields)
                )
                .notes.first)
        }
        let instant = Date(timeIntervalSince1970: 1_404_914_700)
        let seconds = instant.timeIntervalSinceReferenceDate
        #expect(try created { [("date", $0.date(seconds))] }.created == instant)
        #expect(try created { _ in [("time", .real(seconds))] }.created == instant)
        #expect(try created { _ in [("timestamp", .integer(1_404_914_700))] }.created == instant)
        #expect(
            try created { _ in [("timestamp", .integer(1_404_914_700_000))] }.created == instant)
        #expect(
            try created { [("date", $0.string("2014-07-09 14:05:00 +0000"))] }.created
                == instant)
        let free = try created { [("date", $0.string("last summer"))] }
        #expect(free.created == nil && free.dateTexts.created == "last summer")
        let parts = try created { _ in
            [("yearKey", .integer(2014)), ("monthKey", .integer(7)), ("dayKey", .integer(9))]
        }
        #expect(parts.created == Date(timeIntervalSince1970: 1_404_864_000))
        #expect(try created { _ in [("noteid", .integer(140_491_470_042))] }.created == instant)
        let both = try created { writer in
            [
                ("date", writer.string("no date")),
                ("createdAt", writer.date(seconds)),
                ("updatedAt", writer.date(seconds + 60)),
            ]
        }
        #expect(both.created == instant)
        #expect(both.modified == instant.addingTimeInterval(60))
    }

    @Test func prefersPhotosToThumbnailsAndLeavesDecorations() throws {
        var writer = ArchiveEditor()
        let text = writer.string("x")
        let photo = writer.data(picture)
        let small = writer.data(PNGPicture.quarters(width: 2, height: 2))
        let note = {
            (fields: [(String, ArchiveEditor.Value)]) -> ArchiveEditor.Value in
            writer.object("Note", superclasses: [], fields: [("text", text)] + fields)
        }
        let outcome = try read(
            writer.archive(rootArray: [
                note([("photos", photo), ("thumbnails", small)]),
                note([("thumbnails", small), ("weather", photo)]),
                note([("weatherKey", photo)]),
                note([("somethingOfItsOwn", photo)]),
                note([("image", .null), ("photoKey", writer.string(""))]),
            ]))
        #expect(
            outcome.notes.map { $0.photos.map { $0.stored?.count ?? 0 } } == [
                [picture.count], [PNGPicture.quarters(width: 2, height: 2).count], [],
                [picture.count], [],
            ])
    }

    @Test func readsPicturesOfMacsAndNestedLists() throws {
        var writer = ArchiveEditor()
        let text = writer.string("x")
        let representation = writer.object(
            "NSBitmapImageRep", superclasses: ["NSImageRep"],
            fields: [
                ("NSTIFFRepresentation", writer.data([0x49, 0x49, 0x2A, 0] + picture))
            ])
        let representations = writer.array([writer.array([.null, representation])])
        let macImage = writer.object(
            "NSImage", superclasses: ["NSObject"], fields: [("NSReps", representations)])
        var inner = ArchiveEditor()
        let list = [inner.data(picture), inner.data([0xFF, 0xD8, 0xFF] + picture)]
        let nested = writer.data(inner.archive(rootArray: list))
        let ofTheApp = writer.object(
            "UIImage", superclasses: ["NSObject"],
            fields: [("UIImageName", writer.string("Note-Icon.png"))])
        let outcome = try read(
            writer.archive(
                root: "Note", superclasses: [],
                fields: [
                    ("text", text), ("image", macImage),
                    ("photoData", nested), ("photo", ofTheApp),
                ]))
        let note = try #require(outcome.notes.first)
        #expect(
            note.photos.map { $0.stored?.count } == [
                picture.count + 4, picture.count, picture.count + 3,
            ])
        #expect(outcome.diagnostics.map(\.identifier) == [.pictureOfTheApp])
    }

    @Test(arguments: [false, true]) func writesRichTextAsMarkdown(isKeptAsData: Bool) throws {
        var writer = ArchiveEditor()
        let font = { (name: String) in
            writer.object(
                "UIFont", superclasses: ["NSObject"],
                fields: [("UIFontName", writer.string(name))])
        }
        let attributes = [
            writer.dictionary([] as [(String, ArchiveEditor.Value)]),
            writer.dictionary([(writer.string("NSFont"), font("Helvetica-Bold"))]),
            writer.dictionary([(writer.string("NSFont"), font("Helvetica-Oblique"))]),
            writer.dictionary([(writer.string("NSLink"), writer.url("https://example.org/a b"))]),
            writer.dictionary([
                (
                    writer.string("NSAttachment"),
                    writer.object(
                        "NSTextAttachment", superclasses: ["NSObject"],
                        fields: [("contents", writer.data(picture))])
                )
            ]),
            writer.dictionary([
                (
                    writer.string("NSAttachment"),
                    writer.object("NSTextAttachment", superclasses: [], fields: [])
                )
            ]),
        ]
        let text = "Plain bold and slanted*\nlink \u{FFFC} \u{FFFC}"
        let runs: [UInt8] = [6, 0, 4, 1, 5, 0, 9, 2, 4, 3, 1, 0, 1, 4, 1, 0, 1, 5]
        let body = writer.object(
            "NSMutableAttributedString", superclasses: ["NSAttributedString", "NSObject"],
            fields: [
                ("NSString", writer.string(text)),
                ("NSAttributes", writer.array(attributes)),
                ("NSAttributeInfo", writer.data(runs, isMutable: true)),
            ])
        var memo = writer
        var content = body
        if isKeptAsData {
            memo = ArchiveEditor()
            content = memo.data(writer.archive(top: [("root", body)]))
        }
        let outcome = try read(
            memo.archive(root: "Memo", superclasses: [], fields: [("content", content)]))
        let note = try #require(outcome.notes.first)
        #expect(
            note.body
                == "Plain **bold** and *slanted\\**\n[link](<https://example.org/a b>) ![](1) (attachment)"
        )
        #expect(note.photos.count == 1)
        #expect(outcome.diagnostics.map(\.identifier) == [.unreadAttachment])
    }

    @Test func readsTextKeptAsData() throws {
        var inner = ArchiveEditor()
        let nested = inner.archive(
            root: "NSAttributedString", superclasses: ["NSObject"],
            fields: [("NSString", inner.string("In an archive"))])
        var writer = ArchiveEditor()
        let notes = [Array("As bytes ü".utf8), nested, [0, 0xFF, 1]].map { bytes in
            writer.object("Note", superclasses: [], fields: [("text", writer.data(bytes))])
        }
        let outcome = try read(writer.archive(rootArray: notes))
        #expect(outcome.notes.map(\.body) == ["As bytes ü", "In an archive"])
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject, .damagedObject])
    }
}
