import MediaModel
import NoteModel
import OutputPlan

/// The photos, recordings and attachments of a note in an export: the original bytes or, on
/// request, copies.
struct ExportedMedia: Sendable {
    let photos: [ExportedMedium<Photo, PreparedPhoto>]
    let recordings: [ExportedMedium<Recording, PreparedRecording>]
    let attachments: [ExportedMedium<Attachment, OriginalBytes>]
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
            let path = ending.map { ending in
                namer.path("photo", own: photo.name, position: position, ending: ending) {
                    kind != nil && PhotoKind(name: "." + $0) == kind
                }
            }
            return ExportedMedium(
                photo, known, path, copy: copy, stored: photo.stored, original: known?.original)
        }
        recordings = note.recordings.enumerated().map { position, recording in
            let known = media[recording]
            let copy = form == .withoutMetadata ? known?.playable?.file : nil
            let ending =
                form == .withoutMetadata && copy == nil
                ? nil : known.map { $0.kind?.fileExtension ?? plainExtension(recording.name) }
            let path = ending.map { ending in
                namer.path("recording", own: recording.name, position: position, ending: ending) {
                    known?.kind != nil && RecordingKind(name: "." + $0) == known?.kind
                }
            }
            return ExportedMedium(
                recording, known, path, copy: copy, stored: recording.stored,
                original: known?.original)
        }
        attachments = note.attachments.enumerated().map { position, attachment in
            let original = media[attachment]
            let path = original.map { _ in
                namer.path(
                    "attachment", own: attachment.name, position: position,
                    ending: attachment.fileExtension ?? "bin")
            }
            return ExportedMedium(
                attachment, original, path, stored: attachment.stored, original: original)
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
    var files: [OutputFile] {
        photos.compactMap(\.file) + recordings.compactMap(\.file) + attachments.compactMap(\.file)
    }
}

/// A photo, a recording or an attachment in an export.
struct ExportedMedium<Medium: Sendable, Facts: Sendable>: Sendable {
    let medium: Medium
    /// The facts about its content; nil if it is missing, damaged or cannot be read.
    let facts: Facts?
    /// The file in the tree, which is the original or a copy in its place; nil if the export does not
    /// contain the medium.
    let file: OutputFile?

    init(
        _ medium: Medium, _ facts: Facts?, _ path: OutputPath?, copy: DerivedFile? = nil,
        stored: StoredBytes?, original: OriginalBytes?
    ) {
        (self.medium, self.facts) = (medium, facts)
        guard let path, let stored, let original else {
            file = nil
            return
        }
        file = OutputFile(
            path, content: copy.map { .derivative($0) } ?? .original(stored, original.digest))
    }

    /// The path relative to the tree; nil if the export does not contain the medium.
    var path: OutputPath? { file?.path }
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
