/// A handwritten page of a lecture note: a drawing, the pictures placed on it, and what was
/// recorded meanwhile.
package struct Page: Hashable, Sendable {
    /// The drawing or handwriting on the page, as an image or as strokes; nil if there is none.
    package var drawing: Drawing?
    /// The pictures on the page from bottom to top; later ones cover earlier ones.
    package var pictures: [PlacedPicture]
    /// The indices of the page's recordings in the recordings of the note, which also contain them.
    package var recordings: [Int]
    /// The recordings that have an icon on the page, which plays them.
    package var placedRecordings: [PlacedRecording]
    /// The paper; nil if the archive does not describe it.
    package internal(set) var paper: Paper?
    /// The text that the app has recognized in the handwriting, with its mistakes; nil for none.
    package internal(set) var recognizedText: String?
    /// The boxes with typed text on the page, from bottom to top.
    package internal(set) var textBoxes: [TextBox]
    /// The page of a document behind everything else, which a build replaces by a picture; nil for
    /// none.
    package var background: DocumentPage?

    package init(
        drawing: Drawing?, pictures: [PlacedPicture] = [], recordings: [Int] = [],
        placedRecordings: [PlacedRecording] = [], paper: Paper? = nil,
        recognizedText: String? = nil,
        textBoxes: [TextBox] = [], background: DocumentPage? = nil
    ) {
        self.textBoxes = textBoxes
        self.background = background
        self.drawing = drawing
        self.pictures = pictures
        self.recordings = recordings
        self.placedRecordings = placedRecordings
        self.paper = paper
        self.recognizedText = recognizedText
    }
}

extension Page {
    /// Returns the page with the moments of its strokes changed, such as for other recordings.
    package func mappingMoments(_ change: (RecordedMoment) -> RecordedMoment?) -> Page {
        guard let strokes = drawing?.strokes, strokes.contains(where: { $0.moment != nil }) else {
            return self
        }
        var page = self
        page.drawing = .strokes(
            strokes.map { stroke in
                var stroke = stroke
                stroke.moment = stroke.moment.flatMap(change)
                return stroke
            })
        return page
    }
}

extension Page {
    /// Returns the page without references to photos and recordings beyond the given numbers.
    package func limited(toPhotos photos: Int, recordings: Int) -> Page {
        var page = mappingMoments { $0.recording < recordings ? $0 : nil }
        page.drawing = page.drawing?.limited(toPhotos: photos)
        page.pictures.removeAll { $0.photo >= photos }
        page.recordings.removeAll { $0 >= recordings }
        page.placedRecordings.removeAll { $0.recording >= recordings }
        return page
    }
}

/// The paper of a handwritten page.
package struct Paper: Hashable, Sendable {
    /// The area of the page in the coordinates of its drawing and pictures.
    package internal(set) var frame: Frame
    /// The colour as `#rrggbb`; nil for white.
    package internal(set) var colour: String?

    package init(_ frame: Frame, colour: String? = nil) {
        (self.frame, self.colour) = (frame, colour)
    }
}

/// A picture that is placed on a handwritten page, with or without a known position.
package struct PlacedPicture: Hashable, Sendable {
    /// The index of the picture in the photos of the note, which also contain it.
    package var photo: Int
    /// The position and size of the picture on the page; nil if the archive does not contain them.
    package var frame: Frame?
    /// The clockwise turn around the centre of the frame, in degrees.
    package internal(set) var rotation: Double
    /// The part of the picture that is shown, in pixels of the upright picture; nil for all of it.
    package internal(set) var crop: Frame?
    /// True for a picture that belongs to the paper, such as a page of a PDF file. It is not one of
    /// the owner's photos, and opens nothing.
    package internal(set) var isPaper: Bool

    package init(
        photo: Int, frame: Frame?, rotation: Double = 0, crop: Frame? = nil, isPaper: Bool = false
    ) {
        self.crop = crop
        self.isPaper = isPaper
        self.photo = photo
        self.frame = frame
        self.rotation = rotation
    }
}

/// A recording whose icon is placed on a handwritten page.
package struct PlacedRecording: Hashable, Sendable {
    /// The index of the recording in the recordings of the note. It is one of the page's.
    package var recording: Int
    /// The centre of the icon on the page.
    package var place: Point

    package init(recording: Int, place: Point) {
        (self.recording, self.place) = (recording, place)
    }

    /// The radius of the icon in points of the page.
    package static let radius = 22.0

    /// The area of the icon on the page.
    package var frame: Frame? {
        Frame(
            x: place.x - Self.radius, y: place.y - Self.radius, width: 2 * Self.radius,
            height: 2 * Self.radius)
    }
}

/// A box with typed text on a handwritten page, or a sticky note, which may have no text.
package struct TextBox: Hashable, Sendable {
    /// The text as typed, without styles.
    package internal(set) var text: String
    package internal(set) var frame: Frame
    /// The clockwise turn around the centre of the frame, in degrees.
    package internal(set) var rotation: Double
    /// The size of the letters in points of the page, above 0.
    package internal(set) var fontSize: Double
    /// The colour of the box as `#rrggbb` or `#rrggbbaa`; nil for none.
    package internal(set) var colour: String?

    /// The size of letters in points of the page if an archive does not contain it.
    package static let defaultFontSize = 14.0
    /// The largest size of letters that is read from an archive, in points of the page.
    package static let maximumFontSize = 1000.0

    package init(
        _ text: String, frame: Frame, rotation: Double = 0, fontSize: Double = defaultFontSize,
        colour: String? = nil
    ) {
        self.text = text.withLineFeeds
        (self.frame, self.rotation) = (frame, rotation)
        let isPossible = fontSize > 0 && fontSize <= Self.maximumFontSize
        self.fontSize = isPossible ? fontSize : Self.defaultFontSize
        self.colour = colour
    }
}

/// A page of a document that was written on, such as a PDF file.
package struct DocumentPage: Hashable, Sendable {
    /// The file name of the document.
    package let name: String
    package var document: MediaContent
    /// The number of the page in the document, from 1.
    package let number: Int
    /// The position and size of the page of the document on the handwritten page.
    package let frame: Frame

    package init(_ number: Int, of document: MediaContent, named name: String, frame: Frame) {
        (self.name, self.document, self.number, self.frame) = (name, document, number, frame)
    }
}

/// The width and height of a page of a document in points; both are above 0.
package struct PageSize: Codable, Hashable, Sendable {
    package let width: Double
    package let height: Double

    /// Creates a size; nil if a side is not above 0 or not finite.
    package init?(width: Double, height: Double) {
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        (self.width, self.height) = (width, height)
    }
}
