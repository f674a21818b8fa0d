import Foundation
import LocalFiles
import NoteEditing
import NoteModel

/// The photos, recordings and pages of a request, with the uploaded files that it names.
extension NoteActions {
    /// Returns the media that a note is to have; those that do not change are nil.
    ///
    /// - Parameters:
    ///   - note: The saved note; of a copy, the note that it is made of.
    ///   - isCopy: True if a new note is to have copies of the media of `note`.
    ///   - names: Gives names to the new files.
    func media(
        _ request: NoteRequest, of note: Note, isCopy: Bool = false, names: inout NewFileNames
    ) throws -> EditedMedia {
        var media = EditedMedia()
        let copied = isCopy ? note : nil
        var request = request
        if isCopy { request.takePages(of: note) }
        if let pages = request.pages {
            let layout = try LectureLayout(
                pages, of: request, note: note, isCopy: isCopy)
            media.photos = try layout.photos.map { try edited($0, copyOf: copied, names: &names) }
            media.recordings = try request.recordings?.map {
                try edited($0, copyOf: copied, names: &names)
            }
            media.pages = layout.pages
        } else {
            var wanted = request.photos
            if isCopy, request.drawing == nil, case .picture(let position)? = note.drawing {
                // Only the app of the note knows it as a drawing.
                wanted = (wanted ?? []) + [NoteRequest.PhotoRequest(kept: position)]
            }
            let photos = try wanted?.map { try edited($0, copyOf: copied, names: &names) }
            let isSame =
                photos?.map(\.keptPosition) == note.listedPhotos
                && photos?.contains { $0.caption != nil } == false
            if !isSame { media.photos = photos }
        }
        return media
    }

    private func edited(
        _ photo: NoteRequest.PhotoRequest, copyOf note: Note?, names: inout NewFileNames
    ) throws -> EditedPhoto {
        if note == nil, let position = photo.kept {
            return EditedPhoto(kept: position, caption: photo.caption)
        }
        var photo = photo
        let bytes: [UInt8]
        if let note, let position = photo.kept {
            let old = note.photos[position]
            bytes = try self.bytes(of: old.content)
            photo.name = old.name
            photo.caption = photo.caption ?? old.caption
        } else if let upload = photo.upload {
            bytes = try uploads.bytes(of: upload)
        } else {
            throw EditorError.malformed("a photo")
        }
        guard let kind = PhotoKind(prefix: Array(bytes.prefix(32))) else {
            throw EditorError.unknownFile(photo.name ?? "The file")
        }
        let name = names.name(photo.name, kind: kind.rawValue, isFile: names.photosAreFiles)
        let thumbnail = try photo.thumbnail.map { try uploads.bytes(of: $0) }
        return EditedPhoto(
            NewPhoto(name: name, bytes: bytes, thumbnail: thumbnail), caption: photo.caption)
    }

    private func bytes(of content: MediaContent) throws -> [UInt8] {
        guard let stored = content.stored else { throw EditorError.gone("The file") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(stored.count)
        try stored.forEachChunk { bytes += $0 }
        return bytes
    }

    private func edited(
        _ recording: NoteRequest.RecordingRequest, copyOf note: Note?,
        names: inout NewFileNames
    ) throws -> EditedRecording {
        if note == nil, let position = recording.kept {
            return EditedRecording(kept: position, caption: recording.caption)
        }
        var recording = recording
        let bytes: [UInt8]
        if let note, let position = recording.kept {
            let old = note.recordings[position]
            bytes = try self.bytes(of: old.content)
            recording.name = old.name
            recording.caption = recording.caption ?? old.caption
        } else if let upload = recording.upload {
            bytes = try uploads.bytes(of: upload)
        } else {
            throw EditorError.malformed("a recording")
        }
        guard let kind = RecordingKind(prefix: Array(bytes.prefix(32))) else {
            throw EditorError.unknownFile(recording.name ?? "The file")
        }
        let name = names.name(recording.name, kind: kind.fileExtension, isFile: true)
        return EditedRecording(
            NewRecording(name: name, bytes: bytes), caption: recording.caption)
    }
}
