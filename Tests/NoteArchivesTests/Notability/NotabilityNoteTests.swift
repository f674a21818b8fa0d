import Diagnostics
import Foundation
import NoteArchives
import NoteModel
import TestSupport
import Testing
import ZipFiles

/// Packages that tests make, as notes.
@Suite(.tags(.fast))
struct NotabilityNoteTests {
    private let picture = PNGPicture.quarters(width: 4, height: 4)

    private func note(_ package: MadePackage) throws -> Note {
        try #require(try package.outcome().notes.first)
    }

    private func strokes(_ note: Note, page: Int = 0) -> [Stroke] {
        guard case .strokes(let strokes)? = note.pages[page].drawing else { return [] }
        return strokes
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
        package.subject = "unsortedNotesKey"
        package.tags = ""
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
        let frame = try #require(note.pages[0].paper?.frame)
        #expect((frame.width, frame.height) == (400, 525))
        #expect(note.pages.allSatisfy { $0.paper?.colour == "#000000" })
    }

    @Test func readsWhatTheAppHasReadInTheHandwriting() throws {
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
            ("MathMediaObject", "", "{0, 0}", "{1, 1}"),
            ("ImageMediaObject", "Images/gone.png", "{5, 5}", "{9, 9}"),
        ]
        package.files = ["Images/Image 1.png": picture]
        let outcome = try package.outcome()
        let note = try #require(outcome.notes.first)
        #expect(note.photos.map(\.name) == ["Image 1.png", "gone.png"])
        #expect(note.photos[0].stored?.range.count == picture.count)
        #expect(note.photos[1].content == .missing)
        let frame = try #require(note.pages[0].pictures[0].frame)
        #expect((frame.x, frame.y, frame.width, frame.height) == (20, 100, 40, 30))
        #expect(note.pages[0].pictures[0].rotation == 90)
        #expect(
            outcome.diagnostics.map(\.summary) == [
                "Waves.note: 1 object of a kind that Notebinder does not know is not shown."
            ])
    }

    @Test func drawsShapesAmongTheStrokesTheyWereMadeWith() throws {
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
            + shape(
                "<key>rotatedRect</key><dict><key>corners</key><array>\(square)</array></dict>")
            + shape("<key>isClosed</key><true/><key>points</key><array>\(square)</array>")
            + "</array></dict></plist>"
        let strokes = strokes(try note(package))
        #expect(
            strokes.map(\.colour) == ["#010101", "#0080ff", "#0080ff", "#020202", "#0080ff"])
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
    func losesOnlyWhatIsDamaged(_ damage: String, report: String) throws {
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

    @Test func tellsWhatOtherPackagesAre() throws {
        let folder = try TemporaryFolder()
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
        let folder = try TemporaryFolder()
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
