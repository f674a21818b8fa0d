import BuildPipeline
import LocalFiles
import NoteArchives
import NoteEditing
import NoteModel
import Platform
import SiteServer
import Synchronization

/// A note to be previewed: a saved one with unsaved changes, or a new one.
struct PreviewRequest: Decodable {
    /// The identifier of the saved note; nil for a new one.
    var id: String?
    var note: NoteRequest
}

/// Serves photos, uploads and previews. It never sends originals, only pictures made by the photo
/// workers.
final class EditorMedia: Sendable {
    let previewer: NotePreviewer
    private let notebook: EditorNotebook
    private let uploads: UploadedFiles
    /// The surroundings of previews, which change with the notes.
    private let surroundings = Mutex<(revision: Int, value: NotePreviewer.Surroundings)?>(nil)
    /// The absolute paths of pictures that were previewed, by their paths in the site.
    private let files = Mutex<[String: String]>([:])

    init(_ previewer: NotePreviewer, notebook: EditorNotebook, uploads: UploadedFiles) {
        (self.previewer, self.notebook, self.uploads) = (previewer, notebook, uploads)
    }

    /// Keeps an uploaded file, and checks that it is a photo or a recording.
    ///
    /// - Returns: The identifier of the file, and a name that no photo of the notes folder has.
    func add(_ bytes: [UInt8], named name: String) throws -> ServedReply {
        let prefix = Array(bytes.prefix(MediaFormat.prefixLength))
        guard let format = MediaFormat(prefix: prefix) else { throw EditorError.unknownFile(name) }
        let identifier = try uploads.add(bytes)
        let added = ServedReply.json(
            .object([
                ("upload", .string(identifier)),
                ("name", .string(try notebook.state().folder.freePhotoName(name))),
            ]),
            status: 201)
        guard format.kind == .photo, let stored = uploads.stored(identifier) else { return added }
        let photo = Medium(.photo, content: .stored(stored))
        guard try previewer.picture(of: photo, isLarge: true) != nil else {
            uploads.remove(identifier)
            return .problem(
                "This photo is damaged, or of a kind that cannot be shown.", status: 415)
        }
        return added
    }

    /// Returns a picture of an uploaded photo, or an uploaded recording.
    ///
    /// - Parameter range: The value of the header `Range`; nil if there is none.
    func upload(_ identifier: String, isLarge: Bool, range: String?) throws -> ServedReply {
        guard let stored = uploads.stored(identifier) else {
            throw EditorError.gone("The file that was added")
        }
        if let kind = stored.format?.recording {
            return try recording(stored, kind: kind, range: range)
        }
        return try picture(of: Medium(.photo, content: .stored(stored)), isLarge: isLarge)
    }

    /// Returns a picture of a photo of a note.
    func photo(_ position: Int, of note: Note, isLarge: Bool) throws -> ServedReply {
        guard note.photos.indices.contains(position) else { throw EditorError.gone("The photo") }
        return try picture(of: note.photos[position], isLarge: isLarge)
    }

    /// Returns a recording of a note.
    ///
    /// - Parameter range: The value of the header `Range`; nil if there is none.
    func recording(_ position: Int, of note: Note, range: String?) throws -> ServedReply {
        guard note.recordings.indices.contains(position),
            let stored = note.recordings[position].stored,
            let kind = stored.format?.recording
        else { throw EditorError.gone("The recording") }
        return try recording(stored, kind: kind, range: range)
    }

    private func recording(
        _ stored: StoredBytes, kind: RecordingKind, range: String?
    ) throws -> ServedReply {
        let headers = ServedReply.inertHeaders(
            type: ServedReply.mediaType(of: "a." + kind.fileExtension))
        guard stored.decodedRange != nil else {
            return try .part(of: stored.file, range: stored.range, wanted: range, headers: headers)
        }
        var bytes: [UInt8] = []
        try stored.forEachChunk { bytes += $0 }
        return ServedReply(status: 200, headers: headers, body: .bytes(bytes))
    }

    /// Returns a picture of a photo.
    func picture(of photo: Medium, isLarge: Bool) throws -> ServedReply {
        guard let path = try previewer.picture(of: photo, isLarge: isLarge),
            let status = try LocalFiles.status(path)
        else { throw EditorError.gone("The picture") }
        return .inert(file: path, size: status.size, type: Self.type(of: path))
    }

    /// Returns the page of a note with its unsaved changes.
    func preview(_ request: PreviewRequest) throws -> String {
        let state = try notebook.state()
        let position = request.id.flatMap { state.position(of: $0) }
        let note = try note(request.note, saved: position.map { state.notes[$0].note })
        let preview = try previewer.preview(
            note, at: position, among: surroundings(of: state), folder: state.folder)
        files.withLock { files in
            for (path, file) in preview.files { files[path] = file }
        }
        return String(decoding: preview.page, as: UTF8.self)
    }

    private func surroundings(of state: NotebookState) -> NotePreviewer.Surroundings {
        surroundings.withLock { known in
            if let known, known.revision == state.revision { return known.value }
            let value = NotePreviewer.Surroundings(state.notes.map(\.note))
            known = (state.revision, value)
            return value
        }
    }

    /// Returns a note with unsaved changes.
    private func note(_ request: NoteRequest, saved: Note?) throws -> Note {
        let old = saved ?? Note(id: NoteID(source: "new", index: 0), title: nil, body: "")
        let change = try NoteChange(request, of: old)
        var note = change.note
        note.photos = change.photos.map { medium($0, .photo, of: old) }
        if let recordings = request.recordings {
            note.recordings = recordings.map { medium($0, .recording, of: old) }
        }
        return note
    }

    private func medium(
        _ request: NoteRequest.MediumRequest, _ kind: Medium.Kind, of note: Note
    ) -> Medium {
        if let position = request.kept, note.media[kind].indices.contains(position) {
            let kept = note.media[kind][position]
            return request.caption.map(kept.captioned) ?? kept
        }
        let stored = request.upload.flatMap { uploads.stored($0) }
        return Medium(
            kind, name: request.name, caption: request.caption,
            content: stored.map { .stored($0) } ?? .missing)
    }

    /// Returns the reply for a picture or recording that was previewed; nil for any other path.
    func previewFile(_ path: String) -> ServedReply? {
        guard let file = files.withLock({ $0[String(path.dropFirst())] }),
            let status = (try? LocalFiles.status(file)) ?? nil
        else { return nil }
        return .inert(file: file, size: status.size, type: ServedReply.mediaType(of: path))
    }

    /// Returns the media type of a picture that the photo workers made, by its first bytes.
    private static func type(of path: String) -> String {
        guard let file = try? OpenFile(path), let prefix = try? LocalFiles.read(file, count: 32)
        else { return "application/octet-stream" }
        return PhotoKind(prefix: prefix).map { ServedReply.mediaType(of: "a." + $0.rawValue) }
            ?? "application/octet-stream"
    }
}
