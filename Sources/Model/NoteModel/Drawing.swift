/// A drawing or handwriting on the back of a napkin note or on a page, as an image or as strokes.
package enum Drawing: Hashable, Sendable {
    /// An image that the app stored; the value is its index in the photos of the note.
    case picture(Int)
    /// The strokes in the order in which they were made, so that later ones cover earlier ones.
    case strokes([Stroke])

    /// The index of the picture in the photos of the note; nil for strokes.
    package var picture: Int? { if case .picture(let photo) = self { photo } else { nil } }

    /// The strokes; empty for a picture.
    package var strokes: [Stroke] { if case .strokes(let strokes) = self { strokes } else { [] } }

    /// Returns the drawing; nil for a picture beyond the given number of photos.
    package func limited(toPhotos photos: Int) -> Drawing? {
        picture.map { $0 >= photos } == true ? nil : self
    }
}

/// A stroke of the pen, from where it was put down to where it was lifted.
package struct Stroke: Hashable, Sendable {
    /// The points of the line, at least one, with finite coordinates in points of the page. A
    /// single point is a dot.
    ///
    /// A stroke with anchor widths consists of cubic Bézier curves: an anchor, then two control
    /// points and an anchor for each curve. The points of other strokes are connected by a smooth
    /// line.
    package internal(set) var points: [Point]
    /// The width of the line in points of the page, above 0, also for an eraser; the largest one of
    /// a stroke with anchor widths.
    package internal(set) var width: Double
    /// The widths of a stroke at its anchors, in points of the page, at least 0; empty for a stroke
    /// of one width whose points are on the line.
    package internal(set) var anchorWidths: [Double]
    /// The colour as `#rrggbb`, or as `#rrggbbaa` for translucent ink such as that of a marker;
    /// erasers have one too.
    package internal(set) var colour: String
    /// True if the stroke erases what was drawn before it, and draws nothing in its own colour.
    package internal(set) var isEraser: Bool
    package internal(set) var tool: Tool
    /// The moment of a recording at which the stroke was begun; nil if the archive does not say it.
    package var moment: RecordedMoment?

    /// The instruments that make strokes of different looks.
    package enum Tool: String, CaseIterable, Sendable {
        case pen
        /// A marker, whose ink darkens what is below it.
        case highlighter
        case pencil
    }

    package init(
        points: [Point], width: Double, colour: String, isEraser: Bool = false, tool: Tool = .pen
    ) {
        self.points = points
        self.width = width
        self.colour = colour
        self.isEraser = isEraser
        self.tool = tool
        anchorWidths = []
    }

    /// Returns the stroke at another place.
    package func moved(x: Double, y: Double) -> Stroke {
        var copy = self
        copy.points = points.map { Point(x: $0.x + x, y: $0.y + y) }
        return copy
    }

    /// Creates a stroke of cubic Bézier curves; nil if the numbers of points and widths do not fit
    /// together, or no width is above 0.
    package init?(curves points: [Point], anchorWidths: [Double], colour: String, tool: Tool) {
        guard let width = anchorWidths.max(), width > 0, anchorWidths.allSatisfy({ $0 >= 0 }),
            points.count == 3 * anchorWidths.count - 2
        else { return nil }
        self.points = points
        self.width = width
        self.colour = colour
        self.tool = tool
        self.anchorWidths = anchorWidths
        isEraser = false
    }
}

/// A moment of a recording, at which something was written.
package struct RecordedMoment: Hashable, Sendable {
    /// The index of the recording in the recordings of the note.
    package internal(set) var recording: Int
    /// The time since the beginning of the recording in seconds, at least 0.
    package internal(set) var seconds: Double

    /// The longest time that is read from an archive, in seconds: longer than any lecture.
    package static let maximumSeconds = 360_000.0

    /// Creates a moment; nil for a negative index, and for a time that is negative, not finite or
    /// above ``maximumSeconds``.
    package init?(recording: Int, seconds: Double) {
        guard recording >= 0, (0...Self.maximumSeconds).contains(seconds) else { return nil }
        (self.recording, self.seconds) = (recording, seconds)
    }

    private init() { (recording, seconds) = (0, 0) }

    package static var blank: RecordedMoment { RecordedMoment() }
}

/// A position on a page, in points to the right of and below its upper left corner.
package struct Point: Hashable, Sendable {
    package let x: Double
    package let y: Double

    /// The largest absolute value of a coordinate that is read from an archive, in points: beyond
    /// any page.
    package static let farthest = 100_000.0

    package init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }
}

/// A rectangle on a page in points, from its upper left corner; both sides are above 0.
package struct Frame: Hashable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double

    /// Creates a rectangle; nil if a side is not above 0, or if a number is not finite or its
    /// absolute value exceeds ``farthest``.
    package init?(x: Double, y: Double, width: Double, height: Double) {
        guard [x, y, width, height].allSatisfy({ $0.isFinite && abs($0) <= Self.farthest }),
            width > 0, height > 0
        else { return nil }
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    private init(side: Double) { (x, y, width, height) = (0, 0, side, side) }

    /// The square of one point in the corner of a page.
    static let unit = Frame(side: 1)

    /// The largest absolute value of a number, in points: beyond any page, and large enough for a
    /// rectangle around all points.
    package static let farthest = 1_000_000.0
}
