import NoteModel
import OutputPlan

/// A photo as the exports hold it: the original bytes under a name that tells whose they are.
struct ExportedPhoto: Sendable {
    let photo: Photo
    let prepared: PreparedPhoto?
    /// Relative to the tree; nil for a photo without bytes.
    let path: OutputPath?

    /// The photos of a note, in its order.
    static func photos(
        of note: Note, slug: Slug, _ prepared: PreparedPhotos
    ) -> [ExportedPhoto] {
        note.photos.enumerated().map { position, photo in
            let known = prepared[photo]
            let path = known.map { known in
                OutputPath("photos/\(slug.text)-\(position + 1).\(fileExtension(photo, known))")
            }
            return ExportedPhoto(photo: photo, prepared: known, path: path)
        }
    }

    /// The file that the tree holds for the photo.
    var file: OutputFile? {
        guard let path, let prepared, let stored = photo.stored else { return nil }
        return OutputFile(path, .original(stored, prepared.digest))
    }

    /// By the kind of the bytes; of an unknown kind, what the photo's own name says.
    private static func fileExtension(_ photo: Photo, _ prepared: PreparedPhoto) -> String {
        if let kind = prepared.kind { return kind.fileExtension }
        guard let name = photo.name, let dot = name.lastIndex(of: ".") else { return "bin" }
        let own = name[name.index(after: dot)...].lowercased()
        let isPlain =
            (1...5).contains(own.utf8.count)
            && own.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        return isPlain ? own : "bin"
    }
}
