import NoteModel

/// A note as a page of the editor sends it, to be saved or previewed.
///
/// Fields that are missing stay as they are.
struct NoteRequest: Decodable {
    var title: String?
    /// The kind of a new note: `note`, `napkin` or `lecture`.
    var kind: String?
    /// The version that the request changes, and to which its positions refer; nil for the present
    /// version of the saved note.
    var copyOf: NoteReference?
    var body: String?
    /// The photos that the note is to have, in order.
    var photos: [MediumRequest]?
    /// The drawing on the back.
    var drawing: DrawingRequest?
    /// The recordings that the note is to have, in order.
    var recordings: [MediumRequest]?
    /// The handwritten pages that a lecture note is to have, in order.
    var pages: [PageRequest]?

    /// True if the photos, recordings or pages of the note are given.
    var changesMedia: Bool { photos != nil || recordings != nil || pages != nil }

    /// Gives a copy of a note all pages and recordings of that note, unless it has others.
    mutating func takePages(of note: Note) {
        guard pages == nil, recordings == nil, !note.pages.isEmpty else { return }
        pages = Self.pages(of: note)
        recordings = note.recordings.indices.map { MediumRequest(kept: $0) }
    }

    /// Returns the pages of a note, which stay as they are.
    static func pages(of note: Note) -> [PageRequest] {
        note.pages.enumerated().map { PageRequest(kept: $0, recordings: $1.recordings) }
    }

    /// The identifiers of the uploaded files that the note takes.
    var uploads: [String] {
        let placed = (pages ?? []).flatMap { $0.pictures ?? [] }.map(\.photo)
        let photos = ((photos ?? []) + placed).flatMap { [$0.upload, $0.thumbnail] }
        let recordings = (recordings ?? []).map(\.upload)
        return (photos + recordings + [drawing?.picture]).compactMap(\.self)
    }

    /// A version of a note.
    struct NoteReference: Decodable {
        /// The identifier of the note.
        var note: String
        var version: String
    }

    /// A photo or a recording.
    struct MediumRequest: Decodable {
        /// The position of the medium among those of its kind in the saved note, from 0; nil for a
        /// new one.
        var kept: Int?
        /// The identifier of an uploaded file.
        var upload: String?
        /// The name of an uploaded file.
        var name: String?
        var caption: String?
        /// The identifier of an uploaded small copy of a photo in PNG, for apps that store one.
        var thumbnail: String?
    }

    /// A new page, or one of the saved note, which keeps everything that is not given.
    struct PageRequest: Decodable {
        /// The position of the page among those of the saved note, from 0; nil for a new one.
        var kept: Int?
        /// The picture that is the drawing of the page, instead of strokes.
        var picture: MediumRequest?
        var strokes: [StrokeRequest]?
        /// The pictures on the page from bottom to top.
        var pictures: [PlacedRequest]?
        /// The positions of the page's recordings among those of the request.
        var recordings: [Int]?
        /// The recordings, by the same positions, that have an icon on the page.
        var icons: [IconRequest]?
    }

    struct IconRequest: Decodable {
        var recording: Int
        /// The centre of the icon in points of the page, x and y.
        var place: [Double]
    }

    struct PlacedRequest: Decodable {
        /// The position of the picture among those of the saved page, from 0; nil for a new one.
        var kept: Int?
        /// The position of the saved page that has the picture; nil for the one that is changed.
        var page: Int?
        var photo: MediumRequest
        /// The left and upper edge, the width and the height in points of the page; nil for a
        /// picture without a position.
        var frame: [Double]?
    }

    struct DrawingRequest: Decodable {
        var strokes: [StrokeRequest]
        /// The identifier of an uploaded picture of the drawing, for apps that store pictures.
        var picture: String?
        /// The strokes of which the picture is made, in the form of the page.
        var ink: String?
        /// True if the strokes are over another picture.
        var hasBase: Bool?
    }

    struct StrokeRequest: Decodable {
        /// The position, from 0, of a stroke that the saved drawing keeps unchanged; nil for a new
        /// stroke, which has the other fields.
        var kept: Int?
        /// The coordinates, x and y in turn, in points of the page.
        var points: [Double]?
        var width: Double?
        var colour: String?
        var eraser: Bool?
        /// The recording during which the stroke was written, and the time in it; nil for none. The
        /// position is that in the saved note; those of the request's recordings follow.
        var recording: Int?
        var seconds: Double?
    }
}

/// A change of the order of notes.
struct OrderRequest: Decodable {
    /// The identifier of the note to move.
    var note: String
    /// The identifier of the note whose place it takes.
    var place: String
    /// The revision of the list in which the page shows them.
    var revision: Int
}

/// A card as a page of the editor sends it.
struct CardRequest: Decodable {
    /// The identifier of the card to change, or after which a new one is added; nil for the
    /// beginning of the deck.
    var card: String?
    var question: String?
    var answer: String?
    /// The question and the answer that the page showed before the change.
    var shown: [String]?
    /// The counts to add, which are negative to take an answer back.
    var right: Int?
    var wrong: Int?
}
