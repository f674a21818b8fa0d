import NoteModel

/// The photos and pages of a lecture note as a request describes them: one list of all photos, and
/// pages that refer to their positions in it.
struct LectureLayout {
    /// The photos of the note's own list, then those on the pages.
    private(set) var photos: [NoteRequest.MediumRequest]
    private(set) var pages: [Page] = []
    /// The position of the small preview of the note in ``photos``; nil if it has none.
    private(set) var thumbnail: Int?
    /// The drawing on the back of the note, which no page of the editor changes.
    private(set) var drawing: Drawing?
    /// The positions in ``photos`` of photos that the saved note has.
    private var known: [Int: Int] = [:]

    /// - Parameters:
    ///   - pages: The pages that the note is to have.
    ///   - request: The request, which has been checked.
    ///   - note: The saved note; of a copy, the note that it is made of.
    ///   - isCopy: True for a new note, which has neither preview nor back: the picture of a back is
    ///     one of its photos.
    /// - Throws: ``EditorError/malformed(_:)``.
    init(
        _ pages: [NoteRequest.PageRequest], of request: NoteRequest, note: Note,
        isCopy: Bool = false
    ) throws {
        try request.check(against: note)
        let keptRecordings = request.recordings.map { recordings in
            Dictionary(
                recordings.enumerated().compactMap { position, recording in
                    recording.kept.map { ($0, position) }
                }, uniquingKeysWith: { first, _ in first })
        }
        photos =
            request.photos
            ?? note.listedPhotos.map { NoteRequest.MediumRequest(kept: $0) }
        for (position, photo) in photos.enumerated() {
            if let kept = photo.kept { known[kept] = position }
        }
        for page in pages {
            let laid = try layOut(page, of: note)
            self.pages.append(
                laid.mappingMoments {
                    guard let keptRecordings else { return $0 }
                    return keptRecordings[$0.recording].flatMap { [seconds = $0.seconds] in
                        RecordedMoment(recording: $0, seconds: seconds)
                    }
                })
        }
        layOutBack(of: note, isCopy: isCopy)
    }

    /// Adds the photos that are on no page: the preview and the picture of the back.
    private mutating func layOutBack(of note: Note, isCopy: Bool) {
        drawing = note.drawing
        if case .picture(let photo)? = note.drawing {
            drawing = .picture(position(of: NoteRequest.MediumRequest(kept: photo)))
        }
        guard !isCopy else { return }
        thumbnail = note.thumbnail.map { position(of: NoteRequest.MediumRequest(kept: $0)) }
    }

    /// Returns a page: the saved one, so that it keeps what the editor does not show, with what the
    /// request changes.
    private mutating func layOut(_ request: NoteRequest.PageRequest, of note: Note) throws -> Page {
        let saved = request.kept.map { note.pages[$0] } ?? Page(drawing: nil)
        var page = saved
        page.recordings = request.recordings ?? []
        if case .picture(let photo)? = page.drawing {
            page.drawing = .picture(position(of: NoteRequest.MediumRequest(kept: photo)))
        }
        if let requested = request.strokes {
            let strokes = try NoteRequest.strokes(
                requested, among: saved.drawing, recordings: note.recordings.indices)
            page.drawing = strokes.isEmpty ? nil : .strokes(strokes)
        }
        if request.strokes?.isEmpty ?? true, let picture = request.picture {
            page.drawing = .picture(position(of: picture))
        }
        guard let pictures = request.pictures else {
            for index in page.pictures.indices {
                page.pictures[index].photo = position(
                    of: NoteRequest.MediumRequest(kept: page.pictures[index].photo))
            }
            return page
        }
        page.pictures = []
        for placed in pictures {
            let frame = try placed.frame.map { sides in
                try NoteRequest.frame(sides)
            }
            let photo = position(of: placed.photo)
            var picture =
                placed.kept.map { saved.pictures[$0] } ?? PlacedPicture(photo: photo, frame: nil)
            (picture.photo, picture.frame) = (photo, frame)
            page.pictures.append(picture)
        }
        return page
    }

    /// Returns the position of a photo in the list, to which it is added if it is not there yet.
    private mutating func position(of photo: NoteRequest.MediumRequest) -> Int {
        if let kept = photo.kept, let position = known[kept] { return position }
        photos.append(photo)
        if let kept = photo.kept { known[kept] = photos.count - 1 }
        return photos.count - 1
    }
}
