import Foundation
import KeyedArchives
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// Archives of this project, read by independent readers.
@Suite(.tags(.acceptance))
struct ForeignReaderTests {
    private static let picture = PNGPicture.quarters(width: 4, height: 2)
    private static let created = Date(timeIntervalSinceReferenceDate: 427_000_000)
    private static let bytes = NoteArchiveWriter.archive(
        ArchivedNote(
            title: "Grüße 👋", body: "One\nTwo", photos: .array([.data(picture), .name("a.jpg")]),
            created: created, modified: created.addingTimeInterval(60)))

    @Test func writesTheSameBytesEveryTime() {
        let again = NoteArchiveWriter.archive(
            ArchivedNote(
                title: "Grüße 👋", body: "One\nTwo",
                photos: .array([.data(Self.picture), .name("a.jpg")]), created: Self.created,
                modified: Self.created.addingTimeInterval(60)))
        #expect(again == Self.bytes)
    }

    @Test func isReadByFoundation() throws {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(Self.bytes))
        unarchiver.requiresSecureCoding = false
        unarchiver.setClass(StandInNote.self, forClassName: "NoteObj")
        let note = try #require(unarchiver.decodeObject(forKey: "root") as? StandInNote)
        #expect(unarchiver.error == nil)
        #expect(note.title == "Grüße 👋")
        #expect(note.note == "One\nTwo")
        #expect(note.photos?.count == 2)
        #expect(note.photos?.first as? Data == Data(Self.picture))
        #expect(note.photos?.last as? String == "a.jpg")
        #expect(note.created == Self.created)
        #expect(note.modified == Self.created.addingTimeInterval(60))
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func isReadByPythonLibraries() throws {
        let python = try #require(Places.python)
        let folder = TemporaryFolder()
        let archive = try folder.write(Self.bytes, to: "note.data")
        let list = try folder.write(
            notes: [
                ArchivedNote(title: "a", body: "1"), ArchivedNote(title: "b", body: "2"),
            ], to: "list.data")
        let script = Places.package + "/Tests/TestSupport/read-archives.py"
        let run = try FinishedProgram(python, arguments: [script, archive, list])
        #expect(run.status == 0, "\(run.errors)")
        let digest = Self.picture.count
        #expect(
            run.output == """
                NSKeyedUnArchiver: Grüße 👋|One Two|\(digest) a.jpg|2014-07-14T03:06:40+00:00
                NSKeyedUnArchiver: a=1 b=2
                bpylist2: Grüße 👋|One Two|\(digest) a.jpg|427000000.0
                bpylist2: a=1 b=2

                """)
    }

    /// The order of objects, class chains and versions of an archive that Foundation wrote.
    @Test(.enabled(if: Places.hasShared("archives"), "needs the folder of real archives"))
    func laysObjectsOutAsFoundationDoes() throws {
        let path = Places.shared + "/archives/note-class-array.plist"
        var writer = ArchiveEditor()
        let title = writer.string("Some cool title")
        let author = writer.string("Michael Wright")
        let members = [writer.string("Hello, World!"), writer.number(42), writer.bool(true)]
        let array = writer.object(
            "NSArray", superclasses: ["NSObject"], fields: [("NS.objects", .list(members))])
        let bytes = writer.archive(
            root: "Note", superclasses: ["NSObject"],
            fields: [
                ("title", title), ("author", author),
                ("array", array), ("published", .bool(true)), ("date", .integer(2025)),
            ])
        let ours = try KeyedArchive(ArchiveBytes(bytes))
        let real = try KeyedArchive(ArchiveBytes(try LocalFiles.read(path)))
        #expect(ours.archiver == real.archiver)
        #expect(ours.top == real.top)
        #expect(ours.objectCount == real.objectCount)
        for number in 0..<real.objectCount {
            #expect(try Self.sorted(ours.entry(number)) == Self.sorted(real.entry(number)))
        }
        // Both write equal values once, and with the same widths.
        #expect(try bytes.count == LocalFiles.read(path).count)
    }

    /// Sorts the keys of a dictionary, which Foundation writes in the order of their hashes.
    private static func sorted(_ value: PropertyListValue) -> PropertyListValue {
        guard case .dictionary(let fields) = value else { return value }
        return .dictionary(fields.sorted { $0.key < $1.key })
    }
}

/// A substitute for the app's class.
private final class StandInNote: NSObject, NSCoding {
    let title: String?
    let note: String?
    let photos: [Any]?
    let created: Date?
    let modified: Date?

    init?(coder: NSCoder) {
        title = coder.decodeObject(forKey: "title") as? String
        note = coder.decodeObject(forKey: "note") as? String
        photos = coder.decodeObject(forKey: "photos") as? [Any]
        created = coder.decodeObject(forKey: "created") as? Date
        modified = coder.decodeObject(forKey: "modified") as? Date
    }

    func encode(with coder: NSCoder) {}
}
