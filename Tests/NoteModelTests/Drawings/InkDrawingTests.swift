import Foundation
import HeadlessBrowser
import NoteModel
import TestSupport
import Testing

@Suite(.tags(.browser))
struct InkDrawingTests {
    private func stroke(
        _ points: [(Double, Double)], width: Double = 2, colour: String = "#000000",
        isEraser: Bool = false
    ) -> Stroke {
        Stroke(
            points: points.map { Point(x: $0.0, y: $0.1) }, width: width, colour: colour,
            isEraser: isEraser)
    }

    private func text(_ strokes: [Stroke]) -> String {
        String(decoding: InkDrawing(strokes).elements(prefix: "m"), as: UTF8.self)
    }

    private func path(_ points: [(Double, Double)]) -> Substring {
        let text = text([stroke(points)])
        let start = text.range(of: " d=\"")?.upperBound ?? text.endIndex
        return text[start...].prefix { $0 != "\"" }
    }

    @Test func drawsOnePathPerStroke() {
        let two = text([stroke([(0, 0), (9, 9)]), stroke([(5, 5)], colour: "#aa0000")])
        #expect(two.ranges(of: "<path ").count == 2)
        #expect(two.contains("stroke-linecap=\"round\""))
        #expect(two.contains("stroke=\"#aa0000\" stroke-width=\"2\""))
    }

    @Test(
        arguments: [
            // A dot is a line of no length with round ends: SVG 1.1, section 11.4.
            ([(40, 500)], "M40 500l0 0"),
            // Tenths take as few signs as they can.
            ([(0, 0), (-3, 0.5)], "M0 0l-3 .5"),
            ([(0, 0), (10, 0), (20, 0.2)], "M0 0q10 0 20 .2"),
            // Points that say nothing are left out.
            ([(0, 0), (0.1, 0), (0.1, 0.2), (0, 0.1), (30, 0)], "M0 0l30 0"),
            // A corner is kept.
            ([(0, 0), (20, 0), (2, 6)], "M0 0l20 0-18 6"),
        ] as [([(Double, Double)], String)])
    func writesCompactPathData(points: [(Double, Double)], data: String) {
        #expect(path(points) == data)
    }

    @Test func erasesOnlyEarlierStrokes() {
        let drawn = text([
            stroke([(0, 0), (100, 0)]), stroke([(0, 80), (100, 80)]),
            stroke([(50, -20), (50, 20)], width: 10, isEraser: true), stroke([(40, 0), (60, 0)]),
        ])
        #expect(drawn.ranges(of: "<mask ").count == 1)
        #expect(drawn.ranges(of: "<g mask=\"url(#m-1)\">").count == 1)
        // The eraser in the mask, and three lines of ink.
        #expect(drawn.ranges(of: "<path ").count == 4)
        let masked = drawn.components(separatedBy: "<g mask=\"url(#m-1)\">")[1]
        #expect(masked.prefix { $0 != "g" }.contains("M0 0"))
        #expect(masked.components(separatedBy: "</g>")[0].ranges(of: "<path").count == 1)
    }

    @Test func staysSmallAndFlatWithManyErasures() {
        for count in [400, 6000] {
            var strokes: [Stroke] = []
            for number in 0..<count {
                let y = Double(number % 500)
                strokes.append(stroke([(0, y), (100, y)]))
                strokes.append(stroke([(50, y), (60, y)], width: 30, isEraser: true))
            }
            let drawn = text(strokes)
            #expect(drawn.utf8.count < 4_000_000)
            #expect(!drawn.contains("</g></g></g></g>"))
        }
    }

    @Test func masksPartlyErasedStrokes() {
        let drawn = text([
            stroke([(10, 50), (190, 50)], width: 10, colour: "#123456"),
            stroke([(10, 50), (100, 200), (190, 50)], width: 30, isEraser: true),
        ])
        #expect(drawn.contains("#123456") && drawn.contains("<mask"))
    }

    @Test func dropsFullyErasedStrokes() {
        let drawn = text([
            stroke([(10, 10), (90, 14)], colour: "#123456"), stroke([(0, 50), (9, 50)]),
            stroke([(5, 12), (95, 12)], width: 20, isEraser: true),
        ])
        #expect(!drawn.contains("#123456"))
        #expect(!drawn.contains("<mask"))
    }

    @Test func writesOpacityOfTranslucentColours() {
        #expect(text([stroke([(0, 0)], colour: "#ffff0080")]).contains("stroke-opacity=\".50\""))
        #expect(text([stroke([(0, 0)], colour: "#ffff00fe")]).contains("stroke-opacity=\".99\""))
        #expect(!text([stroke([(0, 0)], colour: "#ffff00ff")]).contains("opacity"))
    }

    @Test func rendersPaperAndDescription() throws {
        let frame = try #require(Frame(x: 0, y: 0, width: 60, height: 80))
        let drawing = InkDrawing([stroke([(9, 9)])], paper: Paper(frame, colour: "#000000"))
        let text = String(decoding: drawing.document(description: "a < b & c"), as: UTF8.self)
        #expect(text.contains("viewBox=\"0 0 60 80\""))
        #expect(text.contains("height=\"80\" fill=\"#000000\"/>"))
        #expect(text.contains("<desc>a &lt; b &amp; c</desc>"))
        #expect(!String(decoding: drawing.document(), as: UTF8.self).contains("desc"))
    }

    @Test func drawsOutlinesOfStrokesWhoseWidthChanges() throws {
        let places = [(0.0, 0.0), (10, 0), (20, 0), (30, 0)].map { Point(x: $0.0, y: $0.1) }
        func drawn(_ widths: [Double], tool: Stroke.Tool = .pen) throws -> String {
            let stroke = try #require(
                Stroke(curves: places, anchorWidths: widths, colour: "#112233", tool: tool))
            return String(decoding: InkDrawing([stroke]).elements(prefix: "m"), as: UTF8.self)
        }
        #expect(
            try drawn([2, 2]).contains(
                "stroke=\"#112233\" stroke-width=\"2\" d=\"M0 0c10 0 20 0 30 0\""))
        let outline = try drawn([1, 6])
        #expect(outline.contains("<path fill=\"#112233\" d=\"M") && outline.contains("z\"/>"))
        #expect(!outline.contains("stroke-width"))
        #expect(try drawn([2, 2], tool: .highlighter).contains("class=\"marker\""))
        #expect(Stroke(curves: places, anchorWidths: [1], colour: "#112233", tool: .pen) == nil)
        #expect(Stroke(curves: places, anchorWidths: [0, 0], colour: "#112233", tool: .pen) == nil)
    }

    @Test func computesBoundsWithoutErasers() throws {
        let bounds = try #require(
            InkDrawing([
                stroke([(10, 20), (30, 5)], width: 4),
                stroke([(-90, -90)], width: 80, isEraser: true),
            ]).bounds)
        #expect((bounds.x, bounds.y) == (8, 3))
        #expect((bounds.width, bounds.height) == (24, 19))
        #expect(InkDrawing([stroke([(1, 1)], isEraser: true)]).bounds == nil)
    }

    /// The smooth path goes through every point that was drawn, by a browser's own geometry.
    @Test(.enabled(if: Chromium.path != nil, "needs Chromium"))
    func passesThroughEveryDrawnPoint() throws {
        var points: [(Double, Double)] = []
        for step in 0..<400 {
            let angle = Double(step) / 12
            points.append(
                (200 + (40 + angle * 4) * cos(angle), 200 + (40 + angle * 4) * sin(angle)))
        }
        // The corners of a zigzag have to stay as well.
        for step in 0..<20 { points.append((20 + Double(step) * 15, step % 2 == 0 ? 390 : 350)) }
        let drawing = InkDrawing([stroke(points, width: 3)])
        let folder = TemporaryFolder()
        let file = try folder.write(drawing.document(), to: "drawing.svg")
        let list = points.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
        let visit = try Chromium().visit(
            URL(fileURLWithPath: file).absoluteString, width: 800,
            script: """
                (() => {
                  const path = document.querySelector("path");
                  return [\(list)].filter(([x, y]) =>
                    !path.isPointInStroke(Object.assign(document.documentElement.createSVGPoint(), { x, y }))).length;
                })()
                """)
        #expect(visit.value as? Int == 0)
        #expect(visit.complaints == [])
        // Two numbers of four characters each, with separators, for most points.
        #expect(drawing.elements(prefix: "m").count < points.count * 12)
    }
}
