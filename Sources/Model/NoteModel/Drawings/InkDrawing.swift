/// A drawing as SVG (SVG 1.1, sections 8 and 14): a smooth path for each stroke, in tenths of a
/// point.
package struct InkDrawing: Sendable {
    private let strokes: [Stroke]
    private let paper: Paper?
    /// The masks of erased strokes; nil if the drawing has so many strokes and erasers that
    /// computing them would take too long.
    private let masks: Masks?

    /// - Parameters:
    ///   - strokes: The strokes in the order in which they were made.
    ///   - paper: The paper of a page, nil for a drawing that is as large as its ink.
    package init(_ strokes: [Stroke], paper: Paper? = nil) {
        (self.strokes, self.paper) = (strokes, paper)
        masks = Masks(strokes)
    }

    /// The area that the ink covers, in points of the page; nil if there is no ink.
    package var bounds: Frame? {
        var box: Box?
        for (index, stroke) in strokes.enumerated()
        where !stroke.isEraser && masks?.gone.contains(index) != true {
            let own = Box(stroke)
            box = box.map { $0.union(own) } ?? own
        }
        return box.flatMap {
            Frame(x: $0.left, y: $0.top, width: $0.right - $0.left, height: $0.bottom - $0.top)
        }
    }

    /// Returns the elements of the drawing, to be inserted into an `svg` element.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the identifiers of masks, which must be unique within an HTML
    ///     page.
    ///   - isTimed: True to add the moments of strokes: `data-t` in seconds, and `data-r` for
    ///     recordings after the first one of the note.
    package func elements(prefix: String, isTimed: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, mask) in (masks?.distinct ?? []).enumerated() {
            bytes += mask.element(named: "\(prefix)-\(number + 1)", strokes).utf8
        }
        bytes += Self.group.utf8
        var open: Int?
        for (index, stroke) in strokes.enumerated() {
            if let masks, stroke.isEraser || masks.gone.contains(index) { continue }
            let mask = masks?.ofStroke[index]
            if mask != open {
                if open != nil { bytes += "</g>".utf8 }
                if let mask { bytes += #"<g mask="url(\#("#")\#(prefix)-\#(mask + 1))">"#.utf8 }
                open = mask
            }
            // Without masks, erasers paint in the colour of the paper.
            let ink = stroke.isEraser ? paper?.colour ?? "#ffffff" : stroke.colour
            Self.append(stroke, ink: ink, isTimed: isTimed, to: &bytes)
        }
        if open != nil { bytes += "</g>".utf8 }
        bytes += "</g>".utf8
        return bytes
    }

    fileprivate static let group =
        #"<g fill="none" stroke-linecap="round" stroke-linejoin="round">"#

    /// Returns the drawing as an SVG file with the colour of its paper as background, or white,
    /// since ink is seldom made for a dark one.
    ///
    /// - Parameters:
    ///   - description: The content of the element `desc`; nil for none.
    ///   - isTransparent: True to leave out the paper.
    package func document(description: String? = nil, isTransparent: Bool = false) -> [UInt8] {
        let frame = paper?.frame ?? bounds ?? Frame(x: 0, y: 0, width: 1, height: 1)
        guard let frame else { return [] }
        let box = [frame.x, frame.y, frame.width, frame.height].map { Self.text($0) }
        let sides = #"x="\#(box[0])" y="\#(box[1])" width="\#(box[2])" height="\#(box[3])""#
        var bytes = Array(
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="\#(box.joined(separator: " "))">"#
                .utf8)
        if let description {
            let text = description.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            bytes += "<desc>\(text)</desc>".utf8
        }
        if strokes.contains(where: { $0.tool == .highlighter }) {
            bytes += "<style>.marker{mix-blend-mode:multiply}</style>".utf8
        }
        if !isTransparent {
            bytes += #"<rect \#(sides) fill="\#(paper?.colour ?? "white")"/>"#.utf8
        }
        bytes += elements(prefix: "mask")
        bytes += "</svg>\n".utf8
        return bytes
    }

    /// The largest size in bytes of a drawing that is a part of a page.
    package static let maximumSize = 2_000_000

    /// True if the drawing is too large to be a part of a page.
    package var isLarge: Bool {
        // Computing the elements of each drawing only for their size would take too long.
        let most = strokes.reduce(0) { $0 + 120 + 12 * $1.points.count }
        return most > Self.maximumSize && elements(prefix: "ink").count > Self.maximumSize
    }

    /// Formats a number of points for SVG, rounded to a tenth.
    package static func text(_ number: Double) -> String {
        var bytes: [UInt8] = []
        PathWriter.append(tenths: Int((number * 10).rounded()), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate static func append(
        _ stroke: Stroke, ink: String, isTimed: Bool = false, to bytes: inout [UInt8]
    ) {
        let curves = CurveData(stroke)
        let paint = curves?.isOutline == true ? "fill" : "stroke"
        bytes += #"<path \#(paint)=""#.utf8
        bytes += ink.utf8.prefix(7)
        if ink.utf8.count == 9, let alpha = Int(ink.suffix(2), radix: 16), alpha < 255 {
            bytes += #"" \#(paint)-opacity=""#.utf8
            let hundredths = min(99, Int((Double(alpha) / 255 * 100).rounded()))
            bytes += (hundredths < 10 ? ".0\(hundredths)" : ".\(hundredths)").utf8
        }
        if curves?.isOutline != true {
            bytes += #"" stroke-width=""#.utf8
            bytes += text(stroke.width).utf8
        }
        // The style sheet makes a highlighter darken what is below it.
        if stroke.tool == .highlighter { bytes += #"" class="marker"#.utf8 }
        if isTimed, let moment = stroke.moment {
            if moment.recording > 0 { bytes += #"" data-r="\#(moment.recording)"#.utf8 }
            bytes += #"" data-t="\#(text(moment.seconds))"#.utf8
        }
        bytes += #"" d=""#.utf8
        bytes += curves?.bytes ?? PathData(stroke.points).bytes
        bytes += #""/>"#.utf8
    }
}

/// A rectangle defined by its edges.
private struct Box {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    /// Creates the bounding box of a stroke, including its width.
    init(_ stroke: Stroke) {
        let reach = stroke.width / 2
        left = (stroke.points.map(\.x).min() ?? 0) - reach
        top = (stroke.points.map(\.y).min() ?? 0) - reach
        right = (stroke.points.map(\.x).max() ?? 0) + reach
        bottom = (stroke.points.map(\.y).max() ?? 0) + reach
    }

    func union(_ other: Box) -> Box {
        var box = self
        box.left = min(left, other.left)
        box.top = min(top, other.top)
        box.right = max(right, other.right)
        box.bottom = max(bottom, other.bottom)
        return box
    }

    func overlaps(_ other: Box) -> Bool {
        left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom
    }
}

/// The masks of erasers: for each stroke the later erasers that overlap it. Masks are never nested,
/// however often something was erased, and strokes that were erased completely are left out.
private struct Masks {
    struct Mask: Hashable {
        let erasers: [Int]

        func element(named name: String, _ strokes: [Stroke]) -> String {
            // The area exceeds any page on all sides.
            let everything = #"x="-1000000" y="-1000000" width="3000000" height="3000000""#
            var bytes = Array(
                #"<mask id="\#(name)" maskUnits="userSpaceOnUse" \#(everything)><rect \#(everything) fill="white"/>"#
                    .utf8)
            bytes += InkDrawing.group.utf8
            for eraser in erasers {
                InkDrawing.append(strokes[eraser], ink: "#000000", to: &bytes)
            }
            bytes += "</g></mask>".utf8
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private(set) var distinct: [Mask] = []
    /// The index in `distinct` of the mask of each stroke; nil for a stroke
    /// that no eraser reached.
    private(set) var ofStroke: [Int?]
    /// The indices of strokes that were erased completely.
    private(set) var gone: Set<Int> = []

    /// The maximum number of comparisons, between strokes and erasers or between their points.
    private static let maximumComparisons = 20_000_000
    /// The maximum number of erasers in all masks together.
    private static let maximumErasers = 20_000

    /// Computes the masks of a drawing; nil if it has too many strokes and erasers.
    init?(_ strokes: [Stroke]) {
        ofStroke = Array(repeating: nil, count: strokes.count)
        let erasers = strokes.indices.filter { strokes[$0].isEraser }
        guard !erasers.isEmpty else { return }
        var left = Self.maximumComparisons - strokes.count * erasers.count
        guard left > 0 else { return nil }
        let boxes = strokes.map(Box.init)
        var known: [Mask: Int] = [:]
        var erasersLeft = Self.maximumErasers
        for index in strokes.indices where !strokes[index].isEraser {
            let own = erasers.filter { $0 > index && boxes[$0].overlaps(boxes[index]) }
            guard !own.isEmpty else { continue }
            left -= own.reduce(0) { $0 + strokes[$1].points.count } * strokes[index].points.count
            guard left > 0 else { return nil }
            if own.contains(where: { strokes[$0].covers(strokes[index]) }) {
                gone.insert(index)
                continue
            }
            let mask = Mask(erasers: own)
            if known[mask] == nil {
                erasersLeft -= own.count
                guard erasersLeft >= 0 else { return nil }
                known[mask] = distinct.count
                distinct.append(mask)
            }
            ofStroke[index] = known[mask]
        }
    }
}

extension Stroke {
    /// True if this eraser completely covers another stroke, including its width.
    fileprivate func covers(_ other: Stroke) -> Bool {
        // A point between two samples is at most half their distance further away.
        let reach = (width - other.width) / 2
        let step = reach / 2
        guard reach > 0, let samples = other.samples(every: step) else { return false }
        return samples.allSatisfy { sample in
            guard points.count > 1 else {
                return points[0].distance(to: sample) <= reach - step / 2
            }
            return (1..<points.count).contains { end in
                sample.distance(toLineFrom: points[end - 1], to: points[end]) <= reach - step / 2
            }
        }
    }

    /// Returns points along the stroke at most a step apart; nil if there would be too many.
    private func samples(every step: Double) -> [Point]? {
        var samples = [points[0]]
        for (start, end) in zip(points, points.dropFirst()) {
            let pieces = (start.distance(to: end) / step).rounded(.up)
            guard pieces + Double(samples.count) < 4_000 else { return nil }
            for piece in stride(from: 1, through: max(1, pieces), by: 1) {
                let share = piece / max(1, pieces)
                samples.append(
                    Point(
                        x: start.x + share * (end.x - start.x),
                        y: start.y + share * (end.y - start.y)))
            }
        }
        return samples
    }
}

extension Point {
    func distance(to other: Point) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }

    fileprivate func distance(toLineFrom start: Point, to end: Point) -> Double {
        let (along, down) = (end.x - start.x, end.y - start.y)
        let length = along * along + down * down
        guard length > 0 else { return distance(to: start) }
        let share = min(max(((x - start.x) * along + (y - start.y) * down) / length, 0), 1)
        return distance(to: Point(x: start.x + share * along, y: start.y + share * down))
    }
}
