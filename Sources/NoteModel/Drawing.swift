/// What somebody drew or wrote by hand.
package enum Drawing: Hashable, Sendable {
    /// A picture: its position among the photos of the note.
    case picture(Int)
    /// The strokes themselves, in the order in which they were made.
    case strokes([Stroke])
}

/// A line of one brush, from where it was put down to where it was lifted.
package struct Stroke: Hashable, Sendable {
    /// One or more, in points of the page, finite.
    package let points: [Point]
    /// In points of the page, above 0.
    package let width: Double
    /// `#rrggbb`, or `#rrggbbaa` for ink that lets light through.
    package let colour: String
    /// Whether it takes away what was drawn before.
    package let isEraser: Bool

    package init(points: [Point], width: Double, colour: String, isEraser: Bool = false) {
        self.points = points
        self.width = width
        self.colour = colour
        self.isEraser = isEraser
    }
}

/// A place on a page, from its upper left corner to the right and down.
package struct Point: Hashable, Sendable {
    package let x: Double
    package let y: Double

    /// Beyond any page, in either direction.
    package static let farthest = 100_000.0

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle of a page, in its points; both sides above 0.
package struct Frame: Hashable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double

    /// Nil for what is no rectangle: sides of nothing or less, numbers without end.
    package init?(x: Double, y: Double, width: Double, height: Double) {
        guard [x, y, width, height].allSatisfy({ $0.isFinite && abs($0) <= Self.farthest }),
            width > 0, height > 0
        else { return nil }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Beyond any page, and wide enough for all points that there can be.
    package static let farthest = 1_000_000.0
}

/// A page of a note that was written by hand.
package struct Page: Hashable, Sendable {
    /// What is drawn on it; nil for nothing.
    package let drawing: Drawing?
    /// What lies on it, the lowest first.
    package let pictures: [PlacedPicture]
    /// Positions among the recordings of the note.
    package let recordings: [Int]

    package init(drawing: Drawing?, pictures: [PlacedPicture] = [], recordings: [Int] = []) {
        self.drawing = drawing
        self.pictures = pictures
        self.recordings = recordings
    }
}

/// A picture that lies on a page.
package struct PlacedPicture: Hashable, Sendable {
    /// Position among the photos of the note.
    package let photo: Int
    /// Nil for one whose place is not told.
    package let frame: Frame?

    package init(photo: Int, frame: Frame?) {
        self.photo = photo
        self.frame = frame
    }
}
