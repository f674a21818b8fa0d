import LocalFiles
import NoteEditing
import NoteModel
import Platform

/// The photos, recordings and pages of a request, with the uploaded files that it names.
extension NoteActions {
    /// Returns the media that a note is to have; those that do not change are nil.
    ///
    /// - Parameters:
    ///   - note: The saved note; for a copy, its original.
    ///   - isCopy: True if a new note is to have copies of the media of `note`.
    ///   - names: Gives names to the new files.
    func media(
        _ request: NoteRequest, of note: Note, isCopy: Bool = false, names: inout NewFileNames
    ) throws -> EditedMedia {
        var media = EditedMedia()
        let copied = isCopy ? note : nil
        var request = request
        if isCopy { request.takePages(of: note) }
        if request.pages != nil {
            let change = try NoteChange(request, of: note, isCopy: isCopy)
            media.photos = try change.photos.map {
                try edited($0, .photo, copyOf: copied, names: &names)
            }
            media.recordings = try request.recordings?.map {
                try edited($0, .recording, copyOf: copied, names: &names)
            }
            media.pages = change.note.pages
        } else {
            var wanted = request.photos
            if isCopy, request.drawing == nil, let position = note.drawing?.picture {
                // Only the app of the note treats the picture as a drawing.
                wanted = (wanted ?? []) + [NoteRequest.MediumRequest(kept: position)]
            }
            let photos = try wanted?.map {
                try edited($0, .photo, copyOf: copied, names: &names)
            }
            let isSame =
                photos?.map(\.keptPosition) == note.listedPhotos
                && photos?.contains { $0.caption != nil } == false
            if !isSame { media.photos = photos }
        }
        return media
    }

    private func edited(
        _ medium: NoteRequest.MediumRequest, _ kind: Medium.Kind, copyOf note: Note?,
        names: inout NewFileNames
    ) throws -> EditedMedium {
        if note == nil, let position = medium.kept {
            return EditedMedium(kept: position, caption: medium.caption)
        }
        var medium = medium
        let bytes: [UInt8]
        if let note, let position = medium.kept {
            let old = note.media[kind][position]
            bytes = try self.bytes(of: old.content)
            medium.name = old.name
            medium.caption = medium.caption ?? old.caption
        } else if let upload = medium.upload {
            bytes = try uploads.bytes(of: upload)
        } else {
            throw EditorError.malformed("a \(kind.rawValue)")
        }
        guard let format = MediaFormat(prefix: Array(bytes.prefix(MediaFormat.prefixLength))),
            format.kind == kind
        else { throw EditorError.unknownFile(medium.name ?? "The file") }
        let name = names.name(
            medium.name, kind: format.identifier, isFile: kind == .recording || names.photosAreFiles
        )
        let thumbnail = try medium.thumbnail.map { try uploads.bytes(of: $0) }
        return EditedMedium(
            NewMedium(name: name, bytes: bytes, thumbnail: thumbnail), caption: medium.caption)
    }

    private func bytes(of content: MediaContent) throws -> [UInt8] {
        guard let stored = content.stored else { throw EditorError.gone("The file") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(stored.count)
        try stored.forEachChunk { bytes += $0 }
        return bytes
    }
}
