import FileFormats
import Foundation
import KeyedArchives
import LocalFiles
package import NoteArchives
import Testing

/// A Notability package that a test makes, with the arrays of its handwriting as they are to be.
package struct MadePackage {
    package var counts: [Int32] = []
    package var points: [Float] = []
    package var widths: [Float] = []
    package var factors: [Float] = []
    package var colours: [UInt8] = []
    package var styles: [UInt8]?
    /// The property list of the shapes in XML; empty for none.
    package var shapes = ""
    package var text = ""
    /// The ranges of the text that have a font, in UTF-16.
    package var fonts: [(start: Int, count: Int, name: String)] = []
    /// The classes, files, positions and sizes of placed objects.
    package var media: [(kind: String, file: String, origin: String, size: String)] = []
    package var files: [String: [UInt8]] = [:]
    /// The paths of recordings and their names for the user.
    package var recordings: [(path: String, name: String)] = []
    /// The tokens of the strokes by which events refer to them; empty for strokes without events.
    package var tokens: [Int32] = []
    /// The identifiers of the strokes, 16 bytes each, which newer versions have instead.
    package var identifiers: [UInt8] = []
    /// The tokens, times in seconds and recordings of events.
    package var events: [(token: Int32, seconds: Float, recording: Int32)] = []
    /// The identifiers of the strokes of the events.
    package var eventIdentifiers: [UInt8] = []
    /// The pages: a page of a PDF file, or nil for a blank one.
    package var layout: [(page: Int, file: String)?] = []
    /// The classes, texts, positions and sizes of boxes, and the identifiers of their papers.
    package var boxes: [(kind: String, text: String, origin: String, size: String, paper: String)] =
        []
    /// The part of the placed pictures that is shown; nil for all of them.
    package var crop: String?
    /// The property lists of groups of strokes.
    package var groups: [[UInt8]] = []
    /// The texts that the app has recognized in the handwriting, by the numbers of pages.
    package var recognized: [Int: String] = [:]
    /// The text of the key `mood` of the metadata, the note, its text, each placed picture and each
    /// recording; nil for objects with known keys only.
    package var mood: String?
    /// The caption of placed pictures, and whether the app shows it.
    package var caption: (text: String, isShown: Bool)?
    package var paperIndex = 12
    package var pageWidth = 768.0
    package var subject = "unsortedNotesKey"
    package var tags = ""
    /// The folder in the ZIP file.
    package var folder = "A note"

    package init() {}

    /// Adds a stroke of curves.
    package mutating func add(
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

    private func inkArrays(_ writer: inout ArchiveEditor) -> [(String, ArchiveEditor.Value)] {
        var arrays: [(String, ArchiveEditor.Value)] = [
            ("curvesnumpoints", writer.data(Self.bytes(counts))),
            ("curvespoints", writer.data(Self.bytes(points))),
            ("curveswidth", writer.data(Self.bytes(widths))),
            ("curvesfractionalwidths", writer.data(Self.bytes(factors))),
            ("curvescolors", writer.data(colours)),
        ]
        if let styles { arrays.append(("curvesstyles", writer.data(styles))) }
        if !shapes.isEmpty { arrays.append(("shapes", writer.data(Array(shapes.utf8)))) }
        if !tokens.isEmpty {
            arrays.append(("eventTokens", writer.data(Self.bytes(tokens))))
        }
        if !identifiers.isEmpty {
            arrays.append(("curveUUIDs", writer.data(identifiers)))
        }
        if !groups.isEmpty {
            arrays.append(("groupsArrays", writer.array(groups.map { writer.data($0) })))
        }
        return arrays
    }

    /// Returns the strokes as a group of another package: a property list with an archive.
    ///
    /// - Parameter transform: Six numbers, divided by spaces.
    package func group(transform: String, index: Int) -> [UInt8] {
        var writer = ArchiveEditor()
        let arrays = inkArrays(&writer)
        let archive = writer.archive(
            root: "InkedSpatialHash", superclasses: ["NSObject"], fields: arrays)
        let numbers = transform.split(separator: " ").map { "<real>\($0)</real>" }.joined()
        let object =
            "<dict><key>type</key><integer>1</integer><key>object</key><data>\(Data(archive).base64EncodedString())</data></dict>"
        return Array(
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>index</key><integer>\(index)</integer><key>inkGroup</key><dict><key>inkGroupObjects</key><array>\(object)</array><key>transform</key><array>\(numbers)</array></dict></dict></plist>"
                .utf8)
    }

    private var session: [UInt8] {
        var writer = ArchiveEditor()
        func object(
            _ name: String, _ fields: [(String, ArchiveEditor.Value)]
        ) -> ArchiveEditor.Value {
            writer.object(name, superclasses: ["NSObject"], fields: fields)
        }
        let arrays = inkArrays(&writer)
        let hash = object("InkedSpatialHash", arrays)
        let overlay = object("HandwritingObject", [("SpatialHash", hash)])
        let placed = media.map { medium -> ArchiveEditor.Value in
            let snapshot = object("GLSnapshot", [("relativePath", writer.string(medium.file))])
            let image = object("ImageObject", [("kImageObjectSnapshotKey", snapshot)])
            let figure = object(
                "Figure",
                [
                    ("FigureBackgroundObjectKey", image),
                    ("$0", crop == nil ? .null : writer.data([1])),
                    ("FigureCropRectKey", writer.string(crop ?? "{{0, 0}, {1, 1}}")),
                ])
            let captionFields: [(String, ArchiveEditor.Value)] =
                caption.map {
                    [
                        ("captionFieldText", writer.string($0.text)),
                        ("isCaptionEnabled", .bool($0.isShown)),
                    ]
                } ?? []
            return object(
                medium.kind,
                [
                    ("figure", figure),
                    ("rotationDegrees", writer.number(Double.pi / 2)),
                    ("documentOrigin", writer.string(medium.origin)),
                    ("unscaledContentSize", writer.string(medium.size)),
                ] + captionFields + moodFields(&writer))
        }
        let ranges = fonts.map { range -> ArchiveEditor.Value in
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
        let ownBoxes = boxes.map { box -> ArchiveEditor.Value in
            let store = object(
                "FormattedString",
                [
                    (
                        "attributedString",
                        writer.dictionary([
                            (writer.string("stringKey"), writer.string(box.text))
                        ])
                    )
                ])
            let paper = object("PaperAttributes", [("paperIdentifier", writer.string(box.paper))])
            return object(
                box.kind,
                [
                    ("documentOrigin", writer.string(box.origin)),
                    ("unscaledContentSize", writer.string(box.size)),
                    ("textStore", store), ("latex", writer.string(box.text)),
                    ("kCanvasMediaObjectPaperAttributes", paper),
                ])
        }
        let pages = layout.map { page -> ArchiveEditor.Value in
            let number = writer.string("kPageLayoutPDFPageNumberKey")
            guard let page else { return writer.dictionary([(number, writer.number(Int.max))]) }
            let file = object("PDFFile", [("pdfFileName", writer.string(page.file))])
            return writer.dictionary([
                (number, writer.number(page.page)), (writer.string("kPageLayoutPDFFileKey"), file),
            ])
        }
        let manager = object(
            "NBCPEventManager",
            [
                ("NBCPTimeManagerSOANumEventsKey", writer.number(events.count)),
                (
                    "NBCPTimeManagerSOATimestampsKey",
                    writer.data(Self.bytes(events.map(\.seconds)))
                ),
                (
                    "NBCPTimeManagerSOARecordingIDsKey",
                    writer.data(Self.bytes(events.map(\.recording)))
                ),
                (
                    "NBCPTimeManagerSOAEventIDsKey",
                    writer.data(eventIdentifiers.isEmpty ? Self.bytes(events.map(\.token)) : [])
                ),
                ("NBCPTimeManagerSOAEventUUIDsKey", writer.data(eventIdentifiers)),
            ])
        let reflow = object(
            "NBReflowStateLocked",
            [("pageWidthInDocumentCoordsKey", writer.number(pageWidth))])
        let rich = object(
            "FormattedString",
            [
                ("attributedString", attributed),
                ("Handwriting Overlay", overlay), ("reflowState", reflow),
                ("mediaObjects", writer.array(placed + ownBoxes)),
                ("pageLayoutArray", writer.array(pages)),
            ] + moodFields(&writer))
        let session = object(
            "NoteTakingSession",
            [
                ("richText", rich), ("paperIndex", writer.number(paperIndex)),
                ("name", writer.string("Its session’s name")),
                ("contentPlaybackEventManager", manager),
            ] + moodFields(&writer))
        // The app's archiver names its root so.
        return writer.archive(top: [("$0", session)])
    }

    private var library: [UInt8] {
        let entries = recordings.enumerated().map { index, recording in
            "<key>\(index + 1)</key><dict><key>filepath</key><string>\(recording.path)</string><key>userFacingName</key><string>\(recording.name)</string>\(mood.map { "<key>mood</key><string>\($0)</string>" } ?? "")</dict>"
        }
        return Array(
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>recordings</key><dict>\(entries.joined())</dict></dict></plist>"
                .utf8)
    }

    private var metadata: [UInt8] {
        var writer = ArchiveEditor()
        return writer.archive(
            root: "SessionInfo", superclasses: ["NSObject"],
            fields: [
                ("noteName", writer.string("Waves")),
                ("noteSubject", writer.string(subject)),
                ("noteTags", writer.string(tags)),
                ("noteCreationDateKey", writer.date(610_376_396)),
                ("noteModifiedDateKey", writer.date(610_561_301)),
                ("uuidKey", writer.string("1A9687B8")),
            ] + moodFields(&writer))
    }

    private func moodFields(_ writer: inout ArchiveEditor) -> [(String, ArchiveEditor.Value)] {
        mood.map { [("mood", writer.string($0))] } ?? []
    }

    private var members: [(name: String, bytes: [UInt8])] {
        var members = [
            ("Session.plist", session), ("metadata.plist", metadata),
            ("Recordings/library.plist", library),
        ]
        if !recognized.isEmpty {
            let pages = recognized.map {
                "<key>\($0.key)</key><dict><key>text</key><string>\($0.value)</string></dict>"
            }
            let list =
                "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>pages</key><dict>\(pages.joined())</dict></dict></plist>"
            members.append(("HandwritingIndex/index.plist", Array(list.utf8)))
        }
        return members + files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Writes the package as a ZIP file.
    package func write(to path: String) throws {
        var zip = try ZipWriter(path)
        for (name, bytes) in members { try zip.add(folder + "/" + name, bytes: bytes) }
        try zip.finish()
    }

    /// Writes the package as a folder.
    package func unpack(to path: String) throws {
        for (name, bytes) in members {
            try LocalFiles.makeFolder(LocalFiles.folder(of: path + "/" + name))
            try LocalFiles.create(path + "/" + name, bytes: bytes)
        }
    }

    /// Returns what is read from the package as a file of a notes folder.
    package func outcome(_ reading: ReadingOptions = ReadingOptions()) throws -> SourceOutcome {
        let folder = TemporaryFolder()
        try write(to: folder.path + "/Waves.note")
        return try Self.outcome(of: folder.path + "/Waves.note", reading)
    }

    package static func outcome(
        of path: String, _ reading: ReadingOptions = ReadingOptions()
    ) throws -> SourceOutcome {
        let folder = try NotesFolder(path)
        return SourceReader(folder: folder, reading: reading)
            .read(try #require(folder.sources.first))
    }
}
