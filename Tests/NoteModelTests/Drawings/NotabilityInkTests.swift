import FileFormats
import Foundation
import HeadlessBrowser
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// The handwriting of real Notability notes, compared with the pictures that the app made of it.
@Suite(.enabled(if: Places.hasShared("notability"), "needs the shared Notability notes"))
struct NotabilityInkTests {
    private static func note(_ name: String) throws -> (note: Note, diagnostics: Int) {
        let folder = try NotesFolder(Places.shared + "/notability/\(name).note")
        let outcome = SourceReader(folder: folder).read(try #require(folder.sources.first))
        return (try #require(outcome.notes.first), outcome.diagnostics.count)
    }

    private static func strokes(_ note: Note) -> [Stroke] {
        note.pages.flatMap { page -> [Stroke] in
            if case .strokes(let strokes)? = page.drawing { strokes } else { [] }
        }
    }

    /// The numbers of curves and points that the archives count, and of shapes.
    @Test(arguments: [
        ("Color-Test", 6, 1089, 0), ("ColorTest", 38, 9935, 6), ("Ellipse", 49, 1663, 17),
        ("OneShape", 0, 0, 1), ("images-and-forms", 10, 634, 4),
        ("Skizzegalvanisches-Element", 3588, 92325, 229),
    ])
    func readsEveryCurveAndShape(_ name: String, curves: Int, points: Int, shapes: Int) throws {
        let (note, diagnostics) = try Self.note(name)
        let strokes = Self.strokes(note)
        #expect(strokes.count == curves + shapes)
        #expect(diagnostics == 0)
        if shapes == 0 { #expect(strokes.reduce(0) { $0 + $1.points.count } == points) }
    }

    /// At most 25 bytes for each curve.
    @Test(arguments: ["Color-Test", "ColorTest", "Ellipse", "Skizzegalvanisches-Element"])
    func drawsCurvesInFewBytes(_ name: String) throws {
        let note = try Self.note(name).note
        let segments = Self.strokes(note).reduce(0) { $0 + $1.anchorWidths.count }
        let bytes = note.pages.reduce(0) { sum, page in
            guard case .strokes(let strokes)? = page.drawing else { return sum }
            return sum + InkDrawing(strokes).elements(prefix: "ink").count
        }
        #expect(bytes <= 25 * segments)
    }

    @Test(
        .enabled(if: Chromium.path != nil, "needs Chromium"),
        arguments: ["Color-Test", "ColorTest", "Ellipse"])
    func resemblesTheAppsThumbnail(_ name: String) throws {
        let note = try Self.note(name).note
        guard case .strokes(let strokes)? = note.pages[0].drawing else { return }
        let zip = try ZipReader(Places.shared + "/notability/\(name).note", isStrict: false)
        let member = try #require(zip.members.first { $0.name.hasSuffix("/thumb6x.png") })
        let folder = TemporaryFolder()
        try zip.unpack(member, to: folder.path + "/app.png")
        let app = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/app.png"))
        let own = Data(InkDrawing(strokes, paper: note.pages[0].paper).document())
        let page = try folder.write("<!DOCTYPE html><title>Ink</title>", to: "page.html")
        let visit = try Chromium().visit(
            URL(fileURLWithPath: page).absoluteString, width: 400,
            script: """
                (async () => {
                  const dark = async (address) => {
                    const image = new Image(288, 378);
                    image.src = address;
                    await image.decode();
                    const canvas = Object.assign(document.createElement("canvas"), { width: 288, height: 378 });
                    const context = canvas.getContext("2d");
                    context.fillStyle = "white";
                    context.fillRect(0, 0, 288, 378);
                    context.drawImage(image, 0, 0, 288, 378);
                    const { data } = context.getImageData(0, 0, 288, 378);
                    return Array.from({ length: 288 * 378 }, (_, at) =>
                      0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2] < 200);
                  };
                  const app = await dark("data:image/png;base64,\(app.base64EncodedString())");
                  const own = await dark("data:image/svg+xml;base64,\(own.base64EncodedString())");
                  const count = (list) => list.filter(Boolean).length;
                  return 2 * count(own.map((is, at) => is && app[at])) / (count(own) + count(app));
                })()
                """)
        let score = try #require(visit.value as? Double)
        #expect(score >= 0.9)
    }
}
