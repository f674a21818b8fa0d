import KeyedArchives
import NoteModel

/// Decoding of the drawing of a record, and of the small copy of its photo.
extension NoteDecoder {
    /// Returns the drawing of a record; nil if it has none that can be read. A picture is appended
    /// to `photos`.
    mutating func drawing(
        of record: ArchivedRecord, place: String, photos: inout [Medium], used: inout UsedKeys
    ) -> Drawing? {
        defer { diagnostics += photoDecoder.takeDiagnostics() }
        for field in record[.drawing] + record[.strokes] where !used.contains(field.key) {
            let place = place + "." + field.key
            if photoDecoder.isPicture(field.value) {
                used.insert(field.key)
                keys.drawing = field.key
                let found = photoDecoder.photos(of: field.value, place: place)
                    .filter { !photos.contains($0) }
                guard !found.isEmpty else { continue }
                photos += found
                return .picture(photos.count - found.count)
            }
            guard (try? archive.object(field.value)) != .null, archive.isCompound(field.value)
            else { continue }
            guard let strokes = strokes(of: field.value, place: place) else { continue }
            used.insert(field.key)
            // An eraser alone leaves nothing visible.
            if strokes.contains(where: { !$0.isEraser }) { return .strokes(strokes) }
        }
        return nil
    }

    /// Returns the strokes of a drawing, and reports problems with them; nil if it cannot be read.
    mutating func strokes(
        of value: PropertyListValue, place: String, expectsDots: Bool = false
    ) -> [Stroke]? {
        var decoder = StrokeDecoder(
            opened, vocabulary: reading.vocabulary, expectsDots: expectsDots)
        do {
            let strokes = try decoder.strokes(of: value)
            if let fault = decoder.fault {
                report(
                    fault.identifier, place: place,
                    summary: "\(source.name): in a drawing, \(fault.text).")
            }
            return strokes
        } catch {
            reportDamage(of: "a drawing", place: place, error: error)
            return nil
        }
    }

    /// Appends the small copy of a photo to `photos` and returns its position; nil if there is
    /// none, or if it is the only picture and therefore the photo of the note.
    mutating func thumbnail(
        of record: ArchivedRecord, place: String, photos: inout [Medium], used: inout UsedKeys
    ) -> Int? {
        for field in record[.thumbnails]
        where !used.contains(field.key) && photoDecoder.isPicture(field.value) {
            used.insert(field.key)
            let found = photoDecoder.photos(of: field.value, place: place + "." + field.key)
            diagnostics += photoDecoder.takeDiagnostics()
            guard let thumbnail = found.first else { continue }
            // Without any other photo, it is the photo of the note.
            if photos.isEmpty {
                photos.append(thumbnail)
                return nil
            }
            photos.append(thumbnail)
            return photos.count - 1
        }
        return nil
    }
}
