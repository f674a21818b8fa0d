import KeyedArchives
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing
import ZipFiles

/// A Notability package that a test makes, with the arrays of its handwriting as they are to be.
struct MadePackage {
    var counts: [Int32] = []
    var points: [Float] = []
    var widths: [Float] = []
    var factors: [Float] = []
    var colours: [UInt8] = []
    var styles: [UInt8]?
    /// The property list of the shapes in XML; empty for none.
    var shapes = ""
    var text = ""
    /// The ranges of the text that have a font, in UTF-16.
    var fonts: [(start: Int, count: Int, name: String)] = []
    /// The classes, files, positions and sizes of placed objects.
    var media: [(kind: String, file: String, origin: String, size: String)] = []
    var files: [String: [UInt8]] = [:]
    /// The paths of recordings and their names for the user.
    var recordings: [(path: String, name: String)] = []
    /// The texts that the app has recognized in the handwriting, by the numbers of pages.
    var recognized: [Int: String] = [:]
    var paperIndex = 12
    var pageWidth = 768.0
    var subject = "unsortedNotesKey"
    var tags = ""
    /// The folder in the ZIP file.
    var folder = "A note"

    /// Adds a stroke of curves.
    mutating func add(
        _ places: [(Float, Float)], width: Float = 2, factors own: [Float]? = nil,
        colour: [UInt8] = [0, 0, 0, 255]
    ) {
        counts.append(Int32(places.count))
        points += places.flatMap { [$0.0, $0.1] }
        widths.append(width)
        factors += own ?? Array(repeating: 1, count: (places.count - 1) / 3 + 1)
        colours += colour
    }

    private static func bytes<Number>(_ numbers: [Number]) -> [UInt8] {
        numbers.withUnsafeBytes { Array($0) }
    }

    private var session: [UInt8] {
        var writer = KeyedArchiveWriter()
        func object(
            _ name: String, _ fields: [(String, KeyedArchiveWriter.Field)]
        ) -> KeyedArchiveWriter.Reference {
            writer.object(name, superclasses: ["NSObject"], fields: fields)
        }
        var arrays: [(String, KeyedArchiveWriter.Field)] = [
            ("curvesnumpoints", .object(writer.data(Self.bytes(counts)))),
            ("curvespoints", .object(writer.data(Self.bytes(points)))),
            ("curveswidth", .object(writer.data(Self.bytes(widths)))),
            ("curvesfractionalwidths", .object(writer.data(Self.bytes(factors)))),
            ("curvescolors", .object(writer.data(colours))),
        ]
        if let styles { arrays.append(("curvesstyles", .object(writer.data(styles)))) }
        if !shapes.isEmpty { arrays.append(("shapes", .object(writer.data(Array(shapes.utf8))))) }
        let hash = object("InkedSpatialHash", arrays)
        let overlay = object("HandwritingObject", [("SpatialHash", .object(hash))])
        let placed = media.map { medium -> KeyedArchiveWriter.Reference in
            let snapshot = object(
                "GLSnapshot", [("relativePath", .object(writer.string(medium.file)))])
            let image = object("ImageObject", [("kImageObjectSnapshotKey", .object(snapshot))])
            let figure = object("Figure", [("FigureBackgroundObjectKey", .object(image))])
            return object(
                medium.kind,
                [
                    ("figure", .object(figure)),
                    ("rotationDegrees", .object(writer.number(Double.pi / 2))),
                    ("documentOrigin", .object(writer.string(medium.origin))),
                    ("unscaledContentSize", .object(writer.string(medium.size))),
                ])
        }
        let ranges = fonts.map { range -> KeyedArchiveWriter.Reference in
            let font = writer.dictionary([
                (writer.string("NSFontNameAttribute"), writer.string(range.name))
            ])
            return writer.dictionary([
                (
                    writer.string("subRangeRangeKey"),
                    writer.string("{\(range.start), \(range.count)}")
                ),
                (writer.string("subRangeFontKey"), font),
            ])
        }
        let attributed = writer.dictionary([
            (writer.string("stringKey"), writer.string(text)),
            (writer.string("subRangesKey"), writer.array(ranges)),
        ])
        let reflow = object(
            "NBReflowStateLocked",
            [("pageWidthInDocumentCoordsKey", .object(writer.number(pageWidth)))])
        let rich = object(
            "FormattedString",
            [
                ("attributedString", .object(attributed)),
                ("Handwriting Overlay", .object(overlay)), ("reflowState", .object(reflow)),
                ("mediaObjects", .object(writer.array(placed))),
            ])
        let session = object(
            "NoteTakingSession",
            [
                ("richText", .object(rich)), ("paperIndex", .object(writer.number(paperIndex))),
                ("name", .object(writer.string("Its session’s name"))),
            ])
        // The app's archiver names its root so.
        return writer.archive(top: [("$0", .object(session))])
    }

    private var library: [UInt8] {
        let entries = recordings.enumerated().map { index, recording in
            "<key>\(index + 1)</key><dict><key>filepath</key><string>\(recording.path)</string><key>userFacingName</key><string>\(recording.name)</string></dict>"
        }
        return Array(
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>recordings</key><dict>\(entries.joined())</dict></dict></plist>"
                .utf8)
    }

    private var metadata: [UInt8] {
        var writer = KeyedArchiveWriter()
        return writer.archive(
            root: "SessionInfo", superclasses: ["NSObject"],
            fields: [
                ("noteName", .object(writer.string("Waves"))),
                ("noteSubject", .object(writer.string(subject))),
                ("noteTags", .object(writer.string(tags))),
                ("noteCreationDateKey", .object(writer.date(610_376_396))),
                ("noteModifiedDateKey", .object(writer.date(610_561_301))),
                ("uuidKey", .object(writer.string("1A9687B8"))),
            ])
    }

    /// Writes the package to the folder `MyNotes` of a temporary one.
    func write(to path: String) throws {
        var zip = try ZipWriter(path)
        try zip.add(folder + "/Session.plist", bytes: session)
        try zip.add(folder + "/metadata.plist", bytes: metadata)
        try zip.add(folder + "/Recordings/library.plist", bytes: library)
        if !recognized.isEmpty {
            let pages = recognized.map {
                "<key>\($0.key)</key><dict><key>text</key><string>\($0.value)</string></dict>"
            }
            let list =
                "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>pages</key><dict>\(pages.joined())</dict></dict></plist>"
            try zip.add(folder + "/HandwritingIndex/index.plist", bytes: Array(list.utf8))
        }
        for (name, bytes) in files { try zip.add(folder + "/" + name, bytes: bytes) }
        try zip.finish()
    }

    /// Returns what is read from the package as a file of a notes folder.
    func outcome() throws -> SourceOutcome {
        let folder = try TemporaryFolder()
        try write(to: folder.path + "/Waves.note")
        return try Self.outcome(of: folder.path + "/Waves.note")
    }

    static func outcome(of path: String) throws -> SourceOutcome {
        let folder = try NotesFolder(path)
        return SourceReader(folder: folder).read(try #require(folder.sources.first))
    }
}
