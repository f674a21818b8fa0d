import NoteModel

/// The size of a handwritten page, in points: that of its paper. The pages of a note that have no
/// paper share one size, large enough for the content of each.
struct HandwrittenPageSize: Sendable {
    /// The coordinates of the upper left corner in points: 0, or negative if something is drawn
    /// beyond it.
    private(set) var left = 0.0
    private(set) var top = 0.0
    private(set) var right: Double
    private(set) var bottom: Double

    /// The minimum position of the lower right corner in points, which is that of an empty page.
    private static let minimumSize = (width: 320.0, height: 240.0)
    /// The margin in points around content that extends beyond the paper. Content within the paper
    /// has none.
    private static let margin = 20.0

    init(width: Double, height: Double) {
        (right, bottom) = (width, height)
    }

    /// The size of a page with the paper that its archive describes. What is beyond it is cut off,
    /// as in the app.
    init(_ paper: Paper) {
        (left, top) = (paper.frame.x, paper.frame.y)
        (right, bottom) = (left + paper.frame.width, top + paper.frame.height)
    }

    init(of note: Note, _ media: NoteMedia) {
        self.init(width: 0, height: 0)
        for photo in note.pages.compactMap({ $0.drawing?.picture }) {
            guard let size = media.pixelSize(of: note.photos[photo]) else { continue }
            right = max(right, Double(size.width))
            bottom = max(bottom, Double(size.height))
        }
        let paper = self
        for page in note.pages where page.paper == nil {
            for case let frame? in page.pictures.map(\.frame) + page.placedRecordings.map(\.frame) {
                cover(frame, beyond: paper)
            }
            if case .strokes(let strokes) = page.drawing, let bounds = InkDrawing(strokes).bounds {
                cover(bounds, beyond: paper)
            }
        }
        right = max(Self.minimumSize.width, right)
        bottom = max(Self.minimumSize.height, bottom)
    }

    private mutating func cover(_ frame: Frame, beyond paper: HandwrittenPageSize) {
        if frame.x < paper.left { left = min(left, frame.x - Self.margin) }
        if frame.y < paper.top { top = min(top, frame.y - Self.margin) }
        let (right, bottom) = (frame.x + frame.width, frame.y + frame.height)
        if right > paper.right { self.right = max(self.right, right + Self.margin) }
        if bottom > paper.bottom { self.bottom = max(self.bottom, bottom + Self.margin) }
    }

    /// The value of the SVG attribute `viewBox`: left, top, width and height in points, such as
    /// `0 0 320 240`.
    var box: String {
        [left, top, right - left, bottom - top].map(InkDrawing.text).joined(separator: " ")
    }
}
