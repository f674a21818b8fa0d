import KeyedArchives
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import NoteArchives

/// Photos in the forms of many apps, on their own and in collections.
@Suite(.tags(.fast))
struct ArchivedPhotoTests {
    private typealias Writer = ArchiveEditor

    private let folder: TemporaryFolder
    private let notes: NotesFolder
    private let picture = PNGPicture.quarters(width: 2, height: 2)

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
        try folder.write("x", to: "Photos/there.jpg")
        notes = try NotesFolder(folder.path)
    }

    /// Reads the photos of an archive whose root a closure makes.
    private func photos(
        _ make: (inout Writer) -> ArchiveEditor.Value
    ) throws -> (photos: [Medium], diagnostics: [Diagnostic]) {
        var writer = Writer()
        let root = make(&writer)
        let opened = try OpenedArchive.made(writer.archive(top: [("root", root)]))
        var decoder = ArchivedPhotoDecoder(opened, folder: notes)
        let photos = decoder.photos(of: try opened.requiredRoot(), place: "root")
        return (photos, decoder.takeDiagnostics())
    }

    private func image(_ fields: [(String, ArchiveEditor.Value)], writer: inout Writer)
        -> ArchiveEditor.Value
    {
        writer.object("UIImage", superclasses: ["NSObject"], fields: fields)
    }

    @Test func findsNothingInEmptyValues() throws {
        let (found, diagnostics) = try photos { writer in
            writer.array([
                .null, writer.string(""), writer.string("{{1, 2}, {3, 4}}"), writer.blank(),
            ])
        }
        #expect(found.isEmpty && diagnostics.isEmpty)
    }

    @Test func takesNamesAndAddresses() throws {
        let (found, diagnostics) = try photos { writer in
            writer.array([
                writer.string("/var/x/THERE.jpg"), writer.url("file:///x/there.jpg"),
                writer.string("gone.jpg"),
            ])
        }
        #expect(found.map { $0.stored != nil } == [true, true, false])
        #expect(found.map(\.name) == ["THERE.jpg", "there.jpg", "gone.jpg"])
        #expect(diagnostics.isEmpty)
    }

    @Test func readsAnObjectOnceThatIsListedTwice() throws {
        let (found, _) = try photos { writer in
            let data = writer.data(picture, isMutable: true)
            return writer.array([data, data, writer.string("a.jpg"), data])
        }
        #expect(found.count == 2)
    }

    @Test func ordersADictionaryByItsCaptionsAsPeopleDo() throws {
        let (found, _) = try photos { writer in
            writer.dictionary(
                [writer.number(10), writer.number(9), writer.string("é"), writer.string("f")]
                    .map { ($0, writer.data(picture)) })
        }
        #expect(found.map(\.caption) == ["9", "10", "é", "f"])
    }

    @Test func keepsPlaceForADamagedPhoto() throws {
        let (found, diagnostics) = try photos { writer in
            writer.array([
                writer.data(picture), writer.number(7),
                writer.object("Thing", superclasses: ["NSObject"], fields: []),
                writer.string("there.jpg"),
            ])
        }
        #expect(found.map(\.content.stored).map { $0 != nil } == [true, false, false, true])
        #expect(found[1].content == .damaged && found[2].content == .damaged)
        #expect(diagnostics.map(\.origin.place) == ["root[1]", "root[2]"])
        #expect(diagnostics.allSatisfy { $0.identifier == .damagedObject })
        #expect(diagnostics[0].summary.contains("it is a number"))
        #expect(diagnostics[1].summary.contains("an object of Thing without picture data"))
    }

    @Test(arguments: [(0, Medium.Orientation.up), (3, .right), (8, .up), (-1, .up)])
    func readsTheOrientationOfAnImage(value: Int, orientation: Medium.Orientation) throws {
        let (found, _) = try photos { writer in
            let data = writer.data(picture)
            return image(
                [("UIImageData", data), ("UIImageOrientation", .integer(value))],
                writer: &writer)
        }
        #expect(found.map(\.orientation) == [orientation])
    }

    @Test func findsTheNearestPictureWithinAnImage() throws {
        let other = PNGPicture.quarters(width: 8, height: 8)
        let (found, _) = try photos { writer in
            let far = image([("data", writer.data(other))], writer: &writer)
            let near = image([("tiff", writer.data(picture)), ("inner", far)], writer: &writer)
            let list = writer.array([writer.string("no picture"), near])
            return image([("name", writer.string("n")), ("reps", list)], writer: &writer)
        }
        #expect(found.map(\.stored?.count) == [picture.count])
    }

    @Test func reportsAPictureThatWasPartOfTheApp() throws {
        let (found, diagnostics) = try photos { writer in
            let names = ["smiley", "there.jpg"].map { writer.string($0) }
            return writer.array(names.map { image([("UIImageName", $0)], writer: &writer) })
        }
        #expect(found.map(\.name) == ["there.jpg"])
        #expect(diagnostics.map(\.identifier) == [.pictureOfTheApp])
        #expect(diagnostics.first?.summary.contains("“smiley”") == true)
    }

    @Test func readsTheCaptionAndNameThatAnImportWrote() throws {
        let (found, _) = try photos { writer in
            let entry = writer.dictionary([
                (writer.string(NotebinderKey.photo), writer.data(picture)),
                (writer.string(NotebinderKey.caption), writer.string("A caption")),
                (writer.string(NotebinderKey.name), writer.string("sub/a.png")),
            ])
            return writer.array([entry])
        }
        #expect(found.map(\.caption) == ["A caption"])
        #expect(found.map(\.name) == ["sub/a.png"])
        #expect(found.first?.stored?.count == picture.count)
    }

    @Test func passesACaptionOnToTheArchiveOfAPhoto() throws {
        var inner = Writer()
        let nested = inner.archive(rootArray: [inner.data(picture), inner.string("there.jpg")])
        let (found, _) = try photos { writer in
            writer.dictionary([(writer.string("The lake"), writer.data(nested))])
        }
        #expect(found.map(\.caption) == ["The lake", "The lake"])
        #expect(found.allSatisfy { $0.stored != nil })
    }

    @Test func tellsPicturesFromOtherData() throws {
        var writer = Writer()
        let values = [
            writer.data(picture), writer.data([1, 2, 3]), writer.data(Array("ID3\u{3}".utf8)),
            writer.data(Array("caff\0".utf8)), writer.string("a.jpg"),
        ]
        let collections = [
            writer.array([values[0], values[0]]), writer.array([]),
            writer.array([values[0], values[4]]),
            writer.dictionary([(values[4], values[0])]),
        ]
        let opened = try OpenedArchive.made(writer.archive(rootArray: values + collections))
        let decoder = ArchivedPhotoDecoder(opened, folder: notes)
        let members = try #require(try opened.archive.array(opened.requiredRoot()))
        #expect(
            members.map(decoder.isPicture) == [
                true, false, false, true, false, true, false, false, true,
            ])
    }

    @Test func namesAttachmentsThatHaveNone() throws {
        var writer = Writer()
        let list = writer.array([writer.data([1]), writer.string("b.pdf")])
        let opened = try OpenedArchive.made(writer.archive(top: [("root", list)]))
        var decoder = ArchivedPhotoDecoder(opened, folder: notes)
        let files = decoder.attachments(of: try opened.requiredRoot(), place: "root")
        #expect(files.map(\.name) == ["attachment-1", "b.pdf"])
        #expect(files.map(\.stored?.count) == [1, nil])
    }

    @Test func boundsThePhotosThatNotesShare() throws {
        var writer = Writer()
        let list = writer.array((0..<1000).map { writer.string("\($0)") })
        let opened = try OpenedArchive.made(writer.archive(top: [("root", list)]))
        var decoder = ArchivedPhotoDecoder(opened, folder: notes)
        let root = try opened.requiredRoot()
        var count = 0
        for _ in 0..<250 { count += decoder.photos(of: root, place: "root").count }
        #expect(count == 11_000)
        #expect(decoder.takeDiagnostics().count == 1)
        #expect(decoder.takeDiagnostics().isEmpty)
    }
}
