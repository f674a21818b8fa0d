import NoteModel

/// The only place where positions and numbers from requests become those of notes.
///
/// A request may come from a page that is older than the note, or from another program altogether.
/// It is refused if it contains a number that the note cannot have.
extension NoteRequest {
    /// Checks all positions except those in drawings. These, and frames, are checked where they are
    /// taken, before anything is written.
    ///
    /// - Parameter note: The note to which positions refer; nil if there is none yet.
    /// - Throws: ``EditorError/malformed(_:)``.
    func check(against note: Note?) throws {
        let photos = note?.photos.indices ?? 0..<0
        let placed = (pages ?? []).flatMap { page in
            (page.pictures ?? []).map(\.photo) + [page.picture].compactMap(\.self)
        }
        let saved = note?.recordings.indices ?? 0..<0
        for (requested, more, saved, what) in [
            (self.photos, placed, photos, "a photo"), (recordings, [], saved, "a recording"),
        ] {
            for medium in (requested ?? []) + more {
                try Self.check(medium.kept, in: saved, called: what)
            }
            let kept = (requested ?? []).compactMap(\.kept)
            guard Set(kept).count == kept.count else { throw EditorError.malformed(what) }
        }
        for page in pages ?? [] {
            try Self.check(page.kept, in: note?.pages.indices ?? 0..<0, called: "a page")
            for placed in page.pictures ?? [] {
                let position = placed.page ?? page.kept
                try Self.check(position, in: note?.pages.indices ?? 0..<0, called: "a page")
                let old = position.flatMap { note?.pages[$0] }
                try Self.check(placed.kept, in: old?.pictures.indices ?? 0..<0, called: "a picture")
            }
            for recording in page.recordings ?? [] {
                try Self.check(
                    recording, in: recordings?.indices ?? saved, called: "a recording of a page")
            }
        }
    }

    private static func check(_ position: Int?, in range: Range<Int>, called what: String) throws {
        guard position.map(range.contains) ?? true else { throw EditorError.malformed(what) }
    }

    /// Returns the strokes of a drawing.
    ///
    /// - Parameters:
    ///   - saved: The saved drawing, some of whose strokes may be kept.
    ///   - recordings: The positions of the recordings of the saved note.
    static func strokes(
        _ strokes: [StrokeRequest], among saved: Drawing?, recordings: Range<Int>
    ) throws -> [Stroke] {
        let old = saved?.strokes ?? []
        var found: [Stroke] = []
        for stroke in strokes {
            if let kept = stroke.kept {
                try check(kept, in: old.indices, called: "a stroke")
                found.append(old[kept])
            } else {
                try check(stroke.recording, in: recordings, called: "a stroke")
                guard let new = stroke.stroke else { throw EditorError.malformed("a stroke") }
                found.append(new)
            }
        }
        return found
    }

    /// Returns the frame of a picture from its left and upper edge, its width and its height.
    static func frame(_ sides: [Double]) throws -> Frame {
        guard sides.count == 4,
            let frame = Frame(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
        else { throw EditorError.malformed("the position of a picture") }
        return frame
    }
}

extension NoteRequest.IconRequest {
    /// - Throws: ``EditorError/malformed(_:)`` for a place that no page has.
    var placed: PlacedRecording {
        get throws {
            guard place.count == 2, place.allSatisfy({ abs($0) <= Point.farthest }) else {
                throw EditorError.malformed("the place of a recording")
            }
            return PlacedRecording(recording: recording, place: Point(x: place[0], y: place[1]))
        }
    }
}

extension NoteRequest.StrokeRequest {
    /// The new stroke; nil if it has no points or values that no page can have.
    fileprivate var stroke: Stroke? {
        guard let points, let width, let colour, points.count >= 2, points.count.isMultiple(of: 2),
            points.allSatisfy({ abs($0) <= Point.farthest }), width > 0, width < 1000,
            [7, 9].contains(colour.utf8.count), colour.utf8.first == UInt8(ascii: "#"),
            colour.utf8.dropFirst().allSatisfy({
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            })
        else { return nil }
        let places = stride(from: 0, to: points.count, by: 2).map {
            Point(x: points[$0], y: points[$0 + 1])
        }
        var stroke = Stroke(points: places, width: width, colour: colour, isEraser: eraser ?? false)
        if let recording, let seconds {
            stroke.moment = RecordedMoment(recording: recording, seconds: seconds)
        }
        return stroke
    }
}

extension CardRequest {
    /// The most answers that one request adds to a card, or takes back.
    private static let maximumCount = 1000

    /// The right and wrong answers to be added to a card.
    ///
    /// - Throws: ``EditorError/malformed(_:)`` for numbers that no page sends.
    func counts(for card: Card) throws -> (right: Int, wrong: Int) {
        let (right, wrong) = (right ?? 0, wrong ?? 0)
        let allowed = -Self.maximumCount...Self.maximumCount
        guard allowed.contains(right), allowed.contains(wrong) else {
            throw EditorError.malformed("the number of answers")
        }
        // An answer that was taken back elsewhere is not taken back twice.
        return (max(right, -card.rightCount), max(wrong, -card.wrongCount))
    }
}
