import NoteModel
import OutputPlan

extension ENEXFile {
    /// Creates the file of a photo in a format that all programs show: photos of other formats are
    /// replaced by the largest picture made from them. The result is nil for a photo without bytes.
    init?(_ photo: Medium, prepared: PreparedMedium?, at position: Int) {
        guard let stored = photo.stored, let prepared else { return nil }
        let name = photo.name.flatMap { PhotoName($0)?.text }
        let stem = name.map { name in
            name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) } ?? name
        }
        func file(_ content: OutputContent, ending: String, size: PixelSize?) -> ENEXFile {
            ENEXFile(
                source: .stored(content), name: "\(stem ?? "photo-\(position + 1)").\(ending)",
                mediaType: MediaTypes.type(ofExtension: ending), size: size,
                caption: photo.shownCaption, medium: NoteFile(.photo, position))
        }
        let decoded = prepared.decoded
        if case .made(let copy, let kind)? = decoded?.upright, Self.isShown(kind) {
            self = file(.derivative(copy), ending: kind.fileExtension, size: decoded?.size)
        } else if let kind = prepared.format?.photo, !Self.isShown(kind),
            let derivative = decoded?.derivatives.first(where: { $0.fileExtension != "webp" })
        {
            self = file(
                .derivative(derivative.file), ending: derivative.fileExtension,
                size: derivative.size)
        } else {
            self = file(
                .original(stored, prepared.original.digest),
                ending: prepared.format?.fileExtension ?? "bin",
                size: decoded?.size)
        }
    }

    /// True for a format that Apple Notes and Evernote show.
    private static func isShown(_ kind: PhotoKind) -> Bool {
        kind == .jpeg || kind == .png || kind == .gif
    }
}
