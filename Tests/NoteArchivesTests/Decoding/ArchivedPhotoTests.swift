import KeyedArchives
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Photos in the forms of many apps, on their own and in collections.
@Suite(.tags(.fast))
struct ArchivedPhotoTests {
    private let folder = TemporaryFolder(isInMemory: true)
    private let notes: NotesFolder
    private let picture = PNGPicture.quarters(width: 2, height: 2)

    init() throws {
        try folder.write("x", to: "Photos/there.jpg")
        notes = try NotesFolder(folder.path)
    }

    /// Returns a decoder for an archive, with the root of the archive.
    private func decoder(
        _ root: MadeValue
    ) throws -> (decoder: ArchivedPhotoDecoder, root: PropertyListValue) {
        let opened = try OpenedArchive.made(root.archive)
        return (ArchivedPhotoDecoder(opened, folder: notes), try opened.requiredRoot())
    }

    private func photos(
        _ root: MadeValue
    ) throws -> (photos: [Medium], diagnostics: [Diagnostic]) {
        var (decoder, root) = try decoder(root)
        let photos = decoder.photos(of: root, place: "root")
        return (photos, decoder.takeDiagnostics())
    }

    @Test func findsNothingInEmptyValues() throws {
        let (found, diagnostics) = try photos([
            .null, "", "{{1, 2}, {3, 4}}", .object("NSNull"),
        ])
        #expect(found.isEmpty && diagnostics.isEmpty)
    }

    @Test func resolvesNamesAndURLs() throws {
        let (found, diagnostics) = try photos([
            "/var/x/THERE.jpg", .url("file:///x/there.jpg"), "gone.jpg",
        ])
        #expect(found.map { $0.stored != nil } == [true, true, false])
        #expect(found.map(\.name) == ["THERE.jpg", "there.jpg", "gone.jpg"])
        #expect(diagnostics.isEmpty)
    }

    @Test func readsRepeatedObjectsOnce() throws {
        let data = MadeValue.shared("data", .data(picture, isMutable: true))
        #expect(try photos([data, data, "a.jpg", data]).photos.count == 2)
    }

    @Test func sortsCaptionsInNaturalOrder() throws {
        let keys: [MadeValue] = [.number(10), .number(9), "é", "f"]
        let (found, _) = try photos(.dictionary(keys.map { ($0, .data(picture)) }))
        #expect(found.map(\.caption) == ["9", "10", "é", "f"])
    }

    @Test func keepsPlaceholdersForDamagedPhotos() throws {
        let (found, diagnostics) = try photos([
            .data(picture), .number(7), .object("Thing"), "there.jpg",
        ])
        #expect(found.map { $0.stored != nil } == [true, false, false, true])
        #expect(found[1].content == .damaged && found[2].content == .damaged)
        #expect(diagnostics.map(\.origin.place) == ["root[1]", "root[2]"])
        #expect(diagnostics.allSatisfy { $0.identifier == .damagedObject })
        #expect(diagnostics[0].summary.contains("it is a number"))
        #expect(diagnostics[1].summary.contains("an object of Thing without picture data"))
    }

    @Test(arguments: [(0, Medium.Orientation.up), (3, .right), (8, .up), (-1, .up)])
    func readsTheOrientationOfAnImage(value: Int, orientation: Medium.Orientation) throws {
        let (found, _) = try photos(
            .object(
                "UIImage",
                [
                    ("UIImageData", .data(picture)),
                    ("UIImageOrientation", .inline(.integer(value))),
                ]))
        #expect(found.map(\.orientation) == [orientation])
    }

    @Test func findsTheNearestPictureWithinAnImage() throws {
        let far = MadeValue.object(
            "UIImage", [("data", .data(PNGPicture.quarters(width: 8, height: 8)))])
        let near = MadeValue.object("UIImage", [("tiff", .data(picture)), ("inner", far)])
        let (found, _) = try photos(
            .object("UIImage", [("name", "n"), ("reps", ["no picture", near])]))
        #expect(found.map(\.stored?.count) == [picture.count])
    }

    @Test func reportsAPictureThatWasPartOfTheApp() throws {
        let names: [MadeValue] = ["smiley", "there.jpg"]
        let (found, diagnostics) = try photos(
            .list(names.map { .object("UIImage", [("UIImageName", $0)]) }))
        #expect(found.map(\.name) == ["there.jpg"])
        #expect(diagnostics.map(\.identifier) == [.pictureOfTheApp])
        #expect(diagnostics.first?.summary.contains("“smiley”") == true)
    }

    @Test func readsTheCaptionAndNameThatAnImportWrote() throws {
        let (found, _) = try photos([
            .dictionary([
                (.text(NotebinderKey.photo), .data(picture)),
                (.text(NotebinderKey.caption), "A caption"),
                (.text(NotebinderKey.name), "sub/a.png"),
            ])
        ])
        #expect(found.map(\.caption) == ["A caption"])
        #expect(found.map(\.name) == ["sub/a.png"])
        #expect(found.first?.stored?.count == picture.count)
    }

    @Test func appliesCaptionsToNestedPhotoArchives() throws {
        let nested: MadeValue = [.data(picture), "there.jpg"]
        let (found, _) = try photos(["The lake": .data(nested.archive)])
        #expect(found.map(\.caption) == ["The lake", "The lake"])
        #expect(found.allSatisfy { $0.stored != nil })
    }

    @Test func distinguishesPicturesFromOtherData() throws {
        let photo = MadeValue.data(picture)
        let opened = try OpenedArchive.made(
            MadeValue.list([
                photo, .data([1, 2, 3]), .data(Array("ID3\u{3}".utf8)),
                .data(Array("caff\0".utf8)), "a.jpg", [photo, photo], [], [photo, "a.jpg"],
                ["a.jpg": photo],
            ]).archive)
        let decoder = ArchivedPhotoDecoder(opened, folder: notes)
        let members = try #require(try opened.archive.array(opened.requiredRoot()))
        #expect(
            members.map(decoder.isPicture) == [
                true, false, false, true, false, true, false, false, true,
            ])
    }

    @Test func namesUnnamedAttachments() throws {
        var (decoder, root) = try decoder([.data([1]), "b.pdf"])
        let files = decoder.attachments(of: root, place: "root")
        #expect(files.map(\.name) == ["attachment-1", "b.pdf"])
        #expect(files.map(\.stored?.count) == [1, nil])
    }

    @Test func boundsThePhotosThatNotesShare() throws {
        var (decoder, root) = try decoder(.list((0..<1000).map { .text("\($0)") }))
        var count = 0
        for _ in 0..<250 { count += decoder.photos(of: root, place: "root").count }
        #expect(count == 11_000)
        #expect(decoder.takeDiagnostics().count == 1)
        #expect(decoder.takeDiagnostics().isEmpty)
    }
}
