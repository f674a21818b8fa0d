import NoteModel

/// A note with the changes of a request, to be previewed or saved. All photos are in one list, and
/// pages refer to positions in it.
struct NoteChange {
    /// The note with its new texts, kind, drawing and pages, and the media of the saved note.
    private(set) var note: Note
    /// The photos of the note's own list, then those on the pages and on the back, and the preview.
    private(set) var photos: [NoteRequest.MediumRequest]
    /// The positions in ``photos`` of photos that the saved note has.
    private var known: [Int: Int]

    /// - Parameters:
    ///   - note: The saved note; for a copy, its original.
    ///   - isCopy: True for a new note, which has no preview.
    /// - Throws: ``EditorError/malformed(_:)``.
    init(_ request: NoteRequest, of note: Note, isCopy: Bool = false) throws {
        try request.check(against: note)
        self.note = note.with(
            title: request.title ?? (note.hasOwnTitle ? note.title : nil),
            body: request.body ?? note.body)
        self.note.kind = request.kind.flatMap { Note.Kind(rawValue: $0) } ?? note.kind
        let isLaidOut = request.photos != nil || request.pages != nil
        let listed = isLaidOut ? note.listedPhotos : Array(note.photos.indices)
        photos = request.photos ?? listed.map { NoteRequest.MediumRequest(kept: $0) }
        known = Dictionary(
            photos.enumerated().compactMap { position, photo in photo.kept.map { ($0, position) } },
            uniquingKeysWith: { first, _ in first })
        if isLaidOut { try layOut(request, of: note, isCopy: isCopy) }
        guard let drawing = request.drawing else { return }
        let strokes = try NoteRequest.strokes(
            drawing.strokes, among: note.drawing, recordings: note.recordings.indices)
        self.note.drawing = strokes.isEmpty ? nil : .strokes(strokes)
    }

    /// Gives the pages, the back and the preview their photos.
    private mutating func layOut(_ request: NoteRequest, of note: Note, isCopy: Bool) throws {
        let kept = request.recordings.map { recordings in
            Dictionary(
                recordings.enumerated().compactMap { position, recording in
                    recording.kept.map { ($0, position) }
                }, uniquingKeysWith: { first, _ in first })
        }
        let recordings = 0..<note.recordings.count + (request.recordings?.count ?? 0)
        self.note.pages = try (request.pages ?? NoteRequest.pages(of: note)).map { requested in
            var page = try layOut(requested, of: note, recordings: recordings).mappingMoments {
                guard let kept else { return $0 }
                // A stroke may have been written during a recording that is new.
                let new = $0.recording - note.recordings.count
                return (new < 0 ? kept[$0.recording] : new).flatMap { [seconds = $0.seconds] in
                    RecordedMoment(recording: $0, seconds: seconds)
                }
            }
            if let icons = requested.icons {
                page.placedRecordings = try icons.map { try $0.placed }
            } else if let kept {
                page.placedRecordings = page.placedRecordings.compactMap { icon in
                    kept[icon.recording].map { PlacedRecording(recording: $0, place: icon.place) }
                }
            }
            page.placedRecordings.removeAll { [own = page.recordings] in
                !own.contains($0.recording)
            }
            return page
        }
        if let picture = note.drawing?.picture {
            self.note.drawing = .picture(position(ofKept: picture))
        }
        self.note.thumbnail = isCopy ? nil : note.thumbnail.map { position(ofKept: $0) }
    }

    /// Returns a new page, or the saved one with the changes of the request, so that it keeps what
    /// the editor does not show.
    ///
    /// - Parameter recordings: The positions of the recordings of the saved note, then of those of
    ///   the request.
    private mutating func layOut(
        _ request: NoteRequest.PageRequest, of note: Note, recordings: Range<Int>
    ) throws -> Page {
        let saved = request.kept.map { note.pages[$0] } ?? Page(drawing: nil)
        var page = saved
        page.recordings = request.recordings ?? []
        if let picture = saved.drawing?.picture {
            page.drawing = .picture(position(ofKept: picture))
        }
        if let requested = request.strokes {
            let strokes = try NoteRequest.strokes(
                requested, among: saved.drawing, recordings: recordings)
            page.drawing = strokes.isEmpty ? nil : .strokes(strokes)
        }
        if request.strokes?.isEmpty ?? true, let picture = request.picture {
            page.drawing = .picture(position(of: picture))
        }
        guard let pictures = request.pictures else {
            for index in page.pictures.indices {
                page.pictures[index].photo = position(ofKept: page.pictures[index].photo)
            }
            return page
        }
        page.pictures = try pictures.map { placed in
            let frame = try placed.frame.map { try NoteRequest.frame($0) }
            let photo = position(of: placed.photo)
            let origin = placed.page.map { note.pages[$0] } ?? saved
            var picture =
                placed.kept.map { origin.pictures[$0] } ?? PlacedPicture(photo: photo, frame: nil)
            (picture.photo, picture.frame) = (photo, frame)
            return picture
        }
        return page
    }

    private mutating func position(ofKept photo: Int) -> Int {
        position(of: NoteRequest.MediumRequest(kept: photo))
    }

    /// Returns the position of a photo in the list, and adds the photo if it is not there yet.
    private mutating func position(of photo: NoteRequest.MediumRequest) -> Int {
        if let kept = photo.kept, let position = known[kept] { return position }
        photos.append(photo)
        if let kept = photo.kept { known[kept] = photos.count - 1 }
        return photos.count - 1
    }
}
