import NoteModel

/// The photos and pages of a lecture note as a request describes them: one list of all photos, and
/// pages that refer to their positions in it.
struct LectureLayout {
    /// The photos of the note's own list, then those on the pages.
    private(set) var photos: [NoteRequest.PhotoRequest]
    private(set) var pages: [Page] = []
    /// The positions in ``photos`` of photos that the saved note has.
    private var known: [Int: Int] = [:]
    /// The positions that recordings of the saved note are to have, by those that they have; nil if
    /// these stay the same.
    private let keptRecordings: [Int: Int]?

    /// - Parameters:
    ///   - pages: The pages that the note is to have.
    ///   - note: The saved note.
    /// - Throws: ``EditorError/malformed(_:)``.
    init(
        _ pages: [NoteRequest.PageRequest], of request: NoteRequest, note: Note
    ) throws(EditorError) {
        keptRecordings = request.recordings.map { recordings in
            Dictionary(
                recordings.enumerated().compactMap { position, recording in
                    recording.of == nil ? recording.kept.map { ($0, position) } : nil
                }, uniquingKeysWith: { first, _ in first })
        }
        photos =
            request.photos
            ?? note.listedPhotos.map { NoteRequest.PhotoRequest(kept: $0) }
        for (position, photo) in photos.enumerated() {
            if let kept = photo.kept, photo.of == nil { known[kept] = position }
        }
        for page in pages {
            let laid = try layOut(page, of: note)
            self.pages.append(
                laid.mappingMoments { [keptRecordings] in
                    guard let keptRecordings else { return $0 }
                    return keptRecordings[$0.recording].flatMap { [seconds = $0.seconds] in
                        RecordedMoment(recording: $0, seconds: seconds)
                    }
                })
        }
    }

    private mutating func layOut(
        _ page: NoteRequest.PageRequest, of note: Note
    ) throws(EditorError) -> Page {
        let recordings = page.recordings ?? []
        if let kept = page.kept {
            guard note.pages.indices.contains(kept) else { throw EditorError.malformed("a page") }
            let old = note.pages[kept]
            var drawing = old.drawing
            if case .picture(let photo)? = drawing { drawing = .picture(position(ofKept: photo)) }
            return Page(
                drawing: drawing,
                pictures: old.pictures.map {
                    PlacedPicture(photo: position(ofKept: $0.photo), frame: $0.frame)
                }, recordings: recordings)
        }
        var strokes: [Stroke] = []
        for stroke in page.strokes ?? [] {
            guard let stroke = stroke.stroke else { throw EditorError.malformed("a stroke") }
            strokes.append(stroke)
        }
        var drawing: Drawing? = strokes.isEmpty ? nil : .strokes(strokes)
        if strokes.isEmpty, let picture = page.picture {
            drawing = .picture(position(of: picture))
        }
        var pictures: [PlacedPicture] = []
        for placed in page.pictures ?? [] {
            var frame: Frame?
            if let sides = placed.frame {
                guard sides.count == 4,
                    let read = Frame(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
                else { throw EditorError.malformed("the position of a picture") }
                frame = read
            }
            pictures.append(PlacedPicture(photo: position(of: placed.photo), frame: frame))
        }
        return Page(drawing: drawing, pictures: pictures, recordings: recordings)
    }

    private mutating func position(ofKept photo: Int) -> Int {
        position(of: NoteRequest.PhotoRequest(kept: photo))
    }

    /// Returns the position of a photo in the list, to which it is added if it is not there yet.
    private mutating func position(of photo: NoteRequest.PhotoRequest) -> Int {
        if let kept = photo.kept, photo.of == nil, let position = known[kept] { return position }
        photos.append(photo)
        if let kept = photo.kept, photo.of == nil { known[kept] = photos.count - 1 }
        return photos.count - 1
    }
}
