import FileFormats
import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Packages that tests make, as notes.
@Suite(.tags(.fast))
struct NotabilityNoteTests {
    private let picture = PNGPicture.quarters(width: 4, height: 4)

    private func note(_ package: MadePackage) throws -> Note {
        try #require(try package.outcome().notes.first)
    }

    private func strokes(_ note: Note, page: Int = 0) -> [Stroke] {
        note.pages[page].drawing?.strokes ?? []
    }

    @Test func readsTitleDatesAndTags() throws {
        var package = MadePackage()
        (package.subject, package.tags) = ("Physics", "exam, waves,exam")
        let note = try note(package)
        #expect(note.title == "Waves" && note.kind == .lecture)
        #expect(note.created == Date(timeIntervalSinceReferenceDate: 610_376_396))
        #expect(note.modified == Date(timeIntervalSinceReferenceDate: 610_561_301))
        #expect(note.tags.map(\.name) == ["Physics", "exam", "waves"])
        #expect(note.identifier == "1A9687B8")
        (package.subject, package.tags) = ("unsortedNotesKey", "")
        #expect(try self.note(package).tags.isEmpty)
    }

    @Test func readsStyledTextAsMarkdown() throws {
        var package = MadePackage()
        package.text = "\nThe 🌊 breaks,\nnow.\n\n"
        package.fonts = [(1, 3, "HelveticaNeue"), (5, 2, "HelveticaNeue-Bold"), (8, 6, "X-Italic")]
        #expect(try note(package).body == "The **🌊** *breaks*,\nnow.\n")
        package.text = "\n\n \n"
        package.fonts = []
        #expect(try note(package).body == "")
    }

    @Test func readsCurvesWithAWidthAtEachAnchor() throws {
        var package = MadePackage()
        package.add(
            [(0, 10), (1, 11), (2, 12), (3, 13), (4, 14), (5, 15), (6, 16)], width: 4,
            factors: [0.5, 1, 0.25], colour: [255, 0, 16, 128])
        package.add([(50, 60)], width: 3)
        package.add([(0, 0), (1, 1), (2, 2), (3, 3)])
        package.styles = [4, 5]
        let strokes = strokes(try note(package))
        #expect(strokes.count == 3)
        #expect(strokes[0].anchorWidths == [2, 4, 1] && strokes[0].width == 4)
        #expect(strokes[0].colour == "#ff001080" && strokes[1].colour == "#000000")
        // The list of styles may be shorter than that of curves.
        #expect(strokes.map(\.tool) == [.highlighter, .pencil, .pen])
        // The left edge of the page is beyond the origin.
        #expect(strokes[0].points[0] == Point(x: 20, y: 10))
    }

    @Test func dividesTheNoteIntoPages() throws {
        var package = MadePackage()
        package.pageWidth = 400
        package.add([(0, 520)])
        package.add([(0, 530)])
        package.add([(0, 1060)])
        package.add([(9, 1060), (9, 1060), (9, 1040), (9, 1040)])
        package.paperIndex = 14
        let note = try note(package)
        #expect(note.pages.count == 3)
        #expect(strokes(note, page: 1)[0].points[0].y == 5)
        #expect(strokes(note, page: 1)[1].points.map(\.y) == [535, 535, 515, 515])
        let frame = note.pages[0].paper?.frame
        #expect(frame?.width == 400 && frame?.height == 525)
        #expect(note.pages.allSatisfy { $0.paper?.colour == "#000000" })
    }

    @Test func readsRecognizedHandwriting() throws {
        var package = MadePackage()
        package.add([(0, 10)])
        package.add([(0, 1200)])
        package.recognized = [1: "reaktions\u{AD}\nfreudig", 2: "- |"]
        let pages = try note(package).pages
        #expect(pages.map(\.recognizedText) == ["reaktionsfreudig", nil])
    }

    @Test func readsRecordingsInTheirOrder() throws {
        var package = MadePackage()
        package.recordings = (1...10).map { ("Recordings/Recording \($0).m4a", "Part \($0)") }
        package.recordings[1].path = "../../elsewhere.m4a"
        for (index, recording) in package.recordings.enumerated() where index != 1 {
            package.files[recording.path] = [UInt8](repeating: 1, count: index + 1)
        }
        let recordings = try note(package).recordings
        #expect(recordings.map(\.caption) == (1...10).map { "Part \($0)" })
        #expect(recordings.map { $0.stored?.range.count } == [1, nil, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(recordings[1].name == "elsewhere.m4a" && recordings[1].content == .missing)
    }

    @Test func placesPicturesAndReportsUnknownObjects() throws {
        var package = MadePackage()
        package.media = [
            ("ImageMediaObject", "Images/Image 1.png", "{0, 100}", "{40, 30}"),
            ("WebMediaObject", "", "{0, 0}", "{1, 1}"),
            ("ImageMediaObject", "Images/gone.png", "{5, 5}", "{9, 9}"),
        ]
        package.files = ["Images/Image 1.png": picture]
        let outcome = try package.outcome()
        let note = try #require(outcome.notes.first)
        #expect(note.photos.map(\.name) == ["Image 1.png", "gone.png"])
        #expect(note.photos[0].stored?.range.count == picture.count)
        #expect(note.photos[1].content == .missing)
        #expect(
            note.pages[0].pictures[0].frame == Frame(x: 20, y: 100, width: 40, height: 30))
        #expect(note.pages[0].pictures[0].rotation == 90)
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "Waves.note: 1 object of an unsupported kind is not shown; only the JSON tree has it."
            ])
        #expect(outcome.unread.map(\.place) == ["root.richText.mediaObjects[1]"])
        #expect("\(outcome.unread[0].description)".contains("WebMediaObject"))
    }

    @Test func readsCropsOfPictures() throws {
        var package = MadePackage()
        package.media = [("ImageMediaObject", "Images/Image 1.png", "{0, 100}", "{40, 30}")]
        package.files = ["Images/Image 1.png": picture]
        #expect(try note(package).pages[0].pictures[0].crop == nil)
        package.crop = "{{1, 2}, {3, 2}}"
        #expect(
            try note(package).pages[0].pictures[0].crop == Frame(x: 1, y: 2, width: 3, height: 2))
    }

    @Test func readsTextBoxesStickyNotesAndFormulas() throws {
        var package = MadePackage()
        package.boxes = [
            ("TextBlockMediaObject", "One <b>\n", "{10, 20}", "{30, 40}", ""),
            ("CanvasMediaObject", "", "{10, 1100}", "{30, 40}", "Color:#FFF48E"),
            ("Notability.MathMediaObject", "E=mc^{2}", "{10, 60}", "{30, 40}", ""),
        ]
        let outcome = try package.outcome()
        let pages = try #require(outcome.notes.first).pages
        #expect(outcome.diagnostics.isEmpty)
        #expect(pages.map { $0.textBoxes.map(\.text) } == [["One <b>", "$E=mc^{2}$"], [""]])
        #expect(pages[1].textBoxes[0].colour == "#fff48e")
        #expect(pages[1].textBoxes[0].frame == Frame(x: 30, y: 92, width: 30, height: 40))
    }

    /// The pages of a PDF file are at the bottom of slots that are rounded up to whole points.
    @Test func dividesTheNoteByThePagesOfDocuments() throws {
        var package = MadePackage()
        package.pageWidth = 600
        package.layout = [(2, "a.pdf"), nil, (1, "a.pdf"), (7, "gone.pdf")]
        package.files = ["PDFs/a.pdf": Array("%PDF-".utf8)]
        package.add([(0, 450.5)])
        package.add([(0, 451.5)])
        package.add([(0, 451 + 787)])
        package.add([(0, 451 + 787.5 + 900 + 787.5 + 1)])
        let reading = ReadingOptions { _ in
            [PageSize(width: 400, height: 600), PageSize(width: 800, height: 601)].compactMap(
                \.self)
        }
        let pages = try #require(try package.outcome(reading).notes.first).pages
        #expect(pages.map { $0.background?.number } == [2, nil, 1, 7, nil])
        #expect(pages.map { $0.paper?.frame.height } == [451, 787.5, 900, 788, 787.5])
        let frame = try #require(pages[0].background?.frame)
        #expect((frame.y, frame.height) == (451 - 450.75, 450.75))
        #expect(pages.map { $0.drawing?.strokes.count ?? 0 } == [1, 2, 0, 0, 1])
        #expect(pages[3].background?.document == .missing)
        // Without the sizes, pages have the usual proportions.
        let usual = try note(package).pages.map { $0.paper?.frame.height }
        #expect(usual.prefix(4) == [788, 787.5, 788, 788])
    }

    @Test func keepsOnlyTheFileNameOfDocuments() throws {
        var package = MadePackage()
        package.layout = [(1, "../../elsewhere/a.pdf")]
        let background = try #require(try note(package).pages[0].background)
        #expect(background.name == "a.pdf" && background.document == .missing)
    }

    @Test func readsTheMomentsOfStrokes() throws {
        var package = MadePackage()
        for x in 0..<4 { package.add([(Float(x), 0)]) }
        package.recordings = [("Recordings/a.m4a", "A"), ("Recordings/b.m4a", "B")]
        package.tokens = [7, -1, 9, 11]
        package.events = [(9, 3.5, 2), (7, 1.25, 1), (-1, 5, 1), (11, 6, 3)]
        func moments() throws -> [RecordedMoment?] { strokes(try note(package)).map(\.moment) }
        let expected = [
            RecordedMoment(recording: 0, seconds: 1.25), nil,
            RecordedMoment(recording: 1, seconds: 3.5), nil,
        ]
        #expect(try moments() == expected)
        // Newer versions of the app use identifiers.
        func identifier(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }
        package.tokens = []
        package.identifiers = [7, 8, 9, 11].flatMap(identifier)
        package.eventIdentifiers = [9, 7, 99, 11].flatMap(identifier)
        #expect(try moments() == expected)
        package.events[0].seconds = .nan
        package.events[1].seconds = -1
        #expect(try moments() == [nil, nil, nil, nil])
    }

    @Test func readsGroupsOfStrokes() throws {
        var inner = MadePackage()
        inner.add([(0, 0), (1, 1), (2, 2), (3, 3)], width: 2)
        var package = MadePackage()
        package.add([(0, 0)], colour: [1, 1, 1, 255])
        package.add([(9, 9)], colour: [2, 2, 2, 255])
        package.groups = [inner.group(transform: "2 0 0 2 100 50", index: 1)]
        let strokes = strokes(try note(package))
        #expect(strokes.map(\.colour) == ["#010101", "#000000", "#020202"])
        #expect(strokes[1].points.map(\.x) == [120, 122, 124, 126])
        #expect(strokes[1].points.map(\.y) == [50, 52, 54, 56])
        #expect(strokes[1].width == 4)
        package.groups = [Array("bplist00".utf8)]
        #expect(
            try package.outcome().diagnostics.map(\.summary) == [
                "Waves.note: a shape cannot be read and was left out."
            ])
    }

    @Test func readsAPackageThatWasUnpacked() throws {
        let folder = TemporaryFolder()
        var package = MadePackage()
        package.add([(1, 1)])
        package.recordings = [("Recordings/a.m4a", "A"), ("../../secret.m4a", "B")]
        package.files = ["Recordings/a.m4a": [1, 2, 3], "thumb.png": picture]
        try package.unpack(to: folder.path + "/MyNotes/Physics/Waves.note")
        try folder.write([1], to: "MyNotes/secret.m4a")
        let notes = try NotesFolder(folder.path + "/MyNotes")
        #expect(notes.sources.map(\.name) == ["Physics/Waves.note", "secret.m4a"])
        let note = try #require(SourceReader(folder: notes).read(notes.sources[0]).notes.first)
        #expect(note.title == "Waves" && note.id.source == "Physics/Waves.note")
        #expect(note.recordings.map { $0.stored?.range.count } == [3, nil])
        #expect(note.thumbnail == 0)
        // The package alone is a notes folder as well.
        let alone = try MadePackage.outcome(of: folder.path + "/MyNotes/Physics/Waves.note")
        #expect(alone.notes.map(\.title) == ["Waves"])
        #expect(!alone.canBeStored)
    }

    @Test func leavesStoredFilesInThePackage() throws {
        var package = MadePackage()
        package.recordings = [("Recordings/a.m4a", "A")]
        package.files = ["Recordings/a.m4a": [1, 2, 3]]
        let outcome = try package.outcome()
        let stored = try #require(outcome.notes.first?.recordings[0].stored)
        #expect(stored.file.hasSuffix("/Waves.note") && stored.range.count == 3)
        #expect(outcome.canBeStored)
    }

    @Test(
        arguments: [
            ([255, 255, 255], nil), ([0x10, 0x20, 0x30], "#102030"), ([0, 0, 0], "#000000"),
        ] as [([UInt8], String?)])
    func derivesPaperColourFromTheThumbnail(
        _ colour: [UInt8], paper: String?
    ) throws {
        var package = MadePackage()
        package.add([(1, 1)])
        package.paperIndex = 3
        package.files = [
            "thumb2x.png": PNGPicture.bytes(width: 3, height: 2) { _, _ in
                (colour[0], colour[1], colour[2])
            }
        ]
        #expect(try note(package).pages[0].paper?.colour == paper)
    }

    @Test func keepsShapesInStrokeOrder() throws {
        var package = MadePackage()
        package.add([(0, 0)], colour: [1, 1, 1, 255])
        package.add([(9, 9)], colour: [2, 2, 2, 255])
        func shape(_ fields: String) -> String {
            "<dict><key>appearance</key><dict><key>strokeWidth</key><real>3</real><key>strokeColor</key><dict><key>rgba</key><array><real>0</real><real>0.5</real><real>1</real><real>1</real></array></dict></dict>\(fields)</dict>"
        }
        func points(_ list: [(Int, Int)]) -> String {
            list.map { "<array><integer>\($0.0)</integer><integer>\($0.1)</integer></array>" }
                .joined()
        }
        let square = points([(0, 0), (10, 0), (10, 10), (0, 10)])
        package.shapes =
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>indices</key><array><integer>1</integer><integer>2</integer><integer>4</integer></array><key>kinds</key><array><string>line</string><string>circle</string><string>rectangle</string></array><key>shapes</key><array>"
            + shape("<key>startPt</key>\(points([(0, 0)]))<key>endPt</key>\(points([(30, 0)]))")
            + shape("<key>rotatedRect</key><dict><key>corners</key><array>\(square)</array></dict>")
            + shape("<key>isClosed</key><true/><key>points</key><array>\(square)</array>")
            + "</array></dict></plist>"
        let strokes = strokes(try note(package))
        #expect(strokes.map(\.colour) == ["#010101", "#0080ff", "#0080ff", "#020202", "#0080ff"])
        #expect(strokes[1].points.map(\.x) == [20, 30, 40, 50])
        // A circle of radius 5 around (25, 5): 8 places on each of four quarters.
        #expect(strokes[2].points.count == 13 && strokes[4].points.count == 13)
        for anchor in stride(from: 0, to: 13, by: 3) {
            let point = strokes[2].points[anchor]
            #expect(abs(hypot(point.x - 25, point.y - 5) - 5) < 0.001)
        }
    }

    @Test(arguments: [
        ("counts", "2 strokes cannot be read and were left out"),
        ("length", "a stroke cannot be read and was left out"),
        ("NaN", "a stroke cannot be read and was left out"),
        ("far", "a stroke cannot be read and was left out"),
        ("factors", "a stroke cannot be read and was left out"),
        ("shapes", "a shape cannot be read and was left out"),
    ])
    func keepsIntactStrokesOfDamagedNotes(_ damage: String, report: String) throws {
        var package = MadePackage()
        package.add([(1, 1)])
        package.add([(2, 2), (3, 3), (4, 4), (5, 5)])
        package.add([(6, 6)])
        switch damage {
        case "counts": package.counts[1] = 0x7FFF_FFFF
        case "length": package.points.removeLast()
        case "NaN": package.points[4] = .nan
        case "far": package.points[4] = 1e30
        case "factors": package.factors[1] = .infinity
        default: package.shapes = "bplist00 is cut off"
        }
        let outcome = try package.outcome()
        #expect(outcome.diagnostics.map(\.summary) == ["Waves.note: \(report)."])
        let left = strokes(try #require(outcome.notes.first)).map(\.points[0].x)
        #expect(left.first == 21)
    }

    @Test func identifiesOtherPackages() throws {
        let folder = TemporaryFolder()
        for name in ["a.goodnotes", "b.ntb", "c.zip"] {
            var zip = try ZipWriter(folder.path + "/" + name)
            try zip.add("index.notes.pb", bytes: [1])
            try zip.finish()
        }
        func outcome(_ name: String) throws -> SourceOutcome {
            try MadePackage.outcome(of: folder.path + "/" + name)
        }
        #expect(
            try outcome("a.goodnotes").diagnostics.map(\.summary) == [
                "a.goodnotes is a note of GoodNotes, which Notebinder does not read."
            ])
        #expect(try outcome("b.ntb").diagnostics.map(\.identifier) == [.unsupportedSource])
        guard case .skipped(let reason) = try outcome("c.zip").result else {
            Issue.record("not skipped")
            return
        }
        #expect(reason == "a ZIP archive")
    }

    @Test func reportsADamagedPackage() throws {
        var package = MadePackage()
        package.add([(1, 1)])
        let folder = TemporaryFolder()
        let path = folder.path + "/Waves.note"
        try package.write(to: path)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for count in [30, whole.count / 2, whole.count - 1] {
            try whole.prefix(count).write(to: URL(fileURLWithPath: path))
            let outcome = try MadePackage.outcome(of: path)
            #expect(outcome.notes.isEmpty)
            #expect(outcome.diagnostics.map(\.identifier) == [.damagedArchive])
        }
    }
}
