import Foundation
import LocalFiles
import NoteEditing
import NoteModel

/// The photos, recordings and pages of a request, with the uploaded files that it names.
extension NoteActions {
    /// Returns the media that a note is to have; those that do not change are nil.
    ///
    /// - Parameter note: The saved note.
    func media(_ request: NoteRequest, of note: Note) throws -> EditedMedia {
        var media = EditedMedia()
        if let pages = request.pages {
            let layout = try LectureLayout(pages, of: request, note: note)
            media.photos = try layout.photos.map { try edited($0) }
            media.recordings = try request.recordings?.map { try edited($0) }
            media.pages = layout.pages
        } else {
            let photos = try request.photos?.map { try edited($0) }
            let isSame =
                photos?.map(\.keptPosition) == note.listedPhotos
                && photos?.contains { $0.caption != nil } == false
            if !isSame { media.photos = photos }
        }
        return media
    }

    private func edited(_ photo: NoteRequest.PhotoRequest) throws -> EditedPhoto {
        guard let position = photo.kept, photo.of == nil else { return try newPhoto(photo) }
        return EditedPhoto(kept: position, caption: photo.caption)
    }

    private func newPhoto(_ photo: NoteRequest.PhotoRequest) throws -> EditedPhoto {
        let bytes: [UInt8]
        if let note = photo.of, let position = photo.kept {
            bytes = try self.bytes(of: try self.note(note).photos[existing: position]?.content)
        } else if let upload = photo.upload {
            bytes = try uploads.bytes(of: upload)
        } else {
            throw EditorError.malformed("a photo")
        }
        guard let kind = PhotoKind(prefix: Array(bytes.prefix(32))) else {
            throw EditorError.unknownFile(photo.name ?? "The file")
        }
        let name = Self.fileName(photo.name, kind: kind.rawValue)
        let thumbnail = try photo.thumbnail.map { try uploads.bytes(of: $0) }
        return EditedPhoto(
            NewPhoto(name: name, bytes: bytes, thumbnail: thumbnail), caption: photo.caption)
    }

    private func note(_ identifier: String) throws -> Note {
        let state = try notebook.state()
        guard let position = state.position(of: identifier) else {
            throw EditorError.gone("The note")
        }
        return state.notes[position]
    }

    private func bytes(of content: MediaContent?) throws -> [UInt8] {
        guard let stored = content?.stored else { throw EditorError.gone("The file") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(stored.count)
        try stored.forEachChunk { bytes += $0 }
        return bytes
    }

    /// Returns a file name for a photo or a recording: the last component of the browser's name, or
    /// one of this program.
    private static func fileName(_ name: String?, kind: String) -> String {
        let parts = (name ?? "").split(whereSeparator: { "/\\".contains($0) || $0.isNewline })
        let last = parts.last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        let stem = last.hasPrefix(".") || last.isEmpty ? "photo." + kind : last
        return stem.contains(".") ? stem : stem + "." + kind
    }

    private func edited(_ recording: NoteRequest.RecordingRequest) throws -> EditedRecording {
        if let position = recording.kept, recording.of == nil {
            return EditedRecording(kept: position, caption: recording.caption)
        }
        let bytes: [UInt8]
        if let note = recording.of, let position = recording.kept {
            bytes = try self.bytes(of: try self.note(note).recordings[existing: position]?.content)
        } else if let upload = recording.upload {
            bytes = try uploads.bytes(of: upload)
        } else {
            throw EditorError.malformed("a recording")
        }
        guard let kind = RecordingKind(prefix: Array(bytes.prefix(32))) else {
            throw EditorError.unknownFile(recording.name ?? "The file")
        }
        let name = Self.fileName(recording.name, kind: kind.fileExtension)
        return EditedRecording(
            NewRecording(name: name, bytes: bytes), caption: recording.caption)
    }
}

extension Array {
    /// The element at a position; nil if there is none.
    fileprivate subscript(existing position: Int) -> Element? {
        indices.contains(position) ? self[position] : nil
    }
}
