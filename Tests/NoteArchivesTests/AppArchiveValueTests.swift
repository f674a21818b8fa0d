import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Values of apps other than the one with NoteObj: photos and rich text.
@Suite(.tags(.fast))
struct AppArchiveValueTests: ReadingSuite {
    let folder = TemporaryFolder()

    @Test func prefersPhotosToThumbnailsAndIgnoresDecorations() throws {
        let photo = MadeValue.data(picture)
        let small = PNGPicture.quarters(width: 2, height: 2)
        let fields: [[(String, MadeValue)]] = [
            [("photos", photo), ("thumbnails", .data(small))],
            [("thumbnails", .data(small)), ("weather", photo)], [("weatherKey", photo)],
            [("somethingOfItsOwn", photo)], [("image", .null), ("photoKey", "")],
        ]
        let outcome = try read(
            archived: .list(fields.map { .object("Note", [("text", "x")] + $0) }))
        #expect(
            outcome.notes.map { $0.photos.map { $0.stored?.count ?? 0 } } == [
                [picture.count], [small.count], [], [picture.count], [],
            ])
    }

    @Test func readsMacImagesAndNestedLists() throws {
        let representation = MadeValue.object(
            "NSBitmapImageRep",
            [("NSTIFFRepresentation", .data([0x49, 0x49, 0x2A, 0] + picture))],
            superclasses: ["NSImageRep"])
        let nested: MadeValue = [.data(picture), .data([0xFF, 0xD8, 0xFF] + picture)]
        let outcome = try read(
            archived: .object(
                "Note",
                [
                    ("text", "x"),
                    ("image", .object("NSImage", [("NSReps", [[.null, representation]])])),
                    ("photoData", .data(nested.archive)),
                    ("photo", .object("UIImage", [("UIImageName", "Note-Icon.png")])),
                ]))
        #expect(
            outcome.notes.map { $0.photos.map { $0.stored?.count } } == [
                [picture.count + 4, picture.count, picture.count + 3]
            ])
        #expect(outcome.diagnostics.map(\.identifier) == [.pictureOfTheApp])
    }

    @Test(arguments: [false, true]) func writesRichTextAsMarkdown(isKeptAsData: Bool) throws {
        let attributes: MadeValue = [
            [:], ["NSFont": .object("UIFont", [("UIFontName", "Helvetica-Bold")])],
            ["NSFont": .object("UIFont", [("UIFontName", "Helvetica-Oblique")])],
            ["NSLink": .url("https://example.org/a b")],
            ["NSAttachment": .object("NSTextAttachment", [("contents", .data(picture))])],
            ["NSAttachment": .object("NSTextAttachment")],
        ]
        let runs: [UInt8] = [6, 0, 4, 1, 5, 0, 9, 2, 4, 3, 1, 0, 1, 4, 1, 0, 1, 5]
        let body = MadeValue.object(
            "NSMutableAttributedString",
            [
                ("NSString", "Plain bold and slanted*\nlink \u{FFFC} \u{FFFC}"),
                ("NSAttributes", attributes), ("NSAttributeInfo", .data(runs, isMutable: true)),
            ], superclasses: ["NSAttributedString", "NSObject"])
        let outcome = try read(
            archived: .object("Memo", [("content", isKeptAsData ? .data(body.archive) : body)]))
        #expect(
            outcome.notes.map(\.body) == [
                "Plain **bold** and *slanted\\**\n[link](<https://example.org/a b>) ![](1) (attachment)"
            ])
        #expect(outcome.notes.first?.photos.count == 1)
        #expect(outcome.diagnostics.map(\.identifier) == [.unreadAttachment])
    }

    @Test func readsTextKeptAsData() throws {
        let nested = MadeValue.object("NSAttributedString", [("NSString", "In an archive")])
        let notes = [Array("As bytes ü".utf8), nested.archive, [0, 0xFF, 1]].map {
            MadeValue.object("Note", [("text", .data($0))])
        }
        let outcome = try read(archived: .list(notes))
        #expect(outcome.notes.map(\.body) == ["As bytes ü", "In an archive"])
        #expect(outcome.diagnostics.map(\.identifier) == [.damagedObject, .damagedObject])
    }
}
