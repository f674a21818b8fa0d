import MediaModel
import NoteModel
import OutputPlan

/// The photos, recordings and attachments of a note in an export: the original bytes or, on
/// request, copies.
struct ExportedMedia: Sendable {
    let photos: [ExportedPhoto]
    let recordings: [ExportedRecording]
    let attachments: [ExportedAttachment]
    /// Assigns paths to further files of the note.
    let namer: MediaNamer

    /// The names of the files.
    enum Layout: Hashable, Sendable {
        /// The number of the file within its note, after the note's name: `photos/a-walk-1.jpg`.
        case numbered
        /// The file's own name in a folder for the note: `photos/a-walk/harbour.jpg`, or in
        /// bundles beside the text, `a-walk/harbour.jpg`.
        case named(isBundled: Bool, isASCII: Bool)
    }

    /// The form of photos and recordings.
    enum Form {
        case original
        /// Upright copies of photos whose orientation only the archive contains, for programs that
        /// do not know it; all other files are original.
        case upright
        /// Copies without metadata, which are upright. What cannot be copied is left out.
        case withoutMetadata
    }

    /// No media, for the text of a note alone.
    static let none = ExportedMedia()

    private init() {
        (photos, recordings, attachments) = ([], [], [])
        namer = MediaNamer("note", layout: .numbered)
    }

    /// Plans the media of a note, in its order.
    ///
    /// - Parameters:
    ///   - name: The name of the note's file or folder, such as its slug.
    init(
        _ note: Note, name: String, media: PreparedMedia, layout: Layout = .numbered,
        form: Form = .original
    ) {
        var namer = MediaNamer(name, layout: layout)
        photos = note.photos.enumerated().map { position, photo in
            let known = media[photo]
            var ending = known.map { $0.kind?.fileExtension ?? plainExtension(photo.name) }
            var kind = known?.kind
            var copy: DerivedFile?
            switch form {
            case .upright:
                if case .made(let file, let made)? = known?.decoded?.upright {
                    (copy, ending, kind) = (file, made.fileExtension, made)
                }
            case .withoutMetadata:
                (copy, ending, kind) = (nil, nil, nil)
                if case .made(let file, let made)? = known?.cleanCopy {
                    (copy, ending, kind) = (file, made.fileExtension, made)
                }
            case .original: break
            }
            return ExportedPhoto(
                photo: photo, prepared: known, copy: copy,
                path: ending.map { ending in
                    namer.path("photo", own: photo.name, position: position, ending: ending) {
                        kind != nil && PhotoKind(name: "." + $0) == kind
                    }
                })
        }
        recordings = note.recordings.enumerated().map { position, recording in
            let known = media[recording]
            let copy = form == .withoutMetadata ? known?.playable?.file : nil
            let ending =
                form == .withoutMetadata && copy == nil
                ? nil : known.map { $0.kind?.fileExtension ?? plainExtension(recording.name) }
            return ExportedRecording(
                recording: recording, prepared: known, copy: copy,
                path: ending.map { ending in
                    namer.path(
                        "recording", own: recording.name, position: position, ending: ending
                    ) { known?.kind != nil && RecordingKind(name: "." + $0) == known?.kind }
                })
        }
        attachments = note.attachments.enumerated().map { position, attachment in
            let original = media[attachment]
            return ExportedAttachment(
                attachment: attachment, original: original,
                path: original.map { _ in
                    namer.path(
                        "attachment", own: attachment.name, position: position,
                        ending: attachment.fileExtension ?? "bin")
                })
        }
        self.namer = namer
    }

    /// Returns the path of a file relative to the tree; nil for a file without bytes.
    func path(of medium: NoteFile) -> OutputPath? {
        switch medium {
        case .photo(let index): photos[index].path
        case .recording(let index): recordings[index].path
        case .attachment(let index): attachments[index].path
        }
    }

    /// The paths of all files relative to the tree.
    var paths: [OutputPath] {
        photos.compactMap(\.path) + recordings.compactMap(\.path) + attachments.compactMap(\.path)
    }

    /// The files of the media to add to the tree.
    var files: [OutputFile] { mediaFiles + attachmentFiles }

    private var attachmentFiles: [OutputFile] {
        attachments.compactMap { attachment in
            guard let path = attachment.path, let original = attachment.original,
                let stored = attachment.attachment.stored
            else { return nil }
            return OutputFile(path, content: .original(stored, original.digest))
        }
    }

    private var mediaFiles: [OutputFile] {
        photos.compactMap { photo in
            guard let path = photo.path, let prepared = photo.prepared,
                let stored = photo.photo.stored
            else { return nil }
            return OutputFile(
                path,
                content: photo.copy.map { .derivative($0) }
                    ?? .original(stored, prepared.original.digest))
        }
            + recordings.compactMap { recording in
                guard let path = recording.path, let prepared = recording.prepared,
                    let stored = recording.recording.stored
                else { return nil }
                return OutputFile(
                    path,
                    content: recording.copy.map { .derivative($0) }
                        ?? .original(stored, prepared.original.digest))
            }
    }
}

/// A photo in an export.
struct ExportedPhoto: Sendable {
    let photo: Photo
    let prepared: PreparedPhoto?
    /// The copy to use in place of the original; nil to use the original.
    let copy: DerivedFile?
    /// The path relative to the tree; nil for a photo that the export does not contain.
    let path: OutputPath?
}

/// A recording in an export.
struct ExportedRecording: Sendable {
    let recording: Recording
    let prepared: PreparedRecording?
    /// The copy to use in place of the original; nil to use the original.
    let copy: DerivedFile?
    /// The path relative to the tree; nil for a recording that the export does not contain.
    let path: OutputPath?
}

/// An attachment in an export.
struct ExportedAttachment: Sendable {
    let attachment: Attachment
    let original: OriginalBytes?
    /// The path relative to the tree; nil for an attachment without bytes.
    let path: OutputPath?
}

/// Returns the extension for bytes of an unknown format: that of the name if it consists of 1 to 5
/// ASCII letters and digits, `bin` otherwise.
private func plainExtension(_ name: String?) -> String {
    guard let name, let dot = name.lastIndex(of: ".") else { return "bin" }
    let own = name[name.index(after: dot)...].lowercased()
    let isPlain =
        (1...5).contains(own.utf8.count)
        && own.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    return isPlain ? own : "bin"
}
