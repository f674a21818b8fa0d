import Hashing
import KeyedArchives
import LocalFiles
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

    /// The ink of a drawing that the app stores as a picture: how it is drawn, in the form of the
    /// program that has drawn it, and the picture below it; nil if the app has drawn it anew since.
    package var ink: (text: String, base: [UInt8]?)? {
        guard let position = note.drawing?.picture, let picture = note.photos[position].stored,
            let text = editor.field(NotebinderKey.ink, of: mediaPlace)
                .flatMap({ editor.text(of: $0) }),
            let digest = try? ContentDigest(ofPieces: { try picture.forEachChunk($0) }),
            text.hasPrefix(digest.text)
        else { return nil }
        let base = editor.field(NotebinderKey.inkBase, of: mediaPlace)
        let below = base.flatMap { uprightPicture($0) }
        guard base == nil || below != nil else { return nil }
        return (String(text.dropFirst(digest.text.count)), below)
    }

    /// Returns the bytes of a picture that is stored as data or as an image, and is not turned; nil
    /// for any other.
    private func uprightPicture(_ value: ArchiveEditor.Value) -> [UInt8]? {
        let image = editor.place(of: value)
        let turn = image.flatMap { editor.field("UIImageOrientation", of: $0) }
        let data = image.flatMap { editor.field("UIImageData", of: $0) } ?? value
        guard turn.flatMap({ editor.number($0) }) ?? 0 == 0, let bytes = editor.data(of: data),
            PhotoKind(prefix: Array(bytes.prefix(MediaFormat.prefixLength))) != nil
        else { return nil }
        return bytes
    }

    /// Keeps the ink of a drawing beside its picture.
    ///
    /// - Parameters:
    ///   - old: The picture that the new one replaces.
    ///   - hasBase: True if the ink is over a picture: the one of the ink so far or, if there is
    ///     none, the one that is replaced.
    private mutating func setInk(
        _ ink: String?, picture: NewMedium?, replacing old: ArchiveEditor.Value, hasBase: Bool
    ) {
        var base: ArchiveEditor.Value?
        if hasBase {
            base = self.ink == nil ? old : editor.field(NotebinderKey.inkBase, of: mediaPlace)
        }
        // Without the picture below it, the ink would be only a part of the drawing.
        let isWhole = !hasBase || base.flatMap { uprightPicture($0) } != nil
        let text = picture.flatMap { picture in
            ink.map { editor.string(ContentDigest(of: picture.bytes).text + $0) }
        }
        editor.setField(NotebinderKey.ink, new: isWhole ? text : nil, of: mediaPlace)
        editor.setField(
            NotebinderKey.inkBase, new: isWhole && text != nil ? base : nil, of: mediaPlace)
    }

    /// Sets the drawing on the back of the note.
    ///
    /// Strokes have a key of their own, which apps ignore.
    ///
    /// - Parameters:
    ///   - strokes: The strokes in the order in which they were made; none to remove the drawing.
    ///   - picture: A picture of the whole drawing in PNG, for an app that stores a picture.
    ///   - ink: How the picture is drawn, for ``ink``; nil if that is not known.
    ///   - hasBase: True if it is drawn over the present picture, or what that was drawn over.
    /// - Throws: ``UserError`` if the app stores a picture and there is none, or an image and the
    ///   picture is not in PNG.
    package mutating func setDrawing(
        _ strokes: [Stroke], picture: NewMedium?, ink: String? = nil, hasBase: Bool = false
    ) throws {
        if let key = pictureKey, let old = editor.field(key, of: mediaPlace) {
            setInk(ink, picture: picture, replacing: old, hasBase: hasBase)
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
