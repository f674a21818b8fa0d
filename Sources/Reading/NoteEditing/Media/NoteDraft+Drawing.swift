import KeyedArchives
import NoteArchives
package import NoteModel

extension NoteDraft {
    /// True if the app stores the drawing on the back as a picture, which is then replaced by
    /// another picture.
    package var storesDrawingAsPicture: Bool { pictureKey != nil }

    /// The key under which the app stores the drawing as a picture; nil if it stores none, or
    /// strokes.
    private var pictureKey: String? {
        if let key = keys.drawing { return key }
        guard !isOfThisProjectsClass, let key = firstKey(of: .drawing, at: mediaPlace),
            editor.field(key, of: mediaPlace)?.isNull == true
        else { return nil }
        return key
    }

    /// Sets the drawing on the back of the note.
    ///
    /// Strokes have a key of their own, which apps ignore.
    ///
    /// - Parameters:
    ///   - strokes: The strokes in the order in which they were made; none to remove the drawing.
    ///   - picture: A picture of the whole drawing in PNG, for an app that stores a picture.
    /// - Throws: ``UserError`` if the app stores a picture and there is none, or an image and the
    ///   picture is not in PNG.
    package mutating func setDrawing(_ strokes: [Stroke], picture: NewMedium?) throws {
        if let key = pictureKey, let old = editor.field(key, of: mediaPlace) {
            guard let picture else {
                guard strokes.isEmpty else {
                    throw UserError(
                        "The app of “\(note.title)” stores drawings as pictures, and this one was sent without its picture; nothing was changed."
                    )
                }
                return editor.setField(key, new: editor.isPlain ? nil : .null, of: mediaPlace)
            }
            // Most apps store a picture as an image.
            let isData = old.isNull ? (try? photoForm()) == .data : editor.isData(old)
            let new = isData ? editor.data(picture.bytes) : try image(picture)
            return editor.setField(key, new: new, of: mediaPlace)
        }
        let drawing = strokes.isEmpty ? nil : editor.value(of: strokes.json(in: .archive))
        editor.setField(NotebinderKey.drawing, new: drawing, of: mediaPlace)
    }
}
