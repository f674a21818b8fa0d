import KeyedArchives
import NoteArchives
package import Platform

/// A note to be archived as a `NoteObj`, in the layout that `NSKeyedArchiver` gives it.
package struct ArchivedNote: Sendable {
    package var title: String?
    package var body: String
    package var photos: Photos
    /// The names by which texts refer to the photos of an array, empty for a photo whose file has
    /// that name; no names at all if there are none.
    package var photoNames: [String] = []
    package var created: Date?
    package var modified: Date?

    /// The form in which the photos are archived.
    package enum Photos: Sendable {
        case none
        case array([ArchivedPhoto])
        case dictionary([(caption: String, photo: ArchivedPhoto)])
    }

    package init(
        title: String?, body: String, photos: Photos = .none, created: Date? = nil,
        modified: Date? = nil
    ) {
        self.title = title
        self.body = body
        self.photos = photos
        self.created = created
        self.modified = modified
    }
}

/// The forms in which apps archive a photo.
package enum ArchivedPhoto: Sendable {
    case data([UInt8])
    case mutableData([UInt8])
    /// A `UIImage`: PNG data, and the value of its `imageOrientation` (0 to 7).
    case image(png: [UInt8], orientation: Int)
    /// The name of a file in `Photos`, or a path on the phone.
    case name(String)
    case url(String)
}

/// Writes `NoteObj` archives.
package enum NoteArchiveWriter {
    /// Returns an archive that holds one note.
    package static func archive(_ note: ArchivedNote, className: String = "NoteObj") -> [UInt8] {
        var writer = ArchiveEditor()
        let fields = fields(of: note, &writer)
        return writer.archive(root: className, superclasses: ["NSObject"], fields: fields)
    }

    /// Returns an archive that holds an array of notes.
    package static func archive(_ notes: [ArchivedNote]) -> [UInt8] {
        var writer = ArchiveEditor()
        let members = notes.map { note in
            let fields = fields(of: note, &writer)
            return writer.object("NoteObj", superclasses: ["NSObject"], fields: fields)
        }
        return writer.archive(rootArray: members)
    }

    private static func fields(
        of note: ArchivedNote, _ writer: inout ArchiveEditor
    ) -> [(String, ArchiveEditor.Value)] {
        var fields: [(String, ArchiveEditor.Value)] = []
        fields.append(("title", note.title.map { writer.string($0) } ?? .null))
        fields.append(("note", writer.string(note.body)))
        switch note.photos {
        case .none: break
        case .array(let photos):
            let members = photos.map { reference(to: $0, &writer) }
            fields.append(("photos", writer.array(members)))
        case .dictionary(let photos):
            let pairs = photos.map {
                (key: writer.string($0.caption), value: reference(to: $0.photo, &writer))
            }
            fields.append(("photos", writer.dictionary(pairs)))
        }
        if !note.photoNames.isEmpty {
            let names = note.photoNames.map { writer.string($0) }
            fields.append((NotebinderKey.photoNames, writer.array(names)))
        }
        for (key, date) in [("created", note.created), ("modified", note.modified)] {
            guard let date else { continue }
            fields.append((key, writer.date(date.timeIntervalSinceReferenceDate)))
        }
        return fields
    }

    private static func reference(
        to photo: ArchivedPhoto, _ writer: inout ArchiveEditor
    ) -> ArchiveEditor.Value {
        switch photo {
        case .data(let bytes): return writer.data(bytes)
        case .mutableData(let bytes): return writer.data(bytes, isMutable: true)
        case .name(let name): return writer.string(name)
        case .url(let address): return writer.url(address)
        case .image(let png, let orientation):
            let data = writer.data(png)
            return writer.object(
                "UIImage", superclasses: ["NSObject"],
                fields: [
                    ("UIImageData", data), ("UIScale", .float(2)),
                    ("UIImageOrientation", .integer(orientation)),
                    ("UIRenderingMode", .integer(0)), ("UIKitDidEncode", .bool(true)),
                ])
        }
    }
}
